"""The files of the runtime from the first source that has them, each checked against `pins`.

Pyodide's own files come from the folder that the author names, or from npm. A compiled package comes
from that folder, the cache, Pyodide's distribution, or a wheel on PyPI that carries it. What the network
gave is kept in the cache, under a temporary name until it is whole and verified.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from builder import SITE_TEMPLATES, messages
from builder.cache import cache_folder
from builder.node import install_packages
from builder.problems import failure
from builder.runtime.downloads import SourceFailure, from_carrier, from_distribution
from builder.runtime.pins import CORE, PACKAGES, PYODIDE_VERSION, Pin
from builder.verification import check

NPM_LOCK = SITE_TEMPLATES / "python"
"""The folder whose lock file fixes the npm package that brings Pyodide."""

Progress = Callable[[str, int, int], None]
"""`progress(what, done, total)`, in bytes; total is 0 when there is nothing to count."""

Source = Callable[[Pin, Path, Progress], None]
"""Writes the pinned file to a path, or raises SourceFailure."""


def no_progress(what: str, done: int, total: int) -> None:
    """For those who do not watch."""


def core_files(folder: Path | None = None) -> dict[str, Path]:
    """Pyodide's own files by name, verified. Raises BuildError."""
    installed = None
    files = {}
    for pin in CORE:
        path = _in_folder(pin, folder)
        if path is None:
            installed = installed or install_packages(NPM_LOCK) / "pyodide"
            path = installed / pin.name
            if fault := check(path, pin):
                raise failure("pyodide-package", name=pin.name, fault=fault, folder=installed.parent.parent)
        files[pin.name] = path
    return files


def package_file(
    name: str,
    folder: Path | None = None,
    progress: Progress = no_progress,
    sources: Sequence[tuple[str, Source]] | None = None,
) -> Path:
    """The wheel of a compiled package of `pins.PACKAGES`, verified. Raises BuildError.

    `sources` are asked in order when neither the folder nor the cache has it.
    """
    pin = PACKAGES[name]
    path = _in_folder(pin, folder)
    if path is not None:
        return path
    kept = cache_folder("pyodide", PYODIDE_VERSION, pin.name)
    reasons = []
    if kept.exists():
        fault = check(kept, pin)
        if not fault:
            return kept
        reasons.append(messages.text("from_cache", fault=fault))
    for title, source in network_sources() if sources is None else sources:
        try:
            _fetch(pin, kept, source, progress)
            return kept
        except SourceFailure as refusal:
            reasons.append(f"{title}: {refusal}")
    listed = "".join(f"\n  · {reason}" for reason in reasons)
    raise failure("no-source", file=pin.name, name=name, reasons=listed)


def network_sources() -> tuple[tuple[str, Source], ...]:
    """Where a package is asked for, in order, with the name that a message gives to each."""
    return (
        (messages.text("from_distribution"), from_distribution),
        ("PyPI", from_carrier),
    )


def _in_folder(pin: Pin, folder: Path | None) -> Path | None:
    path = folder / pin.name if folder is not None else None
    if path is None or not path.exists():
        return None
    if fault := check(path, pin):
        raise failure("wrong-file", path=path, fault=fault, name=pin.name, version=PYODIDE_VERSION)
    return path


def _fetch(pin: Pin, kept: Path, source: Source, progress: Progress) -> None:
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="fetching.", dir=kept.parent) as temporary:
            fresh = Path(temporary) / pin.name
            source(pin, fresh, progress)
            if fault := check(fresh, pin):
                raise SourceFailure(messages.text("source_wrong", fault=fault))
            os.replace(fresh, kept)
    except OSError as error:
        raise failure("cache-full", name=pin.name, error=error) from error
