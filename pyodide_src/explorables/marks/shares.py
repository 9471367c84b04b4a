"""Wholes divided: a bar a row, always of the same length, cut into pieces by their shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped

# A word is written in its piece when the piece has this much of the whole.
ROOM = 0.18


@dataclass(frozen=True)
class Shares(Mark):
    """A whole a row. `pieces[row]` are (name, share) in order, the `chosen` one of each row inked; what they leave
    of one is the rest. `texts` stand at the ends of the rows, under `heading`; by default, the chosen piece's share.
    """

    rows: Sequence[str]
    pieces: Sequence[Sequence[tuple[str, float]]]
    label: str
    chosen: Sequence[int] | None = None
    heading: tuple[str, str] = ("", "")
    texts: Sequence[str] | None = None
    ink: str = "weight"
    parts: Sequence[str] | None = None

    def html(self) -> Html:
        count = len(self.rows)
        for what in ("pieces", "chosen", "texts", "parts"):
            same_length(what, getattr(self, what), count)
        for row in self.pieces:
            if any(share < 0 for _, share in row) or sum(share for _, share in row) > 1 + 1e-6:
                raise ValueError("shares are not negative and sum to one at most")
        longest = max((len(word) for word in self.rows), default=0)
        return element(
            "div",
            self._heading() if any(self.heading) else None,
            join(self._row(index) for index in range(count)),
            class_=classes("mark shares", ink_class(self.ink)),
            role="img",
            aria_label=self.label,
            style=f"--longest:{longest}",
        )

    def _heading(self) -> Html:
        return element(
            "div", element("span"), element("span", self.heading[0]), element("span", self.heading[1]), class_="share-row share-heading"
        )

    def _row(self, index: int) -> Html:
        row, chosen = self.pieces[index], at(self.chosen, index) or 0
        text = at(self.texts, index)
        return element(
            "div",
            element("span", self.rows[index], class_="share-label"),
            element("span", join(self._piece(row, place, place == chosen) for place in range(len(row))), class_="share-whole"),
            element("span", fixed(row[chosen][1]) if text is None else text, class_="share-number"),
            class_="share-row",
            data_part=at(self.parts, index),
        )

    @staticmethod
    def _piece(row: Sequence[tuple[str, float]], place: int, chosen: bool) -> Html:
        name, share = row[place]
        width = coordinate(100 * snapped(share))
        return element(
            "span",
            name if snapped(share) >= ROOM and not chosen else None,
            class_=classes("share-piece", chosen and "chosen"),
            style=f"width:{width}%",
        )
