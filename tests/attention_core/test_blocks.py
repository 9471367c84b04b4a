"""Residuals, and the two blocks with every placement, norm, activation and missing piece."""

import numpy as np
import pytest

from attention_core import (
    TransformerConfig,
    causal_mask,
    decoder_block,
    decoder_block_backward,
    decoder_block_step,
    encoder_block,
    encoder_block_backward,
    encoder_block_step,
    feed_forward,
    init_decoder_block,
    init_encoder_block,
    layer_norm,
    multi_head_attention,
    padding_mask,
    project_memory,
    sub_parameters,
)

BASE = TransformerConfig(d_model=4, n_heads=2, d_ff=6)
CONFIGS = {
    "pre": BASE,
    "post": BASE._replace(placement="post"),
    "post rms gelu": BASE._replace(placement="post", norm="rms", activation="gelu"),
    "pre rms tanh": BASE._replace(norm="rms", activation="gelu_tanh"),
    "no norm": BASE._replace(norm="none"),
    "no norm, post": BASE._replace(norm="none", placement="post"),
    "no residual": BASE._replace(residual=False),
    "no residual, post": BASE._replace(residual=False, placement="post"),
    "no network": BASE._replace(feed_forward=False),
    "rotary, no bias": BASE._replace(positions="rotary", bias=False),
}


def shaken(rng, params):
    """Zeros and ones of the start would hide biases and gains that are not used."""
    return {name: array + 0.3 * rng.normal(size=array.shape) for name, array in params.items()}


@pytest.mark.parametrize("name", CONFIGS)
def test_gradients_of_the_encoder_block(rng, assert_gradients, name):
    config, leading = CONFIGS[name], [(), (2,)][int(rng.integers(2))]
    x, params = rng.normal(size=leading + (3, 4)), shaken(rng, init_encoder_block(rng, config))
    output, cache = encoder_block(x, params, config, mask=causal_mask(3), return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = encoder_block_backward(pull, cache)
    assert_gradients(
        lambda: (pull * encoder_block(x, params, config, mask=causal_mask(3))).sum(),
        {"x": x, **params},
        {"x": gradients.x, **gradients.params},
        step=1e-6,
    )


@pytest.mark.parametrize("name", CONFIGS)
def test_gradients_of_the_decoder_block(rng, assert_gradients, name):
    config, leading = CONFIGS[name], [(), (2,)][int(rng.integers(2))]
    x, memory = rng.normal(size=leading + (3, 4)), rng.normal(size=leading + (2, 4))
    params = shaken(rng, init_decoder_block(rng, config))
    memory_mask = padding_mask(np.full(leading, 1) if leading else 1, 2)

    def run(**options):
        return decoder_block(x, memory, params, config, memory_mask=memory_mask, **options)

    output, cache = run(return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = decoder_block_backward(pull, cache)
    assert_gradients(
        lambda: (pull * run()).sum(),
        {"x": x, "memory": memory, **params},
        {"x": gradients.x, "memory": gradients.memory, **gradients.params},
        step=1e-6,
    )


def test_pre_and_post_norm_are_what_the_papers_draw(rng):
    x, params = rng.normal(size=(5, 4)), shaken(rng, init_encoder_block(rng, BASE))
    attend_params, norm_1, norm_2, network = (
        sub_parameters(params, piece) for piece in ("attention", "norm_1", "norm_2", "feed_forward")
    )
    middle = x + multi_head_attention(layer_norm(x, norm_1), attend_params, 2)
    pre = middle + feed_forward(layer_norm(middle, norm_2), network)
    assert np.allclose(encoder_block(x, params, BASE), pre, atol=1e-14)
    middle = layer_norm(x + multi_head_attention(x, attend_params, 2), norm_1)
    post = layer_norm(middle + feed_forward(middle, network), norm_2)
    assert np.allclose(encoder_block(x, params, BASE._replace(placement="post")), post, atol=1e-14)


def test_the_decoder_block_does_not_look_ahead_unless_told_to(rng):
    x, memory, params = rng.normal(size=(4, 4)), rng.normal(size=(3, 4)), init_decoder_block(rng, BASE)
    changed = x.copy()
    changed[3, 0] += 1  # one coordinate: a norm before the sublayer hides a shift of all
    before, after = (decoder_block(rows, memory, params, BASE) for rows in (x, changed))
    assert (before[:3] == after[:3]).all() and np.abs(before[3] - after[3]).max() > 1e-2
    free = BASE._replace(causal=False)
    before, after = (decoder_block(rows, memory, params, free) for rows in (x, changed))
    assert np.abs(before[:3] - after[:3]).max() > 1e-3


@pytest.mark.parametrize("name", CONFIGS)
def test_blocks_read_on_with_a_cache(rng, name):
    config = CONFIGS[name]
    x, memory = rng.normal(size=(2, 5, 4)), rng.normal(size=(2, 3, 4))
    params = shaken(rng, init_encoder_block(rng, config))
    first, past = encoder_block_step(x[:, :3], params, config)
    last, past = encoder_block_step(x[:, 3:], params, config, past)
    whole = encoder_block(x, params, config, mask=causal_mask(5))
    assert np.allclose(np.concatenate([first, last], axis=1), whole, atol=1e-13)

    params = shaken(rng, init_decoder_block(rng, config))
    mask = padding_mask([2, 3], 3)
    kept = project_memory(memory, sub_parameters(params, "cross_attention"), config.n_heads)
    past, rows = None, []
    for i in range(5):
        row, past = decoder_block_step(x[:, i : i + 1], params, config, kept, past, memory_mask=mask)
        rows.append(row)
    whole = decoder_block(x, memory, params, config, memory_mask=mask)
    assert np.allclose(np.concatenate(rows, axis=1), whole, atol=1e-13)


def mean_cosine(rows):
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return (units @ units.T)[~np.eye(len(rows), dtype=bool)].mean()


def test_without_the_shortcut_the_rows_become_alike(rng):
    config = TransformerConfig(d_model=32, n_heads=4, d_ff=64, norm="none", feed_forward=False, bias=False)
    cosines = {}
    for shortcut in (False, True):
        rows = np.random.default_rng(0).normal(size=(12, 32))
        for layer in range(2):
            params = init_encoder_block(np.random.default_rng(layer + 1), config)
            rows = encoder_block(rows, params, config._replace(residual=shortcut))
        cosines[shortcut] = mean_cosine(rows)
    assert cosines[False] > 0.99 and abs(cosines[True]) < 0.3
