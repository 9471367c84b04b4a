"""The files of the search: one index, and one file of texts for each page that has any.

The index keeps its name, for pages name it; the texts are named by their content, and the index names them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from builder import fingerprints
from builder.book import Book, Lesson
from builder.markdown.render import lesson_label
from builder.needs import MAP, map_anchor, short_number
from builder.search.index import Page, Weighed, make_index, stems_of, weigh
from builder.search.sections import Entry, PageText, read_page
from builder.side_by_side import side_by_side
from builder.store import Store, digest

FOLDER = "buscar"
INDEX = f"{FOLDER}/indice.js"
NAME = "libroSearch"
"""The global under which each file hands over what it holds."""


def make_search(book: Book, pages: Mapping[str, bytes], store: Store) -> dict[str, bytes]:
    """The files of the search over these finished pages, by address. The same pages give the same bytes."""
    salt = digest(fingerprints.of_files([Path(__file__).parent]), metadata.version("snowballstemmer"))
    given = _given(book)
    keys = {url: digest(salt, html, given.get(url, ())) for url, html in pages.items()}
    # What order they come in, and what stands for those that aren't written.
    plan = [(one.url, one.planned, one.title, one.summary, lesson_label(one), short_number(one)) for one in book.lessons]
    whole = digest(salt, plan, sorted(keys.items()))
    if whole in (made := store.get("search-files", [whole])):
        return made[whole]

    known = store.get("search", keys.values())
    missing = [url for url, key in keys.items() if key not in known]
    prepared_pages = side_by_side(lambda url: _prepare(pages[url].decode(), given.get(url, ())), missing)
    fresh = {keys[url]: prepared for url, prepared in zip(missing, prepared_pages, strict=True)}
    store.put("search", fresh)
    known |= fresh

    files: dict[str, bytes] = {}
    found: list[Page] = []
    stems: dict[str, str] = {}
    for url in _order(book, pages):
        if url not in pages:
            found.append(_planned(book, url, stems))
            continue
        prepared = known[keys[url]]
        if prepared is None:
            continue
        text, weighed, own_stems = prepared
        stems |= own_stems
        data = [entry.markup or entry.text for entry in text.entries]
        name = f"{FOLDER}/{hashlib.sha256(json.dumps(data).encode()).hexdigest()[:10]}.js"
        files[name] = _script(name, data)
        found.append(Page(url, text.label, text.entries[0].title, name, "", text.entries, weighed))
    result = {INDEX: _script(INDEX, make_index(found, stems))} | dict(sorted(files.items()))
    store.put("search-files", {whole: result})
    return result


def _given(book: Book) -> dict[str, tuple[str, ...]]:
    """What each lesson's page is looked up by besides what it shows: `4.3` and the keywords of its front matter."""
    return {
        lesson.url: (short_number(lesson), *lesson.front.keywords, lesson.block.title)
        for lesson in book.written if lesson.front is not None
    }


def _prepare(html: str, given: tuple[str, ...]) -> tuple[PageText, list[Weighed], dict[str, str]] | None:
    text = read_page(html)
    if text is None:
        return None
    more = " ".join((text.label, *given))
    weighed = [weigh(entry, more=more if place == 0 else "") for place, entry in enumerate(text.entries)]
    return text, weighed, stems_of(sorted({word for one in weighed for word in one.weights}))


def _order(book: Book, pages: Mapping[str, bytes]) -> Iterator[str]:
    """Lessons in the book's order, planned ones at their place; then all other pages by address."""
    lessons = [lesson.url for lesson in book.lessons]
    yield from (lesson.url for lesson in book.lessons if lesson.planned or lesson.url in pages)
    yield from sorted(set(pages) - set(lessons))


def _planned(book: Book, url: str, stems: dict[str, str]) -> Page:
    lesson = next(one for one in book.lessons if one.url == url)
    # One finds it at its place on the map.
    entry = Entry("page", map_anchor(lesson), lesson.title, lesson.summary)
    label = lesson_label(lesson)
    weighed = weigh(entry, more=f"{label} {short_number(lesson)}")
    stems |= stems_of([word for word in weighed.weights if word not in stems])
    return Page(MAP, label, lesson.title, "", lesson.summary, [entry], [weighed])


def _script(name: str, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.{NAME}??={{}})[{json.dumps(name)}]={text};\n".encode()
