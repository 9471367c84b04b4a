"""Lesson 1.2: its figures and its text say what fractions alone give, on both sides of the border of the hull."""

import importlib.util
import re
from fractions import Fraction

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_combinaciones_convexas"
FOLDER = DEFAULT_BOOK / "1-numeros" / "2-combinaciones-convexas"
JUGS = ((8, 2), (3, 7), (1, 1))
INSIDE, SIDE, CORNER, OUTSIDE = ("dentro del triángulo", "en un lado del triángulo", "en una esquina del triángulo", "fuera del triángulo")
STEPS = [Fraction(step, 20) for step in range(-6, 21)]


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["three-jugs"]


@pytest.fixture(scope="module")
def text():
    return (FOLDER / "lesson.md").read_text(encoding="utf-8")


def draw(*poured, divided=False):
    return explorables.draw("three-jugs", {**dict(zip(("sweet", "sour", "watery"), map(float, poured))), "divided": divided})


def mixed(weights):
    return tuple(sum(weight * jug[axis] for weight, jug in zip(weights, JUGS)) for axis in (0, 1))


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def turns(point):
    """On which side of each side of the triangle a point lies, from the side that faces the first jug on."""
    sweet, sour, watery = JUGS
    return [cross(*side, point) for side in ((sour, watery), (watery, sweet), (sweet, sour))]


def where(point):
    sides = turns(point)
    if min(sides) < 0:
        return OUTSIDE
    return (INSIDE, SIDE, CORNER)[sum(side == 0 for side in sides)]


def shown(point):
    return "(" + ", ".join(f"{float(each):.2f}".replace("-", "\u2212") for each in point) + ")"


def test_the_recipe_of_the_first_sentence_is_the_first_state(text):
    recipe = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
    assert mixed(recipe) == (Fraction(51, 10), Fraction(33, 10)) and "= 5.1$ cucharadas" in text and "da $3.3$" in text
    assert draw()["values"] == draw(*recipe)["values"]
    assert draw()["values"] == {"drink": "(5.10, 3.30)", "sugar": "5.10", "lemon": "3.30", "total": "1.00", "where": INSIDE}


@pytest.mark.parametrize(("poured", "drink", "place"), [
    ((1, 0, 0), "(8.00, 2.00)", CORNER),
    ((0.5, 0.5, 0), "(5.50, 4.50)", SIDE),
    ((0.5, 0.75, -0.25), "(6.00, 6.00)", OUTSIDE),
    ((1, 0.6, 0.4), "(10.20, 6.60)", OUTSIDE),
    ((0.1, 0.05, 0.05), "(1.00, 0.60)", OUTSIDE),
    ((0, 0, 0), "(0.00, 0.00)", OUTSIDE),
])  # fmt: skip
def test_what_the_sentences_set(poured, drink, place):
    values = draw(*poured)["values"]
    assert (values["drink"], values["where"]) == (drink, place)


def test_equal_parts_divided_are_the_mean_and_dividing_mends_a_sum():
    assert draw(1, 1, 1, divided=True)["values"]["drink"] == "(4.00, 3.33)"  # 12 / 3 and 10 / 3
    assert draw(1, 0.6, 0.4, divided=True)["values"] == draw()["values"]
    assert draw(0.5, 0.75, -0.25, divided=True)["values"] == draw(0.5, 0.75, -0.25)["values"]


def test_without_the_watery_jug_the_drink_stays_on_the_side_wherever_the_reader_moves_from_the_half(text):
    setting = re.search(r"\{set\}`Mitad dulce y mitad agria <jarras#([^>]*)>`", text)[1]
    half = dict(pair.split("=") for pair in setting.split("&"))
    start = {name: value == "true" if name == "divided" else float(value) for name, value in half.items()}
    for name in ("sweet", "sour"):
        for litres in (0.05, 0.3, 0.8, 1.0):
            assert explorables.draw("three-jugs", {**start, name: litres})["values"]["where"] == SIDE


@pytest.mark.parametrize("sweet", STEPS[::2])
def test_recipes_of_a_litre_are_inside_just_when_none_is_negative(sweet):
    for sour in STEPS:
        watery = 1 - sweet - sour
        if watery not in STEPS:
            continue
        recipe = (sweet, sour, watery)
        values = draw(*recipe)["values"]
        assert values["drink"] == shown(mixed(recipe)) and values["total"] == "1.00"
        assert values["where"] == where(mixed(recipe))
        assert (values["where"] == OUTSIDE) == (min(recipe) < 0)


def test_a_wrong_sum_can_fall_inside_and_the_figure_says_where_all_the_same():
    some = [(a, b, c) for a in STEPS[::5] for b in STEPS[1::5] for c in STEPS[::4] if a + b + c != 1]
    places = {draw(*poured)["values"]["where"] for poured in some}
    assert places >= {INSIDE, OUTSIDE}
    for poured in some:
        assert draw(*poured)["values"]["where"] == where(mixed(poured))


def test_the_weights_are_areas():
    """Twice the area of each piece over twice that of the triangle, for the drink of the first state."""
    drink = (Fraction(51, 10), Fraction(33, 10))
    assert cross(*JUGS) == 40  # the text's area of 20
    assert [side / 40 for side in turns(drink)] == [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    assert turns(drink)[2] / 2 == 4


@pytest.mark.parametrize(("poured", "divided", "says"), [
    ((0.5, 0.3, 0.2), False, "es una mezcla, y está dentro"),
    ((0, 1, 0), False, "Todo el peso en «agria»"),
    ((0, 0.5, 0.5), False, "Sólo hay «agria» y «aguada»"),
    ((0.5, 0.75, -0.25), False, "de «aguada» habría que servir \u22120.25"),
    ((1, -0.2, -0.2), False, "de «agria» y «aguada» habría que servir litros negativos"),
    ((-0.3, -0.3, -0.3), False, "de «dulce», «agria» y «aguada» habría que servir litros negativos"),
    ((0.4, 0.2, 0.1), False, "Faltan 0.30 para el litro"),
    ((1, 0.5, 0), False, "Sobran 0.50"),
    ((0.3, -0.3, 0), True, "no hay entre qué dividir"),
])  # fmt: skip
def test_the_figure_says_what_is_wrong(poured, divided, says):
    assert says in draw(*poured, divided=divided)["html"]


def test_a_drink_too_far_to_be_drawn_is_an_arrow_at_the_edge():
    near, far = draw(0.5, 0.3, 0.2)["html"], draw(0.3, -0.3, 0.05, divided=True)
    assert far["values"]["drink"] == "(31.00, \u221229.00)"  # 6 · 8 − 6 · 3 + 1 and 6 · 2 − 6 · 7 + 1
    assert 'class="arrow' in far["html"] and 'class="arrow' not in near


def test_only_no_is_right_and_it_reveals_the_negative_weight():
    prediction = explorables.spec("three-jugs")["prediction"]
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["No"]
    assert mixed((Fraction(1, 2), Fraction(3, 4), Fraction(-1, 4))) == (6, 6)
    assert explorables.draw("three-jugs", prediction["reveals"])["values"]["drink"] == "(6.00, 6.00)"


def test_every_state_that_the_prose_sets_answers_without_python(text):
    kept = [{name: drawn[name] for name in ("sweet", "sour", "watery", "divided")} for drawn in explorables.spec("three-jugs")["states"]]
    asked = re.findall(r"<jarras#([^>]*=[^>]*)>", text)
    assert len(asked) == 7
    for setting in asked:
        pairs = dict(pair.split("=") for pair in setting.split("&"))
        assert {name: value == "true" if name == "divided" else float(value) for name, value in pairs.items()} in kept


def test_two_recipes_without_a_jug_in_common_give_the_drink_of_the_plot(text):
    spec = importlib.util.spec_from_file_location("figures_of_combinaciones_convexas", FOLDER / "figures.py")
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    recipes = list(figures.RECIPES)
    assert not set(recipes[0]) & set(recipes[1])
    assert [figures.drink(names).tolist() for names in recipes] == [pytest.approx([5, 5])] * 2
    for name, (x, y) in figures.JUGS.items():
        assert f"{name} en ({x}, {y})" in text
    assert "se cruzan en (5, 5)" in text


def test_the_glass_of_the_first_two_jugs(text):
    glass = [Fraction(5, 8) * sweet + Fraction(3, 8) * sour for sweet, sour in zip(*JUGS[:2])]
    assert glass == [Fraction("6.125"), Fraction("3.875")] and "(6.125, 3.875)" in text
    assert [each + Fraction(1, 5) * (1 - each) for each in glass] == [Fraction("5.1"), Fraction("3.3")]
