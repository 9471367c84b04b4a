"""Lesson 5.10: its two maps in fractions, and every number that its cells and its text tell, found another way."""

import importlib.util
import re
import sys
from fractions import Fraction
from math import sqrt

import explorables
import numpy as np
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_explica_algo_un_mapa"
FOLDER = DEFAULT_BOOK / "5-transformer" / "10-explica-algo-un-mapa"
WORDS = ["ayer", "leí", "un", "libro", "muy", "bueno"]
TENTHS = (1, 1, 1, 4, 1, 2)
VALUES = ((-1, 0, 1, 2, 2), (-1, -1, 0, 0, 0), (0, -1, 1, -2, 1), (0, 0, 0, 1, -2), (1, 3, 0, -1, 1), (2, 2, 0, -1, 0))
FIRST, SECOND = (1, 2, -1, -3, -1, 2), (-1, 0, 1, 0, 1, -1)


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["still-context"]


@pytest.fixture(scope="module")
def text():
    return (FOLDER / "lesson.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outputs(run):
    return dict(zip(("sorteo", "medidas", "pisos"), (cell.output for cell in run.cells), strict=True))


def draw(width=4, first=0.0, second=0.0, swapped=False):
    return explorables.draw("still-context", {"width": str(width), "first": first, "second": second, "swapped": swapped})


def table_of(drawing):
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows[1:]]


def mixed(weights, width, values=VALUES):
    return [sum(weight * value[axis] for weight, value in zip(weights, values)) for axis in range(width)]


def walked(weights, direction, share):
    """The share of the way to the first weight that gets to zero."""
    share = Fraction(round(share * 10), 10)
    step = [each if share >= 0 else -each for each in direction]
    reach = min(weight / -each for weight, each in zip(weights, step) if each < 0)
    return [weight + abs(share) * reach * each for weight, each in zip(weights, step)]


def weights_at(first, second):
    start = [Fraction(tenth, 10) for tenth in TENTHS]
    return walked(walked(start, FIRST, first), SECOND, second)


def rank(rows):
    """By elimination, in fractions."""
    rows, found = [[Fraction(each) for each in row] for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        found += 1
        rows[found:] = [[a - b * row[column] / pivot[column] for a, b in zip(row, pivot)] for row in rows[found:]]
    return found


@pytest.mark.parametrize(("width", "free"), [(3, [FIRST, SECOND]), (4, [FIRST]), (5, [])])
def test_six_weights_are_left_as_many_directions_as_conditions_leave(width, free):
    assert 6 - rank([[*value[:width], 1] for value in VALUES]) == len(free) == 6 - width - 1
    for direction in free:
        assert sum(direction) == 0 and mixed(direction, width) == [0] * width
    for direction in {FIRST, SECOND} - set(free):
        assert mixed(direction, width) != [0] * width


@pytest.mark.parametrize("width", [3, 4, 5])
@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (-1, 0), (0.5, 0), (1, 1), (0, -1), (-1, 0.3), (-0.7, 1)])
def test_the_table_has_the_weights_of_the_walk_and_one_context(width, first, second):
    free = 6 - width - 1
    expected = weights_at(first if free > 0 else 0, second if free > 1 else 0)
    drawing = draw(width, first, second)
    rows = table_of(drawing)
    assert [row[0] for row in rows] == [*WORDS, "contexto"]
    for row, weight, tenth, value in zip(rows, expected, TENTHS, VALUES):
        size = sqrt(sum(each * each for each in value[:width]))
        told = [float(number) for number in row[2:]]
        assert told == pytest.approx([tenth / 10, float(weight), tenth / 10 * size, float(weight) * size], abs=0.0051)
    assert sum(expected) == 1 and min(expected) >= 0
    assert rows[-1][2] == rows[-1][3]
    assert drawing["values"]["gap"] == "0"
    between = sum(abs(weight - Fraction(tenth, 10)) for weight, tenth in zip(expected, TENTHS)) / 2
    assert float(drawing["values"]["variation"]) == pytest.approx(float(between), abs=0.0051)


def test_the_first_state_and_what_the_sentences_set(text):
    first = explorables.draw("still-context", {})
    assert first["state"] == {"width": "4", "first": 1.0, "second": 0.0, "swapped": False}
    assert first["values"] == {"variation": "0.50", "gap": "0", "heaviest": "«bueno»", "largest": "«bueno»"}
    assert weights_at(1, 0)[3] == Fraction(1, 10) and weights_at(-1, 0)[3] == Fraction(55, 100)
    assert "de $0.40$ a $0.55$" in text and "se queda en $0.10$" in text
    assert draw(first=0)["values"]["heaviest"] == "«libro»" and draw(first=0)["values"]["largest"] == "«bueno»"


def test_with_values_of_five_numbers_no_hand_moves_the_map():
    for first, second in [(1, 0), (-0.4, 1), (0, -1)]:
        drawing = draw(5, first, second)
        assert (drawing["state"]["first"], drawing["state"]["second"]) == (0, 0)
        assert drawing["values"]["variation"] == "0.00" and "trabados" in drawing["html"]
    assert draw(4, 0, 1)["state"]["second"] == 0 and draw(3, 0, 1)["state"]["second"] == 1


def test_another_word_tells_both_maps_apart(text):
    contrary = [*VALUES[:5], tuple(-each for each in VALUES[5])]
    start, end = weights_at(0, 0), weights_at(1, 0)
    apart = [a - b for a, b in zip(mixed(start, 4, contrary), mixed(end, 4, contrary))]
    assert sum(each * each for each in apart) == Fraction(144, 100)
    assert draw(first=1, swapped=True)["values"]["gap"] == "1.20" and draw(first=0, swapped=True)["values"]["gap"] == "0"
    for weights, told in ((start, "1.20"), (end, "2.40")):
        change = [a - b for a, b in zip(mixed(weights, 4), mixed(weights, 4, contrary))]
        assert f"{sqrt(sum(each * each for each in change)):.2f}" == told and f"{told}$" in text


@pytest.mark.parametrize(("state", "says"), [
    ({"first": 1.0}, "«un» y «muy» ya no pesan nada"),
    ({"first": -1.0}, "«leí» ya no pesa nada"),
    ({"first": -0.5}, "El mayor peso sigue siendo el de «libro»"),
    ({"first": 0.0}, "todavía el de partida"),
    ({"first": 1.0, "swapped": True}, "cada mapa da un contexto distinto"),
])  # fmt: skip
def test_the_figure_says_what_there_is_to_see(state, says):
    assert says in explorables.draw("still-context", state)["html"]


def test_two_words_that_weigh_the_most_are_both_named():
    assert draw(first=0.6)["values"]["heaviest"] == "«bueno»"  # 0.40 − 0.3 · 0.6 against 0.20 + 0.2 · 0.6
    assert draw(first=0.4)["values"]["heaviest"] == "«libro» y «bueno»"


def test_only_none_is_right_and_it_reveals_five_numbers():
    prediction = explorables.spec("still-context")["prediction"]
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Ninguna"]
    assert explorables.draw("still-context", prediction["reveals"])["state"]["width"] == "5"


def test_every_state_that_the_prose_sets_answers_without_python(text):
    spec = importlib.util.spec_from_file_location(NAME + "_plain", FOLDER / "explorables.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    ready = set(module.StillContext().nearby(module.State()))
    asked = re.findall(r"<mapa#([^>]*=[^>]*)>", text)
    assert len(asked) == 8
    for pairs in asked:
        state = dict(pair.split("=") for pair in pairs.split("&"))
        assert module.State(state["width"], float(state["first"]), float(state["second"]), state["swapped"] == "true") in ready


def drawn(seed):
    """Six values of four numbers and six weights, drawn as the cell draws them; the exponentials over their sum."""
    rng = np.random.default_rng(seed)
    values, powers = rng.standard_normal((6, 4)), np.exp(rng.standard_normal(6))
    return values, powers / powers.sum()


def farthest(values, weights):
    """The only direction, from minors instead of an SVD: the cofactors of five conditions on six unknowns."""
    conditions = np.vstack([values.T, np.ones(6)])
    direction = np.array([(-1) ** j * np.linalg.det(np.delete(conditions, j, axis=1)) for j in range(6)])
    ends = []
    for step in (direction, -direction):
        reach = min(weights[j] / -step[j] for j in range(6) if step[j] < 0)
        ends.append(weights + reach * step)
    return max(ends, key=lambda end: np.abs(end - weights).sum())


def test_a_quarter_of_a_drawn_map_moves_and_its_context_does_not(outputs):
    lines = outputs["sorteo"].splitlines()
    values, weights = drawn(30)
    other = farthest(values, weights)
    assert [f"{each:.2f}" for each in weights] == lines[0].split()[2:]
    assert [f"{abs(each):.2f}" for each in other] == lines[1].split()[2:]
    assert lines[2] == "variación total 0.257" == f"variación total {np.abs(weights - other).sum() / 2:.3f}"
    assert np.abs((weights - other) @ values).max() < 1e-14
    moves = np.array([np.abs(weights - farthest(values, weights)).sum() / 2 for values, weights in map(drawn, range(1000))])
    assert lines[3] == f"mil sorteos: de media {moves.mean():.2f}; más de 0.1 en el {(moves > 0.1).mean():.0%}"


def test_directions_are_words_less_numbers_less_one(outputs):
    told = re.findall(r"(\d+) palabras, +(\d+) números: +(\d+) direcciones", outputs["sorteo"])
    assert [(int(n), int(d)) for n, d, _ in told] == [(6, 4), (6, 5), (15, 32), (512, 32), (15, 1)]
    assert all(int(left) == max(int(n) - int(d) - 1, 0) for n, d, left in told)


def test_three_measures_of_a_map_in_plain_arithmetic(outputs):
    lines = [line.split() for line in outputs["medidas"].splitlines()]
    winners = []
    for block, weights in ((lines[:4], weights_at(0, 0)), (lines[4:], weights_at(1, 0))):
        context = mixed(weights, 4)
        sizes = [float(weight) * sqrt(sum(each * each for each in value[:4])) for weight, value in zip(weights, VALUES)]
        missed = []
        for j in range(6):
            others = [weight / (1 - weights[j]) if place != j else Fraction(0) for place, weight in enumerate(weights)]
            assert sum(others) == 1
            missed.append(sqrt(sum((a - b) ** 2 for a, b in zip(mixed(others, 4), context))))
        for row, name, numbers in zip(block[1:], ("pesa", "aporta", "falta"), ([float(weight) for weight in weights], sizes, missed)):
            assert row[0] == name
            assert [float(number) for number in row[1:7]] == pytest.approx(numbers, abs=0.0051)
            assert row[7] == WORDS[max(range(6), key=numbers.__getitem__)]
        winners.append([row[7] for row in block[1:]])
    assert winners[0] == ["libro", "bueno", "libro"]
    # Both maps differ in every measure, for some word.
    assert all(one[1:7] != another[1:7] for one, another in zip(lines[1:4], lines[5:8]))


def test_what_the_six_bring_is_longer_than_what_they_make(run):
    whole = sum(tenth / 10 * sqrt(sum(each * each for each in value[:4])) for tenth, value in zip(TENTHS, VALUES))
    length = sqrt(sum(each**2 for each in mixed(weights_at(0, 0), 4)))
    assert {f"{whole:.2f}", f"{length:.2f}"} <= set(run.evals)


def test_the_thick_line_ends_at_one_word_and_another_arrives(outputs):
    below = [[100, 0, 0, 0], [90, 10, 0, 0], [0, 90, 10, 0], [0, 0, 90, 10]]
    above = [5, 5, 80, 10]
    arrived = [sum(above[i] * below[i][j] for i in range(4)) for j in range(4)]
    assert sum(arrived) == 10_000 and arrived == [950, 7250, 1700, 100]
    told = re.findall(r"^(\S+) +mira ([\d.]+) +llega ([\d.]+)$", outputs["pisos"], re.M)
    assert [word for word, _, _ in told] == ["libro", "muy", "bueno", "."]
    for (_, looked, came), weight, part in zip(told, above, arrived):
        assert float(looked) == weight / 100 and float(came) == pytest.approx(part / 10_000, abs=0.0051)


def test_each_question_has_one_answer(text):
    questions = text.split(":::{quiz}")[1].split(":::")[0]
    assert questions.count("- [x]") == 4 and questions.count("- [ ]") == 12
