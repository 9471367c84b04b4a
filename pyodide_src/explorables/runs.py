"""Long work in the page: a view's `run(state)` generator, advanced a slice of time at a time.

Each slice is short, so «Detener» needs nothing but to stop asking, and resuming is asking again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from typing import Any

from explorables.drawing import scene_html, table_html, value_texts
from explorables.errors import OptionError, ViewFault
from explorables.explorable import Frame
from explorables.registry import find
from explorables.state import read_state

_runs: dict[int, tuple[str, Iterator[Frame]]] = {}
_numbers = itertools.count(1)


def start_run(name: str, state: Mapping[str, Any]) -> int:
    """Begin a view's long work and return the number by which to advance it.

    Raises UnknownView, OptionError, ViewFault (the view has no long work).
    """
    view = find(name)()
    if view.run is None:
        raise ViewFault(name, "run()", "this view has no long work")
    try:
        settled = read_state(view.State, state)
    except ValueError as error:
        raise OptionError("state", str(error)) from None
    number = next(_numbers)
    _runs[number] = (name, iter(view.run(settled)))
    return number


def advance_run(number: int, seconds: float = 0.05) -> dict[str, Any]:
    """Work for about `seconds`, at least one frame, and draw the last frame reached.

    Returns `{"over": bool, "frame": {...} or None}`; `over` says that nothing is left, and `frame` is None
    when there was not even one more. Raises KeyError for a run that is not there (it ended, or Python
    was started afresh), and ViewFault when the view raises, which ends the run.
    """
    name, frames = _runs[number]
    until = time.monotonic() + seconds
    last: Frame | None = None
    over = False
    try:
        while last is None or time.monotonic() < until:
            try:
                last = next(frames)
            except StopIteration:
                over = True
                break
        frame = None if last is None else _frame_json(last)
    except Exception as error:
        end_run(number)
        raise ViewFault(name, "run()", f"{type(error).__name__}: {error}") from error
    if over:
        end_run(number)
    return {"over": over, "frame": frame}


def end_run(number: int) -> None:
    """Forget a run; one that is not there is no fault."""
    _runs.pop(number, None)


def _frame_json(frame: Any) -> dict[str, Any]:
    if not isinstance(frame, Frame):
        raise TypeError(f"yields {type(frame).__name__}, not a Frame")
    return {
        "html": scene_html(frame.scene),
        "done": int(frame.done),
        "total": int(frame.total),
        "label": str(frame.label),
        "description": str(frame.description),
        "table": None if frame.table is None else table_html(frame.table),
        "values": value_texts(frame.values),
    }
