"""Every directive and role of the dialect: the one list that parsing, checking and hints share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Directive:
    """A `:::{name}` or, when its body is code, a ```` ```{name} ```` block.

    `argument`: whether text may stand after the name, and whether that is a name or prose.
    `options`: the `:key: value` lines it takes; any key when None (an explorable's own state).
    """

    name: str
    body: Literal["markdown", "code", "none"]
    argument: Literal["none", "name", "prose"] = "none"
    argument_required: bool = False
    options: tuple[str, ...] | None = ()


DIRECTIVES: dict[str, Directive] = {
    directive.name: directive
    for directive in (
        Directive("code-cell", "code", "name", options=("name", "env", "after", "tags")),
        Directive("output", "code"),
        Directive("explorable", "markdown", "name", argument_required=True, options=None),
        Directive("figure", "markdown", "name", argument_required=True, options=("name", "alt")),
        Directive("quiz", "markdown", options=("id",)),
        Directive("note", "markdown", "prose", options=("id",)),
        Directive("warning", "markdown", "prose", options=("id",)),
        Directive("definition", "markdown", "prose", argument_required=True, options=("id",)),
        Directive("derivation", "markdown", "prose", argument_required=True, options=("id",)),
        Directive("prediction", "markdown", "prose", options=("id",)),
        Directive("margin", "markdown", options=("id",)),
        Directive("example", "markdown", options=("id",)),
    )
}

ADMONITIONS = ("note", "warning", "definition", "derivation", "prediction", "margin")
PROSE = (*ADMONITIONS, "example")
"""Directives that are nothing without a body."""
CELL_TAGS = ("hide-input", "raises-exception", "read-only")
ROLES = ("eval", "part", "value", "set", "term", "cite")
