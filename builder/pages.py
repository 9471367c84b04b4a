"""Whole pages: a lesson, the cover, the page for addresses that don't exist."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from builder.assets import Assets
from builder.back_matter.places import places_of
from builder.book import Book, Lesson
from builder.hosting.world import root_path
from builder.markdown.document import Document
from builder.markdown.facts import Facts
from builder.markdown.render import Body, lesson_label
from builder.needs import MAP, map_anchor, needs_of
from builder.references import relative_url
from builder.templates import render, strings


COVER = "cover.svg"
"""The picture of the cover, beside `book.toml`, for books that have one."""


def lesson_context(
    book: Book,
    lesson: Lesson,
    facts: Facts,
    assets: Assets,
    python: str | None,
    model: str | None,
    files: Mapping[str, str],
) -> dict[str, Any]:
    """All that a lesson's page shows besides its body, as plain values.

    `python` is the runtime's folder below the root, if any page uses it; `model` that of the pretrained model, if the
    book has it; `files` are the texts that the lesson's code reads.
    """
    assert lesson.front is not None
    place = book.places[lesson]
    # One doesn't leaf from the last lesson into an appendix.
    around = {way: book.lessons[at] if 0 <= at < len(book.lessons) else None for way, at in (("previous", place - 1), ("next", place + 1))}
    neighbours = {way: one if one and one.block.letter == lesson.block.letter else None for way, one in around.items()}
    prerequisites = [book.by_key(key) for key in lesson.front.prerequisites]
    return {
        "book": book_context(book),
        "lesson": {
            "label": lesson_label(lesson),
            "title": lesson.title,
            "summary": lesson.summary,
            "block_title": lesson.block.title,
            "block_number": lesson.block.number,
            "short_label": _short_label(lesson),
            "block_lessons": _block_keys(book, lesson.block.folder),
            "url": lesson.url,
            "uses_python": facts.uses_python,
            "asks": "quiz" in facts.features and not lesson.block.letter,
            "notebook": f"{lesson.slug}.ipynb" if "notebooks" in book.config.downloads and "cells" in facts.features else "",
            "prerequisites": [_entry(one, lesson.url) for one in prerequisites if one is not None],
            "needed_by": [_entry(one, lesson.url) for one in needs_of(book).needed_by[lesson]],
            # Nobody needs a chapter of an appendix, nor it anybody.
            "on_map": "" if lesson.block.letter else f"{relative_url(lesson.url, MAP)}#{map_anchor(lesson)}",
            **{way: _entry(one, lesson.url) if one else None for way, one in neighbours.items()},
        },
        "assets": assets.for_page(facts.features),
        "root": _root(lesson.url),
        "python": python if facts.uses_python else None,
        "model": model if facts.explorables else None,
        "files": dict(files) if facts.uses_python else {},
    }


def lesson_page(context: Mapping[str, Any], document: Document, body: Body) -> Markup:
    """The page of a written lesson, from its context and its rendered body."""
    sections = [{"id": h.id, "text": h.text, "level": h.level} for h in document.headings]
    return render("lesson.html.j2", body=body.html, sections=sections, cards=list(body.cards.values()), **context)


def cover_page(book: Book, assets: Assets) -> Markup:
    """`index.html`: what the book is, and its lessons by blocks, the planned ones told apart."""
    first = next(iter(book.written), None)
    return render(
        "cover.html.j2",
        book=book_context(book) | {"cover": Markup(_cover_picture(book))},
        blocks=[
            {
                "number": block.number,
                "letter": block.letter,
                "title": block.title,
                "summary": block.summary,
                "lessons": [_entry(one, "index.html") for one in book.lessons if one.block == block],
            }
            for block in book.blocks
        ],
        first=_entry(first, "index.html") if first else None,
        assets=assets.for_page(()),
        root="",
        python=None,
    )


def accessibility_page(book: Book, assets: Assets, features: Collection[str]) -> Markup:
    """What is tested of a book that has these features, and what is known to fail."""
    used = {"all", "width", "order", "keyboard", *features}
    return render("accessibility.html.j2", book=book_context(book), assets=assets.for_page(()), root="../", python=None, used=used)


def not_found_page(book: Book, assets: Assets, *, hosted: bool) -> Markup:
    """`404.html`, which a static host shows for any address: without `base_url` it can only point at its own folder."""
    root = root_path(book.config) if hosted else ""
    return render("not_found.html.j2", book=book_context(book), assets=assets.for_page(()), root=root, python=None)


def book_outline(book: Book) -> list[object]:
    """All that pages about the whole book show of it, as plain values."""
    return [
        book_context(book),
        repr(book.config),
        _cover_picture(book),
        [repr(block) for block in book.blocks],
        [(one.key, one.block.letter, one.title, one.summary, one.planned, one.front and (one.front.prerequisites, one.front.aliases)) for one in book.lessons],
    ]


def _cover_picture(book: Book) -> str:
    """An author's own file, as trusted as her code; inline, so that it has the page's colours."""
    picture = book.root / COVER
    return picture.read_text(encoding="utf-8") if picture.is_file() else ""


def book_context(book: Book) -> dict[str, Any]:
    """What every page says of its book."""
    config = book.config
    return {
        "id": book.id,
        "title": config.title,
        "subtitle": config.subtitle,
        "language": config.language,
        "description": config.description,
        "back_matter": [{"kind": place.kind, "url": place.url} for place in places_of(book)],
        "downloads": bool(config.downloads),
        "prefetch_python": config.prefetch_python,
    }


def _entry(lesson: Lesson, here: str) -> dict[str, Any]:
    return {
        "label": lesson_label(lesson),
        "number": lesson.number,
        "title": lesson.title,
        "summary": lesson.summary,
        "url": None if lesson.planned else relative_url(here, lesson.url),
        "planned": lesson.planned,
    }


def _short_label(lesson: Lesson) -> str:
    """«Lección 3», where its block has just been named."""
    return strings()["page"]["appendix_short" if lesson.block.letter else "lesson_short"].format(lesson=lesson.number)


def _root(url: str) -> str:
    return "../" * url.count("/")


def reader_key(lesson: Lesson) -> str:
    """What the reader's device calls a lesson; `pageKey` of scripts/store.js, on its page."""
    return lesson.url.removesuffix("/index.html")


@lru_cache(maxsize=256)
def _block_keys(book: Book, folder: str) -> str:
    """The keys of the lessons of a block, for each of its pages."""
    return " ".join(reader_key(one) for one in book.written_in[folder])


def alias_pages(book: Book) -> dict[str, bytes]:
    """A page at each address that a lesson had before, which leads to where it is now."""
    pages = {}
    for lesson in book.written:
        assert lesson.front is not None
        for alias in lesson.front.aliases:
            address = f"{alias}/index.html"
            url = relative_url(address, lesson.url)
            pages[address] = render("moved.html.j2", book=book_context(book), title=lesson.title, url=url).encode()
    return pages
