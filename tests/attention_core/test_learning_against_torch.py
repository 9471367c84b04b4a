"""GRU, tanh RNN, both directions, Adam and momentum against PyTorch in float64, forward and backward, to 1e-10."""

import numpy as np
import pytest

from attention_core.cells import cell_shapes
from attention_core.optimizers import adam, momentum, sgd
from attention_core.recurrent import bidirectional, bidirectional_backward, gru, gru_backward, rnn, rnn_backward

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch to compare with it")
pytestmark = pytest.mark.torch


def close(found, expected, name=""):
    np.testing.assert_allclose(found, expected.detach().numpy(), rtol=0, atol=1e-10, err_msg=name)


def torch_layer(kind, params, suffix=""):
    """Our parameters by PyTorch's names; ours multiply rows from the right, so its matrices are the transposes."""
    biases = {"bias_ih": params["b"], "bias_hh": params.get("b_h", np.zeros_like(params["b"]))}
    named = {"weight_ih": params["W_x"].T, "weight_hh": params["W_h"].T} | biases
    return {f"{name}_l0{suffix}": torch.tensor(value.copy()) for name, value in named.items()}


def random_params(rng, cell, d_input, d_hidden):
    return {name: rng.normal(0, 0.5, shape) for name, shape in cell_shapes(cell, d_input, d_hidden).items()}


@pytest.mark.parametrize("shape", [(2, 5, 3, 4), (1, 1, 2, 6), (4, 9, 6, 5)], ids=str)
@pytest.mark.parametrize(
    "kind, cell, forward, backward",
    [(torch.nn.RNN, "tanh", rnn, rnn_backward), (torch.nn.GRU, "gru", gru, gru_backward)],
    ids=["tanh", "gru"],
)
def test_layer(kind, cell, forward, backward, shape, rng):
    n, n_steps, d_input, d_hidden = shape
    params = random_params(rng, cell, d_input, d_hidden)
    inputs, initial = rng.standard_normal((n, n_steps, d_input)), rng.standard_normal((n, d_hidden))
    towards = rng.standard_normal((n, n_steps, d_hidden))

    layer = kind(d_input, d_hidden, batch_first=True, dtype=torch.float64)
    layer.load_state_dict(torch_layer(kind, params))
    their_inputs = torch.tensor(inputs, requires_grad=True)
    their_initial = torch.tensor(initial[None], requires_grad=True)
    expected, _ = layer(their_inputs, their_initial)
    expected.backward(torch.tensor(towards))

    states, cache = forward(inputs, params, initial, return_cache=True)
    grad_inputs, grads, grad_initial = backward(towards, cache)
    close(states, expected)
    close(grad_inputs, their_inputs.grad)
    close(grad_initial, their_initial.grad[0])
    theirs = {"W_x": layer.weight_ih_l0.grad.T, "W_h": layer.weight_hh_l0.grad.T, "b": layer.bias_ih_l0.grad}
    if cell == "gru":
        theirs["b_h"] = layer.bias_hh_l0.grad
    for name in grads:
        close(grads[name], theirs[name], name)


def test_both_directions_with_padding(rng):
    """Against PyTorch's packed sequences."""
    n, n_steps, d_input, half = 3, 6, 4, 3
    sides = {way: random_params(rng, "gru", d_input, half) for way in ("forward", "backward")}
    params = {f"{way}.{name}": value for way, side in sides.items() for name, value in side.items()}
    inputs, lengths = rng.standard_normal((n, n_steps, d_input)), np.array([6, 2, 4])
    towards = rng.standard_normal((n, n_steps, 2 * half))

    layer = torch.nn.GRU(d_input, half, batch_first=True, bidirectional=True, dtype=torch.float64)
    both = torch_layer(None, sides["forward"]) | torch_layer(None, sides["backward"], "_reverse")
    layer.load_state_dict(both)
    their_inputs = torch.tensor(inputs, requires_grad=True)
    packed = torch.nn.utils.rnn.pack_padded_sequence(
        their_inputs, torch.tensor(lengths), batch_first=True, enforce_sorted=False
    )
    expected, _ = torch.nn.utils.rnn.pad_packed_sequence(layer(packed)[0], batch_first=True)
    expected.backward(torch.tensor(towards))

    states, cache = bidirectional(inputs, params, lengths, cell="gru", return_cache=True)
    grad_inputs, grads = bidirectional_backward(towards, cache)
    close(states, expected)
    close(grad_inputs, their_inputs.grad)
    close(grads["forward.W_h"], layer.weight_hh_l0.grad.T)
    close(grads["backward.W_x"], layer.weight_ih_l0_reverse.grad.T)
    close(grads["backward.b_h"], layer.bias_hh_l0_reverse.grad)


@pytest.mark.parametrize(
    "ours, theirs",
    [
        (lambda *step: sgd(*step, rate=0.1), lambda values: torch.optim.SGD(values, lr=0.1)),
        (lambda *step: momentum(*step, rate=0.1), lambda values: torch.optim.SGD(values, lr=0.1, momentum=0.9)),
        (lambda *step: adam(*step, rate=0.01), lambda values: torch.optim.Adam(values, lr=0.01)),
        (
            lambda *step: adam(*step, rate=0.1, beta1=0.8, beta2=0.9, epsilon=1e-3),
            lambda values: torch.optim.Adam(values, lr=0.1, betas=(0.8, 0.9), eps=1e-3),
        ),
    ],
    ids=["sgd", "momentum", "adam", "adam-other-constants"],
)
def test_fifty_steps_of_an_optimizer(ours, theirs, rng):
    params, state = {"W": rng.standard_normal((3, 4)), "b": rng.standard_normal(4)}, None
    tensors = {name: torch.tensor(value.copy(), requires_grad=True) for name, value in params.items()}
    optimizer = theirs(list(tensors.values()))
    for _ in range(50):
        grads = {name: rng.standard_normal(value.shape) for name, value in params.items()}
        params, state = ours(params, grads, state)
        for name, tensor in tensors.items():
            tensor.grad = torch.tensor(grads[name])
        optimizer.step()
    for name in params:
        close(params[name], tensors[name], name)
