"""`libro clean`: remove the built book, and with `--cache` what was downloaded and worked out."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from builder import messages
from builder.cache import cache_folder
from builder.output import KEPT, MARKER
from builder.problems import BuildError
from builder.terminal import Terminal, megabytes

IN_CACHE = frozenset({"fonts", "model", "pyodide", "results", "templates", "tools", "trees"})
IN_CACHE_OF_NPM = "npm-"


def about() -> str:
    return messages.text("clean_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", metavar="OUTPUT", type=Path, default=Path("dist"), help=messages.text("clean_output"))
    parser.add_argument("--cache", action="store_true", help=messages.text("clean_cache"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    removed = _empty(chosen.output, terminal)
    if chosen.cache:
        removed |= _empty_cache(terminal)
    if not removed:
        terminal.line("clean_nothing")


def _empty(output: Path, terminal: Terminal) -> bool:
    """Remove what a build put in `output`; a folder that no build made is refused."""
    if not output.is_dir() or not any(path.name != KEPT for path in output.iterdir()):
        return False
    if not (output / MARKER).is_file():
        raise BuildError(messages.text("output_foreign", path=str(output)))
    size = _size(output)
    for path in output.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != KEPT:
            path.unlink()
    terminal.line("cleaned", path=str(output), size=megabytes(size))
    return True


def _empty_cache(terminal: Terminal) -> bool:
    """Remove what builds keep; whatever else lies in a folder that LIBRO_CACHE names is not ours to remove."""
    cache = cache_folder()
    ours = [path for path in cache.iterdir() if _is_ours(path)] if cache.is_dir() else []
    size = sum(map(_size, ours))
    for path in ours:
        shutil.rmtree(path)
    if cache.is_dir() and not any(cache.iterdir()) and not cache.is_symlink():
        cache.rmdir()
    if ours:
        terminal.line("cleaned", path=str(cache), size=megabytes(size))
    return bool(ours)


def _is_ours(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and (path.name in IN_CACHE or path.name.startswith(IN_CACHE_OF_NPM))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
