"""Attention with every score, with and without masks, soft and hard, and both paths of its gradient."""

import sys

import numpy as np
import pytest

from attention_core import (
    SCORES,
    attention,
    attention_backward,
    causal_mask,
    combine_masks,
    entropy,
    hard_attention,
    hard_attention_backward,
    indistinguishable_weights,
    init_scores,
    padding_mask,
    softmax,
)

# The package's name for it is the function.
attention_module = sys.modules["attention_core.attention"]

SHAPES = [
    ((1, 4), (3, 4), (3, 2)),
    ((3, 2), (5, 2), (5, 3)),
    ((2, 3, 4), (2, 5, 4), (2, 5, 2)),
    ((2, 3, 4), (5, 4), (5, 2)),
    ((3, 4), (2, 5, 4), (2, 5, 2)),
    ((3, 4), (5, 4), (2, 5, 2)),
    ((2, 2, 3, 2), (2, 1, 3, 2), (1, 2, 3, 2)),
]


def make(rng, score, shapes):
    queries, keys, values = (rng.normal(size=shape) for shape in shapes)
    return queries, keys, values, init_scores(score, rng, queries.shape[-1], keys.shape[-1], 3)


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_gradients_with_every_score(rng, assert_gradients, score, shapes):
    queries, keys, values, params = make(rng, score, shapes)
    context, cache = attention(queries, keys, values, score=score, params=params, return_cache=True)
    pull = rng.normal(size=context.shape)
    gradients = attention_backward(pull, cache)
    assert_gradients(
        lambda: (pull * attention(queries, keys, values, score=score, params=params)).sum(),
        {"queries": queries, "keys": keys, "values": values, **params},
        {"queries": gradients.queries, "keys": gradients.keys, "values": gradients.values, **gradients.params},
    )


@pytest.mark.parametrize("kind", ["causal", "padding", "both", "full rows"])
@pytest.mark.parametrize("score", ["scaled_dot", "additive"])
def test_gradients_under_masks_and_bias(rng, assert_gradients, kind, score):
    queries, keys, values, params = make(rng, score, ((2, 4, 3), (2, 4, 3), (2, 4, 2)))
    causal, padding = causal_mask(4), padding_mask([2, 4], 4)
    mask = {"causal": causal, "padding": padding, "both": combine_masks(causal, padding)}.get(kind)
    if mask is None:
        mask = rng.random((2, 4, 4)) < 0.5
        mask[0, 1] = False
    bias = rng.normal(size=(4, 4))

    def run(**options):
        return attention(queries, keys, values, score=score, params=params, mask=mask, bias=bias, **options)

    context, cache = run(return_cache=True)
    pull = rng.normal(size=context.shape)
    gradients = attention_backward(pull, cache)
    assert_gradients(
        lambda: (pull * run()).sum(),
        {"queries": queries, "keys": keys, "values": values, "bias": bias, **params},
        {
            "queries": gradients.queries,
            "keys": gradients.keys,
            "values": gradients.values,
            "bias": gradients.bias,
            **gradients.params,
        },
    )


def test_the_steps_are_scores_mask_weights_mixture(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    mask = rng.random((3, 5)) < 0.7
    mask[:, 0] = True
    context, cache = attention(queries, keys, values, mask=mask, return_cache=True)
    scores = queries @ keys.T / 2
    assert np.allclose(cache.scores[mask], scores[mask], rtol=1e-14)
    assert (cache.scores[~mask] == -np.inf).all() and (cache.weights[~mask] == 0).all()
    for i in range(3):
        seen = mask[i]
        weights = softmax(scores[i, seen])
        assert np.allclose(context[i], weights @ values[seen], rtol=1e-13)
    assert np.allclose(attention(queries, keys, values, mask=mask), context, rtol=1e-15)


def test_a_fully_masked_query_gets_zeros_without_a_warning_and_sends_back_none(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    mask = np.ones((3, 5), bool)
    mask[1] = False
    with np.errstate(all="raise"):
        context, cache = attention(queries, keys, values, mask=mask, return_cache=True)
        gradients = attention_backward(np.ones((3, 2)), cache)
    assert (context[1] == 0).all() and (cache.weights[1] == 0).all()
    assert (gradients.queries[1] == 0).all()
    assert np.isfinite(context).all() and np.isfinite(gradients.keys).all()
    rest = attention(queries[[0, 2]], keys, values)
    assert np.allclose(context[[0, 2]], rest, atol=1e-15)


def test_the_two_paths_of_the_gradient_add_up_to_the_whole(rng):
    # Keys and values are the same states, as in Bahdanau's translator.
    queries, states, _, params = make(rng, "additive", ((4, 3), (6, 3), (6, 3)))
    _, cache = attention(queries, states, states, score="additive", params=params, return_cache=True)
    pull = rng.normal(size=(4, 3))
    whole = attention_backward(pull, cache)
    value_only = attention_backward(pull, cache, score_path=False)
    score_only = attention_backward(pull, cache, value_path=False)
    assert (value_only.keys == 0).all() and (score_only.values == 0).all()
    assert all((gradient == 0).all() for gradient in value_only.params.values())
    assert np.allclose(value_only.values + score_only.keys, whole.values + whole.keys, atol=1e-15)


def test_scores_receive_gradients_that_sum_to_zero(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    bias = np.zeros((3, 5))
    _, cache = attention(queries, keys, values, bias=bias, return_cache=True)
    gradients = attention_backward(rng.normal(size=(3, 2)), cache)
    assert np.allclose(gradients.bias.sum(axis=-1), 0, atol=1e-15)


def test_arguments_are_left_as_they_were(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    bias, mask = rng.normal(size=(3, 5)), np.ones((3, 5), bool)
    copies = [array.copy() for array in (queries, keys, values, bias, mask)]
    context, cache = attention(queries, keys, values, bias=bias, mask=mask, return_cache=True)
    attention_backward(np.ones_like(context), cache)
    for array, copy in zip((queries, keys, values, bias, mask), copies, strict=True):
        assert (array == copy).all()


def test_hard_attention_takes_one_value_and_teaches_the_scores_nothing(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    context, cache = hard_attention(queries, keys, values, return_cache=True)
    best = (queries @ keys.T).argmax(axis=1)
    assert cache.chosen.tolist() == best.tolist()
    assert (context == values[best]).all()
    assert (entropy(cache.weights) == 0).all()
    grad_values, grad_scores = hard_attention_backward(np.ones((3, 2)), cache)
    assert (grad_scores == 0).all()
    assert grad_values.sum() == 6 and (grad_values[np.setdiff1d(np.arange(5), best)] == 0).all()
    nudged = hard_attention(queries + 1e-9, keys, values)
    assert (nudged == context).all()


def test_hard_attention_under_a_mask():
    keys, values = np.array([[1.0], [2.0], [3.0]]), np.array([[10.0], [20.0], [30.0]])
    mask = np.array([[True, True, False], [False, False, False]])
    context, cache = hard_attention(np.ones((2, 1)), keys, values, mask=mask, return_cache=True)
    assert context.tolist() == [[20.0], [0.0]] and cache.chosen.tolist() == [1, -1]


def test_soft_attention_turns_hard_as_the_queries_grow(rng):
    queries, keys, values, _ = make(rng, "dot", ((3, 4), (5, 4), (5, 2)))
    assert np.allclose(attention(1e4 * queries, keys, values), hard_attention(queries, keys, values), atol=1e-6)


@pytest.mark.parametrize("n, d", [(6, 4), (8, 2), (12, 5)])
def test_other_weights_can_give_the_same_context(rng, n, d):
    values, weights = rng.normal(size=(n, d)), softmax(rng.normal(size=n))
    ends = indistinguishable_weights(weights, values)
    assert ends.shape == (2, n) and ends.min() >= 0
    assert np.allclose(ends.sum(axis=1), 1, atol=1e-12)
    assert np.abs(ends @ values - weights @ values).max() < 1e-12
    assert np.abs(ends - weights).sum(axis=1).max() / 2 > 0.01


def test_as_many_coordinates_as_states_leave_one_set_of_weights(rng):
    assert indistinguishable_weights(softmax(rng.normal(size=4)), rng.normal(size=(4, 4))) is None


@pytest.mark.parametrize("score", ["scaled_dot", "additive"])
def test_many_queries_in_blocks_give_what_they_give_at_once(rng, monkeypatch, score):
    queries, keys, values, params = make(rng, score, ((2, 7, 4), (2, 5, 4), (2, 5, 3)))
    for mask in (None, rng.random((7, 5)) < 0.6, padding_mask([2, 5], 5), rng.random((2, 7, 5)) < 0.6):
        for bias in (None, rng.normal(size=(1, 5)), rng.normal(size=(2, 7, 5))):
            options = {"score": score, "params": params, "mask": mask, "bias": bias}
            at_once = attention(queries, keys, values, **options)
            for limit in (1, 20, 45):
                monkeypatch.setattr(attention_module, "SCORES_AT_ONCE", limit)
                assert np.allclose(attention(queries, keys, values, **options), at_once, rtol=1e-13, atol=1e-15)
            monkeypatch.undo()
    monkeypatch.setattr(attention_module, "SCORES_AT_ONCE", 1)
    with pytest.raises(ValueError, match=r"mask: .*\(2, 7, 5\), got shape \(6, 5\)"):
        attention(queries, keys, values, mask=np.ones((6, 5), bool))
