"""Long work in the page: a view's `run(state)` generator, as drawings with their progress.

Whoever advances it decides for how long; stopping is not asking for more, and resuming is asking again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from explorables.drawing import open_view, read_view_state, scene_html, table_html, value_texts
from explorables.errors import ViewFault
from explorables.explorable import Frame


class Run:
    """Long work under way: `advance` moves it to its next moment, `drawing` is the moment that it is at.

    Only the moments that are asked for are drawn, so that work may have far more of them than a page can show.
    Raises UnknownView, OptionError and ViewFault for a view, a state or a `run` that is not there.
    """

    def __init__(self, name: str, state: Mapping[str, Any]) -> None:
        self._view = open_view(name)
        if self._view.run is None:
            raise ViewFault(name, "run()", "this view has no long work")
        self._state = dict(state)
        settled = read_view_state(self._view, state)
        self._moments = self._guarded(lambda: iter(self._view.run(settled)))
        self._moment: Any = None

    def advance(self) -> bool:
        """Work until the next moment; False when there is none. Raises ViewFault when the view raises."""
        reached = self._guarded(lambda: next(self._moments, None))
        if reached is None:
            return False
        self._moment = reached
        return True

    def drawing(self, state: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
        """The present moment: html, description, table, values and `progress`; None before the first one.

        `progress` is {done, total, label}; `total` is 0 when nobody knows. A moment that is a function of the state is
        drawn for `state`, or for the one that the work began with. Raises OptionError and ViewFault.
        """
        if self._moment is None:
            return None
        settled = read_view_state(self._view, self._state if state is None else state)
        return self._guarded(lambda: _frame_json(self._moment(settled) if callable(self._moment) else self._moment))

    def close(self) -> None:
        """Let the work go; its generator is closed where it stands."""
        close = getattr(self._moments, "close", None)
        if close is not None:
            close()

    def _guarded(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Exception as error:
            raise ViewFault(self._view.name, "run()", f"{type(error).__name__}: {error}") from error


def run(name: str, state: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All the drawings of a view's long work, for the state that it begins with. Raises as `Run` does, at once."""
    return _drawings(Run(name, state))


def _drawings(work: Run) -> Iterator[dict[str, Any]]:
    try:
        while work.advance():
            yield work.drawing()
    finally:
        work.close()


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
