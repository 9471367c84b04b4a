"""Shuffling against attention computed here number by number: what follows its word, what the masks do, right and wrong."""

import xml.etree.ElementTree as ET
from itertools import permutations
from math import exp, sqrt

import numpy as np
import pytest

import explorables
from explorables.views.shuffle import EMBEDDINGS, SWAPPED, W_K, W_Q, W_V, WORDS, State, changes, read

STRAIGHT = (0, 1, 2, 3, 4)


def draw(**state):
    return explorables.draw("shuffle", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def product(row, matrix):
    return [sum(a * b for a, b in zip(row, column)) for column in zip(*matrix.tolist())]


def by_hand(order, looks):
    """Outputs and weights where word i may look at word j if `looks(i, j)`."""
    rows = [EMBEDDINGS[token].tolist() for token in order]
    queries, keys, values = ([product(row, W) for row in rows] for W in (W_Q, W_K, W_V))
    outputs, weights = [], []
    for i, query in enumerate(queries):
        strengths = [
            exp(sum(a * b for a, b in zip(query, key)) / sqrt(4)) if looks(i, j) else 0.0 for j, key in enumerate(keys)
        ]
        weights.append([strength / sum(strengths) for strength in strengths])
        outputs.append([sum(w * value[k] for w, value in zip(weights[-1], values)) for k in range(4)])
    return outputs, weights


def test_the_first_state_tells_the_other_story_with_the_same_outputs():
    drawing = draw()
    assert drawing["values"] == {"difference": "0.00", "sentence": "el hombre muerde al perro", "sum": "1.00"}
    numbers = texts(drawing["html"], "ledger-number")
    straight, shuffled = numbers[:20], numbers[20:]
    rows = {word: straight[4 * at : 4 * at + 4] for at, word in enumerate(WORDS)}
    for at, token in enumerate(SWAPPED):
        assert shuffled[5 * at : 5 * at + 5] == [*rows[WORDS[token]], "0.00"]


@pytest.mark.parametrize("order", [STRAIGHT, SWAPPED, (4, 3, 2, 1, 0)])
@pytest.mark.parametrize(("mask", "looks"), [("none", lambda i, j: True), ("causal", lambda i, j: j <= i)])
def test_outputs_and_weights(order, mask, looks):
    outputs, weights = by_hand(order, looks)
    told = read(order, mask, False)
    assert told.outputs == pytest.approx(np.array(outputs), abs=1e-12)
    assert told.weights == pytest.approx(np.array(weights), abs=1e-12)


def test_no_order_changes_an_output_until_there_is_a_mask_or_positions():
    for order in permutations(STRAIGHT):
        assert changes(State(order=order)).max() < 1e-12
    assert changes(State(mask="causal")).max() > 0.1
    assert changes(State(positions=True)).max() > 0.1
    assert changes(State(order=STRAIGHT, mask="causal", positions=True)).max() == 0


def test_positions_are_the_sinusoids_of_the_paper():
    # PE(p, 2i) = sin(p / 10000^(2i/4)), PE(p, 2i+1) = cos of the same.
    places = np.array([[f(p / s) for s in (1.0, 100.0) for f in (np.sin, np.cos)] for p in range(5)])
    x = EMBEDDINGS + places
    scores = (x @ W_Q) @ (x @ W_K).T / 2
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    assert read(STRAIGHT, "none", True).outputs == pytest.approx(weights @ x @ W_V, abs=1e-12)


def test_masked_after_the_softmax_rows_do_not_sum_to_one():
    _, weights = by_hand(SWAPPED, lambda i, j: True)
    sums = [sum(row[: i + 1]) for i, row in enumerate(weights)]
    told = read(SWAPPED, "after", False).weights
    assert told.sum(axis=1) == pytest.approx(sums, abs=1e-12)
    assert texts(draw(mask="after")["html"], "heat-side")[1:] == [f"{total:.2f}" for total in sums]
    assert sums[0] < 0.5 and sums[-1] == pytest.approx(1)
    assert f"suma {sums[0]:.2f}" in texts(draw(mask="after")["html"], "text")[0]


def test_an_empty_row_is_nan_with_infinity_and_uniform_with_a_large_number():
    drawing = draw(mask="empty")
    assert texts(drawing["html"], "cell")[:5] == ["NaN"] * 5
    assert texts(drawing["html"], "heat-side")[1:] == ["NaN", *["1.00"] * 4]
    assert drawing["values"]["difference"] == "NaN"
    drawing = draw(mask="finite")
    assert texts(drawing["html"], "cell")[:5] == ["0.20"] * 5
    assert texts(drawing["html"], "heat-side")[1:] == ["1.00"] * 5
    # Below the empty row both are the same.
    there, here = (read(SWAPPED, mask, False).weights[1:] for mask in ("empty", "finite"))
    assert np.array_equal(there, here)


def test_ten_states_answer_without_python_and_have_the_parts_of_the_prose():
    assert len(explorables.spec("shuffle")["states"]) == 10
    assert 'data-part="outputs"' in draw()["html"]


def test_the_sentence_and_the_table():
    drawing = draw(mask="causal", order=[4, 3, 2, 1, 0])
    assert drawing["description"].startswith(
        "Barajada como «hombre al muerde perro el», con máscara causal y sin posiciones: lo que más cambia"
    )
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(f"<r>{drawing['table']}</r>").iter("tr")]
    assert [row[0] for row in rows[1:]] == ["hombre", "al", "muerde", "perro", "el"]
    assert all(row[-1] == "1.00" for row in rows[1:])
