"""Every mistake at the door is a ValueError that names the argument, its shape and what was expected."""

import re

import numpy as np
import pytest

import attention_core as core

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(3, 4))
NAN = ROWS.copy()
NAN[1, 2] = np.nan
INFINITE = ROWS.copy()
INFINITE[0, 0] = np.inf
INTEGERS = np.arange(12).reshape(3, 4)
HEADS = core.init_multi_head_attention(RNG, 4, 2)
NORM = core.init_layer_norm(4)
NETWORK = core.init_feed_forward(RNG, 4, 8)
ADDITIVE = core.init_scores("additive", RNG, 4, 4, 5)
CONFIG = core.TransformerConfig(n_layers=1, d_model=4, n_heads=2, d_ff=8, max_length=4, positions="learned")
MODEL = core.init_decoder_only(RNG, 5, CONFIG)
PAIR = core.init_encoder_decoder(RNG, 5, 5, CONFIG)


def step(tokens, state):
    return np.zeros((len(tokens), 3)), None


# label: (call, words that the message must hold)
CASES = {
    # integers
    "integer scores": (lambda: core.softmax([1, 2, 3]), "scores: expected floating-point numbers, got integers of shape (3,)"),
    "integer queries": (lambda: core.attention(INTEGERS, ROWS, ROWS), "queries: floating integers (3, 4)"),
    "integer keys": (lambda: core.dot_scores(ROWS, INTEGERS), "keys: floating integers (3, 4)"),
    "integer values": (lambda: core.attention(ROWS, ROWS, INTEGERS), "values: floating integers (3, 4)"),
    "boolean rows": (lambda: core.layer_norm(INTEGERS > 3, NORM), "x: floating booleans (3, 4)"),
    "complex rows": (lambda: core.rotary(ROWS + 1j), "x: floating complex (3, 4)"),
    "ragged list": (lambda: core.softmax([[1.0], [1.0, 2.0]]), "scores: same length ragged"),
    "float tokens": (lambda: core.embed(np.array([1.0]), ROWS), "tokens: integer token ids float64 (1,)"),
    # NaN and infinity
    "NaN scores": (lambda: core.softmax([0.0, np.nan]), "scores: NaN (2,)"),
    "infinite scores": (lambda: core.softmax([0.0, np.inf]), "scores: +∞ (2,)"),
    "NaN queries": (lambda: core.attention(NAN, ROWS, ROWS), "queries: finite nan index (1, 2) shape (3, 4)"),
    "NaN keys": (lambda: core.attention(ROWS, NAN, ROWS), "keys: finite nan (3, 4)"),
    "NaN values": (lambda: core.attention(ROWS, ROWS, NAN), "values: finite nan (3, 4)"),
    "infinite values": (lambda: core.attention(ROWS, ROWS, INFINITE), "values: finite inf index (0, 0)"),
    "NaN in heads": (lambda: core.multi_head_attention(NAN, HEADS, 2), "x: finite nan (3, 4)"),
    "NaN in a norm": (lambda: core.layer_norm(NAN, NORM), "x: finite nan (3, 4)"),
    "NaN in RMS norm": (lambda: core.rms_norm(NAN, core.init_rms_norm(4)), "x: finite nan (3, 4)"),
    "NaN in the network": (lambda: core.feed_forward(NAN, NETWORK), "x: finite nan (3, 4)"),
    "NaN in a block": (lambda: core.encoder_block(NAN, core.init_encoder_block(RNG, CONFIG), CONFIG), "x: finite nan (3, 4)"),
    "NaN parameter": (lambda: core.feed_forward(ROWS, NETWORK | {"b_2": np.full(4, np.nan)}), "params['b_2']: finite nan (4,)"),
    "NaN bias": (lambda: core.attention(ROWS, ROWS, ROWS, bias=np.full((3, 3), np.nan)), "bias: finite nan (3, 3)"),
    "NaN logits": (lambda: core.cross_entropy(NAN, np.array([0, 1, 2])), "logits: finite nan (3, 4)"),
    "NaN weights": (lambda: core.entropy(NAN), "weights: finite nan (3, 4)"),
    "scores that overflow": (lambda: core.attention(1e200 * ROWS, 1e200 * ROWS, ROWS), "scores: +∞ (3, 3)"),
    # empty sequences and d = 0
    "no scores": (lambda: core.softmax(np.zeros((2, 0))), "scores: at least one element empty (2, 0)"),
    "no queries": (lambda: core.attention(np.zeros((0, 4)), ROWS, ROWS), "queries: at least one element empty (0, 4)"),
    "no keys": (lambda: core.attention(ROWS, np.zeros((0, 4)), np.zeros((0, 2))), "values: at least one element empty (0, 2)"),
    "d = 0": (lambda: core.dot_scores(np.zeros((3, 0)), np.zeros((3, 0))), "queries: at least one element empty (3, 0)"),
    "no rows": (lambda: core.multi_head_attention(np.zeros((0, 4)), HEADS, 2), "x: at least one element empty (0, 4)"),
    "no tokens": (lambda: core.decoder_only(np.zeros(0, int), MODEL, CONFIG), "tokens: at least one token empty (0,)"),
    "no positions": (lambda: core.sinusoidal_positions(0, 4), "n_positions: integer at least 1 got 0"),
    "width zero": (lambda: core.sinusoidal_positions(3, 0), "d_model: integer at least 1 got 0"),
    "no heads": (lambda: core.multi_head_attention(ROWS, HEADS, 0), "n_heads: integer at least 1 got 0"),
    # shapes
    "a number as scores": (lambda: core.softmax(1.0), "scores: at least 1 axes ()"),
    "no such axis": (lambda: core.softmax([0.0], axis=1), "axis: scores (1,) got 1"),
    "one vector as query": (lambda: core.attention(ROWS[0], ROWS, ROWS), "queries: one row per token (4,)"),
    "widths differ": (lambda: core.dot_scores(ROWS, ROWS[:, :3]), "keys: rows of 4 (3, 3)"),
    "keys without values": (lambda: core.attention(ROWS, ROWS, ROWS[:2]), "values: one row for each of 3 keys (2, 4)"),
    "hard, keys without values": (lambda: core.hard_attention(ROWS, ROWS, ROWS[:2]), "values: one row for each of 3 keys (2, 4)"),
    "batches differ": (lambda: core.attention(np.ones((2, 3, 4)), np.ones((5, 3, 4)), np.ones((3, 4))), "queries keys leading (2, 3, 4) (5, 3, 4)"),
    "batch of values differs": (lambda: core.attention(np.ones((2, 3, 4)), np.ones((3, 4)), np.ones((5, 3, 4))), "values scores leading (5, 3, 4)"),
    "gradient of another shape": (lambda: core.softmax_backward(np.ones(2), np.ones(3)), "grad_weights: (3,) got shape (2,)"),
    "context gradient": (lambda: core.attention_backward(np.ones((2, 4)), core.attention(ROWS, ROWS, ROWS, return_cache=True)[1]), "grad_context: (3, 4) got shape (2, 4)"),
    "targets": (lambda: core.cross_entropy(ROWS, np.array([0, 1])), "targets: (3,) got shape (2,)"),
    "target outside": (lambda: core.cross_entropy(ROWS, np.array([0, 1, 4])), "targets: from 0 to 3 got 4"),
    "targets that are no shares": (lambda: core.cross_entropy(ROWS, np.ones((3, 4))), "targets: sum to 1 (3, 4)"),
    "every row masked out": (lambda: core.cross_entropy(ROWS, np.array([0, 1, 2]), mask=np.zeros(3, bool)), "mask: at least one True"),
    "odd width": (lambda: core.sinusoidal_positions(3, 5), "d_model: even number got 5"),
    "odd rotary": (lambda: core.rotary(ROWS[:, :3]), "x: even width (3, 3)"),
    "rotary positions": (lambda: core.rotary(ROWS, [0, 1]), "positions: (3,) got shape (2,)"),
    "too long for the table": (lambda: core.decoder_only(np.zeros(5, int), MODEL, CONFIG), "n_positions: 0 to 4 (4, 4)"),
    "tokens outside": (lambda: core.decoder_only(np.array([5]), MODEL, CONFIG), "tokens: from 0 to 4 got 5"),
    "batches of source and target": (lambda: core.encoder_decoder(np.zeros((2, 3), int), np.zeros((3, 2), int), PAIR, CONFIG), "x memory leading (3, 2, 4) (2, 3, 4)"),
    "negative weights": (lambda: core.entropy([-0.5, 1.5]), "weights: ≥ 0 got -0.5"),
    # masks
    "mask of numbers": (lambda: core.attention(ROWS, ROWS, ROWS, mask=np.ones((3, 3))), "mask: booleans float64 (3, 3)"),
    "mask of integers": (lambda: core.apply_mask(ROWS, np.ones((3, 4), int)), "mask: booleans int (3, 4)"),
    "mask too small": (lambda: core.attention(ROWS, ROWS, ROWS, mask=np.ones((2, 3), bool)), "mask: broadcasts to (3, 3) got shape (2, 3)"),
    "mask with more axes": (lambda: core.attention(ROWS, ROWS, ROWS, mask=np.ones((2, 3, 3), bool)), "mask: broadcasts to (3, 3) got shape (2, 3, 3)"),
    "mask for heads": (lambda: core.multi_head_attention(ROWS, HEADS, 2, mask=np.ones((2, 3, 3), bool)), "mask: broadcasts to (3, 3) got shape (2, 3, 3)"),
    "masks that do not match": (lambda: core.combine_masks(np.ones((2, 2), bool), np.ones((3, 3), bool)), "masks[1]: (2, 2) got shape (3, 3)"),
    "length beyond the keys": (lambda: core.padding_mask([4], 3), "lengths: from 0 to 3 got [4]"),
    "bias shape": (lambda: core.attention(ROWS, ROWS, ROWS, bias=np.ones((2, 3))), "bias: broadcasts to (3, 3) got shape (2, 3)"),
    # parameters and names
    "unknown score": (lambda: core.attention(ROWS, ROWS, ROWS, score="cosine"), "score: 'dot' 'additive' got 'cosine'"),
    "score without parameters": (lambda: core.attention(ROWS, ROWS, ROWS, score="additive"), "params: 'v_a'"),
    "product with parameters": (lambda: core.dot_scores(ROWS, ROWS, ADDITIVE), "params: unknown W_a"),
    "parameter shape": (lambda: core.additive_scores(ROWS[:, :3], ROWS, ADDITIVE), "params['W_a']: (3, 5) got shape (4, 5)"),
    "missing parameter": (lambda: core.layer_norm(ROWS, {"gamma": np.ones(4)}), "params: missing ['beta']"),
    "misspelt bias": (lambda: core.multi_head_attention(ROWS, HEADS | {"b_Q": np.ones(4)}, 2), "params: unknown ['b_Q']"),
    "integer parameter": (lambda: core.rms_norm(ROWS, {"gamma": np.ones(4, int)}), "params['gamma']: floats (4,) int"),
    "heads that do not divide": (lambda: core.multi_head_attention(ROWS, HEADS, 3), "n_heads: divisor (4) got 3"),
    "heads that do not divide d_model": (lambda: core.init_multi_head_attention(RNG, 4, 3), "n_heads: divisor d_model = 4 got 3"),
    "config heads": (lambda: core.decoder_only(np.array([1]), MODEL, CONFIG._replace(n_heads=3)), "config.n_heads: divisor got 3"),
    "config positions": (lambda: core.decoder_only(np.array([1]), MODEL, CONFIG._replace(positions="relative")), "config.positions: 'rotary' got 'relative'"),
    "rotary across": (lambda: core.multi_head_attention(ROWS, HEADS, 2, memory=ROWS, rotary=True), "rotary: False memory"),
    "stray piece": (lambda: core.encoder_block(ROWS, {"dropout.p": np.ones(1)}, CONFIG), "params: attention got ['dropout']"),
    "activation": (lambda: core.feed_forward(ROWS, NETWORK, activation="swish"), "activation: 'relu' got 'swish'"),
    "temperature": (lambda: core.softmax([0.0], temperature=0), "temperature: above 0 got 0"),
    "epsilon": (lambda: core.layer_norm(ROWS, NORM, eps=0.0), "eps: above 0 got 0.0"),
    "smoothing": (lambda: core.cross_entropy(ROWS, np.array([0, 1, 2]), label_smoothing=1.0), "label_smoothing: from 0 to below 1 got 1.0"),
    "top_k": (lambda: core.sampling_probabilities([0.0, 1.0], top_k=0), "top_k: at least 1 got 0"),
    "top_p": (lambda: core.sampling_probabilities([0.0, 1.0], top_p=1.5), "top_p: up to 1 got 1.5"),
    "generator": (lambda: core.sample(step, None, [0], 0, 3, 42), "rng: Generator got int"),
    "start tokens": (lambda: core.greedy(step, None, 0, 0, 3), "start_tokens: vector of integers ()"),
    "end token": (lambda: core.greedy(step, None, [0], 3, 3), "end_token: from 0 to 2 got 3"),
    "logits of a step": (lambda: core.greedy(lambda tokens, state: (np.zeros(3), None), None, [0], 0, 3), "logits: (1, n_vocabulary) (3,)"),
    "state of a step": (lambda: core.beam_search(lambda t, s: (np.zeros((len(t), 3)), 7), None, 1, 0, 3, 2), "state: one row for each got 7"),
    "cost kind": (lambda: core.layer_cost("quantum", 3, 3), "kind: 'recurrent' got 'quantum'"),
    "cost of heads": (lambda: core.block_cost(3, 4, h=3), "h: divisor d = 4 got 3"),
    "cost of no token": (lambda: core.block_cost(0, 4), "n: integer at least 1 got 0"),
    "a float as count": (lambda: core.causal_mask(3.0), "n_queries: integer got 3.0"),
    "leaking cache": (lambda: core.decoder_only_step(np.array([1]), MODEL, CONFIG._replace(causal=False)), "config.causal: True"),
}


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("label", CASES)
def test_a_mistake_is_named(label):
    call, words = CASES[label]
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    assert re.match(r"[\w.\[\]' ()]+: |\w+ and \w+: ", message), message
    missing = [word for word in words.split(" ") if word.rstrip(":") not in message]
    assert not missing, f"{message!r} lacks {missing}"
    assert message.startswith(words.split(" ")[0].rstrip(":")), message
