"""Optimizers: steps worked out by hand, purity, clipping."""

import numpy as np
import pytest

from attention_core.optimizers import adam, clip_gradients, global_norm, momentum, sgd


def run(optimizer, gradient_of, x, steps, **options):
    params, state = {"x": np.array([float(x)])}, None
    for _ in range(steps):
        params, state = optimizer(params, {"x": gradient_of(params["x"])}, state, **options)
    return params["x"].item()


def test_descent_in_the_bowl_follows_the_powers():
    """On x² a step of 0.1 multiplies by 0.8 and one of 1.1 by −1.2: 0.8¹⁰ = 0.107, 1.2¹⁰ = 6.19."""
    assert round(run(sgd, lambda x: 2 * x, 1, 10, rate=0.1), 3) == 0.107
    assert round(run(sgd, lambda x: 2 * x, 1, 10, rate=1.1), 2) == 6.19


def test_momentum_by_hand():
    """Constant gradient 1, rate 0.1, decay 0.5: velocities 1, 1.5, 1.75."""
    assert run(momentum, np.ones_like, 1, 3, rate=0.1, decay=0.5) == pytest.approx(1 - 0.1 * (1 + 1.5 + 1.75), abs=1e-15)


def test_momentum_without_memory_is_descent():
    assert run(momentum, lambda x: 2 * x, 1, 5, rate=0.1, decay=0.0) == run(sgd, lambda x: 2 * x, 1, 5, rate=0.1)


def test_adam_by_hand():
    """Gradients 1 and then 2, step by step from algorithm 1."""
    params, state = adam({"x": np.array([0.0])}, {"x": np.array([1.0])}, rate=0.1)
    assert params["x"].item() == pytest.approx(-0.1 / (1 + 1e-8), abs=1e-16)
    params, state = adam(params, {"x": np.array([2.0])}, state, rate=0.1)
    mean = (0.9 * 0.1 * 1 + 0.1 * 2) / (1 - 0.9**2)
    square = (0.999 * 0.001 * 1 + 0.001 * 4) / (1 - 0.999**2)
    assert params["x"].item() == pytest.approx(-0.1 / (1 + 1e-8) - 0.1 * mean / (np.sqrt(square) + 1e-8), abs=1e-15)
    assert state.step == 2


@pytest.mark.parametrize("optimizer", [sgd, momentum, adam])
def test_nothing_is_changed_in_place(optimizer):
    params, grads = {"x": np.ones(3)}, {"x": np.full(3, 2.0)}
    first, state = optimizer(params, grads, rate=0.1)
    kept = {name: value.copy() for name, value in first.items()}
    optimizer(first, grads, state, rate=0.1)
    again, _ = optimizer(first, grads, state, rate=0.1)
    once_more, _ = optimizer(first, grads, state, rate=0.1)
    assert (params["x"] == 1).all() and (grads["x"] == 2).all() and (first["x"] == kept["x"]).all()
    assert (again["x"] == once_more["x"]).all()


@pytest.mark.parametrize("optimizer", [sgd, momentum, adam])
def test_float32_stays_float32(optimizer):
    params, state = {"x": np.ones(3, np.float32)}, None
    for _ in range(2):
        params, state = optimizer(params, {"x": np.ones(3, np.float32)}, state, rate=0.1)
    assert params["x"].dtype == np.float32


def test_clipping_keeps_the_direction_and_bounds_the_norm():
    grads = {"a": np.array([3.0, 0.0]), "b": np.array([[0.0], [4.0]])}
    clipped, norm = clip_gradients(grads, 2.0)
    assert norm == 5.0
    assert global_norm(clipped) == pytest.approx(2.0, abs=1e-15)
    np.testing.assert_allclose(clipped["a"], [1.2, 0.0], atol=1e-15)
    np.testing.assert_allclose(clipped["b"], [[0.0], [1.6]], atol=1e-15)


def test_small_gradients_are_not_touched():
    grads = {"a": np.array([0.3])}
    assert clip_gradients(grads, 1.0)[0] is grads


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: sgd({"x": np.ones(1)}, {"y": np.ones(1)}, rate=1.0), ["gradients", "x, y"]),
        (lambda: sgd({"x": np.ones(1)}, {"x": np.ones(2)}, rate=1.0), ["gradients", "(2,)", "(1,)"]),
        (lambda: sgd({"x": np.ones(1)}, {"x": np.ones(1)}, rate=0.0), ["rate", "0.0"]),
        (lambda: momentum({"x": np.ones(1)}, {"x": np.ones(1)}, rate=1.0, decay=1.0), ["decay", "[0, 1)", "1.0"]),
        (lambda: adam({"x": np.ones(1)}, {"x": np.ones(1)}, beta2=-0.1), ["beta2", "-0.1"]),
        (lambda: clip_gradients({"x": np.ones(1)}, -1.0), ["limit", "-1.0"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)
