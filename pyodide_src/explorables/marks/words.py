"""A sentence that wraps where the page ends, with some of its words struck out; and words that are buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length


@dataclass(frozen=True)
class Words(Mark):
    """Words in reading order under a short `name`; those in `struck` are wrong and are struck out.

    `label` says the whole for assistive technology.
    """

    name: str
    words: Sequence[str]
    label: str
    ink: str = "plain"
    struck: Sequence[bool] | None = None
    parts: Sequence[str] | None = None
    part: str | None = None

    def html(self) -> Html:
        for what in ("struck", "parts"):
            same_length(what, getattr(self, what), len(self.words))
        return element(
            "div",
            element("p", self.name, class_="words-name"),
            element("ul", join(self._word(index) for index in range(len(self.words))), aria_label=self.label),
            class_=classes("mark words", ink_class(self.ink)),
            data_part=self.part,
        )

    def _word(self, index: int) -> Html:
        tag = "del" if at(self.struck, index) else "span"
        return element("li", element(tag, self.words[index]), data_part=at(self.parts, index))


@dataclass(frozen=True)
class WordButtons(Mark):
    """Words to tap, each with the state that it sets, after a `name`. A `quiet` one stands apart (to take back, say)."""

    name: str
    words: Sequence[tuple[str, Setting]]
    quiet: tuple[str, Setting] | None = None

    def html(self) -> Html:
        buttons = [element("button", word, type="button", class_="word-button", data_set=sets) for word, sets in self.words]
        if self.quiet is not None:
            word, sets = self.quiet
            buttons.append(element("button", word, type="button", class_="word-button quiet", data_set=sets))
        return element(
            "div",
            element("p", self.name, class_="words-name"),
            element("div", join(buttons), class_="word-buttons", role="group", aria_label=self.name),
            class_="mark words",
        )
