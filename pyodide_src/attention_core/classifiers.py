"""Two small classifiers: a perceptron with a hidden layer, and a recurrent network read at its last state.

The first has weights of its own for each position of a sequence; the second uses the same ones at every step.
"""

import math
from typing import NamedTuple

import numpy as np

from .checks import as_rows, as_token_ids, check_count, check_parameters
from .embedding import embed, embed_backward
from .linear import linear, linear_backward
from .parameters import prefixed, sub_parameters
from .recurrent import rnn, rnn_backward
from .softmax import cross_entropy, cross_entropy_backward


def one_hot_rows(tokens, n_vocabulary):
    """Sequences as the perceptron wants them: the one-hot rows of all positions side by side in one row.

    `tokens` (n, T) → (n, T · n_vocabulary): block t of the row is position t, and so is block t of the first layer.
    Raises ValueError for ids outside the vocabulary.

    >>> one_hot_rows(np.array([[1, 0]]), 3).tolist()
    [[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]]
    """
    tokens = as_token_ids("tokens", tokens, n_vocabulary, min_ndim=2)
    return np.eye(n_vocabulary)[tokens].reshape(len(tokens), -1)


class MlpCache(NamedTuple):
    first: object
    hidden: np.ndarray
    second: object


def init_mlp(rng, d_input, d_hidden, n_classes):
    """{"W_1" (d_input, d_hidden), "b_1", "W_2" (d_hidden, n_classes), "b_2"}: normal, variance 1 / d_in; biases 0.

    Raises ValueError for sizes that are not positive integers.

    >>> {name: value.shape for name, value in init_mlp(np.random.default_rng(0), 2, 4, 3).items()}
    {'W_1': (2, 4), 'b_1': (4,), 'W_2': (4, 3), 'b_2': (3,)}
    """
    for name, size in (("d_input", d_input), ("d_hidden", d_hidden), ("n_classes", n_classes)):
        check_count(name, size)
    return {
        "W_1": rng.standard_normal((d_input, d_hidden)) / math.sqrt(d_input),
        "b_1": np.zeros(d_hidden),
        "W_2": rng.standard_normal((d_hidden, n_classes)) / math.sqrt(d_hidden),
        "b_2": np.zeros(n_classes),
    }


def mlp(x, params, *, return_cache=False):
    """Logits tanh(x W_1 + b_1) W_2 + b_2: a layer that bends the space, and one that cuts it.

    `x` (n, d_input) → (n, n_classes); with `return_cache=True`, (logits, cache); `cache.hidden` is the bent space.
    Raises ValueError for other shapes, integers, NaN. Source: Rumelhart, Hinton & Williams (1986).

    The exclusive or, which no single layer can do:

    >>> params = {"W_1": np.full((2, 2), 9.0), "b_1": np.array([-4.0, -13.0]),
    ...           "W_2": np.array([[-1.0, 1.0], [1.0, -1.0]]), "b_2": np.array([1.0, -1.0])}
    >>> mlp(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), params).argmax(axis=-1).tolist()
    [0, 1, 1, 0]
    """
    x = as_rows("x", x)
    d_hidden, n_classes = _mlp_sizes(params)
    shapes = {"W_1": (x.shape[-1], d_hidden), "b_1": (d_hidden,), "W_2": (d_hidden, n_classes), "b_2": (n_classes,)}
    check_parameters(params, shapes)
    before, first = linear(x, params["W_1"], params["b_1"], return_cache=True)
    hidden = np.tanh(before)
    logits, second = linear(hidden, params["W_2"], params["b_2"], return_cache=True)
    return (logits, MlpCache(first, hidden, second)) if return_cache else logits


def mlp_backward(grad_logits, cache):
    """(grad_x, gradients like `params`) from the gradient of the logits.

    >>> params = init_mlp(np.random.default_rng(0), 2, 4, 3)
    >>> _, cache = mlp(np.ones((5, 2)), params, return_cache=True)
    >>> grad_x, grads = mlp_backward(np.ones((5, 3)), cache)
    >>> grad_x.shape, grads["b_2"].tolist()
    ((5, 2), [5.0, 5.0, 5.0])
    """
    grad_hidden, grad_W_2, grad_b_2 = linear_backward(grad_logits, cache.second)
    grad_x, grad_W_1, grad_b_1 = linear_backward(grad_hidden * (1 - cache.hidden * cache.hidden), cache.first)
    return grad_x, {"W_1": grad_W_1, "b_1": grad_b_1, "W_2": grad_W_2, "b_2": grad_b_2}


def mlp_gradients(x, labels, params):
    """(cross-entropy, gradients like `params`): what `train` needs. `x` (n, d_input), `labels` (n,) integers.

    >>> params = init_mlp(np.random.default_rng(0), 2, 4, 3)
    >>> loss, grads = mlp_gradients(np.zeros((5, 2)), np.zeros(5, int), params)
    >>> round(loss, 3), sorted(grads)                                   # ln 3: it knows nothing yet
    (1.099, ['W_1', 'W_2', 'b_1', 'b_2'])
    """
    logits, cache = mlp(x, params, return_cache=True)
    loss, loss_cache = cross_entropy(logits, labels, return_cache=True)
    return loss, mlp_backward(cross_entropy_backward(1.0, loss_cache), cache)[1]


class RnnClassifierCache(NamedTuple):
    embedding: object
    layer: object
    states: np.ndarray
    output: object


def init_rnn_classifier(rng, n_vocabulary, d_embedding, d_hidden, n_classes):
    """{"embedding", "rnn.W_x", "rnn.W_h", "rnn.b", "output.W", "output.b"}: normal, variance 1 / d_in; biases 0.

    Raises ValueError for sizes that are not positive integers.

    >>> sorted(init_rnn_classifier(np.random.default_rng(0), 10, 4, 8, 2))
    ['embedding', 'output.W', 'output.b', 'rnn.W_h', 'rnn.W_x', 'rnn.b']
    """
    sizes = {"n_vocabulary": n_vocabulary, "d_embedding": d_embedding, "d_hidden": d_hidden, "n_classes": n_classes}
    for name, size in sizes.items():
        check_count(name, size)
    return {
        "embedding": rng.standard_normal((n_vocabulary, d_embedding)),
        "rnn.W_x": rng.standard_normal((d_embedding, d_hidden)) / math.sqrt(d_embedding),
        "rnn.W_h": rng.standard_normal((d_hidden, d_hidden)) / math.sqrt(d_hidden),
        "rnn.b": np.zeros(d_hidden),
        "output.W": rng.standard_normal((d_hidden, n_classes)) / math.sqrt(d_hidden),
        "output.b": np.zeros(n_classes),
    }


def rnn_classifier(tokens, params, *, return_cache=False):
    """Read a sequence word by word with the same weights, and classify its last state.

    `tokens` (n, T) ids → logits (n, n_classes); with `return_cache=True`, (logits, cache), where `cache.states` (n, T, d)
    is every state on the way. Raises ValueError for ids outside the table or parameters that do not fit.

    >>> params = init_rnn_classifier(np.random.default_rng(0), 10, 4, 8, 2)
    >>> rnn_classifier(np.array([[1, 2, 3], [4, 5, 6]]), params).shape
    (2, 2)
    """
    vectors, embedding = embed(tokens, params["embedding"], return_cache=True)
    states, layer = rnn(vectors, sub_parameters(params, "rnn"), return_cache=True)
    logits, output = linear(states[:, -1], params["output.W"], params["output.b"], return_cache=True)
    return (logits, RnnClassifierCache(embedding, layer, states, output)) if return_cache else logits


def rnn_classifier_backward(grad_logits, cache):
    """Gradients like `params` from the gradient of the logits (n, n_classes).

    >>> params = init_rnn_classifier(np.random.default_rng(0), 10, 4, 8, 2)
    >>> _, cache = rnn_classifier(np.array([[1, 2, 3]]), params, return_cache=True)
    >>> grads = rnn_classifier_backward(np.array([[1.0, 0.0]]), cache)
    >>> grads.keys() == params.keys(), np.flatnonzero(grads["embedding"].any(axis=1)).tolist()
    (True, [1, 2, 3])
    """
    grad_states = np.zeros_like(cache.states)
    grad_states[:, -1], grad_W, grad_b = linear_backward(grad_logits, cache.output)
    grad_vectors, grads, _ = rnn_backward(grad_states, cache.layer)
    ends = {"embedding": embed_backward(grad_vectors, cache.embedding), "output.W": grad_W, "output.b": grad_b}
    return ends | prefixed("rnn", grads)


def rnn_classifier_gradients(tokens, labels, params):
    """(cross-entropy, gradients like `params`): what `train` needs. `tokens` (n, T), `labels` (n,) integers.

    >>> params = init_rnn_classifier(np.random.default_rng(0), 10, 4, 8, 2)
    >>> loss, grads = rnn_classifier_gradients(np.array([[1, 2, 3]]), np.array([0]), params)
    >>> grads.keys() == params.keys()
    True
    """
    logits, cache = rnn_classifier(tokens, params, return_cache=True)
    loss, loss_cache = cross_entropy(logits, labels, return_cache=True)
    return loss, rnn_classifier_backward(cross_entropy_backward(1.0, loss_cache), cache)


def _mlp_sizes(params):
    """(d_hidden, n_classes), read from W_2; the check of all shapes that follows names whatever is wrong."""
    shape = np.shape(params["W_2"]) if isinstance(params, dict) and "W_2" in params else ()
    return shape if len(shape) == 2 else (1, 1)
