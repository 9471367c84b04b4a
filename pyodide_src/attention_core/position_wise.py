"""The position-wise network: the part of a block that works on each token alone."""

from typing import NamedTuple

import numpy as np

from .activations import ACTIVATIONS
from .checks import as_float_array, as_rows, check_choice, check_count, check_parameters, check_shape
from .linear import linear, linear_backward
from .scores import glorot


class FeedForwardCache(NamedTuple):
    """`before` (..., n, d_ff) goes into the activation and `hidden` comes out of it."""

    before: np.ndarray
    hidden: np.ndarray
    activation: str
    first: tuple
    second: tuple


def init_feed_forward(rng, d_model, d_ff):
    """{"W_1": (d_model, d_ff), "b_1": zeros, "W_2": (d_ff, d_model), "b_2": zeros}, Glorot uniform.

    >>> {name: array.shape for name, array in init_feed_forward(np.random.default_rng(0), 4, 16).items()}
    {'W_1': (4, 16), 'b_1': (16,), 'W_2': (16, 4), 'b_2': (4,)}
    """
    return {
        "W_1": glorot(rng, d_model, check_count("d_ff", d_ff)),
        "b_1": np.zeros(d_ff),
        "W_2": glorot(rng, d_ff, d_model),
        "b_2": np.zeros(d_model),
    }


def feed_forward(x, params, *, activation="relu", return_cache=False):
    """f(x W_1 + b_1) W_2 + b_2, the same for every token and without looking at the others.

    `x` (..., n, d_model), `params` as `init_feed_forward` gives them → (..., n, d_model). `activation`: "relu", "gelu"
    (exact) or "gelu_tanh". Raises ValueError for shapes that do not fit, integers, NaN, another activation.
    Source: Vaswani et al. (2017), eq. 2 (ReLU, d_ff = 4 d_model).

    >>> params = {"W_1": np.eye(2), "b_1": np.zeros(2), "W_2": np.ones((2, 2)), "b_2": np.zeros(2)}
    >>> feed_forward(np.array([[1.0, -5.0]]), params)
    array([[1., 1.]])
    """
    x = as_rows("x", x)
    check_choice("activation", activation, ACTIVATIONS)
    check_parameters(params, feed_forward_shapes(x.shape[-1], params))
    before, first = linear(x, params["W_1"], params["b_1"], return_cache=True)
    hidden = ACTIVATIONS[activation][0](before)
    out, second = linear(hidden, params["W_2"], params["b_2"], return_cache=True)
    return (out, FeedForwardCache(before, hidden, activation, first, second)) if return_cache else out


def feed_forward_backward(grad_output, cache):
    """(grad_x, {"W_1", "b_1", "W_2", "b_2"})."""
    grad_output = as_float_array("grad_output", grad_output)
    check_shape("grad_output", grad_output, cache.before.shape[:-1] + cache.second.W.shape[1:])
    grad_hidden, grad_W_2, grad_b_2 = linear_backward(grad_output, cache.second)
    grad_before = ACTIVATIONS[cache.activation][1](grad_hidden, cache.before)
    grad_x, grad_W_1, grad_b_1 = linear_backward(grad_before, cache.first)
    return grad_x, {"W_1": grad_W_1, "b_1": grad_b_1, "W_2": grad_W_2, "b_2": grad_b_2}


def feed_forward_shapes(d_model, params):
    """The shapes that a network of this d_model must have, its inner width read off `b_1`."""
    d_ff = params["b_1"].size if isinstance(params, dict) and "b_1" in params else 1
    return {"W_1": (d_model, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d_model), "b_2": (d_model,)}
