"""A small book without Python, which has one of everything that a page does by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

FIRST = "uno/primera/index.html"


@pytest.fixture(scope="session")
def small_book(build_book) -> Path:
    return build_book(Path(__file__).parent / "book")


@pytest.fixture
def first_page(small_book, host) -> str:
    """The address of its first lesson on a static host."""
    return host(small_book).address + FIRST


@pytest.fixture(scope="session")
def ways_book(build_book) -> Path:
    """A small book of two blocks with needs, sections, a formula and a figure, for finding one's way in."""
    return build_book(Path(__file__).parent / "ways_book")


@pytest.fixture(scope="session")
def cells_book(build_book) -> Path:
    """A small book with cells that depend on each other."""
    return build_book(Path(__file__).parent / "cells_book")
