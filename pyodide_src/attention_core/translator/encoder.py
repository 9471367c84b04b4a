"""The encoder: from source ids to one state h̄_j for each token."""

from typing import NamedTuple

import numpy as np

from ..embedding import embed, embed_backward
from ..linear import matrix_gradient
from ..parameters import prefixed, sub_parameters
from ..recurrent import as_lengths, bidirectional, bidirectional_backward, gru, real_rows, rnn, rnn_backward


class EncoderCache(NamedTuple):
    kind: str
    lengths: np.ndarray
    embedding: object
    layer: object


def encode(source, params, config, lengths=None, *, return_cache=False):
    """h̄_1 … h̄_{T_x}: one row for each source token, read as `config.encoder` says.

    `source` (n, T_x) ids, padded at the end; `lengths` (n,). Returns (n, T_x, d_hidden), 0 on padding; with
    `return_cache=True`, (states, cache). Raises ValueError for ids outside the vocabulary or lengths that do not fit.

    >>> from attention_core.translator import TranslatorConfig, init_translator
    >>> config = TranslatorConfig(37, 28)
    >>> states = encode(np.array([[3, 5, 0]]), init_translator(config), config, np.array([2]))
    >>> states.shape, bool((states[0, 2] == 0).all())
    ((1, 3, 32), True)
    """
    vectors, embedding = embed(source, params["source_embedding"], return_cache=True)
    lengths = as_lengths(lengths, vectors)
    layer_params = sub_parameters(params, "encoder")
    if config.encoder == "bidirectional":
        states, layer = bidirectional(vectors, layer_params, lengths, cell=config.cell, return_cache=True)
    else:
        if config.encoder == "embeddings":
            states = np.tanh(vectors @ layer_params["W"] + layer_params["b"])
            layer = (vectors, layer_params["W"], states)
        else:
            layer_forward = gru if config.cell == "gru" else rnn
            states, layer = layer_forward(vectors, layer_params, return_cache=True)
        states = states * real_rows(lengths, states.shape[-2])[..., None]
    return (states, EncoderCache(config.encoder, lengths, embedding, layer)) if return_cache else states


def encode_backward(grad_states, cache):
    """Gradients of «source_embedding» and of every «encoder.…» from that of the states (n, T_x, d_hidden).

    >>> from attention_core.translator import TranslatorConfig, init_translator
    >>> config = TranslatorConfig(37, 28, encoder="forward")
    >>> _, cache = encode(np.array([[3, 5]]), init_translator(config), config, return_cache=True)
    >>> sorted(encode_backward(np.ones((1, 2, 32)), cache))
    ['encoder.W_h', 'encoder.W_x', 'encoder.b', 'source_embedding']
    """
    if cache.kind == "bidirectional":
        grad_vectors, grads = bidirectional_backward(grad_states, cache.layer)
    else:
        grad_states = grad_states * real_rows(cache.lengths, grad_states.shape[-2])[..., None]
        if cache.kind == "embeddings":
            vectors, W, states = cache.layer
            flow = grad_states * (1 - states * states)
            grad_vectors = flow @ W.T
            grads = {"W": matrix_gradient(vectors, flow), "b": flow.reshape(-1, flow.shape[-1]).sum(axis=0)}
        else:
            grad_vectors, grads, _ = rnn_backward(grad_states, cache.layer)
    return {"source_embedding": embed_backward(grad_vectors, cache.embedding)} | prefixed("encoder", grads)
