"""What the builder's tests share: a small book in a temporary folder, and the real command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

BOOKS = Path(__file__).parent.parent / "books"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def _command(folder: Path) -> Callable[..., Ran]:
    def run(*arguments: object, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "builder", *map(str, arguments)],
            cwd=folder, env=os.environ | {"LC_ALL": "C.UTF-8"} | environment,
            capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def libro(tmp_path) -> Callable[..., Ran]:
    """Run `python -m builder …` in the test's folder, in English unless told otherwise."""
    return _command(tmp_path)


@pytest.fixture(scope="module")
def module_libro(tmp_path_factory) -> Callable[..., Ran]:
    """The same for fixtures that a module shares."""
    return _command(tmp_path_factory.mktemp("here"))


@pytest.fixture
def plain_book(tmp_path) -> Path:
    """A copy of `tests/books/plain` that a test may spoil."""
    return Path(shutil.copytree(BOOKS / "plain", tmp_path / "plain"))


@pytest.fixture
def tree() -> Callable[[Path], dict[str, bytes]]:
    """Every file below a folder, by its path."""

    def read(folder: Path) -> dict[str, bytes]:
        return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}

    return read
