"""What earlier builds worked out, by the hash of all that it was worked out from.

One SQLite file that several builds may use at once. It only saves time: a damaged, forbidden or
missing store gives nothing and breaks nothing.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from builder.cache import cache_folder

_MOST_BYTES = 1_000_000_000
_AT_ONCE = 500
_T = TypeVar("_T")


def digest(*parts: object) -> str:
    """A key made of the parts' contents; parts are text, bytes, numbers, and lists or tuples of them."""
    state = hashlib.sha256()
    for part in parts:
        # A lesson's text in quotes, with what would have to be escaped, takes ten times as long.
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") if isinstance(part, str) else repr(part).encode()
        state.update(len(data).to_bytes(8, "little") + data)
    return state.hexdigest()


class Store:
    """Values by kind and key, in the cache or where `LIBRO_RESULTS` says (measurements begin with none)."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(os.environ.get("LIBRO_RESULTS") or cache_folder("results")) / "results.sqlite"

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=30)
        # Whole pages of a book in large blocks, written once: a sixth of the time that a log beside them takes.
        connection.execute("pragma page_size = 32768")
        connection.execute("pragma journal_mode = delete")
        connection.execute("pragma synchronous = off")
        connection.execute("create table if not exists results (kind text, key text, value blob, primary key (kind, key))")
        return connection

    def get(self, kind: str, keys: Iterable[str]) -> dict[str, Any]:
        """The values that are known of these keys."""
        wanted = sorted(set(keys))
        found: dict[str, Any] = {}
        if not wanted or not self._path.is_file():
            return found
        try:
            with closing(self._open()) as connection:
                for start in range(0, len(wanted), _AT_ONCE):
                    some = wanted[start : start + _AT_ONCE]
                    marks = ",".join("?" * len(some))
                    query = f"select key, value from results where kind = ? and key in ({marks})"
                    for key, value in connection.execute(query, [kind, *some]):
                        found[key] = pickle.loads(value)
        except Exception:  # whatever a damaged file or value may raise: it is worked out anew
            return {}
        return found

    def kept(self, kind: str, key: str, make: Callable[[], _T]) -> _T:
        """The value of one key, made if it isn't known."""
        found = self.get(kind, [key])
        if key not in found:
            found[key] = make()
            self.put(kind, found)
        return found[key]

    def put(self, kind: str, values: Mapping[str, Any]) -> None:
        """Keep values; an old store that has grown too large is begun anew."""
        if not values:
            return
        try:
            if self._path.is_file() and self._path.stat().st_size > _MOST_BYTES:
                self._path.unlink()
            with closing(self._open()) as connection, connection:
                rows = ((kind, key, pickle.dumps(value, protocol=5)) for key, value in values.items())
                connection.executemany("insert or replace into results values (?, ?, ?)", rows)
        except sqlite3.OperationalError:
            return
        except (sqlite3.DatabaseError, OSError):
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
