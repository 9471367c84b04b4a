"""The store of a book that is being edited: what is asked for again at each save stays in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.store import Store


class RememberingStore(Store):
    """Answers from memory first, and writes to the disk when there is time: `settle`.

    Only what was asked for since the last time stays, so that a day of edits doesn't fill the memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path)
        self._known: dict[tuple[str, str], Any] = {}
        self._used: dict[tuple[str, str], Any] = {}
        self._unwritten: dict[str, dict[str, Any]] = {}

    def get(self, kind: str, keys: Iterable[str]) -> dict[str, Any]:
        wanted = list(keys)
        found = {key: self._known[kind, key] for key in wanted if (kind, key) in self._known}
        found |= super().get(kind, [key for key in wanted if key not in found])
        self._use(kind, found)
        return found

    def put(self, kind: str, values: Mapping[str, Any]) -> None:
        self._use(kind, values)
        self._unwritten.setdefault(kind, {}).update(values)

    def settle(self) -> None:
        """Write what is new, and forget what the last build had no use for."""
        for kind, values in self._unwritten.items():
            super().put(kind, values)
        self._unwritten.clear()
        self._known, self._used = self._used, {}

    def _use(self, kind: str, values: Mapping[str, Any]) -> None:
        kept = {(kind, key): value for key, value in values.items()}
        self._known |= kept
        self._used |= kept
