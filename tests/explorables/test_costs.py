"""What a block costs, against the formulas of the lesson in whole numbers; what is measured, without looking at the times."""

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

import explorables
from explorables.views.costs import MEASURED_N, PIECES, Measured, State, count_text, crossing, growth, timed


def draw(**state):
    return explorables.draw("costs", state)


def texts(html, name):
    root = ET.fromstring(f"<root>{html}</root>")
    return ["".join(each.itertext()) for each in root.iter() if name in (each.get("class") or "").split()]


def share(n, d):
    return Fraction(2 * n * n * d, 12 * n * d * d + 2 * n * n * d)


@pytest.mark.parametrize(("n", "d", "percent"), [(512, 768, 10), (4608, 768, 50), (3072, 512, 50), (32768, 768, 88), (512, 64, 57), (128, 768, 3)])
def test_the_quadratic_part(n, d, percent):
    assert share(n, d) == Fraction(n, n + 6 * d)
    assert draw(n=n, d=d)["values"]["share"] == f"{percent}\u202f%" == f"{round(100 * share(n, d))}\u202f%"


@pytest.mark.parametrize(("n", "times"), [(128, "2.1"), (512, "2.2"), (1024, "2.4"), (4608, "3.0"), (32768, "3.8")])
def test_doubling_the_sentence(n, times):
    products = lambda n, d: 12 * n * d * d + 2 * n * n * d  # noqa: E731
    assert growth(State(n=n)) == pytest.approx(products(2 * n, 768) / products(n, 768))
    assert draw(n=n)["values"]["growth"] == times


def test_parts_ratio_and_steps_of_the_first_state():
    drawing = draw()
    assert texts(drawing["html"], "ledger-number") == ["30\u202f%", "10\u202f%", "60\u202f%"]
    root = ET.fromstring(f"<root>{drawing['html']}</root>")
    told = {each.get("data-part"): each.find("dd").text for each in root.iter("div") if each.find("dd") is not None}
    # n²d against nd² is n/d = 512/768; a recurrence takes 512 steps.
    assert told == {"share": "10\u202f%", "growth": "2.2", "ratio": "0.67", "steps": "512"}
    assert drawing["values"]["half"] == "4608"


def test_the_line_of_the_half_is_where_n_is_six_times_d():
    root = ET.fromstring(f"<root>{draw(n=4608, d=768)['html']}</root>")
    half = next(each for each in root.iter("g") if each.get("data-part") == "half").find("path").get("d")
    (x0, y0), (x1, y1) = ([float(part) for part in pair.split()] for pair in half.removeprefix("M").split("L"))
    grip = next(each for each in root.iter("circle") if each.get("class") == "grip")
    along = (float(grip.get("cx")) - x0) / (x1 - x0)
    assert 0 < along < 1
    assert float(grip.get("cy")) == pytest.approx(y0 + along * (y1 - y0), abs=0.02)


def test_the_handle_sets_both_numbers():
    root = ET.fromstring(f"<root>{draw()['html']}</root>")
    handle = next(each for each in root.iter() if each.get("data-drag"))
    assert (handle.get("data-drag"), handle.get("aria-label")) == ("n d", "Tamaño: 512 tokens de 768 números")
    assert explorables.draw("costs", {"n": 700.2, "d": 99999})["state"] == {"n": 700, "d": 8192}


@pytest.mark.parametrize(
    ("count", "words"),
    [(999, "999"), (65536, "65.5 mil"), (4026531840, "4.0 mil millones"), (123456789, "123 millones"), (35184372088832, "35.2 billones")],
)
def test_large_numbers_in_words(count, words):
    assert count_text(count) == words


def test_measuring_walks_through_the_lengths_and_follows_the_state():
    frames = list(explorables.run("costs", {"n": 4608, "d": 768}))
    assert [frame["progress"]["done"] for frame in frames] == [1, 2, 3, 4, 5, 6]
    assert frames[-1]["progress"]["total"] == len(MEASURED_N) == 6
    # The scene of the state stays above what was measured.
    assert frames[0]["html"].startswith(draw(n=4608, d=768)["html"])
    assert frames[-1]["values"]["share"] == "50\u202f%"
    assert "n = 6d = 768" in frames[-1]["description"]
    table = ET.fromstring(f"<r>{frames[-1]['table']}</r>")
    assert [row.find("th").text for row in table.iter("tr")][1:] == ["32", "64", "128", "256", "512", "1024"]
    assert all(cell.text.endswith(" ms") for cell in table.iter("td"))


def test_a_coarse_clock_is_filled_and_the_best_round_counts():
    now = [0.0]
    costs = iter([0.001] * 31 + [0.001] * 32 + [0.0005] * 32 + [0.002] * 32)

    def work():
        now[0] += next(costs)

    # 1 + 2 + 4 + 8 + 16 are too short; 32 fill it, and of three rounds the second is the best.
    assert timed(work, at_least=0.02, clock=lambda: now[0]) == pytest.approx(0.0005)


def test_where_two_measured_lines_cross():
    lengths = (256, 512, 1024)
    # The quadratic piece is n² and the other 768 n, in any unit: they meet at 768.
    seconds = tuple((n * n * 1e-9, 768 * n * 1e-9, 1e-6) for n in lengths)
    assert crossing(Measured(lengths, seconds)) == pytest.approx(768)
    assert crossing(Measured(lengths[:2], seconds[:2])) is None
    assert len(PIECES) == len(seconds[0])
