"""A heat map with its numbers in it: the ink of a cell is proportional to its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped

# Letters in a heading, all columns as wide as the longest, that a phone can still show side by side.
LONGEST_HEADING = 50


@dataclass(frozen=True)
class SideColumn:
    """A last column beside a heat map: a heading and one text a row."""

    heading: str
    texts: Sequence[str]
    ink: str = "plain"


@dataclass(frozen=True)
class FootRow:
    """A last row under a heat map: a heading and one text a column."""

    heading: str
    texts: Sequence[str]
    ink: str = "plain"


@dataclass(frozen=True)
class HeatMap(Mark):
    """Numbers in [low, high] as ink. With `sets` (one setting a row) its rows are walked with arrows.

    A cell whose number is None has none: it says `missing`. `label` names the whole for assistive technology,
    `row_labels` each row in words (with its numbers);
    `chosen` is the row that is set, `chosen_column` the column; `column_sets` make the headings targets of a hand (the same
    must be within reach of the keyboard elsewhere). `outlined` are (row, column) cells with a border.
    """

    numbers: Sequence[Sequence[float | None]]
    rows: Sequence[str]
    columns: Sequence[str]
    label: str
    low: float = 0.0
    high: float = 1.0
    decimals: int = 2
    ink: str = "weight"
    chosen: int | None = None
    sets: Sequence[Setting] | None = None
    parts: Sequence[str] | None = None
    column_parts: Sequence[str] | None = None
    row_labels: Sequence[str] | None = None
    side: SideColumn | None = None
    foot: FootRow | None = None
    chosen_column: int | None = None
    column_sets: Sequence[Setting] | None = None
    missing: str = ""
    outlined: Sequence[tuple[int, int]] = ()

    def html(self) -> Html:
        count, across = len(self.rows), len(self.columns)
        if not count or not across or len(self.numbers) != count or any(len(row) != across for row in self.numbers):
            raise ValueError(f"a heat map needs {count} × {across} numbers")
        if not self.low < self.high:
            raise ValueError("a heat map needs low < high")
        for what in ("sets", "parts", "row_labels"):
            same_length(what, getattr(self, what), count)
        for what in ("column_parts", "column_sets"):
            same_length(what, getattr(self, what), across)
        if self.foot is not None:
            same_length("foot", self.foot.texts, across)
        if self.side is not None:
            same_length("side", self.side.texts, count)
        longest = max(len(word) for word in self.rows)
        body = element(
            "div",
            join(self._row(index) for index in range(count)),
            class_="heat-rows",
            role="radiogroup" if self.sets else None,
            aria_label=self.label if self.sets else None,
        )
        return element(
            "div",
            self._heading(),
            body,
            self._foot(),
            class_=classes(
                "mark heat-map",
                ink_class(self.ink),
                self.side is not None and "with-side",
                across * max(len(word) for word in self.columns) > LONGEST_HEADING and "long-headings",
            ),
            style=f"--across:{across};--longest:{longest}",
            role=None if self.sets else "img",
            aria_label=None if self.sets else self.label,
        )

    def _heading(self) -> Html:
        cells = [element("span", class_="heat-label")]
        for index, word in enumerate(self.columns):
            cells.append(
                element(
                    "span",
                    word,
                    class_=classes("heat-column", index == self.chosen_column and "chosen"),
                    data_part=at(self.column_parts, index),
                    data_set=at(self.column_sets, index),
                )
            )
        if self.side is not None:
            cells.append(element("span", self.side.heading, class_=classes("heat-side", ink_class(self.side.ink))))
        return element("div", join(cells), class_="heat-heading", aria_hidden="true")

    def _foot(self) -> Html | None:
        if self.foot is None:
            return None
        cells = [element("span", self.foot.heading, class_="heat-label")]
        for index, text in enumerate(self.foot.texts):
            names = classes("heat-foot-text", index == self.chosen_column and "chosen")
            cells.append(element("span", text, class_=names, data_part=at(self.column_parts, index)))
        if self.side is not None:
            cells.append(element("span", class_="heat-side"))
        return element("div", join(cells), class_=f"heat-foot {ink_class(self.foot.ink)}", aria_hidden="true" if self.sets is None else None)

    def _row(self, index: int) -> Html:
        chosen = index == self.chosen
        cells = [element("span", self.rows[index], class_="heat-label")]
        cells.extend(self._cell(number, index, column) for column, number in enumerate(self.numbers[index]))
        if self.side is not None:
            text = self.side.texts[index]
            cells.append(element("span", text, class_=classes("heat-side", ink_class(self.side.ink))))
        choosing: dict[str, object] = {}
        if self.sets:
            choosing = {
                "role": "radio",
                "aria_checked": "true" if chosen else "false",
                "aria_label": at(self.row_labels, index) or self.rows[index],
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

    def _cell(self, number: float | None, row: int, column: int) -> Html:
        names = "cell in-column" if column == self.chosen_column else "cell"
        if (row, column) in self.outlined:
            names += " outlined"
        if number is None:
            return element("span", self.missing, class_=f"{names} missing", style="--w:0")
        share = (snapped(number) - self.low) / (self.high - self.low)
        share = min(max(share, 0.0), 1.0)
        return Html(f'<span class="{names}" style="--w:{coordinate(share, 3)}">{fixed(number, self.decimals)}</span>')
