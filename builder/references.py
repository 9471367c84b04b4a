"""Where links lead: labels of the page, other lessons by their source file, addresses outside."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from builder.book import Book, Lesson
from builder.markdown.document import Document, ExplorableUse, Formula, Heading, Link
from builder.problems import Problems, nearest

_SCHEME = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]*):")
_ALLOWED = ("http", "https", "mailto")


@dataclass(frozen=True)
class Target:
    """What a link points at: `label` of a `lesson`. `url` is None for a lesson that is only planned."""

    kind: Literal["label", "lesson", "outside"]
    url: str | None
    lesson: Lesson | None = None
    label: Heading | Formula | ExplorableUse | str | None = None


def resolve_links(book: Book, documents: dict[Lesson, Document], problems: Problems) -> dict[Link, Target]:
    """The target of every link; one that leads nowhere becomes a problem with the nearest name."""
    targets = {}
    for lesson, document in documents.items():
        for link in document.links:
            target = _resolve(book, documents, lesson, link, problems)
            if target is not None:
                targets[link] = target
        _check_hooks(document, problems)
    return targets


def _resolve(
    book: Book, documents: dict[Lesson, Document], lesson: Lesson, link: Link, problems: Problems
) -> Target | None:
    def fault(rule: str, **fields: object) -> None:
        problems.add(rule, lesson.path, link.line, link.column, **fields)

    href = unquote(link.href)
    if scheme := _SCHEME.match(href):
        if scheme[1].lower() not in _ALLOWED:
            return fault("link-scheme", href=href, scheme=scheme[1])
        if not link.has_text:
            return fault("link-empty", href=href)
        return Target("outside", link.href)
    path, _, anchor = href.partition("#")
    other = lesson
    if path:
        source = (lesson.folder / path).resolve()
        found = book.by_path(source)
        if found is None:
            known = [os.path.relpath(one.path, lesson.folder) for one in book.lessons]
            return fault("link-nowhere", href=href, near=nearest(path, known))
        other = found
    if other.planned:
        return Target("lesson", None, other)
    address = "" if other is lesson else relative_url(lesson.url, other.url)
    if not anchor:
        if other is lesson:
            return fault("link-empty", href=href or "#")
        return Target("lesson", address, other)
    labels = documents[other].labels if other in documents else {}
    if anchor not in labels:
        return fault("label-unknown", label=anchor, near=nearest(anchor, labels))
    label = labels[anchor]
    if not link.has_text and isinstance(label, str):
        return fault("link-empty", href=href)
    return Target("label", f"{address}#{anchor}", other, label)


def _check_hooks(document: Document, problems: Problems) -> None:
    ids = [use.id for use in document.explorables]
    for hook in document.hooks:
        if hook.explorable not in ids:
            near = nearest(hook.explorable, ids)
            problems.add("hook-unknown", document.lesson.path, hook.line, hook.column, id=hook.explorable, near=near)


def relative_url(here: str, there: str) -> str:
    """The address of page `there` as written in page `here`, both below the root of the book."""
    return os.path.relpath(there, os.path.dirname(here) or ".").replace(os.sep, "/")
