"""float32 that comes in stays float32 all the way, and agrees with float64 to its own precision."""

import numpy as np
import pytest

from attention_core import (
    SCORES,
    TransformerConfig,
    attention,
    attention_backward,
    causal_mask,
    cross_entropy,
    cross_entropy_backward,
    decoder_only,
    decoder_only_backward,
    decoder_only_step,
    encoder_decoder,
    encoder_decoder_backward,
    gelu,
    gelu_tanh,
    init_decoder_only,
    init_encoder_decoder,
    init_scores,
    log_softmax,
    rotary,
    sampling_probabilities,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

SINGLE = np.float32


def halved(params):
    return {name: array.astype(SINGLE) for name, array in params.items()}


def close(single, double):
    assert single.dtype == SINGLE
    return np.allclose(single, double, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("score", SCORES)
def test_attention_with_every_score(rng, score):
    arrays = [rng.normal(size=(2, 3, 4)) for _ in range(3)]
    params, mask, bias = init_scores(score, rng, 4, 4, 5), causal_mask(3), rng.normal(size=(3, 3))
    outputs = {}
    for kind in (float, SINGLE):
        own = {name: array.astype(kind) for name, array in params.items()}
        context, cache = attention(
            *(array.astype(kind) for array in arrays), score=score, params=own, mask=mask, bias=bias, return_cache=True
        )
        gradients = attention_backward(np.ones_like(context), cache)
        outputs[kind] = [context, cache.weights, *gradients[:3], gradients.bias, *gradients.params.values()]
    assert all(close(single, double) for single, double in zip(outputs[SINGLE], outputs[float], strict=True))


def test_elementary_functions(rng):
    scores = rng.normal(size=(3, 4))
    for function in (softmax, log_softmax, softmax_jacobian, gelu, gelu_tanh, rotary, sampling_probabilities):
        assert close(function(scores.astype(SINGLE)), function(scores)), function
    assert close(softmax(scores.astype(SINGLE), temperature=np.float64(2.0)), softmax(scores, temperature=2.0))
    single = softmax(scores.astype(SINGLE))
    assert close(softmax_backward(single, single), softmax_backward(softmax(scores), softmax(scores)))


@pytest.mark.parametrize("positions", ["sinusoidal", "learned", "rotary", "alibi"])
@pytest.mark.parametrize("norm, activation", [("layer", "gelu"), ("rms", "gelu_tanh"), ("none", "relu")])
def test_whole_models_and_all_their_gradients(rng, positions, norm, activation):
    config = TransformerConfig(
        n_layers=1, d_model=8, n_heads=2, d_ff=8, positions=positions, norm=norm, activation=activation, max_length=5
    )
    source, tokens = rng.integers(0, 5, (2, 3)), rng.integers(0, 5, (2, 4))
    params, pair = init_decoder_only(rng, 5, config), init_encoder_decoder(rng, 5, 5, config)
    results = {}
    for kind, own, own_pair in ((float, params, pair), (SINGLE, halved(params), halved(pair))):
        logits, cache = decoder_only(tokens, own, config, return_cache=True)
        _, loss_cache = cross_entropy(logits, tokens, return_cache=True)
        gradients = decoder_only_backward(cross_entropy_backward(np.float64(1.0), loss_cache), cache)
        stepped, _ = decoder_only_step(tokens, own, config)
        pair_logits, pair_cache = encoder_decoder(source, tokens, own_pair, config, return_cache=True)
        pair_gradients = encoder_decoder_backward(np.ones_like(pair_logits), pair_cache)
        results[kind] = [logits, stepped, *gradients.values(), pair_logits, *pair_gradients.values()]
    assert all(close(single, double) for single, double in zip(results[SINGLE], results[float], strict=True))
