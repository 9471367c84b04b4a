"""Trainings from the first step to the last: the figures that lessons of block 4 quote, with more than one seed."""

import pytest

from attention_core.toy_translation import evaluate, held_out_pairs, toy_batch, toy_config, training_pairs
from attention_core.training import train_translator

pytestmark = pytest.mark.training


def trained(config, seed, steps):
    for state in train_translator(config, toy_batch(training_pairs()), seed=seed, steps=steps):
        pass
    return [evaluate(state.params, config, held_out_pairs(phrases)) for phrases in (1, 2, 3)]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_bidirectional_additive_translator(seed):
    """Seed 0 is the checkpoint; the goal is 0.98 on whole sentences and 0.8 on the alignment within 300 steps."""
    one, two, three = trained(toy_config(), seed, 300)
    assert one.exact_match >= 0.98 and two.exact_match >= 0.98
    assert one.agreement >= 0.8 and two.agreement >= 0.8
    assert three.exact_match <= 0.05


@pytest.mark.parametrize("seed", [1, 2])
def test_one_direction_translates_as_well_and_looks_elsewhere(seed):
    one, two, _ = trained(toy_config(encoder="forward"), seed, 300)
    assert one.exact_match >= 0.98 and two.exact_match >= 0.98
    assert two.agreement <= 0.65


def test_words_without_their_order_do_not_suffice():
    """Embeddings alone: one phrase can be sorted out, two cannot."""
    one, two, _ = trained(toy_config(encoder="embeddings"), 0, 300)
    assert one.exact_match >= 0.9
    assert two.exact_match <= 0.3


def test_a_fixed_summary_fails_at_two_phrases_with_another_seed():
    one, two, _ = trained(toy_config(encoder="forward", wiring="fixed_every_step"), 1, 600)
    assert one.exact_match >= 0.6
    assert two.exact_match <= 0.2
