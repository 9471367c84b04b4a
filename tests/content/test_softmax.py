"""Lesson 1.3: its figure and its plot give what `math` alone gives, and the share that it warns against is what it says."""

import importlib.util
import re
from math import exp, fsum, log2

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_softmax"
FOLDER = DEFAULT_BOOK / "1-numeros" / "3-softmax"
SCORES = {"me": -1.6, "senté": 0.7, "en": -1.6, "el": -1.6, "banco": 0.0, "de": -1.6, "mi": -1.6, "jardín": 1.8}


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["score-shares"]


def by_hand(scores, temperature=1.0):
    """Each score's weight, from powers of two: 2 ** (x / ln 2) is exp(x), and nothing is subtracted first."""
    powers = [2 ** (score / temperature * log2(exp(1))) for score in scores]
    return [power / fsum(powers) for power in powers]


def draw(**changes):
    return explorables.draw("score-shares", changes)


def weights_of(drawing):
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row)[-1] for row in rows[1:-1]]


def test_the_sentence_starts_at_sixty_twenty_ten_and_two():
    first = draw()
    assert [first["values"][name] for name in ("garden", "seat", "bench", "rest", "sum", "ratio")] == [
        "60\u202f%", "20\u202f%", "10\u202f%", "2\u202f%", "10.07", "3.00",
    ]  # fmt: skip
    assert [round(100 * weight) for weight in by_hand(SCORES.values())] == [2, 20, 2, 2, 10, 2, 2, 60]


@pytest.mark.parametrize("added", [-10, -7, 7, 10])
@pytest.mark.parametrize("temperature", [0.1, 1, 10])
def test_a_number_added_to_all_changes_no_weight(added, temperature):
    plain, moved = draw(temperature=temperature), draw(temperature=temperature, added=added)
    assert weights_of(moved) == weights_of(plain)
    assert moved["values"]["ratio"] == plain["values"]["ratio"] and moved["values"]["sum"] != plain["values"]["sum"]


@pytest.mark.parametrize("temperature", [0.5, 1, 1.4, 2, 5, 10])
def test_the_weights_are_those_of_the_formula(temperature):
    shown = draw(temperature=temperature)["values"]
    expected = dict(zip(SCORES, by_hand(SCORES.values(), temperature)))
    for name, word in (("garden", "jardín"), ("seat", "senté"), ("bench", "banco"), ("rest", "me")):
        decimals = 0 if expected[word] >= 0.005 else 1
        assert shown[name] == f"{100 * expected[word]:.{decimals}f}\u202f%"
    assert float(shown["ratio"]) == pytest.approx(exp(1.1 / temperature), abs=0.0051)


def test_no_weight_is_shown_as_zero_however_cold():
    coldest = draw(garden=4, rest=-4, temperature=0.1)
    assert coldest["values"]["rest"] == "< 0.1\u202f%"
    assert not any(weight.startswith("0\u202f") for weight in weights_of(coldest))
    assert coldest["values"]["ratio"] == "2.1\u202f·\u202f10¹⁴"  # exp(33)
    assert "4.2\u202f·\u202f10⁻¹⁸" in coldest["table"]  # exp(−40)


def test_ties_share_alike_at_any_temperature():
    assert weights_of(draw(garden=-3, seat=-3, bench=-3, rest=-3)) == ["12.5\u202f%"] * 8
    two = draw(seat=1.8, temperature=0.1)["values"]
    assert (two["garden"], two["seat"]) == ("50\u202f%", "50\u202f%")


def test_the_question_reveals_a_shift_and_only_nothing_is_right():
    prediction = explorables.spec("score-shares")["prediction"]
    assert prediction["reveals"] == {"added": 7.0}
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Nada"]


def test_the_plot_goes_from_a_choice_to_an_eighth_and_sente_has_its_best_near_a_third_above_one():
    spec = importlib.util.spec_from_file_location("figures_of_softmax", FOLDER / "figures.py")
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    for temperature in (0.3, 1.0, 4.0):
        expected = dict(zip(SCORES, by_hand(SCORES.values(), temperature)))
        assert figures.weights(temperature) == pytest.approx([expected[word] for word in ("jardín", "senté", "banco", "me")])
    assert figures.weights(0.05)[0] > 0.999 and figures.weights(50) == pytest.approx([1 / 8] * 4, abs=0.007)
    best = max((by_hand(SCORES.values(), step / 100)[1], step / 100) for step in range(5, 500))
    assert best == pytest.approx((0.21, 1.34), abs=0.005)


def test_what_the_text_says_of_other_ways_to_share():
    text = (FOLDER / "lesson.md").read_text(encoding="utf-8")
    scores = list(SCORES.values())
    assert fsum(scores) == pytest.approx(-5.5) and "suman $-5.5$" in text
    assert "jardín   -33 monedas" in text and round(100 * 1.8 / -5.5) == -33
    assert "pasan a valer $51.8$, $50.7$, $50$ y $48.4$" in text
    crowd = by_hand([1.8, 0.7, 0.0] + [-1.6] * 1000)
    assert 0.028 < crowd[0] < 0.0295 and crowd[0] / crowd[-1] == pytest.approx(exp(3.4))
