"""Layer norm and RMS norm: each row on its own, so a token's scale never depends on its neighbours or its batch."""

from typing import NamedTuple

import numpy as np

from .checks import as_float_array, as_rows, check_count, check_parameters, check_positive, check_shape


class NormCache(NamedTuple):
    """`normalized` are the rows before gain and shift; `inverse_scale` (..., n, 1) is what they were multiplied by."""

    normalized: np.ndarray
    inverse_scale: np.ndarray
    gamma: np.ndarray


def init_layer_norm(d_model):
    """{"gamma": ones, "beta": zeros}, each (d_model,).

    >>> init_layer_norm(2)
    {'gamma': array([1., 1.]), 'beta': array([0., 0.])}
    """
    return {"gamma": np.ones(check_count("d_model", d_model)), "beta": np.zeros(d_model)}


def layer_norm(x, params, *, eps=1e-5, return_cache=False):
    """γ (x − mean) / √(variance + ε) + β, mean and variance over the coordinates of each row (divided by d, not d − 1).

    `x` (..., n, d), `params` {"gamma": (d,), "beta": (d,)} → same shape. A row of equal numbers gives β.
    Raises ValueError for shapes that do not fit, integers, NaN, ε ≤ 0. Source: Ba et al. (2016), eqs. 3–4.

    >>> layer_norm(np.array([[1.0, 3.0]]), init_layer_norm(2)).round(4)
    array([[-1.,  1.]])
    """
    x = as_rows("x", x)
    check_parameters(params, {"gamma": x.shape[-1:], "beta": x.shape[-1:]})
    eps = check_positive("eps", eps)
    centred = x - _mean(x)
    inverse_scale = 1 / np.sqrt(_mean_product(centred, centred) + eps)
    normalized = centred * inverse_scale
    out = normalized * params["gamma"] + params["beta"]
    return (out, NormCache(normalized, inverse_scale, params["gamma"])) if return_cache else out


def layer_norm_backward(grad_output, cache):
    """(grad_x, {"gamma", "beta"}). With g = grad·γ: (g − mean(g) − x̂ mean(g x̂)) / √(variance + ε)."""
    grad_output = as_float_array("grad_output", grad_output)
    normalized, inverse_scale, gamma = cache
    check_shape("grad_output", grad_output, normalized.shape)
    flow = grad_output * gamma
    grad_x = (flow - _mean(flow) - normalized * _mean_product(flow, normalized)) * inverse_scale
    return grad_x, {"gamma": _over_rows(grad_output * normalized), "beta": _over_rows(grad_output)}


def init_rms_norm(d_model):
    """{"gamma": ones (d_model,)}.

    >>> init_rms_norm(2)
    {'gamma': array([1., 1.])}
    """
    return {"gamma": np.ones(check_count("d_model", d_model))}


def rms_norm(x, params, *, eps=1e-5, return_cache=False):
    """γ x / √(mean(x²) + ε): layer norm without taking the mean away.

    `x` (..., n, d), `params` {"gamma": (d,)} → same shape. Raises ValueError as `layer_norm`.
    Source: Zhang & Sennrich (2019), eq. 4.

    >>> rms_norm(np.array([[3.0, 4.0]]), init_rms_norm(2)).round(3)
    array([[0.849, 1.131]])
    """
    x = as_rows("x", x)
    check_parameters(params, {"gamma": x.shape[-1:]})
    eps = check_positive("eps", eps)
    inverse_scale = 1 / np.sqrt(_mean_product(x, x) + eps)
    normalized = x * inverse_scale
    out = normalized * params["gamma"]
    return (out, NormCache(normalized, inverse_scale, params["gamma"])) if return_cache else out


def rms_norm_backward(grad_output, cache):
    """(grad_x, {"gamma"}). With g = grad·γ: (g − x̂ mean(g x̂)) / √(mean(x²) + ε)."""
    grad_output = as_float_array("grad_output", grad_output)
    normalized, inverse_scale, gamma = cache
    check_shape("grad_output", grad_output, normalized.shape)
    flow = grad_output * gamma
    grad_x = (flow - normalized * _mean_product(flow, normalized)) * inverse_scale
    return grad_x, {"gamma": _over_rows(grad_output * normalized)}


def _mean(rows):
    return rows.sum(axis=-1, keepdims=True) / rows.shape[-1]


def _mean_product(a, b):
    """mean(a b) over the coordinates, without an array of products."""
    return np.vecdot(a, b)[..., None] / a.shape[-1]


def _over_rows(rows):
    """Sum over everything but the coordinates."""
    return rows.reshape(-1, rows.shape[-1]).sum(axis=0)
