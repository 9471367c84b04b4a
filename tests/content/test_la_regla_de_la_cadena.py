"""The figure of lesson 2.7: what each path carries, worked out with `math` alone, and a referee that knows about cuts."""

from itertools import product
from math import cosh, tanh

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_la_regla_de_la_cadena"
FOLDER = DEFAULT_BOOK / "2-redes" / "7-la-regla-de-la-cadena"
EDGES = ("w_h1", "w_h2", "h1_k1", "h1_k2", "h2_k1", "h2_k2", "k1_l", "k2_l")
WHOLE = dict.fromkeys(EDGES, True)


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["scissor-paths"]


def number(drawing, name):
    return float(drawing["values"][name].replace("\u2212", "-"))


def by_hand(cut=()):
    """∂L/∂w through the paths that no cut interrupts; the derivative of tanh is 1 / cosh²."""
    w, a, b, v, t = 0.6, (1.0, 0.6), ((1.3, -1.1), (-0.8, 1.0)), (0.9, 0.8), -0.7
    h = [tanh(each * w) for each in a]
    before = [sum(b[j][i] * h[i] for i in range(2)) for j in range(2)]
    error = sum(v[j] * tanh(before[j]) for j in range(2)) - t
    total = 0.0
    for i, j in product(range(2), range(2)):
        if not {f"w_h{i + 1}", f"h{i + 1}_k{j + 1}", f"k{j + 1}_l"} & set(cut):
            total += error * v[j] * b[j][i] / cosh(before[j]) ** 2 * a[i] / cosh(a[i] * w) ** 2
    return total


@pytest.mark.parametrize("cut", [(), *((edge,) for edge in EDGES), ("h1_k1", "h2_k2"), ("w_h1", "w_h2"), EDGES])
def test_open_paths_add_and_a_cut_arrow_stops_its_paths(cut):
    drawing = explorables.draw("scissor-paths", WHOLE | dict.fromkeys(cut, False))
    assert number(drawing, "total") == pytest.approx(by_hand(cut), abs=5.1e-4)
    assert number(drawing, "measured") == pytest.approx(by_hand(), abs=5.1e-4)
    assert drawing["values"]["verdict"] == ("no" if cut else "sí")


@pytest.mark.parametrize("bits", range(256))
def test_the_referee_that_holds_what_is_cut_agrees_with_every_cut(bits):
    cut = {edge: bool(bits >> place & 1) for place, edge in enumerate(EDGES)}
    assert explorables.draw("scissor-paths", cut | {"held": True})["values"]["verdict"] == "sí"


def test_the_first_cut_turns_the_sign_and_the_step_goes_uphill():
    first, whole = explorables.draw("scissor-paths", {}), explorables.draw("scissor-paths", WHOLE)
    assert first["state"]["h1_k1"] is False
    assert (first["values"]["total"], first["values"]["measured"]) == ("\u22120.460", "0.225")
    assert number(first, "after") > 0.414 > number(whole, "after")
    assert "sube de 0.414 a 0.459" in first["description"] and "baja de 0.414" in whole["description"]


def test_each_arrow_can_be_cut_without_python():
    states = explorables.spec("scissor-paths")["states"]
    alone = [state for state in states if sum(not state[edge] for edge in EDGES) == 1]
    assert {(edge, state["held"]) for state in alone for edge in EDGES if not state[edge]} == set(product(EDGES, (False, True)))
