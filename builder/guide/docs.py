"""What is written of each directive, role, key and rule, read from the tables beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class EntryDoc:
    """A directive or a role. `beside` are the files that its example needs in its lesson's folder, by name."""

    title: str
    what: str
    example: str
    options: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RuleDoc:
    """A rule: why it is one, what breaks it and what doesn't.

    `where` says what the examples are: the "body" of a lesson, a whole "lesson", the "book" file, that of the "glossary"
    or of the "bibliography", or plain "words".
    """

    why: str
    wrong: str
    right: str = ""
    where: str = "body"


@dataclass(frozen=True)
class RuleGroup:
    title: str
    rules: Mapping[str, RuleDoc]


@cache
def directives() -> dict[str, EntryDoc]:
    return {name: _entry(values) for name, values in _dialect()["directives"].items()}


@cache
def roles() -> dict[str, EntryDoc]:
    return {name: _entry(values) for name, values in _dialect()["roles"].items()}


def front_keys() -> dict[str, str]:
    return dict(_dialect()["front"])


def book_keys() -> dict[str, str]:
    return dict(_dialect()["book"])


@cache
def rule_groups() -> tuple[RuleGroup, ...]:
    """The rules by groups, in the order of the guide."""
    tables = {path.stem: _table(path) for path in sorted((_HERE / "rules").glob("*.toml"))}
    first = [name for name in ("files", "text", "formulas", "directives", "code", "explorables", "figures", "quiz") if name in tables]
    names = [*first, *(name for name in tables if name not in first)]
    return tuple(_group(tables[name]) for name in names)


@cache
def rules() -> dict[str, RuleDoc]:
    return {name: doc for group in rule_groups() for name, doc in group.rules.items()}


@cache
def _dialect() -> dict[str, Any]:
    return _table(_HERE / "dialect.toml")


def _entry(values: dict[str, Any]) -> EntryDoc:
    return EntryDoc(**{key: value.strip("\n") if isinstance(value, str) else value for key, value in values.items()})


def _group(table: dict[str, Any]) -> RuleGroup:
    rules = {name: RuleDoc(**{key: text.strip("\n") for key, text in doc.items()}) for name, doc in table["rules"].items()}
    return RuleGroup(table["title"], rules)


def _table(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
