"""Lesson 2.1: its figure and its text say what whole numbers alone give, and no line does what XOR asks."""

import importlib.util
import re
import sys
from fractions import Fraction
from itertools import product
from math import hypot

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_una_neurona"
FOLDER = DEFAULT_BOOK / "2-redes" / "1-una-neurona"
CASES = ((0, 0), (1, 0), (0, 1), (1, 1))
RULES = {"and": lambda a, b: a and b, "or": lambda a, b: a or b, "xor": lambda a, b: a != b}


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["one-neuron"]


@pytest.fixture(scope="module")
def text():
    return (FOLDER / "lesson.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outputs(run):
    return [cell.output for cell in run.cells]


@pytest.fixture(scope="module")
def loaded():
    """The view as a module, for what it works out before it draws."""
    spec = importlib.util.spec_from_file_location(NAME + "_plain", FOLDER / "explorables.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def draw(device="and", weights=(2, 2), through=(0.5, 0)):
    return explorables.draw("one-neuron", {"device": device, "weights": list(weights), "through": list(through)})


def exact(weights, through):
    """The sums of the four cases in fractions, from tenths."""
    w, p = ([Fraction(round(10 * each), 10) for each in pair] for pair in (weights, through))
    return [w[0] * (x - p[0]) + w[1] * (y - p[1]) for x, y in CASES]


def hits(device, weights, through):
    return sum((z > 0) == bool(RULES[device](*case)) for z, case in zip(exact(weights, through), CASES))


def test_the_first_state_is_the_bell_s_line_before_the_oven():
    assert explorables.draw("one-neuron", {})["values"] == {"weights": "(2, 2)", "bias": "\u22121.00", "hits": "2", "accuracy": "0.50"}
    assert hits("and", (2, 2), (0.5, 0)) == 2


@pytest.mark.parametrize(
    ("device", "weights", "through", "bias", "right"),
    [
        ("or", (2, 2), (0.5, 0), "\u22121.00", 4),
        ("and", (2, 2), (1, 0.5), "\u22123.00", 4),
        ("and", (2, 2), (0, 0), "0.00", 2),
        ("and", (0.5, 0.5), (1, 0.5), "\u22120.75", 4),
        ("and", (-2, -2), (1, 0.5), "3.00", 0),
        ("xor", (2, 2), (0.5, 0), "\u22121.00", 3),
        ("xor", (2, -2), (0.5, 0), "\u22121.00", 3),
        ("and", (0, 0), (1, 1), "0.00", 3),
    ],
)
def test_the_lines_that_the_text_sets(device, weights, through, bias, right):
    assert hits(device, weights, through) == right
    values = draw(device, weights, through)["values"]
    assert (values["bias"], values["hits"], values["accuracy"]) == (bias, str(right), f"{right / 4:.2f}")


def test_every_state_that_the_prose_sets_answers_without_python(text):
    kept = [(drawn["device"], tuple(drawn["weights"]), tuple(drawn["through"])) for drawn in explorables.spec("one-neuron")["states"]]
    asked = re.findall(r"<recta#device=(\w+)&weights=([^&>]*)&through=([^&>]*)>", text)
    assert len(asked) == len(re.findall(r"<recta#[^>]*=", text)) == 7
    for device, *points in asked:
        assert (device, *(tuple(map(float, each.split(","))) for each in points)) in kept


def test_no_line_of_the_figure_is_right_in_the_four_cases_of_xor():
    """Every fifth step of each hand; and AND and OR are reached by some."""
    steps = [Fraction(each, 2) for each in range(-4, 5)]
    best = dict.fromkeys(RULES, 0)
    for wx, wy, px, py in product(steps, repeat=4):
        for device in RULES:
            best[device] = max(best[device], hits(device, (wx, wy), (px, py)))
    assert best == {"and": 4, "or": 4, "xor": 3}


@pytest.mark.parametrize("device", RULES)
@pytest.mark.parametrize(("weights", "through"), [((2, 2), (1, 0.5)), ((-0.7, 1.1), (0.3, 0.4)), ((0, -1), (0.2, 0.5)), ((1.3, 0), (1, -2)), ((0.1, 0.2), (0.5, 0.5))])  # fmt: skip
def test_the_figure_counts_as_fractions_do(device, weights, through):
    drawing = draw(device, weights, through)
    assert drawing["values"]["hits"] == str(hits(device, weights, through))
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)[1:]
    told = [[each.replace("\u2212", "-") for each in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)][-3:] for row in rows]
    assert told == [
        [f"{float(z):.2f}", str(int(z > 0)), str(int(bool(RULES[device](*case))))] for z, case in zip(exact(weights, through), CASES)
    ]


@pytest.mark.parametrize("weights", [(2, 2), (1, 0), (0, -2), (-0.7, 1.9), (0.1, -0.1)])
@pytest.mark.parametrize("through", [(0, 0), (0.5, 0), (-1.3, 1.2), (2, 2), (-2, 0.4)])
def test_the_line_goes_through_its_point_at_right_angles_to_the_weights(loaded, weights, through):
    level = weights[0] * through[0] + weights[1] * through[1]
    line, piece = loaded.border(weights, level), loaded.firing(weights, level)
    assert line and all(weights[0] * x + weights[1] * y == pytest.approx(level, abs=1e-5) and max(abs(x), abs(y)) <= 2 for x, y in line)
    if len(line) == 2:
        (ax, ay), (bx, by) = line
        assert hypot(through[0] - ax, through[1] - ay) + hypot(bx - through[0], by - through[1]) == pytest.approx(hypot(bx - ax, by - ay), abs=1e-5)
    assert all(weights[0] * x + weights[1] * y >= level - 1e-5 for x, y in piece)
    area, other = (abs(shoelace(loaded.firing(w, v))) for w, v in ((weights, level), ([-each for each in weights], -level)))
    assert area + other == pytest.approx(16, abs=1e-4)  # the two sides make the square
    if through == (0, 0):
        assert area == pytest.approx(8, abs=1e-4)


def shoelace(corners):
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]])) / 2


@pytest.mark.parametrize(("state", "says"), [
    (("or", (2, 2), (0.5, 0)), "esta recta gobierna el timbre"),
    (("and", (2, 2), (0.5, 0)), "Falla en (1, 0) y (0, 1)."),
    (("xor", (2, 2), (0.5, 0)), "Falla en (1, 1). ¿Puedes corregirlo sin estropear otro?"),
    (("and", (-2, -2), (1, 0.5)), "Falla en (0, 0), (1, 0), (0, 1) y (1, 1)."),
    (("or", (0, 0), (1, 1)), "no hay recta"),
])  # fmt: skip
def test_the_figure_says_where_it_fails(state, says):
    html = draw(*state)["html"]
    assert says in html
    if state[1] != (0, 0):
        assert html.count(">falla<") == 4 - hits(*state)


def test_only_three_is_right_and_it_reveals_a_line_with_three():
    prediction = explorables.spec("one-neuron")["prediction"]
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["En tres"]
    assert explorables.draw("one-neuron", prediction["reveals"])["values"]["accuracy"] == "0.75"


def test_the_cells_print_what_counting_gives(outputs):
    first, scale, many = outputs
    rows = [re.findall(r"\d\.\d\d", line) for line in first.splitlines()[1:]]
    assert len(rows) == 2
    for (bias, told), row in zip([(-3, (0, 0, 0, 1)), (-1, (0, 1, 1, 1))], rows):
        assert tuple(int(2 * x + 2 * y + bias > 0) for x, y in CASES) == told and str(list(told)).replace(",", "") in first
        shares = [sum(bool(rule(*case)) == bool(one) for case, one in zip(CASES, told)) / 4 for rule in RULES.values()]
        assert [float(each) for each in row] == shares
    sums = [[float(each) for each in re.findall(r"-?\d+\.?\d*", line.split("[")[1])] for line in scale.splitlines()[1:]]
    assert sums == [[factor * (2 * x + 2 * y - 1) for x, y in CASES] for factor in (1, 0.25, 10, -1)]
    assert many.splitlines()[0] == "{'AND': 1.0, 'OR': 1.0, 'XOR': 0.75}"


def test_fourteen_of_sixteen_tables_have_a_line(outputs):
    """Whole weights and halves of a bias are enough to reach all that can be reached."""
    reached = {
        tuple(int(a * x + b * y + Fraction(c, 2) > 0) for x, y in CASES) for a, b, c in product(range(-2, 3), range(-2, 3), range(-9, 10))
    }
    missing = set(product((0, 1), repeat=4)) - reached
    assert missing == {(0, 1, 1, 0), (1, 0, 0, 1)}
    lines = outputs[2].splitlines()
    assert lines[1].startswith("14 listas de 16") and set(lines[2:]) == {str(each) for each in missing}


def test_the_four_conditions_of_xor_contradict_each_other(text):
    """Both pairs of cases have one middle: the sums of their conditions are the same number."""
    (on, off) = ([case for case in CASES if bool(RULES["xor"](*case)) is wanted] for wanted in (True, False))
    assert [sum(axis) for axis in zip(*on)] == [sum(axis) for axis in zip(*off)] == [1, 1]
    assert "$w_1 + w_2 + 2b \\le 0$" in text and "$w_1 + w_2 + 2b > 0$" in text


def test_the_answers_of_the_quiz(text):
    assert [2 * x + 2 * y - 3 for x, y in [(0, 0), (1, 1), (1.5, 0), (2, 2)]] == [-3, 1, 0, 5]
    assert [int(20 * x + 20 * y - 3 > 0) for x, y in CASES] == [0, 1, 1, 1]
    assert "- [x] $(1.5, 0)$" in text and text.count("- [x]") == 4
