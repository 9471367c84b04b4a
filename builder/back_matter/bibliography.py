"""`bibliography.toml`: the works, in the order of their page, and how Spanish prose names them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder import toml_lines
from builder.back_matter import models
from builder.back_matter.models import Work
from builder.collation import sort_key
from builder.problems import Problems
from builder.source import read_text
from builder.templates import strings
from builder.toml_models import parse

FILE = "bibliography.toml"
# Up to this many authors are all named in the prose.
ALL_NAMED = 3
# «y» would run into the sound of an «i»: «Jain e Ito», but «Jain y Hierro».
_SOUNDS_LIKE_I = re.compile(r"^(?:[iíIÍ]|[hH][iíIÍ](?![aeoáéó])|[yY](?![aeiouáéíóú]))")
_SPACE_BEFORE_NUMBER = re.compile(r"(?<=\.) (?=\d)")


@dataclass(frozen=True)
class Bibliography:
    """`works` as their page lists them; `places`, the index of each in the file, whose own text is `text`.

    It is not `is_known` when its file has a fault, which was told: then nobody can say what it lacks.
    """

    path: Path
    text: str = ""
    works: tuple[Work, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    years: Mapping[str, str] = field(default_factory=dict)
    is_known: bool = True

    def by_key(self, key: str) -> Work | None:
        return next((work for work in self.works if work.key == key), None)

    @property
    def keys(self) -> list[str]:
        return [work.key for work in self.works]

    def line(self, key: str, field: str) -> int:
        """Where the file has this field of a work."""
        return toml_lines.line_of(self.text, ("works", self.places[key], field))

    def label(self, work: Work) -> str:
        """«Bahdanau, Cho y Bengio (2015)»."""
        return self.in_text(work, "")

    def in_text(self, work: Work, locator: str) -> str:
        """The work as part of a sentence: «Vaswani et al. (2017, §3.2)»."""
        return f"{short_authors(work)} ({', '.join(self._dated(work, locator))})"

    def in_parentheses(self, work: Work, locator: str) -> str:
        """The work between parentheses that others may share: «Vaswani et al., 2017, §3.2»."""
        return ", ".join([short_authors(work), *self._dated(work, locator)])

    def _dated(self, work: Work, locator: str) -> list[str]:
        # «ec. 5» stays on one line.
        return [self.years[work.key], *([_SPACE_BEFORE_NUMBER.sub("\u00a0", locator)] if locator else [])]


def read_bibliography(root: Path, problems: Problems) -> Bibliography:
    """The bibliography of the book in `root`; empty where there is none, or where it can't be read."""
    path = root / FILE
    text = read_text(path, problems) if path.is_file() else None
    found = parse(text, models.Bibliography, path, problems) if text is not None else None
    if text is None or found is None:
        return Bibliography(path, is_known=not path.is_file())
    places: dict[str, int] = {}
    for index, work in enumerate(found.works):
        if work.key in places:
            line, other = (toml_lines.line_of(text, ("works", one, "key")) for one in (index, places[work.key]))
            problems.add("work-twice", path, line, key=work.key, other=other)
        else:
            places[work.key] = index
    works = sorted((found.works[index] for index in places.values()), key=_in_page)
    return Bibliography(path, text, tuple(works), places, _years(works))


def _in_page(work: Work) -> tuple[object, ...]:
    """By first author; what she wrote alone first; then by year."""
    return (sort_key(work.authors[0]), len(work.authors) > 1, work.year, work.title)


def short_authors(work: Work) -> str:
    """«Bahdanau, Cho y Bengio»; of more than three, «Vaswani et al.»."""
    families = [author.partition(",")[0].strip() for author in work.authors]
    if len(families) > ALL_NAMED:
        return strings()["citation"]["others"].format(first=families[0])
    return joined(families)


def joined(names: Sequence[str]) -> str:
    """«A, B y C», with the «e» that Spanish asks for before the sound of an «i»."""
    if len(names) < 2:
        return "".join(names)
    words = strings()["citation"]
    joint = words["and_before_i"] if _SOUNDS_LIKE_I.match(names[-1]) else words["and"]
    return f"{', '.join(names[:-1])} {joint} {names[-1]}"


def _years(works: Sequence[Work]) -> dict[str, str]:
    """The year of each work, with a letter where the prose could not tell two apart: 2014a, 2014b."""
    alike: dict[tuple[str, int], list[Work]] = defaultdict(list)
    for work in works:
        alike[short_authors(work), work.year].append(work)
    years = {}
    for (_, year), group in alike.items():
        for letter, work in zip("abcdefghijklmnopqrstuvwxyz", group):
            years[work.key] = f"{year}{letter if len(group) > 1 else ''}"
    return years
