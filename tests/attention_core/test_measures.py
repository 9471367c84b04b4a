"""Measures: what counts as right, and what does not count."""

import numpy as np
import pytest

from attention_core.measures import accuracy, alignment_agreement, exact_match, until_end


def test_one_wrong_word_makes_a_sentence_wrong():
    assert exact_match([("a", "b"), ("a", "c"), ("a",)], [("a", "b"), ("a", "b"), ("a", "b")]) == pytest.approx(1 / 3)


def test_ids_of_any_kind_compare():
    assert exact_match([np.array([1, 2])], [[1, 2]]) == 1.0


def test_what_is_written_after_the_end_does_not_count():
    assert until_end(np.array([[5, 2, 2, 2], [2, 5, 2, 5], [5, 6, 7, 8]]), 2) == [[5, 2], [2], [5, 6, 7, 8]]


def test_agreement_counts_aligned_words_of_all_sentences_alike():
    first = np.array([[0.9, 0.1], [0.2, 0.8], [0.9, 0.1]])
    second = np.array([[0.6, 0.4]])
    assert alignment_agreement([first, second], [(0, 0, -1), (0,)]) == pytest.approx(2 / 3)


def test_rows_beyond_the_sentence_do_not_count():
    weights = np.array([[[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]])
    assert alignment_agreement(weights, [(0, 1)]) == 1.0


def test_accuracy_over_leading_axes():
    logits = np.array([[[2.0, 1.0], [0.0, 1.0]]])
    assert accuracy(logits, np.array([[0, 0]])) == 0.5


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: exact_match([], []), ["predictions", "0"]),
        (lambda: exact_match([[1]], [[1], [2]]), ["predictions", "1 and 2"]),
        (lambda: alignment_agreement(np.ones((1, 2, 2)), []), ["alignments", "1"]),
        (lambda: alignment_agreement(np.ones((1, 2, 2)), [(0, 2)]), ["alignments", "(0, 2)"]),
        (lambda: alignment_agreement(np.ones((1, 1, 2)), [(0, 1)]), ["alignments", "up to 1"]),
        (lambda: alignment_agreement(np.ones((1, 2, 2)), [(-1, -1)]), ["alignments", "none"]),
        (lambda: alignment_agreement(np.ones((1, 2, 2), int), [(0,)]), ["weights", "floating-point"]),
        (lambda: accuracy(np.ones((3, 2)), np.array([0, 1])), ["labels", "(3,)", "(2,)"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)
