"""Lesson 5.6: its museum, weight by weight with `math` alone, and every number that its prose and its cells tell."""

import re
from fractions import Fraction
from itertools import product
from math import exp, fsum, log, sqrt

import explorables
import numpy as np
import pytest

from builder import DEFAULT_BOOK

NAME = "explorables_la_mascara_causal"
FOLDER = DEFAULT_BOOK / "5-transformer" / "6-la-mascara-causal"
SENTENCE, OTHERS = ["ayer", "leí", "un", "libro", "bueno"], ["hoy", "vi", "tu", "mapa", "malo"]
PLACES = range(2, 6)
THIN = "\u202f"


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["mask-museum"]


@pytest.fixture(scope="module")
def outputs(run):
    return [cell.output for cell in run.cells]


def numbers(line):
    return [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", line)]


def table_of(drawing):
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows[1:]]


def drawn():
    """What the museum draws by lot."""
    rng = np.random.default_rng(296)
    embeddings, others = rng.standard_normal((2, 5, 4))
    return embeddings, others, *(rng.standard_normal((3, 4, 4)) / sqrt(4))


def by_hand(mask, changed=None):
    """Weights and outputs, one sum after another."""
    embeddings, others, w_q, w_k, w_v = drawn()
    x = [others[i] if i == changed else embeddings[i] for i in range(5)]
    queries, keys, values = ([[fsum(row * w[:, c]) for c in range(4)] for row in x] for w in (w_q, w_k, w_v))
    weights = []
    for i in range(5):
        powers = [exp(fsum(a * b for a, b in zip(queries[i], keys[j])) / sqrt(4)) for j in range(5)]
        allowed = [j < i if mask == "finite" else j <= i for j in range(5)]
        if mask == "zero":
            powers = [power if may else 1.0 for power, may in zip(powers, allowed)]
        counted = [power for power, may in zip(powers, allowed) if may or mask in ("none", "zero", "after")]
        hidden = mask in ("causal", "finite", "after")
        if not counted:
            weights.append([1 / 5] * 5)
        else:
            weights.append([0.0 if hidden and not may else power / fsum(counted) for power, may in zip(powers, allowed)])
    return weights, [[fsum(w * v[c] for w, v in zip(row, values)) for c in range(4)] for row in weights]


@pytest.mark.parametrize("mask", ["none", "zero", "after", "finite", "causal"])
@pytest.mark.parametrize("place", PLACES)
def test_who_notices_a_changed_word_and_what_the_rows_sum_to(mask, place):
    drawing = explorables.draw("mask-museum", {"mask": mask, "word": str(place)})
    (_, straight), (weights, changed) = by_hand(mask), by_hand(mask, place - 1)
    moved = [max(abs(a - b) for a, b in zip(*rows)) for rows in zip(straight, changed)]
    rows = table_of(drawing)
    assert [row[0] for row in rows] == [*SENTENCE[: place - 1], OTHERS[place - 1], *SENTENCE[place:]]
    assert [float(row[1]) for row in rows] == pytest.approx(moved, abs=0.0051)
    assert [float(row[2]) for row in rows] == pytest.approx([fsum(row) for row in weights], abs=0.0051)
    assert float(drawing["values"]["leak"]) == pytest.approx(max(moved[: place - 1]), abs=0.0051)


@pytest.mark.parametrize("place", PLACES)
def test_only_the_right_mask_keeps_the_past_to_the_last_bit(place):
    leaks = {
        mask: explorables.draw("mask-museum", {"mask": mask, "word": str(place)})["values"]["leak"]
        for mask in ("none", "zero", "after", "finite", "causal")
    }
    assert leaks.pop("causal") == "0"
    assert all(float(leak) >= 0.05 for leak in leaks.values())
    moved = [row[1] for row in table_of(explorables.draw("mask-museum", {"mask": "causal", "word": str(place)}))]
    assert moved[: place - 1] == ["0"] * (place - 1) and all(float(number) > 0 for number in moved[place - 1 :])


def test_a_row_without_anybody_is_nan_with_infinity_and_a_fifth_each_with_a_large_number():
    empty, finite = (explorables.draw("mask-museum", {"mask": mask}) for mask in ("empty", "finite"))
    assert empty["values"] == {"leak": "NaN", "sum": "NaN"} and finite["values"]["sum"] == "1.00"
    assert empty["html"].count("NaN") >= 6 and finite["html"].count("0.20") >= 5


def test_all_masks_and_words_answer_without_python():
    states = explorables.spec("mask-museum")["states"]
    assert len({(state["mask"], state["word"]) for state in states}) == len(states) == 24


def test_nobody_beats_a_die_whose_habit_is_known_but_who_sees_the_answer(outputs, run):
    lines = outputs[0].splitlines()
    hits = {line.rsplit(maxsplit=8)[0]: numbers(line) for line in lines[1:5]}
    ceiling = Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 6)
    repeated = Fraction(1, 2) * Fraction(1, 6)
    least = float(ceiling) * -log(ceiling) + 5 * float(repeated) * -log(repeated)
    # Four standard deviations of a share of 4000, and its rounding.
    by_chance = 4 * sqrt(ceiling * (1 - ceiling) / 4000) + 0.005
    assert hits["sin máscara, de golpe"][:7] == [1.0] * 7
    assert hits["sin máscara, de golpe"][7] == pytest.approx(float(ceiling), abs=by_chance)
    assert hits["sin máscara, una por una"][:7] == pytest.approx([float(repeated)] * 7, abs=by_chance)
    assert hits["con máscara, de golpe"] == hits["con máscara, una por una"]
    assert hits["con máscara, de golpe"] == pytest.approx([float(ceiling)] * 8, abs=by_chance)
    cheat, honest = (float(re.search(r"pérdida (\d\.\d\d)", line)[1]) for line in lines[5:7])
    # One question in eight is honest.
    assert least / 8 - 0.01 < cheat < least / 4 and least - 0.03 < honest < least + 0.05
    assert lines[5].endswith("escribe 3 3 3 3 3 3 3 3") and lines[6].endswith("escribe 3 4 5 6 1 2 3 4")
    assert run.evals[:4] == [f"{float(ceiling):.2f}", f"{honest:.2f}", f"{cheat:.2f}", f"{least:.2f}"]


def test_three_rows_of_whole_numbers_under_four_masks(outputs):
    powers = [[2, 6, 2], [6, 4, 2], [1, 2, 3]]
    shares = {
        "sin máscara": [[Fraction(power, sum(row)) for power in row] for row in powers],
        "cero, antes": [[Fraction(2, 4), Fraction(1, 4), Fraction(1, 4)], [Fraction(6, 11), Fraction(4, 11), Fraction(1, 11)]],
        "cero, después": [[Fraction(2, 10), 0, 0], [Fraction(6, 12), Fraction(4, 12), 0]],
        "menos infinito, antes": [[1, 0, 0], [Fraction(6, 10), Fraction(4, 10), 0]],
    }
    lines = outputs[1].splitlines()
    for name, rows in shares.items():
        at = lines.index(name)
        for line, row in zip(lines[at + 1 : at + 4], [*rows[:2], [Fraction(1, 6), Fraction(2, 6), Fraction(3, 6)]]):
            assert numbers(line) == pytest.approx([*map(float, row), float(sum(row))], abs=0.0051)
    assert "suma 0.83" in outputs[1]


def test_influence_is_a_triangle_and_its_zeros_are_exact(outputs):
    lines = outputs[2].splitlines()
    assert numbers(lines[0]) == [1, 2, 3, 4, 5]
    triangle = [line.split() for line in lines[2:]]
    for i, j in product(range(5), range(5)):
        assert (triangle[i][j] == "0") == (j > i)


def test_two_masks_as_pictures_and_what_an_empty_row_gives(outputs):
    lines = outputs[3].splitlines()
    for i, line in enumerate(lines[1:6]):
        causal, end, start = line.split()
        assert causal == "".join(".x"[j <= i] for j in range(5))
        assert end == "".join(".x"[j <= i and j < 3] for j in range(5))
        assert start == "".join(".x"[j <= i and j >= 2] for j in range(5))
    assert [line.split()[-3:] for line in lines[6:9]] == [
        ["[nan", "nan", "nan]"], ["[0.33", "0.33", "0.33]"], ["[nan", "nan", "nan]"],
    ]  # fmt: skip


def test_the_counts_of_the_prose(run):
    rereading, cached = 100 * 101 * 201 // 6, 100 * 101 // 2
    counts = [512 * 511 // 2, 512**2, rereading, cached, int((2 - 2**-10) * 2**15)]
    grouped = [f"{count:,}".replace(",", THIN) for count in counts]
    assert [number for number in run.evals if THIN in number] == grouped
    # All beginnings of 512 words, read apart, against one reading.
    assert run.evals[4] == f"{513 * 1025 / 6 / 512:.0f}" == "171"


def test_reading_again_without_the_mask_shows_from_the_second_layer_on():
    """What the lesson says of writing without a mask, with two bare layers of attention."""
    rng = np.random.default_rng(3)
    x, layers = rng.standard_normal((6, 8)), rng.standard_normal((2, 3, 8, 8)) / 3

    def last_row(n_layers, masked):
        rows = x
        for w_q, w_k, w_v in layers[:n_layers]:
            powers = np.exp((rows @ w_q) @ (rows @ w_k).T / sqrt(8)) * (np.tri(6) if masked else 1)
            rows = rows + powers / powers.sum(axis=1, keepdims=True) @ rows @ w_v
        return rows[-1]

    assert last_row(1, True) == pytest.approx(last_row(1, False), abs=1e-14)
    assert np.abs(last_row(2, True) - last_row(2, False)).max() > 0.01
