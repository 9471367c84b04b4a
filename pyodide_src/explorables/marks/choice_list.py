"""A short list of states to go to, each a button with a number beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting


@dataclass(frozen=True)
class Option:
    """One button: its words, a number or note, the state that it sets, and whether it is the present one."""

    words: str
    note: str
    sets: Setting
    chosen: bool = False


@dataclass(frozen=True)
class ChoiceList(Mark):
    """Buttons one under another, in order, or side by side if `inline`; `title` heads them."""

    title: str
    options: Sequence[Option]
    inline: bool = False

    def html(self) -> Html:
        return element(
            "div",
            element("p", self.title, class_="choice-list-title") if self.title else None,
            element("ol", join(self._option(option) for option in self.options)),
            class_=classes("mark choice-list", self.inline and "inline"),
        )

    @staticmethod
    def _option(option: Option) -> Html:
        button = element(
            "button",
            element("span", option.words),
            element("span", option.note, class_="note") if option.note else None,
            type="button",
            class_=classes("choice-list-button", option.chosen and "chosen"),
            aria_current="true" if option.chosen else None,
            data_set=option.sets,
        )
        return element("li", button)
