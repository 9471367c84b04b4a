"""`:::{figure} name`: a function of the lesson's `figures.py`, or a picture that lies beside the lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from builder.slugs import slugify

PICTURES = (".svg", ".png", ".jpg", ".jpeg")


@dataclass(eq=False)
class FigureUse:
    """`source` is the function's name, or the picture's with its suffix; `alt` says in words what is seen."""

    source: str
    id: str
    alt: str
    line: int
    number: int

    @property
    def is_picture(self) -> bool:
        return "." in self.source


class _Add(Protocol):
    def __call__(self, rule: str, line: int, column: int = 0, **fields: object) -> None: ...


def read_figure(
    source: str, options: dict[str, str], line: int, number: int, caption: bool, add: _Add
) -> FigureUse:
    """The figure of a directive; faults are told through `add`."""
    use = FigureUse(source, options.get("name") or slugify(source.replace("_", "-")), options.get("alt", ""), line, number)
    if not source:
        return use  # told already, as a missing argument
    if not use.alt:
        add("figure-alt", line, name=source)
    if not caption:
        add("figure-caption", line, name=source)
    if not use.is_picture and not source.isidentifier():
        add("figure-source", line, name=source, pictures=", ".join(PICTURES))
    return use
