"""The two paths against a forward pass in plain Python, derived by hand and by moving each number."""

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import explorables
from explorables.views.alignment_map import ENCODER_STATES, SOURCE
from explorables.views.two_paths import State, agrees, case, error

STATES = ENCODER_STATES.tolist()


def draw(**state):
    return explorables.draw("two-paths", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def part(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return next(each for each in root.iter() if each.get("data-part") == name)


class ByHand:
    """One additive look at six states, with lists."""

    def __init__(self, draw):
        # The draw's own order: the decoder state, the gradient of the context, W_a, U_a, v_a.
        rng = np.random.default_rng(draw)
        self.query, self.towards = rng.standard_normal(3).tolist(), rng.standard_normal(3).tolist()
        self.W, self.U = rng.standard_normal((3, 4)).tolist(), rng.standard_normal((3, 4)).tolist()
        self.v = rng.standard_normal(4).tolist()

    def bent(self, state):
        return [
            math.tanh(sum(self.query[k] * self.W[k][m] + state[k] * self.U[k][m] for k in range(3))) for m in range(4)
        ]

    def weights(self, states):
        scores = [sum(v * b for v, b in zip(self.v, self.bent(state))) for state in states]
        exponentials = [math.exp(score) for score in scores]
        return [each / sum(exponentials) for each in exponentials]

    def loss(self, mixed, compared=None):
        weights = self.weights(compared or mixed)
        return sum(weights[j] * mixed[j][k] * self.towards[k] for j in range(6) for k in range(3))

    def content(self):
        return [[weight * g for g in self.towards] for weight in self.weights(STATES)]

    def score_gradients(self):
        weights, towards = self.weights(STATES), self.towards
        along = [sum(state[k] * towards[k] for k in range(3)) for state in STATES]
        mean = sum(weight * each for weight, each in zip(weights, along))
        return [weight * (each - mean) for weight, each in zip(weights, along)]

    def by_score(self):
        found = []
        for state, grad in zip(STATES, self.score_gradients()):
            slopes = [v * (1 - b * b) for v, b in zip(self.v, self.bent(state))]
            found.append([grad * sum(slopes[m] * self.U[k][m] for m in range(4)) for k in range(3)])
        return found

    def moved(self, j, k, step):
        return [[value + step * ((row, column) == (j, k)) for column, value in enumerate(state)] for row, state in enumerate(STATES)]

    def referee(self, step=1e-5):
        return [[(self.loss(self.moved(j, k, step)) - self.loss(self.moved(j, k, -step))) / (2 * step) for k in range(3)] for j in range(6)]


def norm(matrix):
    return math.sqrt(math.fsum(value * value for row in matrix for value in row))


def minus(one, other):
    return [[a - b for a, b in zip(x, y)] for x, y in zip(one, other)]


def plus(one, other):
    return [[a + b for a, b in zip(x, y)] for x, y in zip(one, other)]


@pytest.mark.parametrize("seed", [53, 0, 1, 2, 9])
def test_paths_and_referee_are_those_of_the_plain_computation(seed):
    hand, found = ByHand(seed), case(seed)
    assert found.paths.weights.tolist() == pytest.approx(hand.weights(STATES), abs=1e-14)
    np.testing.assert_allclose(found.paths.value, hand.content(), atol=1e-13)
    np.testing.assert_allclose(found.paths.score, hand.by_score(), atol=1e-13)
    np.testing.assert_allclose(found.referee, hand.referee(), atol=1e-9)
    assert found.paths.grad_scores.tolist() == pytest.approx(hand.score_gradients(), abs=1e-14)
    assert abs(math.fsum(found.paths.grad_scores.tolist())) < 1e-14


def test_the_books_case():
    hand = ByHand(53)
    referee = hand.referee()
    alone = norm(minus(hand.content(), referee)) / norm(referee)
    assert f"{alone:.0%}" == "61%"
    both = norm(minus(plus(hand.content(), hand.by_score()), referee)) / norm(referee)
    assert 1e-10 < both < 1e-9
    assert error(State(score_path=True)) == pytest.approx(both, rel=0.5)
    assert draw()["values"] == {"error": "61\u202f%", "verdict": "no", "scores_sum": "0.00"}
    only_score = norm(minus(hand.by_score(), referee)) / norm(referee)
    assert draw(value_path=False, score_path=True)["values"]["error"] == f"{only_score:.0%}".replace("%", "\u202f%")
    assert draw(value_path=False)["values"]["error"] == "100\u202f%"
    assert draw(score_path=True)["values"] == {
        "error": "< 10⁻⁶", "verdict": "sí", "scores_sum": "0.00",
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(0, 10_000, 487))
def test_in_every_draw_the_referee_wants_both_paths(seed):
    assert agrees(State(True, True, seed))
    for value, score in ((True, False), (False, True), (False, False)):
        assert not agrees(State(value, score, seed))


def test_bars_are_the_lengths_of_what_arrives():
    hand = ByHand(53)
    drawing = draw()
    lengths = {name: [f"{norm([row]):.2f}" for row in rows] for name, rows in
               (("content", hand.content()), ("sum", hand.content()), ("score", [[0.0]] * 6))}  # fmt: skip
    for name, expected in lengths.items():
        numbers = texts(ET.tostring(part(drawing["html"], name), encoding="unicode"), "bar-number")
        assert numbers == expected, name
    gradients = texts(ET.tostring(part(drawing["html"], "score-gradients"), encoding="unicode"), "bar-number")
    assert [float(text.replace("\u2212", "-")) for text in gradients] == pytest.approx(hand.score_gradients(), abs=0.005)


def test_scissors_cut_the_edge_and_nothing_of_the_forward_pass():
    for state in ({}, {"value_path": False, "score_path": True}):
        drawing = draw(**state)
        cut = {each.get("data-part") for each in ET.fromstring(f"<r>{drawing['html']}</r>").iter() if "cut" in (each.get("class") or "").split()}
        assert cut == ({"score-path"} if not state else {"value-path"})
        rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(drawing["table"]).iter("tr")]
        assert [row[1] for row in rows[1:]] == [f"{weight:.2f}" for weight in ByHand(53).weights(STATES)]
        assert [row[0] for row in rows[1:]] == list(SOURCE)


def test_the_four_ways_to_cut_answer_without_python():
    spec = explorables.spec("two-paths")
    assert spec["state"] == {"value_path": True, "score_path": False, "draw": 53}
    assert {(state["value_path"], state["score_path"]) for state in spec["states"]} == {
        (value, score) for value in (True, False) for score in (True, False)
    }
    assert spec["prediction"]["reveals"] == {"value_path": True, "score_path": True}
    assert len(explorables.spec("two-paths", {"draw": "7", "score_path": "true"})["states"]) == 4
