"""The pair that says digits backwards, against a decoder written out here step by step, and the shares that lesson 3.3 shows."""

import xml.etree.ElementTree as ET
from math import exp, fsum, tanh

import explorables
import numpy as np
import pytest

from attention_core.tasks import reversal
from explorables.views.reversed_digits import BEGIN, EXAMPLES, State, answer, config, exact_by_length, load, measured_digits, say_backwards, wrong_places


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def step(word, state, W_x, W_h, b):
    """tanh(word · W_x + state · W_h + b), number by number."""
    return [
        tanh(fsum([b[k], *(word[i] * W_x[i][k] for i in range(len(word))), *(state[i] * W_h[i][k] for i in range(len(state)))]))
        for k in range(len(b))
    ]


def by_hand(digits, params):
    p = {name: array.tolist() for name, array in params.items()}
    state = [0.0] * 32
    for digit in digits:
        state = step(p["source_embedding"][digit], state, p["encoder.W_x"], p["encoder.W_h"], p["encoder.b"])
    summary, before, said, sure = state, BEGIN, [], []
    for _ in digits:
        state = step(p["target_embedding"][before], state, p["decoder.W_x"], p["decoder.W_h"], p["decoder.b"])
        logits = [fsum([p["output.b"][k], *(state[i] * p["output.W"][i][k] for i in range(32))]) for k in range(11)]
        before = logits.index(max(logits))
        said.append(before)
        sure.append(1 / fsum(exp(logit - max(logits)) for logit in logits))
    return summary, said, sure


@pytest.mark.parametrize("learned", ["6", "9"])
@pytest.mark.parametrize("digits", [EXAMPLES[0], EXAMPLES[6], EXAMPLES[8]])
def test_what_is_said_is_what_the_two_recurrences_give(digits, learned):
    found = answer(State(digits=digits, learned=learned))
    summary, said, sure = by_hand([int(digit) for digit in digits], load(int(learned)))
    assert found.digits[0].tolist() == said
    assert found.summary[0].tolist() == pytest.approx(summary, abs=1e-12)
    assert found.certainty[0].tolist() == pytest.approx(sure, abs=1e-9)


def test_shares_fall_where_the_lesson_says():
    six, nine = exact_by_length(6), exact_by_length(9)
    assert min(six[:4]) == min(nine[:4]) == 1.0
    assert six[6] < 0.25 and six[7] < 0.05 and six[8] < 0.01
    assert nine[6] > 0.75 and 0.4 < nine[7] < 0.7 and 0.2 < nine[8] < 0.4


def test_the_step_that_was_never_practised_is_the_wall():
    sources, targets = measured_digits(9)
    right = (say_backwards(sources, load(6), config()).digits == targets).mean(axis=0)
    assert right[:6].min() > 0.65 and right[6:].max() < 0.25


def test_a_teacher_saves_no_whole_sequence():
    sources, targets = measured_digits(9)
    alone = say_backwards(sources, load(9), config()).digits == targets
    taught = say_backwards(sources, load(9), config(), previous=targets).digits == targets
    assert (alone.all(axis=1) == taught.all(axis=1)).all()
    assert taught[:, 8].mean() > alone[:, 8].mean() + 0.15


def test_what_measures_was_not_practised():
    for length in (7, 8, 9):
        practised = {tuple(row) for row in reversal(1000, length, 10, seed=100 + length)[0].tolist()}
        assert not practised & {tuple(row) for row in measured_digits(length)[0].tolist()}


def test_the_figure_starts_with_one_mistake_in_the_seventh_step():
    drawing = explorables.draw("reversed-digits", {})
    assert wrong_places(State()) == [7]
    assert texts(drawing["html"], "word")[7:] == ["6", "2", "0", "9", "1", "7", "7"]
    assert texts(drawing["html"], "note")[-1] == "✗ era 4"
    assert "una mal, en el paso 7" in drawing["description"]
    assert drawing["values"] == {"heard": "4 7 1 9 0 2 6", "said": "6 2 0 9 1 7 7", "wrong": "1", "exact": "0.17"}


@pytest.mark.parametrize("typed, heard", [("55-12 34", "5 5 1 2 3 4"), ("", "0"), ("hola", "0"), ("123456789012", "1 2 3 4 5 6 7 8 9")])
def test_whatever_is_typed_is_heard_as_digits(typed, heard):
    assert explorables.draw("reversed-digits", {"digits": typed})["values"]["heard"] == heard


def test_examples_of_every_length_answer_without_python():
    states = explorables.spec("reversed-digits")["states"]
    assert {(state["digits"], state["learned"]) for state in states} == {(digits, learned) for digits in EXAMPLES for learned in ("6", "9")}
    assert [len(digits) for digits in EXAMPLES] == list(range(1, 10))


def test_the_table_says_what_the_bars_say():
    drawing = explorables.draw("reversed-digits", {})
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(drawing["table"]).iter("tr")][1:]
    assert [row[1:] for row in rows] == [[f"{six:.2f}", f"{nine:.2f}"] for six, nine in zip(exact_by_length(6), exact_by_length(9))]
    assert np.isclose(float(rows[6][1]), 0.17)
