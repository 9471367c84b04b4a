"""Values that are pictures: how a cell's result becomes SVG or HTML for the page."""

from __future__ import annotations

import sys
from typing import Any

DRAWING_LIMIT = 1_000_000
"""Characters of one picture; a page that is asked to draw more stands still."""


def drawing(value: Any) -> str | None:
    """The markup of a picture, None for a value that is none.

    Pictures are marks of `explorables.marks`, one or a list of them, and whatever has a `_repr_svg_` or `_repr_html_`
    that gives text. What it raises goes on to the caller: it is the cell's own error. A figure of Plotly is none: its
    HTML is a program, which no page of the book would run; see `plot_text`.
    """
    marks = sys.modules.get("explorables.marks.base")
    # Who has a mark has imported its module; a page of cells alone should not wait for it.
    if marks is not None and _is_scene(value, marks.Mark):
        from explorables.drawing import scene_html

        return scene_html(value)
    if isinstance(value, type):
        return None
    for name in ("_repr_svg_", "_repr_html_")[: 1 if _is_plot(value) else 2]:
        method = getattr(value, name, None)
        markup = method() if callable(method) else None
        if isinstance(markup, str) and markup.strip():
            return markup
    return None


def plot_text(value: Any) -> str | None:
    """What a figure of Plotly holds, in words: its title, and a line for each trace; None for what is no such figure."""
    if isinstance(value, type) or not _is_plot(value):
        return None
    spec = value.to_plotly_json()
    traces = spec.get("data") or ()
    layout = spec.get("layout") or {}
    title = layout.get("title") or ""
    title = title.get("text") if isinstance(title, dict) else title
    lines = [f"Figura de Plotly{f' «{title}»' if title else ''}. Una celda dice lo que hay en ella; dibujarla toca a las figuras de la lección."]
    for trace in traces:
        name, size = trace.get("name"), _size(trace)
        lines.append(f"  {trace.get('type', 'scatter')}{f' «{name}»' if name else ''}{f': {size}' if size else ''}")
    return "\n".join(lines)


def _size(trace: Any) -> str:
    for name in ("z", "y", "x", "values"):
        values = trace.get(name)
        if hasattr(values, "__len__"):
            rows = len(values)
            if name == "z" and rows and hasattr(values[0], "__len__"):
                return f"{rows} × {len(values[0])} valores"
            return f"{rows} valor{'' if rows == 1 else 'es'}"
    return ""


def _is_plot(value: Any) -> bool:
    return callable(getattr(value, "to_plotly_json", None))


def _is_scene(value: Any, mark: type) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(one, mark) for one in value)
    return isinstance(value, mark)
