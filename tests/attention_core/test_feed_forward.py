"""The error function, the activations, and the position-wise network."""

import math

import numpy as np
import pytest

from attention_core import erf, feed_forward, feed_forward_backward, gelu, gelu_tanh, init_feed_forward, relu
from attention_core.activations import ACTIVATIONS


def test_erf_agrees_with_the_c_library_to_1e_15(rng):
    x = np.concatenate([np.linspace(-8, 8, 40001), rng.normal(0, 0.1, 5000), [0.0, -0.0, 5e-324, 1e300, -1e300]])
    expected = np.array([math.erf(value) for value in x.tolist()])
    assert np.abs(erf(x) - expected).max() < 1e-15
    assert math.copysign(1, erf(np.array(-0.0))) == -1


def test_erf_of_any_shape_and_order_in_memory(rng):
    x = rng.normal(size=(5, 7, 3000))  # more than one block of work
    assert erf(x).shape == x.shape
    assert (erf(x.T) == erf(x).T).all()
    assert erf(np.array(0.5)).shape == ()
    assert np.abs(erf(x.astype(np.float32)) - erf(x)).max() < 5e-7


def test_gelu_is_x_times_the_normal_distribution():
    # Φ(1) and Φ(−2) from tables of the normal distribution.
    assert np.allclose(gelu(np.array([1.0, -2.0])), [0.8413447460685429, -2 * 0.022750131948179195], rtol=1e-14)
    x = np.linspace(-6, 6, 2001)
    assert np.abs(gelu_tanh(x) - gelu(x)).max() < 5e-4
    assert relu(np.array([-1.0, 0.0, 2.0])).tolist() == [0, 0, 2]


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("shape", [(4,), (2, 3), (2, 3, 4)])
def test_slopes_of_the_activations(rng, assert_gradients, name, shape):
    forward, backward = ACTIVATIONS[name]
    x, pull = 2 * rng.normal(size=shape), rng.normal(size=shape)
    assert_gradients(lambda: (pull * forward(x)).sum(), {"x": x}, {"x": backward(pull, x)}, step=1e-6)


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("shape", [(1, 2), (3, 4), (2, 3, 4)])
def test_gradients_of_the_network(rng, assert_gradients, name, shape):
    x, params = rng.normal(size=shape), init_feed_forward(rng, shape[-1], 6)
    params |= {"b_1": rng.normal(size=6), "b_2": rng.normal(size=shape[-1])}
    output, cache = feed_forward(x, params, activation=name, return_cache=True)
    pull = rng.normal(size=output.shape)
    grad_x, grads = feed_forward_backward(pull, cache)
    assert_gradients(
        lambda: (pull * feed_forward(x, params, activation=name)).sum(),
        {"x": x, **params},
        {"x": grad_x, **grads},
        step=1e-6,
    )


def test_each_token_is_worked_on_alone(rng):
    x, params = rng.normal(size=(5, 4)), init_feed_forward(rng, 4, 8)
    whole = feed_forward(x, params)
    assert np.allclose(whole, np.vstack([feed_forward(row[None], params) for row in x]), atol=1e-15)
