"""State of a view: from JSON and from an author's options to a frozen dataclass, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any

from explorables.controls import Control
from explorables.errors import OptionError, Unfit, nearest
from explorables.fields import KEY


@cache
def controls(state_type: type) -> dict[str, Control]:
    """The controls of a state, by field name, in order. Raises TypeError for a field that has none."""
    if not dataclasses.is_dataclass(state_type):
        raise TypeError(f"{state_type.__qualname__} must be a frozen dataclass")
    found = {}
    for field in dataclasses.fields(state_type):
        if KEY not in field.metadata:
            raise TypeError(f"{state_type.__qualname__}.{field.name} has no control (slider, toggle, …)")
        found[field.name] = field.metadata[KEY]
    return found


def read_state(state_type: type, values: Mapping[str, Any]) -> Any:
    """A state from JSON; what is missing takes its default, numbers are moved inside their bounds.

    Raises Unfit for a name that the state does not have or a value of the wrong kind.
    """
    known = controls(state_type)
    settled = {}
    for name, value in values.items():
        if name not in known:
            near = nearest(name, known)
            raise Unfit("unknown-field-near" if near else "unknown-field", given=name, near=near)
        try:
            settled[name] = known[name].settle(value)
        except Unfit as error:
            raise error.of(name) from None
    return state_type(**settled)


def read_options(state_type: type, options: Mapping[str, str]) -> Any:
    """A state from an author's options. Raises OptionError."""
    known = controls(state_type)
    parsed = {}
    for name, written in options.items():
        if name not in known:
            raise OptionError(name, Unfit("unknown-option", given=name), nearest(name, known))
        try:
            parsed[name] = known[name].parse(written)
        except Unfit as error:
            raise OptionError(name, error.of(name)) from None
    return state_type(**parsed)


def state_json(state: Any) -> dict[str, Any]:
    """The state as JSON values, in the order of its fields; its values settled once more."""
    return {name: _plain(control.settle(getattr(state, name))) for name, control in controls(type(state)).items()}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
