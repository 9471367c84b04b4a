"""A small encoder–decoder: the source is read at once by the encoder, the target is written under the causal mask.

Source: Vaswani et al. (2017), fig. 1.
"""

from typing import NamedTuple

import numpy as np

from .blocks import (
    TransformerConfig,
    check_config,
    decoder_block,
    decoder_block_backward,
    decoder_block_step,
    init_decoder_block,
)
from .checks import as_float_array, check_count, check_shape
from .multihead import KeyValueCache, project_memory
from .parameters import parameter_pieces, prefixed, sub_parameters
from .transformer import (
    InputCache,
    StackCache,
    encoder_stack,
    encoder_stack_backward,
    init_encoder_stack,
    init_input,
    init_last_norm,
    init_output,
    input_rows,
    input_rows_backward,
    last_norm,
    last_norm_backward,
    output_logits,
    output_logits_backward,
    position_bias,
)


class EncoderDecoderCache(NamedTuple):
    """`memory` (..., n_source, d_model) are the encoder's rows; `decoder.blocks[l].cross_weights` say where layer l looks."""

    source: InputCache
    encoder: StackCache
    memory: np.ndarray
    target: InputCache
    decoder: StackCache
    rows: np.ndarray
    output: tuple
    config: TransformerConfig


def init_encoder_decoder(rng, n_source_vocabulary, n_target_vocabulary, config):
    """Parameters "source.…", "encoder.…", "target.…", "decoder.…", "output.…" from the generator `rng`.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> params = init_encoder_decoder(np.random.default_rng(0), 10, 12, config)
    >>> params["source.embedding"].shape, params["decoder.0.cross_attention.W_k"].shape, params["output.W"].shape
    ((10, 8), (8, 8), (8, 12))
    """
    check_config(config)
    params = prefixed("source", init_input(rng, check_count("n_source_vocabulary", n_source_vocabulary), config))
    params |= prefixed("encoder", init_encoder_stack(rng, config))
    params |= prefixed("target", init_input(rng, check_count("n_target_vocabulary", n_target_vocabulary), config))
    for layer in range(config.n_layers):
        params |= prefixed(f"decoder.{layer}", init_decoder_block(rng, config))
    params |= prefixed("decoder", init_last_norm(config))
    return params | prefixed("output", init_output(rng, n_target_vocabulary, config))


def encode(source_tokens, params, config, *, source_mask=None, return_cache=False):
    """The memory: ids (..., n_source) → rows (..., n_source, d_model); cache (InputCache, StackCache).

    `source_mask` (..., 1, n_source) as `token_mask` gives it hides the filling.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> encode(np.array([3, 1, 4]), init_encoder_decoder(np.random.default_rng(0), 10, 12, config), config).shape
    (3, 8)
    """
    check_config(config)
    pieces = parameter_pieces(params)
    rows, input_cache = input_rows(source_tokens, pieces["source"], config, return_cache=True)
    memory, stack_cache = encoder_stack(
        rows,
        pieces["encoder"],
        config,
        mask=source_mask,
        bias=position_bias(config, rows.shape[-2]),
        return_cache=True,
    )
    return (memory, (input_cache, stack_cache)) if return_cache else memory


def encoder_decoder(
    source_tokens, target_tokens, params, config, *, source_mask=None, target_mask=None, return_cache=False
):
    """Logits of the next target token after each one: ids (..., n_source) and (..., n_target) → (..., n_target, n_vocabulary).

    `target_tokens` are those that have been written, beginning with the start mark (teacher forcing gives the true ones).
    The two masks (as `token_mask` gives them) hide filling; the causal one is always there unless `config.causal` is False.
    With `return_cache=True`, (logits, EncoderDecoderCache). Raises ValueError for ids outside, empty sequences, batches
    that do not match.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> params = init_encoder_decoder(np.random.default_rng(0), 10, 12, config)
    >>> encoder_decoder(np.array([3, 1, 4]), np.array([0, 5]), params, config).shape
    (2, 12)
    """
    memory, (source_cache, encoder_cache) = encode(
        source_tokens, params, config, source_mask=source_mask, return_cache=True
    )
    pieces = parameter_pieces(params)
    rows, target_cache = input_rows(target_tokens, pieces["target"], config, return_cache=True)
    layers = parameter_pieces(pieces["decoder"])
    bias = position_bias(config, rows.shape[-2])
    block_caches = []
    for layer in range(config.n_layers):
        rows, cache = decoder_block(
            rows,
            memory,
            layers[str(layer)],
            config,
            mask=target_mask,
            memory_mask=source_mask,
            bias=bias,
            return_cache=True,
        )
        block_caches.append(cache)
    rows, norm_cache = last_norm(rows, layers.get("norm", {}), config)
    logits, output_cache = output_logits(rows, pieces["output"])
    if not return_cache:
        return logits
    decoder_cache = StackCache(tuple(block_caches), norm_cache)
    return logits, EncoderDecoderCache(
        source_cache, encoder_cache, memory, target_cache, decoder_cache, rows, output_cache, config
    )


def encoder_decoder_backward(grad_logits, cache):
    """Gradients of all parameters, a dict with the same keys. Every decoder block sends its share to the memory."""
    grad_logits = as_float_array("grad_logits", grad_logits)
    check_shape("grad_logits", grad_logits, cache.rows.shape[:-1] + cache.output.W.shape[1:])
    config = cache.config
    grad_rows, output_grads = output_logits_backward(grad_logits, cache.output)
    decoder_grads = {}
    grad_rows = last_norm_backward(grad_rows, cache.decoder.norm, config, decoder_grads)
    grad_memory = np.zeros_like(cache.memory)
    for layer in range(config.n_layers - 1, -1, -1):
        gradients = decoder_block_backward(grad_rows, cache.decoder.blocks[layer])
        decoder_grads |= prefixed(str(layer), gradients.params)
        grad_rows = gradients.x
        grad_memory += gradients.memory
    grad_source, encoder_grads = encoder_stack_backward(grad_memory, cache.encoder, config)
    pieces = {
        "source": input_rows_backward(grad_source, cache.source),
        "encoder": encoder_grads,
        "target": input_rows_backward(grad_rows, cache.target),
        "decoder": decoder_grads,
        "output": output_grads,
    }
    return {name: array for piece, grads in pieces.items() for name, array in prefixed(piece, grads).items()}


class DecoderState(NamedTuple):
    """What writing on needs: for each layer, keys and values of the memory and of the tokens written (None at the start)."""

    memory: tuple
    written: tuple | None
    source_mask: np.ndarray | None


def start_decoding(memory, params, config, *, source_mask=None):
    """The DecoderState before the first token: the memory's keys and values, projected once for each layer.

    `memory` (..., n_source, d_model) is what `encode` gives, `source_mask` the one it was given.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> params = init_encoder_decoder(np.random.default_rng(0), 10, 12, config)
    >>> start_decoding(np.ones((3, 8)), params, config).memory[0].keys.shape
    (2, 3, 4)
    """
    caches: list[KeyValueCache] = []
    for layer in range(config.n_layers):
        cross = sub_parameters(params, f"decoder.{layer}.cross_attention")
        caches.append(project_memory(memory, cross, config.n_heads))
    return DecoderState(tuple(caches), None, source_mask)


def decode_step(tokens, params, config, state):
    """Logits (..., m, n_vocabulary) of m new target tokens (..., m), and the DecoderState after them.

    They are those that `encoder_decoder` gives in these positions for the whole target.

    >>> config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=16)
    >>> params = init_encoder_decoder(np.random.default_rng(0), 10, 12, config)
    >>> source, target = np.array([3, 1, 4]), np.array([0, 5])
    >>> state = start_decoding(encode(source, params, config), params, config)
    >>> _, state = decode_step(target[:1], params, config, state)
    >>> logits, state = decode_step(target[1:], params, config, state)
    >>> bool(np.allclose(logits[0], encoder_decoder(source, target, params, config)[1]))
    True
    """
    if not config.causal:
        raise ValueError("config.causal: expected True, since a token that may look ahead cannot be kept in a cache")
    pieces = parameter_pieces(params)
    layers = parameter_pieces(pieces["decoder"])
    n_written = 0 if state.written is None else state.written[0].keys.shape[-2]
    rows = input_rows(tokens, pieces["target"], config, start=n_written)
    bias = position_bias(config, rows.shape[-2], past=n_written)
    written = []
    for layer in range(config.n_layers):
        rows, kept = decoder_block_step(
            rows,
            layers[str(layer)],
            config,
            state.memory[layer],
            None if state.written is None else state.written[layer],
            memory_mask=state.source_mask,
            bias=bias,
        )
        written.append(kept)
    rows, _ = last_norm(rows, layers.get("norm", {}), config)
    logits, _ = output_logits(rows, pieces["output"])
    return logits, state._replace(written=tuple(written))
