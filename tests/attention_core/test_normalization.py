"""Layer norm and RMS norm."""

import numpy as np
import pytest

from attention_core import layer_norm, layer_norm_backward, rms_norm, rms_norm_backward

SHAPES = [(1, 4), (3, 5), (2, 3, 4)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("eps", [1e-5, 0.3])
def test_gradients_of_layer_norm(rng, assert_gradients, shape, eps):
    x, pull = rng.normal(size=shape), rng.normal(size=shape)
    params = {"gamma": rng.normal(size=shape[-1]), "beta": rng.normal(size=shape[-1])}
    _, cache = layer_norm(x, params, eps=eps, return_cache=True)
    grad_x, grads = layer_norm_backward(pull, cache)
    assert_gradients(
        lambda: (pull * layer_norm(x, params, eps=eps)).sum(), {"x": x, **params}, {"x": grad_x, **grads}
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_gradients_of_rms_norm(rng, assert_gradients, shape):
    x, pull, params = rng.normal(size=shape), rng.normal(size=shape), {"gamma": rng.normal(size=shape[-1])}
    _, cache = rms_norm(x, params, return_cache=True)
    grad_x, grads = rms_norm_backward(pull, cache)
    assert_gradients(lambda: (pull * rms_norm(x, params)).sum(), {"x": x, **params}, {"x": grad_x, **grads})


def test_rows_come_out_with_mean_zero_and_deviation_one(rng):
    x = 5 + 3 * rng.normal(size=(4, 64))
    out = layer_norm(x, {"gamma": np.ones(64), "beta": np.zeros(64)}, eps=1e-12)
    assert np.allclose(out.mean(axis=1), 0, atol=1e-14) and np.allclose(out.std(axis=1), 1, rtol=1e-10)


def test_a_rows_scale_and_offset_do_not_matter_to_layer_norm_and_its_scale_not_to_rms(rng):
    x, ones = rng.normal(size=(4, 8)), {"gamma": np.ones(8), "beta": np.zeros(8)}
    assert np.allclose(layer_norm(10 * x + 3, ones, eps=1e-15), layer_norm(x, ones, eps=1e-15), atol=1e-12)
    gain = {"gamma": np.ones(8)}
    assert np.allclose(rms_norm(10 * x, gain, eps=1e-15), rms_norm(x, gain, eps=1e-15), atol=1e-12)
    assert np.allclose((rms_norm(x, gain, eps=1e-15) ** 2).mean(axis=1), 1, rtol=1e-12)


def test_a_row_of_equal_numbers_gives_beta_and_no_nan():
    params = {"gamma": np.ones(3), "beta": np.array([1.0, 2.0, 3.0])}
    with np.errstate(all="raise"):
        assert layer_norm(np.full((1, 3), 7.0), params).tolist() == [[1, 2, 3]]
        assert rms_norm(np.zeros((1, 3)), {"gamma": np.ones(3)}).tolist() == [[0, 0, 0]]


def test_a_row_does_not_depend_on_its_neighbours(rng):
    x, params = rng.normal(size=(5, 8)), {"gamma": rng.normal(size=8), "beta": rng.normal(size=8)}
    assert np.allclose(layer_norm(x, params)[2:3], layer_norm(x[2:3], params), atol=1e-15)
