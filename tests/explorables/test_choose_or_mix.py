"""Choosing and mixing against arithmetic with `math` alone: three states, three scores, one that moves."""

import xml.etree.ElementTree as ET
from math import exp

import pytest

import explorables
from explorables.views.choose_or_mix import State, chosen, descent, mixed


def draw(**state):
    return explorables.draw("choose-or-mix", state)


def context_by_hand(e2, temperature=1.0):
    """States (1, 0), (0, 1), (1, 1) with scores 1, e₂, 0.2."""
    powers = [exp((score - 1.0) / temperature) for score in (1.0, e2, 0.2)]
    first, second, third = (power / sum(powers) for power in powers)
    return first + third, second + third


def error_by_hand(e2, temperature=1.0):
    x, y = context_by_hand(e2, temperature)
    return (x**2 + (y - 1) ** 2) / 2


def test_the_choice_does_not_hear_a_small_rise_and_the_mixture_does():
    assert draw()["values"]["chosen"] == "(1.000, 0.000)"
    risen = draw(e2=0.95)["values"]
    assert (risen["chosen"], risen["mixed"]) == ("(1.000, 0.000)", "(0.604, 0.583)")
    over = draw(e2=1.01)["values"]
    assert over["chosen"] == "(0.000, 1.000)"
    assert over["mixed"] == "(0.589, 0.593)"


@pytest.mark.parametrize("e2", [0.0, 0.9, 1.0, 1.01, 2.0])
@pytest.mark.parametrize("temperature", [1.0, 0.3, 0.05])
def test_the_mixture_and_its_slope(e2, temperature):
    answer = mixed(e2, temperature)
    assert answer.context == pytest.approx(context_by_hand(e2, temperature), abs=1e-12)
    assert answer.error == pytest.approx(error_by_hand(e2, temperature), abs=1e-12)
    step = 1e-5 * temperature
    difference = (error_by_hand(e2 + step, temperature) - error_by_hand(e2 - step, temperature)) / (2 * step)
    assert answer.slope == pytest.approx(difference, abs=1e-6, rel=1e-6)


def test_the_choice_is_flat_but_at_the_jump():
    assert [chosen(e2).slope for e2 in (0.0, 0.99, 1.0, 1.01, 2.0)] == [0.0, 0.0, None, 0.0, 0.0]
    assert [chosen(e2).error for e2 in (0.99, 1.01)] == [1.0, 0.0]
    assert "no existe" in draw(e2=1.0)["html"]


def test_twenty_steps_move_one_ball_and_not_the_other():
    by_hand = 0.9
    for step in range(21):
        assert descent(0.9, 1.0)[step] == pytest.approx(by_hand, abs=1e-6)
        by_hand -= (error_by_hand(by_hand + 1e-6) - error_by_hand(by_hand - 1e-6)) / 2e-6
    values = draw()["values"]
    assert (values["reached"], values["error"]) == ("2.93", "0.022")
    assert "la elección sigue donde estaba" in draw()["description"]


def test_a_cold_softmax_gets_stuck_too_and_one_half_cold_goes_further():
    cold = draw(temperature=0.005)["values"]
    assert (cold["mixed"], cold["reached"], cold["slope"]) == ("(1.000, 0.000)", "0.90", "0.000")
    assert mixed(0.9, 0.005).slope == pytest.approx(-2 * exp(-20) / 0.005, rel=1e-6)
    assert descent(0.9, 0.3)[1] > descent(0.9, 1.0)[1]
    prediction = explorables.spec("choose-or-mix")["prediction"]
    (right,) = [choice for choice in prediction["choices"] if choice["right"]]
    assert right["words"] == "Se quedará atascada"
    assert prediction["reveals"] == {"temperature": 0.005}


def test_a_ball_never_leaves_the_drawing():
    assert all(0 <= e2 <= 4 for temperature in (0.005, 0.02, 0.1) for e2 in descent(1.0, temperature))


def test_both_balls_stand_where_their_numbers_say():
    root = ET.fromstring(f"<root>{draw()['html']}</root>")
    part = {each.get("data-part"): each for each in root.iter() if each.get("data-part")}
    rolling = part["rolling"].find("circle")
    x = 44 + 2.9266094 / 4 * (360 - 44 - 14)
    y = 14 + (1 - 0.0224197 / 1.25) * (240 - 14 - 40)
    assert float(rolling.get("cx")) == pytest.approx(x, abs=0.01)
    assert float(rolling.get("cy")) == pytest.approx(y, abs=0.01)
    corners = [tuple(map(float, pair.split(","))) for pair in part["stuck"].find("polygon").get("points").split()]
    middle = [sum(corner[axis] for corner in corners) / 4 for axis in (0, 1)]
    assert middle == pytest.approx([44 + 0.9 / 4 * 302, 14 + (1 - 1 / 1.25) * 186], abs=0.01)


def test_the_table_has_the_whole_descent():
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(draw(steps=3)["table"]).iter("tr")]
    assert len(rows) == 22
    assert rows[1] == ["0", "0.900", "(0.616, 0.575)", "0.280", "\u22120.215"]
    assert rows[21][:2] == ["20", "2.927"]
    assert "Eligiendo, e₂ se queda en 0.90, el contexto en (1.000, 0.000) y el error en 1.000" in draw()["table"]


def test_each_step_of_the_first_descent_answers_without_python():
    states = explorables.spec("choose-or-mix")["states"]
    assert {state["steps"] for state in states if state["e2"] == 0.9 and state["temperature"] == 1.0} == set(range(21))
    assert State().steps == 20
