"""What can stand on axes. Coordinates are numbers of the axes; each layer has the ink of its quantity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.axes import Layer, Place, label_at
from explorables.marks.base import at, ink_class, same_length
from explorables.numbers import coordinate, fixed

HEAD = 9.0
LETTER = 7.0
SHAPES = ("circle", "diamond", "square")


def _path(points: Sequence[tuple[float, float]], place: Place, close: bool = False) -> str:
    pairs = [f"{coordinate(place.x(x))} {coordinate(place.y(y))}" for x, y in points]
    return "M" + "L".join(pairs) + ("Z" if close else "")


@dataclass(frozen=True)
class Arrow(Layer):
    """A vector from `start` to `end`."""

    end: tuple[float, float]
    ink: str = "plain"
    label: str = ""
    start: tuple[float, float] = (0.0, 0.0)
    ghost: bool = False
    part: str | None = None

    def svg(self, place: Place) -> Html:
        x0, y0 = place.x(self.start[0]), place.y(self.start[1])
        x1, y1 = place.x(self.end[0]), place.y(self.end[1])
        length = math.hypot(x1 - x0, y1 - y0)
        pieces = []
        if length > 0.5:
            ux, uy = (x1 - x0) / length, (y1 - y0) / length
            head = min(HEAD, length)
            bx, by = x1 - head * ux, y1 - head * uy
            corners = [(x1, y1), (bx - uy * head * 0.4, by + ux * head * 0.4), (bx + uy * head * 0.4, by - ux * head * 0.4)]
            line = f"M{coordinate(x0)} {coordinate(y0)}L{coordinate(bx)} {coordinate(by)}"
            tip = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in corners)
            pieces = [element("path", class_="shaft", d=line), element("polygon", class_="head", points=tip)]
        else:
            pieces = [element("circle", class_="head", cx=coordinate(x1), cy=coordinate(y1), r="3")]
        if self.label:
            away = 1 if x1 >= x0 else -1
            anchor = "start" if away > 0 else "end"
            pieces.append(label_at(self.label, x1 + 6 * away, y1 - 5, "", anchor))
        return element(
            "g", join(pieces), class_=classes("arrow", ink_class(self.ink), self.ghost and "ghost"), data_part=self.part
        )


@dataclass(frozen=True)
class Dots(Layer):
    """Points, each with an optional label and part. `shape` is one of `SHAPES`; `sizes` are areas in [0, 1]."""

    points: Sequence[tuple[float, float]]
    ink: str = "plain"
    labels: Sequence[str] | None = None
    parts: Sequence[str] | None = None
    sizes: Sequence[float] | None = None
    shape: str = "circle"
    ghost: bool = False

    def svg(self, place: Place) -> Html:
        for what in ("labels", "parts", "sizes"):
            same_length(what, getattr(self, what), len(self.points))
        if self.shape not in SHAPES:
            raise ValueError(f"there is no shape {self.shape!r}; the shapes are {', '.join(SHAPES)}")
        return element(
            "g",
            join(self._dot(index, place) for index in range(len(self.points))),
            class_=classes("dots", ink_class(self.ink), self.ghost and "ghost"),
        )

    def _dot(self, index: int, place: Place) -> Html:
        x, y = place.x(self.points[index][0]), place.y(self.points[index][1])
        size = at(self.sizes, index)
        radius = 5.0 if size is None else 14.0 * math.sqrt(min(max(size, 0.0), 1.0))
        label = at(self.labels, index)
        return element(
            "g",
            self._outline(x, y, radius),
            None if not label else label_at(label, x + radius + 3, y - 4, ""),
            data_part=at(self.parts, index),
        )

    def _outline(self, x: float, y: float, r: float) -> Html:
        if self.shape == "circle":
            return element("circle", class_="dot", cx=coordinate(x), cy=coordinate(y), r=coordinate(r))
        corners = [(0, -1), (1, 0), (0, 1), (-1, 0)] if self.shape == "diamond" else [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        scale = r * 1.3 if self.shape == "diamond" else r * 0.9
        points = " ".join(f"{coordinate(x + dx * scale)},{coordinate(y + dy * scale)}" for dx, dy in corners)
        return element("polygon", class_="dot", points=points)


@dataclass(frozen=True)
class Area(Layer):
    """A closed area, faintly inked (the hull of some points, say)."""

    corners: Sequence[tuple[float, float]]
    ink: str = "plain"
    part: str | None = None

    def svg(self, place: Place) -> Html:
        if len(self.corners) < 3:
            raise ValueError("an area needs at least three corners")
        return element(
            "path", class_=f"area {ink_class(self.ink)}", d=_path(self.corners, place, close=True), data_part=self.part
        )


@dataclass(frozen=True)
class Curve(Layer):
    """A line through points; `dashed` tells it apart where colour can't; `label` stands at its end."""

    points: Sequence[tuple[float, float]]
    ink: str = "plain"
    label: str = ""
    dashed: bool = False
    part: str | None = None

    def svg(self, place: Place) -> Html:
        if not self.points:
            raise ValueError("a curve needs points")
        x, y = self.points[-1]
        label = label_at(self.label, place.x(x) - 4, place.y(y) - 6, "", "end") if self.label else None
        return element(
            "g",
            element("path", class_="line", d=_path(self.points, place)),
            label,
            class_=classes("curve", ink_class(self.ink), self.dashed and "dashed"),
            data_part=self.part,
        )


@dataclass(frozen=True)
class Histogram(Layer):
    """Bars between `edges` (one more than `heights`), standing on zero."""

    edges: Sequence[float]
    heights: Sequence[float]
    ink: str = "plain"
    ghost: bool = False

    def svg(self, place: Place) -> Html:
        same_length("edges", self.edges, len(self.heights) + 1)
        return element(
            "g",
            join(self._bar(index, place) for index in range(len(self.heights))),
            class_=classes("histogram", ink_class(self.ink), self.ghost and "ghost"),
        )

    def _bar(self, index: int, place: Place) -> Html:
        left, right = place.x(self.edges[index]), place.x(self.edges[index + 1])
        top, base = place.y(self.heights[index]), place.y(0.0)
        return element(
            "rect",
            x=coordinate(left),
            y=coordinate(min(top, base)),
            width=coordinate(max(right - left - 0.75, 0.25)),
            height=coordinate(abs(base - top)),
        )


@dataclass(frozen=True)
class Rule(Layer):
    """A straight reference line at an x or at a y, with its name."""

    x: float | None = None
    y: float | None = None
    label: str = ""
    ink: str = "plain"

    def svg(self, place: Place) -> Html:
        if (self.x is None) == (self.y is None):
            raise ValueError("a rule needs an x or a y, and not both")
        if self.x is not None:
            x = place.x(self.x)
            line = f"M{coordinate(x)} {coordinate(place.top)}V{coordinate(place.bottom)}"
            words = label_at(self.label, x + 4, place.top + 11, "")
        else:
            y = place.y(self.y)
            line = f"M{coordinate(place.left)} {coordinate(y)}H{coordinate(place.right)}"
            words = label_at(self.label, place.right, y - 5, "", "end")
        return element(
            "g", element("path", class_="line", d=line), words if self.label else None, class_=f"rule {ink_class(self.ink)}"
        )


@dataclass(frozen=True)
class Handle(Layer):
    """A point that is dragged, or moved with arrows. What it sets: `field` is a point of the state, or two numbers
    (a pair of names), or with `row` a row of a matrix (see `fields.matrix`, `on_axes`). `label` stands beside it, away
    from zero; `text` replaces its numbers for assistive technology."""

    point: tuple[float, float]
    field: str | tuple[str, str]
    name: str
    ink: str = "plain"
    row: int | None = None
    label: str = ""
    text: str | None = None

    draggable = True

    def svg(self, place: Place) -> Html:
        at_x, at_y = place.x(self.point[0]), place.y(self.point[1])
        x, y = coordinate(at_x), coordinate(at_y)
        # Away from zero, unless there is no room left.
        right, above = self.point[0] > 0 and at_x + LETTER * len(self.label) < place.right, self.point[1] > 0
        label = label_at(self.label, at_x + (11 if right else -11), at_y + (-4 if above else 15), "", "start" if right else "end")
        return element(
            "g",
            label if self.label else None,
            # What a finger hits is larger than what is seen.
            element("circle", class_="reach", cx=x, cy=y, r="22"),
            element("circle", class_="grip", cx=x, cy=y, r="8"),
            class_=f"handle {ink_class(self.ink)}",
            role="application",
            tabindex="0",
            aria_label=f"{self.name}: {self.text or f'({fixed(self.point[0])}, {fixed(self.point[1])})'}",
            data_drag=self.field if isinstance(self.field, str) else " ".join(self.field),
            data_row=self.row,
        )
