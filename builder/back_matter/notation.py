"""The symbols that lessons declare, in the book's order; one symbol with two meanings is told, unless the lesson says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder import toml_lines
from builder.back_matter.fragments import formula, fragment, source
from builder.back_matter.models import Symbol
from builder.book import Book, Lesson
from builder.markdown.document import Document
from builder.problems import Problems
from builder.source import read_text

_SPACING = re.compile(r"\\[,;:! ]|\s+")


@dataclass(frozen=True, eq=False)
class Entry:
    """A symbol as a lesson declares it: its formula, and what is written of it, as documents."""

    lesson: Lesson
    line: int
    symbol: Symbol
    formula: Document
    meaning: Document
    shape: Document | None

    @property
    def documents(self) -> list[Document]:
        return [one for one in (self.formula, self.meaning, self.shape) if one is not None]


def read_notation(book: Book, address: str, problems: Problems) -> tuple[Entry, ...]:
    """The symbols of all written lessons; `address` is that of the page that will list them."""
    entries = [entry for lesson in book.written for entry in _entries(lesson, address, problems, book.config.language)]
    _check(entries, problems)
    return tuple(entries)


def _entries(lesson: Lesson, address: str, problems: Problems, language: str) -> Iterator[Entry]:
    assert lesson.front is not None
    text = read_text(lesson.path, problems) if lesson.front.notation else None
    if text is None:
        return
    origin = source(lesson.path, text, address)
    for index, symbol in enumerate(lesson.front.notation):
        line = toml_lines.line_of(text, ("notation", index))

        def document(key: str, written: str) -> Document:
            place = toml_lines.line_of(text, ("notation", index, key))
            return fragment(written, place, origin, problems, language)

        yield Entry(
            lesson, line, symbol, formula(_coloured(symbol), line, origin), document("meaning", symbol.meaning),
            document("shape", symbol.shape) if symbol.shape else None,
        )


def _coloured(symbol: Symbol) -> str:
    return rf"\htmlClass{{role-{symbol.role}}}{{{symbol.symbol}}}" if symbol.role else symbol.symbol


def _check(entries: list[Entry], problems: Problems) -> None:
    before: dict[str, list[Entry]] = {}
    for entry in entries:
        symbol = entry.symbol
        earlier = before.setdefault(_SPACING.sub("", symbol.symbol), [])
        same = next((one for one in earlier if one.lesson is entry.lesson), None)
        if same is not None:
            problems.add("notation-twice", entry.lesson.path, entry.line, symbol=symbol.symbol, other=same.line)
        elif symbol.redefines and not earlier:
            problems.add("notation-redefines", entry.lesson.path, entry.line, symbol=symbol.symbol)
        elif not symbol.redefines and earlier and all(one.symbol.meaning != symbol.meaning for one in earlier):
            other = earlier[-1]
            problems.add(
                "notation-conflict", entry.lesson.path, entry.line,
                symbol=symbol.symbol, meaning=symbol.meaning, lesson=other.lesson.key, other=other.symbol.meaning,
            )
        earlier.append(entry)


def others(entries: tuple[Entry, ...], entry: Entry) -> list[Entry]:
    """The entries that give the symbol of `entry` another meaning."""
    key = _SPACING.sub("", entry.symbol.symbol)
    return [
        one for one in entries
        if one is not entry and _SPACING.sub("", one.symbol.symbol) == key and one.symbol.meaning != entry.symbol.meaning
    ]
