"""The shortcut around a sublayer, and the norm before or after it."""

from collections.abc import Callable
from typing import NamedTuple

from .checks import as_rows, check_choice, check_parameters, check_shape
from .normalization import init_layer_norm, init_rms_norm, layer_norm, layer_norm_backward, rms_norm, rms_norm_backward


def no_norm(x, params, *, eps=None, return_cache=False):
    """The rows as they came, for a block without norm; `params` must be empty."""
    check_parameters(params, {}, name="norm_params")
    return (x, None) if return_cache else x


def no_norm_backward(grad_output, cache):
    return grad_output, {}


class Norm(NamedTuple):
    initialise: Callable
    forward: Callable
    backward: Callable


NORMS = {
    "layer": Norm(init_layer_norm, layer_norm, layer_norm_backward),
    "rms": Norm(init_rms_norm, rms_norm, rms_norm_backward),
    "none": Norm(lambda d_model: {}, no_norm, no_norm_backward),
}
PLACEMENTS = ("pre", "post")


class ResidualCache(NamedTuple):
    """`sublayer` is the sublayer's own cache."""

    sublayer: object
    norm_cache: object
    norm: str
    placement: str
    shortcut: bool


def residual(
    x, sublayer, norm_params, *, placement="pre", norm="layer", shortcut=True, eps=1e-5, return_cache=False
):
    """Pre: x + f(norm(x)). Post: norm(x + f(x)). Without the shortcut, f(norm(x)) and norm(f(x)).

    `x` (..., n, d); `sublayer` is a function from rows to (rows of the same shape, cache); `norm` is "layer", "rms" or "none".
    With `return_cache=True`, (rows, ResidualCache). Raises ValueError for a sublayer that changes the shape, or other names.
    Source: post, Vaswani et al. (2017), §3.1; pre, Xiong et al. (2020), fig. 1; shortcuts, He et al. (2016), eq. 1.

    >>> import numpy as np
    >>> x = np.array([[1.0, 3.0]])
    >>> residual(x, lambda rows: (0 * rows, None), init_layer_norm(2), placement="pre")
    array([[1., 3.]])
    >>> residual(x, lambda rows: (0 * rows, None), init_layer_norm(2), placement="post").round(3)
    array([[-1.,  1.]])
    """
    x = as_rows("x", x, finite=False)  # norm and sublayer look at the numbers
    check_choice("placement", placement, PLACEMENTS)
    check_choice("norm", norm, NORMS)
    normalize = NORMS[norm].forward
    if placement == "pre":
        rows, norm_cache = normalize(x, norm_params, eps=eps, return_cache=True)
        change, sublayer_cache = sublayer(rows)
        check_shape("the sublayer's output", change, x.shape)
        out = x + change if shortcut else change
    else:
        change, sublayer_cache = sublayer(x)
        check_shape("the sublayer's output", change, x.shape)
        out, norm_cache = normalize(x + change if shortcut else change, norm_params, eps=eps, return_cache=True)
    return (out, ResidualCache(sublayer_cache, norm_cache, norm, placement, shortcut)) if return_cache else out


def residual_backward(grad_output, cache, sublayer_backward):
    """(grad_x, grad_norm_params, rest), where `sublayer_backward(grad, cache.sublayer)` gives (grad_rows, rest).

    The shortcut hands the gradient on untouched, beside whatever the sublayer sends back: deep stacks learn by it.
    """
    normalize_backward = NORMS[cache.norm].backward
    if cache.placement == "pre":
        grad_rows, rest = sublayer_backward(grad_output, cache.sublayer)
        grad_x, grad_norm = normalize_backward(grad_rows, cache.norm_cache)
        return (grad_x + grad_output if cache.shortcut else grad_x), grad_norm, rest
    grad_sum, grad_norm = normalize_backward(grad_output, cache.norm_cache)
    grad_x, rest = sublayer_backward(grad_sum, cache.sublayer)
    return (grad_x + grad_sum if cache.shortcut else grad_x), grad_norm, rest
