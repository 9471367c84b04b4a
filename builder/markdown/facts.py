"""What other lessons and the later phases need to know of a lesson, without its document.

Small, so that a thousand of them are read in an instant.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from builder.markdown.document import Citation, Document, Label, Link, TermUse
from builder.markdown.previews import labels_with_previews
from builder.store import digest

Part = Literal["cells", "explorables", "figures"]
"""Code of a lesson that runs apart and knows nothing of the rest; numbers in the prose belong to the cells above them."""


@dataclass(frozen=True)
class Facts:
    """`packed` holds labels and links, which are asked for only where some changed; `offered` is a hash of what pages that
    link here may show of the labels. `code` has a hash of all that each part of its code says, for those that it has.
    """

    packed: bytes
    offered: str
    citations: tuple[Citation, ...]
    terms: tuple[TermUse, ...]
    definitions: dict[str, str]
    features: frozenset[str]
    code: dict[Part, str]
    words: int
    formulas: int
    cells: int
    explorables: int
    pictures: tuple[str, ...]

    @property
    def labels(self) -> dict[str, Label]:
        return self._unpacked[0]

    @property
    def links(self) -> tuple[Link, ...]:
        return self._unpacked[1]

    @cached_property
    def _unpacked(self) -> tuple[dict[str, Label], tuple[Link, ...]]:
        return pickle.loads(self.packed)

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
    labels = labels_with_previews(document)
    return Facts(
        packed=pickle.dumps((labels, tuple(document.links)), protocol=5),
        offered=digest([(name, one.kind, one.number, one.text, one.preview) for name, one in labels.items()]),
        citations=tuple(document.citations),
        terms=tuple(document.terms),
        definitions=document.definitions,
        features=frozenset(name for name, needed in used.items() if needed),
        code=_code(document),
        words=len((document.lesson.text or "").split()),
        formulas=len(document.formulas),
        cells=len(document.cells),
        explorables=len(document.explorables),
        pictures=tuple(use.source for use in document.figures if use.is_picture),
    )


def _code(document: Document) -> dict[Part, str]:
    explorables = [(use.view, use.id, sorted(use.options.items()), use.shares) for use in document.explorables]
    lent = {name for cell in document.cells for name in cell.after}
    parts: dict[Part, tuple[list[object], ...]] = {
        "cells": (
            [(cell.name, cell.source, cell.environment, cell.tags, cell.after) for cell in document.cells],
            [(node.expression, node.format, node.environment, node.after_cell) for node in document.evals],
            [use for use in explorables if use[1] in lent],
        ),
        "explorables": (explorables, [(hook.explorable, hook.target) for hook in document.hooks if hook.kind == "set"]),
        "figures": ([(use.source, use.id) for use in document.figures],),
    }
    return {name: digest(*said) for name, said in parts.items() if any(said)}
