"""Lesson 5.5: its clocks with `math` alone, and every number that its prose and its cells tell, worked out another way."""

import re
from fractions import Fraction
from math import cos, exp, factorial, fsum, pi, sin, sqrt

import explorables
import numpy as np
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_codificacion_de_posicion"
FOLDER = DEFAULT_BOOK / "5-transformer" / "5-codificacion-de-posicion"
# Eight clocks later, ten times slower: 10000 ** (8 / 32) = 10.
SPEEDS = [10 ** (-clock / 8) for clock in range(32)]
THIN = "\u202f"


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["position-clocks"]


@pytest.fixture(scope="module")
def outputs(run):
    return [cell.output.splitlines() for cell in run.cells]


def draw(**changes):
    return explorables.draw("position-clocks", changes)


def agreement(distance, clocks=range(32)):
    """The product of two marks so far apart: no position is in it."""
    return fsum(cos(SPEEDS[clock] * distance) for clock in clocks)


def text_of(number, decimals=2):
    return f"{number:.{decimals}f}".replace("-", "−")


def cells_of(drawing):
    """The map of products, row by row: (number, is outlined)."""
    rows = re.findall(r'<div class="heat-row".*?</div>', drawing["html"], re.DOTALL)
    return [[(n, "outlined" in names) for names, n in re.findall(r'<span class="(cell[^"]*)"[^>]*>([^<]*)<', row)] for row in rows]


def clock_rows(drawing):
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows[1:-1]]


@pytest.mark.parametrize("position", [0, 3, 4, 63, 500, 903, 1000])
@pytest.mark.parametrize("distance", [0, 1, 5, 6, 7])
def test_the_products_know_the_distance_and_not_the_position(position, distance):
    drawing = draw(position=position, distance=distance)
    assert drawing["values"]["product"] == text_of(agreement(distance))
    assert drawing["values"]["fast"] == text_of(agreement(distance, range(8)))
    shown = cells_of(drawing)
    assert len(shown) == 8 and all(len(row) == 8 for row in shown)
    for row in range(8):
        for column, (number, outlined) in enumerate(shown[row]):
            assert number == text_of(agreement(abs(row - column)), 1)
            assert outlined == (abs(row - column) == distance)


def test_the_row_of_the_plan_thirty_two_then_30_9_then_23_5():
    assert [text_of(agreement(distance), 1) for distance in (0, 1, 5)] == ["32.0", "30.9", "23.5"]
    assert [draw(distance=distance)["values"]["product"] for distance in (0, 1, 5)] == ["32.00", "30.92", "23.50"]


@pytest.mark.parametrize("position", [3, 903])
def test_each_hand_points_where_its_clock_says(position):
    rows = clock_rows(draw(position=position))
    assert len(rows) == 32
    for clock, (name, turn, here, there, product) in enumerate(rows):
        speed = SPEEDS[clock]
        assert name == str(clock + 1) and float(turn.replace(THIN, "")) == pytest.approx(2 * pi / speed, abs=0.51)
        for place, shown in ((position, here), (position + 5, there)):
            across, up = re.findall(r"[−\d.]+", shown)
            assert (across, up) == tuple(text_of(round(f(speed * place), 9) + 0.0).replace("−0.00", "0.00") for f in (sin, cos))
        assert product == text_of(cos(5 * speed))


def test_the_hands_are_drawn_at_their_angles_clockwise_from_noon():
    html = draw(position=3, distance=0)["html"]
    drawn = [re.findall(r"l(-?[\d.]+) (-?[\d.]+)", path) for path in re.findall(r'class="shaft" d="([^"]*)"', html)]
    dashed, solid = ([tip for row in drawn[kind::2] for tip in row] for kind in (0, 1))
    assert dashed == solid and len(solid) == 32
    for speed, (across, down) in zip(SPEEDS, solid):
        assert float(across) == pytest.approx(16 * sin(3 * speed), abs=0.0051)
        assert float(down) == pytest.approx(-16 * cos(3 * speed), abs=0.0051)


def test_a_table_by_lot_has_other_products_in_each_place_and_marks_of_the_same_size():
    table = np.random.default_rng(0).standard_normal((1008, 64)) / sqrt(2)
    for position in (3, 4, 903):
        shown = cells_of(draw(position=position, marks="drawn"))
        assert shown[0][5][0] == text_of(fsum(table[position] * table[position + 5]), 1)
        assert len({number for row in shown for number, outlined in row if outlined}) == 3
    assert np.mean([fsum(row * row) for row in table]) == pytest.approx(32, abs=1)


def test_the_question_reveals_a_move_and_only_the_same_is_right():
    prediction = explorables.spec("position-clocks")["prediction"]
    assert prediction["reveals"] == {"position": 903}
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Lo mismo, 23.50"]


def test_what_the_sentences_set_answers_without_python():
    text = (FOLDER / "lesson.md").read_text(encoding="utf-8")
    kept = {(state["position"], state["distance"], state["marks"]) for state in explorables.spec("position-clocks")["states"]}
    asked = re.findall(r"<relojes#position=(\d+)&distance=(\d+)&marks=(\w+)>", text)
    assert len(asked) == text.count("{set}") >= 5
    assert {(int(position), int(distance), marks) for position, distance, marks in asked} <= kept


def test_the_first_marks_and_their_size(outputs):
    rows = [[float(number) for number in re.findall(r"-?\d+\.\d*", line)] for line in outputs[0][:4]]
    for p, row in enumerate(rows):
        expected = [f(p * 10.0**-clock) for clock in range(4) for f in (sin, cos)]  # eight numbers: 10000 ** (2 / 8) = 10
        assert row == pytest.approx(expected, abs=0.00051)
    assert outputs[0][4] == f"todas miden {sqrt(32):.3f}"


def test_the_product_by_distance_goes_up_from_five_to_six(outputs, run):
    assert outputs[1] == [*(f"a {t} lugares: {agreement(t):5.2f}" for t in range(9)), "cien pares a 5 lugares: todos 23.50"]
    assert agreement(6) > agreement(5)
    fast = [agreement(t, range(8)) for t in (5, 6)]
    slow = [agreement(t, range(8, 32)) for t in (5, 6)]
    assert fast[1] - fast[0] > slow[0] - slow[1] > 0
    assert run.evals[:2] == [f"{2 * pi:.1f}", f"{2 * pi * 10 ** (31 / 8):,.0f}".replace(",", THIN)]
    assert run.evals[2:6] == ["30.9", "23.5", text_of(fast[0]), text_of(fast[1])]


def test_a_head_that_turns_one_place_back_looks_there_from_anywhere(outputs, run):
    # Keys of the fifth of nine: three places before the one that it asks for, to five after.
    powers = [exp(40 / 8 * (agreement(away) - 32)) for away in range(-3, 6)]
    told = " ".join(f"{power / fsum(powers):.2f}" for power in powers)
    assert outputs[2] == [f"desde la {start:>5}: {told}" for start in (0, 500, 10_000)] and "0.99" in told
    assert run.evals[6] == f"{32 - agreement(1):.2f}" == "1.08"


def expected_most(throws, faces):
    """How often, on average, the most repeated of so many throws comes up, exactly."""
    at_most = [Fraction(0)]
    for most in range(1, throws + 1):
        ways = [Fraction(1)] + [Fraction(0)] * throws
        for _ in range(faces):
            ways = [sum(ways[n - k] / factorial(k) for k in range(min(most, n) + 1)) for n in range(throws + 1)]
        at_most.append(ways[throws] * factorial(throws) / faces**throws)
    return sum(1 - chance for chance in at_most[:throws])


def test_only_distances_reach_further_than_what_was_learned(outputs, run):
    lines = {line[:15].strip(): re.findall(r"\d\.\d\d", line) for line in outputs[3]}
    bag, longer = (float(expected_most(n - 1, 10) / (n - 1)) for n in (10, 20))
    assert expected_most(2, 2) == Fraction(3, 2) and run.evals[7] == f"{100 * bag:.0f}{THIN}%" == f"29{THIN}%"
    # It can do no better than bet on the most repeated of the others; 9000 questions, and it is nearly as good as that.
    assert bag - 0.02 < float(lines["sin posiciones"][0]) < bag + 0.01
    assert longer - 0.02 < float(lines["sin posiciones"][1]) < longer + 0.01
    assert lines["senos"][0] == lines["tabla aprendida"][0] == lines["giros"][0] == "1.00"
    assert float(lines["senos"][1]) < longer + 0.03 and float(lines["giros"][1]) > 0.95
    assert outputs[3][2].endswith("no tiene fila")
