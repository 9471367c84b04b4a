"""A figure as values: two axes, the traces between them, and what is written over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HUES = (
    "role-query", "role-key", "role-value", "role-score", "role-weight", "role-context", "role-encoder",
    "role-decoder", "role-mask", "ink", "ink-soft", "ink-faint",
)
"""The colours of the book that a figure may ask for, as `var(--role-weight)`; each has one meaning in all of it."""


def hue_class(hue: str) -> str:
    """The class that figures.css knows a colour by (names with `role-` belong to words and formulas)."""
    return "hue-" + hue.removeprefix("role-")


class FigureFault(Exception):
    """What is wrong with a figure: a rule of the catalogue and the fields of its message."""

    def __init__(self, rule: str, **fields: object) -> None:
        super().__init__(rule)
        self.rule = rule
        # What no number can be comes without a value.
        self.fields = {name: "NaN" if value is None else value for name, value in fields.items()}


@dataclass(frozen=True)
class Axis:
    """`low` and `high` are in the axis's own units: powers of ten if "log", places of `categories` if "category"."""

    title: str
    kind: Literal["linear", "log", "category"]
    low: float
    high: float
    categories: tuple[str, ...] = ()
    ticks: tuple[tuple[float, str], ...] | None = None
    format: str = ""


@dataclass(frozen=True)
class Curve:
    """Points in the order in which a line joins them; coordinates are in the units of their axes."""

    name: str
    hue: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    lines: bool
    points: bool
    dash: str
    symbol: str
    fill: str = ""
    texts: tuple[str, ...] = ()
    side: str = "top center"
    kind: str = "scatter"


@dataclass(frozen=True)
class Bars:
    """Bars from zero: each at its own place, `width` wide and `offset` from the place where it begins."""

    name: str
    hues: tuple[str, ...]
    places: tuple[float, ...]
    lengths: tuple[float, ...]
    width: float
    offset: float
    horizontal: bool = False
    hollow: bool = False
    texts: tuple[str, ...] = ()
    edges: tuple[float, ...] = ()
    kind: str = "bar"

    @property
    def hue(self) -> str:
        return self.hues[0]

    @property
    def x(self) -> tuple[float, ...]:
        return self.lengths if self.horizontal else self.places

    @property
    def y(self) -> tuple[float, ...]:
        return self.places if self.horizontal else self.lengths


@dataclass(frozen=True)
class Heat:
    """A matrix whose entry (r, c) stands at row r of the second axis and column c of the first."""

    name: str
    hue: str
    values: tuple[tuple[float, ...], ...]
    least: float
    most: float
    kind: str = "heatmap"


Trace = Curve | Bars | Heat


@dataclass(frozen=True)
class Note:
    """Words at a point; with `lead`, (dx, dy) px from it and joined to it by a line."""

    text: str
    x: float
    y: float
    x_paper: bool
    y_paper: bool
    hue: str
    anchor: Literal["start", "middle", "end"] = "middle"
    level: Literal["top", "middle", "bottom"] = "middle"
    shift: tuple[float, float] = (0.0, 0.0)
    lead: tuple[float, float] | None = None


@dataclass(frozen=True)
class Shape:
    """A straight line or a rectangle behind the traces."""

    kind: Literal["line", "rect"]
    x: tuple[float, float]
    y: tuple[float, float]
    x_paper: bool
    y_paper: bool
    hue: str
    dash: str


@dataclass(frozen=True)
class Chart:
    x: Axis
    y: Axis
    traces: tuple[Trace, ...]
    notes: tuple[Note, ...]
    shapes: tuple[Shape, ...]
    height: float
