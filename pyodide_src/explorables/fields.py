"""Fields of a view's state: bounds, a label, and the control that the page shows for each.

Each function here is a dataclass field, for use in a frozen dataclass:

    @dataclass(frozen=True)
    class State:
        step: int = stepper(1, 8, default=7, label="Paso")
        frozen: bool = toggle(label="resumen fijo")

A control reads values leniently (numbers are moved inside their bounds and onto their step), because a
hand on a slider has no wrong positions. An author's option is read strictly and complains.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from explorables.controls import (
    Choice,
    Control,
    Matrix,
    Number,
    Point,
    Seed,
    Text,
    Toggle,
    TokenList,
)

KEY = "explorables.control"


def _field(control: Control, default: Any) -> Any:
    return dataclasses.field(default=control.settle(default), metadata={KEY: control})


def slider(
    low: float,
    high: float,
    *,
    default: float,
    label: str,
    step: float = 0.01,
    names: Sequence[str] = (),
    unit: str = "",
    ends: tuple[str, str] | None = None,
    scale: str = "linear",
    releases: str | None = None,
    help: str = "",
) -> Any:
    """A number from `low` to `high` in steps. `ends` are words for both ends; `releases` names a toggle
    that goes off when the reader moves this one; `scale` is "linear", "log2" (whole powers of two) or
    "octaves" (whole numbers on a scale of powers of two, `step` of a doubling for each arrow)."""
    control = Number(label, help, "slider", low, high, step, tuple(names), unit, ends, scale, releases)
    return _field(control, default)


def stepper(
    low: int, high: int, *, default: int, label: str, names: Sequence[str] = (), play: bool = True,
    narrated: bool = False, help: str = "",
) -> Any:
    """A whole number walked one by one: back, forward, and play. `names` says each value in words.

    When `narrated`, play leaves each step on for as long as its `Narration` takes to be read, and the reader
    may have it read aloud.
    """
    return _field(Number(label, help, "stepper", low, high, 1, tuple(names), play=play, narrated=narrated), default)


def number(
    low: float, high: float, *, default: float, label: str, step: float = 0.1, unit: str = "", help: str = ""
) -> Any:
    """A number that is typed, from `low` to `high`."""
    return _field(Number(label, help, "number", low, high, step, (), unit), default)


def toggle(*, label: str, default: bool = False, help: str = "") -> Any:
    """Off or on."""
    return _field(Toggle(label, help), default)


def choice(choices: Sequence[tuple[str, str]], *, default: str, label: str, help: str = "") -> Any:
    """One of several: pairs of (value, words for the reader)."""
    return _field(Choice(label, help, tuple((str(value), str(words)) for value, words in choices)), default)


def point(
    x: tuple[float, float], y: tuple[float, float], *, default: tuple[float, float], label: str,
    step: float = 0.1, help: str = "",
) -> Any:
    """A pair of numbers that can be dragged on axes (`Handle` in the scene) or typed."""
    return _field(Point(label, help, tuple(x), tuple(y), step), default)


def matrix(
    rows: Sequence[str], columns: Sequence[str], *, default: Sequence[Sequence[float]], label: str,
    low: float = -9.0, high: float = 9.0, step: float = 0.1, on_axes: bool = False, help: str = "",
) -> Any:
    """A matrix of numbers with named rows and columns, each entry editable.

    With `on_axes` it has two columns and no table of its own: each row is a point that is dragged (`Handle`).
    """
    return _field(Matrix(label, help, tuple(rows), tuple(columns), low, high, step, on_axes), default)


def token_list(tokens: Sequence[str], *, label: str, default: Sequence[int] | None = None, help: str = "") -> Any:
    """The order of `tokens`: a tuple of their positions, which the reader rearranges."""
    return _field(TokenList(label, help, tuple(tokens)), tuple(range(len(tokens)) if default is None else default))


def text(*, default: str, label: str, longest: int = 80, help: str = "") -> Any:
    """A line of text of at most `longest` characters."""
    return _field(Text(label, help, longest), default)


def seed(*, default: int = 0, label: str = "Otro sorteo", help: str = "") -> Any:
    """The seed of a random draw; its button draws again."""
    return _field(Seed(label, help), default)
