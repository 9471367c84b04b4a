"""Checks at the door of every public function.

Each check raises `ValueError` with the argument's name, what was expected and what came (shape and
type), so that a reader who typed the call in a cell can mend it. Inside the package the checked array
is trusted: nothing is tested twice on purpose.
"""

import math
from collections.abc import Mapping

import numpy as np

KINDS = {"i": "integers", "u": "integers", "b": "booleans", "c": "complex numbers", "U": "text", "O": "objects"}


def as_float_array(name, value, *, min_ndim=0, finite=True):
    """Return `value` as an array of float32 or float64 (other precisions keep theirs), never copied if it is one.

    Raises ValueError when it holds integers, booleans, text or objects; when any axis is empty; when it
    has fewer than `min_ndim` axes; and, if `finite`, when it holds NaN or an infinity.

    >>> as_float_array("scores", [1, 2, 3])
    Traceback (most recent call last):
    ...
    ValueError: scores: expected floating-point numbers, got integers of shape (3,); write 1.0 instead of 1, or use .astype(float)
    """
    array = as_array(name, value)
    if array.dtype.kind != "f":
        # Integers would be rounded or divided in ways that hide mistakes, so they are refused by name.
        hint = "; write 1.0 instead of 1, or use .astype(float)" if array.dtype.kind in "iub" else ""
        found = KINDS.get(array.dtype.kind, str(array.dtype))
        raise ValueError(f"{name}: expected floating-point numbers, got {found} of shape {array.shape}{hint}")
    if array.ndim < min_ndim:
        raise ValueError(f"{name}: expected at least {min_ndim} axes, got shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name}: expected at least one element along every axis, got the empty shape {array.shape}")
    if finite:
        check_finite(name, array)
    return array


def as_array(name, value):
    """Return `value` as an array; a ragged list raises ValueError with the argument's name."""
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name}: expected rows of the same length, got a ragged list") from error


def check_finite(name, array):
    """Raise ValueError if `array` holds NaN or an infinity; one pass and no temporary in the good case."""
    flat = array.ravel(order="K")  # a view, whatever the order in memory
    if math.isfinite(np.vdot(flat, flat)):  # vdot overflows without a warning, as dot would not
        return
    # The squares of finite numbers may overflow: only now is each element looked at.
    bad = ~np.isfinite(array)
    if bad.any():
        where = tuple(int(index) for index in np.argwhere(bad)[0])
        found = array[where]
        raise ValueError(f"{name}: expected finite numbers, got {found} at index {where} of shape {array.shape}")


def as_rows(name, value, *, width=None, finite=True):
    """Return `value` as rows of floats, shape (..., n, d), n ≥ 1 and d ≥ 1; `width` fixes d.

    >>> as_rows("keys", np.zeros((2, 0)))
    Traceback (most recent call last):
    ...
    ValueError: keys: expected at least one element along every axis, got the empty shape (2, 0)
    """
    array = as_float_array(name, value, finite=finite)
    if array.ndim < 2:
        raise ValueError(f"{name}: expected one row per token, shape (..., n, d), got shape {array.shape}")
    if width is not None and array.shape[-1] != width:
        raise ValueError(f"{name}: expected rows of {width} numbers, shape (..., n, {width}), got shape {array.shape}")
    return array


def check_shape(name, array, expected):
    """Raise ValueError unless `array.shape` equals `expected` (a tuple)."""
    if array.shape != tuple(expected):
        raise ValueError(f"{name}: expected shape {tuple(expected)}, got shape {array.shape}")


def check_leading_axes(**arrays):
    """Return the shape that the arrays' axes before the last two broadcast to; ValueError names them all."""
    leading = {array.shape[:-2] for array in arrays.values()}
    if len(leading) == 1:
        return leading.pop()
    try:
        return np.broadcast_shapes(*leading)
    except ValueError as error:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"{' and '.join(arrays)}: expected leading axes that match, got {shapes}") from error


def as_mask(name, mask, shape):
    """Return `mask` as a boolean array that broadcasts to `shape` (that of the scores) and not beyond it.

    True means «may look». Raises ValueError for other types (0/1 and −∞/0 masks have opposite
    readings in the literature, so none is guessed) and for shapes that do not fit.

    >>> as_mask("mask", np.ones((3, 4)), (3, 4))
    Traceback (most recent call last):
    ...
    ValueError: mask: expected booleans (True = may look), got float64 of shape (3, 4)
    """
    array = as_array(name, mask)
    if array.dtype != np.bool_:
        raise ValueError(f"{name}: expected booleans (True = may look), got {array.dtype} of shape {array.shape}")
    check_broadcast(name, array, shape)
    return array


def check_broadcast(name, array, shape):
    """Raise ValueError unless `array` broadcasts to exactly `shape`."""
    fits = array.ndim <= len(shape) and all(
        own in (1, wanted) for own, wanted in zip(array.shape[::-1], shape[::-1], strict=False)
    )
    if not fits:
        raise ValueError(f"{name}: expected a shape that broadcasts to {tuple(shape)}, got shape {array.shape}")


def as_token_ids(name, value, n_vocabulary, *, min_ndim=1):
    """Return `value` as an integer array with 0 ≤ id < `n_vocabulary`; ValueError names the first id outside."""
    array = as_array(name, value)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: expected integer token ids, got {array.dtype} of shape {array.shape}")
    if array.ndim < min_ndim:
        raise ValueError(f"{name}: expected at least {min_ndim} axes of token ids, got shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{name}: expected at least one token, got the empty shape {array.shape}")
    if array.min() < 0 or array.max() >= n_vocabulary:
        outside = array[(array < 0) | (array >= n_vocabulary)][0]
        raise ValueError(
            f"{name}: expected token ids from 0 to {n_vocabulary - 1}, got {outside} in an array of shape {array.shape}"
        )
    return array


def check_count(name, value, *, minimum=1):
    """Return `value` as int; ValueError unless it is an integer ≥ `minimum` (a size, a number of heads, a length)."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < minimum:
        raise ValueError(f"{name}: expected an integer of at least {minimum}, got {value!r}")
    return int(value)


def check_positive(name, value):
    """Return `value` as float; ValueError unless it is a finite number above zero."""
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name}: expected a finite number above 0, got {value!r}")
    return float(value)


def check_choice(name, value, choices):
    """Raise ValueError unless `value` is one of `choices`."""
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(map(repr, choices))}, got {value!r}")


def check_axis(name, array, axis):
    """Raise ValueError unless `array` has the axis number `axis`."""
    if not isinstance(axis, int | np.integer) or not -array.ndim <= axis < array.ndim:
        raise ValueError(f"axis: expected an axis of {name}, which has shape {array.shape}, got {axis!r}")


def check_parameters(params, shapes, *, name="params", optional=()):
    """Raise ValueError unless the dict `params` holds finite floats of the `shapes` given by name.

    Names in `optional` may be absent; names that `shapes` does not know are refused, because a
    misspelt bias would otherwise be ignored without a word.
    """
    if not isinstance(params, Mapping):
        raise ValueError(f"{name}: expected a dict of arrays with keys {sorted(shapes)}, got {type(params).__name__}")
    missing = sorted(set(shapes) - set(params) - set(optional))
    unknown = sorted(set(params) - set(shapes))
    if missing or unknown:
        raise ValueError(f"{name}: expected the keys {sorted(shapes)}; missing {missing}, unknown {unknown}")
    for key, array in params.items():
        label = f"{name}[{key!r}]"
        if not isinstance(array, np.ndarray) or array.dtype.kind != "f":
            kind = getattr(array, "dtype", type(array).__name__)
            raise ValueError(f"{label}: expected an array of floats of shape {shapes[key]}, got {kind}")
        check_shape(label, array, shapes[key])
        check_finite(label, array)
