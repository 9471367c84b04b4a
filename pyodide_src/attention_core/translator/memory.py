"""The source as the decoder sees it: encoder states, their keys, and one look at them.

The keys' projection does not depend on the decoder's step, so it is done once for each sentence (`remember`); a look
(`attend`) costs one projection of the query and one score for each source position. Dot, scaled dot, general,
additive and concat are the same two computations with different projections:

    products        e_ij = (q_i) · (k_j W_key)                 general: W_key = W_aᵀ
    hidden layer    e_ij = v_a · tanh(q_i W_query + k_j W_key)  concat: W_query above, W_key below in W_a

The gradient comes back to each encoder state by two paths. Value path: h̄_j is mixed into c_i. Score path: h̄_j is
compared, e_ij moves α_i, and with it the mixture. `remember_backward` can cut either one.
"""

import math
from typing import NamedTuple

import numpy as np

from ..linear import matrix_gradient
from ..scores import additive_pair_scores, additive_pair_scores_backward
from ..softmax import softmax, softmax_backward


class Projections(NamedTuple):
    """The score's parameters as the projections that they are; None where the score has none."""

    W_query: np.ndarray | None
    W_key: np.ndarray | None
    v_a: np.ndarray | None
    key_scale: float


class Memory(NamedTuple):
    """`states` (n, T_x, d) as values, `keys` (n, T_x, d_a), `blocked` (n, 1, T_x): −∞ on padding, 0 elsewhere."""

    states: np.ndarray
    keys: np.ndarray
    blocked: np.ndarray
    projections: Projections
    score: str


class Look(NamedTuple):
    """One look of n_q queries: `scores` e and `weights` α (n, n_q, T_x), `contexts` c (n, n_q, d)."""

    scores: np.ndarray
    weights: np.ndarray
    contexts: np.ndarray


class LookCache(NamedTuple):
    memory: Memory
    queries: np.ndarray
    projected: np.ndarray
    weights: np.ndarray
    pairs: object


class LookGradients(NamedTuple):
    """Gradients of one look with respect to everything but the query."""

    keys: np.ndarray
    states: np.ndarray
    W_query: np.ndarray | None
    v_a: np.ndarray | None


def remember(encoder_states, real, score, score_params):
    """Prepare a memory: `encoder_states` (n, T_x, d), `real` (n, T_x) True on tokens, False on padding.

    `score`: a name of `SCORES`, with its parameters for queries and states of width d.

    >>> memory = remember(np.eye(2)[None], np.array([[True, True]]), "dot", {})
    >>> memory.keys is memory.states                    # a plain product projects nothing
    True
    """
    projections = _projections(score, score_params, encoder_states.shape[-1])
    keys = encoder_states if projections.W_key is None else encoder_states @ projections.W_key
    if projections.key_scale != 1.0:
        keys = keys * projections.key_scale
    blocked = np.zeros(real.shape, encoder_states.dtype)
    blocked[~real] = -math.inf
    return Memory(encoder_states, keys, blocked[:, None, :], projections, score)


def attend(queries, memory, *, return_cache=False):
    """α_ij = softmax_j(a(q_i, h̄_j)) over the source positions and c_i = Σ_j α_ij h̄_j.

    `queries` (n, n_q, d). Returns a Look; with `return_cache=True`, (Look, cache).
    Source: Bahdanau et al. (2015), eqs. 5–6.

    >>> memory = remember(np.eye(2)[None], np.array([[True, True]]), "dot", {})
    >>> attend(np.zeros((1, 1, 2)), memory).contexts    # a query of zeros looks everywhere alike
    array([[[0.5, 0.5]]])
    """
    W_query, _, v_a, _ = memory.projections
    projected = queries if W_query is None else queries @ W_query
    pairs = None
    if v_a is None:
        scores = projected @ memory.keys.swapaxes(-1, -2)
    else:
        scores, pairs = additive_pair_scores(projected, memory.keys, v_a, return_cache=True)
    scores += memory.blocked
    weights = softmax(scores)
    look = Look(scores, weights, weights @ memory.states)
    return (look, LookCache(memory, queries, projected, weights, pairs)) if return_cache else look


def attend_backward(grad_contexts, cache):
    """(grad_queries (n, n_q, d), LookGradients) from the gradient of the contexts (n, n_q, d).

    >>> memory = remember(np.eye(2)[None], np.array([[True, True]]), "dot", {})
    >>> _, cache = attend(np.zeros((1, 1, 2)), memory, return_cache=True)
    >>> attend_backward(np.array([[[1.0, 0.0]]]), cache)[0]
    array([[[ 0.25, -0.25]]])
    """
    memory, queries, projected, weights, pairs = cache
    grad_weights = grad_contexts @ memory.states.swapaxes(-1, -2)
    grad_scores = softmax_backward(grad_weights, weights)
    grad_v = grad_W = None
    if pairs is None:
        grad_projected = grad_scores @ memory.keys
        grad_keys = grad_scores.swapaxes(-1, -2) @ projected
    else:
        grad_projected, grad_keys, grad_v = additive_pair_scores_backward(grad_scores, pairs)
    grad_queries = grad_projected
    if memory.projections.W_query is not None:
        grad_W = matrix_gradient(queries, grad_projected)
        grad_queries = grad_projected @ memory.projections.W_query.T
    grad_states = weights.swapaxes(-1, -2) @ grad_contexts
    return grad_queries, LookGradients(grad_keys, grad_states, grad_W, grad_v)


def remember_backward(gradients, memory, *, value_path=True, score_path=True):
    """(grad_encoder_states (n, T_x, d), gradients of the score's parameters) from the sum of all looks' gradients.

    `value_path=False` stops the gradient on the edge h̄_j → c_i, `score_path=False` on the edge h̄_j → e_ij. The
    score's own parameters and the query learn in either case: only the way to the encoder is cut.

    >>> memory = remember(np.eye(2)[None], np.array([[True, True]]), "dot", {})
    >>> _, cache = attend(np.ones((1, 1, 2)), memory, return_cache=True)
    >>> _, gradients = attend_backward(np.array([[[1.0, 0.0]]]), cache)
    >>> [remember_backward(gradients, memory, **cut)[0][0, 0].tolist()
    ...  for cut in ({}, {"score_path": False}, {"value_path": False})]
    [[0.75, 0.25], [0.5, 0.0], [0.25, 0.25]]
    """
    W_key = memory.projections.W_key
    grad_keys = gradients.keys
    if memory.projections.key_scale != 1.0:
        grad_keys = grad_keys * memory.projections.key_scale
    grad_W_key = None if W_key is None else matrix_gradient(memory.states, grad_keys)
    by_scores = grad_keys if W_key is None else grad_keys @ W_key.T
    grad_states = np.zeros_like(memory.states)
    if value_path:
        grad_states += gradients.states
    if score_path:
        grad_states += by_scores
    return grad_states, _score_gradients(memory.score, gradients.W_query, grad_W_key, gradients.v_a)


def _projections(score, params, d):
    if score == "general":
        return Projections(None, params["W_a"].T, None, 1.0)
    if score == "additive":
        return Projections(params["W_a"], params["U_a"], params["v_a"], 1.0)
    if score == "concat":
        return Projections(params["W_a"][:d], params["W_a"][d:], params["v_a"], 1.0)
    return Projections(None, None, None, 1 / math.sqrt(d) if score == "scaled_dot" else 1.0)


def _score_gradients(score, grad_W_query, grad_W_key, grad_v):
    if score == "general":
        return {"W_a": grad_W_key.T}
    if score == "additive":
        return {"W_a": grad_W_query, "U_a": grad_W_key, "v_a": grad_v}
    if score == "concat":
        return {"W_a": np.concatenate([grad_W_query, grad_W_key]), "v_a": grad_v}
    return {}
