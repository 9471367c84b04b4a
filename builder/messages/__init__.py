"""The words of the terminal, in Spanish or English by locale, from one catalogue a language."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "es")


def language() -> str:
    """'es' or 'en', by the environment's locale, in POSIX order of precedence."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "es" if value.lower().startswith("es") else "en"
    return "en"


@cache
def catalogue(code: str) -> dict[str, dict[str, str]]:
    """The tables of `{code}.toml`, and those that the files of the folder `{code}` add to them."""
    here = Path(__file__).parent
    tables: dict[str, dict[str, Any]] = {}
    for path in (here / f"{code}.toml", *sorted((here / code).glob("*.toml"))):
        for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            tables.setdefault(name, {}).update(table)
    return tables


def for_rule(rule: str, fields: Mapping[str, object]) -> tuple[str, str]:
    """Message and hint of a rule with its fields filled in.

    A hint whose field is empty (no near name was found, say) is left out.
    """
    entry = catalogue(language())["rules"][rule]
    hint = entry.get("hint", "")
    if any(not str(fields.get(name, "")) for name in _names(hint)):
        hint = ""
    return entry["message"].format(**fields), hint.format(**fields)


def for_failure(name: str, fields: Mapping[str, object]) -> tuple[str, str]:
    """Message and hint of something outside the content that ends a build."""
    entry = catalogue(language())["failures"][name]
    return entry["message"].format(**fields), entry.get("hint", "").format(**fields)


def rules() -> list[str]:
    """The ids of all rules."""
    return list(catalogue(LANGUAGES[0])["rules"])


def severity(rule: str) -> str:
    """A rule's own severity: "error" unless the catalogue says "warning"."""
    return catalogue(LANGUAGES[0])["rules"][rule].get("severity", "error")


def text(key: str, /, **fields: object) -> str:
    """A line of the terminal, by its key in the table `terminal`."""
    return catalogue(language())["terminal"][key].format(**fields)


def usage(key: str) -> str:
    """What the command line says of itself, by its key in the table `usage`, its fields not filled in."""
    return catalogue(language())["usage"][key]


def _names(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name]
