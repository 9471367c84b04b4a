"""Who may look at whom, decided before the softmax.

A mask is an array of booleans that broadcasts to the scores (..., n_q, n_k): **True means «may look»**, as in PyTorch's
`scaled_dot_product_attention` (its `key_padding_mask` says the opposite). A score that may not be looked at becomes −∞,
and its weight exactly 0. Masking after the softmax would leave rows that do not sum to 1.
"""

import numpy as np

from .checks import as_array, as_float_array, as_mask, check_count


def causal_mask(n_queries, n_keys=None, past=0):
    """Query i may look at keys 0 … i + past: (n_queries, n_keys), True on and under the diagonal.

    `n_keys` is n_queries + past unless given. `past` counts keys that came before the first query, as when a key–value
    cache holds them. Raises ValueError for counts below 1 (`past` below 0).
    Source: Vaswani et al. (2017), §3.2.3.

    >>> causal_mask(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    n_queries = check_count("n_queries", n_queries)
    past = check_count("past", past, minimum=0)
    n_keys = n_queries + past if n_keys is None else check_count("n_keys", n_keys)
    return np.tri(n_queries, n_keys, k=past, dtype=bool)


def padding_mask(lengths, n_keys):
    """The first `lengths` keys of each sequence may be looked at, the filling after them may not.

    `lengths` integers (...,) from 0 to `n_keys` → (..., 1, n_keys), to broadcast over the queries.
    A length of 0 masks whole rows: their weights and their context are 0. Raises ValueError for lengths outside.

    >>> padding_mask([2, 3], 3).astype(int)
    array([[[1, 1, 0]],
    <BLANKLINE>
           [[1, 1, 1]]])
    """
    n_keys = check_count("n_keys", n_keys)
    lengths = as_array("lengths", lengths)
    if lengths.dtype.kind not in "iu" or lengths.size == 0 or lengths.min() < 0 or lengths.max() > n_keys:
        raise ValueError(f"lengths: expected integers from 0 to {n_keys}, got {lengths.tolist()}")
    return np.arange(n_keys) < lengths[..., None, None]


def token_mask(tokens, padding_id):
    """Every token but the filling may be looked at: ids (..., n) → (..., 1, n).

    >>> token_mask(np.array([5, 7, 0]), padding_id=0).astype(int)
    array([[1, 1, 0]])
    """
    tokens = as_array("tokens", tokens)
    if tokens.dtype.kind not in "iu" or tokens.ndim < 1 or tokens.size == 0:
        raise ValueError(f"tokens: expected integer ids, shape (..., n), got {tokens.dtype} of shape {tokens.shape}")
    return (tokens != padding_id)[..., None, :]


def combine_masks(*masks):
    """What all of them allow: logical «and», with broadcasting; None allows everything.

    The order does not matter, and repeating a mask changes nothing. Raises ValueError for shapes that do not match and
    for arrays that are not boolean.

    >>> combine_masks(causal_mask(2), None, padding_mask(1, 2)).astype(int)
    array([[1, 0],
           [1, 0]])
    """
    combined = None
    for index, mask in enumerate(masks):
        if mask is None:
            continue
        mask = as_array(f"masks[{index}]", mask)
        if mask.dtype != np.bool_:
            raise ValueError(f"masks[{index}]: expected booleans, got {mask.dtype} of shape {mask.shape}")
        try:
            combined = mask if combined is None else combined & mask
        except ValueError as error:
            message = f"masks[{index}]: expected a shape that broadcasts with {combined.shape}, got shape {mask.shape}"
            raise ValueError(message) from error
    return combined


def apply_mask(scores, mask):
    """Scores with −∞ where `mask` is False, in a new array. `mask` None changes nothing.

    `scores` (..., n_q, n_k); `mask` broadcasts to them. Raises ValueError if it does not or is not boolean.

    >>> apply_mask(np.array([[1.0, 2.0]]), np.array([[True, False]]))
    array([[  1., -inf]])
    """
    scores = as_float_array("scores", scores, finite=False)
    if mask is None:
        return scores.copy()
    # A Python float keeps float32 scores in float32.
    return np.where(as_mask("mask", mask, scores.shape), scores, -float("inf"))
