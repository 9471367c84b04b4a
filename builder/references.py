"""Where links lead: labels of the page, other lessons by their source file, addresses outside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from builder.book import Book, Lesson
from builder.markdown.document import Label, Link
from builder.markdown.facts import Facts
from builder.problems import Problems, nearest

_SCHEME = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]*):")
_ALLOWED = ("http", "https", "mailto")


@dataclass(frozen=True)
class Target:
    """What a link points at: `label` of a `lesson`. `url` is None for a lesson that is only planned.

    `drawn` is the HTML of an equation of another lesson, for a page that can show it.
    """

    kind: Literal["label", "lesson", "outside"]
    url: str | None
    lesson: Lesson | None = None
    name: str = ""
    label: Label | None = None
    drawn: str = ""

    @property
    def shows(self) -> tuple[object, ...]:
        """All that a page shows of its target, as plain values."""
        one = self.lesson
        shown = (one.block.number, one.block.letter, one.number, one.title, one.summary, one.planned) if one else ()
        return (self.kind, self.url, *shown, self.label and (self.label.kind, self.label.number, self.label.text, self.label.preview))


def resolve(
    book: Book, facts: Mapping[Lesson, Facts], lesson: Lesson, links: Iterable[Link], problems: Problems
) -> list[Target | None]:
    """The targets of links that are written where `lesson` is, for the page that it becomes."""
    return [_resolve(book, facts, lesson, link, problems) for link in links]


def _resolve(
    book: Book, facts: Mapping[Lesson, Facts], lesson: Lesson, link: Link, problems: Problems
) -> Target | None:
    def fault(rule: str, **fields: object) -> None:
        problems.add(rule, lesson.path, link.line, link.column, **fields)

    href = unquote(link.href)
    if scheme := _SCHEME.match(href):
        if scheme[1].lower() not in _ALLOWED:
            return fault("link-scheme", href=href, scheme=scheme[1])
        if not link.has_text:
            return fault("link-empty", href=href)
        if not _SCHEME.match(link.href):
            # A scheme that hides behind a % is none for a browser.
            return fault("link-nowhere", href=link.href, near=href)
        return Target("outside", link.href)
    path, _, anchor = href.partition("#")
    other = lesson
    if path:
        found = book.by_path(os.path.normpath(lesson.folder / path))
        if found is None:
            known = [os.path.relpath(one.path, lesson.folder) for one in book.lessons]
            return fault("link-nowhere", href=href, near=nearest(path, known))
        other = found
    if other.planned:
        return Target("lesson", None, other)
    address = "" if other is lesson else relative_url(lesson.url, other.url)
    if not anchor:
        if not path:
            return fault("link-empty", href=href or "#")
        return Target("lesson", relative_url(lesson.url, other.url), other)
    labels = facts[other].labels if other in facts else {}
    if anchor not in labels:
        return fault("label-unknown", label=anchor, near=nearest(anchor, labels))
    label = labels[anchor]
    if not link.has_text and label.kind == "other":
        return fault("link-empty", href=href)
    return Target("label", f"{address}#{anchor}", other, anchor, label)


def relative_url(here: str, there: str) -> str:
    """The address of page `there` as written in page `here`, both below the root of the book."""
    # `os.path.relpath` would ask where we stand each time, a dozen times a page.
    start, end = here.split("/")[:-1], there.split("/")
    shared = 0
    while shared < min(len(start), len(end)) and start[shared] == end[shared]:
        shared += 1
    return "/".join([".."] * (len(start) - shared) + end[shared:]) or "."
