"""The files of a site by address, each with a token that tells its content; many are made only when somebody reads them.

Of a thousand pages one was edited: the others are known by their tokens, and nobody need touch their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from builder.store import digest


class Files(Mapping[str, bytes]):
    """A mapping of addresses to bytes that can tell, without the bytes, whether they are the same as before."""

    def __init__(self, *parts: Mapping[str, bytes]) -> None:
        self._made: dict[str, bytes | Callable[[], bytes]] = {}
        self._tokens: dict[str, str] = {}
        for part in parts:
            self.add(part)

    def add(self, files: Mapping[str, bytes]) -> None:
        """These too; what they hold at an address counts."""
        if isinstance(files, Files):
            for url in files:
                self._tokens.pop(url, None)
            self._made |= files._made
            self._tokens |= files._tokens
            return
        for url, data in files.items():
            self._made[url] = data
            self._tokens[url] = digest(data)

    def promise(self, url: str, token: str, make: bytes | Callable[[], bytes]) -> None:
        """A file that is at hand, or that `make` gives when it is asked for; the same token, the same bytes."""
        self._made[url] = make
        self._tokens[url] = token

    def later(self, url: str, make: Callable[[], bytes]) -> None:
        """A file that `make` gives, once, when somebody asks for it or for its token."""
        self._made[url] = cache(make)
        self._tokens.pop(url, None)

    def token(self, url: str) -> str:
        if url not in self._tokens:
            self._tokens[url] = digest(self[url])
        return self._tokens[url]

    def __getitem__(self, url: str) -> bytes:
        made = self._made[url]
        return made if isinstance(made, bytes) else made()

    def __contains__(self, url: object) -> bool:
        return url in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
