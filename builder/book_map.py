"""The page that shows what each lesson needs and which lessons need it: drawn, and as a list."""

from __future__ import annotations

from typing import Any

from builder.assets import Assets
from builder.book import Book, Lesson
from builder.book_map_drawing import Node, draw_map
from builder.markdown.render import lesson_label
from builder.needs import MAP, Needs, map_anchor, needs_of, short_number
from builder.pages import book_context
from builder.references import relative_url
from builder.templates import render, strings


def map_page(book: Book, assets: Assets) -> bytes:
    """The page of the map: drawn, and the same as a list."""
    found = needs_of(book)
    nodes = [
        Node(
            short_number(lesson), lesson.title, None if lesson.planned else relative_url(MAP, lesson.url),
            lesson.block.number, tuple(book.places[one] for one in found.needs[lesson]),
        )
        for lesson in book.lessons
    ]
    heads = {block.number: f"{_block_name(block.number, block.letter)} · {block.title}" for block in book.blocks}
    return render(
        "map.html.j2",
        book=book_context(book),
        drawing=draw_map(nodes, heads, strings()["map"]),
        blocks=[
            {
                "number": block.number,
                "name": _block_name(block.number, block.letter),
                "title": block.title,
                "lessons": [_row(found, lesson) for lesson in book.lessons if lesson.block == block],
            }
            for block in book.blocks
        ],
        planned=any(lesson.planned for lesson in book.lessons),
        assets=assets.for_page({"map"}),
        root="../",
        python=None,
    ).encode()


def _block_name(number: int, letter: str) -> str:
    words = strings()["cover"]
    return words["appendix"].format(letter=letter) if letter else words["block"].format(number=number)


def _row(found: Needs, lesson: Lesson) -> dict[str, Any]:
    return _entry(lesson, MAP) | {
        "anchor": map_anchor(lesson),
        "needs": [_entry(one, MAP) for one in found.needs[lesson]],
        "needed_by": [_entry(one, MAP) for one in found.needed_by[lesson]],
    }


def _entry(lesson: Lesson, here: str) -> dict[str, Any]:
    return {
        "number": short_number(lesson),
        "label": lesson_label(lesson),
        "title": lesson.title,
        "url": None if lesson.planned else relative_url(here, lesson.url),
        "planned": lesson.planned,
    }
