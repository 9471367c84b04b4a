"""Long work in the page: a view's `run(state)` generator, as drawings with their progress.

Whoever advances it decides for how long; stopping is not asking for more, and resuming is asking again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from explorables.drawing import open_view, read_view_state, scene_html, table_html, value_texts
from explorables.errors import ViewFault
from explorables.explorable import Frame


def run(name: str, state: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The frames of a view's long work: a drawing each (html, description, table, values) and its progress.

    `progress` is {done, total, label}; `total` is 0 when nobody knows. Raises UnknownView, OptionError and
    ViewFault at once for a view, a state or a `run` that is not there; ViewFault later when the view raises.
    """
    view = open_view(name)
    if view.run is None:
        raise ViewFault(name, "run()", "this view has no long work")
    return _frames(name, view, read_view_state(view, state))


def _frames(name: str, view: Any, settled: Any) -> Iterator[dict[str, Any]]:
    try:
        for frame in view.run(settled):
            yield _frame_json(frame)
    except Exception as error:
        raise ViewFault(name, "run()", f"{type(error).__name__}: {error}") from error


def _frame_json(frame: Any) -> dict[str, Any]:
    if not isinstance(frame, Frame):
        raise TypeError(f"yields {type(frame).__name__}, not a Frame")
    return {
        "html": scene_html(frame.scene),
        "description": str(frame.description),
        "table": None if frame.table is None else table_html(frame.table),
        "values": value_texts(frame.values),
        "progress": {"done": int(frame.done), "total": int(frame.total), "label": str(frame.label)},
    }
