"""A sign in a scene that the figure needs something which the page may not have yet; the page's script looks for it."""

from __future__ import annotations

from dataclasses import dataclass

from explorables.markup import Html, element
from explorables.marks.base import Mark


@dataclass(frozen=True)
class Needs(Mark):
    """`what` is "model": the figure gets the gate of `scripts/model/gate.js`."""

    what: str

    def html(self) -> Html:
        return element("span", data_needs=self.what, hidden=True)
