"""The five scores: what they compute, what they learn, and what they send back."""

import numpy as np
import pytest

from attention_core import SCORES, additive_scores, concat_scores, init_scores, parameter_count, score_parameter_count
from attention_core.scores import additive_pair_scores, additive_pair_scores_backward

# (queries, keys): one query, many, a batch, a batch of queries over shared keys, and the other way round.
SHAPES = [
    ((1, 4), (3, 4)),
    ((2, 3), (5, 3)),
    ((2, 3, 4), (2, 2, 4)),
    ((3, 1, 2), (4, 2)),
    ((2, 3), (2, 1, 4, 3)),
    ((2, 1, 3, 2), (1, 3, 2, 2)),
]
NAMES = list(SCORES)


def make(rng, name, query_shape, key_shape, d_attention=3):
    queries, keys = rng.normal(size=query_shape), rng.normal(size=key_shape)
    return queries, keys, init_scores(name, rng, query_shape[-1], key_shape[-1], d_attention)


def pair_score(name, q, k, params):
    """One query and one key, written out from the papers in their column notation."""
    if name == "dot":
        return q @ k
    if name == "scaled_dot":
        return q @ k / np.sqrt(len(k))
    if name == "general":
        return q @ params["W_a"] @ k
    if name == "additive":
        return params["v_a"] @ np.tanh(params["W_a"].T @ q + params["U_a"].T @ k)
    return params["v_a"] @ np.tanh(params["W_a"].T @ np.concatenate([q, k]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_scores_are_those_of_every_pair(rng, name, shapes):
    queries, keys, params = make(rng, name, *shapes)
    scores = SCORES[name].forward(queries, keys, params)
    leading = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    assert scores.shape == leading + (queries.shape[-2], keys.shape[-2])
    all_queries = np.broadcast_to(queries, leading + queries.shape[-2:])
    all_keys = np.broadcast_to(keys, leading + keys.shape[-2:])
    for index in np.ndindex(scores.shape):
        *batch, i, j = index
        expected = pair_score(name, all_queries[(*batch, i)], all_keys[(*batch, j)], params)
        assert np.isclose(scores[index], expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_gradients_of_every_score(rng, assert_gradients, name, shapes):
    queries, keys, params = make(rng, name, *shapes)
    forward, backward = SCORES[name]
    scores, cache = forward(queries, keys, params, return_cache=True)
    pull = rng.normal(size=scores.shape)
    grad_queries, grad_keys, grad_params = backward(pull, cache)
    assert_gradients(
        lambda: (pull * forward(queries, keys, params)).sum(),
        {"queries": queries, "keys": keys, **params},
        {"queries": grad_queries, "keys": grad_keys, **grad_params},
    )


@pytest.mark.parametrize("name", ["general", "additive", "concat"])
def test_widths_of_queries_and_keys_may_differ(rng, assert_gradients, name):
    queries, keys, params = make(rng, name, (2, 3), (4, 5))
    forward, backward = SCORES[name]
    scores, cache = forward(queries, keys, params, return_cache=True)
    pull = rng.normal(size=scores.shape)
    grad_queries, grad_keys, grad_params = backward(pull, cache)
    assert_gradients(
        lambda: (pull * forward(queries, keys, params)).sum(),
        {"queries": queries, "keys": keys, **params},
        {"queries": grad_queries, "keys": grad_keys, **grad_params},
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("widths", [(32, 32, 32), (4, 4, 7)], ids=str)
def test_the_parameter_count_is_that_of_the_arrays(rng, name, widths):
    assert parameter_count(init_scores(name, rng, *widths)) == score_parameter_count(name, *widths)


def test_concat_is_additive_in_another_hand(rng):
    queries, keys, params = make(rng, "concat", (6, 32), (8, 32), 32)
    split = {"W_a": params["W_a"][:32], "U_a": params["W_a"][32:], "v_a": params["v_a"]}
    assert np.abs(concat_scores(queries, keys, params) - additive_scores(queries, keys, split)).max() < 1e-14


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_gives_what_its_sentences_give_alone(rng, name):
    queries, keys, params = make(rng, name, (3, 2, 4), (3, 5, 4))
    together = SCORES[name].forward(queries, keys, params)
    apart = [SCORES[name].forward(q, k, params) for q, k in zip(queries, keys, strict=True)]
    assert np.allclose(together, apart, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", ["dot", "scaled_dot", "general"])
def test_a_decoder_that_starts_from_zero_scores_every_key_alike(rng, name):
    _, keys, params = make(rng, name, (1, 4), (7, 4))
    assert (SCORES[name].forward(np.zeros((1, 4)), keys, params) == 0).all()


def test_keys_can_be_projected_once_for_all_steps(rng, assert_gradients):
    queries, keys, params = make(rng, "additive", (2, 3, 4), (2, 5, 4))
    projected_keys = keys @ params["U_a"]
    rows = [additive_pair_scores(queries[:, i : i + 1] @ params["W_a"], projected_keys, params["v_a"]) for i in range(3)]
    assert np.allclose(np.concatenate(rows, axis=1), additive_scores(queries, keys, params), atol=1e-15)

    projected = queries[:, :1] @ params["W_a"]
    v_a = params["v_a"]
    scores, cache = additive_pair_scores(projected, projected_keys, v_a, return_cache=True)
    pull = rng.normal(size=scores.shape)
    gradients = dict(zip("qkv", additive_pair_scores_backward(pull, cache), strict=True))
    assert_gradients(
        lambda: (pull * additive_pair_scores(projected, projected_keys, v_a)).sum(),
        {"q": projected, "k": projected_keys, "v": v_a},
        gradients,
    )
