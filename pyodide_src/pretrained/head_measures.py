"""What a head does with a sentence, in a few numbers: how much it looks at the word before, the next, the marks; how spread
its weights are and how far they go.

Every measure is a mean over rows of `maps` (..., n, n), so it works on one head or on all at once. `rows` are the rows that
count, by default all; the lessons count only those of words, because what `</s>` looks at says nothing of the sentence.
"""

import numpy as np
from attention_core import entropy


def mean_weight_at(maps, offset, rows=None):
    """Mean weight on the place `offset` steps away (−1 the one before, 1 the next), over rows that have such a place.

    >>> mean_weight_at(np.array([[0.5, 0.5], [0.8, 0.2]]), -1)
    array(0.8)
    """
    n = maps.shape[-1]
    rows = [row for row in _rows(maps, rows) if 0 <= row + offset < n]
    return maps[..., rows, [row + offset for row in rows]].mean(axis=-1)


def mean_weight_on(maps, columns, rows=None):
    """Mean, over rows, of the sum of the weights on `columns`.

    >>> mean_weight_on(np.array([[0.5, 0.25, 0.25], [0.75, 0.25, 0.0], [0.0, 0.0, 1.0]]), [0, 2], rows=[0, 1])
    array(0.75)
    """
    return maps[..., _rows(maps, rows), :][..., list(columns)].sum(axis=-1).mean(axis=-1)


def mean_entropy(maps, rows=None):
    """Mean entropy of the rows, in bits: 0 when a row has one weight, log₂ n when all are equal.

    >>> mean_entropy(np.array([[0.5, 0.5], [1.0, 0.0]]))
    array(0.5)
    """
    return np.asarray(entropy(maps[..., _rows(maps, rows), :]) / np.log(2)).mean(axis=-1)


def mean_distance(maps, rows=None):
    """Mean distance that the weight goes, in places: Σ_j α_ij |i − j|, averaged over rows.

    >>> mean_distance(np.array([[0.5, 0.5], [1.0, 0.0]]))
    array(0.75)
    """
    rows = _rows(maps, rows)
    distances = np.abs(np.array(rows)[:, None] - np.arange(maps.shape[-1]))
    return (maps[..., rows, :] * distances).sum(axis=-1).mean(axis=-1)


def similarity_to(maps, drawing):
    """How alike each map is to a drawing of what one looks for: the cosine over the rows where something is drawn.

    `drawing` (n, n), weights of any size ≥ 0. Each drawn row is brought to sum to one first, as the maps' rows do.
    Raises ValueError for another shape or an empty drawing.

    >>> similarity_to(np.eye(3), np.array([[1.0, 0, 0], [0, 0, 0], [0, 0, 0]]))
    array(1.)
    """
    drawing = np.asarray(drawing, float)
    if drawing.shape != maps.shape[-2:]:
        raise ValueError(f"drawing: expected shape {maps.shape[-2:]}, got {drawing.shape}")
    drawn = np.flatnonzero(drawing.sum(axis=-1) > 0)
    if not len(drawn):
        raise ValueError("drawing: expected at least one weight above 0")
    wanted = drawing[drawn] / drawing[drawn].sum(axis=-1, keepdims=True)
    found = maps[..., drawn, :]
    products = (found * wanted).sum(axis=(-2, -1))
    return products / np.sqrt((found * found).sum(axis=(-2, -1)) * (wanted * wanted).sum())


def _rows(maps, rows):
    return list(range(maps.shape[-2]) if rows is None else rows)
