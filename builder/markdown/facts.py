"""What other lessons and the later phases need to know of a lesson, without its document.

Small, so that a thousand of them are read in an instant.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.markdown.document import Citation, Document, Label, Link, TermUse
from builder.markdown.previews import labels_with_previews
from builder.store import digest


@dataclass(frozen=True)
class Facts:
    """`code` is a hash of all that its cells, numbers and explorables say."""

    labels: dict[str, Label]
    links: tuple[Link, ...]
    citations: tuple[Citation, ...]
    terms: tuple[TermUse, ...]
    definitions: dict[str, str]
    features: frozenset[str]
    code: str
    words: int
    formulas: int
    cells: int
    explorables: int
    runs_code: bool
    pictures: tuple[str, ...]

    @property
    def uses_python(self) -> bool:
        return bool(self.cells or self.explorables)


def facts_of(document: Document) -> Facts:
    """The facts of a parsed lesson."""
    used = {
        "math": bool(document.formulas),
        "quiz": bool(document.quizzes),
        "cells": bool(document.cells),
        # A cell that draws needs the styles of what it draws.
        "explorables": bool(document.explorables) or any("explorables" in cell.source for cell in document.cells),
        "figures": any(not use.is_picture for use in document.figures),
    }
    return Facts(
        labels=labels_with_previews(document),
        links=tuple(document.links),
        citations=tuple(document.citations),
        terms=tuple(document.terms),
        definitions=document.definitions,
        features=frozenset(name for name, needed in used.items() if needed),
        code=digest(
            [(cell.name, cell.source, cell.environment, cell.tags, cell.after) for cell in document.cells],
            [(node.expression, node.format, node.environment, node.after_cell) for node in document.evals],
            [(use.view, use.id, sorted(use.options.items()), use.shares) for use in document.explorables],
            [(use.source, use.id) for use in document.figures],
        ),
        words=len((document.lesson.text or "").split()),
        formulas=len(document.formulas),
        cells=len(document.cells),
        explorables=len(document.explorables),
        runs_code=bool(document.cells or document.evals or document.explorables or document.figures),
        pictures=tuple(use.source for use in document.figures if use.is_picture),
    )
