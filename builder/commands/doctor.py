"""`libro doctor`: what this machine has of what a build needs, and how to get the rest."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from builder import SITE_TEMPLATES, messages
from builder.cache import cache_folder
from builder.node import OLDEST_NODE, node_command, node_major, packages_folder
from builder.problems import BuildError
from builder.runtime.pins import PACKAGES, PYODIDE_VERSION
from builder.terminal import Terminal

ROOM = 300_000_000
"""Bytes that a first build needs, the wheel that brings NumPy included."""


def about() -> str:
    return messages.text("doctor_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    """Look at each thing; raises `BuildError` if something is missing that a build can't get by itself."""
    sound = [
        _tell(terminal, "Python ≥ 3.11", sys.version.split()[0] if sys.version_info >= (3, 11) else "", "doctor_python"),
        _tell(terminal, f"Node ≥ {OLDEST_NODE}", _node(), "doctor_node"),
        _tell(terminal, messages.text("doctor_python_packages_what"), _python_packages(), "doctor_python_packages"),
        _tell(terminal, messages.text("doctor_cache_what"), _cache(), "doctor_cache"),
        _tell(terminal, messages.text("doctor_room_what"), _room(), "doctor_room"),
    ]
    _tell(terminal, messages.text("doctor_packages_what"), _packages(), "doctor_packages")
    _tell(terminal, messages.text("doctor_runtime_what"), _runtime(), "doctor_runtime")
    if not all(sound):
        raise BuildError(messages.text("doctor_failed"))


def _tell(terminal: Terminal, what: str, found: str, hint: str) -> bool:
    if found:
        terminal.line("doctor_ok", what=what, found=found)
    else:
        terminal.line("doctor_missing", what=what, hint=messages.text(hint))
    return bool(found)


def _node() -> str:
    try:
        command = node_command()
    except BuildError:
        return ""
    return f"{node_major(command)} ({command[0]})"


def _python_packages() -> str:
    """How many of the packages that a build imports are there, '' if one is missing or of another version."""
    try:
        from packaging.requirements import Requirement  # late: it comes with hatchling, which may be what is missing
    except ImportError:
        return ""
    try:
        wanted = [Requirement(text) for text in metadata.requires("libro-atencion") or ()]
    except metadata.PackageNotFoundError:
        return messages.text("doctor_not_installed")
    wanted = [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    for one in wanted:
        try:
            if not one.specifier.contains(metadata.version(one.name), prereleases=True):
                return ""
        except metadata.PackageNotFoundError:
            return ""
    return str(len(wanted))


def _cache() -> str:
    try:
        # To ask for leave isn't enough: there are folders in which nobody may make anything.
        with tempfile.TemporaryDirectory(dir=_existing(cache_folder())):
            return str(cache_folder())
    except OSError:
        return ""


def _room() -> str:
    free = shutil.disk_usage(_existing(cache_folder())).free
    return f"{free / 1e9:.1f} GB" if free >= ROOM else ""


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one around it that there is."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def _packages() -> str:
    return messages.text("doctor_in_cache") if (packages_folder(SITE_TEMPLATES) / "node_modules").is_dir() else ""


def _runtime() -> str:
    kept = [cache_folder("pyodide", PYODIDE_VERSION, pin.name) for pin in PACKAGES.values()]
    return messages.text("doctor_in_cache") if all(path.is_file() for path in kept) else ""
