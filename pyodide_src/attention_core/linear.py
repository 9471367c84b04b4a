"""The linear layer, and the one rule that every backward pass with broadcasting needs."""

from typing import NamedTuple

import numpy as np

from .checks import as_rows, check_shape
from .products import matmul


class LinearCache(NamedTuple):
    x: np.ndarray
    W: np.ndarray
    has_bias: bool


def linear(x, W, b=None, *, return_cache=False):
    """x W + b, one row per token.

    `x` (..., n, d_in), `W` (d_in, d_out), `b` (d_out,) or None → (..., n, d_out). The lessons of block 4 write
    columns, W ∈ R^{d_out×d_in} and W h; rows multiply from the left by its transpose, which is what `W` holds here.

    Raises ValueError for shapes that do not fit and integers; rows with NaN are the caller's to refuse.

    >>> linear(np.array([[1.0, 2.0]]), np.eye(2), np.array([0.5, 0.0]))
    array([[1.5, 2. ]])
    """
    x = as_rows("x", x, width=W.shape[0], finite=False)
    out = matmul(x, W)
    if b is not None:
        check_shape("b", b, (W.shape[1],))
        out += b
    return (out, LinearCache(x, W, b is not None)) if return_cache else out


def linear_backward(grad_output, cache):
    """(grad_x, grad_W, grad_b) of `linear`; grad_b is None where there was no bias."""
    grad_x = matmul(grad_output, cache.W.T)
    grad_W = matrix_gradient(cache.x, grad_output)
    grad_b = grad_output.reshape(-1, grad_output.shape[-1]).sum(axis=0) if cache.has_bias else None
    return grad_x, grad_W, grad_b


def matrix_gradient(x, grad_output):
    """Gradient of a shared matrix W in x @ W: xᵀ g summed over all rows of all batches, as one product.

    `x` (..., n, d_in), `grad_output` (..., n, d_out), same leading axes → (d_in, d_out).
    """
    return matmul(x.reshape(-1, x.shape[-1]).T, grad_output.reshape(-1, grad_output.shape[-1]))


def sum_to_shape(gradient, shape):
    """Undo broadcasting: sum `gradient` over the axes along which an array of `shape` had been repeated.

    >>> sum_to_shape(np.ones((3, 2)), (1, 2))
    array([[3., 3.]])
    """
    if gradient.shape == tuple(shape):
        return gradient
    n_new = gradient.ndim - len(shape)
    repeated = tuple(range(n_new)) + tuple(
        n_new + axis for axis, size in enumerate(shape) if size == 1 and gradient.shape[n_new + axis] != 1
    )
    return gradient.sum(axis=repeated, keepdims=True).reshape(shape)
