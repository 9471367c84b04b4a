"""What the translators promise: shapes and parameter counts, wirings as the papers wire them, one step = teacher forcing."""

import numpy as np
import pytest

from attention_core.decoding import beam_search, greedy
from attention_core.parameters import parameter_count
from attention_core.softmax import log_softmax, softmax
from attention_core.translator import (
    ENCODERS,
    WIRINGS,
    Batch,
    TranslatorConfig,
    decoder_step,
    encode,
    init_translator,
    read_source,
    translate,
    translator_forward,
    translator_loss,
    translator_shapes,
    writing_step,
)

EVERY_WIRING = [(wiring, cell) for wiring in WIRINGS for cell in ("tanh", "gru")]


def translator(seed=0, d_hidden=6, **choices):
    config = TranslatorConfig(9, 8, d_embedding=3, d_hidden=d_hidden, **choices)
    rng = np.random.default_rng(seed)
    return config, {name: rng.normal(0, 0.8, shape) for name, shape in translator_shapes(config).items()}


def random_batch(seed=0):
    rng = np.random.default_rng(seed)
    target = rng.integers(8, size=(4, 6))
    lengths = np.array([5, 5, 2, 1])
    return Batch(rng.integers(9, size=(4, 5)), lengths, target[:, :5], target[:, 1:], np.array([5, 3, 4, 1]))


@pytest.mark.parametrize(
    "choices, count",
    [
        ({"encoder": "forward"}, 8204),
        ({}, 7692),
        ({"d_hidden": 16}, 3228),
        ({"score": "dot"}, 5612),
        ({"score": "general"}, 6636),
        ({"score": "concat"}, 7692),
        ({"encoder": "forward", "score": "dot"}, 6124),
        ({"encoder": "embeddings"}, 7180),
        ({"encoder": "forward", "wiring": "fixed_every_step"}, 6124),
        ({"encoder": "forward", "wiring": "fixed_every_step", "d_hidden": 16}, 2828),
        ({"encoder": "forward", "wiring": "fixed"}, 6124 - 32 * 32),
    ],
)
def test_parameter_counts_are_the_published_ones(choices, count):
    assert parameter_count(init_translator(TranslatorConfig(37, 28, **choices))) == count


def test_a_start_depends_on_nothing_but_its_seed():
    config = TranslatorConfig(9, 8)
    first, again, other = init_translator(config, 3), init_translator(config, 3), init_translator(config, 4)
    assert all((first[name] == again[name]).all() for name in first)
    assert any((first[name] != other[name]).any() for name in first)
    rounded = init_translator(config, 3, np.float32)
    assert all((rounded[name] == first[name].astype(np.float32)).all() for name in first)


def test_bahdanau_is_wired_as_in_the_paper():
    """s_{i−1} → e_i → α_i → c_i → s_i, written out for one sentence with vectors."""
    config, params = translator(score="additive")
    batch = random_batch()
    logits, decoded = translator_forward(batch, params, config)
    H = encode(batch.source, params, config, batch.source_lengths)[0]
    s = np.zeros(6)
    for i, word in enumerate(batch.target_inputs[0]):
        hidden = np.tanh(s @ params["score.W_a"] + H @ params["score.U_a"])
        alpha = softmax(hidden @ params["score.v_a"])
        c = alpha @ H
        y = params["target_embedding"][word]
        s = np.tanh(y @ params["decoder.W_x"] + s @ params["decoder.W_h"] + c @ params["decoder.W_c"] + params["decoder.b"])
        np.testing.assert_allclose(decoded.weights[0, i], alpha, atol=1e-14)
        np.testing.assert_allclose(decoded.contexts[0, i], c, atol=1e-14)
        np.testing.assert_allclose(decoded.states[0, i], s, atol=1e-14)
        np.testing.assert_allclose(logits[0, i], s @ params["output.W"] + params["output.b"], atol=1e-13)


def test_luong_is_wired_as_in_the_paper():
    """s_i → α_i → c_i → s̃_i = tanh(c_i W_c + s_i W_s); the recurrence does not read the context."""
    config, params = translator(wiring="luong", score="general")
    batch = random_batch()
    logits, decoded = translator_forward(batch, params, config)
    H = encode(batch.source, params, config, batch.source_lengths)[0]
    s = np.zeros(6)
    for i, word in enumerate(batch.target_inputs[0]):
        y = params["target_embedding"][word]
        s = np.tanh(y @ params["decoder.W_x"] + s @ params["decoder.W_h"] + params["decoder.b"])
        alpha = softmax(s @ params["score.W_a"] @ H.T)
        feature = np.tanh(alpha @ H @ params["readout.W_c"] + s @ params["readout.W_s"])
        np.testing.assert_allclose(decoded.weights[0, i], alpha, atol=1e-14)
        np.testing.assert_allclose(logits[0, i], feature @ params["output.W"] + params["output.b"], atol=1e-13)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_fixed_summary_is_an_alignment_frozen_on_the_last_token(encoder):
    config, params = translator(wiring="fixed_every_step", encoder=encoder)
    batch = random_batch()
    _, decoded = translator_forward(batch, params, config)
    H = encode(batch.source, params, config, batch.source_lengths)
    for row, length in enumerate(batch.source_lengths):
        assert (decoded.weights[row] == np.eye(5)[length - 1]).all()
        assert (decoded.contexts[row] == H[row, length - 1]).all()


def test_fixed_context_starts_the_decoder_and_is_not_seen_again():
    config, params = translator(wiring="fixed")
    batch = random_batch()
    reading = read_source(batch.source, params, config, batch.source_lengths)
    H = encode(batch.source, params, config, batch.source_lengths)
    assert (reading.initial_state == H[np.arange(4), batch.source_lengths - 1]).all()
    assert "decoder.W_c" not in params


@pytest.mark.parametrize("score", ["dot", "scaled_dot", "general"])
def test_from_zero_a_product_looks_everywhere_alike(score):
    """With s_0 = 0 the first row of a dot or general score is exactly uniform: 1/7 for seven tokens."""
    config, params = translator(score=score)
    reading = read_source(np.arange(7)[None], params, config)
    step = decoder_step(np.array([1]), reading.initial_state, reading, params, config)
    assert (step.weights == 1 / 7).all()
    assert round(step.weights[0, 0], 3) == 0.143
    second = decoder_step(np.array([2]), step.state, reading, params, config)
    assert second.weights.max() > 0.2


def test_from_zero_the_additive_score_already_chooses():
    config, params = translator(score="additive")
    reading = read_source(np.arange(7)[None], params, config)
    step = decoder_step(np.array([1]), reading.initial_state, reading, params, config)
    assert step.weights.max() > 0.2


def test_concat_is_the_additive_score_with_its_matrix_cut_in_two():
    config, params = translator(score="additive")
    concat = {name: value for name, value in params.items() if not name.startswith("score.")}
    concat["score.W_a"] = np.concatenate([params["score.W_a"], params["score.U_a"]])
    concat["score.v_a"] = params["score.v_a"]
    logits, _ = translator_forward(random_batch(), params, config)
    same, _ = translator_forward(random_batch(), concat, config._replace(score="concat"))
    np.testing.assert_allclose(same, logits, atol=1e-14)


@pytest.mark.parametrize("wiring, cell", EVERY_WIRING)
def test_one_step_at_a_time_is_teacher_forcing(wiring, cell):
    config, params = translator(wiring=wiring, cell=cell)
    batch = random_batch()
    logits, decoded = translator_forward(batch, params, config)
    reading = read_source(batch.source, params, config, batch.source_lengths)
    state = reading.initial_state
    for i in range(batch.target_inputs.shape[1]):
        step = decoder_step(batch.target_inputs[:, i], state, reading, params, config)
        state = step.state
        np.testing.assert_allclose(step.logits, logits[:, i], atol=1e-12)
        np.testing.assert_allclose(step.weights, decoded.weights[:, i], atol=1e-12)
        np.testing.assert_allclose(step.context, decoded.contexts[:, i], atol=1e-12)


@pytest.mark.parametrize("wiring, cell", EVERY_WIRING)
def test_a_batch_is_its_sentences(wiring, cell):
    config, params = translator(wiring=wiring, cell=cell)
    batch = random_batch()
    together = translate(batch.source, params, config, batch.source_lengths, begin=1, end=2, max_length=7)
    for row, length in enumerate(batch.source_lengths):
        alone = translate(batch.source[row : row + 1, :length], params, config, begin=1, end=2, max_length=7)
        n = alone.ids.shape[1]
        assert (together.ids[row, :n] == alone.ids[0]).all()
        np.testing.assert_allclose(together.weights[row, :n, :length], alone.weights[0], atol=1e-12)
        assert (together.weights[row, :, length:] == 0).all()


@pytest.mark.parametrize("wiring", WIRINGS)
def test_weights_are_shares_and_contexts_stay_between_the_states(wiring):
    config, params = translator(wiring=wiring)
    batch = random_batch()
    _, decoded = translator_forward(batch, params, config)
    H = encode(batch.source, params, config, batch.source_lengths)
    assert (decoded.weights >= 0).all()
    np.testing.assert_allclose(decoded.weights.sum(axis=-1), 1, atol=1e-14)
    for row, length in enumerate(batch.source_lengths):
        low, high = H[row, :length].min(axis=0), H[row, :length].max(axis=0)
        assert (decoded.contexts[row] >= low - 1e-14).all() and (decoded.contexts[row] <= high + 1e-14).all()


@pytest.mark.parametrize("wiring", WIRINGS)
def test_hypotheses_share_one_reading(wiring):
    """Greedy through `decoding` is `translate`; a beam is at least as likely, and of width one it is greedy."""
    config, params = translator(wiring=wiring, seed=5)
    source = np.array([[3, 1, 4, 1, 5]])
    reading = read_source(source, params, config)
    step = writing_step(reading, params, config)
    ours = translate(source, params, config, begin=1, end=2, max_length=6)
    written = greedy(step, reading.initial_state, np.array([1]), 2, 6)
    assert (written.tokens == ours.ids).all()
    narrow = beam_search(step, reading.initial_state, 1, 2, 6, 1)
    wide = beam_search(step, reading.initial_state, 1, 2, 6, 8)
    assert narrow.log_probabilities[0] == pytest.approx(written.log_probabilities[0], abs=1e-12)
    assert wide.log_probabilities.max() >= written.log_probabilities[0] - 1e-12


def test_the_loss_is_minus_the_log_of_the_products_of_steps():
    config, params = translator()
    batch = random_batch()
    logits, _ = translator_forward(batch, params, config)
    total = 0.0
    for row, length in enumerate(batch.target_lengths):
        for i in range(length):
            total -= log_softmax(logits[row, i])[batch.target_outputs[row, i]]
    assert translator_loss(batch, params, config) == pytest.approx(total / batch.target_lengths.sum(), abs=1e-13)


def test_the_embeddings_encoder_knows_no_order():
    config, params = translator(encoder="embeddings")
    H = encode(np.array([[1, 2, 3]]), params, config)[0]
    shuffled = encode(np.array([[3, 1, 2]]), params, config)[0]
    np.testing.assert_allclose(shuffled, H[[2, 0, 1]], atol=1e-15)


def good(**changes):
    config, params = translator()
    return {"source": np.array([[1, 2, 3]]), "params": params, "config": config, "begin": 1, "end": 2} | changes


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"source": np.array([[1, 2, 9]])}, ["tokens", "0 to 8", "9"]),
        ({"source": np.array([[1.0, 2.0]])}, ["tokens", "integer"]),
        ({"source": np.zeros((1, 0), int)}, ["tokens", "(1, 0)"]),
        ({"lengths": np.array([4])}, ["lengths", "1 to 3"]),
        ({"params": {}}, ["params", "missing"]),
        ({"max_length": 0}, ["max_length", "0"]),
    ],
    ids=str,
)
def test_bad_arguments_are_named(changes, words):
    with pytest.raises(ValueError) as error:
        translate(**good(**changes))
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize(
    "choices, words",
    [
        ({"d_hidden": 0}, ["d_hidden", "0"]),
        ({"d_hidden": 5}, ["d_hidden", "even", "5"]),
        ({"encoder": "both"}, ["encoder", "'bidirectional'", "'both'"]),
        ({"wiring": "vaswani"}, ["wiring", "'bahdanau'"]),
        ({"score": "cosine"}, ["score", "'dot'"]),
        ({"cell": "lstm"}, ["cell", "'gru'"]),
        ({"n_source": 2.0}, ["n_source", "2.0"]),
    ],
    ids=str,
)
def test_bad_choices_are_named(choices, words):
    with pytest.raises(ValueError) as error:
        init_translator(TranslatorConfig(9, 8)._replace(**choices))
    for word in words:
        assert word in str(error.value)
