"""What each lesson needs, and which lessons need it: as the front matter says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from builder.book import Book, Lesson

MAP = "mapa/index.html"
"""The page that shows it for the whole book."""


@dataclass(frozen=True)
class Needs:
    """The lessons that each lesson needs, and those that need it, both in the book's order."""

    needs: Mapping[Lesson, Sequence[Lesson]]
    needed_by: Mapping[Lesson, Sequence[Lesson]]


@lru_cache(maxsize=2)
def needs_of(book: Book) -> Needs:
    """As the front matter says; of a lesson that is only planned one knows who needs it, not what it needs."""
    needs: dict[Lesson, list[Lesson]] = {}
    needed_by: dict[Lesson, list[Lesson]] = {lesson: [] for lesson in book.lessons}
    for lesson in book.lessons:
        keys = lesson.front.prerequisites if lesson.front else []
        found = {one for key in keys if (one := book.by_key(key)) is not None and one is not lesson}
        needs[lesson] = sorted(found, key=book.places.__getitem__)
        for one in needs[lesson]:
            needed_by[one].append(lesson)
    return Needs(needs, needed_by)


def map_anchor(lesson: Lesson) -> str:
    """Where the map's list has a lesson."""
    return f"leccion-{lesson.block.slug}-{lesson.slug}"


def short_number(lesson: Lesson) -> str:
    """`4.3`; in an appendix, `A.3`."""
    return f"{lesson.block.letter or lesson.block.number}.{lesson.number}"
