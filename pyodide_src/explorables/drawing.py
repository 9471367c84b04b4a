"""`spec` and `draw`: a view as JSON, for the builder and for the page alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from explorables.errors import OptionError, Unfit, ViewFault
from explorables.explorable import Explorable, Prediction
from explorables.markup import join
from explorables.marks.base import Mark
from explorables.marks.table import Table
from explorables.registry import find
from explorables.state import controls, read_options, read_state, state_json

MOST_STATES = 64


def spec(name: str, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the page needs to know of a view: its controls, its first state, its predrawn states.

    `options` are an author's initial values. Raises UnknownView, OptionError, ViewFault.
    """
    view = open_view(name)
    state_type = _guarded(view, "State", lambda: view.State)
    known = _guarded(view, "State", lambda: controls(state_type))
    first = _settled(view, read_options(state_type, options or {}))
    return {
        "name": name,
        "title": view.title,
        "controls": [control.spec(field, getattr(first, field)) for field, control in known.items()],
        "state": state_json(first),
        "states": _guarded(view, "states()", lambda: _predrawn(view, first)),
        "prediction": _guarded(view, "prediction", lambda: _prediction(view, view.asks(first))),
        "run": view.run_label if view.run else None,
        "run_keeps": _guarded(view, "run_keeps", lambda: _fields(view, known)),
    }


def draw(name: str, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state of a view, drawn: settled state, HTML, the sentence that describes it, table, live values.

    Raises UnknownView; OptionError for a state that the view does not have; ViewFault when the view
    raises or returns something else than marks, a sentence, a table and texts.
    """
    view = open_view(name)
    settled = read_view_state(view, state)
    return {
        "state": state_json(settled),
        "html": _guarded(view, "scene()", lambda: scene_html(view.scene(settled))),
        "description": _guarded(view, "describe()", lambda: _sentence(view.describe(settled))),
        "table": _guarded(view, "table()", lambda: table_html(view.table(settled))),
        "values": _guarded(view, "values()", lambda: value_texts(view.values(settled))),
    }


def open_view(name: str) -> Explorable:
    """The view of this name, ready to draw. Raises UnknownView; ViewFault when its class is not complete."""
    view = find(name)
    try:
        return view()
    except Exception as error:
        raise ViewFault(name, view.__name__, str(error)) from error


def read_view_state(view: Explorable, state: Mapping[str, Any]) -> Any:
    """A view's state from JSON. Raises OptionError for a state that the view does not have."""
    try:
        settled = read_state(view.State, state)
    except Unfit as error:
        raise OptionError("state", error) from None
    return _settled(view, settled)


def _settled(view: Explorable, state: Any) -> Any:
    """The state as its controls hold it, moved by the view to one that is possible."""
    moved = _guarded(view, "settle()", lambda: view.settle(state))
    if not isinstance(moved, view.State):
        raise ViewFault(view.name, "settle()", f"returned {type(moved).__name__}, not its State")
    return moved


def scene_html(marks: Any) -> str:
    """The marks of a scene as one string. Raises TypeError for anything else."""
    if isinstance(marks, Mark):
        marks = [marks]
    marks = list(marks)
    for mark in marks:
        if not isinstance(mark, Mark):
            raise TypeError(f"a scene is made of marks, not of {type(mark).__name__}")
    return str(join(mark.html() for mark in marks))


def table_html(table: Any) -> str:
    if not isinstance(table, Table):
        raise TypeError(f"must return a Table, not {type(table).__name__}")
    return str(table.html())


def value_texts(values: Any) -> dict[str, str]:
    if not isinstance(values, dict) or not all(isinstance(text, str) for pair in values.items() for text in pair):
        raise TypeError("must return a dictionary of texts")
    return dict(values)


def _sentence(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise TypeError("must return a sentence")
    return text


def _predrawn(view: Explorable, first: Any) -> list[dict[str, Any]] | None:
    """The states to draw at build, the first one among them, each once; None when the view lists none."""
    listed = view.states()
    if listed is None:
        listed = list(view.nearby(first))
        if not listed:
            return None
    found = []
    for state in [*listed, first]:
        if not isinstance(state, view.State):
            raise TypeError(f"yields {type(state).__name__}, not its State")
        plain = state_json(state)
        if plain not in found:
            found.append(plain)
        if len(found) > MOST_STATES:
            raise ValueError(f"lists more than {MOST_STATES} states; leave them to the page's Python")
    return found


def _fields(view: Explorable, known: Mapping[str, Any]) -> list[str]:
    """The view's `run_keeps`, each of them a field of its state. Raises ValueError."""
    for name in view.run_keeps:
        if name not in known:
            raise ValueError(f"the state has no {name!r}")
    return list(view.run_keeps)


def _prediction(view: Explorable, asked: Prediction | None) -> dict[str, Any] | None:
    if asked is None:
        return None
    known = controls(view.State)
    if sum(choice.right for choice in asked.choices) != 1:
        raise ViewFault(view.name, "prediction", "needs exactly one right choice")
    read_state(view.State, asked.reveals)
    return {
        "question": asked.question,
        "choices": [
            {"words": choice.words, "feedback": choice.feedback, "right": choice.right} for choice in asked.choices
        ],
        "reveals": {name: value for name, value in asked.reveals.items() if name in known},
    }


def _guarded(view: Explorable, part: str, work: Callable[[], Any]) -> Any:
    """Run a piece of a view; whatever it raises becomes a ViewFault that names view and method."""
    try:
        return work()
    except ViewFault:
        raise
    except Exception as error:
        raise ViewFault(view.name, part, f"{type(error).__name__}: {error}") from error
