"""The two paths by which one context teaches the encoder: through what is mixed, and through how much of it."""

from typing import NamedTuple

import numpy as np

from ..checks import as_float_array, as_rows, check_shape
from ..scores import SCORES
from ..softmax import softmax, softmax_backward


class ContextPaths(NamedTuple):
    """∂L/∂h̄_j, path by path.

    `value` and `score` (T_x, d): what arrives at each encoder state by the mixture and by the score; their sum is
    the whole gradient. `grad_scores` (T_x,): ∂L/∂e_ij; it sums to 0, because adding a constant to all the scores
    changes no weight. `weights` (T_x,) and `context` (d,) are those of the forward pass.
    """

    value: np.ndarray
    score: np.ndarray
    grad_scores: np.ndarray
    weights: np.ndarray
    context: np.ndarray


def context_paths(query, encoder_states, grad_context, score, score_params=None):
    """Separate the gradient that c_i = Σ_j α_ij h̄_j sends to the encoder states into its two paths.

    Along a path derivatives multiply; between paths they add: ∂L/∂h̄_j = α_ij ∂L/∂c_i + ∂e_ij/∂h̄_j ∂L/∂e_ij.
    `query` (d_q,): s_{i−1}; `encoder_states` (T_x, d); `grad_context` (d,): ∂L/∂c_i; `score`: a name of SCORES.
    Raises ValueError for an unknown score or shapes that do not fit.

    >>> states = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> paths = context_paths(np.array([1.0, 1.0]), states, np.array([1.0, 0.0]), "dot")
    >>> paths.value.tolist(), paths.score.tolist(), float(paths.grad_scores.sum())
    ([[0.5, 0.0], [0.5, 0.0]], [[0.25, 0.25], [-0.25, -0.25]], 0.0)
    """
    encoder_states = as_rows("encoder_states", encoder_states)
    query = as_float_array("query", query, min_ndim=1)
    grad_context = as_float_array("grad_context", grad_context)
    check_shape("grad_context", grad_context, encoder_states.shape[-1:])
    if score not in SCORES:
        raise ValueError(f"score: expected one of {', '.join(map(repr, SCORES))}, got {score!r}")
    scores, cache = SCORES[score].forward(query[None], encoder_states, score_params, return_cache=True)
    weights = softmax(scores)
    grad_scores = softmax_backward((grad_context @ encoder_states.T)[None], weights)
    _, by_score, _ = SCORES[score].backward(grad_scores, cache)
    return ContextPaths(weights.T * grad_context, by_score, grad_scores[0], weights[0], weights[0] @ encoder_states)
