"""Horizontal bars from zero, each with its number; a ghost beside each shows what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped


@dataclass(frozen=True)
class Bars(Mark):
    """One bar a label, on a scale from `low` to `high` (numbers outside are drawn to the edge).

    `ghosts` are outlined bars on the same scale; `texts` replace the printed numbers.
    """

    labels: Sequence[str]
    numbers: Sequence[float]
    label: str
    low: float = 0.0
    high: float = 1.0
    decimals: int = 2
    ink: str = "weight"
    ghosts: Sequence[float] | None = None
    ghost_ink: str = "plain"
    texts: Sequence[str] | None = None
    parts: Sequence[str] | None = None

    def html(self) -> Html:
        count = len(self.labels)
        same_length("numbers", self.numbers, count)
        for what in ("ghosts", "texts", "parts"):
            same_length(what, getattr(self, what), count)
        if not self.low < self.high or not self.low <= 0 <= self.high:
            raise ValueError("bars need low ≤ 0 ≤ high and low < high")
        longest = max((len(word) for word in self.labels), default=0)
        return element(
            "div",
            join(self._bar(index) for index in range(count)),
            class_="mark bars",
            role="img",
            aria_label=self.label,
            style=f"--longest:{longest};--zero:{self._percent(0.0)}%",
        )

    def _bar(self, index: int) -> Html:
        number = self.numbers[index]
        ghost = at(self.ghosts, index)
        text = at(self.texts, index) or fixed(number, self.decimals)
        track = element(
            "span",
            None if ghost is None else self._piece(ghost, classes("ghost", ink_class(self.ghost_ink))),
            self._piece(number, classes("bar", ink_class(self.ink))),
            class_="track",
        )
        return element(
            "div",
            element("span", self.labels[index], class_="bar-label"),
            track,
            element("span", text, class_="bar-number"),
            class_="bar-row",
            data_part=at(self.parts, index),
        )

    def _piece(self, number: float, names: str | None) -> Html:
        start, end = sorted((self._share(0.0), self._share(number)))
        return element(
            "span", class_=names, style=f"left:{coordinate(start * 100)}%;width:{coordinate((end - start) * 100)}%"
        )

    def _share(self, number: float) -> float:
        return (min(max(snapped(number), self.low), self.high) - self.low) / (self.high - self.low)

    def _percent(self, number: float) -> str:
        return coordinate(self._share(number) * 100)
