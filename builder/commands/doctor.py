"""`libro doctor`: what this machine has of what a build needs, and how to get the rest."""

from __future__ import annotations

import argparse
import os
import sys

from builder import SITE_TEMPLATES, messages
from builder.cache import cache_folder
from builder.node import OLDEST_NODE, node_command, node_major, packages_folder
from builder.problems import BuildError
from builder.runtime.pins import PACKAGES, PYODIDE_VERSION
from builder.terminal import Terminal


def about() -> str:
    return messages.text("doctor_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    """Look at each thing; raises `BuildError` if something is missing that a build can't get by itself."""
    sound = [
        _tell(terminal, "Python ≥ 3.11", sys.version.split()[0] if sys.version_info >= (3, 11) else "", "doctor_python"),
        _tell(terminal, f"Node ≥ {OLDEST_NODE}", _node(), "doctor_node"),
        _tell(terminal, messages.text("doctor_cache_what"), _cache(), "doctor_cache"),
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


def _cache() -> str:
    folder = cache_folder()
    nearest = folder
    while not nearest.exists():
        nearest = nearest.parent
    return str(folder) if os.access(nearest, os.W_OK) else ""


def _packages() -> str:
    return messages.text("doctor_in_cache") if (packages_folder(SITE_TEMPLATES) / "node_modules").is_dir() else ""


def _runtime() -> str:
    kept = [cache_folder("pyodide", PYODIDE_VERSION, pin.name) for pin in PACKAGES.values()]
    return messages.text("doctor_in_cache") if all(path.is_file() for path in kept) else ""
