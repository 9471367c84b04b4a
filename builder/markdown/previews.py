"""The first words of what a link can lead to: a section, a figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.token import Token

from builder.markdown.document import Document, Hook, Label, TermUse

_LEAST = 40
"""Fewer letters before the first formula say nothing."""


def labels_with_previews(document: Document) -> dict[str, Label]:
    """The labels of a lesson, as other lessons see them: with the first words of sections and figures, the TeX of equations."""
    previews = {name: _words(inline.children or []) for name, inline in _beginnings(document.tokens)}
    previews |= {formula.label: formula.tex for formula in document.formulas if formula.label}
    return {name: replace(label, preview=previews.get(name, label.preview)) for name, label in document.labels.items()}


def beginning(document: Document, name: str) -> list[Token]:
    """The first paragraph of a section or of a figure's caption, as inline tokens fit for a card: no notes, no controls."""
    inline = dict(_beginnings(document.tokens)).get(name)
    return [_still(token) for token in (inline.children if inline else None) or [] if token.type != "footnote_ref"]


def _beginnings(tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """By label, the paragraph that follows each heading, and the first of each figure's caption."""
    waiting: str | None = None
    for index, token in enumerate(tokens):
        if token.type == "heading_open" or (token.type == "directive_open" and token.info in ("explorable", "figure")):
            node = token.meta.get("node")
            waiting = getattr(node, "id", None)
        elif token.type == "directive_open":
            waiting = None  # a quiz, a note: that isn't how a section begins
        elif token.type == "paragraph_open" and waiting is not None:
            yield waiting, tokens[index + 1]
            waiting = None


def _words(tokens: Sequence[Token]) -> str:
    """Plain text as far as it can be told without formulas and computed numbers."""
    parts: list[str] = []
    for token in tokens:
        node = token.meta.get("node")
        if token.type in ("text", "text_special", "code_inline"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif isinstance(node, (Hook, TermUse)) and node.text:
            parts.append(node.text)
        elif token.type in ("math_inline", "myst_role"):
            text = "".join(parts).rstrip(" ,;:(«")
            return f"{text}…" if len(text) >= _LEAST else ""
    return "".join(parts).strip()


def _still(token: Token) -> Token:
    """Words that move a figure are only words in a card."""
    node = token.meta.get("node")
    return Token("text", "", 0, content=node.text) if isinstance(node, Hook) and node.text else token
