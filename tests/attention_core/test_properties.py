"""What holds for every input: found by hypothesis, which looks for the input that breaks it."""

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from attention_core import (  # noqa: E402
    SCORES,
    TransformerConfig,
    apply_mask,
    attention,
    causal_mask,
    combine_masks,
    decoder_only,
    decoder_only_step,
    encoder_block,
    entropy,
    init_decoder_only,
    init_encoder_block,
    init_multi_head_attention,
    init_scores,
    log_softmax,
    multi_head_attention,
    multi_head_attention_step,
    padding_mask,
    rotary,
    sampling_probabilities,
    softmax,
)

SETTINGS = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 7)
scales = st.sampled_from([1e-3, 1.0, 30.0, 1e4])
numbers = st.floats(-1e6, 1e6, allow_subnormal=False)


@st.composite
def rows(draw, n=None, d=None, leading=()):
    """An array (*leading, n, d) whose numbers and scale hypothesis chooses by a seed, and a few by itself."""
    n, d = n or draw(sizes), d or draw(sizes)
    array = draw(scales) * np.random.default_rng(draw(seeds)).normal(size=(*leading, n, d))
    array.reshape(-1)[0] = draw(numbers)
    return array


@st.composite
def problems(draw, square=False, batch=0):
    """Queries, keys, values and a mask, in a batch if asked for."""
    n_queries, d_k, d_v = draw(sizes), draw(sizes), draw(sizes)
    n_keys = n_queries if square else draw(sizes)
    leading = (batch,) if batch else ()
    rng = np.random.default_rng(draw(seeds))
    scale = draw(scales)
    arrays = [scale * rng.normal(size=leading + shape) for shape in ((n_queries, d_k), (n_keys, d_k), (n_keys, d_v))]
    mask = rng.random(leading + (n_queries, n_keys)) < draw(st.sampled_from([0.3, 0.7, 1.0]))
    return *arrays, mask


@SETTINGS
@given(rows(), st.sampled_from([0.1, 1.0, 7.0]))
def test_rows_of_weights_are_shares(scores, temperature):
    weights = softmax(scores, temperature=temperature)
    assert (weights >= 0).all() and np.allclose(weights.sum(axis=-1), 1, atol=1e-12)
    assert np.allclose(np.exp(log_softmax(scores, temperature=temperature)), weights, atol=1e-12)
    assert (entropy(weights) <= np.log(weights.shape[-1]) + 1e-12).all() and (entropy(weights) >= 0).all()


@SETTINGS
@given(rows(), st.floats(-1e3, 1e3))
def test_only_differences_of_scores_matter(scores, shift):
    error = np.abs(softmax(scores + shift) - softmax(scores)).max()
    assert error <= 1e-15 * (10 + np.abs(scores).max() + abs(shift))


@SETTINGS
@given(problems(), st.sampled_from(list(SCORES)))
def test_a_context_stays_in_the_hull_of_the_values(problem, score):
    queries, keys, values, mask = problem
    params = init_scores(score, np.random.default_rng(0), queries.shape[-1], keys.shape[-1], 3)
    context, cache = attention(queries, keys, values, score=score, params=params, mask=mask, return_cache=True)
    seen = mask.any(axis=-1)
    slack = 1e-12 * np.abs(values).max()
    assert (context <= values.max(axis=0) + slack)[seen].all() and (context >= values.min(axis=0) - slack)[seen].all()
    assert np.allclose(cache.weights.sum(axis=-1), seen, atol=1e-12)
    assert (cache.weights[~mask] == 0).all() and (context[~seen] == 0).all()


@SETTINGS
@given(problems(), seeds)
def test_shuffling_keys_with_their_values_changes_nothing(problem, seed):
    queries, keys, values, mask = problem
    order = np.random.default_rng(seed).permutation(len(keys))
    shuffled = attention(queries, keys[order], values[order], mask=mask[:, order])
    assert np.allclose(shuffled, attention(queries, keys, values, mask=mask), rtol=1e-9, atol=1e-9)


@SETTINGS
@given(st.integers(1, 6), seeds, st.sampled_from(["none", "rms", "layer"]))
def test_without_positions_shuffled_tokens_give_shuffled_outputs(n, seed, norm):
    rng = np.random.default_rng(seed)
    config = TransformerConfig(d_model=6, n_heads=2, d_ff=8, norm=norm, positions="none")
    x, order, params = rng.normal(size=(n, 6)), rng.permutation(n), init_encoder_block(rng, config)
    assert np.allclose(encoder_block(x[order], params, config), encoder_block(x, params, config)[order], atol=1e-12)


@SETTINGS
@given(st.integers(2, 7), seeds, st.data())
def test_under_a_causal_mask_a_token_changes_nothing_before_it(n, seed, data):
    j = data.draw(st.integers(0, n - 1))
    positions = data.draw(st.sampled_from(["sinusoidal", "learned", "rotary", "alibi", "none"]))
    rng = np.random.default_rng(seed)
    config = TransformerConfig(n_layers=2, d_model=4, n_heads=2, d_ff=6, positions=positions, max_length=8)
    params, tokens = init_decoder_only(rng, 5, config), rng.integers(0, 5, n)
    changed = tokens.copy()
    changed[j] = (changed[j] + 1) % 5
    before, after = decoder_only(tokens, params, config), decoder_only(changed, params, config)
    assert np.allclose(before[:j], after[:j], rtol=0, atol=1e-13)


@SETTINGS
@given(st.integers(1, 8), seeds, st.data())
def test_a_cache_changes_nothing(n, seed, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, max(n - 1, 1)))) if n > 1 else [])
    turned = data.draw(st.booleans())
    rng = np.random.default_rng(seed)
    x, params = rng.normal(size=(2, n, 8)), init_multi_head_attention(rng, 8, 2)
    past, pieces = None, []
    for piece in np.split(x, cuts, axis=1):
        output, past = multi_head_attention_step(piece, params, 2, past, rotary=turned)
        pieces.append(output)
    whole = multi_head_attention(x, params, 2, mask=causal_mask(n), rotary=turned)
    assert np.allclose(np.concatenate(pieces, axis=1), whole, atol=1e-12)


@SETTINGS
@given(st.integers(2, 7), seeds, st.sampled_from(["sinusoidal", "rotary", "alibi"]))
def test_a_model_with_cache_gives_the_logits_of_the_model_without(n, seed, positions):
    rng = np.random.default_rng(seed)
    config = TransformerConfig(n_layers=2, d_model=4, n_heads=2, d_ff=6, positions=positions)
    params, tokens = init_decoder_only(rng, 5, config), rng.integers(0, 5, n)
    past, pieces = None, []
    for token in tokens:
        logits, past = decoder_only_step(token[None], params, config, past)
        pieces.append(logits)
    assert np.allclose(np.concatenate(pieces), decoder_only(tokens, params, config), atol=1e-12)


@SETTINGS
@given(problems(batch=3), st.sampled_from(list(SCORES)))
def test_a_batch_is_a_loop(problem, score):
    queries, keys, values, mask = problem
    params = init_scores(score, np.random.default_rng(0), queries.shape[-1], keys.shape[-1], 3)
    together = attention(queries, keys, values, score=score, params=params, mask=mask)
    for i in range(3):
        alone = attention(queries[i], keys[i], values[i], score=score, params=params, mask=mask[i])
        assert np.allclose(together[i], alone, rtol=1e-9, atol=1e-9 * np.abs(values).max())


@SETTINGS
@given(st.integers(1, 6), seeds)
def test_masks_compose(n, seed):
    rng = np.random.default_rng(seed)
    scores, lengths = rng.normal(size=(2, n, n)), rng.integers(0, n + 1, 2)
    causal, padding, third = causal_mask(n), padding_mask(lengths, n), rng.random((n, n)) < 0.5
    joint = apply_mask(scores, combine_masks(causal, padding, third))
    assert (joint == apply_mask(apply_mask(apply_mask(scores, third), causal), padding)).all()
    assert (combine_masks(combine_masks(causal, padding), third) == combine_masks(causal, combine_masks(padding, third))).all()
    x = rng.normal(size=(2, n, 4))
    assert np.isfinite(attention(x, x, x, mask=combine_masks(causal, padding, third))).all()


@SETTINGS
@given(rows(d=6), st.integers(0, 500))
def test_rotations_compose_and_keep_lengths(x, shift):
    n = len(x)
    once = rotary(rotary(x, np.arange(n)), np.full(n, shift))
    size = np.abs(x).max()
    assert np.allclose(once, rotary(x, np.arange(n) + shift), rtol=0, atol=1e-11 * size)
    assert np.allclose(np.linalg.norm(once, axis=1), np.linalg.norm(x, axis=1), rtol=1e-12)


@SETTINGS
@given(rows(), st.integers(1, 9), st.floats(0.01, 1.0))
def test_narrowed_choices_are_shares_of_the_likeliest(logits, top_k, top_p):
    full = softmax(logits)
    narrowed = sampling_probabilities(logits, top_k=top_k, top_p=top_p)
    assert np.allclose(narrowed.sum(axis=-1), 1, atol=1e-12)
    assert ((narrowed > 0).sum(axis=-1) <= top_k).all()
    for row, kept in zip(full, narrowed > 0, strict=True):
        assert row[kept].min() >= row[~kept].max(initial=0) - 1e-15
