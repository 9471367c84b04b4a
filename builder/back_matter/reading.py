"""Glossary, bibliography and notation of a book, and the lessons that use them: what nobody knows, and what nobody uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from builder.back_matter.bibliography import Bibliography
from builder.back_matter.fragments import fragment, source
from builder.back_matter.glossary import Glossary
from builder.back_matter.models import Term
from builder.back_matter.notation import Entry, read_notation
from builder.back_matter.places import BIBLIOGRAPHY, GLOSSARY, NOTATION, citation_anchor, places_of, term_anchor
from builder.book import Book, Lesson, front_line
from builder.markdown.document import Citation, Document, Formula, TermUse
from builder.markdown.facts import Facts
from builder.math import render_formulas
from builder.problems import Problems, nearest
from builder.references import Target, resolve
from builder.store import Store


@dataclass
class BackMatter:
    """`citing` and `using` say where the lessons name each work and each term: the anchors in each lesson's page.

    `definitions`, `notes` and `symbols` are what the pages show; `formulas` is their HTML, once it is rendered.
    """

    bibliography: Bibliography
    glossary: Glossary
    definitions: dict[str, Document] = field(default_factory=dict)
    notes: dict[str, Document] = field(default_factory=dict)
    symbols: tuple[Entry, ...] = ()
    targets: dict[Document, list[Target | None]] = field(default_factory=dict)
    citing: dict[str, dict[Lesson, list[str]]] = field(default_factory=dict)
    using: dict[str, dict[Lesson, str]] = field(default_factory=dict)
    formulas: dict[Formula, str] = field(default_factory=dict)

    @property
    def documents(self) -> list[Document]:
        """All fragments that the pages show."""
        return [*self.definitions.values(), *self.notes.values(), *(one for entry in self.symbols for one in entry.documents)]

    def shown_in(self, facts: Facts) -> list[object]:
        """All that a lesson's page shows of the works and terms that it names, as plain values."""
        works = {key for one in facts.citations for key, _ in one.works}
        terms = {term.term: term for one in facts.terms if (term := self.glossary.find(one.name))}
        boxes = [bool(self.glossary.find(name)) for name in facts.definitions]
        return [boxes, [self._shown_work(key) for key in sorted(works)], [self._shown_term(terms[name]) for name in sorted(terms)]]

    def _shown_work(self, key: str) -> object:
        work = self.bibliography.by_key(key)
        return work and [repr(work), self.bibliography.years[key], *self._shown_fragment(self.notes.get(key))]

    def _shown_term(self, term: Term) -> object:
        return [repr(term), *self._shown_fragment(self.definitions.get(term.term))]

    def _shown_fragment(self, document: Document | None) -> list[object]:
        """What the fragment's own text doesn't tell: the titles it links to, and how the works that it cites are called."""
        if document is None:
            return []
        works = [self.bibliography.by_key(key) for one in document.citations for key, _ in one.works]
        titles = [target and target.shows for target in self.targets.get(document, [])]
        return [*titles, *(work and self.bibliography.label(work) for work in works)]

    def render_formulas(self, store: Store, problems: Problems) -> None:
        self.formulas = render_formulas(self.documents, store, problems)


def read_back_matter(book: Book, facts: Mapping[Lesson, Facts], problems: Problems) -> BackMatter:
    """What the book has at its end, checked both ways against the lessons."""
    matter = BackMatter(book.bibliography, book.glossary)
    _read_fragments(book, matter, problems)
    documents = matter.documents
    matter.targets = {one: resolve(book, facts, one.lesson, one.links, problems) for one in documents}
    for lesson, known in facts.items():
        _check_mentions(lesson, known.citations, known.terms, matter, problems)
        # What the guide shows of the dialect are samples, not uses.
        if not (lesson.front and lesson.front.generated):
            _note_uses(lesson, known, matter)
    for document in documents:
        _check_mentions(document.lesson, document.citations, document.terms, matter, problems)
    _check_lessons(book, matter.glossary, problems)
    _check_aliases(book, problems)
    # With a lesson unread, what it names would be called unused.
    if not problems.has_errors:
        _check_unused(matter, problems)
    return matter


def _read_fragments(book: Book, matter: BackMatter, problems: Problems) -> None:
    language, glossary, bibliography = book.config.language, matter.glossary, matter.bibliography
    origin = source(glossary.path, glossary.text, GLOSSARY.url)
    for term in glossary.terms:
        line = glossary.line(term, "definition")
        matter.definitions[term.term] = fragment(term.definition, line, origin, problems, language)
    origin = source(bibliography.path, bibliography.text, BIBLIOGRAPHY.url)
    for work in bibliography.works:
        if work.note:
            line = bibliography.line(work.key, "note")
            matter.notes[work.key] = fragment(work.note, line, origin, problems, language)
    matter.symbols = read_notation(book, NOTATION.url, problems)


def _check_mentions(
    lesson: Lesson, citations: Iterable[Citation], terms: Iterable[TermUse], matter: BackMatter, problems: Problems
) -> None:
    for citation in citations:
        for key, _ in citation.works:
            if matter.bibliography.is_known and matter.bibliography.by_key(key) is None:
                near = nearest(key, matter.bibliography.keys)
                problems.add("cite-unknown", lesson.path, citation.line, citation.column, key=key, near=near)
    for use in terms:
        if matter.glossary.is_known and matter.glossary.find(use.name) is None:
            near = nearest(use.name, matter.glossary.names)
            problems.add("term-unknown", lesson.path, use.line, use.column, name=use.name, near=near)


def _note_uses(lesson: Lesson, facts: Facts, matter: BackMatter) -> None:
    for number, citation in enumerate(facts.citations, 1):
        for key, _ in citation.works:
            matter.citing.setdefault(key, {}).setdefault(lesson, []).append(citation_anchor(number))
    # A box that defines the term is its place, before any mention.
    for name, identifier in facts.definitions.items():
        if term := matter.glossary.find(name):
            matter.using.setdefault(term.term, {})[lesson] = identifier or term_anchor(term)
    for use in facts.terms:
        if term := matter.glossary.find(use.name):
            matter.using.setdefault(term.term, {}).setdefault(lesson, term_anchor(term))


def _check_lessons(book: Book, glossary: Glossary, problems: Problems) -> None:
    for term in glossary.terms:
        if term.lesson and book.by_key(term.lesson) is None:
            near = nearest(term.lesson, [lesson.key for lesson in book.lessons])
            problems.add("prerequisite-unknown", glossary.path, glossary.line(term, "lesson"), lesson=term.lesson, near=near)


def _check_aliases(book: Book, problems: Problems) -> None:
    taken = {place.url.removesuffix("/index.html") for place in places_of(book)}
    for lesson in book.written:
        for index, alias in enumerate(lesson.front.aliases if lesson.front else ()):
            if alias in taken:
                problems.add("alias-taken", lesson.path, front_line(lesson.path, "aliases", index), alias=alias, other=f"{alias}/index.html")


def _check_unused(matter: BackMatter, problems: Problems) -> None:
    bibliography, glossary = matter.bibliography, matter.glossary
    elsewhere = {key for document in matter.documents for one in document.citations for key, _ in one.works}
    for work in bibliography.works:
        if work.key not in matter.citing and work.key not in elsewhere:
            problems.add("work-unused", bibliography.path, bibliography.line(work.key, "key"), key=work.key)
    for term in glossary.terms:
        if term.term not in matter.using:
            problems.add("term-unused", glossary.path, glossary.line(term, "term"), name=term.term)


def introduced(book: Book, matter: BackMatter, term: Term) -> Lesson | None:
    """The lesson that introduces a term: the one that the glossary names, or the first that uses it."""
    if term.lesson:
        return book.by_key(term.lesson)
    return next((lesson for lesson in book.lessons if lesson in matter.using.get(term.term, {})), None)
