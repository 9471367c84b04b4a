"""Bars that can be nudged: beside each number, a button that lowers it and one that raises it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.numbers import coordinate, fixed, snapped


@dataclass(frozen=True)
class Nudges(Mark):
    """One bar a label, from 0 to `high`. `lower` and `raise_` are what each row's buttons set; None where nothing is left to do.

    The buttons are one tab stop, walked with arrows. `ghosts` are outlined bars on the same scale; `quantity` names what
    the buttons change, for assistive technology («peso»).
    """

    labels: Sequence[str]
    numbers: Sequence[float]
    label: str
    quantity: str
    lower: Sequence[Setting | None]
    raise_: Sequence[Setting | None]
    high: float = 1.0
    decimals: int = 2
    ink: str = "weight"
    ghosts: Sequence[float] | None = None
    parts: Sequence[str] | None = None

    def html(self) -> Html:
        count = len(self.labels)
        for what in ("numbers", "lower", "raise_", "ghosts", "parts"):
            same_length(what, getattr(self, what), count)
        if self.high <= 0:
            raise ValueError("nudges need high > 0")
        longest = max((len(word) for word in self.labels), default=0)
        return element(
            "div",
            join(self._row(index) for index in range(count)),
            class_=f"mark nudges {ink_class(self.ink)}",
            role="toolbar",
            aria_label=self.label,
            aria_orientation="vertical",
            style=f"--longest:{longest}",
        )

    def _row(self, index: int) -> Html:
        ghost = at(self.ghosts, index)
        text = fixed(self.numbers[index], self.decimals)
        return element(
            "div",
            element("span", self.labels[index], class_="nudge-label"),
            self._button(index, "−", "menos", self.lower[index], text, first=index == 0),
            element(
                "span",
                None if ghost is None else self._piece(ghost, "ghost"),
                self._piece(self.numbers[index], "bar"),
                class_="track",
                style="--zero:0%",
            ),
            element("span", text, class_="nudge-number"),
            self._button(index, "+", "más", self.raise_[index], text),
            class_="nudge-row",
            data_part=at(self.parts, index),
        )

    def _button(self, index: int, sign: str, more: str, setting: Setting | None, text: str, first: bool = False) -> Html:
        # Not `disabled`: a button that goes dead under the finger would drop the focus.
        return element(
            "button",
            sign,
            type="button",
            class_=classes("nudge", setting is None and "spent"),
            tabindex="0" if first else "-1",
            aria_label=f"{self.labels[index]}: {more} {self.quantity}, ahora {text}",
            aria_disabled="true" if setting is None else None,
            data_set=setting,
        )

    def _piece(self, number: float, name: str) -> Html:
        share = min(max(snapped(number) / self.high, 0.0), 1.0)
        return element("span", class_=name, style=f"left:0%;width:{coordinate(share * 100)}%")
