"""Every gradient of every translator against central differences: each encoder, cell, wiring and score."""

import numpy as np
import pytest

from attention_core.translator import (
    Batch,
    TranslatorConfig,
    init_translator,
    translator_gradients,
    translator_loss,
    translator_shapes,
)

CHOICES = [
    {"score": "dot"},
    {"score": "scaled_dot"},
    {"score": "general"},
    {"score": "additive"},
    {"score": "concat"},
    {"encoder": "forward"},
    {"encoder": "embeddings"},
    {"cell": "gru"},
    {"cell": "gru", "encoder": "forward", "wiring": "luong", "score": "general"},
    {"wiring": "luong", "score": "dot"},
    {"wiring": "luong", "score": "additive"},
    {"wiring": "luong", "score": "concat", "encoder": "embeddings"},
    {"wiring": "fixed"},
    {"wiring": "fixed", "cell": "gru", "encoder": "forward"},
    {"wiring": "fixed_every_step", "encoder": "forward"},
    {"wiring": "fixed_every_step", "cell": "gru"},
]


def small_batch(rng, n_source=5, n_target=6):
    """Three pairs of different lengths on both sides, so that padding is always in play."""
    source_lengths, target_lengths = np.array([4, 2, 1]), np.array([2, 3, 1])
    source = rng.integers(n_source, size=(3, 4))
    target_inputs, target_outputs = rng.integers(n_target, size=(2, 3, 3))
    return Batch(source, source_lengths, target_inputs, target_outputs, target_lengths)


def small_translator(rng, **choices):
    """A translator with larger weights than at the start of a training, so that no path is negligible."""
    config = TranslatorConfig(5, 6, d_embedding=2, d_hidden=4, **choices)
    return config, {name: rng.normal(0, 0.8, shape) for name, shape in translator_shapes(config).items()}


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "-".join(choices.values()))
def test_gradient_of_every_parameter(choices, rng, assert_gradients):
    config, params = small_translator(rng, **choices)
    batch = small_batch(rng)
    loss, grads = translator_gradients(batch, params, config)
    assert loss == translator_loss(batch, params, config)
    assert_gradients(lambda: translator_loss(batch, params, config), params, grads)


@pytest.mark.parametrize("seed", [0, 1])
def test_gradients_of_a_translator_as_the_lessons_train_it(seed):
    """d = 32, 37 and 28 words: along random directions, every tensor at once."""
    rng = np.random.default_rng(seed)
    config = TranslatorConfig(37, 28)
    params = init_translator(config, seed)
    batch = small_batch(rng, 37, 28)
    _, grads = translator_gradients(batch, params, config)
    for name in params:
        direction = rng.standard_normal(params[name].shape)
        step = 1e-5
        ahead = translator_loss(batch, params | {name: params[name] + step * direction}, config)
        behind = translator_loss(batch, params | {name: params[name] - step * direction}, config)
        np.testing.assert_allclose((grads[name] * direction).sum(), (ahead - behind) / (2 * step), rtol=1e-6, atol=1e-9)


def test_padding_teaches_nothing(rng):
    """What stands behind the end of a sentence changes neither the loss nor a gradient."""
    config, params = small_translator(rng)
    batch = small_batch(rng)
    other = batch._replace(source=batch.source.copy(), target_outputs=batch.target_outputs.copy())
    for row, length in enumerate(batch.source_lengths):
        other.source[row, length:] = (other.source[row, length:] + 1) % 5
    for row, length in enumerate(batch.target_lengths):
        other.target_outputs[row, length:] = 0
    loss, grads = translator_gradients(batch, params, config)
    other_loss, other_grads = translator_gradients(other, params, config)
    assert loss == pytest.approx(other_loss, abs=1e-14)
    for name in grads:
        np.testing.assert_allclose(grads[name], other_grads[name], atol=1e-14, err_msg=name)


def test_a_batch_is_the_mean_of_its_sentences(rng):
    config, params = small_translator(rng)
    batch = small_batch(rng)
    loss, grads = translator_gradients(batch, params, config)
    weights = batch.target_lengths / batch.target_lengths.sum()
    alone = []
    for row in range(3):
        n_source, n_target = batch.source_lengths[row], batch.target_lengths[row]
        sentence = Batch(
            batch.source[row : row + 1, :n_source],
            batch.source_lengths[row : row + 1],
            batch.target_inputs[row : row + 1, :n_target],
            batch.target_outputs[row : row + 1, :n_target],
            batch.target_lengths[row : row + 1],
        )
        alone.append(translator_gradients(sentence, params, config))
    assert loss == pytest.approx(sum(w * own[0] for w, own in zip(weights, alone, strict=True)), abs=1e-14)
    for name in grads:
        mean = sum(w * own[1][name] for w, own in zip(weights, alone, strict=True))
        np.testing.assert_allclose(grads[name], mean, atol=1e-14, err_msg=name)
