"""What can go wrong with an explorable, said in a way that names its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None when nothing is."""
    matches = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.5)
    return matches[0] if matches else None


class ExplorableError(Exception):
    """Base of this package's errors."""


class UnknownView(ExplorableError):
    """No view has this name. `name`, `nearest` (or None)."""

    def __init__(self, name: str, known: Iterable[str]):
        self.name = name
        self.nearest = nearest(name, known)
        super().__init__(f"there is no explorable called {name!r}")


class OptionError(ExplorableError):
    """An initial value that a view cannot take. `option`, `message`, `nearest` (or None)."""

    def __init__(self, option: str, message: str, nearest: str | None = None):
        self.option = option
        self.message = message
        self.nearest = nearest
        super().__init__(message)


class ViewFault(ExplorableError):
    """A view raised, or returned something that is not a drawing. `view`, `part` (its method), `message`."""

    def __init__(self, view: str, part: str, message: str):
        self.view = view
        self.part = part
        self.message = message
        super().__init__(f"{view}: {part}: {message}")
