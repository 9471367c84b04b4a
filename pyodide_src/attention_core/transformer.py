"""What both transformers share: rows from tokens, stacks of blocks, and the last projection to the vocabulary."""

import math
from typing import NamedTuple

import numpy as np

from .blocks import encoder_block, encoder_block_backward, init_encoder_block
from .embedding import EmbeddingCache, embed, embed_backward
from .linear import linear, linear_backward
from .parameters import parameter_pieces, prefixed
from .positions import LearnedPositionsCache, alibi_bias, learned_positions, learned_positions_backward
from .positions import sinusoidal_positions
from .residuals import NORMS
from .scores import glorot


class InputCache(NamedTuple):
    embedding: EmbeddingCache
    positions: LearnedPositionsCache | None


def init_input(rng, n_vocabulary, config):
    """{"embedding": (n_vocabulary, d_model)}, and {"positions": (max_length, d_model)} where positions are learned.

    Normal with deviation 1/√d_model, which the √d_model of `input_rows` brings to 1.
    """
    deviation = 1 / math.sqrt(config.d_model)
    params = {"embedding": rng.normal(0, deviation, (n_vocabulary, config.d_model))}
    if config.positions == "learned":
        params["positions"] = rng.normal(0, deviation, (config.max_length, config.d_model))
    return params


def input_rows(tokens, params, config, *, start=0, return_cache=False):
    """√d_model · embedding, plus the positions that are added: ids (..., n) → rows (..., n, d_model).

    `start` is the position of the first token, for a model that reads on. Rotary and ALiBi positions are not added
    here: they enter the attention. Source: Vaswani et al. (2017), §3.4 and §3.5.

    >>> from attention_core import TransformerConfig
    >>> config = TransformerConfig(d_model=4, positions="none")
    >>> input_rows(np.array([1]), {"embedding": np.array([[0.0] * 4, [0.5] * 4])}, config)
    array([[1., 1., 1., 1.]])
    """
    rows, embedding_cache = embed(tokens, params["embedding"], return_cache=True)
    rows = rows * math.sqrt(config.d_model)
    n_tokens, positions_cache = rows.shape[-2], None
    if config.positions == "sinusoidal":
        rows += sinusoidal_positions(n_tokens, config.d_model, start=start).astype(rows.dtype)
    elif config.positions == "learned":
        positions, positions_cache = learned_positions(params["positions"], n_tokens, start=start, return_cache=True)
        rows += positions
    return (rows, InputCache(embedding_cache, positions_cache)) if return_cache else rows


def input_rows_backward(grad_rows, cache):
    """{"embedding": …} and, where they are learned, {"positions": …}."""
    scale = math.sqrt(grad_rows.shape[-1])
    grads = {"embedding": embed_backward(grad_rows * scale, cache.embedding)}
    if cache.positions is not None:
        grads["positions"] = learned_positions_backward(grad_rows, cache.positions)
    return grads


def position_bias(config, n_queries, past=0):
    """What ALiBi adds to the scores, (n_heads, n_queries, past + n_queries); None with other positions."""
    return alibi_bias(config.n_heads, n_queries, past=past) if config.positions == "alibi" else None


class StackCache(NamedTuple):
    """`blocks` has each block's cache, first to last; `norm` that of the last norm, None where there is none."""

    blocks: tuple
    norm: object


def init_encoder_stack(rng, config):
    """Parameters "0.…", "1.…" of n_layers encoder blocks and, with pre-norm, of the "norm" after the last.

    >>> from attention_core import TransformerConfig
    >>> config = TransformerConfig(n_layers=2, d_model=8, n_heads=2, d_ff=16)
    >>> init_encoder_stack(np.random.default_rng(0), config)["1.norm_2.gamma"].shape
    (8,)
    """
    params = {}
    for layer in range(config.n_layers):
        params |= prefixed(str(layer), init_encoder_block(rng, config))
    return params | init_last_norm(config)


def encoder_stack(x, params, config, *, mask=None, bias=None, return_cache=False):
    """n_layers encoder blocks, each reading the rows of the one before: (..., n, d_model) → the same.

    With a causal mask, the trunk of a decoder-only model. With `return_cache=True`, (rows, StackCache).

    >>> from attention_core import TransformerConfig
    >>> rng, config = np.random.default_rng(0), TransformerConfig(n_layers=2, d_model=8, n_heads=2, d_ff=16)
    >>> x, params = rng.standard_normal((5, 8)), init_encoder_stack(rng, config)
    >>> _, cache = encoder_stack(x, params, config, return_cache=True)
    >>> [block.weights.shape for block in cache.blocks]
    [(2, 5, 5), (2, 5, 5)]
    """
    caches, pieces = [], parameter_pieces(params)
    for layer in range(config.n_layers):
        x, cache = encoder_block(x, pieces[str(layer)], config, mask=mask, bias=bias, return_cache=True)
        caches.append(cache)
    x, norm_cache = last_norm(x, pieces.get("norm", {}), config)
    return (x, StackCache(tuple(caches), norm_cache)) if return_cache else x


def encoder_stack_backward(grad_output, cache, config):
    """(grad_x, grads) from the gradient of the last rows."""
    grads = {}
    grad_x = last_norm_backward(grad_output, cache.norm, config, grads)
    for layer in range(config.n_layers - 1, -1, -1):
        gradients = encoder_block_backward(grad_x, cache.blocks[layer])
        grads |= prefixed(str(layer), gradients.params)
        grad_x = gradients.x
    return grad_x, grads


def init_last_norm(config):
    return prefixed("norm", NORMS[config.norm].initialise(config.d_model)) if config.placement == "pre" else {}


def last_norm(x, norm_params, config):
    """With pre-norm nothing has normalised the last rows yet; with post-norm the last block has."""
    if config.placement == "post":
        return x, None
    return NORMS[config.norm].forward(x, norm_params, eps=config.eps, return_cache=True)


def last_norm_backward(grad_output, cache, config, grads):
    if config.placement == "post":
        return grad_output
    grad_x, grad_norm = NORMS[config.norm].backward(grad_output, cache)
    grads |= prefixed("norm", grad_norm)
    return grad_x


def init_output(rng, n_vocabulary, config):
    """{"W": (d_model, n_vocabulary), "b": zeros}."""
    return {"W": glorot(rng, config.d_model, n_vocabulary), "b": np.zeros(n_vocabulary)}


def output_logits(rows, params):
    """(logits, cache): one score for each word of the vocabulary and each row."""
    return linear(rows, params["W"], params["b"], return_cache=True)


def output_logits_backward(grad_logits, cache):
    """(grad_rows, {"W", "b"})."""
    grad_rows, grad_W, grad_b = linear_backward(grad_logits, cache)
    return grad_rows, {"W": grad_W, "b": grad_b}
