"""HTML and SVG as strings, escaped by construction.

`element("p", "a < b", class_="note")` escapes its text; only `Html`, which this module makes, goes in
unescaped. Attributes keep the order in which they are written, so that equal calls give equal bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from explorables.numbers import coordinate

_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTES = {'"': "&quot;", "'": "&#39;"}
_compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Html(str):
    """A string that is already markup."""

    __slots__ = ()


def escape(text: str) -> Html:
    if type(text) is Html:
        return text
    return Html(_escaped(str(text)))


def join(pieces: Iterable[str]) -> Html:
    return Html("".join([piece if type(piece) is Html else _escaped(str(piece)) for piece in pieces]))


def attribute(value: object) -> str:
    """The text of an attribute: mappings become JSON, numbers fixed decimals."""
    if type(value) is str:
        return value
    if isinstance(value, Mapping):
        return _compact_json(value)
    if isinstance(value, float):
        return coordinate(value)
    return str(value)


def element(tag: str, *children: object, **attributes: object) -> Html:
    """One element. `class_` is `class`, other underscores are hyphens; None and False drop an attribute."""
    # A scene has hundreds of elements, and a drag draws it anew for each of its moments: this is its hot path.
    parts = ["<", tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        text = "" if value is True else value if type(value) is str else attribute(value)
        opening = _openings.get(name) or _opening(name)
        if _needs_care(text):
            text = _escaped(text)
            # JSON is full of double quotes: the other kind around it keeps it short and legible.
            quote = "'" if '"' in text and "'" not in text else '"'
            text = text.replace(quote, _QUOTES[quote])
            parts.append(f"{opening}{quote}{text}{quote}")
        else:
            parts.append(f'{opening}"{text}"')
    parts.append(">")
    if tag not in _VOID:
        for child in children:
            if child is not None:
                parts.append(child if type(child) is Html else _escaped(str(child)))
        parts.append(f"</{tag}>")
    return Html("".join(parts))


# Most texts need no escaping.
_needs_care = re.compile('[&<>"]').search


def _escaped(text: str) -> str:
    return text.translate(_TEXT) if "<" in text or "&" in text or ">" in text else text


_openings: dict[str, str] = {}


def _opening(name: str) -> str:
    """What stands before an attribute's value, remembered."""
    opening = _openings[name] = f" {name.rstrip('_').replace('_', '-')}="
    return opening


def classes(*names: str | None | bool) -> str | None:
    """Class names that apply, joined; None when there is none."""
    return " ".join(name for name in names if name) or None


def style(**values: float | str | None) -> str | None:
    """Inline custom properties: `style(w=0.5)` is `--w:0.5`."""
    pairs = [
        f"--{name}:{value if isinstance(value, str) else coordinate(value, 4)}"
        for name, value in values.items()
        if value is not None
    ]
    return ";".join(pairs) or None
