"""The pages of glossary, notation and bibliography."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import get_args

from markupsafe import Markup

from builder.assets import Assets
from builder.back_matter.glossary import slug_of
from builder.back_matter.mentions import rendered, work_fields
from builder.back_matter.models import Role, Term, Work
from builder.back_matter.notation import Entry, others
from builder.back_matter.places import BIBLIOGRAPHY, GLOSSARY, NOTATION, Place, places_of
from builder.back_matter.reading import BackMatter, introduced
from builder.book import Book, Lesson
from builder.collation import initial
from builder.files import Files
from builder.markdown.render import Card, lesson_label
from builder.pages import book_context
from builder.references import relative_url
from builder.templates import render

_ONE_PARAGRAPH = re.compile(r"^<p>((?:(?!</p>).)*)</p>\s*$", re.DOTALL)
_LETTERS = {"Ñ": "enie", "#": "otros"}
"""What the anchor of a letter says where the letter itself won't do."""
_Maker = Callable[[Book, BackMatter, dict[str, Card]], dict[str, object]]


def features(book: Book, matter: BackMatter) -> set[frozenset[str]]:
    """What the bundles of these pages are made of."""
    return {_features(matter)} if places_of(book) else set()


def _features(matter: BackMatter) -> frozenset[str]:
    return frozenset({"back_matter", "math"} if any(one.formulas for one in matter.documents) else {"back_matter"})


def back_matter_pages(book: Book, matter: BackMatter, assets: Assets) -> Files:
    """The pages that the book has, by their addresses, made when they are asked for: under `serve` few of them are."""
    make = {GLOSSARY: _glossary, NOTATION: _notation, BIBLIOGRAPHY: _bibliography}
    pages = Files()
    for place in places_of(book):
        pages.later(place.url, partial(_page, book, matter, assets, place, make[place]))
    return pages


def _page(book: Book, matter: BackMatter, assets: Assets, place: Place, make: _Maker) -> bytes:
    cards: dict[str, Card] = {}
    context = make(book, matter, cards)
    return render(
        f"{place.kind}.html.j2",
        book=book_context(book),
        kind=place.kind,
        cards=list(cards.values()),
        assets=assets.for_page(_features(matter)),
        root="../",
        python=None,
        **context,
    ).encode()


def _glossary(book: Book, matter: BackMatter, cards: dict[str, Card]) -> dict[str, object]:
    groups = groupby(matter.glossary.terms, key=lambda term: initial(term.term))
    return {
        "letters": [
            {"letter": letter, "id": f"letra-{_LETTERS.get(letter, letter.lower())}", "terms": [_term(book, matter, term, cards) for term in terms]}
            for letter, terms in groups
        ]
    }


def _term(book: Book, matter: BackMatter, term: Term, cards: dict[str, Card]) -> dict[str, object]:
    using = matter.using.get(term.term, {})
    first = introduced(book, matter, term)
    anchor = using.get(first, "") if first else ""
    return {
        "id": slug_of(term),
        "name": term.term,
        "english": term.english,
        "definition": rendered(matter, matter.definitions[term.term], GLOSSARY.url, cards),
        "introduced": _place(first, GLOSSARY.url, anchor) if first else None,
        "used": [_place(lesson, GLOSSARY.url, using[lesson]) for lesson in book.lessons if lesson in using and lesson is not first],
    }


def _bibliography(book: Book, matter: BackMatter, cards: dict[str, Card]) -> dict[str, object]:
    return {"works": [_work(book, matter, work, cards) for work in matter.bibliography.works]}


def _work(book: Book, matter: BackMatter, work: Work, cards: dict[str, Card]) -> dict[str, object]:
    citing = matter.citing.get(work.key, {})
    note = matter.notes.get(work.key)
    terms = [
        term for term in matter.glossary.terms
        if any(key == work.key for one in matter.definitions[term.term].citations for key, _ in one.works)
    ]
    return work_fields(matter.bibliography, work) | {
        "note": phrase(rendered(matter, note, BIBLIOGRAPHY.url, cards)) if note else "",
        "cited": [
            _place(lesson, BIBLIOGRAPHY.url, citing[lesson][0]) | {
                "again": [f"{relative_url(BIBLIOGRAPHY.url, lesson.url)}#{anchor}" for anchor in citing[lesson][1:]]
            }
            for lesson in book.lessons if lesson in citing
        ],
        "terms": [{"name": term.term, "url": f"{relative_url(BIBLIOGRAPHY.url, GLOSSARY.url)}#{slug_of(term)}"} for term in terms],
    }


def _notation(book: Book, matter: BackMatter, cards: dict[str, Card]) -> dict[str, object]:
    ids = {entry: f"simbolo-{number}" for number, entry in enumerate(matter.symbols, 1)}
    by_block = [
        {
            "id": f"bloque-{block.number}",
            "number": block.letter or block.number,
            "title": block.title,
            "symbols": [_symbol(matter, entry, ids, cards) for entry in matter.symbols if entry.lesson.block == block],
        }
        for block in book.blocks
    ]
    return {"blocks": [block for block in by_block if block["symbols"]], "legend": list(_legend(matter, ids))}


def _symbol(matter: BackMatter, entry: Entry, ids: dict[Entry, str], cards: dict[str, Card]) -> dict[str, object]:
    return {
        "id": ids[entry],
        "formula": _formula(matter, entry),
        "said": entry.symbol.said,
        "meaning": phrase(rendered(matter, entry.meaning, NOTATION.url, cards)),
        "shape": phrase(rendered(matter, entry.shape, NOTATION.url, cards)) if entry.shape else "",
        "lesson": _place(entry.lesson, NOTATION.url, ""),
        "others": [{"id": ids[one], "label": short_label(one.lesson)} for one in others(matter.symbols, entry)],
    }


def _legend(matter: BackMatter, ids: dict[Entry, str]) -> Iterator[dict[str, object]]:
    """Each colour that some symbol has, with its symbols."""
    for role in get_args(Role):
        entries = [entry for entry in matter.symbols if entry.symbol.role == role]
        if entries:
            symbols = {entry.symbol.symbol: _symbol_link(matter, entry, ids) for entry in reversed(entries)}
            yield {"role": role, "symbols": list(reversed(symbols.values()))}


def _symbol_link(matter: BackMatter, entry: Entry, ids: dict[Entry, str]) -> dict[str, object]:
    return {"id": ids[entry], "formula": _formula(matter, entry), "said": entry.symbol.said or entry.symbol.symbol}


def _formula(matter: BackMatter, entry: Entry) -> Markup:
    return Markup(matter.formulas[entry.formula.formulas[0]])


def _place(lesson: Lesson, here: str, anchor: str) -> dict[str, object]:
    """A link to a lesson, or to a place in it; no address where it isn't written yet."""
    url = None if lesson.planned else relative_url(here, lesson.url) + (f"#{anchor}" if anchor else "")
    return {"label": short_label(lesson), "full_label": lesson_label(lesson), "title": lesson.title, "url": url}


def short_label(lesson: Lesson) -> str:
    """«4.3», as the prose calls a lesson where there is little room."""
    return f"{lesson.block.letter or lesson.block.number}.{lesson.number}"


def phrase(html: Markup) -> Markup:
    """A lone paragraph as a phrase."""
    return Markup(_ONE_PARAGRAPH.sub(r"\1", str(html)))
