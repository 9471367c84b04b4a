"""Counts of products and of numbers."""

import math

import numpy as np
import pytest

from attention_core import (
    attention_parameters,
    block_cost,
    init_multi_head_attention,
    key_value_cache_numbers,
    layer_cost,
    parameter_count,
    scores_while_writing,
    weight_matrix_numbers,
)


@pytest.mark.parametrize("n, d", [(10, 64), (512, 512), (4096, 768)])
def test_table_one(n, d):
    assert layer_cost("self_attention", n, d) == (n * n * d, 1, 1)
    assert layer_cost("recurrent", n, d) == (n * d * d, n, n)
    assert layer_cost("convolutional", n, d, kernel=3) == (3 * n * d * d, 1, math.log(n) / math.log(3))
    assert layer_cost("restricted", n, d, neighbourhood=8) == (8 * n * d, 1, n / 8)


@pytest.mark.parametrize("d", [64, 512, 768])
def test_self_attention_is_cheaper_than_recurrence_while_n_is_below_d(d):
    for n, cheaper in ((d - 1, True), (d + 1, False)):
        assert (layer_cost("self_attention", n, d).products < layer_cost("recurrent", n, d).products) == cheaper
    assert layer_cost("self_attention", d, d).products == layer_cost("recurrent", d, d).products


@pytest.mark.parametrize("h", [1, 2, 4])
def test_a_blocks_products_are_those_of_its_matrix_products(h):
    n, d, d_ff = 5, 8, 12
    counted = 0
    for left, right in [((n, d), (d, d))] * 4 + [((n, d), (d, d_ff)), ((n, d_ff), (d_ff, d))]:
        counted += left[0] * left[1] * right[1]
    counted += h * (n * (d // h) * n + n * n * (d // h))
    assert block_cost(n, d, h=h, d_ff=d_ff).total == counted


def test_where_the_attention_becomes_the_expensive_part():
    assert math.isclose(block_cost(512, 768).attention_share, 0.1)
    assert round(block_cost(32768, 768).attention_share, 2) == 0.88
    for d in (512, 768):
        assert block_cost(6 * d, d).attention_share == 0.5
    cost = block_cost(100, 768, h=12)
    assert cost.projections == 4 * 100 * 768**2 and cost.feed_forward == 8 * 100 * 768**2
    assert cost.scores_and_mixture == 2 * 100**2 * 768


def test_writing_a_hundred_tokens():
    assert scores_while_writing(100, cached=False) == sum(t * t for t in range(1, 101)) == 338350
    assert scores_while_writing(100, cached=True) == sum(range(1, 101)) == 5050
    assert 338350 // 5050 == 67


def test_numbers_learned_and_kept():
    for h in (1, 4, 12):
        assert attention_parameters(768, h=h) == 4 * 768**2
    params = init_multi_head_attention(np.random.default_rng(0), 12, 3, bias=True)
    assert parameter_count(params) == attention_parameters(12, h=3, bias=True)
    assert key_value_cache_numbers(10, 4, n_layers=3) == 240
    assert weight_matrix_numbers(512, h=12, n_layers=12) == 144 * 512**2
