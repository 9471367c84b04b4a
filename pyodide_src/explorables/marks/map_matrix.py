"""A map in full, its numbers in it: a heat map some of whose columns may be faint, in a box that scrolls where it is wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped


@dataclass(frozen=True)
class MapMatrix(Mark):
    """Weights in [0, 1] of `rows` on `columns`; with `sets` its rows are walked with arrows.

    `faint` are columns drawn with less ink (their numbers stay); `outlined` are (row, column) cells with a border.
    `high` is what full ink stands for, and `decimals` how the numbers are printed.
    """

    numbers: Sequence[Sequence[float]]
    rows: Sequence[str]
    columns: Sequence[str]
    label: str
    row_labels: Sequence[str]
    sets: Sequence[Setting] | None = None
    chosen: int | None = None
    faint: Sequence[int] = ()
    outlined: Sequence[tuple[int, int]] = ()
    parts: Sequence[str] | None = None
    high: float = 1.0
    decimals: int = 2
    ink: str = "weight"

    def html(self) -> Html:
        count, across = len(self.rows), len(self.columns)
        if not count or len(self.numbers) != count or any(len(row) != across for row in self.numbers):
            raise ValueError(f"a matrix needs {count} × {across} numbers")
        for what in ("row_labels", "sets", "parts"):
            same_length(what, getattr(self, what), count)
        if not self.high > 0:
            raise ValueError("a matrix needs high > 0")
        heading = [element("span", class_="heat-label")]
        heading += [
            element("span", element("span", word), class_=classes("heat-column", index in self.faint and "faint"))
            for index, word in enumerate(self.columns)
        ]
        body = element(
            "div",
            join(self._row(index) for index in range(count)),
            class_="heat-rows",
            role="radiogroup" if self.sets else None,
            aria_label=self.label if self.sets else None,
        )
        longest = max(len(word) for word in self.rows)
        inner = element(
            "div",
            element("div", join(heading), class_="heat-heading", aria_hidden="true"),
            body,
            class_=classes("heat-map map-matrix", ink_class(self.ink)),
            style=f"--across:{across};--longest:{longest}",
            role=None if self.sets else "img",
            aria_label=None if self.sets else self.label,
        )
        return scrolling(inner, self.label)

    def _row(self, index: int) -> Html:
        chosen = index == self.chosen
        cells = [element("span", self.rows[index], class_="heat-label")]
        cells += [self._cell(index, column) for column in range(len(self.columns))]
        choosing: dict[str, object] = {}
        if self.sets:
            choosing = {
                "role": "radio",
                "aria_checked": "true" if chosen else "false",
                "aria_label": self.row_labels[index],
                "tabindex": "0" if chosen or (self.chosen is None and index == 0) else "-1",
                "data_set": self.sets[index],
            }
        return element(
            "div",
            join(cells),
            class_=classes("heat-row", chosen and "chosen"),
            data_part=at(self.parts, index),
            **choosing,
        )

    def _cell(self, row: int, column: int) -> Html:
        number = self.numbers[row][column]
        share = min(max(snapped(number) / self.high, 0.0), 1.0)
        return element(
            "span",
            fixed(number, self.decimals),
            class_=classes("cell", column in self.faint and "faint", (row, column) in self.outlined and "outlined"),
            style=f"--w:{coordinate(share * (0.2 if column in self.faint else 1.0), 3)}",
        )


@dataclass(frozen=True)
class Wide(Mark):
    """Marks that keep a width of `columns` words where the page is narrower, and scroll there."""

    marks: Sequence[Mark]
    label: str
    columns: int

    def html(self) -> Html:
        inner = element(
            "div", join(mark.html() for mark in self.marks), class_="wide-inner", style=f"--columns:{self.columns}"
        )
        return scrolling(inner, self.label)


def scrolling(inner: Html, label: str) -> Html:
    """A box that scrolls sideways, by keyboard too."""
    return element("div", inner, class_="mark wide", tabindex="0", role="region", aria_label=label)
