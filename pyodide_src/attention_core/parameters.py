"""Dicts of parameters: pieces inside pieces have dotted names, so a whole model is still one flat dict.

`{"encoder.0.attention.W_q": …}` is saved, counted, clipped and stepped by an optimizer like any other dict of arrays.
"""


def sub_parameters(params, prefix):
    """The entries under `prefix.`, named without it.

    >>> sub_parameters({"norm.gamma": 1, "norm.beta": 2, "norm_2.gamma": 3}, "norm")
    {'gamma': 1, 'beta': 2}
    """
    start = prefix + "."
    return {name[len(start) :]: array for name, array in params.items() if name.startswith(start)}


def parameter_pieces(params):
    """All the pieces at once, by the first part of their names: one walk over a model's dict instead of one for each.

    >>> parameter_pieces({"norm.gamma": 1, "norm.beta": 2, "0.attention.W_q": 3})
    {'norm': {'gamma': 1, 'beta': 2}, '0': {'attention.W_q': 3}}
    """
    pieces = {}
    for name, array in params.items():
        piece, _, rest = name.partition(".")
        pieces.setdefault(piece, {})[rest] = array
    return pieces


def prefixed(prefix, params):
    """The same entries, named `prefix.name`.

    >>> prefixed("norm", {"gamma": 1})
    {'norm.gamma': 1}
    """
    return {f"{prefix}.{name}": array for name, array in params.items()}


def parameter_count(params):
    """How many numbers a dict of arrays holds.

    >>> import numpy as np
    >>> parameter_count({"W": np.zeros((3, 4)), "b": np.zeros(4)})
    16
    """
    return sum(array.size for array in params.values())
