"""Two classifiers: gradients, the exclusive or, and a «no» where it was never seen."""

import numpy as np
import pytest

from attention_core.classifiers import (
    init_mlp,
    init_rnn_classifier,
    mlp,
    mlp_backward,
    mlp_gradients,
    one_hot_rows,
    rnn_classifier,
    rnn_classifier_gradients,
)
from attention_core.measures import accuracy
from attention_core.softmax import cross_entropy
from attention_core.tasks import negation
from attention_core.training import start_training, train


def last_params(params, batch, gradients, steps, rate=0.02):
    for state in train(start_training(params), lambda step: batch, gradients, steps=steps, rate=rate):
        pass
    return state.params


def test_gradients_of_the_perceptron(rng, assert_gradients):
    params = init_mlp(rng, 4, 5, 3)
    x, labels = rng.standard_normal((6, 4)), rng.integers(3, size=6)
    _, grads = mlp_gradients(x, labels, params)
    _, cache = mlp(x, params, return_cache=True)
    towards = rng.standard_normal((6, 3))
    assert_gradients(lambda: cross_entropy(mlp(x, params), labels), params, grads)
    assert_gradients(lambda: (mlp(x, params) * towards).sum(), {"x": x}, {"x": mlp_backward(towards, cache)[0]})


def test_gradients_of_the_recurrent_classifier(rng, assert_gradients):
    params = init_rnn_classifier(rng, 6, 3, 4, 2)
    tokens, labels = rng.integers(6, size=(5, 4)), rng.integers(2, size=5)
    _, grads = rnn_classifier_gradients(tokens, labels, params)
    assert_gradients(lambda: cross_entropy(rnn_classifier(tokens, params), labels), params, grads)


def test_four_hidden_units_learn_the_exclusive_or():
    x, labels = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([0, 1, 1, 0])
    params = last_params(
        init_mlp(np.random.default_rng(0), 2, 4, 2), (x, labels), lambda b, p: mlp_gradients(*b, p), 300, rate=0.05
    )
    assert accuracy(mlp(x, params), labels) == 1.0


def test_the_perceptron_never_learns_a_position_it_has_not_seen():
    """«no» at positions 1–4: 1.000; at the fifth: 0.500, exactly the half without «no»."""
    for seed in range(3):
        tokens, labels = negation(600, positions=(0, 1, 2, 3), seed=seed)
        unseen, unseen_labels = negation(600, positions=(4,), seed=100 + seed)
        params = last_params(
            init_mlp(np.random.default_rng(seed), 50, 16, 2),
            (one_hot_rows(tokens, 10), labels),
            lambda b, p: mlp_gradients(*b, p),
            150,
        )
        assert accuracy(mlp(one_hot_rows(tokens, 10), params), labels) == 1.0
        assert accuracy(mlp(one_hot_rows(unseen, 10), params), unseen_labels) == pytest.approx(0.5, abs=0.005)


def recurrent_accuracies(seed, length):
    """Learn «no» at positions 1–4 of sentences of `length` words; (accuracy there, accuracy with «no» in fifth place of five)."""
    tokens, labels = negation(600, positions=(0, 1, 2, 3), length=length, seed=seed)
    unseen, unseen_labels = negation(600, positions=(4,), seed=100 + seed)
    params = last_params(
        init_rnn_classifier(np.random.default_rng(seed), 10, 8, 16, 2),
        (tokens, labels),
        lambda b, p: rnn_classifier_gradients(*b, p),
        150,
    )
    return accuracy(rnn_classifier(tokens, params), labels), accuracy(rnn_classifier(unseen, params), unseen_labels)


@pytest.mark.parametrize("seed", range(3))
def test_the_recurrent_network_reads_a_fifth_word_after_learning_on_four(seed):
    """Trained on four-word sentences, the same weights go on to a fifth word."""
    seen, unseen = recurrent_accuracies(seed, length=4)
    assert seen == 1.0 and unseen > 0.95


@pytest.mark.parametrize("seed", range(3))
def test_sharing_weights_allows_it_and_does_not_guarantee_it(seed):
    """Trained on five words whose last is never «no», it answers at that place hardly better than the perceptron."""
    seen, unseen = recurrent_accuracies(seed, length=5)
    assert seen == 1.0 and 0.5 <= unseen < 0.75


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: one_hot_rows(np.array([[3]]), 3), ["tokens", "0 to 2", "3"]),
        (lambda: mlp(np.ones((2, 3)), init_mlp(np.random.default_rng(0), 2, 2, 2)), ["W_1", "(3, 2)", "(2, 2)"]),
        (lambda: mlp(np.ones((2, 3)), {}), ["params", "missing"]),
        (lambda: init_mlp(np.random.default_rng(0), 2, 0, 2), ["d_hidden", "0"]),
        (lambda: init_rnn_classifier(np.random.default_rng(0), 2, 2, 2, 0), ["n_classes", "0"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)
