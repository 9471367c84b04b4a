"""SVG marks: places on axes are those of the numbers, and the page can read them back."""

import json
import xml.etree.ElementTree as ET

import pytest

from explorables.marks import Area, Arrow, Axes, Cell, Curve, Dots, Edge, Graph, Handle, Histogram, Matrix, Rule
from explorables.marks.axes import Place, tick_text, ticks


def tree(mark):
    return ET.fromstring(f"<root>{mark.html()}</root>")


def find_class(root, name):
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def box(svg):
    return [float(part) for part in svg.get("viewBox").split()]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-2, 2, [-2, -1, 0, 1, 2]),
        (0, 37, [0, 10, 20, 30]),
        (0.13, 0.58, [0.2, 0.3, 0.4, 0.5]),
        (-1e-3, 1e-3, [-0.001, -0.0005, 0, 0.0005, 0.001]),
    ],
)
def test_ticks_are_round_and_inside(low, high, expected):
    assert ticks(low, high) == expected


def test_a_tick_has_no_more_decimals_than_it_needs():
    assert [tick_text(value) for value in (0.0, 0.5, 0.25, 20000.0, -2.0)] == ["0", "0.5", "0.25", "20\u202f000", "\u22122"]


def test_places_go_from_corner_to_corner_and_back():
    place = Place((-2, 2), (0, 10), left=40, right=340, top=10, bottom=210)
    assert (place.x(-2), place.x(2), place.y(0), place.y(10)) == (40, 340, 210, 10)
    inverse = place.inverse()
    for x, y in ((-2, 0), (0.4, 7.5), (2, 10)):
        assert inverse["x"][0] + inverse["x"][1] * place.x(x) == pytest.approx(x, abs=1e-6)
        assert inverse["y"][0] + inverse["y"][1] * place.y(y) == pytest.approx(y, abs=1e-6)


def test_a_scale_of_powers_of_two_has_equal_steps():
    place = Place((1, 512), (0, 1), 0, 90, 0, 1, x_log=True)
    assert [place.x(2**n) for n in range(10)] == pytest.approx([10 * n for n in range(10)])


def test_equal_axes_have_one_unit():
    svg = tree(Axes((-2, 2), (-1, 1), [], "m", equal=True))[0]
    _, _, width, height = box(svg)
    assert (width - 44 - 14) / 4 == pytest.approx((height - 14 - 40) / 2)


def test_an_arrow_ends_where_its_vector_does():
    axes = Axes((0, 1), (0, 1), [Arrow((1, 1))], "m", width=158, height=154)
    tip = find_class(tree(axes), "head")[0].get("points").split()[0]
    assert tip == "144,14"


def test_a_vector_of_no_length_is_a_dot():
    root = tree(Axes((-1, 1), (-1, 1), [Arrow((0, 0))], "m"))
    assert find_class(root, "head")[0].tag == "circle"


def test_the_size_of_a_dot_is_an_area():
    root = tree(Axes((0, 1), (0, 1), [Dots([(0, 0), (1, 1)], sizes=[0.25, 1.0])], "m"))
    radii = [float(dot.get("r")) for dot in find_class(root, "dot")]
    assert radii[1] / radii[0] == pytest.approx(2)


def test_histogram_bars_stand_on_zero():
    root = tree(Axes((0, 2), (0, 4), [Histogram([0, 1, 2], [2, 4])], "m", width=258, height=154))
    bars = [(rect.get("y"), rect.get("height")) for rect in root.iter("rect")]
    assert bars == [("64", "50"), ("14", "100")]


def test_only_axes_with_a_handle_can_be_dragged():
    still = tree(Axes((0, 1), (0, 1), [Curve([(0, 0), (1, 1)])], "m"))[0]
    assert (still.get("role"), still.get("data-axes")) == ("img", None)
    moving = tree(Axes((-2, 2), (-1, 1), [Handle((1, 0.5), "q", "consulta")], "m"))[0]
    assert moving.get("role") == "group"
    handle = find_class(moving, "handle")[0]
    assert (handle.get("data-drag"), handle.get("aria-label"), handle.get("tabindex")) == ("q", "consulta: (1.00, 0.50)", "0")
    assert set(json.loads(moving.get("data-axes"))) == {"x", "y"}


def test_a_cut_edge_says_so_and_can_be_mended():
    graph = Graph([Cell("h", 50, 50), Cell("c", 250, 50)], [Edge("h", "c", cut=True, sets={"cut": False})], "m")
    edge = find_class(tree(graph), "edge")[0]
    assert "cut" in edge.get("class")
    assert json.loads(edge.get("data-set")) == {"cut": False}
    assert find_class(edge, "scissors")[0].text == "✂"


def test_an_edge_runs_from_border_to_border():
    root = tree(Graph([Cell("h", 50, 50), Cell("c", 250, 50)], [Edge("h", "c")], "m"))
    assert find_class(root, "line")[0].get("d") == "M74 50L218 50"
    assert find_class(root, "head")[0].get("points").split()[0] == "226,50"


def test_a_matrix_has_named_rows_and_columns():
    root = tree(Matrix("W", [[1, -0.5]], ["a"], ["x", "y"], lit=[(0, 1)]))
    assert [each.text for each in root.iter("td")] == [None, "1.00", "\u22120.50"]
    assert [each.text for each in root.iter("th")] == ["x", "y", "a"]
    assert find_class(root, "lit-entry")[0].text == "\u22120.50"


@pytest.mark.parametrize(
    "mark",
    [
        lambda: Axes((1, 1), (0, 1), [], "m"),
        lambda: Axes((0, 1), (0, 1), [Area([(0, 0), (1, 1)])], "m"),
        lambda: Axes((0, 1), (0, 1), [Curve([])], "m"),
        lambda: Axes((0, 1), (0, 1), [Curve([(0, float("nan"))])], "m"),
        lambda: Axes((0, 1), (0, 1), [Dots([(0, 0)], shape="star")], "m"),
        lambda: Axes((0, 1), (0, 1), [Histogram([0, 1], [1, 2])], "m"),
        lambda: Axes((0, 1), (0, 1), [Rule()], "m"),
        lambda: Axes((0, 1), (0, 1), [], "m", x_names=["a"]),
        lambda: Graph([Cell("h", 0, 0)], [Edge("h", "x")], "m"),
        lambda: Graph([Cell("h", 0, 0), Cell("h", 1, 1)], [], "m"),
        lambda: Matrix("W", [[1, 2]], ["a"], ["x"]),
    ],
)
def test_what_can_not_be_drawn_is_refused(mark):
    with pytest.raises(ValueError):
        mark().html()
