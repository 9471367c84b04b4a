"""Lesson 2.2: the prices of its figure, its cells and its text, from logarithms by series and from roots, not from NumPy."""

import importlib.util
import math
import re
from fractions import Fraction

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_la_perdida"
FOLDER = DEFAULT_BOOK / "2-redes" / "2-la-perdida"


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["forecast-price"]


@pytest.fixture(scope="module")
def text():
    return (FOLDER / "lesson.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outputs(run):
    return dict(zip(("precios", "diez-dias", "cero", "unidades"), (cell.output for cell in run.cells), strict=True))


def by_series(p):
    """−log p = 2 · artanh((1 − p) / (1 + p)), term by term and in fractions; large prices by halves."""
    p, halves = Fraction(p), 0
    while p < Fraction(1, 2):
        p, halves = 2 * p, halves + 1
    return float(artanh_twice((1 - p) / (1 + p)) + halves * artanh_twice(Fraction(1, 3)))


def artanh_twice(x):
    return 2 * sum(x ** (2 * term + 1) / (2 * term + 1) for term in range(20))


def draw(rain=0.9, rained=True):
    return explorables.draw("forecast-price", {"rain": rain, "rained": rained})


def settings(text):
    for setting in re.findall(r"<precio#([^>]*=[^>]*)>", text):
        pairs = dict(pair.split("=") for pair in setting.split("&"))
        yield {"rain": float(pairs["rain"]), "rained": pairs["rained"] == "true"}


def test_the_same_confidence_costs_0_105_when_right_and_2_303_when_wrong():
    assert (f"{by_series('0.9'):.3f}", f"{by_series('0.1'):.3f}") == ("0.105", "2.303")
    assert draw()["values"] == {"given": "0.90", "price": "0.105", "bits": "0.152", "perplexity": "1.11", "straight": "0.10"}
    assert draw(rained=False)["values"] == {"given": "0.10", "price": "2.303", "bits": "3.322", "perplexity": "10.00", "straight": "0.90"}
    assert round(by_series("0.1") / by_series("0.9")) == 22


@pytest.mark.parametrize("hundredths", [1, 2, 7, 25, 40, 50, 51, 75, 98, 99, 100])
def test_the_price_of_every_probability_and_the_same_from_the_other_side(hundredths):
    p = Fraction(hundredths, 100)
    shown = draw(hundredths / 100)["values"]
    assert shown["price"] == f"{by_series(p):.3f}" and shown["bits"] == f"{by_series(p) / by_series('0.5'):.3f}"
    assert shown["perplexity"] == f"{float(1 / p):.2f}" and shown["straight"] == f"{float(1 - p):.2f}"
    assert draw(round(1 - hundredths / 100, 2), rained=False)["values"] == shown


@pytest.mark.parametrize(("rain", "rained"), [(1, False), (0, True)])
def test_what_was_called_impossible_has_no_price_and_leaves_the_drawing(rain, rained):
    drawn = draw(rain, rained)
    assert drawn["values"]["price"] == drawn["values"]["perplexity"] == "∞"
    assert re.search(r'class="arrow[^"]*"[^>]*data-part="happened"', drawn["html"])
    assert "no tiene límite" in drawn["description"] and "nan" not in drawn["html"]
    sure = draw(rain, not rained)
    assert sure["values"]["price"] == "0.000" and "no pagas nada" in sure["html"]


def test_the_question_reveals_the_confidence_that_failed_and_only_twenty_two_times_is_right():
    prediction = explorables.spec("forecast-price")["prediction"]
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Unas veintidós veces eso"]
    assert explorables.draw("forecast-price", prediction["reveals"])["values"]["price"] == "2.303"


def test_every_state_that_the_prose_sets_answers_without_python_and_costs_what_it_says(text):
    kept = [{name: drawn[name] for name in ("rain", "rained")} for drawn in explorables.spec("forecast-price")["states"]]
    asked = list(settings(text))
    assert len(asked) == 5 and all(each in kept for each in asked)
    assert [draw(**each)["values"]["price"] for each in asked] == ["2.303", "4.605", "0.693", "0.020", "∞"]
    assert by_series("0.01") == pytest.approx(2 * by_series("0.1"))
    assert by_series("0.98") - by_series("0.99") == pytest.approx(0.01, abs=0.0005)


def test_ten_days_more_right_and_more_to_pay(outputs, run):
    aunt = (8 * by_series("0.8") + 2 * by_series("0.2")) / 10
    cousin = (9 * by_series("0.99") + by_series("0.001")) / 10
    half = by_series("0.5")
    assert aunt < half < cousin
    for line, days, loss in zip(outputs["diez-dias"].splitlines(), (8, 9, 0), (aunt, cousin, half), strict=True):
        assert line.endswith(f"aciertos {days}   pérdida {loss:.3f}")
    # One day is nearly all that the cousin owes.
    assert by_series("0.001") / (10 * cousin) == pytest.approx(0.987, abs=0.0005)
    assert run.evals[0] == "99"


def test_zero_stays_endless_in_any_mean_but_not_when_worked_out_from_the_scores(outputs):
    assert [line.split()[-1] for line in outputs["cero"].splitlines()] == ["inf", "inf", "800.0"]
    assert math.exp(-745.2) == 0 and math.exp(-800) == 0  # what the machine rounds away


def test_units_are_the_same_price_and_perplexity_is_a_root(outputs):
    lists = {"tía": [0.8] * 8 + [0.2] * 2, "mitad": [0.5] * 10, "dado": [1 / 6] * 10}
    for line, (name, given) in zip(outputs["unidades"].splitlines(), lists.items(), strict=True):
        perplexity = math.prod(given) ** (-1 / 10)
        nats = sum(map(by_series, given)) / 10
        assert line.split() == [name, f"{nats:.3f}", "nats", f"{math.log2(perplexity):.3f}", "bits", "perplejidad", f"{perplexity:.2f}"]


def test_the_figure_is_lowest_at_the_truth_and_the_straight_line_at_the_edge(text):
    spec = importlib.util.spec_from_file_location("figures_of_la_perdida", FOLDER / "figures.py")
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    said = [Fraction(hundredth, 100) for hundredth in range(1, 100)]
    by_log = {p: 0.7 * by_series(p) + 0.3 * by_series(1 - p) for p in said}
    straight = {p: Fraction(7, 10) * (1 - p) + Fraction(3, 10) * p for p in said}
    assert min(by_log, key=by_log.get) == Fraction(7, 10) and min(straight, key=straight.get) == said[-1]
    for p in said[::7]:
        assert figures.mean_prices(float(p)) == pytest.approx((by_log[p], float(straight[p])))
    alt = re.search(r":alt: (.*)", text)[1]
    for value in (by_log[Fraction(7, 10)], by_log[said[-1]], straight[said[0]], straight[said[-1]]):
        assert f"{float(value):.2f}" in alt


def test_the_answers_of_the_quiz(text):
    mean = (by_series("0.9") + by_series("0.1")) / 2
    assert f"- [x] ${mean:.3f}$." in text and mean == pytest.approx(by_series("0.3"))  # 0.9 · 0.1 = 0.3²
    assert f"- [ ] ${by_series('0.5'):.3f}$, la de $p = 0.5$" in text and f"- [ ] ${2 * mean:.3f}$." in text
    assert f"$2$ bits, que son ${by_series('0.25'):.3f}$ nats" in text and by_series("0.25") == pytest.approx(2 * by_series("0.5"))
    assert f"{by_series('0.60') - by_series('0.61'):.3f}" == "0.017"


def test_the_numbers_of_the_prose(run):
    entropy = 0.7 * by_series("0.7") + 0.3 * by_series("0.3")
    assert run.evals[1:] == [f"{entropy:.2f}", f"{1 / by_series('0.5'):.2f}", f"{math.e ** 2:.1f}", "0.017"]
