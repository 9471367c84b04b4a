"""The figure of lesson 3.1: where the network knows «no», and what moving its blocks does."""

import xml.etree.ElementTree as ET

import explorables
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_por_que_el_mlp_falla_con_secuencias"
FOLDER = DEFAULT_BOOK / "3-secuencias" / "1-por-que-el-mlp-falla-con-secuencias"


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["position-blocks"]


def rows(**state):
    """The table, by its first column."""
    table = ET.fromstring(explorables.draw("position-blocks", state)["table"])
    texts = [["".join(cell.itertext()).replace("\u2212", "-") for cell in row] for row in table.iter("tr")]
    return {row[0]: [float(text) for text in row[1:]] for row in texts[1:]}


@pytest.mark.parametrize(
    "state, shares",
    [
        ({}, [1, 1, 1, 1, 0.5]),
        ({"learned": "five"}, [1, 1, 1, 1, 1]),
        ({"surgery": "copy"}, [0.5] * 5),
        ({"surgery": "swap"}, [1, 1, 1, 0.5, 1]),
        ({"learned": "five", "surgery": "copy"}, [1, 1, 1, 1, 1]),
    ],
)
def test_accuracy_by_place(state, shares):
    assert rows(**state)["aciertos"] == shares


def test_no_votes_for_itself_where_it_was_seen_and_nowhere_else():
    votes = rows()
    assert min(votes["no"][:4]) > 10 and abs(votes["no"][4]) < 0.5
    others = [votes[word] for word in votes if word not in ("no", "aciertos")]
    assert all(max(row[:4]) < -5 and row[4] > 5 for row in others)


def test_surgery_moves_whole_columns():
    before, copied, swapped = rows(), rows(surgery="copy"), rows(surgery="swap")
    for word in before.keys() - {"aciertos"}:
        assert copied[word] == [*before[word][:4], before[word][3]]
        assert swapped[word] == [*before[word][:3], before[word][4], before[word][3]]


@pytest.mark.parametrize("place", range(6))
def test_the_sentence_is_answered_as_the_accuracies_promise(place):
    drawing = explorables.draw("position-blocks", {"place": place})
    right = place != 5
    assert ("acierta" in drawing["description"], "se equivoca" in drawing["description"]) == (right, not right)
    assert float(drawing["values"]["probability"]) == pytest.approx(1.0 if 0 < place < 5 else 0.0, abs=0.01)


def test_all_places_and_surgeries_answer_without_python():
    states = explorables.spec("position-blocks")["states"]
    assert len(states) == 24
    assert {state["surgery"] for state in states} == {"none", "copy", "swap"}
