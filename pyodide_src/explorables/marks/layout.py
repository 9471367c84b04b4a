"""Marks made of marks: stacked without a gap, in a titled panel, side by side where there is room, packed tight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, element, join
from explorables.marks.base import Mark, same_length


@dataclass(frozen=True)
class Joined(Mark):
    """Marks one under the other with no space between (tokens, links, tokens)."""

    marks: Sequence[Mark]

    def html(self) -> Html:
        return element("div", join(mark.html() for mark in self.marks), class_="mark joined")


@dataclass(frozen=True)
class Panel(Mark):
    """Marks under a title of their own."""

    title: str
    marks: Sequence[Mark]
    part: str | None = None

    def html(self) -> Html:
        return element(
            "section",
            element("p", self.title, class_="panel-title"),
            join(mark.html() for mark in self.marks),
            class_="mark panel",
            data_part=self.part,
        )


@dataclass(frozen=True)
class Columns(Mark):
    """Marks side by side, `shares` of the width each; one under the other where the page is narrow."""

    marks: Sequence[Mark]
    shares: Sequence[int] | None = None

    def html(self) -> Html:
        shares = self.shares or [1] * len(self.marks)
        same_length("shares", shares, len(self.marks))
        template = " ".join(f"minmax(0,{share}fr)" for share in shares)
        return element(
            "div", join(mark.html() for mark in self.marks), class_="mark columns", style=f"--shares:{template}"
        )


@dataclass(frozen=True)
class Dense(Mark):
    """A heat map of more rows and columns than usual: upright headings, and no numbers where they have no room."""

    mark: Mark

    def html(self) -> Html:
        return element("div", self.mark.html(), class_="mark dense")
