"""The alignment map against the figures that its two seed pages give, worked out here with no NumPy of its own."""

import xml.etree.ElementTree as ET
from math import dist, fsum

import pytest

import explorables
from explorables.views.alignment_map import ALPHA, ENCODER_STATES, OUTPUT, SOURCE, State, contexts, distinct_contexts

LAST = [0.1, -0.7, -0.1]
DISTANCES = ["1.37", "1.33", "1.34", "0.89", "1.15", "0.25", "1.39", "0.32"]


def draw(**state):
    return explorables.draw("alignment-map", state)


def context_by_hand(row, share=1.0):
    weights = [share * weight + (1 - share) * (position == 5) for position, weight in enumerate(ALPHA[row])]
    return [fsum(weight * state[k] for weight, state in zip(weights, ENCODER_STATES.tolist())) for k in range(3)]


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def test_rows_sum_to_one_and_look_where_the_lesson_says():
    assert all(fsum(row) == pytest.approx(1, abs=1e-12) for row in ALPHA.tolist())
    looked_at = [SOURCE[row.argmax()] for row in ALPHA]
    assert looked_at == ["ayer", "leí", "leí", "un", "muy", "bueno", "libro", "bueno"]


@pytest.mark.parametrize("step", range(1, 9))
def test_distance_to_the_frozen_context(step):
    drawing = draw(step=step)
    assert drawing["values"]["distance"] == DISTANCES[step - 1]
    assert f"{dist(context_by_hand(step - 1), LAST):.2f}" == DISTANCES[step - 1]
    assert texts(drawing["html"], "heat-side")[1:] == DISTANCES


def test_eight_contexts_against_one():
    assert distinct_contexts(State()) == 8
    assert distinct_contexts(State(frozen=True)) == 1
    assert draw()["values"]["distinct"] == "8"
    frozen = draw(step=3, frozen=True)
    assert frozen["values"]["distinct"] == "1"
    assert frozen["values"]["distance"] == "0.00"
    assert frozen["values"]["context"] == "(0.10, \u22120.70, \u22120.10)"
    assert set(texts(frozen["html"], "heat-side")[1:]) == {"0.00"}


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_the_slider_walks_between_the_frozen_row_and_its_own(share):
    state = State(own_share=share)
    for row in range(8):
        assert contexts(state)[row].tolist() == pytest.approx(context_by_hand(row, share), abs=1e-12)
    assert distinct_contexts(state) == (1 if share == 0 else 8)
    # The context moves along a straight line, so its distance is proportional to the share.
    assert draw(own_share=share)["values"]["distance"] == f"{share * dist(context_by_hand(6), LAST):.2f}"


def test_frozen_wins_over_the_slider():
    assert draw(frozen=True, own_share=0.5)["html"] == draw(own_share=0.0)["html"]


def test_contexts_stay_inside_the_bounds_of_the_states():
    low, high = ENCODER_STATES.min(axis=0), ENCODER_STATES.max(axis=0)
    assert ((contexts(State()) >= low) & (contexts(State()) <= high)).all()


def test_the_sixteen_states_answer_without_python():
    spec = explorables.spec("alignment-map")
    assert len(spec["states"]) == 16
    assert spec["state"] == {"step": 7, "frozen": False, "own_share": 1.0}
    assert {(state["step"], state["frozen"]) for state in spec["states"]} == {
        (step, frozen) for step in range(1, 9) for frozen in (False, True)
    }


def test_the_chosen_row_is_written_above_the_source():
    drawing = draw(step=7)
    assert texts(drawing["html"], "note") == ["0.01", "0.02", "0.06", "0.86", "0.03", "0.02"]
    assert texts(drawing["html"], "chosen")[0] == "book"
    assert "«libro»" in drawing["description"]


def test_the_table_says_what_the_scene_says():
    root = ET.fromstring(draw(step=7)["table"])
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    assert rows[0] == ["Paso", *SOURCE, "Contexto", "Distancia"]
    assert rows[7] == ["7. book", "0.01", "0.02", "0.06", "0.86", "0.03", "0.02", "(0.15, 0.44, 0.69)", "1.39"]
    assert [row[-1] for row in rows[1:]] == DISTANCES
    assert [row[0] for row in rows[1:]] == [f"{step}. {word}" for step, word in enumerate(OUTPUT, 1)]


def test_the_angle_brackets_of_the_end_token_are_escaped():
    assert "&lt;EOS&gt;" in draw()["html"]
    assert "<EOS>" not in draw()["html"] + draw()["table"]
