"""Where a token stands: four ways to tell attention, which by itself only sees a set.

Sinusoidal and learned positions are added to the embeddings; rotary positions turn queries and keys; ALiBi lowers the
scores of keys that are far away.
"""

from typing import NamedTuple

import numpy as np

from .checks import as_array, as_rows, check_count, check_positive, check_shape


def sinusoidal_positions(n_positions, d_model, *, start=0, base=10000.0):
    """PE(p, 2i) = sin(p / base^(2i/d)), PE(p, 2i+1) = cos(p / base^(2i/d)), for p = start … start + n − 1.

    Returns (n_positions, d_model) in float64. Known for: PE_p · PE_{p+k} depends on k alone, and PE_{p+k} is a linear
    function of PE_p (`sinusoidal_shift`); nothing is learned, and any position has one.

    Raises ValueError for an odd `d_model` or counts below 1. Source: Vaswani et al. (2017), §3.5.

    >>> sinusoidal_positions(2, 4).round(3)
    array([[0.   , 1.   , 0.   , 1.   ],
           [0.841, 0.54 , 0.01 , 1.   ]])
    """
    n_positions = check_count("n_positions", n_positions)
    start = check_count("start", start, minimum=0)
    angles = np.arange(start, start + n_positions)[:, None] * _frequencies("d_model", d_model, base)
    positions = np.empty((n_positions, d_model))
    positions[:, 0::2] = np.sin(angles)
    positions[:, 1::2] = np.cos(angles)
    return positions


def sinusoidal_shift(offset, d_model, *, base=10000.0):
    """The matrix M with PE_{p+offset} = PE_p M for every p: a turn of each pair of coordinates. (d_model, d_model).

    >>> positions = sinusoidal_positions(9, 6)
    >>> bool(np.allclose(positions[1:5] @ sinusoidal_shift(4, 6), positions[5:]))
    True
    """
    angles = offset * _frequencies("d_model", d_model, base)
    shift = np.zeros((d_model, d_model))
    even = np.arange(0, d_model, 2)
    shift[even, even] = shift[even + 1, even + 1] = np.cos(angles)
    shift[even + 1, even] = np.sin(angles)
    shift[even, even + 1] = -np.sin(angles)
    return shift


class LearnedPositionsCache(NamedTuple):
    table_shape: tuple
    start: int


def learned_positions(table, n_positions, *, start=0, return_cache=False):
    """Rows start … start + n − 1 of a table of parameters: (n_max, d) → (n_positions, d).

    Known for: as good as sinusoids in the original paper (table 3, row E), and **without a row for a position that the
    table does not have**: there it raises ValueError instead of guessing. Source: Gehring et al. (2017), §3.1.

    >>> learned_positions(np.array([[0.1, 0.2], [0.3, 0.4]]), 3)
    Traceback (most recent call last):
    ...
    ValueError: n_positions: expected positions 0 to 2 to have a row, but the table of shape (2, 2) has 2 rows
    """
    table = as_rows("table", table)
    n_positions = check_count("n_positions", n_positions)
    start = check_count("start", start, minimum=0)
    end = start + n_positions
    if end > table.shape[0]:
        raise ValueError(
            f"n_positions: expected positions {start} to {end - 1} to have a row, "
            f"but the table of shape {table.shape} has {table.shape[0]} rows"
        )
    rows = table[start:end]
    return (rows, LearnedPositionsCache(table.shape, start)) if return_cache else rows


def learned_positions_backward(grad_positions, cache):
    """Gradient of the table: (..., n, d) summed over the batch into the rows used, 0 in the others."""
    grad_table = np.zeros(cache.table_shape, grad_positions.dtype)
    n_positions, d_model = grad_positions.shape[-2:]
    summed = grad_positions.reshape(-1, n_positions, d_model).sum(axis=0)
    grad_table[cache.start : cache.start + n_positions] = summed
    return grad_table


def rotary(x, positions=None, *, base=10000.0):
    """Turn each pair of coordinates (2i, 2i+1) of row p by the angle p / base^(2i/d).

    `x` (..., n, d), d even: queries or keys of one head. `positions` (n,), 0 … n − 1 unless given. Same shape and
    precision. Known for: lengths do not change, and the product of a query at p and a key at r depends on p − r alone.

    Raises ValueError for an odd d or another number of positions.
    Source: Su et al. (2021), «RoFormer», eqs. 15 and 34.

    >>> q, k = np.array([[1.0, 2.0]]), np.array([[0.5, -1.0]])
    >>> near, far = [rotary(q, [p + 3]) @ rotary(k, [p]).T for p in (0, 100)]
    >>> bool(np.allclose(near, far))
    True
    """
    x = as_rows("x", x)
    n_rows, width = x.shape[-2:]
    positions = np.arange(n_rows) if positions is None else as_array("positions", positions)
    check_shape("positions", positions, (n_rows,))
    if width % 2:
        raise ValueError(f"x: expected rows of an even width, for pairs of coordinates, got shape {x.shape}")
    angles = positions[:, None] * _frequencies("x", width, base)
    cosine, sine = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = np.empty_like(x)
    turned[..., 0::2] = even * cosine - odd * sine
    turned[..., 1::2] = even * sine + odd * cosine
    return turned


def rotary_backward(grad_turned, positions=None, *, base=10000.0):
    """Gradient of `x`: the turn undone, since a turn's transpose is its inverse.

    >>> x = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> bool(np.allclose(rotary_backward(rotary(x)), x))
    True
    """
    positions = np.arange(np.shape(grad_turned)[-2]) if positions is None else as_array("positions", positions)
    return rotary(grad_turned, -positions, base=base)


def alibi_slopes(n_heads):
    """One slope a head, 2^(−8 i / n_heads) for i = 1 … n_heads. Source: Press et al. (2022), §3.

    The paper's own numbers for a power of two; for other counts its code interleaves two such series, and this keeps
    the one series that the text gives.

    >>> alibi_slopes(8)[:3]
    array([0.5  , 0.25 , 0.125])
    """
    n_heads = check_count("n_heads", n_heads)
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(n_heads, n_queries, n_keys=None, *, past=0):
    """−slope · distance, to be added to the scores: (n_heads, n_queries, n_keys).

    Query i stands at position i + past, key j at j; `n_keys` is n_queries + past unless given. Under a causal mask this is
    the paper's bias; without one, keys to the right are lowered by the same rule. Known for: nothing is learned, and
    longer sequences than those of training keep making sense.

    >>> alibi_bias(1, 3)[0] * 256
    array([[-0., -1., -2.],
           [-1., -0., -1.],
           [-2., -1., -0.]])
    """
    n_queries = check_count("n_queries", n_queries)
    past = check_count("past", past, minimum=0)
    n_keys = n_queries + past if n_keys is None else check_count("n_keys", n_keys)
    distance = np.abs(np.arange(past, past + n_queries)[:, None] - np.arange(n_keys))
    return -alibi_slopes(n_heads)[:, None, None] * distance


def _frequencies(name, d_model, base):
    """1 / base^(2i/d) for i = 0 … d/2 − 1; an odd d has a coordinate without a partner."""
    d_model = check_count(name, d_model)
    if d_model % 2:
        raise ValueError(f"{name}: expected an even number, for pairs of coordinates, got {d_model}")
    return check_positive("base", base) ** (-np.arange(0, d_model, 2) / d_model)
