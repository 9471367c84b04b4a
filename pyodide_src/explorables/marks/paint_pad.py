"""A pad of squares to draw a pattern on, with rows and columns named; see `scripts/explorable/paint.js`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark

GROUP = 12
"""Columns to a number: a field that is drawn on keeps each row as whole numbers of twelve squares, one bit each."""


def drawn(numbers: Sequence[Sequence[float]], rows: int, columns: int) -> list[list[bool]]:
    """The squares that a field holds, `rows` × `columns` of them.

    >>> drawn([[5.0, 0.0], [0.0, 1.0]], 1, 3)
    [[True, False, True]]
    """
    return [
        [bool(int(numbers[row][column // GROUP]) >> column % GROUP & 1) for column in range(columns)] for row in range(rows)
    ]


def packed(squares: Sequence[Sequence[bool]], rows: int, groups: int = 2) -> list[list[float]]:
    """The numbers of a field of `rows` rows for these squares; what `drawn` undoes.

    >>> packed([[True, False, True]], 2)
    [[5.0, 0.0], [0.0, 0.0]]
    """
    numbers = [[0.0] * groups for _ in range(rows)]
    for row, line in enumerate(squares):
        for column, on in enumerate(line):
            if on:
                numbers[row][column // GROUP] += 2.0 ** (column % GROUP)
    return numbers


@dataclass(frozen=True)
class PaintPad(Mark):
    """Squares that a click, a drag or the space bar turns on and off; they set the state's `field`."""

    squares: Sequence[Sequence[bool]]
    rows: Sequence[str]
    columns: Sequence[str]
    field: str
    label: str

    def html(self) -> Html:
        if len(self.squares) != len(self.rows) or any(len(line) != len(self.columns) for line in self.squares):
            raise ValueError(f"a pad needs {len(self.rows)} × {len(self.columns)} squares")
        heading = [element("span", class_="heat-label")]
        heading += [element("span", word, class_="heat-column") for word in self.columns]
        longest = max(len(word) for word in self.rows)
        return element(
            "div",
            element("div", join(heading), class_="heat-heading", aria_hidden="true"),
            element(
                "div",
                join(self._row(row) for row in range(len(self.rows))),
                role="grid",
                aria_label=self.label,
                aria_multiselectable="true",
                data_paint=self.field,
            ),
            class_="mark paint-pad ink-score",
            style=f"--across:{len(self.columns)};--longest:{longest}",
        )

    def _row(self, row: int) -> Html:
        label = element("span", self.rows[row], class_="heat-label", role="rowheader")
        return element("div", label, join(self._square(row, column) for column in range(len(self.columns))), class_="heat-row", role="row")

    def _square(self, row: int, column: int) -> Html:
        on = self.squares[row][column]
        return element(
            "span",
            class_=classes("square", on and "on"),
            role="gridcell",
            aria_selected="true" if on else "false",
            aria_label=f"{self.rows[row]} mira a {self.columns[column]}",
            tabindex="0" if row == column == 0 else "-1",
            data_row=row,
            data_column=column,
        )
