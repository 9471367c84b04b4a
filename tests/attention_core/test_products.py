"""The product of matrices is the same with BLAS and without."""

import numpy as np
import pytest

from attention_core import products
from attention_core.products import matmul

SHAPES = [((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5)), ((3, 4), (2, 4, 5)), ((2, 1, 3, 4), (3, 4, 5))]


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("has_blas, large", [(True, 3000), (False, 0), (False, 3000)])
@pytest.mark.parametrize("turned", [False, True])
def test_products_are_numpys(rng, monkeypatch, shapes, has_blas, large, turned):
    monkeypatch.setattr(products, "HAS_BLAS", has_blas)
    monkeypatch.setattr(products, "LARGE", large)
    a, b = (rng.normal(size=shape) for shape in shapes)
    if turned:  # the same matrices, columns first in memory
        a, b = (np.ascontiguousarray(array.swapaxes(-1, -2)).swapaxes(-1, -2) for array in (a, b))
    assert np.allclose(matmul(a, b), a @ b, rtol=1e-13, atol=1e-14)
    single = matmul(a.astype(np.float32), b.astype(np.float32))
    assert single.dtype == np.float32 and np.allclose(single, a @ b, atol=1e-5)
