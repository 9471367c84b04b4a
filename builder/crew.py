"""Lessons parsed and rendered on both cores, by copies of this process that keep the documents of their share.

A document is thousands of tokens, dear to hand over; what the other phases need of it is little. So each copy keeps
the documents that it parsed, hands over the rest, and gets back what rendering takes.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from builder.book import Book, Lesson
from builder.markdown.document import Document
from builder.markdown.facts import Facts, facts_of
from builder.markdown.parser import parse
from builder.problems import Problems
from builder.side_by_side import DONE, Copy, copies_for, gather


@dataclass(frozen=True)
class Parsed:
    """What a lesson's text gave; a document from a copy comes without its tokens."""

    document: Document
    facts: Facts
    problems: Problems


def parse_lesson(book: Book, lesson: Lesson, raised: frozenset[str]) -> Parsed:
    """A lesson's document and what is told of it; `raised` are the warnings that count as errors."""
    problems = Problems(raised)
    document = parse(lesson, problems, book.config.language)
    return Parsed(document, facts_of(document), problems)


class Crew:
    """Copies of this process, each with a fixed share of the book's lessons."""

    def __init__(self, book: Book, documents: Mapping[Lesson, Document], copies: int) -> None:
        self._book = book
        self._copies = [Copy(partial(self._work, dict(documents))) for _ in range(copies)]

    @classmethod
    def hire(cls, book: Book, documents: Mapping[Lesson, Document], lessons: int) -> Crew | None:
        """A crew if so many lessons are worth one; it knows the `documents` that there are already."""
        copies = copies_for(lessons)
        return cls(book, documents, copies) if copies else None

    def parse(self, lessons: Iterable[Lesson], raised: frozenset[str]) -> Iterator[tuple[Lesson, Parsed]]:
        """Each lesson's document without its tokens, in no order."""
        return self._share("parse", {lesson: () for lesson in lessons}, raised)

    def render(self, function: Callable[..., Any], jobs: Mapping[Lesson, tuple[Any, ...]], shared: Any) -> Iterator[tuple[Lesson, Any]]:
        """`function(document, *job, shared)` of each lesson, in no order; the function is one of a module."""
        return self._share("render", jobs, (function, shared))

    def _share(self, task: str, jobs: Mapping[Lesson, tuple[Any, ...]], shared: Any) -> Iterator[tuple[Lesson, Any]]:
        shares: list[dict[Lesson, tuple[Any, ...]]] = [{} for _ in self._copies]
        for lesson, job in jobs.items():
            # The same lesson goes to the same copy each time: it has the document.
            shares[self._book.places[lesson] % len(shares)][lesson] = job
        for copy, share in zip(self._copies, shares, strict=True):
            copy.pipe.send_bytes(self._packed((task, share, shared)))
        return gather(self._copies, self._unpacked, last=False)

    def _work(self, documents: dict[Lesson, Document], parent: Connection) -> None:
        while True:
            try:
                task, share, shared = self._unpacked(parent.recv_bytes())
            except EOFError:
                return
            for lesson, job in share.items():
                if task == "parse":
                    parsed = parse_lesson(self._book, lesson, shared)
                    documents[lesson] = parsed.document
                    found: Any = replace(parsed, document=replace(parsed.document, tokens=[], quizzes=[]))
                else:
                    function, common = shared
                    found = function(documents[lesson], *job, common)
                parent.send_bytes(self._packed((lesson, found)))
            parent.send_bytes(DONE)

    # Lessons are told apart by identity: what travels is their place in the book. What only passes for one (the source of
    # a definition) travels whole.

    def _packed(self, value: Any) -> bytes:
        places = self._book.places

        class Pickler(pickle.Pickler):
            def persistent_id(self, thing: object) -> int | None:
                return places.get(thing) if isinstance(thing, Lesson) else None

        data = io.BytesIO()
        Pickler(data, protocol=5).dump(value)
        return data.getvalue()

    def _unpacked(self, data: bytes) -> Any:
        lessons = self._book.lessons

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, place: int) -> Lesson:
                return lessons[place]

        return Unpickler(io.BytesIO(data)).load()
