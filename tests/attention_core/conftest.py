"""What the tests of the core share: a generator for each seed, and the referee of every gradient.

Tests take these as fixtures, never by import, so that the same files run under pytest on the author's machine and
under pytest inside Pyodide.
"""

import numpy as np
import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "pyodide: runs tests of the core in the reader's Python under Node, for minutes")


def slope(loss, array, direction, step):
    """(loss(array + step·direction) − loss(array − step·direction)) / (2 step); `array` comes back as it was."""
    original = array.copy()
    values = []
    for sign in (1, -1):
        array[...] = original + sign * step * direction
        values.append(loss())
    array[...] = original
    return (values[0] - values[1]) / (2 * step)


def directions(gradient, rng, few):
    """Every entry of a tensor of up to `few`. Of a larger one, the entries with the largest gradients, as many others, and
    random directions that move all its entries at once: a wrong entry anywhere turns up in those."""
    size, third = gradient.size, max(few // 3, 1)
    if size <= few:
        indices = range(size)
    else:
        indices = [*np.argsort(-np.abs(gradient), axis=None)[:third], *rng.integers(0, size, third)]
        for _ in range(min(3, third)):
            direction = rng.normal(size=gradient.shape)
            yield direction / np.linalg.norm(direction)
    for index in indices:
        direction = np.zeros(gradient.shape)
        direction.reshape(-1)[index] = 1
        yield direction


@pytest.fixture
def assert_gradients():
    """assert_gradients(loss, {name: array}, {name: gradient}): every tensor, relative error < 1e-6 in float64.

    The error of each slope is measured against the norm of the tensor's gradient, and against 0.01 where that is
    smaller: some gradients are zero, such as that of the keys' bias, and then only the rounding of the loss is left.
    """

    def check(loss, arrays, gradients, step=1e-5, few=16):
        assert set(arrays) == set(gradients), (sorted(arrays), sorted(gradients))
        rng = np.random.default_rng(12345)
        for name, array in arrays.items():
            gradient = gradients[name]
            assert gradient.shape == array.shape, name
            scale = max(np.linalg.norm(gradient), 1e-2)
            for direction in directions(gradient, rng, few):
                found, expected = (gradient * direction).sum(), slope(loss, array, direction, step)
                error = abs(found - expected) / scale
                assert error < 1e-6, f"gradient of {name}: {found} against {expected}, error {error:.1e}"

    return check


@pytest.fixture(params=[0, 1, 2], ids="seed{}".format)
def rng(request):
    """A seeded generator; each test that takes it runs with three seeds."""
    return np.random.default_rng(request.param)
