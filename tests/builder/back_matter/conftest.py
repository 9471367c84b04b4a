"""A small book with sources, which a test may spoil, and what its pages link to."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest

BOOKS = Path(__file__).parents[2] / "books"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[dict[str, str]] = []
        self.open: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.open.append(given | {"text": ""})
            self.links.append(self.open[-1])

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for link in self.open:
            link["text"] += data


@dataclass
class Page:
    """The ids of a page, and its links as (text, address below the root, id)."""

    html: str
    ids: list[str]
    links: list[tuple[str, str, str]] = field(default_factory=list)

    def to(self, start: str) -> list[tuple[str, str, str]]:
        return [link for link in self.links if link[1].startswith(start)]


@pytest.fixture
def sources_book(tmp_path) -> Path:
    return Path(shutil.copytree(BOOKS / "sources", tmp_path / "sources"))


@pytest.fixture(scope="session")
def read() -> Callable[[Path], dict[str, Page]]:
    """Every page of a built book by its address."""

    def read_pages(root: Path) -> dict[str, Page]:
        pages = {}
        for path in sorted(root.rglob("*.html")):
            url = path.relative_to(root).as_posix()
            html = path.read_text(encoding="utf-8")
            reader = _Reader()
            reader.feed(html)
            there = [(one["text"], unquote(urljoin(url, one.get("href", ""))), one.get("id", "")) for one in reader.links]
            pages[url] = Page(html, reader.ids, there)
        return pages

    return read_pages
