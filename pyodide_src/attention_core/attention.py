"""Attention: scores → mask → weights → mixture.

The whole mechanism, for one query, for many, and for batches with leading axes. What changes between Bahdanau,
Luong and the transformer is the score and where the rows come from, not this file.
"""

import math
from typing import NamedTuple

import numpy as np

from .checks import as_array, as_float_array, as_mask, as_rows, check_broadcast, check_choice, check_leading_axes, check_shape
from .linear import sum_to_shape
from .products import matmul
from .scores import SCORES
from .softmax import softmax_backward, softmax_in_place


SCORES_AT_ONCE = 2**21  # 16 MB in float64; more at once was slower, and 12 heads of 2048 tokens would take 400 MB


class AttentionCache(NamedTuple):
    """Every intermediate of one attention.

    `scores` (..., n_q, n_k), after bias and mask (−∞ where masked); `weights` of the same shape; `values` as they came.
    `score` names the score and `score_cache` holds what its backward pass needs; `bias_shape` is None without a bias.
    """

    scores: np.ndarray
    weights: np.ndarray
    values: np.ndarray
    score: str
    score_cache: tuple
    bias_shape: tuple | None


class AttentionGradients(NamedTuple):
    """Gradients in the order of the arguments; `params` is {} for the products and `bias` None without a bias."""

    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    params: dict
    bias: np.ndarray | None


def attention(queries, keys, values, *, score="scaled_dot", params=None, mask=None, bias=None, return_cache=False):
    """The context of each query: a mixture of the values, with weights softmax(score(query, keys)).

    `queries` (..., n_q, d_q), `keys` (..., n_k, d_k), `values` (..., n_k, d_v) → (..., n_q, d_v); leading axes broadcast, and
    one query is a matrix of one row. `score` is a name in `SCORES` and `params` its parameters. `bias` is added to the
    scores (ALiBi, relative positions); `mask` of booleans, True = may look; both broadcast to (..., n_q, n_k).
    With `return_cache=True`, (context, AttentionCache).

    Weights are ≥ 0 and sum to 1, so each coordinate of a context lies between the least and the greatest of that
    coordinate among the values. **A query whose every key is masked gets weights 0 and the context 0, never NaN**; it
    sends back no gradient.

    Raises ValueError: shapes that do not fit, integers, NaN or ∞, empty sequences, d = 0, a mask that is not boolean,
    scores that overflow. Source: Bahdanau et al. (2015), eqs. 5–6; Vaswani et al. (2017), eq. 1.

    >>> elsewhere = [[-0.8, -0.8]] * 2
    >>> keys = np.array([[-1.6, 0], [-0.3, 1], *elsewhere, [0.5, -0.5], *elsewhere, [1, 0.8]])
    >>> values = np.array([[0, 0], [0.5, 0], [0, 0], [0, 0], [0.5, 0.5], [0, 0], [0, 0], [1, 0]])
    >>> context, cache = attention(np.array([[1.0, 1.0]]), keys, values, return_cache=True)
    >>> context.round(2), cache.weights.round(2)
    (array([[0.63, 0.06]]), array([[0.04, 0.21, 0.04, 0.04, 0.13, 0.04, 0.04, 0.46]]))
    """
    check_choice("score", score, SCORES)
    queries, keys, values = as_array("queries", queries), as_array("keys", keys), as_rows("values", values)
    if not return_cache and queries.ndim > 1 and queries.shape[-2] > (n_rows := _rows_at_once(queries, keys)):
        return _attention_in_blocks(n_rows, queries, keys, values, score, params, mask, bias)
    scores, score_cache = SCORES[score].forward(queries, keys, params, return_cache=True)
    if scores.shape[-1] != values.shape[-2]:
        raise ValueError(f"values: expected one row for each of {scores.shape[-1]} keys, got shape {values.shape}")
    check_leading_axes(values=values, scores=scores)
    if bias is not None:
        bias = as_float_array("bias", bias)
        check_broadcast("bias", bias, scores.shape)
        scores += bias.astype(scores.dtype, copy=False)
    if mask is not None:
        np.copyto(scores, -np.inf, where=~as_mask("mask", mask, scores.shape))
    weights = softmax_in_place(scores.copy() if return_cache else scores)
    context = matmul(weights, values)
    if not return_cache:
        return context
    bias_shape = None if bias is None else bias.shape
    return context, AttentionCache(scores, weights, values, score, score_cache, bias_shape)


def _rows_at_once(queries, keys):
    """How many queries of each sequence have no more than SCORES_AT_ONCE scores in all."""
    n_sequences = max(math.prod(queries.shape[:-2]), math.prod(keys.shape[:-2]), 1)
    return max(SCORES_AT_ONCE // (n_sequences * max(math.prod(keys.shape[-2:-1]), 1)), 1)


def _attention_in_blocks(n_rows, queries, keys, values, score, params, mask, bias):
    """`attention` of `n_rows` queries after another: who wants no intermediates need not pay for their memory, and
    scores that stay near the processor are worked on faster."""
    n_queries = queries.shape[-2]
    shape = check_leading_axes(queries=queries, keys=keys) + (n_queries, keys.shape[-2])
    mask = None if mask is None else np.broadcast_to(as_mask("mask", mask, shape), shape)
    if bias is not None:
        bias = as_float_array("bias", bias)
        check_broadcast("bias", bias, shape)
        bias = np.broadcast_to(bias, shape)
    contexts = []
    for start in range(0, n_queries, n_rows):
        part = (..., slice(start, start + n_rows), slice(None))
        own_mask, own_bias = (None if array is None else array[part] for array in (mask, bias))
        contexts.append(attention(queries[part], keys, values, score=score, params=params, mask=own_mask, bias=own_bias))
    return np.concatenate(contexts, axis=-2)


def attention_backward(grad_context, cache, *, value_path=True, score_path=True):
    """AttentionGradients from the gradient of the context (..., n_q, d_v).

    The loss reaches the rows by two paths: through what is mixed (grad_V = αᵀ g) and through how much of each
    (g Vᵀ → softmax → score → queries, keys and the score's parameters). Where keys and values are the same states, as
    in Bahdanau's translator, their gradient is the sum of both. `value_path=False` or `score_path=False` cuts one, as a
    stop-gradient would: what it reaches gets zeros.

    Raises ValueError for another shape than the context's.
    """
    grad_context = as_float_array("grad_context", grad_context)
    weights, values = cache.weights, cache.values
    context_leading = np.broadcast_shapes(weights.shape[:-2], values.shape[:-2])
    check_shape("grad_context", grad_context, context_leading + (weights.shape[-2], values.shape[-1]))
    if value_path:
        grad_values = sum_to_shape(matmul(weights.swapaxes(-1, -2), grad_context), values.shape)
    else:
        grad_values = np.zeros_like(values)
    if score_path:
        grad_weights = sum_to_shape(matmul(grad_context, values.swapaxes(-1, -2)), weights.shape)
        grad_scores = softmax_backward(grad_weights, weights)
    else:
        grad_scores = np.zeros_like(weights)
    grad_queries, grad_keys, grad_params = SCORES[cache.score].backward(grad_scores, cache.score_cache)
    grad_bias = None if cache.bias_shape is None else sum_to_shape(grad_scores, cache.bias_shape)
    return AttentionGradients(grad_queries, grad_keys, grad_values, grad_params, grad_bias)


class HardAttentionCache(NamedTuple):
    """`weights` are 1 at the chosen key and 0 elsewhere; `chosen` (..., n_q) are the indices, −1 in a masked row."""

    scores: np.ndarray
    weights: np.ndarray
    chosen: np.ndarray
    values: np.ndarray


def hard_attention(queries, keys, values, *, score="scaled_dot", params=None, mask=None, return_cache=False):
    """For comparison: the value of the best-scored key alone (the first, if several tie). Shapes as in `attention`.

    The choice is a step function of the scores: its slope is 0 wherever it exists, so the loss cannot teach the
    score anything through it. Training it takes another road, such as REINFORCE (Xu et al., 2015, §4.1).

    >>> hard_attention(np.array([[1.0]]), np.array([[0.2], [0.3]]), np.array([[5.0], [7.0]]))
    array([[7.]])
    """
    check_choice("score", score, SCORES)
    values = as_rows("values", values)
    scores = SCORES[score].forward(queries, keys, params)
    if scores.shape[-1] != values.shape[-2]:
        raise ValueError(f"values: expected one row for each of {scores.shape[-1]} keys, got shape {values.shape}")
    if mask is not None:
        scores = np.where(as_mask("mask", mask, scores.shape), scores, -float("inf"))
    chosen = scores.argmax(axis=-1)
    chosen[np.isneginf(scores).all(axis=-1)] = -1
    weights = (chosen[..., None] == np.arange(scores.shape[-1])).astype(scores.dtype)
    context = matmul(weights, values)
    return (context, HardAttentionCache(scores, weights, chosen, values)) if return_cache else context


def hard_attention_backward(grad_context, cache):
    """(grad_values, grad_scores): the values chosen get the gradient, the scores get zeros."""
    grad_context = as_float_array("grad_context", grad_context)
    grad_values = sum_to_shape(matmul(cache.weights.swapaxes(-1, -2), grad_context), cache.values.shape)
    return grad_values, np.zeros_like(cache.scores)


def indistinguishable_weights(weights, values):
    """Other weights that give the same context: the two ends of a line through `weights`, or None.

    `weights` (n,) and `values` (n, d). When n > d + 1 there are directions in which the weights can move, still sum to 1
    and leave the mixture as it is; along the longest such direction (in total variation, as found by SVD) both ends
    where a weight reaches 0 are returned, shape (2, n). So a map of weights is not the only one that fits its output.
    Source: Brunner et al. (2020), «On identifiability in transformers», §3.

    >>> ends = indistinguishable_weights(np.full(3, 1 / 3), np.array([[0.0], [1.0], [2.0]]))
    >>> (ends @ np.array([[0.0], [1.0], [2.0]])).round(12)
    array([[1.],
           [1.]])
    """
    values = as_rows("values", values)
    weights = as_float_array("weights", weights)
    check_shape("weights", weights, values.shape[:1])
    constraints = np.vstack([values.T, np.ones((1, len(values)))])
    _, singular, directions = np.linalg.svd(constraints)
    rank = int((singular > singular[0] * len(values) * np.finfo(float).eps).sum())
    ends = [_ends_along(weights, direction) for direction in directions[rank:]]
    return max(ends, key=lambda pair: np.abs(pair - weights).sum(), default=None)


def _ends_along(weights, direction):
    """How far `weights` can go along ±`direction` before one of them would turn negative."""
    direction = np.where(np.abs(direction) < 1e-12, 0, direction)
    ends = []
    for sign in (-1, 1):
        falling = sign * direction < 0
        step = (weights[falling] / -(sign * direction[falling])).min()
        ends.append(np.maximum(weights + step * sign * direction, 0))
    return np.array(ends)
