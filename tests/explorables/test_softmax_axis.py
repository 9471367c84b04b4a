"""The axis of the softmax against shares worked out by hand from the lesson's table, with no softmax of its own."""

import xml.etree.ElementTree as ET
from math import fsum

import numpy as np
import pytest

import explorables
from explorables.views.alignment_map import ALPHA, OUTPUT, SOURCE
from explorables.views.softmax_axis import SCORES, State, shares, sums

TABLE = ALPHA.tolist()
COLUMN_SUMS = ["1.07", "1.94", "1.07", "1.16", "1.12", "1.64"]


def draw(**state):
    return explorables.draw("softmax-axis", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def by_hand(axis):
    """exp of a logarithm is the number itself: each share is the weight over the sum of its row, column or table."""
    columns = [fsum(row[j] for row in TABLE) for j in range(6)]
    totals = {"rows": lambda i, j: fsum(TABLE[i]), "columns": lambda i, j: columns[j], "all": lambda i, j: 8.0}[axis]
    return [[TABLE[i][j] / totals(i, j) for j in range(6)] for i in range(8)]


@pytest.mark.parametrize("axis", ["rows", "columns", "all"])
def test_the_shares_of_each_axis(axis):
    assert shares(axis, False) == pytest.approx(np.array(by_hand(axis)), abs=1e-12)


def test_by_rows_it_is_the_alignment_of_the_lesson():
    drawing = draw()
    assert texts(drawing["html"], "heat-side")[1:9] == ["1.000"] * 8
    assert texts(drawing["html"], "heat-foot-text") == COLUMN_SUMS
    assert (drawing["values"]["received"], drawing["values"]["total"]) == ("1.94", "8.00")
    # «leí» is the token that is looked at, in the heading and among the sums.
    assert texts(drawing["html"], "chosen") == ["leí", "1.94"]


def test_by_columns_the_two_steps_that_share_a_token_are_left_with_half():
    drawing = draw(axis="columns")
    expected = [fsum(row) for row in by_hand("columns")]
    assert texts(drawing["html"], "heat-foot-text") == ["1.000"] * 6
    assert texts(drawing["html"], "heat-side")[1:9] == [f"{each:.2f}" for each in expected]
    assert sorted(range(8), key=expected.__getitem__)[:2] == [2, 1]  # read, i
    assert drawing["values"]["least"] == "0.55"
    assert "«read»" in drawing["description"]


def test_over_the_whole_table_nobody_has_a_mixture():
    drawing = draw(axis="all")
    assert drawing["values"]["total"] == "1.00"
    assert texts(drawing["html"], "heat-side")[1:9] == ["0.125"] * 8
    assert texts(drawing["html"], "heat-foot-text")[1] == f"{1.94 / 8:.3f}"


def test_turned_round_the_columns_are_what_the_rows_were():
    turned = State(axis="columns", transposed=True)
    assert shares("columns", True) == pytest.approx(shares("rows", False).T, abs=1e-12)
    given, received = sums(turned)
    assert given.tolist() == pytest.approx([1] * 8)
    assert [f"{each:.2f}" for each in received] == COLUMN_SUMS
    html = draw(axis="columns", transposed=True)["html"]
    assert texts(html, "heat-label")[1:7] == list(SOURCE)
    assert texts(html, "heat-side")[1:7] == COLUMN_SUMS
    assert texts(html, "heat-column") == list(OUTPUT)


def test_the_scores_are_the_same_in_every_state():
    assert SCORES.shape == (8, 6)
    assert shares("all", True).T == pytest.approx(shares("all", False), abs=1e-15)


def test_the_right_guess_is_what_the_reveal_shows():
    prediction = explorables.spec("softmax-axis")["prediction"]
    (right,) = [choice for choice in prediction["choices"] if choice["right"]]
    assert right["words"] == "«i» y «read»"
    sides = texts(draw(**prediction["reveals"])["html"], "heat-side")[1:9]
    assert [sides[1], sides[2], sides[0]] == ["0.56", "0.55", "0.91"]
    for number in ("0.56", "0.55"):
        assert number in right["feedback"]


def test_the_table_has_every_share_and_the_sums():
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(draw()["table"]).iter("tr")]
    assert rows[0] == ["Paso", *SOURCE, "Suma"]
    assert rows[7] == ["7. book", "0.010", "0.020", "0.060", "0.860", "0.030", "0.020", "1.000"]
    assert rows[9] == ["Suma", "1.070", "1.940", "1.070", "1.160", "1.120", "1.640", "8.000"]


def test_the_states_of_the_lesson_answer_without_python():
    spec = explorables.spec("softmax-axis")
    assert spec["state"] == {"axis": "rows", "transposed": False, "token": 2}
    drawn = [(state["axis"], state["transposed"], state["token"]) for state in spec["states"]]
    assert {(axis, turned, 2) for axis in ("rows", "columns", "all") for turned in (False, True)} <= set(drawn)
    assert {("rows", False, token) for token in range(1, 7)} <= set(drawn)
