"""The scene of the bank against the figures of its seed page, worked out here with the math module alone."""

import json
import xml.etree.ElementTree as ET
from math import exp, fsum, sqrt

import pytest

import explorables
from explorables.views.bank_scene import KEYS, NAMES, WORDS

GARDEN = ["me", "senté", "en", "el", "banco", "de", "mi", "jardín"]
COUNTER = ["fui", "al", "banco", "a", "sacar", "dinero"]
SCORES = {"me": -1.6, "senté": 0.7, "en": -1.6, "el": -1.6, "banco": 0.0, "de": -1.6, "mi": -1.6, "jardín": 1.8}


def draw(**state):
    return explorables.draw("bank-scene", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def columns(html):
    """The numbers of the ledger, column by column."""
    numbers = texts(html, "ledger-number")
    return [numbers[at::3] for at in range(3)]


def mixture_by_hand(scores, values):
    exponentials = [exp(score) for score in scores]
    weights = [each / fsum(exponentials) for each in exponentials]
    return [fsum(weight * value[axis] for weight, value in zip(weights, values)) for axis in range(2)], weights


def test_scores_exponentials_and_weights_of_the_garden():
    scores, exponentials, weights = columns(draw(step=7)["html"])
    assert scores == [f"{SCORES[word]:.2f}".replace("-", "−") for word in GARDEN]
    assert exponentials == ["0.20", "2.01", "0.20", "0.20", "1.00", "0.20", "0.20", "6.05"]
    assert weights == [f"{share}\u202f%" for share in (2, 20, 2, 2, 10, 2, 2, 60)]


def test_the_mixture_of_each_sentence_without_and_with_the_division():
    assert draw(step=7)["values"]["mixture"] == "(0.75, 0.05)"
    assert draw(step=8)["values"]["mixture"] == "(0.63, 0.06)"
    assert draw(step=7, sentence="dinero")["values"]["mixture"] == "(0.05, 0.78)"
    assert draw(step=8, sentence="dinero")["values"]["mixture"] == "(0.07, 0.68)"


def test_the_division_by_root_two():
    scores, exponentials, weights = columns(draw(step=8)["html"])
    assert scores == [f"{SCORES[word] / sqrt(2):.2f}".replace("-", "−") for word in GARDEN]
    assert exponentials[-1] == f"{exp(1.8 / sqrt(2)):.2f}"
    assert weights == [f"{share}\u202f%" for share in (4, 21, 4, 4, 13, 4, 4, 46)]
    # What it was before stands beside it.
    assert len(texts(draw(step=8)["html"], "ghost")) == 3 * len(GARDEN) + 1


def test_a_turned_query_changes_every_number():
    drawing = draw(step=7, query=[-1, -1])
    scores = [-(KEYS[word][0] + KEYS[word][1]) for word in GARDEN]
    values = {"senté": (0.5, 0), "banco": (0.5, 0.5), "jardín": (1, 0)}
    mixture, weights = mixture_by_hand(scores, [values.get(word, (0, 0)) for word in GARDEN])
    assert columns(drawing["html"])[2] == [f"{100 * weight:.0f}\u202f%" for weight in weights]
    assert drawing["values"]["mixture"] == f"({mixture[0]:.2f}, {mixture[1]:.2f})"
    assert drawing["values"]["strongest"] == "me"


def moved(what, word, place):
    rows = [list(row) for row in explorables.spec("bank-scene")["state"][what]]
    rows[WORDS.index(word)] = list(place)
    return {what: rows}


def test_a_value_moves_the_mixture_and_no_weight():
    before, after = draw(step=7), draw(step=7, **moved("values", "jardín", (0.0, 1.0)))
    assert columns(before["html"]) == columns(after["html"])
    mixture, _ = mixture_by_hand(
        [SCORES[word] for word in GARDEN],
        [{"senté": (0.5, 0), "banco": (0.5, 0.5), "jardín": (0, 1)}.get(word, (0, 0)) for word in GARDEN],
    )
    assert after["values"]["mixture"] == f"({mixture[0]:.2f}, {mixture[1]:.2f})"


def test_a_key_moves_the_weights():
    after = draw(step=7, **moved("keys", "jardín", (-0.8, -0.8)))
    assert after["values"]["strongest"] == "senté"
    assert columns(after["html"])[0][-1] == "−1.60"


def test_the_key_of_banco_is_one_in_both_sentences():
    state = moved("keys", "banco", (2.0, 2.0))
    for sentence, words in (("jardin", GARDEN), ("dinero", COUNTER)):
        assert columns(draw(step=7, sentence=sentence, **state)["html"])[0][words.index("banco")] == "4.00"


@pytest.mark.parametrize(("step", "told"), list(enumerate([0, 0, 8, 16, 24, 24, 24, 24], 1)))
def test_numbers_are_told_one_step_after_another(step, told):
    assert len([number for number in texts(draw(step=step)["html"], "ledger-number") if number != "\u00a0"]) == told


def test_the_narration_says_the_numbers_of_the_state():
    told = [texts(draw(step=step)["html"], "narration")[0] for step in range(1, 9)]
    assert "su consulta es (1, 1)" in told[0]
    assert "1 · 1 + 1 · 0.8 = 1.8" in told[2]
    assert "la menor, −1.6, la comparten cinco" in told[2]
    assert "6.05" in told[3] and "10.1" in told[3]
    assert "el 60\u202f%" in told[4]
    assert "(0.75, 0.05): más asiento que dinero" in told[6]
    assert "del 60\u202f% al 46\u202f%" in told[7] and "a (0.63, 0.06)" in told[7]
    turned = texts(draw(step=3, query=[-1, 0.5])["html"], "narration")[0]
    assert "(−1) · 1 + 0.5 · 0.8 = −0.6" in turned


def test_a_voice_is_given_words_for_signs():
    root = ET.fromstring(f"<root>{draw(step=3, query=[-1, 0.5])['html']}</root>")
    aloud = next(each.get("data-narration") for each in root.iter() if each.get("data-narration"))
    assert "(menos 1) por 1 más 0.5 por 0.8, igual a menos 0.6" in aloud
    assert not set(aloud) & set("−·=+√%")


def test_every_point_can_be_dragged_at_every_step():
    for step in range(1, len(NAMES) + 1):
        root = ET.fromstring(f"<root>{draw(step=step)['html']}</root>")
        handles = [(each.get("data-drag"), each.get("data-row")) for each in root.iter() if each.get("data-drag")]
        rows = [str(WORDS.index(word)) for word in GARDEN]
        assert handles == [*(("keys", row) for row in rows), ("query", None), *(("values", row) for row in rows)]


def test_sixteen_states_answer_without_python_and_have_the_parts_of_the_prose():
    spec = explorables.spec("bank-scene")
    assert len(spec["states"]) == 16
    assert json.loads(json.dumps(spec)) == spec
    html = draw()["html"]
    for part in ("query", "key-8", "value-8", "exponentials", "weights", "mixture"):
        assert f'data-part="{part}"' in html


def test_the_sentence_and_the_table():
    drawing = draw(step=8, sentence="dinero")
    assert drawing["description"] == (
        "Escena 8 de 8, la división: con la consulta (1, 1), los mayores pesos son los de «dinero», 50\u202f%, "
        "y «sacar», 23\u202f%; la mezcla es (0.07, 0.68)."
    )
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(f"<r>{drawing['table']}</r>").iter("tr")]
    assert rows[3] == ["banco", "(0.50, −0.50)", "0.00", "1.00", "13.9\u202f%", "(0.50, 0.50)"]
    assert rows[-1][0] == "mezcla" and rows[-1][-1] == "(0.07, 0.68)"
