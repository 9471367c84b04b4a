"""Who may look at whom."""

import numpy as np
import pytest

from attention_core import apply_mask, causal_mask, combine_masks, padding_mask, softmax, token_mask


@pytest.mark.parametrize("n_queries, past", [(1, 0), (4, 0), (3, 2), (1, 5)])
def test_a_query_sees_itself_and_what_came_before(n_queries, past):
    mask = causal_mask(n_queries, past=past)
    assert mask.shape == (n_queries, n_queries + past) and mask.dtype == bool
    for i, j in np.ndindex(mask.shape):
        assert mask[i, j] == (j <= i + past)


def test_a_causal_mask_with_its_own_number_of_keys():
    assert causal_mask(2, 4).tolist() == [[True, False, False, False], [True, True, False, False]]


def test_padding_hides_what_comes_after_the_length():
    mask = padding_mask(np.array([[0, 1], [3, 2]]), 3)
    assert mask.shape == (2, 2, 1, 3)
    assert mask[:, :, 0].sum(axis=-1).tolist() == [[0, 1], [3, 2]]
    assert mask[1, 1, 0].tolist() == [True, True, False]


def test_tokens_and_lengths_tell_the_same(rng):
    lengths = rng.integers(1, 6, 4)
    tokens = np.where(np.arange(5) < lengths[:, None], rng.integers(1, 9, (4, 5)), 0)
    assert (token_mask(tokens, 0) == padding_mask(lengths, 5)).all()


def test_masks_compose_in_any_order():
    causal, padding = causal_mask(3), padding_mask([2, 3], 3)
    both = combine_masks(causal, padding)
    assert both.shape == (2, 3, 3)
    assert both[0].astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]
    assert (both == combine_masks(padding, None, causal, causal)).all()
    assert combine_masks(None, None) is None


def test_masking_twice_is_masking_with_both(rng):
    scores = rng.normal(size=(2, 3, 3))
    causal, padding = causal_mask(3), padding_mask([2, 3], 3)
    one_by_one = apply_mask(apply_mask(scores, causal), padding)
    assert (one_by_one == apply_mask(scores, combine_masks(causal, padding))).all()


def test_masked_before_the_softmax_rows_sum_to_one_and_after_it_they_do_not():
    scores = np.log([[0.5, 0.33, 0.17]])
    mask = np.array([[True, True, False]])
    assert np.isclose(softmax(apply_mask(scores, mask)).sum(), 1)
    assert np.isclose((softmax(scores) * mask).sum(), 0.83)


def test_a_large_negative_number_in_a_full_row_is_silently_uniform_and_minus_infinity_is_not():
    scores = np.array([[1.0, 2.0, 3.0]])
    assert np.allclose(softmax(np.where(False, scores, -1e9)), 1 / 3)
    assert softmax(apply_mask(scores, np.zeros((1, 3), bool))).tolist() == [[0, 0, 0]]
