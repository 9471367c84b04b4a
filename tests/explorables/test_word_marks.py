"""Words, buttons, shares and dense maps as HTML."""

import xml.etree.ElementTree as ET

import pytest

from explorables.marks import Dense, HeatMap, Shares, WordButtons, Words


def tree(mark):
    return ET.fromstring(mark.html())


def test_struck_words_are_deletions():
    root = tree(Words("Sale", ["i", "<EOS>"], "dos", "decoder", struck=[True, False], parts=["a", "b"], part="answer"))
    assert [each.text for each in root.iter("del")] == ["i"]
    assert [each.get("data-part") for each in root.iter("li")] == ["a", "b"]
    assert root.get("data-part") == "answer" and root.find("ul").get("aria-label") == "dos"


def test_words_need_a_flag_each():
    with pytest.raises(ValueError, match="struck"):
        Words("Sale", ["i"], "uno", struck=[]).html()


def test_buttons_carry_their_settings():
    buttons = list(tree(WordButtons("Sigue", [("un", {"s": "vi un"})], ("quitar", {"s": ""}))).iter("button"))
    assert [(each.text, each.get("data-set"), each.get("type")) for each in buttons] == [
        ("un", '{"s":"vi un"}', "button"), ("quitar", '{"s":""}', "button"),
    ]  # fmt: skip


def test_pieces_are_as_wide_as_their_shares():
    root = tree(Shares(["a", "b"], [[("a", 0.5), ("c", 0.3)], [("b", 0.9), ("d", 0.05)]], "dos", parts=["p", "q"]))
    pieces = [each for each in root.iter("span") if "share-piece" in (each.get("class") or "")]
    assert [each.get("style") for each in pieces] == ["width:50%", "width:30%", "width:90%", "width:5%"]
    assert [each.text for each in pieces] == [None, "c", None, None]
    assert [each.text for each in root.iter("span") if each.get("class") == "share-number"] == ["0.50", "0.90"]
    assert root.get("role") == "img" and root.get("aria-label") == "dos"


@pytest.mark.parametrize("pieces", [[[("a", 0.7), ("b", 0.4)]], [[("a", -0.1)]]])
def test_shares_of_more_than_one_are_refused(pieces):
    with pytest.raises(ValueError, match="sum to one"):
        Shares(["a"], pieces, "x").html()


def test_shares_need_pieces_for_each_row():
    with pytest.raises(ValueError, match="pieces"):
        Shares(["a", "b"], [[("a", 1.0)]], "x").html()


def test_a_dense_map_is_the_map():
    inner = HeatMap([[0.5]], ["a"], ["b"], "x")
    assert inner.html() in Dense(inner).html()
