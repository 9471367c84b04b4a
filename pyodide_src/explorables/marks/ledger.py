"""A column of numbers beside another, row by row: each number with a bar as long as it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped


@dataclass(frozen=True)
class Account:
    """A column of a ledger: its heading, a number a row (None is not told yet), and the scale of its bars.

    `ghosts` are outlined bars on the same scale; `texts` replace the printed numbers.
    """

    heading: str
    numbers: Sequence[float | None]
    low: float = 0.0
    high: float = 1.0
    decimals: int = 2
    ink: str = "plain"
    ghosts: Sequence[float | None] | None = None
    texts: Sequence[str] | None = None
    part: str | None = None


@dataclass(frozen=True)
class Ledger(Mark):
    """Rows of named things and `accounts` across. With `sets` (one setting a row) the rows are walked with arrows.

    `label` names the whole for assistive technology and `row_labels` each row in words; `chosen` is the row that is set. `room`
    is for how many rows there is room, where their number changes.
    """

    rows: Sequence[str]
    accounts: Sequence[Account]
    label: str
    chosen: int | None = None
    sets: Sequence[Setting] | None = None
    parts: Sequence[str] | None = None
    row_labels: Sequence[str] | None = None
    part: str | None = None
    room: int = 0

    def html(self) -> Html:
        count = len(self.rows)
        for what in ("sets", "parts", "row_labels"):
            same_length(what, getattr(self, what), count)
        for account in self.accounts:
            same_length(account.heading, account.numbers, count)
            same_length(f"{account.heading}: ghosts", account.ghosts, count)
            same_length(f"{account.heading}: texts", account.texts, count)
            if not account.low < account.high or not account.low <= 0 <= account.high:
                raise ValueError(f"{account.heading}: needs low ≤ 0 ≤ high and low < high")
        headings = join(
            element("span", account.heading, class_=classes("ledger-name", ink_class(account.ink)), data_part=account.part)
            for account in self.accounts
        )
        return element(
            "div",
            element("div", element("span"), headings, class_="ledger-heading", aria_hidden="true"),
            element(
                "div",
                join(self._row(index) for index in range(count)),
                class_="ledger-rows",
                role="radiogroup" if self.sets else None,
                aria_label=self.label if self.sets else None,
            ),
            class_="mark ledger",
            role=None if self.sets else "img",
            aria_label=None if self.sets else self.label,
            style=f"--across:{len(self.accounts)};--longest:{max((len(row) for row in self.rows), default=0)}"
            + (f";--room:{self.room}" if self.room else ""),
            data_part=self.part,
        )

    def _row(self, index: int) -> Html:
        choosing: dict[str, object] = {}
        chosen = index == self.chosen
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
            element("span", self.rows[index], class_="ledger-label"),
            join(_cell(account, index) for account in self.accounts),
            class_=classes("ledger-row", chosen and "chosen"),
            data_part=at(self.parts, index),
            **choosing,
        )


def _cell(account: Account, index: int) -> Html:
    number, ghost = account.numbers[index], at(account.ghosts, index)
    text = at(account.texts, index)
    if text is None:
        # The space keeps the height of a number that is not told yet.
        text = "\u00a0" if number is None else fixed(number, account.decimals)
    zero = coordinate(_share(account, 0.0) * 100)
    return element(
        "span",
        element("span", text, class_="ledger-number"),
        element(
            "span",
            None if ghost is None else _piece(account, ghost, "ghost"),
            None if number is None else _piece(account, number, "bar"),
            class_="track",
            style=f"--zero:{zero}%",
        ),
        class_=f"ledger-cell {ink_class(account.ink)}",
        data_part=account.part,
    )


def _piece(account: Account, number: float, name: str) -> Html:
    start, end = sorted((_share(account, 0.0), _share(account, number)))
    return element("span", class_=name, style=f"left:{coordinate(start * 100)}%;width:{coordinate((end - start) * 100)}%")


def _share(account: Account, number: float) -> float:
    return (min(max(snapped(number), account.low), account.high) - account.low) / (account.high - account.low)
