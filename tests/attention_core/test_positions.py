"""Four ways to say where a token stands, each with the property it is known for."""

import math

import numpy as np
import pytest

from attention_core import (
    alibi_bias,
    alibi_slopes,
    attention,
    learned_positions,
    learned_positions_backward,
    rotary,
    rotary_backward,
    sinusoidal_positions,
    sinusoidal_shift,
)


@pytest.mark.parametrize("d_model", [2, 8, 64])
def test_sinusoids_are_the_papers(d_model):
    table = sinusoidal_positions(20, d_model)
    for p, column in np.ndindex(table.shape):
        angle = p / 10000 ** (2 * (column // 2) / d_model)
        expected = math.cos(angle) if column % 2 else math.sin(angle)
        assert math.isclose(table[p, column], expected, abs_tol=1e-14)


@pytest.mark.parametrize("offset", [0, 1, 5, 30])
def test_sinusoids_products_depend_on_the_offset_alone(offset):
    table = sinusoidal_positions(100, 64)
    products = (table[: 100 - offset] * table[offset:]).sum(axis=1)
    assert np.ptp(products) < 1e-13


def test_sinusoids_at_any_start_are_rows_of_the_same_table():
    assert np.allclose(sinusoidal_positions(3, 8, start=7), sinusoidal_positions(10, 8)[7:], atol=1e-15)


@pytest.mark.parametrize("offset", [1, 3, 17])
def test_shifting_sinusoids_is_a_linear_map_that_keeps_lengths(offset):
    table, shift = sinusoidal_positions(40, 16), sinusoidal_shift(offset, 16)
    assert np.allclose(table[:-offset] @ shift, table[offset:], atol=1e-13)
    assert np.allclose(shift @ shift.T, np.eye(16), atol=1e-15)


def test_learned_positions_are_rows_with_gradients_of_their_own(rng, assert_gradients):
    table, pull = rng.normal(size=(6, 3)), rng.normal(size=(2, 4, 3))
    rows, cache = learned_positions(table, 4, start=1, return_cache=True)
    assert (rows == table[1:5]).all()
    gradient = learned_positions_backward(pull, cache)
    assert_gradients(lambda: (pull * learned_positions(table, 4, start=1)).sum(), {"t": table}, {"t": gradient})
    assert (gradient[[0, 5]] == 0).all()


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 2), (2, 2, 5, 6)])
def test_gradients_of_rotation(rng, assert_gradients, shape):
    x, pull = rng.normal(size=shape), rng.normal(size=shape)
    positions = rng.integers(0, 50, shape[-2])
    assert_gradients(
        lambda: (pull * rotary(x, positions)).sum(), {"x": x}, {"x": rotary_backward(pull, positions)}
    )


def test_rotation_keeps_lengths_and_sees_offsets_alone(rng):
    queries, keys = rng.normal(size=(7, 8)), rng.normal(size=(7, 8))
    assert np.allclose(np.linalg.norm(rotary(queries), axis=1), np.linalg.norm(queries, axis=1), rtol=1e-14)
    here = rotary(queries) @ rotary(keys).T
    far = rotary(queries, np.arange(7) + 1000) @ rotary(keys, np.arange(7) + 1000).T
    assert np.allclose(here, far, atol=1e-11)
    assert np.abs(here - queries @ keys.T).max() > 0.1


def test_rotation_turns_each_pair_by_its_own_angle():
    x = np.array([[0.0] * 4, [1.0, 0.0, 0.0, 1.0]])
    angle = 1 / 100  # position 1, second pair of four: 10000^(−2/4)
    expected = [math.cos(1), math.sin(1), -math.sin(angle), math.cos(angle)]
    assert np.allclose(rotary(x)[1], expected, atol=1e-15)


def test_alibi_slopes_are_the_papers():
    assert alibi_slopes(8).tolist() == [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]
    ratios = alibi_slopes(16)[1:] / alibi_slopes(16)[:-1]
    assert np.allclose(ratios, 2**-0.5, rtol=1e-15) and math.isclose(alibi_slopes(16)[0], 2**-0.5)


def test_alibi_lowers_far_keys_whatever_the_length():
    bias = alibi_bias(2, 5)
    for head, i, j in np.ndindex(bias.shape):
        assert math.isclose(bias[head, i, j], -alibi_slopes(2)[head] * abs(i - j), abs_tol=1e-16)
    assert (alibi_bias(2, 9)[:, :5, :5] == bias).all()
    assert (alibi_bias(2, 2, past=3) == bias[:, 3:]).all()
    equal = np.ones((2, 5, 4))
    _, cache = attention(equal, equal, equal, bias=bias, return_cache=True)
    assert (np.diff(cache.weights[:, 0], axis=-1) < 0).all()
