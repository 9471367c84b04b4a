"""Recurrent layers over a whole sequence: tanh RNN, GRU, and both directions at once.

The input's projections are one product for all the steps; only s_{t−1} W_h has to wait for the step before.
Sequences of different lengths are padded at the end. A forward layer needs to know nothing about it: what comes
after a sequence cannot change its states. The layer that reads backwards turns each sequence round within its own
length, so its padding is at the end as well.
"""

from typing import NamedTuple

import numpy as np

from .cells import CELLS, cell_shapes
from .checks import as_array, as_float_array, as_rows, check_parameters, check_shape
from .linear import matrix_gradient
from .parameters import prefixed, sub_parameters


class RecurrentCache(NamedTuple):
    cell: str
    inputs: np.ndarray
    params: dict
    run: "RunCache"


class RunCache(NamedTuple):
    cell: str
    W_h: np.ndarray
    initial_state: np.ndarray
    states: np.ndarray
    saved: list


def rnn(inputs, params, initial_state=None, *, return_cache=False):
    """h_t = tanh(x_t W_x + b + h_{t−1} W_h), for every t.

    `inputs` (..., T, d_in). `params`: W_x (d_in, d), W_h (d, d), b (d,). `initial_state` (..., d), 0 by default.
    Returns the states (..., T, d); with `return_cache=True`, (states, cache).
    Raises ValueError: inputs that are not float rows, an empty sequence, parameters or a state of another shape.
    Source: Elman (1990).

    >>> identity = {"W_x": np.eye(1), "W_h": np.eye(1), "b": np.zeros(1)}
    >>> rnn(np.array([[0.5], [0.0], [0.0]]), identity).round(3).tolist()
    [[0.462], [0.432], [0.407]]
    """
    return _layer("tanh", inputs, params, initial_state, return_cache)


def rnn_backward(grad_states, cache):
    """Gradients of the loss with respect to (inputs, params, initial_state) from that with respect to all states.

    `grad_states` (..., T, d). Returns (grad_inputs (..., T, d_in), dict like `params`, grad_initial_state (..., d)).
    Raises ValueError when `grad_states` has not the shape of the states. Source: Werbos (1990).

    >>> params = {"W_x": np.zeros((1, 1)), "W_h": np.array([[0.9]]), "b": np.zeros(1)}
    >>> _, cache = rnn(np.zeros((2, 1)), params, return_cache=True)
    >>> rnn_backward(np.array([[0.0], [1.0]]), cache)[2].round(2)      # two steps back: 0.9²
    array([0.81])
    """
    grad_states = as_float_array("grad_states", grad_states)
    check_shape("grad_states", grad_states, cache.run.states.shape)
    grad_projected, grads, grad_initial = run_cell_backward(grad_states, cache.run)
    grads["W_x"] = matrix_gradient(cache.inputs, grad_projected)
    grads["b"] = _sum_of_rows(grad_projected)
    return grad_projected @ cache.params["W_x"].T, grads, grad_initial


def gru(inputs, params, initial_state=None, *, return_cache=False):
    """The gated recurrent unit over a sequence; the equations of one step are in `cells.gru_step`.

    `inputs` (..., T, d_in). `params`: W_x (d_in, 3d), W_h (d, 3d), b (3d,), b_h (3d,), thirds in the order
    reset, update, candidate (PyTorch's weight_ih and weight_hh transposed). Returns as `rnn` does.
    Raises ValueError as `rnn` does. Source: Cho et al. (2014), with the reset gate of PyTorch and cuDNN.

    >>> from attention_core.cells import cell_shapes
    >>> zeros = {name: np.zeros(shape) for name, shape in cell_shapes("gru", 1, 1).items()}
    >>> gru(np.zeros((3, 1)), zeros, initial_state=np.array([1.0])).tolist()
    [[0.5], [0.25], [0.125]]
    """
    return _layer("gru", inputs, params, initial_state, return_cache)


def gru_backward(grad_states, cache):
    """Gradients with respect to (inputs, params, initial_state); shapes and errors as in `rnn_backward`.

    >>> from attention_core.cells import cell_shapes
    >>> zeros = {name: np.zeros(shape) for name, shape in cell_shapes("gru", 1, 1).items()}
    >>> _, cache = gru(np.zeros((2, 1)), zeros, return_cache=True)
    >>> gru_backward(np.array([[0.0], [1.0]]), cache)[2]                # two half-open update gates
    array([0.25])
    """
    return rnn_backward(grad_states, cache)


def _layer(cell, inputs, params, initial_state, return_cache):
    inputs = as_rows("inputs", inputs)
    d_hidden = np.shape(params["W_h"])[0] if isinstance(params, dict) and np.ndim(params.get("W_h")) == 2 else 1
    check_parameters(params, cell_shapes(cell, inputs.shape[-1], d_hidden))
    if initial_state is not None:
        initial_state = as_float_array("initial_state", initial_state)
        check_shape("initial_state", initial_state, (*inputs.shape[:-2], d_hidden))
    projected = inputs @ params["W_x"] + params["b"]
    states, run = run_cell(cell, projected, params["W_h"], params.get("b_h"), initial_state)
    return (states, RecurrentCache(cell, inputs, params, run)) if return_cache else states


def run_cell(cell, projected, W_h, b_h=None, initial_state=None):
    """Run a cell over inputs that are already projected: the core that layers and decoders share. No checks.

    `projected` (..., T, n·d), with n = 1 (tanh) or 3 (GRU). Returns (states (..., T, d), cache).
    """
    step = CELLS[cell].step
    *leading, n_steps, _ = projected.shape
    d_hidden = W_h.shape[0]
    if initial_state is None:
        initial_state = np.zeros((*leading, d_hidden), projected.dtype)
    states = np.empty((*leading, n_steps, d_hidden), projected.dtype)
    saved = []
    state = initial_state
    for t in range(n_steps):
        recurrent = state @ W_h
        if b_h is not None:
            recurrent += b_h
        state, step_saved = step(projected[..., t, :], recurrent, state)
        states[..., t, :] = state
        saved.append(step_saved)
    return states, RunCache(cell, W_h, initial_state, states, saved)


def run_cell_backward(grad_states, cache):
    """Backpropagation through time for `run_cell`.

    Returns (grad_projected (..., T, n·d), {"W_h": …} and for the GRU {"b_h": …}, grad_initial_state (..., d)).
    Source: Werbos (1990).
    """
    step_backward = CELLS[cache.cell].step_backward
    n_steps = len(cache.saved)
    width = cache.W_h.shape[1]
    grad_projected = np.empty((*grad_states.shape[:-1], width), grad_states.dtype)
    grad_recurrent = np.empty_like(grad_projected)
    transposed = cache.W_h.T
    arriving = np.zeros_like(cache.initial_state)
    for t in reversed(range(n_steps)):
        at_t = step_backward(grad_states[..., t, :] + arriving, cache.saved[t])
        grad_projected[..., t, :], grad_recurrent[..., t, :], direct = at_t
        arriving = at_t[1] @ transposed + direct
    before = np.concatenate([cache.initial_state[..., None, :], cache.states[..., :-1, :]], axis=-2)
    grads = {"W_h": matrix_gradient(before, grad_recurrent)}
    if CELLS[cache.cell].recurrent_bias:
        grads["b_h"] = _sum_of_rows(grad_recurrent)
    return grad_projected, grads, arriving


class BidirectionalCache(NamedTuple):
    forward: RecurrentCache
    backward: RecurrentCache
    lengths: np.ndarray


def bidirectional(inputs, params, lengths=None, *, cell="tanh", return_cache=False):
    """h̄_j = [forward state after x_1 … x_j ; backward state after x_T … x_j]: each row knows both sides.

    `inputs` (..., T, d_in). `params`: the cell's names twice, «forward.W_x», …, «backward.W_x», …, each for d/2
    numbers. `lengths` (...,): how many rows of each sequence are real, all by default; states beyond are set to 0.
    Returns states (..., T, d); with `return_cache=True`, (states, cache).
    Raises ValueError as `rnn` does, and for lengths that are not integers from 1 to T.
    Source: Schuster & Paliwal (1997); as encoder of a translator, Bahdanau et al. (2015), §3.2.

    >>> half = {"W_x": np.eye(1), "W_h": np.eye(1), "b": np.zeros(1)}
    >>> both = {f"{way}.{name}": value for way in ("forward", "backward") for name, value in half.items()}
    >>> bidirectional(np.array([[0.5], [0.0]]), both).round(3).tolist()
    [[0.462, 0.462], [0.432, 0.0]]
    """
    inputs = as_rows("inputs", inputs)
    lengths = as_lengths(lengths, inputs)
    forward, forward_cache = _layer(cell, inputs, sub_parameters(params, "forward"), None, True)
    backward, backward_cache = _layer(cell, reverse_within(inputs, lengths), sub_parameters(params, "backward"), None, True)
    states = np.concatenate([forward, reverse_within(backward, lengths)], axis=-1)
    states *= real_rows(lengths, inputs.shape[-2])[..., None]
    return (states, BidirectionalCache(forward_cache, backward_cache, lengths)) if return_cache else states


def bidirectional_backward(grad_states, cache):
    """Gradients of the loss with respect to (inputs (..., T, d_in), params) from `grad_states` (..., T, d).

    >>> half = {"W_x": np.eye(1), "W_h": np.eye(1), "b": np.zeros(1)}
    >>> both = {f"{way}.{name}": value for way in ("forward", "backward") for name, value in half.items()}
    >>> _, cache = bidirectional(np.zeros((2, 1)), both, return_cache=True)
    >>> bidirectional_backward(np.array([[0.0, 1.0], [0.0, 0.0]]), cache)[0].tolist()
    [[1.0], [1.0]]
    """
    half = cache.forward.run.states.shape[-1]
    real = real_rows(cache.lengths, grad_states.shape[-2])[..., None]
    grad_states = grad_states * real
    grad_inputs, forward, _ = rnn_backward(grad_states[..., :half], cache.forward)
    grad_reversed, backward, _ = rnn_backward(reverse_within(grad_states[..., half:], cache.lengths), cache.backward)
    grads = prefixed("forward", forward) | prefixed("backward", backward)
    return grad_inputs + reverse_within(grad_reversed, cache.lengths), grads


def as_lengths(lengths, rows):
    """Lengths as integers (...,) for `rows` (..., T, d); all T by default. ValueError unless from 1 to T."""
    n_rows = rows.shape[-2]
    if lengths is None:
        return np.full(rows.shape[:-2], n_rows, dtype=np.int64)
    lengths = as_array("lengths", lengths)
    if lengths.dtype.kind not in "iu":
        raise ValueError(f"lengths: expected integers, got {lengths.dtype} of shape {lengths.shape}")
    check_shape("lengths", lengths, rows.shape[:-2])
    if lengths.min() < 1 or lengths.max() > n_rows:
        raise ValueError(f"lengths: expected numbers from 1 to {n_rows}, got {lengths.min()} to {lengths.max()}")
    return lengths


def real_rows(lengths, n_rows):
    """Mask (..., n_rows), True on the rows that are not padding.

    >>> real_rows(np.array([1, 3]), 3).tolist()
    [[True, False, False], [True, True, True]]
    """
    return np.arange(n_rows) < lengths[..., None]


def reverse_within(rows, lengths):
    """Turn each sequence round within its own length and leave its padding where it is; twice is as before.

    `rows` (..., T, d), `lengths` (...,).

    >>> reverse_within(np.array([[[1.0], [2.0], [0.0]]]), np.array([2])).ravel().tolist()
    [2.0, 1.0, 0.0]
    """
    position = np.arange(rows.shape[-2])
    mirrored = lengths[..., None] - 1 - position
    return np.take_along_axis(rows, np.where(mirrored >= 0, mirrored, position)[..., None], axis=-2)



def _sum_of_rows(rows):
    return rows.reshape(-1, rows.shape[-1]).sum(axis=0)
