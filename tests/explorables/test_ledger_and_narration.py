"""Marks and fields of scenes in steps: ledgers, narration, points that are rows, scales of powers of two."""

import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest

from explorables import matrix, slider, stepper, token_list
from explorables.marks import Account, Axes, Handle, HeatMap, Ledger, Narration
from explorables.marks.axes import Place
from explorables.state import controls, read_options, read_state, state_json


def tree(mark):
    return ET.fromstring(f"<root>{mark.html()}</root>")


def find_class(root, name):
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def test_a_bar_of_a_ledger_stands_on_its_zero():
    root = tree(Ledger(["a", "b", "c"], [Account("q·k", [-1.0, 2.0, None], low=-2, high=2)], "m"))
    bars = [bar.get("style") for bar in find_class(root, "bar")]
    assert bars == ["left:25%;width:25%", "left:50%;width:50%"]
    assert [number.text for number in find_class(root, "ledger-number")] == ["−1.00", "2.00", "\u00a0"]


def test_a_ledger_that_sets_is_one_tab_stop():
    root = tree(Ledger(["a", "b"], [Account("x", [0.5, 1])], "m", chosen=1, sets=[{"row": 1}, {"row": 2}]))
    rows = find_class(root, "ledger-row")
    assert [row.get("tabindex") for row in rows] == ["-1", "0"]
    assert [row.get("aria-checked") for row in rows] == ["false", "true"]
    assert json.loads(rows[0].get("data-set")) == {"row": 1}


@pytest.mark.parametrize(
    "mark",
    [
        Ledger(["a"], [Account("x", [1, 2])], "m"),
        Ledger(["a"], [Account("x", [1], ghosts=[])], "m"),
        Ledger(["a"], [Account("x", [1], low=0.5)], "m"),
        Ledger(["a"], [Account("x", [float("nan")])], "m"),
    ],
)
def test_a_ledger_that_makes_no_sense_is_refused(mark):
    with pytest.raises(ValueError):
        mark.html()


def test_a_narration_has_words_for_a_voice():
    element = tree(Narration("1 < 2", "uno menor que dos"))[0]
    assert (element.text, element.get("data-narration")) == ("1 < 2", "uno menor que dos")
    assert tree(Narration("hola"))[0].get("data-narration") == "hola"


def test_a_handle_may_be_a_row_or_two_numbers():
    axes = Axes((1, 16), (1, 4), [Handle((2, 2), ("n", "d"), "tamaño", text="2 y 2"), Handle((4, 1), "keys", "k", row=3)], "m")
    first, second = find_class(tree(axes), "handle")
    assert (first.get("data-drag"), first.get("data-row"), first.get("aria-label")) == ("n d", None, "tamaño: 2 y 2")
    assert (second.get("data-drag"), second.get("data-row")) == ("keys", "3")


def test_both_axes_may_be_of_powers_of_two():
    place = Place((1, 16), (2, 32), left=0, right=80, top=0, bottom=40, x_log=True, y_log=True)
    assert [place.x(2**n) for n in range(5)] == pytest.approx([0, 20, 40, 60, 80])
    assert [place.y(2**n) for n in range(1, 6)] == pytest.approx([40, 30, 20, 10, 0])
    inverse = place.inverse()
    assert 2 ** (inverse["x"][0] + inverse["x"][1] * place.x(10)) == pytest.approx(10)
    assert 2 ** (inverse["y"][0] + inverse["y"][1] * place.y(3)) == pytest.approx(3)


def test_a_cell_without_a_number_says_so():
    root = tree(HeatMap([[0.5, None]], ["a"], ["x", "y"], "m", missing="NaN"))
    assert [cell.text for cell in find_class(root, "cell")] == ["0.50", "NaN"]


@dataclass(frozen=True)
class State:
    step: int = stepper(1, 3, default=1, label="Paso", narrated=True)
    width: int = slider(16, 65536, default=512, step=0.125, scale="octaves", label="Ancho")
    keys: tuple = matrix(["a", "b"], ["x", "y"], default=[[1, 0], [0, 1]], label="Claves", on_axes=True)
    order: tuple = token_list(["uno", "dos", "tres"], default=(2, 0, 1), label="Orden")


def test_a_scale_of_octaves_holds_every_whole_number():
    read = lambda value: read_state(State, {"width": value}).width  # noqa: E731
    assert [read(value) for value in (768, 768.4, 1, 1e9)] == [768, 768, 16, 65536]
    spec = controls(State)["width"].spec("width", 768)
    assert (spec["min"], spec["max"], spec["step"], spec["text"]) == (4.0, 16.0, 0.125, "768")
    assert spec["position"] == pytest.approx(9.585, abs=1e-3)
    assert read_options(State, {"width": "768"}).width == 768
    with pytest.raises(Exception, match="número entero de 16 a 65536"):
        read_options(State, {"width": "7.5"})


def test_what_the_page_is_told_of_the_fields():
    known = controls(State)
    assert known["step"].spec("step", 1)["narrated"] is True
    assert known["keys"].spec("keys", State().keys)["on_axes"] is True
    assert state_json(State())["order"] == [2, 0, 1]
    with pytest.raises(ValueError, match="two numbers"):
        matrix(["a"], ["x", "y", "z"], default=[[1, 2, 3]], label="m", on_axes=True)
