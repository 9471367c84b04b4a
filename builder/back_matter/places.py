"""The addresses of the pages at the end of the book, and the anchors that lead to and from them."""

from __future__ import annotations

from dataclasses import dataclass

from builder.back_matter.glossary import slug_of
from builder.back_matter.models import Term
from builder.book import Book


@dataclass(frozen=True)
class Place:
    """`kind` is the name of its strings; `url` lies below the root of the book."""

    kind: str
    url: str


GLOSSARY = Place("glossary", "glosario/index.html")
NOTATION = Place("notation", "notacion/index.html")
BIBLIOGRAPHY = Place("bibliography", "bibliografia/index.html")


def places_of(book: Book) -> list[Place]:
    """The pages that this book has."""
    there = ((GLOSSARY, book.glossary.terms), (NOTATION, book.has_notation), (BIBLIOGRAPHY, book.bibliography.works))
    return [place for place, something in there if something]


def citation_anchor(number: int) -> str:
    """The anchor of the n-th citation of a lesson."""
    return f"cita-{number}"


def term_anchor(term: Term) -> str:
    """The anchor of a term where a lesson names it first."""
    return f"termino-{slug_of(term)}"
