"""The files of the search: one index, and one file of texts for each page that has any.

The index keeps its name, for pages name it; the texts are named by their content, and the index names them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from builder import fingerprints
from builder.book import Book, Lesson
from builder.files import Files
from builder.markdown.render import lesson_label
from builder.needs import MAP, map_anchor, short_number
from builder.search.index import Page, Part, Weighed, join, make_part, stems_of, weigh
from builder.search.sections import Entry, PageText, read_page
from builder.side_by_side import side_by_side
from builder.store import Store, digest

FOLDER = "buscar"
INDEX = f"{FOLDER}/indice.js"
NAME = "libroSearch"
"""The global under which each file hands over what it holds."""
_PAGES_OF_A_PART = 32
"""When one page changes, the index of so many is made again."""


def make_search(book: Book, pages: Files, store: Store) -> Files:
    """The files of the search over these finished pages, by address. The same pages give the same bytes."""
    salt = digest(fingerprints.of_files([Path(__file__).parent]), metadata.version("snowballstemmer"))
    given = _given(book)
    keys = {url: digest(salt, pages.token(url), given.get(url, ())) for url in pages if url.endswith(".html")}
    # The name of each page's file of texts; None of a page that has nothing to be found.
    names: dict[str, str | None] = store.get("search-names", keys.values())
    missing = [url for url, key in keys.items() if key not in names]
    made = side_by_side(lambda url: prepare(pages[url].decode(), given.get(url, ())), missing)
    fresh = {keys[url]: prepared for url, prepared in zip(missing, made, strict=True)}
    store.put("search", {key: prepared for key, prepared in fresh.items() if prepared is not None})
    found = {key: prepared and prepared.file for key, prepared in fresh.items()}
    store.put("search-names", found)
    names |= found

    order = [one for one in _order(book, keys) if isinstance(one, Lesson) or names[keys[one]]]
    parts = [order[start : start + _PAGES_OF_A_PART] for start in range(0, len(order), _PAGES_OF_A_PART)]
    part_keys = [digest(salt, [keys[one] if isinstance(one, str) else _plan(one) for one in part]) for part in parts]

    # Files are asked for in this order, and to open the store for each takes a while.
    @lru_cache(maxsize=2)
    def prepared_in(number: int) -> dict[str, Prepared]:
        urls = [one for one in parts[number] if isinstance(one, str)]
        known = store.get("search", [keys[url] for url in urls if keys[url] not in fresh])
        found = {url: fresh.get(keys[url]) or known.get(keys[url]) or prepare(pages[url].decode(), given.get(url, ())) for url in urls}
        return {url: one for url, one in found.items() if one is not None}

    def index() -> bytes:
        known = store.get("search-part", part_keys)
        made = {key: _part(parts[number], prepared_in(number)) for number, key in enumerate(part_keys) if key not in known}
        store.put("search-part", made)
        return _script(INDEX, join([(known | made)[key] for key in part_keys]))

    files = Files()
    files.promise(INDEX, digest(part_keys), index)
    for number, part in enumerate(parts):
        for one in part:
            if isinstance(one, str) and (name := names[keys[one]]):
                files.promise(name, name, lambda name=name, url=one, number=number: _script(name, prepared_in(number)[url].data))
    return files


def _part(part: Sequence[str | Lesson], prepared: Mapping[str, Prepared]) -> Part:
    pages, stems = [], {}
    for one in part:
        page, own = _planned(one) if isinstance(one, Lesson) else prepared[one].page(one)
        pages.append(page)
        stems |= own
    return make_part(pages, stems)


def _given(book: Book) -> dict[str, tuple[str, ...]]:
    """What each lesson's page is looked up by besides what it shows: `4.3` and the keywords of its front matter."""
    return {
        lesson.url: (short_number(lesson), *lesson.front.keywords, lesson.block.title)
        for lesson in book.written if lesson.front is not None
    }


@dataclass(frozen=True)
class Prepared:
    """What one page gives to the search: its entries, their words weighed, the stem of each word."""

    text: PageText
    weighed: list[Weighed]
    stems: dict[str, str]
    file: str

    @property
    def data(self) -> list[str]:
        """What the page's own file holds: what is shown of each entry that was found."""
        return _data(self.text)

    def page(self, url: str) -> tuple[Page, dict[str, str]]:
        return Page(url, self.text.label, self.text.entries[0].title, self.file, "", self.text.entries, self.weighed), self.stems


def prepare(html: str, given: tuple[str, ...]) -> Prepared | None:
    """What a finished page gives; `given` are words that it is found by too. None if it has no text of its own."""
    text = read_page(html)
    if text is None:
        return None
    more = " ".join((text.label, *given))
    weighed = [weigh(entry, more=more if place == 0 else "") for place, entry in enumerate(text.entries)]
    stems = stems_of(sorted({word for one in weighed for word in one.weights}))
    return Prepared(text, weighed, stems, f"{FOLDER}/{hashlib.sha256(json.dumps(_data(text)).encode()).hexdigest()[:10]}.js")


def _data(text: PageText) -> list[str]:
    return [entry.markup or entry.text for entry in text.entries]


def _order(book: Book, pages: Collection[str]) -> Iterator[str | Lesson]:
    """Lessons in the book's order, planned ones as such; then all other pages by address."""
    for lesson in book.lessons:
        if lesson.planned:
            yield lesson
        elif lesson.url in pages:
            yield lesson.url
    yield from sorted(set(pages) - {lesson.url for lesson in book.lessons})


def _plan(lesson: Lesson) -> tuple[str, ...]:
    """All that the search says of a planned lesson."""
    return (map_anchor(lesson), lesson.title, lesson.summary, lesson_label(lesson), short_number(lesson))


def _planned(lesson: Lesson) -> tuple[Page, dict[str, str]]:
    # One finds it at its place on the map.
    anchor, title, summary, label, number = _plan(lesson)
    entry = Entry("page", anchor, title, summary)
    weighed = weigh(entry, more=f"{label} {number}")
    return Page(MAP, label, title, "", summary, [entry], [weighed]), stems_of(list(weighed.weights))


def _script(name: str, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.{NAME}??={{}})[{json.dumps(name)}]={text};\n".encode()
