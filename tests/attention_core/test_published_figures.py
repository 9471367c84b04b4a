"""Numbers that were published or worked out elsewhere before this code existed; the lessons show them."""

import numpy as np
import pytest

from attention_core import (
    attention,
    causal_mask,
    cross_entropy,
    cross_entropy_backward,
    dot_scores,
    entropy,
    init_multi_head_attention,
    multi_head_attention,
    parameter_count,
    scaled_dot_scores,
    score_parameter_count,
    sinusoidal_positions,
    softmax,
    softmax_jacobian,
)

# «Me senté en el banco de mi jardín»: keys and values (seat, money) of its eight words; «banco» asks.
KEYS = np.array([[-1.6, 0], [-0.3, 1], [-0.8, -0.8], [-0.8, -0.8], [0.5, -0.5], [-0.8, -0.8], [-0.8, -0.8], [1, 0.8]])
VALUES = np.array([[0, 0], [0.5, 0], [0, 0], [0, 0], [0.5, 0.5], [0, 0], [0, 0], [1, 0]], dtype=float)
BANCO = np.array([[1.0, 1.0]])

# «ayer leí un libro muy bueno» → «yesterday i read a very good book <EOS>», and a state for each of the six words.
ALPHA = np.array(
    [
        [0.92, 0.04, 0.01, 0.01, 0.01, 0.01],
        [0.05, 0.88, 0.03, 0.02, 0.01, 0.01],
        [0.03, 0.90, 0.03, 0.02, 0.01, 0.01],
        [0.01, 0.05, 0.86, 0.06, 0.01, 0.01],
        [0.01, 0.01, 0.03, 0.05, 0.82, 0.08],
        [0.01, 0.01, 0.02, 0.08, 0.10, 0.78],
        [0.01, 0.02, 0.06, 0.86, 0.03, 0.02],
        [0.03, 0.03, 0.03, 0.06, 0.13, 0.72],
    ]
)
STATES = np.array([[0.5, 0.6, -0.5], [0.7, 0.4, 0.5], [0.4, -0.1, 0.4], [0.1, 0.5, 0.8], [0.5, 0.4, -0.7], [0.1, -0.7, -0.1]])


def test_the_scene_of_the_bench_without_dividing():
    assert dot_scores(BANCO, KEYS)[0].round(6).tolist() == [-1.6, 0.7, -1.6, -1.6, 0.0, -1.6, -1.6, 1.8]
    context, cache = attention(BANCO, KEYS, VALUES, score="dot", return_cache=True)
    assert cache.weights[0].round(2).tolist() == [0.02, 0.2, 0.02, 0.02, 0.1, 0.02, 0.02, 0.6]
    assert context[0].round(2).tolist() == [0.75, 0.05]


def test_the_scene_of_the_bench_divided_by_the_root_of_two():
    context, cache = attention(BANCO, KEYS, VALUES, return_cache=True)
    assert cache.weights[0].round(2).tolist() == [0.04, 0.21, 0.04, 0.04, 0.13, 0.04, 0.04, 0.46]
    assert context[0].round(2).tolist() == [0.63, 0.06]


def test_adding_seven_to_every_score_changes_nothing():
    scores = np.array([1.8, 0.7, 0.0, -1.6, -1.6, -1.6, -1.6, -1.6])
    assert np.allclose(softmax(scores + 7), softmax(scores), atol=1e-15)
    assert softmax(scores).round(2).tolist() == [0.6, 0.2, 0.1, 0.02, 0.02, 0.02, 0.02, 0.02]


def test_products_spread_as_the_root_of_the_width():
    rng = np.random.default_rng(0)
    for width, deviation in ((1, 1.0), (2, 1.4), (64, 8.0), (512, 22.6)):
        queries, keys = rng.standard_normal((20000, width)), rng.standard_normal((20000, width))
        # Each of 20 000 queries with one key of its own: a batch of one-row attentions.
        products = dot_scores(queries[:, None], keys[:, None])[:, 0, 0]
        scaled = scaled_dot_scores(queries[:, None], keys[:, None])[:, 0, 0]
        assert round(float(products.std()), 1) == deviation and round(float(scaled.std()), 1) == 1.0


def test_the_largest_weight_with_and_without_the_scale():
    rng = np.random.default_rng(0)
    queries, keys = rng.standard_normal((5000, 1, 64)), rng.standard_normal((5000, 8, 64))
    for scores, mean, spread in ((dot_scores(queries, keys), 0.879, 0.16), (scaled_dot_scores(queries, keys), 0.361, 0.11)):
        largest = softmax(scores)[:, 0].max(axis=-1)
        # 5000 draws place the mean within ±3·spread/√5000 of its expectation.
        assert abs(largest.mean() - mean) < 0.007 and abs(largest.std() - spread) < 0.01


@pytest.mark.parametrize("width, raw, scaled", [(64, 0.142, 0.365), (1024, 0.040, 0.366)])
def test_the_slope_that_is_left(width, raw, scaled):
    rng = np.random.default_rng(1)
    queries, keys = rng.standard_normal((2000, 1, width)), rng.standard_normal((2000, 8, width))
    for scores, size in ((dot_scores(queries, keys), raw), (scaled_dot_scores(queries, keys), scaled)):
        norms = np.linalg.norm(softmax_jacobian(scores[:, 0]), axis=(1, 2))
        assert abs(norms.mean() - size) < 0.015


def test_the_scale_can_be_absorbed_by_a_matrix():
    rng = np.random.default_rng(0)
    x, params = rng.normal(size=(5, 16)), init_multi_head_attention(rng, 16, 1)
    queries, keys, values = (x @ params[name] for name in ("W_q", "W_k", "W_v"))
    # √16 is a power of two: not even rounding differs.
    by_matrix = attention(x @ (params["W_q"] / 4), keys, values, score="dot")
    assert (attention(queries, keys, values) == by_matrix).all()


def test_the_drawn_alignment_reads_as_the_lesson_says():
    assert np.allclose(ALPHA.sum(axis=1), 1, atol=1e-15)
    assert (ALPHA.argmax(axis=1) + 1).tolist() == [1, 2, 2, 3, 5, 6, 4, 6]
    assert ALPHA.sum(axis=0).round(2).tolist() == [1.07, 1.94, 1.07, 1.16, 1.12, 1.64]


def test_the_contexts_of_the_drawn_alignment():
    # The logarithms of the weights are scores that give them back.
    contexts = softmax(np.log(ALPHA)) @ STATES
    assert np.linalg.norm(contexts - STATES[5], axis=1).round(2).tolist() == [1.37, 1.33, 1.34, 0.89, 1.15, 0.25, 1.39, 0.32]
    assert len(np.unique(contexts.round(9), axis=0)) == 8
    assert (contexts >= STATES.min(axis=0)).all() and (contexts <= STATES.max(axis=0)).all()
    frozen = np.zeros((8, 6))
    frozen[:, 5] = 1
    assert (frozen @ STATES == STATES[5]).all()


def test_soft_choice_moves_and_hard_choice_stays():
    # Two states (1, 0.5)… the weights after raising the second score by 0.05 and by 0.11 from 0.1 behind.
    before, after, jump = (softmax([0.1, raised]) for raised in (0.0, 0.05, 0.11))
    assert before.argmax() == after.argmax() == 0 and jump.argmax() == 1
    assert after[1] > before[1]


def test_the_gradient_of_softmax_with_cross_entropy():
    loss, cache = cross_entropy([2.0, 1.0, 0.0], 1, return_cache=True)
    assert cross_entropy_backward(1.0, cache).round(3).tolist() == [0.665, -0.755, 0.09]


def test_parameters_of_the_scores_and_of_the_heads():
    counts = [score_parameter_count(name, 32) for name in ("dot", "general", "additive")]
    assert counts == [0, 1024, 2080]
    rng = np.random.default_rng(0)
    for h in (1, 8, 12):
        assert parameter_count(init_multi_head_attention(rng, 768, h)) == 4 * 768**2
    bert = init_multi_head_attention(rng, 768, 12)
    _, cache = multi_head_attention(rng.normal(size=(2, 768)), bert, 12, return_cache=True)
    assert cache.queries.shape == (12, 2, 64) and 12 * 12 == 144  # twelve layers of twelve heads of 64


def test_sinusoids_products_by_offset():
    table = sinusoidal_positions(60, 64)
    by_offset = [float(table[20] @ table[20 + offset]) for offset in (0, 1, 5)]
    assert [round(product, 1) for product in by_offset] == [32.0, 30.9, 23.5]
    products = (table[:-5] * table[5:]).sum(axis=1)
    assert np.ptp(products) < 1e-13


def test_shuffled_tokens_get_shuffled_outputs_and_a_causal_mask_ends_that():
    rng = np.random.default_rng(0)
    x, order = rng.normal(size=(6, 8)), rng.permutation(6)
    assert np.abs(attention(x, x, x)[order] - attention(x[order], x[order], x[order])).max() < 4e-15
    masked, shuffled = (attention(rows, rows, rows, mask=causal_mask(6)) for rows in (x, x[order]))
    assert np.abs(masked[order] - shuffled).max() > 0.5


def test_mean_entropy_of_an_even_share():
    assert np.isclose(entropy(np.full((3, 8), 1 / 8)).mean(), np.log(8))
