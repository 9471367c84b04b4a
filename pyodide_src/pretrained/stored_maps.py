"""Maps as the lesson ships them: whole thousandths that still sum to one, in text that any JSON reader takes.

Two digits in base 36 hold a weight of 0 to 1000 thousandths. Nothing is compressed, so that the bytes depend on the numbers
alone; numbers are snapped before they are rounded, so that the last bit of a sum never decides.
"""

from typing import NamedTuple

import numpy as np

from .sentences import Reading, Unit

TOTAL = 1000
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_VALUES = np.full(128, -1)
_VALUES[[ord(digit) for digit in DIGITS]] = np.arange(36)


class StoredSentence(NamedTuple):
    """A shipped sentence: its `reading`; `maps` (layers, heads, n, n) with rows that sum to one; `norms`
    (layers, heads, n), ‖v_j W_o‖; `ablation` (layers, heads), 1 − cosine; `language`, and the `word` and `deciding` word."""

    key: str
    language: str
    reading: Reading
    maps: np.ndarray
    norms: np.ndarray
    ablation: np.ndarray
    word: str
    deciding: str


def round_rows(weights, total=TOTAL):
    """Whole shares of `total` that sum to it in every row: all are rounded down, then the largest remainders up.

    `weights` (..., n), ≥ 0, rows that sum to one. No share is off by 1/`total` or more. Among equal remainders the first
    goes up.

    >>> round_rows(np.array([[1 / 3, 1 / 3, 1 / 3], [0.9996, 0.0004, 0.0]]))
    array([[ 334,  333,  333],
           [1000,    0,    0]])
    """
    exact = np.round(weights * total, 6)
    whole = np.floor(exact).astype(np.int64)
    missing = total - whole.sum(axis=-1, keepdims=True)
    # Remainders in descending order; a stable sort keeps the first of equals first.
    order = np.argsort(whole - exact, axis=-1, kind="stable")
    ranks = np.argsort(order, axis=-1, kind="stable")
    return whole + (ranks < missing)


def pack(numbers, width):
    """Whole numbers as text, `width` digits in base 36 each. Raises ValueError for one that does not fit.

    >>> pack(np.array([0, 35, 1000]), 2)
    '000zrs'
    """
    flat = np.asarray(numbers).ravel()
    if flat.size and not 0 <= flat.min() <= flat.max() < 36**width:
        raise ValueError(f"numbers: expected 0 to {36**width - 1}, got {flat.min()} to {flat.max()}")
    return "".join(
        "".join(DIGITS[int(number) // 36**place % 36] for place in range(width - 1, -1, -1)) for number in flat
    )


def unpack(text, width, shape):
    """The whole numbers of a packed text, as an array of `shape`. Raises ValueError when they are others, or not as many.

    >>> unpack("000zrs", 2, (3,))
    array([   0,   35, 1000])
    """
    data = np.frombuffer(text.encode("ascii", "replace"), np.uint8)
    count = int(np.prod(shape))
    if len(data) != count * width or (data.size and data.max() > 127):
        raise ValueError(f"text: expected {count * width} digits, got {len(data)}")
    digits = _VALUES[data].reshape(count, width)
    if digits.size and digits.min() < 0:
        raise ValueError("text: expected digits in base 36")
    return (digits @ 36 ** np.arange(width - 1, -1, -1)).reshape(shape)


def to_json(key, language, case, reading, maps, norms, ablation):
    """A StoredSentence as JSON values: weights in thousandths, norms in hundredths, ablation in millionths."""
    return {
        "key": key,
        "language": language,
        "sentence": reading.sentence,
        "word": case.word,
        "deciding": case.deciding,
        "pieces": list(reading.pieces),
        "ids": list(reading.ids),
        "units": [list(unit) for unit in reading.units],
        "heads": list(maps.shape[:2]),
        "weights": pack(round_rows(maps), 2),
        "norms": pack(np.round(norms * 100, 6).round().astype(np.int64), 2),
        "ablation": [int(change) for change in np.round(ablation * 1e6, 3).round().ravel()],
    }


def from_json(record):
    """The StoredSentence of `to_json`."""
    units = tuple(Unit(*unit) for unit in record["units"])
    reading = Reading(record["sentence"], tuple(record["ids"]), tuple(record["pieces"]), units)
    n, heads = len(reading.pieces), tuple(record["heads"])
    return StoredSentence(
        record["key"],
        record["language"],
        reading,
        unpack(record["weights"], 2, (*heads, n, n)) / TOTAL,
        unpack(record["norms"], 2, (*heads, n)) / 100,
        np.array(record["ablation"]).reshape(heads) / 1e6,
        record["word"],
        record["deciding"],
    )
