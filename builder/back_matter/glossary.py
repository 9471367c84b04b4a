"""`glossary.toml`: the terms in dictionary order, each found by any of its names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder import toml_lines
from builder.back_matter import models
from builder.back_matter.models import Term
from builder.collation import sort_key
from builder.problems import Problems
from builder.slugs import slugify
from builder.source import read_text
from builder.toml_models import parse

FILE = "glossary.toml"


@dataclass(frozen=True)
class Glossary:
    """`terms` as their page lists them; `places`, the index of each in the file, whose own text is `text`.

    It is not `is_known` when its file has a fault, which was told: then nobody can say what it lacks.
    """

    path: Path
    text: str = ""
    terms: tuple[Term, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    _by_name: Mapping[str, Term] = field(default_factory=dict)
    is_known: bool = True

    def find(self, name: str) -> Term | None:
        """The term that has this name, or this variant; case doesn't count."""
        return self._by_name.get(_plain(name))

    @property
    def names(self) -> list[str]:
        return [name for term in self.terms for name in (term.term, *term.variants)]

    def line(self, term: Term, key: str) -> int:
        """Where the file has this key of a term."""
        return toml_lines.line_of(self.text, ("terms", self.places[term.term], key))


def read_glossary(root: Path, problems: Problems) -> Glossary:
    """The glossary of the book in `root`; empty where there is none, or where it can't be read."""
    path = root / FILE
    text = read_text(path, problems) if path.is_file() else None
    found = parse(text, models.Glossary, path, problems) if text is not None else None
    if text is None or found is None:
        return Glossary(path, is_known=not path.is_file())
    by_name: dict[str, Term] = {}
    places: dict[str, int] = {}
    slugs: dict[str, int] = {}
    for index, term in enumerate(found.terms):
        line = toml_lines.line_of(text, ("terms", index, "term"))
        taken = next((name for name in (term.term, *term.variants) if _plain(name) in by_name), None)
        same = slugs.get(slug_of(term))
        if taken is not None or same is not None:
            other = toml_lines.line_of(text, ("terms", places[by_name[_plain(taken)].term], "term")) if taken else same
            problems.add("term-twice", path, line, name=taken or term.term, other=other)
            continue
        places[term.term] = index
        slugs[slug_of(term)] = line
        by_name |= {_plain(name): term for name in (term.term, *term.variants)}
    terms = sorted((found.terms[index] for index in places.values()), key=lambda term: sort_key(term.term))
    return Glossary(path, text, tuple(terms), places, by_name)


def slug_of(term: Term) -> str:
    """The anchor of a term on its page."""
    return slugify(term.term)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
