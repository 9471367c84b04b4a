"""A row of tokens, each as wide as its word needs, at any width of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.numbers import coordinate

NARROWEST = 3.5
PADDING = 1.2


def token_spans(words: Sequence[str]) -> tuple[tuple[float, float], ...]:
    """(start, width) of each word's column as shares of the row, by the letters of the word."""
    return _spans(tuple(words))


@lru_cache(maxsize=64)
def _spans(words: tuple[str, ...]) -> tuple[tuple[float, float], ...]:
    if not words:
        raise ValueError("a row of tokens needs at least one")
    needs = [max(NARROWEST, len(word) + PADDING) for word in words]
    total, start, spans = sum(needs), 0.0, []
    for need in needs:
        spans.append((start / total, need / total))
        start += need
    return tuple(spans)


@dataclass(frozen=True)
class Tokens(Mark):
    """Words in a row.

    `notes` are short texts beside the words (numbers, say), `note_above` says on which side;
    `strengths` in [0, 1] are bars as long as the number, in `strength_ink`; `chosen` is the lit one; `sets` and `parts`
    make each word a target and a part that the prose can point at.
    """

    words: Sequence[str]
    label: str
    ink: str = "plain"
    notes: Sequence[str] | None = None
    note_above: bool = False
    strengths: Sequence[float] | None = None
    strength_ink: str = "weight"
    chosen: int | None = None
    sets: Sequence[Setting] | None = None
    parts: Sequence[str] | None = None

    def html(self) -> Html:
        count = len(self.words)
        for what in ("notes", "strengths", "sets", "parts"):
            same_length(what, getattr(self, what), count)
        template = " ".join(f"{coordinate(width * 100)}fr" for _, width in token_spans(self.words))
        return element(
            "ul",
            join(self._token(index) for index in range(count)),
            class_=classes("mark tokens", ink_class(self.ink), self.note_above and "notes-above"),
            aria_label=self.label,
            style=f"grid-template-columns:{template}",
        )

    def _token(self, index: int) -> Html:
        note = at(self.notes, index)
        strength = at(self.strengths, index)
        return element(
            "li",
            element("span", self.words[index], class_="word"),
            None if strength is None else self._bar(strength),
            None if note is None else element("span", note, class_="note"),
            class_=classes("token", index == self.chosen and "chosen"),
            data_part=at(self.parts, index),
            data_set=at(self.sets, index),
        )

    def _bar(self, strength: float) -> Html:
        return element(
            "span", class_=classes("strength", ink_class(self.strength_ink)), style=f"--w:{coordinate(strength, 3)}"
        )
