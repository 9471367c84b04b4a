"""One step of a recurrent network, forward and backward: the tanh cell and the GRU.

A cell mixes two projections, one of the input (x_t W_x + b) and one of the previous state (s_{t−1} W_h), into the
new state. The products with matrices happen outside, where all the steps of the input can share one; the cell
itself is arithmetic number by number. Rows are examples: what the lessons write W x with columns is x @ W here.
"""

from typing import NamedTuple

import numpy as np

from .checks import check_choice, check_count


class TanhSaved(NamedTuple):
    state: np.ndarray


def tanh_step(projected, recurrent, previous):
    """s_t = tanh(x_t W_x + b + s_{t−1} W_h).

    `projected`, `recurrent`, `previous`: (..., d). Returns (s_t (..., d), what the backward step needs).
    Source: Elman (1990).

    >>> state, saved = tanh_step(np.array([1.0, -3.0]), np.array([-1.0, 3.0]), np.zeros(2))
    >>> state
    array([0., 0.])
    """
    state = np.tanh(projected + recurrent)
    return state, TanhSaved(state)


def tanh_step_backward(grad_state, saved):
    """Gradients of the loss with respect to (projected, recurrent, previous), each (..., d).

    The previous state acts only through its projection, so its own share is 0.

    >>> tanh_step_backward(np.array([2.0]), TanhSaved(np.array([0.5])))[0]     # 2 · (1 − 0.5²)
    array([1.5])
    """
    flow = 1 - saved.state * saved.state
    flow *= grad_state
    return flow, flow, 0.0


class GruSaved(NamedTuple):
    gates: np.ndarray
    candidate: np.ndarray
    recurrent_candidate: np.ndarray
    previous: np.ndarray


def gru_step(projected, recurrent, previous):
    """r, z = σ(·), n = tanh(x-part + r ⊙ s-part), s_t = (1 − z) ⊙ n + z ⊙ s_{t−1}.

    `projected`, `recurrent`: (..., 3d), thirds in the order reset r, update z, candidate n; `previous`: (..., d).
    Returns (s_t (..., d), what the backward step needs). The reset gate acts after the product with W_h, as in
    PyTorch and cuDNN; in Cho et al. (2014), eqs. 5–8, it acts before.

    >>> half_and_half, saved = gru_step(np.zeros(3), np.zeros(3), np.array([1.0]))
    >>> half_and_half
    array([0.5])
    """
    d = previous.shape[-1]
    # σ(x) = (1 + tanh(x/2)) / 2 never overflows.
    gates = 0.5 + 0.5 * np.tanh(0.5 * (projected[..., : 2 * d] + recurrent[..., : 2 * d]))
    reset, update = gates[..., :d], gates[..., d:]
    recurrent_candidate = recurrent[..., 2 * d :]
    candidate = np.tanh(projected[..., 2 * d :] + reset * recurrent_candidate)
    state = candidate + update * (previous - candidate)
    return state, GruSaved(gates, candidate, recurrent_candidate, previous)


def gru_step_backward(grad_state, saved):
    """Gradients of the loss with respect to (projected (..., 3d), recurrent (..., 3d), previous (..., d)).

    The last is only the direct way z ⊙ s_{t−1}; the caller adds what comes through W_h.

    >>> _, saved = gru_step(np.zeros(3), np.zeros(3), np.array([1.0]))
    >>> gru_step_backward(np.array([1.0]), saved)[2]
    array([0.5])
    """
    d = grad_state.shape[-1]
    reset, update = saved.gates[..., :d], saved.gates[..., d:]
    grad_candidate = grad_state * (1 - update) * (1 - saved.candidate * saved.candidate)
    grad_reset = grad_candidate * saved.recurrent_candidate
    grad_update = grad_state * (saved.previous - saved.candidate)
    grad_gates = np.concatenate([grad_reset, grad_update], axis=-1) * saved.gates * (1 - saved.gates)
    grad_projected = np.concatenate([grad_gates, grad_candidate], axis=-1)
    grad_recurrent = np.concatenate([grad_gates, grad_candidate * reset], axis=-1)
    return grad_projected, grad_recurrent, grad_state * update


class Cell(NamedTuple):
    """A step, its backward, how many projections of width d it mixes, and whether W_h has a bias of its own."""

    step: object
    step_backward: object
    n_projections: int
    recurrent_bias: bool


CELLS = {
    "tanh": Cell(tanh_step, tanh_step_backward, 1, False),
    "gru": Cell(gru_step, gru_step_backward, 3, True),
}


def cell_shapes(cell, d_input, d_hidden):
    """Shapes of a cell's parameters by name.

    >>> cell_shapes("tanh", 16, 32)
    {'W_x': (16, 32), 'W_h': (32, 32), 'b': (32,)}
    >>> cell_shapes("gru", 16, 32)
    {'W_x': (16, 96), 'W_h': (32, 96), 'b': (96,), 'b_h': (96,)}

    Raises ValueError for an unknown cell or a size below 1.
    """
    check_choice("cell", cell, CELLS)
    check_count("d_input", d_input)
    check_count("d_hidden", d_hidden)
    width = CELLS[cell].n_projections * d_hidden
    shapes = {"W_x": (d_input, width), "W_h": (d_hidden, width), "b": (width,)}
    if CELLS[cell].recurrent_bias:
        shapes["b_h"] = (width,)
    return shapes
