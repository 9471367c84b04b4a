"""Recurrent layers: the equations word for word, gradients of every tensor, padding that changes nothing."""

import numpy as np
import pytest

from attention_core.cells import cell_shapes
from attention_core.recurrent import (
    bidirectional,
    bidirectional_backward,
    gru,
    gru_backward,
    reverse_within,
    rnn,
    rnn_backward,
)

LAYERS = {"tanh": (rnn, rnn_backward), "gru": (gru, gru_backward)}


def random_params(rng, cell, d_input, d_hidden):
    return {name: rng.normal(0, 0.6, shape) for name, shape in cell_shapes(cell, d_input, d_hidden).items()}


@pytest.mark.parametrize("leading", [(), (3,), (2, 2)], ids=str)
@pytest.mark.parametrize("cell", LAYERS)
def test_gradients_of_a_layer(cell, leading, rng, assert_gradients):
    forward, backward = LAYERS[cell]
    arrays = random_params(rng, cell, 3, 4) | {
        "inputs": rng.standard_normal((*leading, 5, 3)),
        "initial_state": rng.standard_normal((*leading, 4)),
    }
    towards = rng.standard_normal((*leading, 5, 4))

    def run(return_cache=False):
        params = {name: arrays[name] for name in cell_shapes(cell, 3, 4)}
        return forward(arrays["inputs"], params, arrays["initial_state"], return_cache=return_cache)

    _, cache = run(return_cache=True)
    grad_inputs, grads, grad_initial = backward(towards, cache)
    found = grads | {"inputs": grad_inputs, "initial_state": grad_initial}
    assert_gradients(lambda: (run() * towards).sum(), arrays, found)


@pytest.mark.parametrize("cell", LAYERS)
def test_gradients_in_both_directions_with_padding(cell, rng, assert_gradients):
    one_way = random_params(rng, cell, 3, 2)
    arrays = {f"forward.{name}": value for name, value in one_way.items()}
    arrays |= {f"backward.{name}": value for name, value in random_params(rng, cell, 3, 2).items()}
    params = dict(arrays)
    arrays["inputs"] = rng.standard_normal((3, 5, 3))
    lengths = np.array([5, 1, 3])
    towards = rng.standard_normal((3, 5, 4))

    def run(return_cache=False):
        return bidirectional(arrays["inputs"], params, lengths, cell=cell, return_cache=return_cache)

    _, cache = run(return_cache=True)
    grad_inputs, grads = bidirectional_backward(towards, cache)
    assert_gradients(lambda: (run() * towards).sum(), arrays, grads | {"inputs": grad_inputs})


def test_tanh_layer_is_its_equation(rng):
    params = random_params(rng, "tanh", 3, 4)
    inputs = rng.standard_normal((6, 3))
    state = np.zeros(4)
    for x, found in zip(inputs, rnn(inputs, params), strict=True):
        # In the lessons' columns: h = tanh(W_xᵀ x + W_hᵀ h + b).
        state = np.tanh(params["W_x"].T @ x + params["W_h"].T @ state + params["b"])
        np.testing.assert_allclose(found, state, atol=1e-14)


def test_gru_layer_is_its_equations(rng):
    params = random_params(rng, "gru", 3, 4)
    inputs = rng.standard_normal((6, 3))
    sigmoid = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
    state = np.zeros(4)
    for x, found in zip(inputs, gru(inputs, params), strict=True):
        x_r, x_z, x_n = np.split(x @ params["W_x"] + params["b"], 3)
        h_r, h_z, h_n = np.split(state @ params["W_h"] + params["b_h"], 3)
        reset, update = sigmoid(x_r + h_r), sigmoid(x_z + h_z)
        state = (1 - update) * np.tanh(x_n + reset * h_n) + update * state
        np.testing.assert_allclose(found, state, atol=1e-14)


def test_gates_do_not_overflow():
    params = {name: np.full(shape, 1e4) for name, shape in cell_shapes("gru", 1, 1).items()}
    with np.errstate(all="raise"):
        states = gru(np.array([[1.0], [-1.0]]), params)
    assert np.isfinite(states).all()


@pytest.mark.parametrize("cell", LAYERS)
def test_padding_changes_nothing(cell, rng):
    params = {
        f"{way}.{name}": value
        for way in ("forward", "backward")
        for name, value in random_params(rng, cell, 3, 4).items()
    }
    inputs = rng.standard_normal((2, 7, 3))
    lengths = np.array([4, 7])
    padded = bidirectional(inputs, params, lengths, cell=cell)
    alone = bidirectional(inputs[0, :4], params, cell=cell)
    np.testing.assert_allclose(padded[0, :4], alone, atol=1e-14)
    assert (padded[0, 4:] == 0).all()


def test_each_direction_knows_its_side(rng):
    half = random_params(rng, "tanh", 3, 4)
    params = {f"{way}.{name}": value for way in ("forward", "backward") for name, value in half.items()}
    inputs = rng.standard_normal((6, 3))
    before = bidirectional(inputs, params)
    inputs[3] += 1.0
    changed = np.abs(bidirectional(inputs, params) - before).max(axis=-1) > 0
    forward = np.abs(bidirectional(inputs, params) - before)[:, :4].max(axis=-1) > 0
    backward = np.abs(bidirectional(inputs, params) - before)[:, 4:].max(axis=-1) > 0
    assert changed.all()
    assert forward.tolist() == [False, False, False, True, True, True]
    assert backward.tolist() == [True, True, True, True, False, False]


def test_reversing_twice_is_nothing(rng):
    rows = rng.standard_normal((3, 5, 2))
    lengths = np.array([5, 2, 1])
    reversed_rows = reverse_within(rows, lengths)
    assert (reverse_within(reversed_rows, lengths) == rows).all()
    assert (reversed_rows[1, :2] == rows[1, 1::-1]).all() and (reversed_rows[1, 2:] == rows[1, 2:]).all()


def test_gradient_through_time_fades_by_the_recurrent_weight():
    """A linear unit of weight 0.9 keeps 0.9³⁰ = 0.042 of the gradient after 30 steps (small states: tanh′ ≈ 1)."""
    params = {"W_x": np.zeros((1, 1)), "W_h": np.array([[0.9]]), "b": np.zeros(1)}
    _, cache = rnn(np.zeros((30, 1)), params, return_cache=True)
    grad_states = np.zeros((30, 1))
    grad_states[-1] = 1
    _, _, grad_initial = rnn_backward(grad_states, cache)
    assert round(grad_initial.item(), 3) == 0.042


@pytest.mark.parametrize("cell", LAYERS)
def test_float32_stays_float32(cell, rng):
    params = {name: value.astype(np.float32) for name, value in random_params(rng, cell, 3, 4).items()}
    states, cache = LAYERS[cell][0](rng.standard_normal((2, 5, 3)).astype(np.float32), params, return_cache=True)
    grad_inputs, grads, grad_initial = LAYERS[cell][1](np.ones_like(states), cache)
    assert {array.dtype for array in (states, grad_inputs, grad_initial, *grads.values())} == {np.dtype(np.float32)}


def good(**changes):
    call = {"inputs": np.zeros((5, 3)), "params": {"W_x": np.zeros((3, 4)), "W_h": np.zeros((4, 4)), "b": np.zeros(4)}}
    return call | changes


@pytest.mark.parametrize(
    "call, words",
    [
        (good(inputs=np.zeros((5, 3), int)), ["inputs", "floating-point", "integers"]),
        (good(inputs=np.zeros((0, 3))), ["inputs", "(0, 3)"]),
        (good(inputs=np.zeros((5, 0))), ["inputs", "(5, 0)"]),
        (good(inputs=np.full((5, 3), np.nan)), ["inputs", "finite", "nan"]),
        (good(inputs=np.zeros((5, 2))), ["W_x", "(2, 4)", "(3, 4)"]),
        (good(params={}), ["params", "missing", "W_h"]),
        (good(initial_state=np.zeros(5)), ["initial_state", "(4,)", "(5,)"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        rnn(**call)
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize("lengths, words", [([6], ["lengths", "1 to 5"]), ([0], ["lengths"]), ([1.0], ["integers"])])
def test_bad_lengths_are_named(lengths, words):
    params = {
        f"{way}.{name}": np.zeros(shape)
        for way in ("forward", "backward")
        for name, shape in cell_shapes("tanh", 3, 2).items()
    }
    with pytest.raises(ValueError) as error:
        bidirectional(np.zeros((1, 5, 3)), params, lengths)
    for word in words:
        assert word in str(error.value)


def test_gradients_of_another_shape_are_refused(rng):
    _, cache = rnn(rng.standard_normal((5, 3)), random_params(rng, "tanh", 3, 4), return_cache=True)
    with pytest.raises(ValueError, match=r"grad_states: expected shape \(5, 4\), got shape \(4,\)"):
        rnn_backward(np.zeros(4), cache)
