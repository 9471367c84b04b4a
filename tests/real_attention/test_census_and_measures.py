"""Counting heads: by hand on maps small enough to read, and on the real model what the lesson says."""

import json
from pathlib import Path

import numpy as np
import pytest

from pretrained.census import Case, look, pair_census, word_census
from pretrained.head_measures import mean_distance, mean_entropy, mean_weight_at, mean_weight_on, similarity_to
from pretrained.sentences import Reading, Unit, word_maps

LESSON = Path(__file__).resolve().parents[2] / "content/5-transformer/9-mapas-reales"

UNITS = (
    Unit("<s>", "start", 0, 1), Unit("el", "word", 1, 2), Unit("banco", "word", 2, 3),
    Unit("jardín", "word", 3, 5), Unit("</s>", "end", 5, 6),
)
READING = Reading("el banco jardín", (0,) * 6, ("<s>", "el", "banco", "jardí", "n", "</s>"), UNITS)
CASE = Case("el banco jardín", "banco", "jardín")


def maps_with_rows_of_bank(*rows):
    """One layer with a head for each row that «banco» has; its other rows look at themselves."""
    maps = np.stack([np.eye(6)] * len(rows))
    maps[:, 2] = rows
    return maps[None]


def test_pieces_of_a_word_are_summed_and_its_rows_averaged():
    maps = np.zeros((6, 6))
    maps[:, 0] = 1
    maps[2] = [0.1, 0.1, 0.1, 0.3, 0.3, 0.1]
    maps[3] = [0, 0, 1, 0, 0, 0]
    words = word_maps(maps, UNITS)
    assert np.allclose(words[2], [0.1, 0.1, 0.1, 0.6, 0.1])
    assert np.allclose(words[3], [0.5, 0, 0.5, 0, 0])
    assert np.allclose(words.sum(axis=-1), 1)


def test_where_a_word_looks():
    looked = look(
        maps_with_rows_of_bank(
            [0.1, 0.2, 0.1, 0.3, 0.2, 0.1],  # most on «jardín», in two pieces that alone would lose to nothing
            [0.6, 0.0, 0.0, 0.2, 0.1, 0.1],  # most on <s>; among words, on «jardín»
            [0.0, 0.5, 0.3, 0.1, 0.1, 0.0],  # most on «el»
            [0.0, 0.1, 0.8, 0.0, 0.05, 0.05],  # most on itself
        ),
        READING,
        CASE,
    )
    assert np.allclose(looked.weights, [[0.5, 0.3, 0.2, 0.05]])
    assert looked.decides.tolist() == [[True, False, False, False]]
    assert looked.on_mark.tolist() == [[False, True, False, False]]
    assert looked.decides_among_words.tolist() == [[True, True, False, False]]
    # There are two other words: where the look falls on one of them, a die hits the right one half the time.
    assert looked.by_chance.tolist() == [[0.5, 0.0, 0.5, 0.0]]
    assert (looked.words_by_chance == 0.5).all()


def test_a_word_must_stand_once():
    with pytest.raises(ValueError, match="0 times"):
        look(maps_with_rows_of_bank(np.full(6, 1 / 6)), READING, CASE._replace(deciding="dinero"))


def test_heads_that_do_it_in_both_sentences_and_the_largest_sum():
    one = look(maps_with_rows_of_bank([0, 0, 0.2, 0.8, 0, 0], [0, 0, 0.1, 0.9, 0, 0], [0, 0, 0.3, 0.7, 0, 0]), READING, CASE)
    other = look(maps_with_rows_of_bank([0.2, 0, 0, 0.8, 0, 0], [0.9, 0, 0, 0.1, 0, 0], [0, 0, 0, 0.8, 0.2, 0]), READING, CASE)
    counted = pair_census(one, other)
    assert counted.both.tolist() == [[True, False, True]]
    assert counted.best == (0, 2)  # 0.7 + 1.0 against 0.8 + 0.8
    assert counted.marks == (0, 1)
    nobody = pair_census(one, other._replace(decides=np.zeros((1, 3), bool)))
    assert nobody.best is None and nobody.best_weights is None


def test_words_in_general():
    row = look(maps_with_rows_of_bank([0, 0, 0.2, 0.8, 0, 0], [0.9, 0, 0, 0.1, 0, 0]), READING, CASE)
    counted = word_census([(row, row), (row, row), (row, row._replace(decides=~row.decides))])
    assert counted.counts.tolist() == [[2, 0]] and counted.of == 3
    assert counted.expected.tolist() == [[0.75, 0.0]]  # 0.5 · 0.5, three times
    with pytest.raises(ValueError, match="at least one"):
        word_census([])


MAP = np.array([[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5]])


def test_measures_by_hand():
    assert mean_weight_at(MAP, -1) == pytest.approx((0.25 + 1.0 + 0.5) / 3)
    assert mean_weight_at(MAP, 1) == pytest.approx((0.5 + 0.25 + 0.0) / 3)
    assert mean_weight_at(MAP, 1, rows=[0, 3]) == pytest.approx(0.5)
    assert mean_weight_on(MAP, [0, 3], rows=[1, 2]) == pytest.approx(0.25)
    assert mean_entropy(MAP) == pytest.approx((1 + 2 + 0 + 1) / 4)  # bits
    assert mean_distance(MAP) == pytest.approx((0.5 + (0.25 + 0.25 + 0.5) + 1.0 + 0.5) / 4)


def test_a_drawing_finds_its_own_map_first():
    rng = np.random.default_rng(3)
    maps = rng.dirichlet(np.ones(5), (7, 5))
    likeness = similarity_to(maps, maps[4] * 100)
    assert likeness.argmax() == 4 and likeness[4] == pytest.approx(1.0)
    # One drawn cell: the weight there over the length of the row.
    drawing = np.zeros((5, 5))
    drawing[2, 3] = 1
    assert np.allclose(similarity_to(maps, drawing), maps[:, 2, 3] / np.linalg.norm(maps[:, 2], axis=-1))
    with pytest.raises(ValueError, match="at least one weight"):
        similarity_to(maps, np.zeros((5, 5)))


@pytest.fixture(scope="module")
def census():
    return json.loads((LESSON / "census.json").read_text(encoding="utf-8"))


def test_what_the_lesson_says_of_its_word(census):
    spanish, english = (census["languages"][language]["pairs"][0] for language in ("es", "en"))
    assert (spanish["both"], spanish["best"], english["both"], english["best"]) == (1, [1, 7], 0, None)
    assert spanish["best_weights"] == [0.340, 0.359]
    assert (spanish["each"], english["each"]) == ([6, 2], [3, 1])
    assert (spanish["marks"], english["marks"]) == ([128, 129], [130, 131])


def test_what_the_lesson_says_of_words_in_general(census):
    assert census["words"]["of"] == 16
    for key in ("all", "among_words"):
        counted = census["words"][key]
        assert sum(counted["heads_by_words"]) == 144 == len(counted["counts"])
        assert max(counted["counts"]) == counted["best_words"]
        per_language = [census["languages"][language]["words"][key]["counts"] for language in ("es", "en")]
        assert [one + other for one, other in zip(*per_language, strict=True)] == counted["counts"]
    assert census["words"]["all"]["best_words"] == 4 and census["words"]["all"]["heads_by_words"][0] == 138
    assert census["words"]["among_words"]["best"] == [12, 4] and census["words"]["among_words"]["best_words"] == 10


def test_the_page_that_is_quoted(census):
    page = census["bert_of_the_page"]
    assert [page[language][key] for language in ("es", "en") for key in ("both", "marks")] == [4, 58, 6, 113]
