"""The root of d_k against what the algebra says and against vectors drawn here, component by component."""

import xml.etree.ElementTree as ET
from math import sqrt

import numpy as np
import pytest

import explorables
from explorables.views.sqrt_dk import State, absorbing_changes, average, components, products, sample


def draw(**state):
    return explorables.draw("sqrt-dk", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def softmax_by_hand(scores):
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()


@pytest.mark.parametrize("d_k", [1, 2, 64, 512])
def test_the_deviation_is_the_root_and_one_after_dividing(d_k):
    plain, divided = (products(d_k, 20_000, divided, False, 1081) for divided in (False, True))
    assert plain.std() == pytest.approx(sqrt(d_k), rel=0.03)
    assert divided.std() == pytest.approx(1, rel=0.03)
    assert abs(plain.mean()) < 4 * sqrt(d_k / 20_000)


def test_the_figures_of_the_first_state_are_those_of_the_seed_page():
    values = draw()["values"]
    assert (values["std"], values["largest"], values["average_largest"]) == ("8.0", "0.98", "0.88")
    values = draw(division="scores")["values"]
    assert (values["std"], values["largest"], values["average_largest"]) == ("1.0", "0.35", "0.36")
    assert draw(d_k=512)["values"]["std"] == "22.6"


def test_averages_are_those_of_vectors_drawn_one_component_at_a_time():
    rng = np.random.default_rng(3)
    largest, slopes = {1.0: [], 8.0: []}, {1.0: [], 8.0: []}
    for _ in range(2000):
        scores = rng.standard_normal((8, 64)) @ rng.standard_normal(64)
        for divisor in largest:
            weights = softmax_by_hand(scores / divisor)
            largest[divisor].append(weights.max())
            slopes[divisor].append(np.linalg.norm(np.diag(weights) - np.outer(weights, weights)))
    for divisor, divided in ((1.0, False), (8.0, True)):
        told = average(64, 2000, divided, False, 1081)
        assert told.largest == pytest.approx(np.mean(largest[divisor]), abs=0.02)
        assert told.slope == pytest.approx(np.mean(slopes[divisor]), abs=0.015)


def test_the_weights_and_the_slope_of_one_draw():
    query, keys = components(1081)
    scores = [sum(q * k for q, k in zip(query[:64], key[:64])) for key in keys]
    weights = softmax_by_hand(np.array(scores) / 8)
    slopes = [[weights[i] * ((i == j) - weights[j]) for j in range(8)] for i in range(8)]
    one = sample(64, "scores", False, 1081)
    assert one.weights == pytest.approx(weights, abs=1e-12)
    assert one.slope == pytest.approx(sqrt(sum(slope**2 for row in slopes for slope in row)), abs=1e-12)


def test_longer_vectors_grow_from_shorter_ones():
    query, keys = components(7)
    assert sample(1, "none", False, 7).scores == pytest.approx(keys[:, 0] * query[0])
    assert sample(2, "none", False, 7).scores == pytest.approx(keys[:, 0] * query[0] + keys[:, 1] * query[1])


@pytest.mark.parametrize("d_k", [1, 64, 512])
def test_dividing_the_query_instead_changes_nothing_but_its_length(d_k):
    state = State(d_k=d_k)
    assert absorbing_changes(state) < 1e-12
    there, here = sample(d_k, "none", False, 1081), sample(d_k, "query", False, 1081)
    assert here.length == pytest.approx(there.length / sqrt(d_k))
    assert "cambia los pesos en 0.00" in draw(d_k=d_k, division="query")["html"]


@pytest.mark.parametrize("d_k", [64, 512])
def test_where_query_and_key_are_alike_the_root_does_not_reach(d_k):
    # Correlation ρ: the mean is ρ d_k and the variance (1 + ρ²) d_k, so that dividing by √d_k leaves a mean of ρ √d_k.
    divided = products(d_k, 20_000, True, True, 1081)
    assert divided.mean() == pytest.approx(0.5 * sqrt(d_k), rel=0.02)
    assert divided.std() == pytest.approx(sqrt(1.25), rel=0.03)
    assert average(d_k, 2000, True, True, 1081).largest > 2 * average(d_k, 2000, True, False, 1081).largest


def test_the_histogram_holds_each_draw_once_or_says_that_it_is_outside():
    root = ET.fromstring(f"<root>{draw(d_k=512)['html']}</root>")
    bars = [rect for rect in root.iter("rect")]
    height = sum(float(rect.get("height")) for rect in bars)
    inner = 280 - 14 - 40
    outside = (np.abs(products(512, 20_000, False, False, 1081)) > 32).mean()
    assert height / inner * 0.5 == pytest.approx(1 - outside, abs=0.005)
    assert f"Fuera de la figura: {100 * outside:.0f}\u202f%." in texts(draw(d_k=512)["html"], "text")


def test_few_draws_say_little():
    deviations = {draw(draws="4", d_k=2, draw=number)["values"]["std"] for number in range(12)}
    assert min(map(float, deviations)) < 1 < 1.7 < max(map(float, deviations))


def test_every_length_answers_without_python_with_and_without_division():
    states = explorables.spec("sqrt-dk")["states"]
    assert {(state["d_k"], state["division"]) for state in states} >= {
        (2**power, way) for power in range(10) for way in ("none", "scores")
    }
    assert {"std", "largest", "jacobian"} <= set(draw()["values"])
    for part in ("histogram", "softmax", "jacobian"):
        assert f'data-part="{part}"' in draw()["html"]


def test_the_sentence_and_the_table():
    drawing = draw(division="scores")
    assert drawing["description"].startswith("Vectores de 64, dividiendo entre √d_k: desviación 1.00, media 0.01; de ocho claves, la mayor se lleva 0.35")
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(f"<r>{drawing['table']}</r>").iter("tr")]
    assert len(rows) == 1 + 8 + 3
    assert sum(float(row[2]) for row in rows[1:9]) == pytest.approx(1, abs=0.03)
