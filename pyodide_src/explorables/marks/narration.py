"""What a scene in steps tells at each of them: read on the page and, if the reader asks, aloud."""

from __future__ import annotations

from dataclasses import dataclass

from explorables.markup import Html, element
from explorables.marks.base import Mark


@dataclass(frozen=True)
class Narration(Mark):
    """A few sentences. `aloud` replaces them for a voice, where signs would be misread; see `fields.stepper`."""

    text: str
    aloud: str | None = None

    def html(self) -> Html:
        return element("p", self.text, class_="mark narration", data_narration=self.aloud or self.text)
