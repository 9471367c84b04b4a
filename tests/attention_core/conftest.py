"""What the tests of the core share: a generator for each seed, and the referee of every gradient.

Tests take these as fixtures, never by import, so that the same files run under pytest on the author's machine and
under pytest inside Pyodide.
"""

import numpy as np
import pytest


def central_difference(loss, array, step=1e-5):
    """∂loss/∂array by central differences of fourth order, one entry at a time; `array` comes back as it was."""
    gradient = np.zeros_like(array)
    flat, flat_gradient = array.reshape(-1), gradient.reshape(-1)
    assert np.shares_memory(flat, array), "the array must be contiguous: a copy would hide the change from the loss"
    for index in range(flat.size):
        original = flat[index]
        values = {}
        for k in (-2, -1, 1, 2):
            flat[index] = original + k * step
            values[k] = loss()
        flat[index] = original
        flat_gradient[index] = (8 * (values[1] - values[-1]) - (values[2] - values[-2])) / (12 * step)
    return gradient


def relative_error(found, expected):
    """‖found − expected‖ / max(‖found‖, ‖expected‖, 1e-3), of the whole tensor; a tensor of zeros compares by size."""
    scale = max(np.linalg.norm(found), np.linalg.norm(expected), 1e-3)
    return np.linalg.norm(found - expected) / scale


@pytest.fixture
def assert_gradients():
    """assert_gradients(loss, {name: array}, {name: gradient}): every tensor, every entry, relative error < 1e-6."""

    def check(loss, arrays, gradients, step=1e-4, tolerance=1e-6):
        assert set(arrays) == set(gradients), (sorted(arrays), sorted(gradients))
        for name, array in arrays.items():
            assert gradients[name].shape == array.shape, name
            error = relative_error(gradients[name], central_difference(loss, array, step))
            assert error < tolerance, f"gradient of {name}: relative error {error:.2e}"

    return check


@pytest.fixture(params=[0, 1, 2], ids="seed{}".format)
def rng(request):
    """A seeded generator; each test that takes it runs with three seeds."""
    return np.random.default_rng(request.param)
