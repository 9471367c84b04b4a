"""A figure's drawing outside the book's pages, where no style sheet follows it: its looks as attributes, in the colours of paper."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path

from bs4 import Tag

_TOKENS = Path(__file__).resolve().parents[2] / "site_templates" / "styles" / "tokens.css"
_TOKEN = re.compile(r"--([\w-]+): light-dark\((#\w+), #\w+\)")
_FONT = "Source Sans 3, Helvetica, Arial, sans-serif"

# What `styles/figures.css` says of each kind of shape; «hue» is that of the nearest role.
_LOOKS = {
    "grid": {"fill": "none", "stroke": "line"},
    "axis": {"fill": "none", "stroke": "line-strong"},
    "line": {"fill": "none", "stroke": "hue", "stroke-width": "2.25", "stroke-linejoin": "round"},
    "rule": {"fill": "none", "stroke": "hue", "stroke-width": "1.25"},
    "lead": {"fill": "none", "stroke": "ink-faint"},
    "points": {"fill": "hue", "stroke": "paper"},
    "bar": {"fill": "hue"},
    "area": {"fill": "hue", "fill-opacity": "0.12"},
    "heat": {"fill": "hue"},
    "frame": {"fill": "none", "stroke": "line-strong"},
    "tick": {"fill": "ink-soft"},
    "name": {"fill": "hue", "font-weight": "600"},
    "note": {"fill": "hue"},
    "b": {"font-weight": "600"},
    "i": {"font-style": "italic"},
}
_HOLLOW = {
    "points": {"fill": "paper", "stroke": "hue", "stroke-width": "1.5"},
    "bar": {"fill": "hue", "fill-opacity": "0.12", "stroke": "hue", "stroke-width": "1.5"},
}


def standalone(drawing: Tag) -> str:
    """The SVG with everything that its style sheet would give it."""
    svg = copy.copy(drawing)
    svg["xmlns"] = "http://www.w3.org/2000/svg"
    svg["font-family"] = _FONT
    box = svg.get("viewBox", "").split()
    if len(box) == 4:
        svg["width"], svg["height"] = box[2], box[3]
    outer = next((hue for hue in map(_hue, drawing.parents) if hue), "ink")
    _dress(svg, outer)
    return str(svg)


def in_colours_of_paper(svg: str) -> str:
    """An author's SVG as XML of its own, with the light colours that its custom properties name."""
    named = re.sub(r"var\(--([\w-]+)\)", lambda found: _colours().get(found[1], "currentColor"), svg)
    named = re.sub(r' (?:focusable|tabindex)="[^"]*"', "", named)
    return named if "xmlns=" in named else named.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def _dress(node: Tag, hue: str) -> None:
    kinds = node.get("class", [])
    kinds = kinds.split() if isinstance(kinds, str) else kinds
    hue = _hue(node) or hue
    if node.name == "text":
        node.attrs.setdefault("fill", _colours()["ink"])
    for kind in kinds:
        looks = _HOLLOW.get(kind) if "hollow" in kinds else None
        for name, value in (looks or _LOOKS.get(kind, {})).items():
            node[name] = _colours().get(hue if value == "hue" else value, value)
    for child in node.find_all(True, recursive=False):
        _dress(child, hue)


def _hue(node: Tag) -> str:
    kinds = node.get("class") or []
    kinds = kinds.split() if isinstance(kinds, str) else kinds
    name = next((kind.removeprefix("hue-") for kind in kinds if kind.startswith("hue-")), "")
    return f"role-{name}" if f"role-{name}" in _colours() else name


@cache
def _colours() -> dict[str, str]:
    """The light colours by name; the first of each name, for the others are of high contrast."""
    found: dict[str, str] = {}
    for name, light in _TOKEN.findall(_TOKENS.read_text(encoding="utf-8")):
        found.setdefault(name, light)
    return found
