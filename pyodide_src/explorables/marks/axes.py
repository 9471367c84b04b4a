"""Axes in words and units, with layers on them: arrows, dots, areas, curves, histograms, handles to drag."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, same_length
from explorables.numbers import coordinate, fixed, snapped

LEFT, RIGHT, TOP, BOTTOM = 44, 14, 14, 40
MOST_TICKS = 6


@dataclass(frozen=True)
class Place:
    """Where numbers fall in the drawing: a box of the SVG and the intervals that fill it."""

    x_range: tuple[float, float]
    y_range: tuple[float, float]
    left: float
    right: float
    top: float
    bottom: float
    x_log: bool = False
    y_log: bool = False

    def x(self, value: float) -> float:
        low, high = self.x_range
        if self.x_log:
            low, high, value = math.log2(low), math.log2(high), math.log2(value)
        return self.left + (snapped(value) - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.y_range
        if self.y_log:
            low, high, value = math.log2(low), math.log2(high), math.log2(value)
        return self.bottom - (snapped(value) - low) / (high - low) * (self.bottom - self.top)

    def inverse(self) -> dict[str, list[float]]:
        """For the page: value = first + second · place, for x and for y; on a scale of powers of two, its exponent."""
        (x_low, x_high), (y_low, y_high) = (
            tuple(math.log2(end) for end in ends) if log else ends
            for ends, log in ((self.x_range, self.x_log), (self.y_range, self.y_log))
        )
        x_scale = (x_high - x_low) / (self.right - self.left)
        y_scale = (y_low - y_high) / (self.bottom - self.top)
        return {
            "x": [snapped(x_low - self.left * x_scale), snapped(x_scale)],
            "y": [snapped(y_low - self.bottom * y_scale), snapped(y_scale)],
        }


class Layer(ABC):
    """Something on axes."""

    draggable = False

    @abstractmethod
    def svg(self, place: Place) -> Html:
        """The layer as SVG."""


def ticks(low: float, high: float, most: int = MOST_TICKS) -> list[float]:
    """Round numbers in [low, high], at most `most` of them, in steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10, 20) if (high - low) / (factor * power) <= most - 1)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [snapped(step * count) for count in range(first, last + 1)]


def _round_ticks(ends: tuple[float, float], log: bool) -> list[float]:
    if not log:
        return ticks(*ends)
    first, last = math.ceil(math.log2(ends[0])), math.floor(math.log2(ends[1]))
    every = max(1, math.ceil((last - first) / MOST_TICKS))
    return [float(2**power) for power in range(first, last + 1, every)]


def tick_text(value: float) -> str:
    """A tick's number with no more decimals than it needs."""
    decimals = len(coordinate(value, 4).partition(".")[2])
    return fixed(value, decimals)


@dataclass(frozen=True)
class Axes(Mark):
    """Two axes and what is on them, in the order of `layers`.

    `x` and `y` are intervals; `equal` gives both axes the same unit (the height follows); `x_log` and `y_log` make
    scales of powers of two. Ticks are round numbers unless given; `x_names` replace their numbers.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    layers: Sequence[Layer]
    label: str
    x_label: str = ""
    y_label: str = ""
    x_ticks: Sequence[float] | None = None
    y_ticks: Sequence[float] | None = None
    x_names: Sequence[str] | None = None
    width: int = 360
    height: int = 240
    equal: bool = False
    x_log: bool = False
    y_log: bool = False

    def html(self) -> Html:
        for name, (low, high) in (("x", self.x), ("y", self.y)):
            if not low < high:
                raise ValueError(f"axes need low < high, not {low} and {high}, for {name}")
        place = self._place()
        height = coordinate(place.bottom + BOTTOM)
        interactive = any(layer.draggable for layer in self.layers)
        return element(
            "svg",
            self._frame(place),
            join(layer.svg(place) for layer in self.layers),
            class_="mark axes",
            viewBox=f"0 0 {self.width} {height}",
            role="group" if interactive else "img",
            aria_label=self.label,
            data_axes=place.inverse() if interactive else None,
        )

    def _place(self) -> Place:
        right = self.width - RIGHT
        inner = self.height - TOP - BOTTOM
        if self.equal:
            inner = (self.y[1] - self.y[0]) * (right - LEFT) / (self.x[1] - self.x[0])
        return Place(self.x, self.y, LEFT, right, TOP, TOP + inner, self.x_log, self.y_log)

    def _frame(self, place: Place) -> Html:
        x_ticks = list(self.x_ticks if self.x_ticks is not None else _round_ticks(self.x, self.x_log))
        y_ticks = list(self.y_ticks if self.y_ticks is not None else _round_ticks(self.y, self.y_log))
        names = self.x_names if self.x_names is not None else [tick_text(value) for value in x_ticks]
        same_length("names of ticks", names, len(x_ticks))
        base, left = coordinate(place.bottom), coordinate(place.left)
        pieces = [
            element("path", class_="axis", d=f"M{left} {coordinate(place.top)}V{base}H{coordinate(place.right)}")
        ]
        for value, name in zip(x_ticks, names):
            x = coordinate(place.x(value))
            pieces.append(element("path", class_="tick", d=f"M{x} {base}v4"))
            pieces.append(element("text", name, class_="tick-text", x=x, y=coordinate(place.bottom + 16), text_anchor="middle"))
        for value in y_ticks:
            y = place.y(value)
            pieces.append(element("path", class_="tick", d=f"M{left} {coordinate(y)}h-4"))
            pieces.append(
                element("text", tick_text(value), class_="tick-text", x=coordinate(place.left - 7), y=coordinate(y + 4), text_anchor="end")
            )
        pieces.extend(self._zeros(place))
        if self.x_label:
            middle = coordinate((place.left + place.right) / 2)
            pieces.append(
                element("text", self.x_label, class_="axis-label", x=middle, y=coordinate(place.bottom + 33), text_anchor="middle")
            )
        if self.y_label:
            pieces.append(element("text", self.y_label, class_="axis-label", x=left, y=coordinate(place.top - 4), text_anchor="start"))
        return element("g", join(pieces), class_="axes-frame", aria_hidden="true")

    def _zeros(self, place: Place) -> list[Html]:
        """Faint lines through zero, where zero is inside."""
        lines = []
        if not self.x_log and self.x[0] < 0 < self.x[1]:
            x = coordinate(place.x(0.0))
            lines.append(element("path", class_="zero", d=f"M{x} {coordinate(place.top)}V{coordinate(place.bottom)}"))
        if not self.y_log and self.y[0] < 0 < self.y[1]:
            y = coordinate(place.y(0.0))
            lines.append(element("path", class_="zero", d=f"M{coordinate(place.left)} {y}H{coordinate(place.right)}"))
        return lines


def label_at(text: str, x: float, y: float, names: str, anchor: str = "start") -> Html:
    """A label on a drawing, with a halo of paper so that it reads over lines."""
    return element("text", text, class_=classes("mark-label", names), x=coordinate(x), y=coordinate(y), text_anchor=anchor)
