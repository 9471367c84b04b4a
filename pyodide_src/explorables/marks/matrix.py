"""A matrix with named rows and columns, its numbers between brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, at, ink_class, same_length
from explorables.numbers import fixed


@dataclass(frozen=True)
class Matrix(Mark):
    """Numbers in rows and columns; `name` heads it. `lit` are (row, column) entries that are marked."""

    name: str
    numbers: Sequence[Sequence[float]]
    rows: Sequence[str]
    columns: Sequence[str]
    decimals: int = 2
    ink: str = "plain"
    lit: Sequence[tuple[int, int]] = ()
    row_parts: Sequence[str] | None = None

    def html(self) -> Html:
        same_length("rows", self.rows, len(self.numbers))
        for row in self.numbers:
            same_length("columns", self.columns, len(row))
        same_length("row_parts", self.row_parts, len(self.rows))
        heading = join(element("th", text, scope="col") for text in self.columns)
        return element(
            "table",
            element("caption", self.name),
            element("thead", element("tr", element("td"), heading)),
            element("tbody", join(self._row(index) for index in range(len(self.rows)))),
            class_=f"mark matrix {ink_class(self.ink)}",
        )

    def _row(self, index: int) -> Html:
        cells = join(
            element("td", fixed(number, self.decimals), class_=classes((index, column) in self.lit and "lit-entry"))
            for column, number in enumerate(self.numbers[index])
        )
        return element("tr", element("th", self.rows[index], scope="row"), cells, data_part=at(self.row_parts, index))
