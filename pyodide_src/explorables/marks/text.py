"""Words in a scene: a line of text, and a line of named numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, ink_class

KINDS = ("note", "title", "result", "warning")


@dataclass(frozen=True)
class Text(Mark):
    """A line of text. `kind` is one of `KINDS`; `lines` stand ready, so that a longer text moves nothing."""

    text: str
    kind: str = "note"
    part: str | None = None
    lines: int = 0

    def html(self) -> Html:
        if self.kind not in KINDS:
            raise ValueError(f"there is no text of kind {self.kind!r}; the kinds are {', '.join(KINDS)}")
        return element("p", self.text, class_=f"mark text text-{self.kind}", data_part=self.part, style=f"--lines:{self.lines}" if self.lines else None)


@dataclass(frozen=True)
class Named:
    """A named number: what it is, its text, the ink of its quantity, and the part it is."""

    name: str
    text: str
    ink: str = "plain"
    part: str | None = None


@dataclass(frozen=True)
class Figures(Mark):
    """Named numbers side by side, the number large."""

    figures: Sequence[Named]

    def html(self) -> Html:
        return element(
            "dl",
            join(
                element(
                    "div",
                    element("dt", figure.name),
                    element("dd", figure.text),
                    class_=classes("named", ink_class(figure.ink)),
                    data_part=figure.part,
                )
                for figure in self.figures
            ),
            class_="mark figures",
        )
