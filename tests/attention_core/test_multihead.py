"""Several heads: the whole vector for each, W^O, cross-attention, and the key–value cache."""

import numpy as np
import pytest

from attention_core import (
    alibi_bias,
    attention,
    causal_mask,
    combine_masks,
    cross_attention_step,
    head_contributions,
    init_multi_head_attention,
    merge_heads,
    multi_head_attention,
    multi_head_attention_backward,
    multi_head_attention_step,
    padding_mask,
    parameter_count,
    project_memory,
    rotary,
    split_heads,
)


def make(rng, d_model=6, n_heads=2, bias=True, **widths):
    params = init_multi_head_attention(rng, d_model, n_heads, bias=bias, **widths)
    for name in params:
        if name.startswith("b_"):  # zeros would hide a bias that is not used
            params[name] = rng.normal(size=params[name].shape)
    return params


def check(assert_gradients, rng, run, arrays):
    """`run(**options)` is multi_head_attention on the very arrays in `arrays`."""
    output, cache = run(return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = multi_head_attention_backward(pull, cache)
    found = {name: getattr(gradients, name) for name in ("x", "memory", "bias") if name in arrays}
    assert_gradients(lambda: (pull * run()).sum(), arrays, found | gradients.params)


@pytest.mark.parametrize("leading", [(), (2,), (2, 2)], ids=str)
@pytest.mark.parametrize("n_heads", [1, 2, 3])
@pytest.mark.parametrize("bias", [False, True])
def test_gradients_of_self_attention(rng, assert_gradients, leading, n_heads, bias):
    x, params = rng.normal(size=leading + (3, 6)), make(rng, 6, n_heads, bias)
    check(
        assert_gradients, rng, lambda **options: multi_head_attention(x, params, n_heads, **options), {"x": x, **params}
    )


@pytest.mark.parametrize("turned", [False, True])
def test_gradients_under_a_mask_with_bias_and_rotation(rng, assert_gradients, turned):
    x, params = rng.normal(size=(2, 4, 8)), make(rng, 8, 2)
    bias = rng.normal(size=(2, 4, 4))
    mask = combine_masks(causal_mask(4), padding_mask([2, 4], 4))
    check(
        assert_gradients,
        rng,
        lambda **options: multi_head_attention(x, params, 2, mask=mask, bias=bias, rotary=turned, **options),
        {"x": x, "bias": bias, **params},
    )


@pytest.mark.parametrize("leading", [((), ()), ((2,), (2,)), ((2,), ()), ((), (2,))], ids=str)
def test_gradients_of_cross_attention_with_widths_of_its_own(rng, assert_gradients, leading):
    x, memory = rng.normal(size=leading[0] + (3, 4)), rng.normal(size=leading[1] + (5, 6))
    params = make(rng, 4, 2, d_memory=6, d_k=3, d_v=5)
    mask = padding_mask(3, 5)
    check(
        assert_gradients,
        rng,
        lambda **options: multi_head_attention(x, params, 2, memory=memory, mask=mask, **options),
        {"x": x, "memory": memory, **params},
    )


@pytest.mark.parametrize("n_heads", [1, 2, 3, 6])
def test_each_head_is_an_attention_of_its_own_over_the_whole_vector(rng, n_heads):
    x, params = rng.normal(size=(2, 5, 6)), make(rng, 6, n_heads, bias=False)
    output, cache = multi_head_attention(x, params, n_heads, return_cache=True)
    width, total = 6 // n_heads, 0
    for head in range(n_heads):
        columns = slice(head * width, (head + 1) * width)
        queries, keys, values = (x @ params[name][:, columns] for name in ("W_q", "W_k", "W_v"))
        context, own = attention(queries, keys, values, return_cache=True)
        assert np.allclose(cache.heads[:, head], context, atol=1e-14)
        assert np.allclose(cache.weights[:, head], own.weights, atol=1e-14)
        assert np.allclose(cache.scores[:, head], own.scores, atol=1e-13)
        assert np.allclose(cache.merged[..., columns], context, atol=1e-14)
        total = total + context @ params["W_o"][columns]
    assert np.allclose(output, total, atol=1e-13)
    assert np.allclose(head_contributions(cache).sum(axis=-3), output, atol=1e-13)


def test_every_intermediate_has_its_shape(rng):
    x, params = rng.normal(size=(2, 5, 6)), make(rng, 6, 3)
    output, cache = multi_head_attention(x, params, 3, return_cache=True)
    assert cache.queries.shape == cache.keys.shape == cache.values.shape == cache.heads.shape == (2, 3, 5, 2)
    assert cache.scores.shape == cache.weights.shape == (2, 3, 5, 5)
    assert cache.merged.shape == output.shape == (2, 5, 6)
    assert head_contributions(cache).shape == (2, 3, 5, 6)


def test_a_head_sees_coordinates_that_cutting_the_vector_would_hide(rng):
    x, params = rng.normal(size=(4, 6)), make(rng, 6, 2, bias=False)
    changed = x.copy()
    changed[0, 5] += 1  # the last coordinate belongs to the second half only
    _, before = multi_head_attention(x, params, 2, return_cache=True)
    _, after = multi_head_attention(changed, params, 2, return_cache=True)
    assert np.abs(after.heads[0] - before.heads[0]).max() > 1e-3


@pytest.mark.parametrize("n_heads", [1, 2, 4, 8])
def test_four_squares_of_parameters_whatever_the_number_of_heads(rng, n_heads):
    assert parameter_count(init_multi_head_attention(rng, 16, n_heads)) == 4 * 16**2
    assert parameter_count(init_multi_head_attention(rng, 16, n_heads, bias=True)) == 4 * 16**2 + 4 * 16


def test_one_head_averages_and_two_heads_report_both_neighbours():
    # Values are one-hot; a head that looks at both neighbours alike cannot tell (a, b) from (b, a).
    values = np.eye(2)
    half = np.array([[0.5, 0.5]])
    assert (half @ values == half @ values[::-1]).all()
    heads, swapped = merge_heads(np.eye(2)[:, None, :]), merge_heads(np.eye(2)[::-1][:, None, :])
    assert heads.tolist() == [[1, 0, 0, 1]] and swapped.tolist() == [[0, 1, 1, 0]]


def test_split_and_merge_undo_each_other(rng):
    rows = rng.normal(size=(2, 3, 12))
    assert split_heads(rows, 4).shape == (2, 4, 3, 3)
    assert (merge_heads(split_heads(rows, 4)) == rows).all()


def test_a_fully_masked_query_outputs_the_bias_alone(rng):
    x, params = rng.normal(size=(3, 6)), make(rng, 6, 2)
    mask = np.ones((3, 3), bool)
    mask[1] = False
    assert np.allclose(multi_head_attention(x, params, 2, mask=mask)[1], params["b_o"], atol=1e-16)


def test_a_mask_for_each_sentence_holds_for_every_head(rng):
    x, params = rng.normal(size=(2, 4, 6)), make(rng, 6, 3)
    _, cache = multi_head_attention(x, params, 3, mask=padding_mask([2, 4], 4), return_cache=True)
    assert (cache.weights[0, :, :, 2:] == 0).all() and (cache.weights[1] > 0).all()


@pytest.mark.parametrize("cuts", [[1, 2, 3, 4, 5], [3], [2, 4]], ids=str)
@pytest.mark.parametrize("positions", ["none", "rotary", "alibi"])
def test_with_a_cache_or_without_it_is_the_same(rng, cuts, positions):
    x, params = rng.normal(size=(2, 6, 8)), make(rng, 8, 2)
    turned = positions == "rotary"
    whole_bias = alibi_bias(2, 6) if positions == "alibi" else None
    whole = multi_head_attention(x, params, 2, mask=causal_mask(6), bias=whole_bias, rotary=turned)
    past, pieces, start = None, [], 0
    for piece in np.split(x, cuts, axis=1):
        bias = alibi_bias(2, piece.shape[1], past=start) if positions == "alibi" else None
        output, past = multi_head_attention_step(piece, params, 2, past, bias=bias, rotary=turned)
        pieces.append(output)
        start += piece.shape[1]
    assert past.keys.shape == (2, 2, 6, 4)
    assert np.allclose(np.concatenate(pieces, axis=1), whole, atol=1e-14)


def test_a_step_leaves_the_past_as_it_was(rng):
    x, params = rng.normal(size=(4, 8)), make(rng, 8, 2)
    _, past = multi_head_attention_step(x[:2], params, 2)
    keys = past.keys.copy()
    first, _ = multi_head_attention_step(x[2:3], params, 2, past)
    again, _ = multi_head_attention_step(x[2:3], params, 2, past)
    assert (past.keys == keys).all() and (first == again).all()


def test_a_memory_projected_once_serves_every_step(rng):
    x, memory, params = rng.normal(size=(2, 3, 8)), rng.normal(size=(2, 5, 8)), make(rng, 8, 2)
    mask = padding_mask([3, 5], 5)
    whole = multi_head_attention(x, params, 2, memory=memory, mask=mask)
    kept = project_memory(memory, params, 2)
    rows = [cross_attention_step(x[:, i : i + 1], params, 2, kept, mask=mask) for i in range(3)]
    assert np.allclose(np.concatenate(rows, axis=1), whole, atol=1e-14)


def test_rotation_is_applied_to_queries_and_keys_of_each_head(rng):
    x, params = rng.normal(size=(5, 8)), make(rng, 8, 2)
    _, plain = multi_head_attention(x, params, 2, return_cache=True)
    _, turned = multi_head_attention(x, params, 2, rotary=True, return_cache=True)
    assert np.allclose(turned.queries, rotary(plain.queries), atol=1e-15)
    assert np.allclose(turned.keys, rotary(plain.keys), atol=1e-15)
    assert (turned.values == plain.values).all()
