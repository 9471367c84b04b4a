"""The book while an author edits it: the last good site, and what is wrong since."""

from __future__ import annotations

import gc
import hashlib
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder import fingerprints, templates
from builder.book import Book
from builder.content import Content, read_content
from builder.files import Files
from builder.lesson_code import birth
from builder.memory import not_collecting
from builder.problems import BuildError, ContentProblems, Problems
from builder.serving.remembering import RememberingStore
from builder.site import Site, make_site, search_files
from builder.store import digest
from builder.terminal import Terminal


@dataclass
class Workshop:
    """Rebuilds on demand; readers of `site` always get a whole one."""

    root: Path
    terminal: Terminal
    site: Site = field(default_factory=lambda: Site(Files(), ()))
    trouble: list[dict[str, Any]] = field(default_factory=list)
    version: int = 0
    store: RememberingStore = field(default_factory=RememberingStore)
    _search: Files = field(default_factory=Files)
    _listeners: list[Callable[[], None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _unsettled: Content | None = None
    _code: dict[str, str] = field(default_factory=dict)

    def rebuild(self, changed: Collection[Path] | None = None) -> None:
        """Build from the files as they are now, and tell the pages; on a problem the last good site stays.

        `changed` are the files that did since the last time; None if nobody knows.
        """
        with self._lock, not_collecting():
            birth.get_ready()
            if changed is None or any(not path.is_relative_to(self.root) for path in changed):
                fingerprints.forget()
                templates.forget()
            self._unsettled = self._build() or self._unsettled
            self.version += 1
        for listener in list(self._listeners):
            listener()

    def settle(self) -> None:
        """Do what nobody waited for after an edit: the search, writing to the disk, freeing memory."""
        with self._lock:
            if self._unsettled is None:
                return
            with not_collecting():
                self._search = search_files(self._unsettled, self.site.pages)
                self.site = Site(Files(self.site.pages, self._search), self.site.folders)
                self.store.settle()
            self._unsettled = None
            gc.collect()

    def _build(self) -> Content | None:
        """The content that the site is made of now; None if it stays as it was."""
        problems = Problems()
        try:
            content = read_content(self.root, self.store, self.terminal, problems)
            problems.raise_if_errors()
            self.terminal.warnings(problems.warnings)
            content.book = _without_downloads(content.book)
            site = make_site(content, self.terminal, hosted=False)
            # Until the search is made anew, the last one serves.
            self.site, self.trouble = Site(Files(site.pages, self._search), site.folders), []
            self._code = {lesson.url: digest(sorted(facts.code.items())) for lesson, facts in content.facts.items()}
            return content
        except ContentProblems as found:
            self.terminal.problems(found.problems)
            self.trouble = [
                {"place": ":".join(str(p) for p in (one.path, one.line, one.column) if p),
                 "rule": one.rule, "message": one.message, "hint": one.hint}
                for one in found.problems
            ]
        except BuildError as error:
            self.terminal.error(error)
            self.trouble = [{"place": "libro", "rule": "", "message": error.message, "hint": error.hint}]
        return None

    def find(self, url: str) -> bytes | Path | None:
        """What lies at an address below the root of the book: a page, or a file of one of its folders."""
        if url in self.site.pages:
            return self.site.pages[url]
        for folder in self.site.folders:
            try:
                path = (folder / url).resolve()
                # Nothing outside the folder, whatever `..` or links the address goes through.
                if path.is_file() and path.is_relative_to(folder.resolve()):
                    return path
            except (OSError, ValueError):
                return None  # what no file can be called: too long, with a null
        return None

    def state(self, url: str) -> dict[str, Any]:
        """What a page needs to know to bring itself up to date: its own hash, that of its code, the trouble."""
        page = self.site.pages.get(url, b"")
        return {"page": hashlib.sha256(page).hexdigest()[:16], "code": self._code.get(url, "")[:16], "trouble": self.trouble}

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each rebuild; what it returns ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


def _without_downloads(book: Book) -> Book:
    """The book as an author looks at it: nobody takes it along yet, and each save would wait for it."""
    return replace(book, config=book.config.model_copy(update={"downloads": []}))
