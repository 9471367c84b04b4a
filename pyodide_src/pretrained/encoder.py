"""A BERT-family encoder run with the book's own functions: nothing here multiplies; `attention_core` does.

Post-norm blocks with exact GELU, learned positions, and a norm over the sum of the three embeddings (piece, position,
kind of sentence). Source: Devlin et al. (2019), §3; post-norm as in Vaswani et al. (2017), §3.1.
"""

from typing import NamedTuple

import numpy as np
from attention_core import (
    TransformerConfig,
    encoder_block,
    head_contributions,
    layer_norm,
    learned_positions,
    prefixed,
    sub_parameters,
)

from .e5_file import ModelFileError
from .quantization import dequantize_rows


class Encoder(NamedTuple):
    """A pretrained encoder: `config`, `params` (names of `attention_core.init_encoder_stack`, and "positions", "type",
    "norm.gamma", "norm.beta"), and `word_rows`, a function from ids to rows (n, d_model) of the embedding table."""

    config: TransformerConfig
    params: dict
    word_rows: object


class Layer(NamedTuple):
    """What one block did with a sentence of n pieces: `rows` (n, d_model) that came out, `weights` (h, n, n) after softmax,
    `transformed_norms` (h, n): ‖x_j W_v W_o‖ of head h, the size of what piece j offers before it is weighted, or None when
    they were not asked for."""

    rows: np.ndarray
    weights: np.ndarray
    transformed_norms: np.ndarray | None


def encoder_from_file(model, word_rows=None, dtype=np.float32):
    """The Encoder of a `ModelFile`. `word_rows` replaces the table of pieces where the file has only part of it.

    The matrices of the file have a row per output; attention_core multiplies from the left, so each is transposed, as a
    view, and copied nowhere. Raises ModelFileError for a file in
    which a tensor is missing or has another size.
    """
    shape, tensors = model.shape, model.tensors
    d, d_ff = shape.d_model, shape.d_ff

    def tensor(name, *sizes):
        if name not in tensors:
            raise ModelFileError(f"the file has no tensor {name}")
        return tensors[name].array(sizes, dtype)

    params = {
        "positions": tensor("emb.pos", shape.max_length, d),
        "type": tensor("emb.type", shape.n_types, d)[0],
        "norm.gamma": tensor("emb.ln.w", d),
        "norm.beta": tensor("emb.ln.b", d),
    }
    for layer in range(shape.n_layers):
        block = {}
        for ours, theirs, n_out, n_in in (
            ("attention.{}_q", "q", d, d),
            ("attention.{}_k", "k", d, d),
            ("attention.{}_v", "v", d, d),
            ("attention.{}_o", "ao", d, d),
            ("feed_forward.{}_1", "fi", d_ff, d),
            ("feed_forward.{}_2", "fo", d, d_ff),
        ):
            block[ours.format("W")] = tensor(f"l{layer}.{theirs}.w", n_out, n_in).T
            block[ours.format("b")] = tensor(f"l{layer}.{theirs}.b", n_out)
        for ours, theirs in (("norm_1", "aln"), ("norm_2", "oln")):
            block[f"{ours}.gamma"] = tensor(f"l{layer}.{theirs}.w", d)
            block[f"{ours}.beta"] = tensor(f"l{layer}.{theirs}.b", d)
        params |= prefixed(str(layer), block)
    config = bert_config(shape.n_layers, d, shape.n_heads, d_ff, shape.max_length, shape.eps)
    if word_rows is None:
        table = tensors["emb.word"].data

        def word_rows(ids):
            return dequantize_rows(table, ids, d, dtype)

    return Encoder(config, params, word_rows)


def bert_config(n_layers, d_model, n_heads, d_ff, max_length, eps, activation="gelu"):
    """The TransformerConfig of a BERT-family encoder of these counts."""
    return TransformerConfig(
        n_layers=n_layers, d_model=d_model, n_heads=n_heads, d_ff=d_ff, placement="post", activation=activation,
        positions="learned", max_length=max_length, eps=eps,
    )


def first_rows(encoder, ids):
    """The rows that enter the first block, (n, d_model). Raises ValueError for more pieces than there are positions."""
    params = encoder.params
    rows = encoder.word_rows(np.asarray(ids)) + learned_positions(params["positions"], len(ids)) + params["type"]
    return layer_norm(rows, sub_parameters(params, "norm"), eps=encoder.config.eps)


def run_layers(encoder, ids, *, without=None, norms=False):
    """Run a sentence block by block: a generator of Layer, as many as the encoder has.

    `ids` are those of its pieces with the marks of beginning and end. `without` = (layer, head), counted from 0, switches
    one head off: what it would add to the rows is 0, and all else stays. With `norms`, `transformed_norms` are worked out.

    Raises ValueError as `first_rows` does, and for a head that the encoder does not have.
    """
    rows = first_rows(encoder, ids)
    for layer in range(encoder.config.n_layers):
        block = sub_parameters(encoder.params, str(layer))
        if without is not None and without[0] == layer:
            block = without_head(block, encoder.config.n_heads, without[1])
        rows, cache = encoder_block(rows, block, encoder.config, return_cache=True)
        attention = cache.attention.sublayer
        yield Layer(rows, attention.weights, transformed_norms(attention) if norms else None)


def attention_maps(encoder, ids):
    """All maps of a sentence after softmax, (layers, heads, n, n): row i says how piece i shares its attention out."""
    return np.stack([layer.weights for layer in run_layers(encoder, ids)])


def sentence_vector(encoder, ids, *, without=None):
    """The mean of the last rows, brought to length 1: (d_model,). Source: Wang et al. (2024), multilingual E5, §3."""
    for layer in run_layers(encoder, ids, without=without):
        last = layer.rows
    mean = last.mean(axis=0)
    return mean / np.linalg.norm(mean)


def transformed_norms(cache):
    """‖v_j W_o^h‖ for each head and piece, (h, n), from the MultiHeadCache of one attention.

    α_ij times it is the size of what piece j adds to piece i through head h. Source: Kobayashi et al. (2020), eq. 5.
    """
    offered = head_contributions(cache._replace(heads=cache.values))
    return np.linalg.norm(offered, axis=-1)


def without_head(block, n_heads, head):
    """The parameters of a block with one head silenced: its rows of W_o are zeros. Nothing is changed in place."""
    if not 0 <= head < n_heads:
        raise ValueError(f"without: expected a head from 0 to {n_heads - 1}, got {head}")
    silenced = block["attention.W_o"].copy(order="K")
    d_v = silenced.shape[0] // n_heads
    silenced[head * d_v : (head + 1) * d_v] = 0
    return block | {"attention.W_o": silenced}
