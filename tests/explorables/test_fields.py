"""State: lenient with a hand on a control, strict with an author, never outside its bounds."""

from dataclasses import dataclass
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorables import OptionError, choice, errors, matrix, number, point, seed, slider, stepper, text, toggle, token_list
from explorables.state import controls, read_options, read_state, state_json


@dataclass(frozen=True)
class State:
    step: int = stepper(1, 8, default=7, label="Paso")
    share: float = slider(0, 1, default=1, step=0.05, label="λ")
    width: int = slider(1, 512, default=64, scale="log2", label="d")
    size: float = number(-2, 2, default=0.5, step=0.1, label="tamaño")
    frozen: bool = toggle(label="fijo")
    axis: str = choice([("rows", "filas"), ("columns", "columnas")], default="rows", label="eje")
    q: tuple = point((-2, 2), (-1, 1), default=(1, 1), label="q")
    W: tuple = matrix(["a", "b"], ["x", "y"], default=[[1, 0], [0, 1]], label="W")
    order: tuple = token_list(["uno", "dos", "tres"], label="orden")
    words: str = text(default="hola", label="frase", longest=5)
    draw: int = seed()


def test_the_default_state_as_json():
    assert state_json(State()) == {
        "step": 7, "share": 1.0, "width": 64, "size": 0.5, "frozen": False, "axis": "rows", "q": [1.0, 1.0],
        "W": [[1.0, 0.0], [0.0, 1.0]], "order": [0, 1, 2], "words": "hola", "draw": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given_state", "name", "settled"),
    [
        ({"step": 99}, "step", 8),
        ({"step": 2.4}, "step", 2),
        ({"share": 0.074}, "share", 0.05),
        ({"share": -3}, "share", 0.0),
        ({"width": 100}, "width", 128),
        ({"size": 0.30000000000000004}, "size", 0.3),
        ({"q": [9, -9]}, "q", (2.0, -1.0)),
        ({"W": [[0.04, 100], [0, 0]]}, "W", ((0.0, 9.0), (0.0, 0.0))),
        ({"words": "demasiado"}, "words", "demas"),
    ],
)
def test_a_hand_is_moved_inside_the_bounds(given_state, name, settled):
    assert getattr(read_state(State, given_state), name) == settled


@pytest.mark.parametrize(
    ("given_state", "message"),
    [
        ({"step": "7"}, "step debe ser un número, no "),
        ({"step": float("nan")}, "step debe ser un número finito"),
        ({"step": True}, "step debe ser un número, no "),
        ({"frozen": 1}, "frozen debe ser true o false, no 1"),
        ({"axis": "diagonal"}, "axis debe ser uno de rows, columns, no 'diagonal'"),
        ({"q": [1]}, "q debe ser un par de números"),
        ({"W": [[1]]}, "W debe ser una matriz de 2 × 2"),
        ({"order": [0, 0, 1]}, "order debe tener cada posición de 0 a 2"),
        ({"stpe": 1}, "el estado no tiene 'stpe'; ¿quisiste decir 'step'"),
    ],
)
def test_values_without_meaning_are_refused(given_state, message):
    with pytest.raises(ValueError, match=message):
        read_state(State, given_state)


@pytest.mark.parametrize(
    ("options", "message", "near"),
    [
        ({"stpe": "3"}, "there is no option 'stpe'", "step"),
        ({"zzz": "3"}, "there is no option 'zzz'", None),
        ({"step": "9"}, "step must be a whole number from 1 to 8, not 9", None),
        ({"step": "siete"}, "step must be a number, not 'siete'", None),
        ({"share": "0.33"}, "share must be a number from 0 to 1 in steps of 0.05, not 0.33", None),
        ({"frozen": "quizá"}, "frozen must be true or false, not 'quizá'", None),
        ({"axis": "rowz"}, r"axis must be one of rows, columns, not 'rowz' (near: rows)", None),
        ({"words": "demasiado"}, "words must have at most 5 characters, not 9", None),
    ],
)
def test_an_author_is_told_what_is_wrong(options, message, near):
    with pytest.raises(OptionError) as caught:
        read_options(State, options)
    assert (caught.value.reason.said("en"), caught.value.nearest) == (message, near)
    assert caught.value.option == next(iter(options))


def test_what_is_said_of_values_is_the_same_in_both_languages():
    def parts(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    spanish, english = errors._WORDS["es"], errors._WORDS["en"]
    assert {key: parts(text) for key, text in spanish.items()} == {key: parts(text) for key, text in english.items()}


def test_an_author_sets_first_values():
    state = read_options(State, {"step": "3", "frozen": "sí", "q": "0.5, -1", "order": "2,0,1", "width": "256"})
    assert (state.step, state.frozen, state.q, state.order, state.width) == (3, True, (0.5, -1.0), (2, 0, 1), 256)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_settling_keeps_bounds_and_is_done_once(value):
    for name, low, high in (("step", 1, 8), ("share", 0, 1), ("width", 1, 512), ("size", -2, 2)):
        control = controls(State)[name]
        settled = control.settle(value)
        assert low <= settled <= high
        assert control.settle(settled) == settled


def test_a_field_without_control_is_refused():
    @dataclass(frozen=True)
    class Bare:
        step: int = 3

    with pytest.raises(TypeError, match="Bare.step has no control"):
        controls(Bare)


def test_impossible_bounds_are_refused_where_they_are_written():
    with pytest.raises(ValueError, match="low < high"):
        slider(1, 1, default=1, label="x")
    with pytest.raises(ValueError, match="2 names for 3 values"):
        stepper(1, 3, default=1, label="x", names=["a", "b"])
