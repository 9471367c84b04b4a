"""The decoder: four wirings of the context, each with its way back.

Every wiring receives the previous words already projected, `projected[:, i]` = y_{i−1} W_x + b, and gives one feature
for each step, from which the next word is read. Only Bahdanau's needs a loop of its own: there α_i waits for
s_{i−1} and s_i waits for α_i. In the others the context is known before (fixed) or after (Luong) the whole recurrence,
so that all the looks are one product. The same functions run one step at a time when a sentence is being written:
a sequence of one word and an initial state.
"""

from typing import NamedTuple

import numpy as np

from ..cells import CELLS
from ..linear import matrix_gradient
from ..parameters import prefixed
from ..recurrent import run_cell, run_cell_backward
from .memory import LookGradients, attend, attend_backward


class Decoded(NamedTuple):
    """What a decoder did in T_y steps.

    `states` s_i (n, T_y, d); `features` (n, T_y, d), what the next word is read from: s_i, or s̃_i in Luong's wiring;
    `weights` α (n, T_y, T_x) and `contexts` c_i (n, T_y, d); `scores` e (n, T_y, T_x), None in the fixed wirings.
    """

    states: np.ndarray
    features: np.ndarray
    weights: np.ndarray
    contexts: np.ndarray
    scores: np.ndarray | None


class DecoderGradients(NamedTuple):
    """`projected` (n, T_y, n·d), `look` for the memory, `params` by name, `initial_state` (n, d)."""

    projected: np.ndarray
    look: LookGradients
    params: dict
    initial_state: np.ndarray


def start_state(memory, lengths, config):
    """s_0 (n, d): the last encoder state in the wiring "fixed", 0 in the others."""
    if config.wiring == "fixed":
        return memory.states[np.arange(len(lengths)), lengths - 1]
    return np.zeros((memory.states.shape[0], config.d_hidden), memory.states.dtype)


def decode(projected, memory, lengths, initial_state, params, config):
    """Run the decoder over projected previous words (n, T_y, n·d) from `initial_state` (n, d).

    `params`: the whole translator's. Returns (Decoded, cache).
    """
    if config.wiring == "bahdanau":
        return _decode_bahdanau(projected, memory, initial_state, params, config)
    if config.wiring == "luong":
        return _decode_luong(projected, memory, initial_state, params, config)
    return _decode_fixed(projected, memory, lengths, initial_state, params, config)


def decode_backward(grad_features, cache):
    """DecoderGradients from the gradient of the features (n, T_y, d)."""
    return cache.backward(grad_features, cache)


class FixedCache(NamedTuple):
    backward: object
    run: object
    frozen: np.ndarray
    contexts: np.ndarray
    W_c: np.ndarray | None


def _decode_fixed(projected, memory, lengths, initial_state, params, config):
    n_steps = projected.shape[1]
    frozen = np.zeros((len(lengths), 1, memory.states.shape[1]), memory.states.dtype)
    frozen[np.arange(len(lengths)), 0, lengths - 1] = 1
    weights = np.repeat(frozen, n_steps, axis=1)
    contexts = weights @ memory.states
    W_c = params.get("decoder.W_c")
    if W_c is not None:
        projected = projected + contexts[:, :1] @ W_c
    states, run = run_cell(config.cell, projected, params["decoder.W_h"], params.get("decoder.b_h"), initial_state)
    cache = FixedCache(_decode_fixed_backward, run, frozen, contexts, W_c)
    return Decoded(states, states, weights, contexts, None), cache


def _decode_fixed_backward(grad_features, cache):
    grad_projected, grads, grad_initial = run_cell_backward(grad_features, cache.run)
    grads = prefixed("decoder", grads)
    if cache.W_c is None:
        # The only way from the source into the decoder is s_0.
        grad_states = cache.frozen.swapaxes(-1, -2) @ grad_initial[:, None, :]
    else:
        grads["decoder.W_c"] = matrix_gradient(cache.contexts, grad_projected)
        every_step = grad_projected.sum(axis=1, keepdims=True) @ cache.W_c.T
        grad_states = cache.frozen.swapaxes(-1, -2) @ every_step
    look = LookGradients(np.zeros_like(grad_states), grad_states, None, None)
    return DecoderGradients(grad_projected, look, grads, grad_initial)


class LuongCache(NamedTuple):
    backward: object
    run: object
    look: object
    contexts: np.ndarray
    features: np.ndarray
    W_c: np.ndarray
    W_s: np.ndarray


def _decode_luong(projected, memory, initial_state, params, config):
    states, run = run_cell(config.cell, projected, params["decoder.W_h"], params.get("decoder.b_h"), initial_state)
    look, look_cache = attend(states, memory, return_cache=True)
    W_c, W_s = params["readout.W_c"], params["readout.W_s"]
    features = np.tanh(look.contexts @ W_c + states @ W_s)
    cache = LuongCache(_decode_luong_backward, run, look_cache, look.contexts, features, W_c, W_s)
    return Decoded(states, features, look.weights, look.contexts, look.scores), cache


def _decode_luong_backward(grad_features, cache):
    flow = grad_features * (1 - cache.features * cache.features)
    grad_queries, look = attend_backward(flow @ cache.W_c.T, cache.look)
    grad_states = flow @ cache.W_s.T + grad_queries
    grad_projected, grads, grad_initial = run_cell_backward(grad_states, cache.run)
    grads = prefixed("decoder", grads)
    grads["readout.W_c"] = matrix_gradient(cache.contexts, flow)
    grads["readout.W_s"] = matrix_gradient(cache.run.states, flow)
    return DecoderGradients(grad_projected, look, grads, grad_initial)


class BahdanauCache(NamedTuple):
    backward: object
    cell: str
    initial_state: np.ndarray
    states: np.ndarray
    contexts: np.ndarray
    looks: list
    saved: list
    W_h: np.ndarray
    W_c: np.ndarray


def _decode_bahdanau(projected, memory, initial_state, params, config):
    step = CELLS[config.cell].step
    W_h, W_c, b_h = params["decoder.W_h"], params["decoder.W_c"], params.get("decoder.b_h")
    n, n_steps, _ = projected.shape
    states = np.empty((n, n_steps, W_h.shape[0]), projected.dtype)
    looks, look_caches, saved = [], [], []
    state = initial_state
    for i in range(n_steps):
        look, look_cache = attend(state[:, None, :], memory, return_cache=True)
        recurrent = state @ W_h
        if b_h is not None:
            recurrent += b_h
        state, step_saved = step(projected[:, i] + look.contexts[:, 0] @ W_c, recurrent, state)
        states[:, i] = state
        looks.append(look)
        look_caches.append(look_cache)
        saved.append(step_saved)
    scores, weights, contexts = (np.concatenate(steps, axis=1) for steps in zip(*looks, strict=True))
    cache = BahdanauCache(
        _decode_bahdanau_backward, config.cell, initial_state, states, contexts, look_caches, saved, W_h, W_c
    )
    return Decoded(states, states, weights, contexts, scores), cache


def _decode_bahdanau_backward(grad_features, cache):
    step_backward = CELLS[cache.cell].step_backward
    n, n_steps, _ = grad_features.shape
    grad_projected = np.empty((n, n_steps, cache.W_h.shape[1]), grad_features.dtype)
    grad_recurrent = np.empty_like(grad_projected)
    arriving = np.zeros_like(cache.initial_state)
    looks = None
    for i in reversed(range(n_steps)):
        at_i = step_backward(grad_features[:, i] + arriving, cache.saved[i])
        grad_projected[:, i], grad_recurrent[:, i], direct = at_i
        grad_context = at_i[0] @ cache.W_c.T
        grad_query, look = attend_backward(grad_context[:, None, :], cache.looks[i])
        arriving = at_i[1] @ cache.W_h.T + direct + grad_query[:, 0]
        looks = _add_look(looks, look)
    before = np.concatenate([cache.initial_state[:, None], cache.states[:, :-1]], axis=1)
    grads = {
        "decoder.W_h": matrix_gradient(before, grad_recurrent),
        "decoder.W_c": matrix_gradient(cache.contexts, grad_projected),
    }
    if CELLS[cache.cell].recurrent_bias:
        grads["decoder.b_h"] = grad_recurrent.sum(axis=(0, 1))
    return DecoderGradients(grad_projected, looks, grads, arriving)


def _add_look(total, look):
    """Add one look's gradients to the sum: all steps read the same memory. The sum's arrays change in place."""
    if total is None:
        return look
    for mine, its in zip(total, look, strict=True):
        if mine is not None:
            mine += its
    return total
