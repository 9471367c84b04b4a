"""Softmax, its logarithm, its slopes, entropy and cross-entropy."""

import math

import numpy as np
import pytest

from attention_core import (
    cross_entropy,
    cross_entropy_backward,
    entropy,
    log_softmax,
    log_softmax_backward,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

SHAPES = [(5,), (3, 4), (2, 3, 4), (1, 1)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("temperature", [1.0, 0.3, 4.0])
def test_softmax_is_the_exponentials_share(rng, shape, temperature):
    scores = rng.normal(size=shape)
    flat = scores.reshape(-1, shape[-1])
    expected = [[math.exp(s / temperature) / sum(math.exp(t / temperature) for t in row) for s in row] for row in flat]
    assert np.allclose(softmax(scores, temperature=temperature), np.reshape(expected, shape), rtol=1e-14, atol=0)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_weights_sum_to_one_along_the_axis_asked_for(rng, axis):
    scores = rng.normal(size=(3, 4, 5))
    assert np.allclose(softmax(scores, axis=axis).sum(axis=axis), 1, atol=1e-15)
    moved = softmax(np.moveaxis(scores, axis, -1))
    assert np.allclose(np.moveaxis(softmax(scores, axis=axis), axis, -1), moved, atol=1e-15)


def test_huge_scores_do_not_overflow():
    with np.errstate(all="raise", under="ignore"):
        assert softmax([1e308, -1e308]).tolist() == [1.0, 0.0]
        assert softmax([1000.0, 1000.0]).tolist() == [0.5, 0.5]
        assert log_softmax([1e4, 0.0]).tolist() == [0.0, -1e4]
        assert softmax([1.0, 0.0], temperature=1e-320).tolist() == [1.0, 0.0]


def test_minus_infinity_is_a_weight_of_exactly_zero():
    weights = softmax([0.0, -np.inf, 0.0])
    assert weights.tolist() == [0.5, 0.0, 0.5]
    assert log_softmax([0.0, -np.inf])[1] == -np.inf


def test_a_row_of_minus_infinities_gets_weights_of_zero_and_no_warning():
    scores = np.array([[-np.inf, -np.inf], [0.0, 0.0]])
    with np.errstate(all="raise"):
        weights = softmax(scores)
        assert weights.tolist() == [[0, 0], [0.5, 0.5]]
        assert softmax_backward(np.ones((2, 2)), weights).tolist() == [[0, 0], [0, 0]]
        assert (log_softmax(scores)[0] == -np.inf).all()


def test_the_input_is_left_as_it_was(rng):
    scores = rng.normal(size=(3, 4))
    before = scores.copy()
    softmax(scores), log_softmax(scores), softmax_jacobian(scores), cross_entropy(scores, np.array([0, 1, 2]))
    assert (scores == before).all()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("temperature", [1.0, 0.5])
def test_gradients_of_softmax_and_log_softmax(rng, assert_gradients, shape, temperature):
    scores, pull = rng.normal(size=shape), rng.normal(size=shape)
    grad = softmax_backward(pull, softmax(scores, temperature=temperature), temperature=temperature)
    assert_gradients(lambda: (pull * softmax(scores, temperature=temperature)).sum(), {"s": scores}, {"s": grad})
    grad = log_softmax_backward(pull, log_softmax(scores, temperature=temperature), temperature=temperature)
    assert_gradients(lambda: (pull * log_softmax(scores, temperature=temperature)).sum(), {"s": scores}, {"s": grad})


@pytest.mark.parametrize("axis", [0, 1])
def test_gradients_along_another_axis(rng, assert_gradients, axis):
    scores, pull = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    grad = softmax_backward(pull, softmax(scores, axis=axis), axis=axis)
    assert_gradients(lambda: (pull * softmax(scores, axis=axis)).sum(), {"s": scores}, {"s": grad})
    grad = log_softmax_backward(pull, log_softmax(scores, axis=axis), axis=axis)
    assert_gradients(lambda: (pull * log_softmax(scores, axis=axis)).sum(), {"s": scores}, {"s": grad})


@pytest.mark.parametrize("temperature", [1.0, 2.5])
def test_the_jacobian_is_the_matrix_of_all_slopes(rng, temperature):
    scores, pull = rng.normal(size=(2, 5)), rng.normal(size=(2, 5))
    jacobian = softmax_jacobian(scores, temperature=temperature)
    assert jacobian.shape == (2, 5, 5)
    product = np.einsum("bij,bi->bj", jacobian, pull)
    by_backward = softmax_backward(pull, softmax(scores, temperature=temperature), temperature=temperature)
    assert np.allclose(product, by_backward, atol=1e-15)
    assert np.allclose(jacobian, jacobian.swapaxes(1, 2), atol=1e-17)
    assert np.allclose(jacobian.sum(axis=-1), 0, atol=1e-15)


def test_entropy_goes_from_zero_to_the_logarithm_of_n():
    assert entropy([1.0, 0.0, 0.0]) == 0 and not math.copysign(1, entropy([1.0, 0.0])) < 0
    assert math.isclose(entropy(np.full(7, 1 / 7)), math.log(7), rel_tol=1e-15)
    assert np.allclose(entropy([[0.5, 0.5], [0.9, 0.1]], axis=0), [-0.5 * math.log(0.5) - 0.9 * math.log(0.9), 0.5769],
                       atol=1e-4)


def test_cross_entropy_of_a_confident_answer():
    # −ln .9 and −ln .1, for two classes whose logits differ by ln 9.
    logits = np.array([[math.log(9), 0.0]])
    assert math.isclose(cross_entropy(logits, np.array([0])), 0.105360515657826, rel_tol=1e-12)
    assert math.isclose(cross_entropy(logits, np.array([1])), 2.302585092994046, rel_tol=1e-12)


def test_cross_entropy_with_a_mask_is_the_mean_of_the_rows_that_count(rng):
    logits, targets = rng.normal(size=(2, 3, 4)), rng.integers(0, 4, (2, 3))
    mask = np.array([[True, True, False], [True, False, False]])
    rows = [cross_entropy(logits[i, j], int(targets[i, j])) for i, j in np.argwhere(mask)]
    assert math.isclose(cross_entropy(logits, targets, mask=mask), np.mean(rows), rel_tol=1e-14)


def test_shares_as_targets_include_ids_as_a_special_case(rng):
    logits, targets = rng.normal(size=(3, 4)), np.array([1, 0, 3])
    assert math.isclose(cross_entropy(logits, targets), cross_entropy(logits, np.eye(4)[targets]), rel_tol=1e-15)
    smooth = 0.9 * np.eye(4)[targets] + 0.1 / 4
    assert math.isclose(cross_entropy(logits, targets, label_smoothing=0.1), cross_entropy(logits, smooth), rel_tol=1e-14)


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 5)])
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_gradient_of_cross_entropy(rng, assert_gradients, shape, smoothing):
    logits = rng.normal(size=shape)
    targets = rng.integers(0, shape[-1], shape[:-1])
    mask = None
    if len(shape) > 1:
        mask = rng.random(shape[:-1]) < 0.7
        mask.reshape(-1)[0] = True

    def loss():
        return cross_entropy(logits, targets, mask=mask, label_smoothing=smoothing)

    _, cache = cross_entropy(logits, targets, mask=mask, label_smoothing=smoothing, return_cache=True)
    gradient = cross_entropy_backward(1.0, cache)
    assert_gradients(loss, {"logits": logits}, {"logits": gradient})
    assert np.allclose(gradient.sum(axis=-1), 0, atol=1e-15)
    assert np.allclose(cross_entropy_backward(3.0, cache), 3 * gradient)
