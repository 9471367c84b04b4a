"""Lines from a row of tokens down to another; the ink of a line is proportional to its weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, ink_class
from explorables.marks.tokens import token_spans
from explorables.numbers import coordinate, snapped

WIDTH = 1000
HEIGHT = 100
THICKEST = 14.0
FAINTEST_GHOST = 0.05


@dataclass(frozen=True)
class Links(Mark):
    """Lines between `above` and `below` (the words of two `Tokens`): `weights[b][a]` from below b to above a.

    Only the rows in `shown` are drawn in full; the others stand behind as ghosts, so that crossings
    are seen. The drawing stretches with the page and its lines do not.
    """

    above: Sequence[str]
    below: Sequence[str]
    weights: Sequence[Sequence[float]]
    shown: Sequence[int]
    ink: str = "weight"
    ghosts: bool = True

    def html(self) -> Html:
        if len(self.weights) != len(self.below) or any(len(row) != len(self.above) for row in self.weights):
            raise ValueError(f"links need {len(self.below)} × {len(self.above)} weights")
        tops = [(start + width / 2) * WIDTH for start, width in token_spans(self.above)]
        bottoms = [(start + width / 2) * WIDTH for start, width in token_spans(self.below)]
        ghosts = [row for row in range(len(self.below)) if row not in self.shown] if self.ghosts else []
        lines = [
            self._line(tops[above], bottoms[row], self.weights[row][above], ghost)
            for rows, ghost in ((ghosts, True), (self.shown, False))
            for row in rows
            for above in range(len(self.above))
            if snapped(self.weights[row][above]) > (FAINTEST_GHOST if ghost else 0)
        ]
        return element(
            "svg",
            join(lines),
            class_=classes("mark links", ink_class(self.ink)),
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            preserveAspectRatio="none",
            aria_hidden="true",
        )

    def _line(self, top: float, bottom: float, weight: float, ghost: bool) -> Html:
        x0, x1 = coordinate(top, 1), coordinate(bottom, 1)
        middle = HEIGHT // 2
        return element(
            "path",
            class_="ghost" if ghost else None,
            d=f"M{x0} 0C{x0} {middle} {x1} {middle} {x1} {HEIGHT}",
            stroke_width=coordinate(weight * THICKEST),
        )
