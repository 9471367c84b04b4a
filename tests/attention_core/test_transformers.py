"""The two whole models: gradients of every parameter, no looking ahead, and reading on with a cache."""

import numpy as np
import pytest

from attention_core import (
    TransformerConfig,
    cross_entropy,
    cross_entropy_backward,
    decode_step,
    decoder_only,
    decoder_only_backward,
    decoder_only_step,
    embed,
    embed_backward,
    encode,
    encoder_decoder,
    encoder_decoder_backward,
    init_decoder_only,
    init_encoder_decoder,
    parameter_count,
    start_decoding,
    token_mask,
)
from attention_core.optimizers import adam

BASE = TransformerConfig(n_layers=2, d_model=4, n_heads=2, d_ff=6, activation="gelu", max_length=8)
CONFIGS = {
    "pre, sinusoidal": BASE,
    "post, learned": BASE._replace(placement="post", positions="learned", n_layers=1),
    "rms, rotary": BASE._replace(norm="rms", positions="rotary", activation="gelu_tanh", n_layers=1),
    "alibi, one layer": BASE._replace(positions="alibi", n_layers=1),
    "no positions, no biases": BASE._replace(positions="none", bias=False, n_layers=1),
}


def shaken(rng, params):
    return {name: array + 0.2 * rng.normal(size=array.shape) for name, array in params.items()}


@pytest.mark.parametrize("name", CONFIGS)
def test_gradients_of_the_decoder_only_model(rng, assert_gradients, name):
    config = CONFIGS[name]
    params = shaken(rng, init_decoder_only(rng, 5, config))
    tokens, targets = rng.integers(0, 5, (2, 4)), rng.integers(0, 5, (2, 4))
    kept = rng.random((2, 4)) < 0.8
    kept[0, 0] = True

    def loss():
        return cross_entropy(decoder_only(tokens, params, config), targets, mask=kept)

    logits, cache = decoder_only(tokens, params, config, return_cache=True)
    _, loss_cache = cross_entropy(logits, targets, mask=kept, return_cache=True)
    gradients = decoder_only_backward(cross_entropy_backward(1.0, loss_cache), cache)
    assert_gradients(loss, params, gradients, few=3)


@pytest.mark.parametrize("name", CONFIGS)
def test_gradients_of_the_encoder_decoder(rng, assert_gradients, name):
    config = CONFIGS[name]
    params = shaken(rng, init_encoder_decoder(rng, 5, 6, config))
    source, target = rng.integers(1, 5, (2, 3)), rng.integers(0, 6, (2, 4))
    source[0, 2] = 0
    mask, targets = token_mask(source, 0), rng.integers(0, 6, (2, 4))

    def loss():
        return cross_entropy(encoder_decoder(source, target, params, config, source_mask=mask), targets)

    logits, cache = encoder_decoder(source, target, params, config, source_mask=mask, return_cache=True)
    _, loss_cache = cross_entropy(logits, targets, return_cache=True)
    gradients = encoder_decoder_backward(cross_entropy_backward(1.0, loss_cache), cache)
    assert_gradients(loss, params, gradients, few=3)


def test_gradients_of_embeddings_add_up_where_a_token_repeats(rng, assert_gradients):
    table, tokens = rng.normal(size=(4, 3)), np.array([[1, 1, 0], [3, 1, 0]])
    pull = rng.normal(size=(2, 3, 3))
    rows, cache = embed(tokens, table, return_cache=True)
    assert (rows == np.eye(4)[tokens] @ table).all()
    gradient = embed_backward(pull, cache)
    assert_gradients(lambda: (pull * embed(tokens, table)).sum(), {"table": table}, {"table": gradient})
    assert np.allclose(gradient[1], pull[0, 0] + pull[0, 1] + pull[1, 1]) and (gradient[2] == 0).all()


@pytest.mark.parametrize("name", CONFIGS)
def test_changing_a_token_changes_nothing_before_it(rng, name):
    config = CONFIGS[name]
    params, tokens = init_decoder_only(rng, 5, config), rng.integers(0, 5, 6)
    changed = tokens.copy()
    changed[3] = (changed[3] + 1) % 5
    before, after = decoder_only(tokens, params, config), decoder_only(changed, params, config)
    assert (before[:3] == after[:3]).all() and np.abs(before[3:] - after[3:]).max() > 1e-3
    source = rng.integers(0, 5, 3)
    params = init_encoder_decoder(rng, 5, 5, config)
    before, after = (encoder_decoder(source, target, params, config) for target in (tokens, changed))
    assert (before[:3] == after[:3]).all() and np.abs(before[3:] - after[3:]).max() > 1e-3


def test_without_the_causal_mask_the_answer_leaks(rng):
    config = BASE._replace(causal=False)
    params, tokens = init_decoder_only(rng, 5, config), rng.integers(0, 5, 6)
    changed = tokens.copy()
    changed[5] = (changed[5] + 1) % 5
    assert np.abs((decoder_only(tokens, params, config) - decoder_only(changed, params, config))[:5]).max() > 1e-3


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("cuts", [[1, 2, 3, 4, 5], [4]], ids=str)
def test_reading_on_gives_the_same_logits(rng, name, cuts):
    config = CONFIGS[name]
    params, tokens = shaken(rng, init_decoder_only(rng, 5, config)), rng.integers(0, 5, (2, 6))
    past, pieces = None, []
    for piece in np.split(tokens, cuts, axis=1):
        logits, past = decoder_only_step(piece, params, config, past)
        pieces.append(logits)
    assert np.allclose(np.concatenate(pieces, axis=1), decoder_only(tokens, params, config), atol=1e-12)
    assert len(past) == config.n_layers and past[0].keys.shape == (2, 2, 6, 2)

    params, source = shaken(rng, init_encoder_decoder(rng, 5, 5, config)), rng.integers(1, 5, (2, 4))
    source[0, 2:] = 0
    mask = token_mask(source, 0)
    memory = encode(source, params, config, source_mask=mask)
    state, pieces = start_decoding(memory, params, config, source_mask=mask), []
    for piece in np.split(tokens, cuts, axis=1):
        logits, state = decode_step(piece, params, config, state)
        pieces.append(logits)
    whole = encoder_decoder(source, tokens, params, config, source_mask=mask)
    assert np.allclose(np.concatenate(pieces, axis=1), whole, atol=1e-12)


@pytest.mark.parametrize("name", CONFIGS)
def test_filling_after_a_sentence_does_not_change_it(rng, name):
    config = CONFIGS[name]
    params = init_encoder_decoder(rng, 6, 6, config)
    source, target = rng.integers(1, 6, 3), rng.integers(1, 6, 2)
    padded = np.concatenate([source, [0, 0]])
    alone = encoder_decoder(source, target, params, config)
    assert np.allclose(encoder_decoder(padded, target, params, config, source_mask=token_mask(padded, 0)), alone, atol=1e-13)


def test_a_batch_gives_what_its_sentences_give_alone(rng):
    params, tokens = init_decoder_only(rng, 5, BASE), rng.integers(0, 5, (3, 4))
    together = decoder_only(tokens, params, BASE)
    assert np.allclose(together, [decoder_only(row, params, BASE) for row in tokens], atol=1e-13)


def test_the_cache_shows_every_layers_weights(rng):
    params, tokens = init_encoder_decoder(rng, 5, 5, BASE), rng.integers(0, 5, (2, 4))
    _, cache = encoder_decoder(rng.integers(0, 5, (2, 3)), tokens, params, BASE, return_cache=True)
    assert [block.weights.shape for block in cache.encoder.blocks] == [(2, 2, 3, 3)] * 2
    assert [block.self_weights.shape for block in cache.decoder.blocks] == [(2, 2, 4, 4)] * 2
    assert [block.cross_weights.shape for block in cache.decoder.blocks] == [(2, 2, 4, 3)] * 2
    assert np.allclose(cache.decoder.blocks[1].cross_weights.sum(axis=-1), 1, atol=1e-15)


def test_a_model_learns_to_repeat_the_previous_token():
    """Whatever is wired wrong between the loss and some parameter shows here."""
    rng = np.random.default_rng(0)
    config = BASE._replace(n_layers=1, d_model=16, d_ff=32)
    params, state, losses = init_decoder_only(rng, 6, config), None, []
    for _ in range(150):
        tokens = rng.integers(0, 6, (16, 6))
        logits, cache = decoder_only(tokens, params, config, return_cache=True)
        loss, loss_cache = cross_entropy(logits[:, 1:], tokens[:, :-1], return_cache=True)
        grad_logits = np.zeros_like(logits)
        grad_logits[:, 1:] = cross_entropy_backward(1.0, loss_cache)
        params, state = adam(params, decoder_only_backward(grad_logits, cache), state, rate=0.01)
        losses.append(loss)
    assert losses[0] > 1.5 and losses[-1] < 0.05


def test_parameters_counted_by_hand():
    config = TransformerConfig(n_layers=3, d_model=8, n_heads=2, d_ff=32)
    attention, network, norms = 4 * 64 + 4 * 8, 2 * 8 * 32 + 32 + 8, 2 * 16
    expected = 10 * 8 + 3 * (attention + network + norms) + 16 + (8 * 10 + 10)
    assert parameter_count(init_decoder_only(np.random.default_rng(0), 10, config)) == expected
