"""Points on axes of which one is chosen: walked with arrows like any group of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.axes import Layer, Place, label_at
from explorables.marks.base import Setting, at, ink_class, same_length
from explorables.numbers import coordinate

RADIUS = 4.0
TARGET = 9.0


@dataclass(frozen=True)
class PointChoices(Layer):
    """`points` of the axes, each with what it is in words and the state that it sets; `chosen` is an index.

    `across` says how many of them make a row for the arrows; `shares` in [0, 1] fill each point as much as they say.
    """

    points: Sequence[tuple[float, float]]
    label: str
    labels: Sequence[str]
    sets: Sequence[Setting]
    chosen: int
    chosen_name: str
    across: int = 1
    shares: Sequence[float] | None = None
    ink: str = "weight"

    draggable = True

    def svg(self, place: Place) -> Html:
        for what in ("labels", "sets", "shares"):
            same_length(what, getattr(self, what), len(self.points))
        x, y = (axis(value) for axis, value in zip((place.x, place.y), self.points[self.chosen]))
        near_end = x > (place.left + place.right) / 2
        name = label_at(self.chosen_name, x + (-9 if near_end else 9), y - 7, "chosen-name", "end" if near_end else "start")
        group = element(
            "g",
            join(self._point(index, place) for index in range(len(self.points))),
            role="radiogroup",
            aria_label=self.label,
            data_across=self.across,
        )
        return element("g", group, name, class_=f"point-choices {ink_class(self.ink)}")

    def _point(self, index: int, place: Place) -> Html:
        chosen = index == self.chosen
        x, y = coordinate(place.x(self.points[index][0])), coordinate(place.y(self.points[index][1]))
        share = at(self.shares, index)
        return element(
            "g",
            element("circle", class_="target", cx=x, cy=y, r=TARGET),
            element("circle", class_="point", cx=x, cy=y, r=RADIUS, style=None if share is None else f"--w:{coordinate(share, 3)}"),
            class_=classes("point-choice", chosen and "chosen"),
            role="radio",
            aria_checked="true" if chosen else "false",
            aria_label=self.labels[index],
            tabindex="0" if chosen else "-1",
            data_set=self.sets[index],
        )
