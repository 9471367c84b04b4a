"""Three ways of scoring against the lesson's own cell worked out with loops, and against the shipped networks."""

import xml.etree.ElementTree as ET
from math import exp, fsum, tanh

import numpy as np
import pytest

import explorables
from explorables.views.three_scores import NAMES, counts, weights

H = [[0.5, 0.6, -0.5], [0.7, 0.4, 0.5], [0.4, -0.1, 0.4], [0.1, 0.5, 0.8], [0.5, 0.4, -0.7], [0.1, -0.7, -0.1]]


def draw(**state):
    return explorables.draw("three-scores", state)


def softmax_by_hand(scores):
    powers = [exp(score) for score in scores]
    return [power / fsum(powers) for power in powers]


def by_hand(zero_first):
    """The draw of the lesson's cell, and the three scores term by term: (3, 8, 6)."""
    rng = np.random.default_rng(0)
    S = rng.normal(size=(8, 3)).tolist()
    W, W_a, U_a, v_a = (rng.normal(size=size).tolist() for size in ((3, 3), (3, 4), (3, 4), 4))
    if zero_first:
        S[0] = [0.0, 0.0, 0.0]

    def dot(s, h):
        return fsum(a * b for a, b in zip(s, h))

    def general(s, h):
        return fsum(s[a] * W[a][b] * h[b] for a in range(3) for b in range(3))

    def additive(s, h):
        return fsum(
            v_a[k] * tanh(fsum(s[a] * W_a[a][k] for a in range(3)) + fsum(h[a] * U_a[a][k] for a in range(3))) for k in range(4)
        )

    return [[softmax_by_hand([score(s, h) for h in H]) for s in S] for score in (dot, general, additive)]


@pytest.mark.parametrize(("start", "zero_first"), [("zero", True), ("random", False)])
def test_the_weights_of_the_three_scores(start, zero_first):
    expected = by_hand(zero_first)
    assert weights(start) == pytest.approx(np.array(expected), abs=1e-12)


def test_from_a_zero_two_of_the_three_look_everywhere_alike():
    dot, general, additive = weights("zero")[:, 0]
    assert dot.tolist() == general.tolist() == pytest.approx([1 / 6] * 6)
    assert additive.round(3).tolist() == [0.065, 0.071, 0.089, 0.662, 0.045, 0.068]
    assert "dot y general dan lo mismo a todos" in draw()["html"]
    for step in range(2, 9):
        assert weights("zero")[:, step - 1].max(axis=1).min() > 0.17
    assert "ninguna es plana" in draw(start="random")["html"]


def test_training_does_not_move_the_first_row_of_dot_and_general():
    dot, general, additive = weights("trained")
    assert np.abs(dot[0] - 1 / 6).max() < 1e-12 and np.abs(general[0] - 1 / 6).max() < 1e-12
    assert additive[0].argmax() == 0 and additive[0, 0] > 0.99
    for alignment in (dot, general, additive):
        assert alignment.shape == (8, 6)
        assert alignment.sum(axis=1) == pytest.approx(np.ones(8))
        assert alignment[6].argmax() == 3  # book looks at «libro»
    prediction = explorables.spec("three-scores")["prediction"]
    (right,) = [choice for choice in prediction["choices"] if choice["right"]]
    assert right["words"] == "A todas partes por igual"
    assert draw(**prediction["reveals"])["values"]["dot"] == "0.17"


@pytest.mark.parametrize("width", [1, 2, 32, 512])
def test_the_parameters_that_each_has_to_learn(width):
    assert counts(width) == [0, width**2, 2 * width**2 + width]


def test_the_counts_of_the_lesson():
    values = draw()["values"]
    assert [values[f"count-{name}"] for name in NAMES] == ["0", "1024", "2080"]
    assert draw(width=128)["values"]["count-general"] == "16\u202f384"


def test_the_table_says_what_the_scene_says():
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(draw()["table"]).iter("tr")]
    assert rows[1] == ["dot", *["0.167"] * 6, "0"]
    assert rows[3] == ["aditiva", "0.065", "0.071", "0.089", "0.662", "0.045", "0.068", "2080"]


def test_every_step_of_every_start_answers_without_python():
    states = explorables.spec("three-scores", {"start": "zero"})["states"]
    assert {(state["start"], state["step"]) for state in states} == {
        (start, step) for start in ("zero", "random", "trained") for step in range(1, 9)
    }
    assert {state["width"] for state in states} == {32}
