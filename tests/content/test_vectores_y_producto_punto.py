"""Lesson 1.1: its arrows, with fractions and `math` alone, and what its cells print and its text tells."""

import importlib.util
import re
import sys
from fractions import Fraction
from math import acos, degrees, hypot, sqrt

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_vectores_y_producto_punto"
FOLDER = DEFAULT_BOOK / "1-numeros" / "1-vectores-y-producto-punto"
MENU = {"mango con chile": (10, 8), "salsa macha": (-3, 10), "flan": (5, -5), "té sin azúcar": (-8, -8), "café solo": (-16, 0)}  # in tenths
SCORES = {"me": -1.6, "senté": 0.7, "en": -1.6, "el": -1.6, "banco": 0.0, "de": -1.6, "mi": -1.6, "jardín": 1.8}


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["two-arrows"]


@pytest.fixture(scope="module")
def outputs(run):
    return [cell.output for cell in run.cells]


def draw(query=(1, 1), key=(1, 0.8)):
    return explorables.draw("two-arrows", {"query": list(query), "key": list(key)})


def shown(query, key):
    return {name: draw(query, key)["values"][name].replace("\u2212", "-") for name in ("product", "cosine", "angle")}


def test_the_arrows_start_at_one_point_eight_and_a_cosine_of_0_994():
    # 1·1 + 1·0.8 = 9/5; the cosine is 9/5 over √2 · √(41/25) = 9/√82.
    first = explorables.draw("two-arrows", {})["values"]
    assert first == {
        "query": "(1, 1)", "key": "(1, 0.8)", "product": "1.80", "query_size": "1.414", "key_size": "1.281", "cosine": "0.994", "angle": "6.3°",
    }  # fmt: skip
    assert round(9 / sqrt(82), 3) == 0.994 and round(degrees(acos(9 / sqrt(82))), 1) == 6.3


@pytest.mark.parametrize(
    ("key", "product", "cosine", "angle"),
    [
        ((0, 2), "2.00", "0.707", "45.0°"),
        ((2, 1.6), "3.60", "0.994", "6.3°"),
        ((-0.3, 1), "0.70", "0.474", "61.7°"),
        ((0.5, -0.5), "0.00", "0.000", "90.0°"),
        ((-0.8, -0.8), "-1.60", "-1.000", "180.0°"),
        ((-1.6, 0), "-1.60", "-0.707", "135.0°"),
    ],
)
def test_the_keys_that_the_text_sets(key, product, cosine, angle):
    assert shown((1, 1), key) == {"product": product, "cosine": cosine, "angle": angle}
    assert float(cosine) == pytest.approx((key[0] + key[1]) / (sqrt(2) * hypot(*key)), abs=0.0005)
    view = loaded()
    assert key in [state.key for state in view.TwoArrows().nearby(view.State())]  # at hand before Python is


def test_a_key_twice_as_long_doubles_the_product_and_turns_nothing():
    for query, key in [((1, 1), (1, 0.8)), ((-0.7, 1.1), (0.9, 0.2)), ((0.3, -1), (-0.6, -0.5))]:
        short, long = shown(query, key), shown(query, [2 * number for number in key])
        assert float(long["product"]) == pytest.approx(2 * float(short["product"]), abs=0.0051)
        assert (long["cosine"], long["angle"]) == (short["cosine"], short["angle"])


def test_an_arrow_without_size_has_no_angle():
    for query, key in [((0, 0), (1, 1)), ((1, 1), (0, 0)), ((0, 0), (0, 0))]:
        drawing = draw(query, key)
        assert (drawing["values"]["product"], drawing["values"]["cosine"], drawing["values"]["angle"]) == ("0.00", "no hay", "no hay")
        assert "no hay ángulo" in drawing["description"]


def loaded():
    """The view as a module, for what it works out before it draws."""
    spec = importlib.util.spec_from_file_location(NAME + "_plain", FOLDER / "explorables.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("query", [(1, 1), (2, 0), (0, -1), (-0.7, 1.9), (0.1, -0.1)])
@pytest.mark.parametrize("key", [(1, 0.8), (-2, 2), (0.3, -1.4), (2, 2)])
def test_the_lines_are_those_of_the_keys_that_score_the_same(query, key):
    view = loaded()
    level = query[0] * key[0] + query[1] * key[1]
    line, beyond = view.cut(query, level)
    assert line and all(query[0] * x + query[1] * y == pytest.approx(level) and max(abs(x), abs(y)) <= 2 for x, y in line)
    if len(line) == 2:  # the key is between the two ends
        (ax, ay), (bx, by) = line
        assert hypot(key[0] - ax, key[1] - ay) + hypot(bx - key[0], by - key[1]) == pytest.approx(hypot(bx - ax, by - ay))
    assert all(query[0] * x + query[1] * y >= level - 1e-9 for x, y in beyond)
    half = view.cut(query, 0.0)[1]  # a line through the middle leaves half of the square, 8, on each side
    shoelace = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(half, [*half[1:], half[0]])) / 2
    assert shoelace == pytest.approx(8)


def test_the_question_reveals_the_habanero_and_only_more_is_right():
    prediction = explorables.spec("two-arrows")["prediction"]
    assert prediction["reveals"] == {"query": [1.0, 1.0], "key": [0.0, 2.0]}
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Más que al mango"]


def test_the_cells_give_the_menu_and_the_sentence_the_same_scores(outputs):
    menu, sentence = outputs[:2]
    assert [(line[:16].strip(), float(line[16:])) for line in menu.splitlines()] == [
        (dish, float(Fraction(sweet + hot, 10))) for dish, (sweet, hot) in MENU.items()
    ]
    assert [(line[:7].strip(), float(line[7:])) for line in sentence.splitlines()] == list(SCORES.items())


def test_the_cells_tell_size_from_direction_and_a_longer_list_from_a_better_match(outputs):
    size, longer = outputs[2:]
    numbers = [tuple(map(float, re.findall(r"\d+\.\d+", line))) for line in size.splitlines()[1:]]
    assert numbers == [(1.8, 0.994), (1.8, 0.994), (3.6, 0.994), (2.0, round(sqrt(0.5), 3))]
    assert [tuple(map(float, re.findall(r"\d+(?:\.\d+)?", line))) for line in longer.splitlines()[1:]] == [
        (2, 1.8, 0.994), (20, 18.0, 0.994), (200, 180.0, 0.994),
    ]  # fmt: skip


def test_the_scene_of_self_attention_has_the_keys_of_this_lesson():
    text = (FOLDER / "lesson.md").read_text(encoding="utf-8")
    listed = text[text.index("keys = np.array([") : text.index("query = np.array")]
    pairs = [tuple(map(float, pair)) for pair in re.findall(r"\[ *(-?[\d.]+), +(-?[\d.]+)\]", listed)]
    rows = re.findall(r"<tr\b.*?</tr>", explorables.draw("bank-scene", {})["table"], re.DOTALL)[1:9]
    told = [re.findall(r"<td[^>]*>\((.*?)\)</td>", row)[0].replace("\u2212", "-") for row in rows]
    assert [tuple(map(float, each.split(", "))) for each in told] == pairs


def test_the_answers_of_the_quiz():
    assert [2 * x + y for x, y in [(1, 2), (-2, -1), (-1, 2)]] == [4, -5, 0]
    text = (FOLDER / "lesson.md").read_text(encoding="utf-8")
    assert "- [x] $(-1, 2)$" in text and text.count("- [x]") == 4
