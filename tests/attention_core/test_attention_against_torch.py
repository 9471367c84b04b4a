"""The same numbers as PyTorch in float64, forward and backward, to 1e-10."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch): nothing to compare with")

from attention_core import (  # noqa: E402
    TransformerConfig,
    attention,
    attention_backward,
    causal_mask,
    combine_masks,
    cross_entropy,
    cross_entropy_backward,
    decoder_block,
    decoder_block_backward,
    embed,
    embed_backward,
    encoder_block,
    encoder_block_backward,
    encoder_stack,
    encoder_stack_backward,
    erf,
    init_decoder_block,
    init_encoder_block,
    init_multi_head_attention,
    layer_norm,
    layer_norm_backward,
    log_softmax,
    log_softmax_backward,
    multi_head_attention,
    multi_head_attention_backward,
    padding_mask,
    prefixed,
    rms_norm,
    rms_norm_backward,
    softmax,
    softmax_backward,
)
from attention_core.activations import ACTIVATIONS  # noqa: E402
from attention_core.transformer import init_encoder_stack  # noqa: E402

pytestmark = pytest.mark.torch
F = torch.nn.functional


def tensor(array, learn=True):
    return torch.tensor(array, dtype=torch.float64, requires_grad=learn)


def agree(ours, theirs, label=""):
    theirs = theirs.detach().numpy() if isinstance(theirs, torch.Tensor) else theirs
    assert ours.shape == theirs.shape, label
    assert np.abs(ours - theirs).max() < 1e-10, label


def shaken(rng, params):
    return {name: array + 0.3 * rng.normal(size=array.shape) for name, array in params.items()}


SHAPES = [((3, 4), (5, 4), (5, 4)), ((2, 3, 8), (2, 5, 8), (2, 5, 6)), ((2, 4, 6, 5), (2, 4, 6, 5), (2, 4, 6, 5))]


@pytest.mark.parametrize("kind", ["none", "random", "causal", "padding", "both", "full rows", "bias"])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_scaled_dot_product_attention(rng, shapes, kind):
    arrays = [rng.normal(size=shape) for shape in shapes]
    n_queries, n_keys = shapes[0][-2], shapes[1][-2]
    causal, padding = causal_mask(n_queries, n_keys), np.arange(n_keys) < 2
    mask = {
        "random": (rng.random((n_queries, n_keys)) < 0.5) | np.eye(n_queries, n_keys, dtype=bool),
        "causal": causal,
        "padding": np.broadcast_to(padding, (n_queries, n_keys)),
        "both": causal & padding,
        "full rows": np.broadcast_to(np.arange(n_queries)[:, None] > 0, (n_queries, n_keys)),
    }.get(kind)
    bias = rng.normal(size=(n_queries, n_keys)) if kind == "bias" else None
    context, cache = attention(*arrays, mask=mask, bias=bias, return_cache=True)
    pull = rng.normal(size=context.shape)
    gradients = attention_backward(pull, cache)

    inputs = [tensor(array) for array in arrays]
    torch_bias = None if bias is None else tensor(bias)
    torch_mask = torch_bias if mask is None else torch.tensor(np.array(mask))
    theirs = F.scaled_dot_product_attention(*inputs, attn_mask=torch_mask)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(context, theirs, "context")
    for ours, given, label in zip(gradients, inputs, ("queries", "keys", "values"), strict=False):
        agree(ours, given.grad, label)
    if bias is not None:
        agree(gradients.bias, torch_bias.grad, "bias")


def load_attention(module, params):
    """Our W multiplies rows from the left; theirs is its transpose, with q, k and v stacked where their widths agree."""
    with torch.no_grad():
        if module.in_proj_weight is not None:
            module.in_proj_weight.copy_(torch.tensor(np.vstack([params[f"W_{name}"].T for name in "qkv"])))
        else:
            for name in "qkv":
                getattr(module, f"{name}_proj_weight").copy_(torch.tensor(params[f"W_{name}"].T))
        module.out_proj.weight.copy_(torch.tensor(params["W_o"].T))
        if "b_q" in params:
            module.in_proj_bias.copy_(torch.tensor(np.concatenate([params[f"b_{name}"] for name in "qkv"])))
            module.out_proj.bias.copy_(torch.tensor(params["b_o"]))


def attention_gradients(module):
    if module.in_proj_weight is not None:
        projections = [part.T for part in module.in_proj_weight.grad.chunk(3)]
    else:
        projections = [getattr(module, f"{name}_proj_weight").grad.T for name in "qkv"]
    found = dict(zip(("W_q", "W_k", "W_v"), projections, strict=True)) | {"W_o": module.out_proj.weight.grad.T}
    if module.in_proj_bias is not None:
        found |= dict(zip(("b_q", "b_k", "b_v"), module.in_proj_bias.grad.chunk(3), strict=True))
        found["b_o"] = module.out_proj.bias.grad
    return found


@pytest.mark.parametrize("n_heads", [1, 2, 4])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("masked", [True, False])
def test_multi_head_self_attention(rng, n_heads, bias, masked):
    x = rng.normal(size=(2, 5, 8))
    params = shaken(rng, init_multi_head_attention(rng, 8, n_heads, bias=bias))
    causal, lengths = causal_mask(5), np.array([3, 5])
    mask = combine_masks(causal, padding_mask(lengths, 5)) if masked else None
    output, cache = multi_head_attention(x, params, n_heads, mask=mask, return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = multi_head_attention_backward(pull, cache)

    module = torch.nn.MultiheadAttention(8, n_heads, bias=bias, batch_first=True, dtype=torch.float64)
    load_attention(module, params)
    rows = tensor(x)
    options = {}
    if masked:  # True means «may not look» in both of these
        options = {
            "attn_mask": torch.tensor(~causal),
            "key_padding_mask": torch.tensor(np.arange(5) >= lengths[:, None]),
        }
    theirs, weights = module(rows, rows, rows, average_attn_weights=False, **options)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(output, theirs, "output")
    agree(cache.weights, weights, "weights")
    agree(gradients.x, rows.grad, "x")
    for name, gradient in attention_gradients(module).items():
        agree(gradients.params[name], gradient, name)


def test_multi_head_cross_attention_over_rows_of_another_width(rng):
    x, memory = rng.normal(size=(2, 3, 8)), rng.normal(size=(2, 5, 6))
    params = shaken(rng, init_multi_head_attention(rng, 8, 2, d_memory=6, bias=True))
    output, cache = multi_head_attention(x, params, 2, memory=memory, return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = multi_head_attention_backward(pull, cache)
    module = torch.nn.MultiheadAttention(8, 2, kdim=6, vdim=6, batch_first=True, dtype=torch.float64)
    load_attention(module, params)
    rows, looked_at = tensor(x), tensor(memory)
    theirs, weights = module(rows, looked_at, looked_at, average_attn_weights=False)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(output, theirs, "output")
    agree(cache.weights, weights, "weights")
    agree(gradients.x, rows.grad, "x")
    agree(gradients.memory, looked_at.grad, "memory")
    for name, gradient in attention_gradients(module).items():
        agree(gradients.params[name], gradient, name)


@pytest.mark.parametrize("shape", [(3, 5), (2, 3, 8)])
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
def test_layer_norm_and_rms_norm(rng, shape, eps):
    x, pull, d = rng.normal(size=shape), rng.normal(size=shape), shape[-1]
    params = {"gamma": rng.normal(size=d), "beta": rng.normal(size=d)}
    for ours, backward, module, names in (
        (layer_norm, layer_norm_backward, torch.nn.LayerNorm(d, eps=eps, dtype=torch.float64), ("gamma", "beta")),
        (rms_norm, rms_norm_backward, torch.nn.RMSNorm(d, eps=eps, dtype=torch.float64), ("gamma",)),
    ):
        own = {name: params[name] for name in names}
        with torch.no_grad():
            for name, theirs in zip(names, module.parameters(), strict=True):
                theirs.copy_(torch.tensor(own[name]))
        output, cache = ours(x, own, eps=eps, return_cache=True)
        grad_x, grads = backward(pull, cache)
        rows = tensor(x)
        theirs = module(rows)
        (theirs * torch.tensor(pull)).sum().backward()
        agree(output, theirs)
        agree(grad_x, rows.grad)
        for name, parameter in zip(names, module.parameters(), strict=True):
            agree(grads[name], parameter.grad, name)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(rng, name):
    x, pull = 3 * rng.normal(size=(4, 50)), rng.normal(size=(4, 50))
    module = {"relu": torch.nn.ReLU(), "gelu": torch.nn.GELU(), "gelu_tanh": torch.nn.GELU(approximate="tanh")}[name]
    forward, backward = ACTIVATIONS[name]
    rows = tensor(x)
    theirs = module(rows)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(forward(x), theirs)
    agree(backward(pull, x), rows.grad)
    agree(erf(x), torch.erf(torch.tensor(x)))


@pytest.mark.parametrize("axis", [-1, 0])
def test_softmax_and_its_logarithm(rng, axis):
    scores, pull = 3 * rng.normal(size=(3, 5)), rng.normal(size=(3, 5))
    for forward, backward, theirs in (
        (softmax, softmax_backward, torch.softmax),
        (log_softmax, log_softmax_backward, torch.log_softmax),
    ):
        given = tensor(scores)
        out = theirs(given, dim=axis)
        (out * torch.tensor(pull)).sum().backward()
        agree(forward(scores, axis=axis), out)
        agree(backward(pull, forward(scores, axis=axis), axis=axis), given.grad)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(rng, smoothing):
    logits, targets = rng.normal(size=(6, 5)), rng.integers(0, 5, 6)
    kept = np.array([True, True, False, True, False, True])
    loss, cache = cross_entropy(logits, targets, mask=kept, label_smoothing=smoothing, return_cache=True)
    given = tensor(logits)
    ignored = torch.tensor(np.where(kept, targets, -100))
    theirs = F.cross_entropy(given, ignored, label_smoothing=smoothing)
    theirs.backward()
    assert abs(loss - theirs.item()) < 1e-12
    agree(cross_entropy_backward(1.0, cache), given.grad)


def test_embedding(rng):
    table, tokens, pull = rng.normal(size=(7, 4)), rng.integers(0, 7, (3, 5)), rng.normal(size=(3, 5, 4))
    rows, cache = embed(tokens, table, return_cache=True)
    weight = tensor(table)
    theirs = F.embedding(torch.tensor(tokens), weight)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(rows, theirs)
    agree(embed_backward(pull, cache), weight.grad)


PARTS = {"W_1": ("linear1", "weight"), "b_1": ("linear1", "bias"), "W_2": ("linear2", "weight"), "b_2": ("linear2", "bias")}
NORM = {"gamma": "weight", "beta": "bias"}


def plain_pieces(module):
    """(our name, their parameter, transposed?) of all but the attentions."""
    for ours, (layer, kind) in PARTS.items():
        yield f"feed_forward.{ours}", getattr(getattr(module, layer), kind), ours.startswith("W")
    for norm in ("norm1", "norm2", "norm3"):
        for ours, kind in NORM.items():
            if hasattr(module, norm):
                yield f"norm_{norm[-1]}.{ours}", getattr(getattr(module, norm), kind), False


def attentions(module):
    if hasattr(module, "multihead_attn"):
        return {"self_attention": module.self_attn, "cross_attention": module.multihead_attn}
    return {"attention": module.self_attn}


def load_block(module, params):
    for name, attention_module in attentions(module).items():
        load_attention(attention_module, {key.split(".")[1]: a for key, a in params.items() if key.startswith(name)})
    with torch.no_grad():
        for name, theirs, transposed in plain_pieces(module):
            theirs.copy_(torch.tensor(params[name].T if transposed else params[name]))


def agree_on_gradients(gradients, module):
    found = {name: theirs.grad.T if transposed else theirs.grad for name, theirs, transposed in plain_pieces(module)}
    for name, attention_module in attentions(module).items():
        found |= prefixed(name, attention_gradients(attention_module))
    assert set(found) == set(gradients)
    for name, theirs in found.items():
        agree(gradients[name], theirs, name)


def torch_layer(kind, config):
    return kind(
        config.d_model,
        config.n_heads,
        config.d_ff,
        dropout=0.0,
        activation=F.gelu if config.activation == "gelu" else F.relu,
        layer_norm_eps=config.eps,
        batch_first=True,
        norm_first=config.placement == "pre",
        dtype=torch.float64,
    )


@pytest.mark.parametrize("placement", ["pre", "post"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("masked", [True, False])
def test_transformer_encoder_layer(rng, placement, activation, masked):
    config = TransformerConfig(d_model=8, n_heads=2, d_ff=12, placement=placement, activation=activation)
    x, params = rng.normal(size=(2, 5, 8)), shaken(rng, init_encoder_block(rng, config))
    mask = padding_mask([3, 5], 5) if masked else None
    output, cache = encoder_block(x, params, config, mask=mask, return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = encoder_block_backward(pull, cache)
    module = torch_layer(torch.nn.TransformerEncoderLayer, config)
    load_block(module, params)
    rows = tensor(x)
    hidden = torch.tensor(~np.broadcast_to(mask[:, 0], (2, 5))) if masked else None
    theirs = module(rows, src_key_padding_mask=hidden)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(output, theirs)
    agree(gradients.x, rows.grad, "x")
    agree_on_gradients(gradients.params, module)


@pytest.mark.parametrize("placement", ["pre", "post"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_transformer_decoder_layer(rng, placement, activation):
    config = TransformerConfig(d_model=8, n_heads=2, d_ff=12, placement=placement, activation=activation)
    x, memory = rng.normal(size=(2, 4, 8)), rng.normal(size=(2, 5, 8))
    params, memory_mask = shaken(rng, init_decoder_block(rng, config)), padding_mask([3, 5], 5)
    output, cache = decoder_block(x, memory, params, config, memory_mask=memory_mask, return_cache=True)
    pull = rng.normal(size=output.shape)
    gradients = decoder_block_backward(pull, cache)
    module = torch_layer(torch.nn.TransformerDecoderLayer, config)
    load_block(module, params)
    rows, looked_at = tensor(x), tensor(memory)
    theirs = module(
        rows,
        looked_at,
        tgt_mask=torch.tensor(~causal_mask(4)),
        memory_key_padding_mask=torch.tensor(~memory_mask[:, 0]),
    )
    (theirs * torch.tensor(pull)).sum().backward()
    agree(output, theirs)
    agree(gradients.x, rows.grad, "x")
    agree(gradients.memory, looked_at.grad, "memory")
    agree_on_gradients(gradients.params, module)


@pytest.mark.parametrize("placement", ["pre", "post"])
def test_a_stack_of_encoder_layers(rng, placement):
    config = TransformerConfig(n_layers=3, d_model=8, n_heads=2, d_ff=12, placement=placement, activation="gelu")
    x, params = rng.normal(size=(2, 5, 8)), shaken(rng, init_encoder_stack(rng, config))
    output, cache = encoder_stack(x, params, config, return_cache=True)
    pull = rng.normal(size=output.shape)
    grad_x, grads = encoder_stack_backward(pull, cache, config)
    last = torch.nn.LayerNorm(8, eps=config.eps, dtype=torch.float64) if placement == "pre" else None
    module = torch.nn.TransformerEncoder(
        torch_layer(torch.nn.TransformerEncoderLayer, config), 3, norm=last, enable_nested_tensor=False
    )
    for layer in range(3):
        own = {name[2:]: array for name, array in params.items() if name.startswith(f"{layer}.")}
        load_block(module.layers[layer], own)
    if last is not None:
        with torch.no_grad():
            last.weight.copy_(torch.tensor(params["norm.gamma"]))
            last.bias.copy_(torch.tensor(params["norm.beta"]))
    rows = tensor(x)
    theirs = module(rows)
    (theirs * torch.tensor(pull)).sum().backward()
    agree(output, theirs)
    agree(grad_x, rows.grad)
    for layer in range(3):
        own = {name[2:]: array for name, array in grads.items() if name.startswith(f"{layer}.")}
        agree_on_gradients(own, module.layers[layer])
    if last is not None:
        agree(grads["norm.gamma"], last.weight.grad)
