"""Marks: well-formed, escaped, proportional, and refusing what they can't draw."""

import re
import xml.etree.ElementTree as ET

import pytest

from explorables.marks import Bars, Columns, Figures, HeatMap, Joined, Links, Named, Panel, Table, Text, Tokens
from explorables.marks.tokens import token_spans


def tree(mark):
    return ET.fromstring(f"<root>{mark.html()}</root>")


def find_class(root, name):
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


HOSTILE = '<img src=x onerror="alert(1)"> & \'q\''

MARKS = [
    Tokens([HOSTILE, "b"], HOSTILE, notes=[HOSTILE, "1"], sets=[{"word": HOSTILE}, {}], parts=[HOSTILE, "p"]),
    Links([HOSTILE], ["b"], [[0.5]], [0]),
    HeatMap([[0.5]], [HOSTILE], [HOSTILE], HOSTILE, sets=[{"x": HOSTILE}], row_labels=[HOSTILE]),
    Bars([HOSTILE], [0.5], HOSTILE, texts=[HOSTILE]),
    Text(HOSTILE),
    Figures([Named(HOSTILE, HOSTILE)]),
    Table(HOSTILE, [HOSTILE], [[HOSTILE]]),
    Panel(HOSTILE, [Text(HOSTILE)]),
    Joined([Text(HOSTILE)]),
    Columns([Text(HOSTILE), Text("b")]),
]


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: type(mark).__name__)
def test_hostile_text_stays_text(mark):
    root = tree(mark)
    assert not list(root.iter("img"))
    assert mark.html() == mark.html()
    texts = [HOSTILE in (each.text or "") for each in root.iter()]
    values = [HOSTILE in value or "onerror" in value for each in root.iter() for value in each.attrib.values()]
    assert any(texts) or any(values) or isinstance(mark, Links)
    assert not any(name.startswith("on") for each in root.iter() for name in each.attrib)


def test_token_columns_are_shares_of_the_row_and_wider_for_longer_words():
    spans = token_spans(["yesterday", "i", "read"])
    assert spans[0][0] == 0
    assert sum(width for _, width in spans) == pytest.approx(1)
    assert spans[0][1] > spans[2][1] > spans[1][1]


def test_links_have_ink_proportional_to_weight():
    root = tree(Links(["a", "b"], ["x", "y"], [[0.25, 0.75], [1.0, 0.0]], [0], ghosts=False))
    widths = [float(path.get("stroke-width")) for path in root.iter("path")]
    assert widths == [3.5, 10.5]


def test_the_rows_not_shown_stand_behind_as_ghosts():
    root = tree(Links(["a", "b"], ["x", "y"], [[0.25, 0.75], [1.0, 0.0]], [0]))
    kinds = [path.get("class") for path in root.iter("path")]
    assert kinds == ["ghost", None, None]


def test_a_heat_map_is_one_tab_stop():
    root = tree(HeatMap([[0, 1], [1, 0]], ["a", "b"], ["x", "y"], "m", chosen=1, sets=[{"s": 1}, {"s": 2}]))
    rows = find_class(root, "heat-row")
    assert [row.get("tabindex") for row in rows] == ["-1", "0"]
    assert [row.get("aria-checked") for row in rows] == ["false", "true"]
    assert find_class(root, "heat-rows")[0].get("role") == "radiogroup"


def test_without_a_choice_the_first_row_takes_the_tab():
    root = tree(HeatMap([[0], [1]], ["a", "b"], ["x"], "m", sets=[{"s": 1}, {"s": 2}]))
    assert [row.get("tabindex") for row in find_class(root, "heat-row")] == ["0", "-1"]


def test_ink_of_a_cell_is_its_share_of_the_scale():
    root = tree(HeatMap([[-1.0, 0.0, 3.0]], ["a"], ["x", "y", "z"], "m", low=-1, high=1, decimals=1))
    cells = find_class(root, "cell")
    assert [cell.get("style") for cell in cells] == ["--w:0", "--w:0.5", "--w:1"]
    assert [cell.text for cell in cells] == ["\u22121.0", "0.0", "3.0"]


def test_outlined_cells_of_a_heat_map_are_those_that_were_named():
    html = HeatMap([[0, 1], [1, 0]], ["a", "b"], ["x", "y"], "m", outlined=[(0, 1)], chosen_column=1).html()
    assert [names.split() for names in re.findall(r'class="(cell[^"]*)"', html)] == [
        ["cell"], ["cell", "in-column", "outlined"], ["cell"], ["cell", "in-column"],
    ]  # fmt: skip


def test_bars_run_from_zero():
    root = tree(Bars(["a", "b"], [0.5, -1.0], "m", low=-1, high=1))
    assert [bar.get("style") for bar in find_class(root, "bar")] == ["left:50%;width:25%", "left:0%;width:50%"]


@pytest.mark.parametrize(
    "mark",
    [
        lambda: HeatMap([[1, 2], [3]], ["a", "b"], ["x", "y"], "m"),
        lambda: HeatMap([], [], [], "m"),
        lambda: HeatMap([[float("nan")]], ["a"], ["x"], "m"),
        lambda: HeatMap([[1]], ["a"], ["x"], "m", ink="turquesa"),
        lambda: Links(["a"], ["x"], [[1, 2]], [0]),
        lambda: Tokens([], "m"),
        lambda: Tokens(["a"], "m", notes=["1", "2"]),
        lambda: Bars(["a"], [1], "m", low=0.5, high=1),
        lambda: Bars(["a"], [float("inf")], "m"),
        lambda: Table("t", ["a", "b"], [["1"]]),
        lambda: Text("x", kind="shout"),
        lambda: Columns([Text("a")], shares=(1, 2)),
    ],
)
def test_what_can_not_be_drawn_is_refused(mark):
    with pytest.raises(ValueError):
        mark().html()
