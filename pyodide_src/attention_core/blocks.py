"""The transformer's two blocks: the encoder's, and the decoder's with its look at the memory.

A decoder-only model (GPT) is made of *encoder* blocks with a causal mask: without a memory there is nothing to cross.
Each block also has a `_step`, which reads only new rows and keeps keys and values of the earlier ones.
"""

from typing import NamedTuple

import numpy as np

from .checks import as_rows, check_choice, check_count, check_positive
from .position_wise import feed_forward, feed_forward_backward, init_feed_forward
from .masks import causal_mask, combine_masks
from .multihead import (
    cross_attention_step,
    init_multi_head_attention,
    multi_head_attention,
    multi_head_attention_backward,
    multi_head_attention_step,
)
from .parameters import parameter_pieces, prefixed
from .residuals import NORMS, PLACEMENTS, ResidualCache, residual, residual_backward

ENCODER_PIECES = ("attention", "norm_1", "feed_forward", "norm_2")
DECODER_PIECES = ("self_attention", "norm_1", "cross_attention", "norm_2", "feed_forward", "norm_3")
POSITIONS = ("sinusoidal", "learned", "rotary", "alibi", "none")


class TransformerConfig(NamedTuple):
    """The shape of a transformer, and switches to take its pieces away one by one.

    `placement` of the norm: "pre" or "post"; `norm`: "layer", "rms" or "none"; `activation`: "relu", "gelu", "gelu_tanh";
    `positions`: "sinusoidal", "learned" (up to `max_length`), "rotary", "alibi" or "none"; `causal=False` lets decoders look ahead.
    Change one with `config._replace(residual=False)`.
    """

    n_layers: int = 2
    d_model: int = 32
    n_heads: int = 4
    d_ff: int = 64
    placement: str = "pre"
    norm: str = "layer"
    activation: str = "relu"
    positions: str = "sinusoidal"
    max_length: int = 64
    residual: bool = True
    feed_forward: bool = True
    causal: bool = True
    bias: bool = True
    eps: float = 1e-5


def check_config(config):
    """Raise ValueError, naming the field, for a config that no transformer can have."""
    for field in ("n_layers", "d_model", "n_heads", "d_ff", "max_length"):
        check_count(f"config.{field}", getattr(config, field))
    check_choice("config.placement", config.placement, PLACEMENTS)
    check_choice("config.norm", config.norm, NORMS)
    check_choice("config.positions", config.positions, POSITIONS)
    check_positive("config.eps", config.eps)
    if config.d_model % config.n_heads:
        raise ValueError(f"config.n_heads: expected a divisor of d_model = {config.d_model}, got {config.n_heads}")


class EncoderBlockCache(NamedTuple):
    attention: ResidualCache
    feed_forward: ResidualCache | None

    @property
    def weights(self):
        """Attention weights (..., h, n, n)."""
        return self.attention.sublayer.weights


class DecoderBlockCache(NamedTuple):
    self_attention: ResidualCache
    cross_attention: ResidualCache
    feed_forward: ResidualCache | None

    @property
    def self_weights(self):
        """Weights over the block's own rows (..., h, n, n)."""
        return self.self_attention.sublayer.weights

    @property
    def cross_weights(self):
        """Weights over the memory (..., h, n, n_memory)."""
        return self.cross_attention.sublayer.weights


class BlockGradients(NamedTuple):
    """`memory` is None for an encoder block."""

    x: np.ndarray
    memory: np.ndarray | None
    params: dict


def init_encoder_block(rng, config):
    """Parameters "attention.…", "norm_1.…", "feed_forward.…", "norm_2.…" of one encoder block.

    >>> params = init_encoder_block(np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16, bias=False))
    >>> params["attention.W_q"].shape, params["norm_1.gamma"].shape, params["feed_forward.W_1"].shape
    ((8, 8), (8,), (8, 16))
    """
    check_config(config)
    params = prefixed("attention", init_multi_head_attention(rng, config.d_model, config.n_heads, bias=config.bias))
    params |= prefixed("norm_1", NORMS[config.norm].initialise(config.d_model))
    return params | _init_feed_forward(rng, config, "norm_2")


def encoder_block(x, params, config, *, mask=None, bias=None, return_cache=False):
    """Self-attention and then the position-wise network, each with its shortcut and norm.

    `x` (..., n, d_model), `params` as `init_encoder_block` gives them → same shape. `mask` and `bias` as in
    `multi_head_attention`; with a causal mask this is the block of a decoder-only model.
    With `return_cache=True`, (rows, EncoderBlockCache). Raises ValueError as its pieces do, and for names of parameters
    that belong to none of them. Source: Vaswani et al. (2017), §3.1 (post); Xiong et al. (2020), fig. 1 (pre).

    >>> rng, config = np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16)
    >>> out, cache = encoder_block(rng.standard_normal((5, 8)), init_encoder_block(rng, config), config, return_cache=True)
    >>> out.shape, cache.weights.shape
    ((5, 8), (2, 5, 5))
    """
    pieces = _pieces(params, ENCODER_PIECES)

    def attend(rows):
        return multi_head_attention(
            rows, pieces["attention"], config.n_heads, mask=mask, bias=bias, rotary=_is_rotary(config), return_cache=True
        )

    x, attention_cache = _residual(x, attend, pieces["norm_1"], config)
    x, feed_forward_cache = _feed_forward(x, pieces, "norm_2", config)
    return (x, EncoderBlockCache(attention_cache, feed_forward_cache)) if return_cache else x


def encoder_block_backward(grad_output, cache):
    """BlockGradients(x, None, params), from the gradient of the rows that came out."""
    grads = {}
    grad_x = _feed_forward_backward(grad_output, cache.feed_forward, "norm_2", grads)
    grad_x, _ = _attention_backward(grad_x, cache.attention, "attention", "norm_1", grads)
    return BlockGradients(grad_x, None, grads)


def encoder_block_step(x, params, config, past=None, *, bias=None):
    """The block on new rows alone, causal, with the KeyValueCache of the earlier ones: (rows, KeyValueCache).

    >>> rng, config = np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16)
    >>> params, x = init_encoder_block(rng, config), rng.standard_normal((3, 8))
    >>> _, past = encoder_block_step(x[:2], params, config)
    >>> last, past = encoder_block_step(x[2:], params, config, past)
    >>> bool(np.allclose(last[0], encoder_block(x, params, config, mask=causal_mask(3))[2]))
    True
    """
    pieces = _pieces(params, ENCODER_PIECES)

    def attend(rows):
        return multi_head_attention_step(
            rows, pieces["attention"], config.n_heads, past, bias=bias, rotary=_is_rotary(config)
        )

    x, cache = _residual(x, attend, pieces["norm_1"], config)
    return _feed_forward(x, pieces, "norm_2", config)[0], cache.sublayer


def init_decoder_block(rng, config):
    """Parameters "self_attention", "norm_1", "cross_attention", "norm_2", "feed_forward", "norm_3" of one decoder block.

    >>> params = init_decoder_block(np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16))
    >>> params["self_attention.W_q"].shape, params["cross_attention.W_q"].shape
    ((8, 8), (8, 8))
    """
    check_config(config)
    params = {}
    for piece, norm in (("self_attention", "norm_1"), ("cross_attention", "norm_2")):
        params |= prefixed(piece, init_multi_head_attention(rng, config.d_model, config.n_heads, bias=config.bias))
        params |= prefixed(norm, NORMS[config.norm].initialise(config.d_model))
    return params | _init_feed_forward(rng, config, "norm_3")


def decoder_block(x, memory, params, config, *, mask=None, memory_mask=None, bias=None, return_cache=False):
    """Causal self-attention, attention over the encoder's rows, and the position-wise network.

    `x` (..., n, d_model), `memory` (..., m, d_model) → (..., n, d_model). `mask` (..., n, n) is joined to the causal one (unless
    `config.causal` is False); `memory_mask` (..., n, m) says which of the encoder's rows may be looked at.
    With `return_cache=True`, (rows, DecoderBlockCache). Raises ValueError as `encoder_block`.
    Source: Vaswani et al. (2017), §3.1.

    >>> rng, config = np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16)
    >>> params, memory = init_decoder_block(rng, config), rng.standard_normal((6, 8))
    >>> out, cache = decoder_block(rng.standard_normal((3, 8)), memory, params, config, return_cache=True)
    >>> cache.self_weights.shape, cache.cross_weights.shape
    ((2, 3, 3), (2, 3, 6))
    """
    x = as_rows("x", x)
    pieces = _pieces(params, DECODER_PIECES)
    allowed = combine_masks(causal_mask(x.shape[-2]) if config.causal else None, mask)

    def attend_self(rows):
        return multi_head_attention(
            rows, pieces["self_attention"], config.n_heads, mask=allowed, bias=bias, rotary=_is_rotary(config), return_cache=True
        )

    def attend_memory(rows):
        return multi_head_attention(
            rows, pieces["cross_attention"], config.n_heads, memory=memory, mask=memory_mask, return_cache=True
        )

    x, self_cache = _residual(x, attend_self, pieces["norm_1"], config)
    x, cross_cache = _residual(x, attend_memory, pieces["norm_2"], config)
    x, feed_forward_cache = _feed_forward(x, pieces, "norm_3", config)
    return (x, DecoderBlockCache(self_cache, cross_cache, feed_forward_cache)) if return_cache else x


def decoder_block_backward(grad_output, cache):
    """BlockGradients(x, memory, params), from the gradient of the rows that came out."""
    grads = {}
    grad_x = _feed_forward_backward(grad_output, cache.feed_forward, "norm_3", grads)
    grad_x, grad_memory = _attention_backward(grad_x, cache.cross_attention, "cross_attention", "norm_2", grads)
    grad_x, _ = _attention_backward(grad_x, cache.self_attention, "self_attention", "norm_1", grads)
    return BlockGradients(grad_x, grad_memory, grads)


def decoder_block_step(x, params, config, memory_cache, past=None, *, memory_mask=None, bias=None):
    """The block on new rows alone: (rows, KeyValueCache of its own rows).

    `memory_cache` comes once from `project_memory`, with this block's cross-attention parameters.

    >>> rng, config = np.random.default_rng(0), TransformerConfig(d_model=8, n_heads=2, d_ff=16)
    >>> params, memory, x = init_decoder_block(rng, config), rng.standard_normal((4, 8)), rng.standard_normal((2, 8))
    >>> from attention_core import project_memory, sub_parameters
    >>> kept = project_memory(memory, sub_parameters(params, "cross_attention"), 2)
    >>> _, past = decoder_block_step(x[:1], params, config, kept)
    >>> last, past = decoder_block_step(x[1:], params, config, kept, past)
    >>> bool(np.allclose(last[0], decoder_block(x, memory, params, config)[1]))
    True
    """
    pieces = _pieces(params, DECODER_PIECES)

    def attend_self(rows):
        return multi_head_attention_step(rows, pieces["self_attention"], config.n_heads, past, bias=bias, rotary=_is_rotary(config))

    def attend_memory(rows):
        return cross_attention_step(rows, pieces["cross_attention"], config.n_heads, memory_cache, mask=memory_mask), None

    x, self_cache = _residual(x, attend_self, pieces["norm_1"], config)
    x, _ = _residual(x, attend_memory, pieces["norm_2"], config)
    return _feed_forward(x, pieces, "norm_3", config)[0], self_cache.sublayer


def _residual(x, sublayer, norm_params, config):
    return residual(
        x,
        sublayer,
        norm_params,
        placement=config.placement,
        norm=config.norm,
        shortcut=config.residual,
        eps=config.eps,
        return_cache=True,
    )


def _attention_backward(grad_output, cache, name, norm_name, grads):
    """Writes the gradients of one attention and its norm; returns those of its rows and of the memory."""

    def backward(grad, attention_cache):
        inner = multi_head_attention_backward(grad, attention_cache)
        return inner.x, inner

    grad_x, grad_norm, inner = residual_backward(grad_output, cache, backward)
    grads |= prefixed(name, inner.params) | prefixed(norm_name, grad_norm)
    return grad_x, inner.memory


def _init_feed_forward(rng, config, norm_name):
    if not config.feed_forward:
        return {}
    params = prefixed("feed_forward", init_feed_forward(rng, config.d_model, config.d_ff))
    return params | prefixed(norm_name, NORMS[config.norm].initialise(config.d_model))


def _feed_forward(x, pieces, norm_name, config):
    if not config.feed_forward:
        return x, None

    def work(rows):
        return feed_forward(rows, pieces["feed_forward"], activation=config.activation, return_cache=True)

    return _residual(x, work, pieces[norm_name], config)


def _feed_forward_backward(grad_output, cache, norm_name, grads):
    if cache is None:
        return grad_output
    grad_x, grad_norm, inner = residual_backward(grad_output, cache, feed_forward_backward)
    grads |= prefixed("feed_forward", inner) | prefixed(norm_name, grad_norm)
    return grad_x


def _is_rotary(config):
    return config.positions == "rotary"


def _pieces(params, names):
    """The parameters of each piece, {} for one without any; refuses names that belong to none."""
    pieces = parameter_pieces(params)
    unknown = sorted(set(pieces) - set(names))
    if unknown:
        raise ValueError(f"params: expected names that start with one of {', '.join(names)}, got {unknown}")
    return {name: pieces.get(name, {}) for name in names}
