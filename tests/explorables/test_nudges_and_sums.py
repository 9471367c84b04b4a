"""Bars with buttons, sums under a heat map, texts with room for more, and states that a view moves."""

import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace

import pytest

import explorables
from explorables import Explorable, ViewFault, point
from explorables.marks import FootRow, HeatMap, Nudges, SideColumn, Table, Text


def tree(mark):
    return ET.fromstring(f"<root>{mark.html()}</root>")


def of_class(root, name):
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def test_a_nudge_sets_what_it_is_told_and_says_when_it_is_spent():
    root = tree(Nudges(["leí", "un"], [0.25, 1.0], "Pesos", "peso", [{"x": 1}, None], [{"x": 3}, {"x": 4}], ghosts=[0.5, 0.0]))
    buttons = list(root.iter("button"))
    assert [json.loads(each.get("data-set") or "null") for each in buttons] == [{"x": 1}, {"x": 3}, None, {"x": 4}]
    assert [each.get("aria-label") for each in buttons[:2]] == ["leí: menos peso, ahora 0.25", "leí: más peso, ahora 0.25"]
    assert [each.get("aria-disabled") for each in buttons] == [None, None, "true", None]
    assert [each.get("tabindex") for each in buttons] == ["0", "-1", "-1", "-1"]
    assert [each.get("style") for each in of_class(root, "bar")] == ["left:0%;width:25%", "left:0%;width:100%"]
    assert of_class(root, "ghost")[0].get("style") == "left:0%;width:50%"


def test_a_foot_has_one_text_a_column_and_the_chosen_column_is_marked():
    mark = HeatMap(
        [[0.1, 0.9], [0.2, 0.8]], ["a", "b"], ["x", "y"], "m", side=SideColumn("suma", ["1", "1"]),
        foot=FootRow("suma", ["0.3", "1.7"]), chosen_column=1, column_sets=[{"c": 1}, {"c": 2}],
    )  # fmt: skip
    root = tree(mark)
    assert ["".join(each.itertext()) for each in of_class(root, "heat-foot-text")] == ["0.3", "1.7"]
    assert [each.text for each in of_class(root, "chosen")] == ["y", "1.7"]
    assert [each.text for each in of_class(root, "in-column")] == ["0.90", "0.80"]
    assert [json.loads(each.get("data-set")) for each in of_class(root, "heat-column")] == [{"c": 1}, {"c": 2}]


def test_headings_stand_when_they_are_long_and_many():
    def long(columns):
        return bool(of_class(tree(HeatMap([[0.1] * len(columns)], ["a"], columns, "m")), "long-headings"))

    assert long(["yesterday"] * 8) and not long(["bueno"] * 6)


def test_a_text_keeps_room_for_its_lines():
    assert tree(Text("a", lines=2))[0].get("style") == "--lines:2"
    assert tree(Text("a"))[0].get("style") is None


@pytest.mark.parametrize(
    "mark",
    [
        lambda: Nudges(["a"], [1], "m", "peso", [None, None], [None]),
        lambda: Nudges(["a"], [1], "m", "peso", [None], [None], high=0),
        lambda: HeatMap([[0.1]], ["a"], ["x"], "m", foot=FootRow("suma", ["1", "2"])),
        lambda: HeatMap([[0.1]], ["a"], ["x"], "m", column_sets=[]),
    ],
)
def test_what_can_not_be_drawn_is_refused(mark):
    with pytest.raises(ValueError):
        mark().html()


@dataclass(frozen=True)
class Where:
    q: tuple = point((-2, 2), (-2, 2), default=(2, 2), label="q")


class Bounded(Explorable):
    title = "Nunca a la derecha"
    State = Where

    def settle(self, s):
        if s.q == (1, 1):
            return s.q
        return replace(s, q=(min(s.q[0], 0.0), s.q[1]))

    def scene(self, s):
        return [Text(str(s.q))]

    def describe(self, s):
        return "q"

    def table(self, s):
        return Table("q", ["q"], [[str(s.q)]])


@pytest.fixture
def bounded(monkeypatch):
    monkeypatch.setitem(explorables.registry._defined, __name__, {"bounded": Bounded})


def test_a_view_moves_what_can_not_be(bounded):
    assert explorables.spec("bounded")["state"] == {"q": [0, 2]}
    drawing = explorables.draw("bounded", {"q": [1.5, -1]})
    assert drawing["state"] == {"q": [0, -1]}
    assert "(0.0, -1" in drawing["html"]


def test_a_view_that_moves_it_to_what_is_no_state_is_named(bounded):
    with pytest.raises(ViewFault, match=r"settle\(\): returned tuple"):
        explorables.draw("bounded", {"q": [1, 1]})
