"""Attention, from the softmax to a small transformer, in NumPy alone.

Rows are tokens; batches are leading axes; a vector multiplies a matrix from the left, `x @ W`. float64 unless the
arrays come in float32, which stays float32. Functions are pure: nothing that comes in is changed.

One convention through the package: `name(...)` gives the result; `name(..., return_cache=True)` gives the result
and its cache, which holds every intermediate by name; `name_backward(grad_output, cache)` gives the gradients, in the
order of the arguments. Parameters are dicts of arrays and their gradients dicts with the same keys. Where the
result itself is all that the backward pass needs (softmax), it takes the place of the cache.
"""

from .linear import linear, linear_backward
from .scores import (
    SCORES,
    additive_pair_scores,
    additive_pair_scores_backward,
    additive_scores,
    additive_scores_backward,
    concat_scores,
    concat_scores_backward,
    dot_scores,
    dot_scores_backward,
    general_scores,
    general_scores_backward,
    glorot,
    init_additive_scores,
    init_concat_scores,
    init_general_scores,
    init_scores,
    scaled_dot_scores,
    scaled_dot_scores_backward,
    score_parameter_count,
)
from .softmax import (
    cross_entropy,
    cross_entropy_backward,
    entropy,
    log_softmax,
    log_softmax_backward,
    softmax,
    softmax_backward,
    softmax_jacobian,
)
