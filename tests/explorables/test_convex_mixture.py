"""The convex mixture: the hull, its border, and weights that are the only ones their rule allows."""

import itertools
import json
import xml.etree.ElementTree as ET
from math import fsum, log

import numpy as np
import pytest

import explorables
from explorables.views.convex_mixture import POINTS, ROW_7, State, hull, mixture, onto_hull

SOURCE = ("ayer", "leí", "un", "libro", "muy", "bueno")
# The second and third numbers of each state of the lesson.
PLANE = [(0.6, -0.5), (0.4, 0.5), (-0.1, 0.4), (0.5, 0.8), (0.4, -0.7), (-0.7, -0.1)]
GRID = [(x, y) for x in (-0.9, -0.45, -0.1, 0.2, 0.44, 0.58, 0.9) for y in (-0.9, -0.6, -0.2, 0.15, 0.5, 0.69, 1.0)]


def draw(**state):
    return explorables.draw("convex-mixture", state)


def mean(weights):
    return [fsum(weight * point[axis] for weight, point in zip(weights, PLANE)) for axis in (0, 1)]


def nearest_by_hand(point):
    """The nearest point of the hull as the nearest of all segments between two states, unless some triangle holds it."""

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    for triangle in itertools.combinations(PLANE, 3):
        signs = [turn(a, b, point) for a, b in zip(triangle, triangle[1:] + triangle[:1])]
        if all(sign > 0 for sign in signs) or all(sign < 0 for sign in signs):
            return point
    found = []
    for a, b in itertools.combinations(PLANE, 2):
        along = (b[0] - a[0], b[1] - a[1])
        share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
        share = min(max(share, 0), 1)
        foot = (a[0] + share * along[0], a[1] + share * along[1])
        found.append(((foot[0] - point[0]) ** 2 + (foot[1] - point[1]) ** 2, foot))
    return min(found)[1]


def test_the_states_are_those_of_the_lesson_and_five_are_corners():
    assert POINTS.tolist() == [list(point) for point in PLANE]
    assert [SOURCE[j] for j in hull()] == ["bueno", "muy", "ayer", "libro", "un"]


def test_the_default_is_the_row_of_step_7_near_libro_and_not_on_it():
    drawing = draw()
    assert drawing["values"]["context"] == "(0.44, 0.69)"
    assert mean(ROW_7) == pytest.approx([0.436, 0.694])
    assert mixture((0.44, 0.69), "row").round(2).tolist() == [0.01, 0.02, 0.06, 0.86, 0.03, 0.02]
    assert (drawing["values"]["source"], drawing["values"]["weight"], drawing["values"]["where"]) == ("libro", "0.86", "dentro")


@pytest.mark.parametrize("nearest", ["row", "even"])
@pytest.mark.parametrize("point", GRID, ids=str)
def test_the_weights_give_the_point_of_the_hull_that_is_nearest(point, nearest):
    weights = mixture(point, nearest)
    assert weights.min() >= 0
    assert fsum(weights) == pytest.approx(1, abs=1e-12)
    # Within a step of the border, the border.
    assert mean(weights) == pytest.approx(nearest_by_hand(point), abs=0.0075)
    assert mean(weights) == pytest.approx(onto_hull(point).point, abs=1e-8)


@pytest.mark.parametrize("nearest", ["row", "even"])
@pytest.mark.parametrize("point", [(0.44, 0.69), (0.0, 0.0), (0.2, -0.4), (-0.5, 0.0)], ids=str)
def test_no_other_mixture_of_the_point_is_nearer_to_the_row(point, nearest):
    """Moving along what leaves sum and mean as they are, the divergence only grows."""
    weights = mixture(point, nearest)
    row = ROW_7 if nearest == "row" else np.full(6, 1 / 6)
    conditions = np.vstack([np.ones(6), np.array(PLANE).T])
    free = np.linalg.svd(conditions)[2][3:]

    def divergence(given):
        return fsum(a * log(a / q) for a, q in zip(given, row) if a > 0)

    assert free.shape == (3, 6)
    for direction, way in itertools.product(free, (-1, 1)):
        moved = weights + way * 0.2 * weights.min() * direction
        assert divergence(moved) > divergence(weights)


def test_a_point_outside_sticks_to_the_border_and_the_state_with_it():
    drawing = draw(context=[0.9, 1.0])
    assert drawing["state"]["context"] == [0.5, 0.8]
    assert (drawing["values"]["weight"], drawing["values"]["entropy"], drawing["values"]["where"]) == ("1.00", "0.00", "en el borde")
    side = draw(context=[0.9, -0.1])
    weights = mixture(tuple(side["state"]["context"]), "row")
    assert [SOURCE[j] for j in np.flatnonzero(weights)] == ["ayer", "libro"]
    again = draw(**side["state"])
    assert (again["state"], again["html"]) == (side["state"], side["html"])


@pytest.mark.parametrize("point", GRID, ids=str)
def test_where_a_hand_was_led_it_stays(point):
    once = draw(context=list(point))["state"]
    assert draw(**once)["state"] == once


def test_no_coordinate_passes_the_bounds_of_the_states():
    for point in GRID:
        x, y = mean(mixture(point, "even"))
        assert -0.7 - 1e-9 <= x <= 0.6 + 1e-9 and -0.7 - 1e-9 <= y <= 0.8 + 1e-9
    html = draw()["html"]
    assert "entre \u22120.70 («bueno») y 0.60 («ayer»); aquí, 0.44" in html
    assert "entre \u22120.70 («muy») y 0.80 («libro»); aquí, 0.69" in html


def test_one_point_has_more_than_one_mixture():
    row, even = draw()["values"], draw(nearest="even")["values"]
    assert row["context"] == even["context"]
    assert float(even["entropy"]) > float(row["entropy"])
    weights = mixture((0.44, 0.69), "row")
    assert row["entropy"] == f"{-fsum(a * log(a) for a in weights):.2f}"


@pytest.mark.parametrize("index", range(6))
def test_more_of_a_state_brings_the_context_nearer_and_gives_it_more(index):
    root = ET.fromstring(f"<root>{draw(context=[0.1, 0.0])['html']}</root>")
    rows = [each for each in root.iter() if each.get("class") == "nudge-row"]
    less, more = [each for each in rows[index].iter("button")]
    before = mixture((0.1, 0.0), "row")[index]
    for button, grows in ((less, False), (more, True)):
        context = explorables.draw("convex-mixture", json.loads(button.get("data-set")))["state"]["context"]
        assert (mixture(tuple(context), "row")[index] > before) == grows


def test_what_can_not_be_nudged_says_so():
    root = ET.fromstring(f"<root>{draw(context=[0.5, 0.8])['html']}</root>")
    buttons = [each for each in root.iter("button")]
    spent = {button.get("aria-label").split(",")[0] for button in buttons if button.get("aria-disabled") == "true"}
    assert "libro: más peso" in spent
    assert {f"{word}: menos peso" for word in SOURCE if word != "libro"} <= spent
    assert [button.get("tabindex") for button in buttons] == ["0"] + ["-1"] * 11


def test_the_table_has_states_weights_and_context():
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(draw()["table"]).iter("tr")]
    assert rows[4][:3] == ["libro", "0.50", "0.80"]
    assert rows[7] == ["contexto", "0.44", "0.69", "1.000", "1.000"]


def test_the_first_state_and_the_two_ends_answer_without_python():
    states = explorables.spec("convex-mixture")["states"]
    places = {(tuple(state["context"]), state["nearest"]) for state in states}
    assert {((0.44, 0.69), "row"), ((0.5, 0.8), "row"), ((0.18, 0.07), "even")} <= places
    assert State() == State((0.44, 0.69), "row")
