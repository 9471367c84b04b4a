"""A decoder-only model: tokens in, and for every position the scores of the token that follows.

While it learns, all positions are computed at once under the causal mask; while it writes, one token at a time, with the
keys and values of the earlier ones kept. Source: Radford et al. (2018), §3.1; Vaswani et al. (2017).
"""

from typing import NamedTuple

import numpy as np

from .blocks import TransformerConfig, check_config, encoder_block_step
from .checks import as_float_array, check_count, check_shape
from .masks import causal_mask, combine_masks
from .parameters import parameter_pieces, prefixed
from .transformer import (
    InputCache,
    StackCache,
    encoder_stack,
    encoder_stack_backward,
    init_encoder_stack,
    init_input,
    init_output,
    input_rows,
    input_rows_backward,
    last_norm,
    output_logits,
    output_logits_backward,
    position_bias,
)


class DecoderOnlyCache(NamedTuple):
    """`rows` (..., n, d_model) is what the last projection reads; `stack.blocks[l].weights` are layer l's weights."""

    input: InputCache
    stack: StackCache
    rows: np.ndarray
    output: tuple
    config: TransformerConfig


def init_decoder_only(rng, n_vocabulary, config):
    """Parameters "input.…", "stack.…", "output.…" from the generator `rng`.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> sum(array.size for array in init_decoder_only(np.random.default_rng(0), 10, config).values())
    786
    """
    check_config(config)
    n_vocabulary = check_count("n_vocabulary", n_vocabulary)
    params = prefixed("input", init_input(rng, n_vocabulary, config))
    params |= prefixed("stack", init_encoder_stack(rng, config))
    return params | prefixed("output", init_output(rng, n_vocabulary, config))


def decoder_only(tokens, params, config, *, mask=None, return_cache=False):
    """Logits of the next token after each position: ids (..., n) → (..., n, n_vocabulary).

    `mask` (..., n, n), such as `token_mask` of a padded batch, is joined to the causal one (unless `config.causal` is False,
    which lets every position see the token it should guess). With `return_cache=True`, (logits, DecoderOnlyCache).
    Raises ValueError for ids outside the vocabulary, empty sequences, more tokens than learned positions.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> params = init_decoder_only(np.random.default_rng(0), 10, config)
    >>> decoder_only(np.array([3, 1, 4]), params, config).shape
    (3, 10)
    """
    check_config(config)
    pieces = parameter_pieces(params)
    rows, input_cache = input_rows(tokens, pieces["input"], config, return_cache=True)
    n_tokens = rows.shape[-2]
    allowed = combine_masks(causal_mask(n_tokens) if config.causal else None, mask)
    rows, stack_cache = encoder_stack(
        rows,
        pieces["stack"],
        config,
        mask=allowed,
        bias=position_bias(config, n_tokens),
        return_cache=True,
    )
    logits, output_cache = output_logits(rows, pieces["output"])
    return (logits, DecoderOnlyCache(input_cache, stack_cache, rows, output_cache, config)) if return_cache else logits


def decoder_only_backward(grad_logits, cache):
    """Gradients of all parameters, a dict with the same keys, from that of the logits."""
    grad_logits = as_float_array("grad_logits", grad_logits)
    check_shape("grad_logits", grad_logits, cache.rows.shape[:-1] + cache.output.W.shape[1:])
    grad_rows, output_grads = output_logits_backward(grad_logits, cache.output)
    grad_rows, stack_grads = encoder_stack_backward(grad_rows, cache.stack, cache.config)
    grads = prefixed("input", input_rows_backward(grad_rows, cache.input))
    return grads | prefixed("stack", stack_grads) | prefixed("output", output_grads)


def decoder_only_step(tokens, params, config, past=None):
    """Read on: logits (..., m, n_vocabulary) of m new tokens (..., m), and the caches of all layers, a tuple.

    `past` is the tuple that the step before gave, None at the start; it is left as it was. The logits are those that
    `decoder_only` gives in these positions for the whole sequence (which must be causal).

    >>> config = TransformerConfig(n_layers=2, d_model=8, n_heads=2, d_ff=16, positions="rotary")
    >>> params = init_decoder_only(np.random.default_rng(0), 10, config)
    >>> _, past = decoder_only_step(np.array([3, 1]), params, config)
    >>> logits, past = decoder_only_step(np.array([4]), params, config, past)
    >>> bool(np.allclose(logits[0], decoder_only(np.array([3, 1, 4]), params, config)[2]))
    True
    """
    check_config(config)
    if not config.causal:
        raise ValueError("config.causal: expected True, since a token that may look ahead cannot be kept in a cache")
    pieces = parameter_pieces(params)
    layers = parameter_pieces(pieces["stack"])
    n_past = 0 if past is None else past[0].keys.shape[-2]
    rows = input_rows(tokens, pieces["input"], config, start=n_past)
    bias = position_bias(config, rows.shape[-2], past=n_past)
    present = []
    for layer in range(config.n_layers):
        layer_past = None if past is None else past[layer]
        rows, kept = encoder_block_step(rows, layers[str(layer)], config, layer_past, bias=bias)
        present.append(kept)
    rows, _ = last_norm(rows, layers.get("norm", {}), config)
    return output_logits(rows, pieces["output"])[0], tuple(present)
