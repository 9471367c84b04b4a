"""Several heads: several attentions at once, each with its own reading of the **whole** vector.

W_q holds the h matrices W_i^Q ∈ R^{d_model×d_k} side by side: one product projects every row for every head. Cutting the
vector into h pieces would be another, poorer thing (block-diagonal matrices).
"""

from typing import NamedTuple

import numpy as np

from .attention import AttentionCache, attention, attention_backward
from .checks import as_float_array, as_mask, as_rows, check_count, check_leading_axes, check_parameters, check_shape
from .linear import linear, linear_backward
from .masks import causal_mask, combine_masks
from .positions import rotary as turn
from .positions import rotary_backward
from .products import matmul
from .scores import glorot


class MultiHeadCache(NamedTuple):
    """Every intermediate. `queries`, `keys` (..., h, n, d_k) and `values` (..., h, n, d_v) as they enter the product (turned, if
    rotary); `attention` with scores and weights (..., h, n_q, n_k); `heads` (..., h, n_q, d_v) the output of each head;
    `merged` (..., n_q, h·d_v) the same side by side, before W_o."""

    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    attention: AttentionCache
    heads: np.ndarray
    merged: np.ndarray
    is_self: bool
    is_rotary: bool
    projections: tuple

    @property
    def scores(self):
        return self.attention.scores

    @property
    def weights(self):
        return self.attention.weights


class MultiHeadGradients(NamedTuple):
    """`memory` is None in self-attention, where `x` gathers all three readings; `bias` None without a bias."""

    x: np.ndarray
    memory: np.ndarray | None
    params: dict
    bias: np.ndarray | None


def init_multi_head_attention(rng, d_model, n_heads, *, d_memory=None, d_k=None, d_v=None, bias=False):
    """{"W_q", "W_k", "W_v", "W_o"} (and "b_q" … "b_o", zeros, if `bias`), Glorot uniform.

    d_k and d_v are d_model / n_heads unless given; `d_memory`, the width of the rows looked at, is d_model.
    Without biases that makes 4 d_model² numbers whatever the number of heads.

    >>> params = init_multi_head_attention(np.random.default_rng(0), 768, 12)
    >>> sum(matrix.size for matrix in params.values()) == 4 * 768**2
    True
    """
    d_model, n_heads = check_count("d_model", d_model), check_count("n_heads", n_heads)
    if (d_k is None or d_v is None) and d_model % n_heads:
        raise ValueError(f"n_heads: expected a divisor of d_model = {d_model}, or d_k and d_v, got {n_heads}")
    d_memory = d_model if d_memory is None else check_count("d_memory", d_memory)
    d_k = d_model // n_heads if d_k is None else check_count("d_k", d_k)
    d_v = d_model // n_heads if d_v is None else check_count("d_v", d_v)
    params = {
        "W_q": glorot(rng, d_model, n_heads * d_k),
        "W_k": glorot(rng, d_memory, n_heads * d_k),
        "W_v": glorot(rng, d_memory, n_heads * d_v),
        "W_o": glorot(rng, n_heads * d_v, d_model),
    }
    if bias:
        params |= {f"b_{name[2:]}": np.zeros(matrix.shape[1]) for name, matrix in params.items()}
    return params


def multi_head_attention(x, params, n_heads, *, memory=None, mask=None, bias=None, rotary=False, return_cache=False):
    """head_i = Attention(x W_i^Q, m W_i^K, m W_i^V), and the output Concat(head_1 … head_h) W^O.

    `x` (..., n_q, d_model) asks; `memory` (..., n_k, d_memory) is looked at, and is `x` itself unless given: self-attention
    or cross-attention. `params` as `init_multi_head_attention` gives them → (..., n_q, d_out). `mask` broadcasts to
    (..., n_q, n_k) and holds for every head; `bias` broadcasts to (..., h, n_q, n_k). `rotary=True` turns queries and keys by
    their positions 0, 1, 2 … (self-attention only). With `return_cache=True`, (output, MultiHeadCache).

    A query whose every key is masked gets heads of 0, and so the output b_o (0 without a bias).

    Raises ValueError: shapes that do not fit, a number of heads that does not divide the projections, and as `attention`.
    Source: Vaswani et al. (2017), §3.2.2.

    >>> rng = np.random.default_rng(0)
    >>> x = rng.standard_normal((5, 8))
    >>> out, cache = multi_head_attention(x, init_multi_head_attention(rng, 8, 2), 2, return_cache=True)
    >>> out.shape, cache.weights.shape, cache.heads.shape
    ((5, 8), (2, 5, 5), (2, 5, 4))
    """
    x = as_rows("x", x)
    is_self = memory is None
    memory = x if is_self else as_rows("memory", memory)
    _check_heads(params, n_heads, x.shape[-1], memory.shape[-1])
    if rotary and not is_self:
        raise ValueError("rotary: expected False with a memory, since its rows and those of x count from different starts")
    leading = check_leading_axes(x=x, memory=memory)
    mask = _mask_for_heads(mask, leading + (x.shape[-2], memory.shape[-2]))
    queries, q_cache = _project(x, params, "q", n_heads)
    keys, k_cache = _project(memory, params, "k", n_heads)
    values, v_cache = _project(memory, params, "v", n_heads)
    if rotary:
        queries, keys = turn(queries), turn(keys)
    if return_cache:
        heads, attention_cache = attention(queries, keys, values, mask=mask, bias=bias, return_cache=True)
    else:
        heads = attention(queries, keys, values, mask=mask, bias=bias)
    merged = merge_heads(heads)
    output, o_cache = linear(merged, params["W_o"], params.get("b_o"), return_cache=True)
    if not return_cache:
        return output
    projections = (q_cache, k_cache, v_cache, o_cache)
    return output, MultiHeadCache(
        queries, keys, values, attention_cache, heads, merged, is_self, bool(rotary), projections
    )


def multi_head_attention_backward(grad_output, cache):
    """MultiHeadGradients from the gradient of the output (..., n_q, d_out)."""
    grad_output = as_float_array("grad_output", grad_output)
    q_cache, k_cache, v_cache, o_cache = cache.projections
    check_shape("grad_output", grad_output, cache.merged.shape[:-1] + o_cache.W.shape[1:])
    grads = {}
    grad_merged = _linear_gradient(grad_output, o_cache, "o", grads)
    grad_heads = split_heads(grad_merged, cache.heads.shape[-3])
    inner = attention_backward(grad_heads, cache.attention)
    grad_queries, grad_keys = inner.queries, inner.keys
    if cache.is_rotary:
        grad_queries, grad_keys = rotary_backward(grad_queries), rotary_backward(grad_keys)
    grad_x = _linear_gradient(merge_heads(grad_queries), q_cache, "q", grads)
    grad_memory = _linear_gradient(merge_heads(grad_keys), k_cache, "k", grads)
    grad_memory += _linear_gradient(merge_heads(inner.values), v_cache, "v", grads)
    if cache.is_self:
        grad_x += grad_memory
        grad_memory = None
    return MultiHeadGradients(grad_x, grad_memory, grads, inner.bias)


def head_contributions(cache):
    """What each head adds to the output: head_i W_i^O, shape (..., h, n_q, d_out). Their sum (plus b_o) is the output.

    The concatenation followed by W^O is a sum over heads in other words; this is the form in which heads can be compared.

    >>> rng = np.random.default_rng(0)
    >>> params = init_multi_head_attention(rng, 6, 3)
    >>> out, cache = multi_head_attention(rng.standard_normal((4, 6)), params, 3, return_cache=True)
    >>> bool(np.allclose(head_contributions(cache).sum(axis=-3), out))
    True
    """
    n_heads, d_v = cache.heads.shape[-3], cache.heads.shape[-1]
    W_o = cache.projections[3].W
    return matmul(cache.heads, W_o.reshape(n_heads, d_v, W_o.shape[1]))


class KeyValueCache(NamedTuple):
    """Keys (..., h, n, d_k) and values (..., h, n, d_v) of the tokens already read, so that none is projected twice."""

    keys: np.ndarray
    values: np.ndarray


def multi_head_attention_step(x, params, n_heads, past=None, *, mask=None, bias=None, rotary=False):
    """Causal self-attention of new rows over those already read and themselves: (output, KeyValueCache).

    `x` (..., m, d_model) are the next m tokens (m = 1 when writing, more when reading a prompt); `past` is the
    KeyValueCache of the tokens before, or None at the start. Gives what `multi_head_attention` with a causal mask gives in
    these rows, without computing the earlier ones again; `past` is left as it was. `mask` broadcasts to
    (..., m, n_past + m) and is joined to the causal one.

    >>> rng = np.random.default_rng(0)
    >>> params, x = init_multi_head_attention(rng, 4, 2), rng.standard_normal((3, 4))
    >>> first, past = multi_head_attention_step(x[:2], params, 2)
    >>> last, past = multi_head_attention_step(x[2:], params, 2, past)
    >>> bool(np.allclose(np.vstack([first, last]), multi_head_attention(x, params, 2, mask=causal_mask(3))))
    True
    """
    x = as_rows("x", x)
    _check_heads(params, n_heads, x.shape[-1], x.shape[-1])
    queries, keys, values = (_project(x, params, name, n_heads)[0] for name in "qkv")
    n_past = 0 if past is None else past.keys.shape[-2]
    if rotary:
        positions = np.arange(n_past, n_past + x.shape[-2])
        queries, keys = turn(queries, positions), turn(keys, positions)
    if past is not None:
        check_shape("past.keys", past.keys, keys.shape[:-2] + (n_past, keys.shape[-1]))
        keys = np.concatenate([past.keys, keys], axis=-2)
        values = np.concatenate([past.values, values], axis=-2)
    allowed = combine_masks(causal_mask(x.shape[-2], past=n_past), mask)
    allowed = _mask_for_heads(allowed, x.shape[:-1] + (keys.shape[-2],))
    heads = attention(queries, keys, values, mask=allowed, bias=bias)
    return linear(merge_heads(heads), params["W_o"], params.get("b_o")), KeyValueCache(keys, values)


def project_memory(memory, params, n_heads):
    """The KeyValueCache of a memory (..., n, d_memory): cross-attention's keys and values, the same at every step.

    >>> rng = np.random.default_rng(0)
    >>> project_memory(rng.standard_normal((5, 4)), init_multi_head_attention(rng, 4, 2), 2).keys.shape
    (2, 5, 2)
    """
    return KeyValueCache(*(_project(memory, params, name, n_heads)[0] for name in "kv"))


def cross_attention_step(x, params, n_heads, memory_cache, *, mask=None):
    """Cross-attention of new rows over a memory projected once by `project_memory`. (..., m, d_model) → the same.

    >>> rng = np.random.default_rng(0)
    >>> params, x, memory = init_multi_head_attention(rng, 4, 2), rng.standard_normal((1, 4)), rng.standard_normal((5, 4))
    >>> row = cross_attention_step(x, params, 2, project_memory(memory, params, 2))
    >>> bool(np.allclose(row, multi_head_attention(x, params, 2, memory=memory)))
    True
    """
    x = as_rows("x", x)
    queries = _project(x, params, "q", n_heads)[0]
    allowed = _mask_for_heads(mask, x.shape[:-1] + (memory_cache.keys.shape[-2],))
    heads = attention(queries, memory_cache.keys, memory_cache.values, mask=allowed)
    return linear(merge_heads(heads), params["W_o"], params.get("b_o"))


def split_heads(rows, n_heads):
    """(..., n, h·d) → (..., h, n, d): the numbers of each head, no copy.

    >>> split_heads(np.arange(8.0).reshape(2, 4), 2)[1]
    array([[2., 3.],
           [6., 7.]])
    """
    *leading, n_rows, width = rows.shape
    return rows.reshape(*leading, n_rows, n_heads, width // n_heads).swapaxes(-2, -3)


def merge_heads(heads):
    """(..., h, n, d) → (..., n, h·d): the heads side by side; undoes `split_heads`.

    >>> merge_heads(np.array([[[0.0, 1.0]], [[2.0, 3.0]]]))
    array([[0., 1., 2., 3.]])
    """
    *leading, n_heads, n_rows, width = heads.shape
    return heads.swapaxes(-2, -3).reshape(*leading, n_rows, n_heads * width)


def _project(rows, params, name, n_heads):
    projected, cache = linear(rows, params[f"W_{name}"], params.get(f"b_{name}"), return_cache=True)
    return split_heads(projected, n_heads), cache


def _linear_gradient(grad_output, cache, name, grads):
    """Writes the gradients of W_name (and b_name) into `grads` and returns that of the rows."""
    grad_x, grads[f"W_{name}"], grad_b = linear_backward(grad_output, cache)
    if grad_b is not None:
        grads[f"b_{name}"] = grad_b
    return grad_x


def _mask_for_heads(mask, shape):
    """A mask for (..., n_q, n_k) gets an axis of length 1 for the heads; checked against `shape` without heads."""
    if mask is None:
        return None
    mask = as_mask("mask", mask, shape)
    return mask if mask.ndim <= 2 else mask[..., None, :, :]


def _check_heads(params, n_heads, d_model, d_memory):
    n_heads = check_count("n_heads", n_heads)
    sizes = {}
    for name in ("W_q", "W_v", "W_o"):
        matrix = params.get(name) if isinstance(params, dict) else None
        if not isinstance(matrix, np.ndarray) or matrix.ndim != 2:
            raise ValueError(f"params: expected a dict with a matrix {name!r}, got shape {np.shape(matrix)} for it")
        sizes[name] = matrix.shape[1]
    if sizes["W_q"] % n_heads or sizes["W_v"] % n_heads:
        raise ValueError(
            f"n_heads: expected a divisor of the columns of W_q ({sizes['W_q']}) and W_v ({sizes['W_v']}), got {n_heads}"
        )
    shapes = {
        "W_q": (d_model, sizes["W_q"]),
        "W_k": (d_memory, sizes["W_q"]),
        "W_v": (d_memory, sizes["W_v"]),
        "W_o": (sizes["W_v"], sizes["W_o"]),
    }
    biases = {f"b_{name[2:]}": shape[1:] for name, shape in shapes.items()}
    check_parameters(params, shapes | biases, optional=biases)
