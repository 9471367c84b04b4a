"""One head and two against the distances of the lesson, worked out here from the words alone."""

import xml.etree.ElementTree as ET
from math import dist, sqrt

import numpy as np
import pytest

import explorables
from explorables.views.heads import CHANGES, HEADLINE, PROJECTION, State, layer_of, output

PLACE = {"perro": 0, "hombre": 1, "cartero": 2, "muerde": 3}


def draw(**state):
    return explorables.draw("heads", state)


def moved(**state):
    values = draw(**state)["values"]
    return [values[change] for change in CHANGES]


def one_head(before, after, share):
    vector = [0.0] * 4
    vector[PLACE[before]] += share
    vector[PLACE[after]] += 1 - share
    return vector


@pytest.mark.parametrize("share", [0.0, 0.5, 0.67, 0.9, 1.0])
def test_one_head_takes_from_one_neighbour_what_it_gives_to_the_other(share):
    first = one_head("perro", "hombre", share)
    others = [one_head(*pair, share) for pair in (("hombre", "perro"), ("perro", "cartero"), ("cartero", "hombre"))]
    assert moved(share=share) == [f"{dist(first, other):.2f}" for other in others]
    assert moved(share=share)[0] == f"{abs(2 * share - 1) * sqrt(2):.2f}"


def test_the_table_of_the_lesson():
    assert moved(share=0.5) == ["0.00", "0.71", "0.71"]
    assert moved(share=0.9) == ["1.13", "0.14", "1.27"]
    assert moved(share=1.0) == ["1.41", "0.00", "1.41"]
    assert moved(heads="2") == ["2.00", "1.41", "1.41"]


def test_two_heads_tell_the_two_headlines_apart():
    values = draw(heads="2")["values"]
    assert values["first"] == "(1.00, 0.00, 0.00, 1.00)"
    assert values["second"] == "(0.00, 1.00, 1.00, 0.00)"
    same = draw()["values"]
    assert same["first"] == same["second"] == "(0.50, 0.50, 0.00, 0.00)"


def test_the_projection_keeps_three_nouns_equally_far_apart():
    nouns = PROJECTION[:3].tolist()
    assert [dist(nouns[a], nouns[b]) for a, b in ((0, 1), (0, 2), (1, 2))] == pytest.approx([sqrt(2)] * 3)


def test_a_head_that_slices_is_blind_to_the_rest_of_the_word():
    cut = State(heads="2", reading="cut")
    # The second head reads the last two numbers: «hombre» and «perro» are nothing there.
    assert output(layer_of(cut), HEADLINE).tolist() == [1, 0, 0, 0]
    assert output(layer_of(cut), ("perro", "muerde", "perro")).tolist() == [1, 0, 0, 0]
    assert output(layer_of(State(heads="2")), ("perro", "muerde", "perro")).tolist() != output(layer_of(State(heads="2")), HEADLINE).tolist()
    assert moved(heads="2", reading="cut") == ["1.41", "1.00", "1.00"]
    whole = np.hstack(layer_of(cut).readings)
    assert not whole[:2, 2:].any() and not whole[2:, :2].any()  # zeros outside the blocks


def test_the_number_of_parameters_does_not_depend_on_the_heads():
    assert draw()["values"]["parameters"] == draw(heads="2")["values"]["parameters"] == "64"  # 4 · 4²


def test_the_states_of_the_prose_answer_without_python():
    states = explorables.spec("heads")["states"]
    for wanted in ({"heads": "1", "share": 0.9}, {"heads": "1", "share": 1.0}, {"heads": "2"}, {"heads": "2", "reading": "cut"}):
        assert any(wanted.items() <= state.items() for state in states)
    assert 'data-part="output"' in draw()["html"]
    assert "order" in draw()["values"]


def test_the_sentence_and_the_table():
    drawing = draw(heads="2", reading="cut", change="next")
    assert drawing["description"] == (
        "Con dos cabezas que trocean: al cambiar quién va después, de «perro muerde hombre» a «perro muerde cartero», lo que "
        "recibe «muerde» se mueve 1.00."
    )
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(f"<r>{drawing['table']}</r>").iter("tr")]
    assert [row[0] for row in rows[1:]] == [" ".join(HEADLINE), *(" ".join(other) for _, other in CHANGES.values())]
    assert [row[-1] for row in rows[2:]] == ["1.41", "1.00", "1.00"]
