"""Softmax and its family: from scores to shares, and what the loss sends back.

softmax(s)_i = exp(s_i / T) / Σ_l exp(s_l / T). Only differences between scores matter, so the largest is
subtracted first and the exponential never overflows.
"""

import math
from typing import NamedTuple

import numpy as np

from .checks import as_float_array, as_mask, as_token_ids, check_axis, check_positive, check_shape


def softmax(scores, axis=-1, temperature=1.0):
    """Share out one unit among the entries of `scores` along `axis`.

    `scores`: floats of any shape; −∞ is allowed and its weight is exactly 0. Returns weights of the same
    shape and precision, ≥ 0, summing to 1 along `axis`. **A row with nothing but −∞ gets weights that are
    all 0**: there is nobody to share among, and NaN would spread in silence.
    `temperature` T > 0 divides the scores: small T sharpens, large T flattens.

    Raises ValueError: integers, NaN or +∞ among the scores, empty axes, T ≤ 0, an axis that does not exist.
    Source: Bridle (1990); Bahdanau et al. (2015), eq. 6; temperature: Hinton et al. (2015), eq. 1.

    >>> softmax([1.8, 0.7, 0.0, -1.6, -1.6, -1.6, -1.6, -1.6]).round(2)
    array([0.6 , 0.2 , 0.1 , 0.02, 0.02, 0.02, 0.02, 0.02])
    """
    scores = as_float_array("scores", scores, min_ndim=1, finite=False)
    check_axis("scores", scores, axis)
    temperature = check_positive("temperature", temperature)
    return softmax_in_place(scores.copy(), axis, temperature)


def softmax_in_place(scores, axis=-1, temperature=1.0):
    """`softmax` for arrays of the package's own making: the scores' memory becomes the weights'. No checks of type.

    >>> scores = np.zeros((1, 2))
    >>> softmax_in_place(scores) is scores
    True
    """
    weights = _shift_in_place(scores, axis, temperature)
    np.exp(weights, out=weights)
    total = weights.sum(axis=axis, keepdims=True)
    total[total == 0] = 1  # only a row of −∞ sums to zero: 0 / 1 keeps it at zero
    weights /= total
    return weights


def softmax_backward(grad_weights, weights, axis=-1, temperature=1.0):
    """Gradient of the loss with respect to the scores, from that with respect to the weights.

    grad_s_i = α_i (g_i − Σ_j α_j g_j) / T: the Jacobian's product without building the Jacobian. It sums to
    zero along `axis`, because adding a constant to the scores changes nothing. Same shapes as `weights`.

    Raises ValueError when the two shapes differ.

    >>> softmax_backward([1.0, 0.0], np.array([0.5, 0.5]))
    array([ 0.25, -0.25])
    """
    weights = as_float_array("weights", weights, min_ndim=1)
    grad_weights = as_float_array("grad_weights", grad_weights)
    check_shape("grad_weights", grad_weights, weights.shape)
    check_axis("weights", weights, axis)
    temperature = check_positive("temperature", temperature)
    flow = grad_weights * weights
    flow -= weights * flow.sum(axis=axis, keepdims=True)
    if temperature != 1.0:
        flow /= temperature
    return flow


def log_softmax(scores, axis=-1, temperature=1.0):
    """log(softmax(scores)) without the loss of digits of taking the logarithm afterwards.

    Shapes, temperature and errors as in `softmax`; an entry of −∞ stays −∞, and so does a whole row of them.

    >>> log_softmax([0.0, -1000.0])
    array([    0., -1000.])
    """
    scores = as_float_array("scores", scores, min_ndim=1, finite=False)
    check_axis("scores", scores, axis)
    temperature = check_positive("temperature", temperature)
    shifted = _shift_in_place(scores.copy(), axis, temperature)
    total = np.exp(shifted).sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    shifted -= np.log(total)
    return shifted


def log_softmax_backward(grad_log_weights, log_weights, axis=-1, temperature=1.0):
    """Gradient with respect to the scores: (g_i − α_i Σ_j g_j) / T, with α = exp(log_weights). Same shapes.

    >>> log_softmax_backward([1.0, 0.0], np.log([0.5, 0.5]))
    array([ 0.5, -0.5])
    """
    log_weights = as_float_array("log_weights", log_weights, min_ndim=1, finite=False)
    grad_log_weights = as_float_array("grad_log_weights", grad_log_weights)
    check_shape("grad_log_weights", grad_log_weights, log_weights.shape)
    check_axis("log_weights", log_weights, axis)
    temperature = check_positive("temperature", temperature)
    flow = grad_log_weights - np.exp(log_weights) * grad_log_weights.sum(axis=axis, keepdims=True)
    if temperature != 1.0:
        flow /= temperature
    return flow


def softmax_jacobian(scores, temperature=1.0):
    """All the slopes ∂α_i/∂s_j = α_i (δ_ij − α_j) / T of a softmax over the last axis.

    `scores` (..., n) → (..., n, n), row i for the weight, column j for the score. Symmetric, rows and columns
    sum to 0; it tends to 0 when one weight tends to 1, which is why scores are divided by √d_k.

    >>> softmax_jacobian([0.0, 0.0])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    weights = softmax(scores, temperature=temperature)
    identity = np.eye(weights.shape[-1], dtype=weights.dtype)
    return weights[..., :, None] * (identity - weights[..., None, :]) / float(temperature)


def entropy(weights, axis=-1):
    """−Σ α_i ln α_i along `axis`, in nats (0 ln 0 = 0): 0 for a hard choice, ln n for an even share.

    `weights`: floats ≥ 0. The axis is dropped. Raises ValueError for negative weights. Source: Shannon (1948).

    >>> bool(np.isclose(entropy([0.25, 0.25, 0.25, 0.25]), np.log(4)))
    True
    """
    weights = as_float_array("weights", weights, min_ndim=1)
    check_axis("weights", weights, axis)
    if weights.min() < 0:
        raise ValueError(f"weights: expected numbers ≥ 0, got {weights.min()} in an array of shape {weights.shape}")
    log_weights = np.log(np.where(weights > 0, weights, 1))
    return -(weights * log_weights).sum(axis=axis) + 0.0  # + 0.0 turns −0 into 0


class CrossEntropyCache(NamedTuple):
    """What the backward pass needs: softmax of the logits, the targets as shares, and each row's share of the mean."""

    probabilities: np.ndarray
    targets: np.ndarray
    row_weights: np.ndarray


def cross_entropy(logits, targets, *, mask=None, label_smoothing=0.0, return_cache=False):
    """Mean over the rows of −Σ_k y_k ln p_k with p = softmax(logits), in nats.

    `logits` (..., n_classes). `targets`: integer ids (...,), or shares (..., n_classes) that are ≥ 0 and sum to 1.
    `mask` (...,) of booleans counts only the rows where it is True (padding stays out of the mean).
    `label_smoothing` ε in [0, 1) replaces y by (1 − ε) y + ε / n_classes.
    Returns a float; with `return_cache=True`, (float, CrossEntropyCache).

    Raises ValueError: shapes that do not fit, ids outside the classes, a mask without any True.
    Source: label smoothing, Szegedy et al. (2016), §7; Vaswani et al. (2017), §5.4.

    >>> loss, cache = cross_entropy([2.0, 1.0, 0.0], 1, return_cache=True)
    >>> cross_entropy_backward(1.0, cache).round(3)     # p − y
    array([ 0.665, -0.755,  0.09 ])
    """
    logits = as_float_array("logits", logits, min_ndim=1)
    targets = _as_shares(targets, logits)
    if not 0 <= label_smoothing < 1:
        raise ValueError(f"label_smoothing: expected a number from 0 to below 1, got {label_smoothing!r}")
    if label_smoothing:
        targets = (1 - label_smoothing) * targets + label_smoothing / logits.shape[-1]
    row_weights = _row_weights(mask, logits)
    log_probabilities = log_softmax(logits)
    row_losses = -(targets * log_probabilities).sum(axis=-1)
    loss = float((row_losses * row_weights).sum())
    if not return_cache:
        return loss
    return loss, CrossEntropyCache(np.exp(log_probabilities), targets, row_weights)


def cross_entropy_backward(grad_loss, cache):
    """Gradient with respect to the logits: (p − y) times each row's share of the mean. Shape of the logits."""
    difference = cache.probabilities - cache.targets
    difference *= cache.row_weights[..., None]
    if grad_loss != 1.0:
        difference *= float(grad_loss)
    return difference


def _shift_in_place(scores, axis, temperature):
    """(scores − largest) / T; refuses NaN and +∞, which the largest of each row betrays."""
    largest = scores.max(axis=axis, keepdims=True)
    if not (largest < math.inf).all():
        found = "NaN" if np.isnan(largest).any() else "+∞"
        raise ValueError(f"scores: expected numbers below +∞ (−∞ is allowed), got {found} in shape {scores.shape}")
    largest[largest == -math.inf] = 0  # −∞ − (−∞) would be NaN
    with np.errstate(over="ignore"):  # a difference too large to hold is −∞, whose weight is 0
        scores -= largest
        if temperature != 1.0:
            scores /= temperature
    return scores


def _as_shares(targets, logits):
    """Targets as shares, shape of the logits."""
    n_classes = logits.shape[-1]
    targets = np.asarray(targets)
    if targets.dtype.kind == "f":
        shares = as_float_array("targets", targets)
        check_shape("targets", shares, logits.shape)
        # The tolerance is loose enough for float32 rows of thousands of classes.
        if shares.min() < 0 or not np.allclose(shares.sum(axis=-1), 1, atol=1e-4):
            raise ValueError(f"targets: expected rows ≥ 0 that sum to 1, got other rows in shape {shares.shape}")
        return shares
    ids = as_token_ids("targets", targets, n_classes, min_ndim=0)
    check_shape("targets", ids, logits.shape[:-1])
    shares = np.zeros_like(logits)
    np.put_along_axis(shares, ids[..., None], 1, axis=-1)
    return shares


def _row_weights(mask, logits):
    """One over the number of rows that count, and 0 for the others; shape of the rows."""
    rows = logits.shape[:-1]
    counted = np.ones(rows, bool) if mask is None else np.broadcast_to(as_mask("mask", mask, rows), rows)
    n_counted = int(counted.sum())
    if n_counted == 0:
        raise ValueError(f"mask: expected at least one True, got none in shape {rows}")
    return counted.astype(logits.dtype) / n_counted
