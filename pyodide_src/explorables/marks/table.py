"""A table of data, as a mark and as what «Ver como tabla» shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, element, join
from explorables.marks.base import Mark, same_length


@dataclass(frozen=True)
class Table(Mark):
    """Texts in rows and columns; the first column heads its row and may have no name. `chosen` is a row that is marked.

    Numbers come already as text (`numbers.fixed`), so that the table says what the scene says.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    chosen: int | None = None

    def html(self) -> Html:
        for row in self.rows:
            same_length(f"table {self.caption!r}: cells", row, len(self.columns))
        heading = element("tr", join(element("th", text, scope="col") if text else element("td") for text in self.columns))
        body = join(self._row(index, row) for index, row in enumerate(self.rows))
        return element(
            "table",
            element("caption", self.caption),
            element("thead", heading),
            element("tbody", body),
            class_="mark data",
        )

    def _row(self, index: int, row: Sequence[str]) -> Html:
        first = element("th", row[0], scope="row")
        rest = join(element("td", text) for text in row[1:])
        return element("tr", first, rest, class_="chosen" if index == self.chosen else None)
