"""Hashes of what results depend on besides a lesson's own text: code, templates, versions."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from builder import PYODIDE_SRC, SITE_TEMPLATES
from builder.store import digest

_IGNORED = {"__pycache__", "node_modules"}


@cache
def of_builder() -> str:
    """Parsing and rendering: the builder's own code, and the packages that it parses and renders with."""
    packages = ("markdown-it-py", "mdit-py-plugins", "jinja2", "markupsafe", "pygments", "pydantic")
    versions = [(name, metadata.version(name)) for name in packages]
    return digest(versions, sys.version_info[:2], of_files([Path(__file__).parent]))


@cache
def of_lesson_code() -> str:
    """Running a lesson's code and drawing its figures: Python, NumPy, Plotly, and the packages of `pyodide_src`."""
    versions = [sys.version, metadata.version("numpy"), metadata.version("plotly")]
    here = Path(__file__).parent
    return digest(versions, of_files([PYODIDE_SRC, here / "lesson_code", here / "figures"]))


@cache
def of_templates() -> str:
    return of_files([SITE_TEMPLATES / "templates", SITE_TEMPLATES / "strings"])


@cache
def of_site() -> str:
    """Everything that styles and scripts are made of."""
    return digest(of_files([SITE_TEMPLATES]), of_files([Path(__file__).with_name("assets.py")]))


@cache
def of_runtime() -> str:
    """The reader's Python: our packages, and how and from what the rest is made."""
    return digest(of_files([PYODIDE_SRC, SITE_TEMPLATES / "python", Path(__file__).parent / "runtime"]), sys.version_info[:2])


@cache
def of_model() -> str:
    """The reader's copy of the pretrained model: what is fetched, and how it is cut down."""
    return of_files([PYODIDE_SRC / "pretrained", Path(__file__).parent / "model"])


def forget() -> None:
    """Look at the files again the next time: they may have changed."""
    for known in (of_builder, of_lesson_code, of_templates, of_site, of_runtime, of_model):
        known.cache_clear()


def of_files(roots: Iterable[Path], *, without: Iterable[Path] = ()) -> str:
    """A hash of the names and bytes of all files in or below `roots`."""
    left_out = {str(path) for path in without}
    entries = []
    for root in roots:
        above = len(str(root.parent).rstrip(os.sep)) + 1
        for path in _files(str(root)):
            if path not in left_out:
                with open(path, "rb") as file:
                    entries.append((path[above:], hashlib.sha256(file.read()).hexdigest()))
    return digest(entries)


def _files(root: str) -> Iterator[str]:
    """The files in or below `root`, hidden and generated ones left out, sorted within each folder."""
    if not os.path.isdir(root):
        yield from [root] * os.path.isfile(root)
        return
    # What `os.walk` does, without asking again what the folder has said of each.
    try:
        entries = sorted(os.scandir(root), key=lambda one: one.name)
    except OSError:
        return
    inner = []
    for entry in entries:
        if entry.is_dir():
            if entry.name not in _IGNORED and not entry.is_symlink():
                inner.append(entry.path)
        elif not entry.name.startswith(".") and entry.is_file():
            yield entry.path
    for folder in inner:
        yield from _files(folder)
