"""Folders that are costly to make (styles and scripts, the reader's Python), kept whole in the cache."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from builder.cache import cache_folder
from builder.fingerprints import of_files

_T = TypeVar("_T")
_verified: set[Path] = set()
"""Trees that this process has read through; `serve` looks once."""
_KEPT_OF_A_KIND = 6
_IN_USE_SECONDS = 3600
"""How long a build may go on with a tree that it has asked for."""
_VALUE = "value.pickle"
_CONTENT = "content"


def cached_tree(kind: str, key: str, make: Callable[[Path], _T]) -> tuple[Path, _T]:
    """The folder that `make(folder)` fills, and what it returned, made once for each `key`."""
    place = cache_folder("trees", f"{kind}-{key[:32]}")
    known = _read(place)
    if known is not None:
        with suppress(OSError):  # a cache that is only read still serves
            os.utime(place)
        return place / _CONTENT, known[0]
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{place.name}.", dir=place.parent) as temporary:
        fresh = Path(temporary) / "tree"
        (fresh / _CONTENT).mkdir(parents=True)
        value = make(fresh / _CONTENT)
        (fresh / _VALUE).write_bytes(pickle.dumps((value, of_files([fresh / _CONTENT]))))
        try:
            os.replace(fresh, place)
        except OSError:
            # Another build made the same tree meanwhile; theirs serves as well.
            if not (place / _VALUE).is_file():
                raise
    _drop_old(kind)
    return place / _CONTENT, value


def _read(place: Path) -> tuple[Any] | None:
    """What was kept at `place`, in a tuple; None if it isn't whole, byte by byte."""
    try:
        value, whole = pickle.loads((place / _VALUE).read_bytes())
        if place not in _verified and of_files([place / _CONTENT]) != whole:
            return None
    except Exception:  # whatever a damaged pickle may raise: the tree is made anew
        return None
    _verified.add(place)
    return (value,)


def files_below(folder: Path) -> Iterator[str]:
    """The paths of all files and links below `folder`, relative to it; where there are thousands, `rglob` is slow."""
    above = len(str(folder)) + 1
    for place, folders, names in os.walk(folder):
        for name in (*names, *(one for one in folders if os.path.islink(os.path.join(place, one)))):
            yield os.path.join(place, name)[above:]


def copy_tree(source: Path, target: Path) -> None:
    """Copy what is in `source` into `target`, which may hold other files already."""
    shutil.copytree(source, target, dirs_exist_ok=True, copy_function=shutil.copyfile)


def _drop_old(kind: str) -> None:
    trees = sorted(cache_folder("trees").glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for tree in trees[_KEPT_OF_A_KIND:]:
        # Another build may be copying from it.
        if time.time() - tree.stat().st_mtime > _IN_USE_SECONDS:
            shutil.rmtree(tree, ignore_errors=True)
