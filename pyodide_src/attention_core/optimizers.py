"""Gradient steps: plain descent, momentum and Adam, as pure functions on dictionaries of arrays.

Each takes `parameters` and `gradients` with the same keys and a `state` (`None` at the first step), and
returns new parameters and the new state. Nothing is changed in place: whoever kept the old values still has them, so
a training can be stopped, copied or taken back at any step.
"""

import math
from typing import NamedTuple

import numpy as np

from .checks import check_positive

class MomentumState(NamedTuple):
    velocity: dict


class AdamState(NamedTuple):
    step: int
    mean: dict
    square: dict


def sgd(params, gradients, state=None, *, rate):
    """θ ← θ − η g.

    Raises ValueError if the keys or the shapes of the two dictionaries differ, or if `rate` is not positive.

    >>> params, _ = sgd({"x": np.array([1.0])}, {"x": np.array([2.0])}, rate=0.1)
    >>> params["x"].tolist()
    [0.8]
    """
    _check_step(params, gradients, rate)
    return {name: value - rate * gradients[name] for name, value in params.items()}, None


def momentum(params, gradients, state=None, *, rate, decay=0.9):
    """v ← μ v + g,  θ ← θ − η v (heavy ball; Polyak, 1964), as in `torch.optim.SGD(momentum=μ)`.

    Raises ValueError as `sgd` does, and if `decay` is not in [0, 1).

    >>> params, state = {"x": np.array([1.0])}, None
    >>> for _ in range(2):
    ...     params, state = momentum(params, {"x": np.array([1.0])}, state, rate=0.1)
    >>> params["x"].round(3).tolist()
    [0.71]
    """
    _check_step(params, gradients, rate)
    _check_fraction("decay", decay)
    if state is None:
        velocity = gradients
    else:
        velocity = {name: decay * state.velocity[name] + gradient for name, gradient in gradients.items()}
    return {name: value - rate * velocity[name] for name, value in params.items()}, MomentumState(velocity)


def adam(params, gradients, state=None, *, rate=1e-3, beta1=0.9, beta2=0.999, epsilon=1e-8):
    """m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  θ ← θ − η m̂ / (√v̂ + ε), with m̂, v̂ corrected for their start at 0.

    Kingma & Ba (2015), «Adam: A Method for Stochastic Optimization», algorithm 1.
    Raises ValueError as `sgd` does, and if a β is not in [0, 1).

    The first step is the rate itself, whatever the size of the gradient:

    >>> params, state = adam({"x": np.array([1.0, 1.0])}, {"x": np.array([1000.0, 0.001])}, rate=0.1)
    >>> params["x"].round(3).tolist(), state.step
    ([0.9, 0.9], 1)
    """
    _check_step(params, gradients, rate)
    _check_fraction("beta1", beta1)
    _check_fraction("beta2", beta2)
    if state is None:
        zeros = {name: np.zeros_like(value) for name, value in params.items()}
        state = AdamState(0, zeros, zeros)
    step = state.step + 1
    mean = {name: beta1 * state.mean[name] + (1 - beta1) * gradient for name, gradient in gradients.items()}
    square = {name: beta2 * state.square[name] + (1 - beta2) * gradient**2 for name, gradient in gradients.items()}
    step_size = rate / (1 - beta1**step)
    correction = math.sqrt(1 - beta2**step)
    updated = {
        name: value - step_size * mean[name] / (np.sqrt(square[name]) / correction + epsilon)
        for name, value in params.items()
    }
    return updated, AdamState(step, mean, square)


def global_norm(arrays):
    """Euclidean norm of all the entries of all the arrays together.

    >>> global_norm({"a": np.array([3.0]), "b": np.array([[4.0]])})
    5.0
    """
    return math.sqrt(sum(float(np.vdot(array, array)) for array in arrays.values()))


def clip_gradients(gradients, limit):
    """Shrink all gradients by one factor so that their global norm is at most `limit`; their direction is kept.

    Pascanu, Mikolov & Bengio (2013), «On the difficulty of training recurrent neural networks», algorithm 1.
    Returns the gradients and the norm that they had before. Raises ValueError if `limit` is not positive.

    >>> clipped, norm = clip_gradients({"a": np.array([3.0, 4.0])}, limit=1.0)
    >>> norm, clipped["a"].round(6).tolist()
    (5.0, [0.6, 0.8])
    """
    check_positive("limit", limit)
    norm = global_norm(gradients)
    if norm <= limit:
        return gradients, norm
    return {name: gradient * (limit / norm) for name, gradient in gradients.items()}, norm


def _check_step(params, gradients, rate):
    check_positive("rate", rate)
    if params.keys() != gradients.keys():
        odd = sorted(params.keys() ^ gradients.keys())
        raise ValueError(f"gradients: expected the same names as the params, these differ: {', '.join(odd)}")
    for name, value in params.items():
        if np.shape(gradients[name]) != np.shape(value):
            raise ValueError(
                f"gradients: {name!r} has shape {np.shape(gradients[name])}, its parameter {np.shape(value)}"
            )


def _check_fraction(name, value):
    if not 0 <= value < 1:
        raise ValueError(f"{name}: expected a number in [0, 1), got {value}")
