"""Five ways to say how well a query and a key go together.

Queries (..., n_q, d_q) and keys (..., n_k, d_k) give scores (..., n_q, n_k); leading axes broadcast. Every score
has the same three faces, so that one can take another's place:

    scores          = X_scores(queries, keys, params)
    scores, cache   = X_scores(queries, keys, params, return_cache=True)
    grad_queries, grad_keys, grad_params = X_scores_backward(grad_scores, cache)

`params` is a dict of arrays, empty or absent for the products. `SCORES` holds them by name.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .checks import as_float_array, as_rows, check_choice, check_count, check_leading_axes, check_parameters, check_shape
from .linear import matrix_gradient, sum_to_shape
from .products import matmul


class ProductCache(NamedTuple):
    """For the three products: `keys` are those that were multiplied by the queries, after scale or matrix."""

    queries: np.ndarray
    keys: np.ndarray
    scale: float
    W_a: np.ndarray | None = None


def dot_scores(queries, keys, params=None, *, return_cache=False):
    """s_ij = q_i · k_j. No parameters; queries and keys must have the same width.

    `queries` (..., n_q, d), `keys` (..., n_k, d) → (..., n_q, n_k). Raises ValueError for other shapes,
    integers, NaN, empty sequences. Source: Luong et al. (2015), eq. 8, «dot».

    >>> dot_scores(np.array([[1.0, 1.0]]), np.array([[1.0, 0.8], [-1.6, 0.0]]))
    array([[ 1.8, -1.6]])
    """
    return _product_scores(queries, keys, params, scaled=False, return_cache=return_cache)


def scaled_dot_scores(queries, keys, params=None, *, return_cache=False):
    """s_ij = q_i · k_j / √d. With independent components of mean 0 and variance 1, q·k has variance d; this has 1.

    d is the width of these queries: inside multi-head attention, that of one head. Shapes and errors as in
    `dot_scores`. Source: Vaswani et al. (2017), eq. 1 and note 4.

    >>> scaled_dot_scores(np.array([[1.0, 1.0]]), np.array([[1.0, 0.8]])).round(3)
    array([[1.273]])
    """
    return _product_scores(queries, keys, params, scaled=True, return_cache=return_cache)


def _product_scores(queries, keys, params, *, scaled, return_cache):
    queries = as_rows("queries", queries)
    keys = as_rows("keys", keys, width=queries.shape[-1])
    check_leading_axes(queries=queries, keys=keys)
    if params:
        check_parameters(params, {})
    # A Python float, because a NumPy float64 would turn float32 into float64.
    scale = 1 / math.sqrt(queries.shape[-1]) if scaled else 1.0
    # The scale goes to the rows, which are fewer numbers than the scores.
    scores = matmul(queries * scale if scaled else queries, keys.swapaxes(-1, -2))
    return (scores, ProductCache(queries, keys, scale)) if return_cache else scores


def dot_scores_backward(grad_scores, cache):
    """(grad_queries, grad_keys, {}): grad_Q = g K · scale, grad_K = gᵀ Q · scale."""
    grad_scores = _as_gradient(grad_scores, cache.queries, cache.keys)
    grad_queries = matmul(grad_scores, cache.keys)
    grad_keys = matmul(grad_scores.swapaxes(-1, -2), cache.queries)
    if cache.scale != 1.0:
        grad_queries *= cache.scale
        grad_keys *= cache.scale
    return sum_to_shape(grad_queries, cache.queries.shape), sum_to_shape(grad_keys, cache.keys.shape), {}


scaled_dot_scores_backward = dot_scores_backward


def init_general_scores(rng, d_query, d_key):
    """{"W_a": (d_query, d_key)}, Glorot uniform, from the generator `rng`.

    >>> init_general_scores(np.random.default_rng(0), 4, 6)["W_a"].shape
    (4, 6)
    """
    return {"W_a": glorot(rng, d_query, d_key)}


def general_scores(queries, keys, params, *, return_cache=False):
    """s_ij = q_i W_a k_jᵀ: a matrix lets widths differ and learns which coordinates to compare.

    `queries` (..., n_q, d_q), `keys` (..., n_k, d_k), `params` {"W_a": (d_q, d_k)} → (..., n_q, n_k); d_q·d_k parameters.
    Raises ValueError as `dot_scores`, and for parameters of other names or shapes.
    Source: Luong et al. (2015), eq. 8, «general».

    >>> general_scores(np.array([[1.0, 2.0]]), np.array([[3.0]]), {"W_a": np.array([[1.0], [0.5]])})
    array([[6.]])
    """
    queries, keys = as_rows("queries", queries), as_rows("keys", keys)
    check_leading_axes(queries=queries, keys=keys)
    check_parameters(params, {"W_a": (queries.shape[-1], keys.shape[-1])})
    W_a = params["W_a"]
    scores = matmul(matmul(queries, W_a), keys.swapaxes(-1, -2))
    return (scores, ProductCache(queries, keys, 1.0, W_a)) if return_cache else scores


def general_scores_backward(grad_scores, cache):
    """(grad_queries, grad_keys, {"W_a": …})."""
    queries, keys, _, W_a = cache
    grad_scores = _as_gradient(grad_scores, queries, keys)
    grad_projected = matmul(grad_scores, keys)
    grad_keys = matmul(grad_scores.swapaxes(-1, -2), matmul(queries, W_a))
    queries_everywhere = np.broadcast_to(queries, grad_projected.shape[:-1] + queries.shape[-1:])
    grad_params = {"W_a": matrix_gradient(queries_everywhere, grad_projected)}
    return sum_to_shape(matmul(grad_projected, W_a.T), queries.shape), sum_to_shape(grad_keys, keys.shape), grad_params


def init_additive_scores(rng, d_query, d_key, d_attention):
    """{"W_a": (d_query, d_attention), "U_a": (d_key, d_attention), "v_a": (d_attention,)}, Glorot uniform.

    >>> {name: array.shape for name, array in init_additive_scores(np.random.default_rng(0), 4, 6, 5).items()}
    {'W_a': (4, 5), 'U_a': (6, 5), 'v_a': (5,)}
    """
    return {
        "W_a": glorot(rng, d_query, d_attention),
        "U_a": glorot(rng, d_key, d_attention),
        "v_a": glorot(rng, d_attention, 1)[:, 0],
    }


class AdditiveCache(NamedTuple):
    queries: np.ndarray
    keys: np.ndarray
    params: dict
    pairs: "PairCache"


def additive_scores(queries, keys, params, *, return_cache=False):
    """s_ij = v_a · tanh(q_i W_a + k_j U_a): a hidden layer for each pair, projections done once for each row.

    `queries` (..., n_q, d_q), `keys` (..., n_k, d_k), `params` {"W_a": (d_q, d_a), "U_a": (d_k, d_a), "v_a": (d_a,)}
    → (..., n_q, n_k); d_q·d_a + d_k·d_a + d_a parameters. Memory grows as n_q·n_k·d_a.
    Raises ValueError as `dot_scores`, and for parameters of other names or shapes.
    Source: Bahdanau et al. (2015), §A.1.2, with q = s_{i−1} and k = h_j.

    >>> params = {"W_a": np.eye(1), "U_a": np.eye(1), "v_a": np.ones(1)}
    >>> additive_scores(np.array([[0.5]]), np.array([[-0.5], [0.0]]), params).round(3)
    array([[0.   , 0.462]])
    """
    queries, keys = as_rows("queries", queries), as_rows("keys", keys)
    check_leading_axes(queries=queries, keys=keys)
    d_attention = _hidden_width(params)
    shapes = {"W_a": (queries.shape[-1], d_attention), "U_a": (keys.shape[-1], d_attention), "v_a": (d_attention,)}
    check_parameters(params, shapes)
    projected_queries, projected_keys = matmul(queries, params["W_a"]), matmul(keys, params["U_a"])
    scores, pairs = additive_pair_scores(projected_queries, projected_keys, params["v_a"], return_cache=True)
    return (scores, AdditiveCache(queries, keys, params, pairs)) if return_cache else scores


def additive_scores_backward(grad_scores, cache):
    """(grad_queries, grad_keys, {"W_a", "U_a", "v_a"})."""
    queries, keys, params, pairs = cache
    grad_projected_queries, grad_projected_keys, grad_v = additive_pair_scores_backward(grad_scores, pairs)
    grad_params = {
        "W_a": matrix_gradient(queries, grad_projected_queries),
        "U_a": matrix_gradient(keys, grad_projected_keys),
        "v_a": grad_v,
    }
    grad_queries = matmul(grad_projected_queries, params["W_a"].T)
    return grad_queries, matmul(grad_projected_keys, params["U_a"].T), grad_params


class PairCache(NamedTuple):
    """`hidden` (..., n_q, n_k, d_a) is the tanh of each pair; the shapes are those of the two projections."""

    hidden: np.ndarray
    v_a: np.ndarray
    query_shape: tuple
    key_shape: tuple


def additive_pair_scores(projected_queries, projected_keys, v_a, *, return_cache=False):
    """The additive score after both projections: v_a · tanh(a_i + b_j).

    `projected_queries` (..., n_q, d_a), `projected_keys` (..., n_k, d_a), `v_a` (d_a,) → (..., n_q, n_k).
    The keys' projection does not depend on the decoder's step, so a translator computes it once for each sentence
    (Bahdanau et al., 2015, §A.1.2, last sentence) and calls this at every step. Shapes are the caller's word.

    >>> additive_pair_scores(np.array([[0.5]]), np.array([[-0.5]]), np.ones(1))
    array([[0.]])
    """
    hidden = projected_queries[..., :, None, :] + projected_keys[..., None, :, :]
    np.tanh(hidden, out=hidden)
    scores = hidden @ v_a
    if not return_cache:
        return scores
    return scores, PairCache(hidden, v_a, projected_queries.shape, projected_keys.shape)


def additive_pair_scores_backward(grad_scores, cache):
    """(grad_projected_queries, grad_projected_keys, grad_v_a)."""
    hidden, v_a, query_shape, key_shape = cache
    grad_scores = as_float_array("grad_scores", grad_scores)
    check_shape("grad_scores", grad_scores, hidden.shape[:-1])
    grad_v = grad_scores.reshape(-1) @ hidden.reshape(-1, hidden.shape[-1])
    slope = 1 - hidden * hidden
    slope *= v_a
    slope *= grad_scores[..., None]
    grad_queries, grad_keys = slope.sum(axis=-2), slope.sum(axis=-3)
    return sum_to_shape(grad_queries, query_shape), sum_to_shape(grad_keys, key_shape), grad_v


def init_concat_scores(rng, d_query, d_key, d_attention):
    """{"W_a": (d_query + d_key, d_attention), "v_a": (d_attention,)}, Glorot uniform.

    >>> {name: array.shape for name, array in init_concat_scores(np.random.default_rng(0), 4, 6, 5).items()}
    {'W_a': (10, 5), 'v_a': (5,)}
    """
    return {"W_a": glorot(rng, d_query + d_key, d_attention), "v_a": glorot(rng, d_attention, 1)[:, 0]}


class ConcatCache(NamedTuple):
    joined: np.ndarray
    hidden: np.ndarray
    params: dict
    query_shape: tuple
    key_shape: tuple


def concat_scores(queries, keys, params, *, return_cache=False):
    """s_ij = v_a · tanh([q_i ; k_j] W_a): the two rows written one after the other, as the paper writes it.

    `queries` (..., n_q, d_q), `keys` (..., n_k, d_k), `params` {"W_a": (d_q + d_k, d_a), "v_a": (d_a,)}
    → (..., n_q, n_k); (d_q + d_k)·d_a + d_a parameters. It is the additive score in another hand: the first d_q rows of
    W_a are its W_a and the rest its U_a; but here every pair is multiplied anew, d_q + d_k times more work.
    Raises ValueError as `additive_scores`. Source: Luong et al. (2015), eq. 8, «concat».

    >>> params = {"W_a": np.ones((2, 1)), "v_a": np.ones(1)}
    >>> concat_scores(np.array([[0.5]]), np.array([[-0.5], [0.0]]), params).round(3)
    array([[0.   , 0.462]])
    """
    queries, keys = as_rows("queries", queries), as_rows("keys", keys)
    leading = check_leading_axes(queries=queries, keys=keys)
    d_attention = _hidden_width(params)
    d_query, d_key = queries.shape[-1], keys.shape[-1]
    check_parameters(params, {"W_a": (d_query + d_key, d_attention), "v_a": (d_attention,)})
    pairs = leading + (queries.shape[-2], keys.shape[-2])
    joined = np.concatenate(
        [
            np.broadcast_to(queries[..., :, None, :], pairs + (d_query,)),
            np.broadcast_to(keys[..., None, :, :], pairs + (d_key,)),
        ],
        axis=-1,
    )
    hidden = np.tanh(matmul(joined, params["W_a"]))
    scores = hidden @ params["v_a"]
    return (scores, ConcatCache(joined, hidden, params, queries.shape, keys.shape)) if return_cache else scores


def concat_scores_backward(grad_scores, cache):
    """(grad_queries, grad_keys, {"W_a", "v_a"})."""
    joined, hidden, params, query_shape, key_shape = cache
    grad_scores = as_float_array("grad_scores", grad_scores)
    check_shape("grad_scores", grad_scores, hidden.shape[:-1])
    grad_hidden = grad_scores[..., None] * params["v_a"] * (1 - hidden * hidden)
    grad_params = {
        "W_a": matrix_gradient(joined, grad_hidden),
        "v_a": grad_scores.reshape(-1) @ hidden.reshape(-1, hidden.shape[-1]),
    }
    grad_joined = matmul(grad_hidden, params["W_a"].T)
    d_query = query_shape[-1]
    grad_queries = grad_joined[..., :d_query].sum(axis=-2)
    grad_keys = grad_joined[..., d_query:].sum(axis=-3)
    return sum_to_shape(grad_queries, query_shape), sum_to_shape(grad_keys, key_shape), grad_params


class Score(NamedTuple):
    """A score's forward and backward, by name in `SCORES`."""

    forward: Callable
    backward: Callable


SCORES = {
    "dot": Score(dot_scores, dot_scores_backward),
    "scaled_dot": Score(scaled_dot_scores, scaled_dot_scores_backward),
    "general": Score(general_scores, general_scores_backward),
    "additive": Score(additive_scores, additive_scores_backward),
    "concat": Score(concat_scores, concat_scores_backward),
}


def init_scores(name, rng, d_query, d_key, d_attention):
    """Parameters for the score `name`; `{}` for the products.

    >>> {key: array.shape for key, array in init_scores("additive", np.random.default_rng(0), 4, 6, 5).items()}
    {'W_a': (4, 5), 'U_a': (6, 5), 'v_a': (5,)}
    """
    check_choice("name", name, SCORES)
    if name == "general":
        return init_general_scores(rng, d_query, d_key)
    if name == "additive":
        return init_additive_scores(rng, d_query, d_key, d_attention)
    if name == "concat":
        return init_concat_scores(rng, d_query, d_key, d_attention)
    return {}


def score_parameter_count(name, d_query, d_key=None, d_attention=None):
    """How many numbers the score `name` learns; `d_key` and `d_attention` are `d_query` unless given.

    >>> [score_parameter_count(name, 32) for name in ("dot", "scaled_dot", "general", "additive", "concat")]
    [0, 0, 1024, 2080, 2080]
    """
    check_choice("name", name, SCORES)
    d_query = check_count("d_query", d_query)
    d_key = d_query if d_key is None else check_count("d_key", d_key)
    d_attention = d_query if d_attention is None else check_count("d_attention", d_attention)
    if name == "general":
        return d_query * d_key
    if name in ("additive", "concat"):
        return (d_query + d_key) * d_attention + d_attention
    return 0


def glorot(rng, d_in, d_out):
    """A (d_in, d_out) matrix, uniform in ±√(6 / (d_in + d_out)). Source: Glorot & Bengio (2010), eq. 16.

    >>> matrix = glorot(np.random.default_rng(0), 3, 3)
    >>> matrix.shape, bool(np.abs(matrix).max() <= 1)
    ((3, 3), True)
    """
    limit = math.sqrt(6 / (check_count("d_in", d_in) + check_count("d_out", d_out)))
    return rng.uniform(-limit, limit, (d_in, d_out))


def _hidden_width(params):
    v_a = np.asarray(params["v_a"]) if isinstance(params, dict) and "v_a" in params else None
    if v_a is None or v_a.ndim != 1 or v_a.size == 0:
        found = "no v_a" if v_a is None else f"v_a of shape {v_a.shape}"
        raise ValueError(f"params: expected a dict with a vector 'v_a' of at least one number, got {found}")
    return v_a.size


def _as_gradient(grad_scores, queries, keys):
    """The gradient of the scores, whose shape follows from the queries and keys."""
    grad_scores = as_float_array("grad_scores", grad_scores)
    shape = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2]) + (queries.shape[-2], keys.shape[-2])
    check_shape("grad_scores", grad_scores, shape)
    return grad_scores
