"""The files of a site on their way into a fresh folder. What the last build wrote, and nobody touched since, is linked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from builder import fingerprints
from builder.output import mark
from builder.side_by_side import Copy, copies_for, gather
from builder.store import Store, digest

_Seen = tuple[str, int, int, int]
"""A file's token, and its inode, size and time of change by which one sees that it is still that one."""


class Writer:
    """Writes into `stage` what will be `output`; what lies there now may serve again.

    What may is linked by a copy of this process while this one reads the book: most of it will turn out to be the same.
    """

    def __init__(self, stage: Path, output: Path, store: Store) -> None:
        self._stage, self._output, self._store = str(stage), str(output.resolve()), store
        self._key = digest(self._output)
        self._last: dict[str, _Seen] = store.get("written", [self._key]).get(self._key, {})
        self._written: dict[str, _Seen] = {}
        self._folders: set[str] = set()
        self._ahead = Copy(self._link_ahead) if copies_for(len(self._last)) else None

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ahead is not None:
            self._ahead.end()

    def begin(self, urls: Collection[str]) -> None:
        """What will be written is known: the rest of what was linked goes."""
        if self._ahead is None:
            return
        for _ in gather([self._ahead]):
            pass
        emptied = set()
        for url in self._last.keys() - set(urls):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(self._stage, url))
            emptied.add(os.path.dirname(url))
        for folder in emptied:
            while folder:
                try:
                    os.rmdir(os.path.join(self._stage, folder))
                except OSError:  # something is left in it
                    break
                folder = os.path.dirname(folder)

    @property
    def size(self) -> int:
        """Bytes of all files so far."""
        return sum(size for _, _, size, _ in self._written.values())

    def write(self, url: str, token: str, make: Callable[[], bytes]) -> None:
        """The file that `make` gives, at an address."""
        path = self._place(url)
        if not self._linked(url, token, path):
            with open(path, "wb") as file:
                file.write(make())
            self._note(url, token, path)

    def make(self, url: str, make: Callable[[Path], object]) -> None:
        """A file that `make` writes at the path it gets, of all that was written before."""
        path, token = self._place(url), digest(fingerprints.of_builder(), sorted((name, seen[0]) for name, seen in self._written.items()))
        if not self._linked(url, token, path):
            make(Path(path))
            self._note(url, token, path)

    def copy(self, folder: Path, urls: Iterable[str]) -> None:
        """These files of a kept folder, whose own name tells its content."""
        for url in urls:
            path, token = self._place(url), f"{folder.parent.name}/{url}"
            if not self._linked(url, token, path):
                shutil.copyfile(folder / url, path)
                self._note(url, token, path)

    def finish(self) -> None:
        """All is written."""
        mark(Path(self._stage), self._written)

    def remember(self) -> None:
        """The folder is in its place now: the next build may link from it."""
        self._store.put("written", {self._key: self._written})

    def _place(self, url: str) -> str:
        path = os.path.join(self._stage, url)
        folder = os.path.dirname(path)
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        return path

    def _link_ahead(self, _: Connection) -> None:
        for url, last in self._last.items():
            self._link(url, last, self._place(url))

    def _link(self, url: str, last: _Seen, path: str) -> bool:
        old = os.path.join(self._output, url)
        try:
            if _seen(last[0], os.lstat(old)) != last:
                return False
            os.link(old, path)
        except OSError:  # another file system, or one without links
            return False
        return True

    def _linked(self, url: str, token: str, path: str) -> bool:
        last = self._last.get(url)
        if last is None:
            return False
        if last[0] == token and (self._is_there(path, last) or self._link(url, last, path)):
            self._written[url] = last
            return True
        # Never write into what is linked: it is the last book's.
        with suppress(FileNotFoundError):
            os.unlink(path)
        return False

    def _is_there(self, path: str, last: _Seen) -> bool:
        try:
            return self._ahead is not None and _seen(last[0], os.lstat(path)) == last
        except FileNotFoundError:
            return False

    def _note(self, url: str, token: str, path: str) -> None:
        self._written[url] = _seen(token, os.lstat(path))


def _seen(token: str, found: os.stat_result) -> _Seen:
    return token, found.st_ino, found.st_size, found.st_mtime_ns
