"""Four bits a weight: the blocks in which the model's matrices are stored, and the numbers they stand for.

A block of the kind Q4_0 (of the library ggml) holds 32 weights in 18 bytes: a scale d in half precision and 16 bytes, whose
low halves are the first 16 weights and whose high halves the other 16. A half h from 0 to 15 stands for d (h − 8), so a
block knows 16 values at most, and zero is always one of them.
"""

import numpy as np

BLOCK = 32
BLOCK_BYTES = 18
_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", (BLOCK // 2,))])


def q4_bytes(n):
    """How many bytes `n` weights take. Raises ValueError unless they fill whole blocks.

    >>> q4_bytes(384)
    216
    """
    if n % BLOCK:
        raise ValueError(f"n: expected a multiple of {BLOCK}, got {n}")
    return n // BLOCK * BLOCK_BYTES


def dequantize_q4(data, shape, dtype=np.float32):
    """The matrix that Q4_0 blocks stand for: bytes → array of `shape`, row by row.

    The last axis must fill whole blocks. A scale times a small integer is exact in float32 and in float64, so both give
    the same numbers. Raises ValueError when the bytes are not as many as the shape asks for.

    >>> halves = bytes([0x80] + [0x88] * 15)  # weight 0 is 0 − 8, all others 8 − 8
    >>> dequantize_q4(np.float16(0.5).tobytes() + halves, (1, 32))[0, :3]
    array([-4.,  0.,  0.], dtype=float32)
    """
    expected = q4_bytes(shape[-1]) * int(np.prod(shape[:-1]))
    if len(data) != expected:
        raise ValueError(f"data: expected {expected} bytes for shape {tuple(shape)}, got {len(data)}")
    blocks = np.frombuffer(data, _BLOCK)
    weights = np.empty((len(blocks), BLOCK), dtype)
    half = BLOCK // 2
    weights[:, :half] = blocks["halves"] & 0x0F
    weights[:, half:] = blocks["halves"] >> 4
    weights -= 8
    weights *= blocks["scale"].astype(dtype)[:, None]
    return weights.reshape(shape)


def dequantize_rows(data, ids, width, dtype=np.float32):
    """Only rows `ids` of a table of Q4_0 rows of `width` weights: (len(ids), width).

    Raises ValueError for an id outside the table.
    """
    row = q4_bytes(width)
    table = np.frombuffer(data, np.uint8).reshape(-1, row)
    ids = np.asarray(ids)
    if ids.size and not 0 <= ids.min() <= ids.max() < len(table):
        raise ValueError(f"ids: expected rows from 0 to {len(table) - 1}, got {ids.min()} to {ids.max()}")
    return dequantize_q4(table[ids].tobytes(), (len(ids), width), dtype)
