"""HTML and SVG as strings, escaped by construction.

`element("p", "a < b", class_="note")` escapes its text; only `Html`, which this module makes, goes in
unescaped. Attributes keep the order in which they are written, so that equal calls give equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from explorables.numbers import coordinate

_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTES = {'"': "&quot;", "'": "&#39;"}


class Html(str):
    """A string that is already markup."""

    __slots__ = ()


def escape(text: str) -> Html:
    return text if isinstance(text, Html) else Html(str(text).translate(_TEXT))


def join(pieces: Iterable[str]) -> Html:
    return Html("".join(escape(piece) for piece in pieces))


def attribute(value: object) -> str:
    """The text of an attribute: mappings become JSON, numbers fixed decimals."""
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, float):
        return coordinate(value)
    return str(value)


def element(tag: str, *children: object, **attributes: object) -> Html:
    """One element. `class_` is `class`, other underscores are hyphens; None and False drop an attribute."""
    parts = [f"<{tag}"]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        name = name.rstrip("_").replace("_", "-")
        text = "" if value is True else attribute(value).translate(_TEXT)
        # JSON is full of double quotes: the other kind around it keeps it short and legible.
        quote = "'" if '"' in text and "'" not in text else '"'
        parts.append(f" {name}={quote}{text.replace(quote, _QUOTES[quote])}{quote}")
    parts.append(">")
    if tag in _VOID:
        return Html("".join(parts))
    parts.extend(escape(child) for child in children if child is not None)
    parts.append(f"</{tag}>")
    return Html("".join(parts))


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
