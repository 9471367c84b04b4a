"""Values that are pictures: how a cell's result becomes SVG or HTML for the page."""

from __future__ import annotations

import sys
from typing import Any

DRAWING_LIMIT = 1_000_000
"""Characters of one picture; a page that is asked to draw more stands still."""


def drawing(value: Any) -> str | None:
    """The markup of a picture, None for a value that is none.

    Pictures are marks of `explorables.marks`, one or a list of them, and whatever has a `_repr_svg_` or `_repr_html_`
    that gives text. What it raises goes on to the caller: it is the cell's own error.
    """
    marks = sys.modules.get("explorables.marks.base")
    # Who has a mark has imported its module; a page of cells alone should not wait for it.
    if marks is not None and _is_scene(value, marks.Mark):
        from explorables.drawing import scene_html

        return scene_html(value)
    if isinstance(value, type):
        return None
    for name in ("_repr_svg_", "_repr_html_"):
        method = getattr(value, name, None)
        markup = method() if callable(method) else None
        if isinstance(markup, str) and markup.strip():
            return markup
    return None


def _is_scene(value: Any, mark: type) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(one, mark) for one in value)
    return isinstance(value, mark)
