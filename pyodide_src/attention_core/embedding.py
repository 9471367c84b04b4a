"""Embeddings: from token ids to rows. Picking row i is multiplying the i-th unit vector by the table."""

from typing import NamedTuple

import numpy as np

from .checks import as_rows, as_token_ids, check_shape


class EmbeddingCache(NamedTuple):
    tokens: np.ndarray
    table_shape: tuple


def embed(tokens, table, *, return_cache=False):
    """Rows of `table` (n_vocabulary, d) for the integer ids `tokens` (..., n): (..., n, d).

    Raises ValueError for ids outside the table or not integers. Source: Bengio et al. (2003), §2.

    >>> embed([1, 0], np.array([[0.1, 0.2], [0.3, 0.4]]))
    array([[0.3, 0.4],
           [0.1, 0.2]])
    """
    table = as_rows("table", table)
    tokens = as_token_ids("tokens", tokens, table.shape[0])
    rows = table[tokens]
    return (rows, EmbeddingCache(tokens, table.shape)) if return_cache else rows


def embed_backward(grad_rows, cache):
    """Gradient of the table: each row gathers the gradients of the places where its token stood."""
    check_shape("grad_rows", grad_rows, cache.tokens.shape + cache.table_shape[1:])
    grad_table = np.zeros(cache.table_shape, grad_rows.dtype)
    np.add.at(grad_table, cache.tokens.reshape(-1), grad_rows.reshape(-1, cache.table_shape[1]))
    return grad_table
