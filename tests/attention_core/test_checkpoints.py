"""Checkpoints: small files that anybody can make again, and the figures that the lessons read from them."""

import numpy as np
import pytest

from attention_core.checkpoints import checkpoint_path, load_checkpoint, recipes
from attention_core.checkpoints.make import to_bytes, train_recipe
from attention_core.parameters import parameter_count
from attention_core.toy_translation import evaluate, held_out_pairs, translate_words
from attention_core.translator import init_translator, translator_shapes

NAMES = tuple(recipes())


def evaluated(name, step, phrases):
    checkpoint = load_checkpoint(name, step)
    return evaluate(checkpoint.params, checkpoint.config, held_out_pairs(phrases))


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_small_and_holds_every_step(name):
    assert checkpoint_path(name).stat().st_size < 100_000
    for step in recipes()[name].steps:
        checkpoint = load_checkpoint(name, step)
        assert {key: value.shape for key, value in checkpoint.params.items()} == translator_shapes(checkpoint.config)
        assert all(np.isfinite(value).all() for value in checkpoint.params.values())


@pytest.mark.parametrize("name", NAMES)
def test_step_zero_is_the_seeded_start(name):
    recipe = recipes()[name]
    start = init_translator(recipe.config, recipe.seed)
    for key, value in load_checkpoint(name, 0).params.items():
        np.testing.assert_array_equal(value, start[key].astype(np.float16), err_msg=key)


def test_training_again_gives_the_same_weights():
    """The first fifty steps; half precision leaves 2⁻¹¹ of each number, other machines add in another order."""
    kept = train_recipe(recipes()["bi_additive_d16"], last_step=50)
    stored = load_checkpoint("bi_additive_d16", 50)
    assert kept[50][1] == pytest.approx(stored.loss, rel=1e-4)
    for key, value in kept[50][0].items():
        np.testing.assert_allclose(value, stored.params[key], rtol=2**-10, atol=1e-5, err_msg=key)


def test_the_same_weights_give_the_same_bytes():
    start = init_translator(recipes()["bi_dot_d32"].config, 0)
    kept = {0: (start, np.nan), 50: (start, 1.5)}
    assert to_bytes(kept) == to_bytes(dict(kept))
    assert to_bytes(kept)[:2] == b"PK"


@pytest.mark.parametrize(
    "name, count",
    [("bi_additive_d32", 7692), ("uni_additive_d32", 8204), ("bi_dot_d32", 5612), ("bi_general_d32", 6636), ("fixed_d32", 6124)],
)
def test_parameter_counts(name, count):
    assert parameter_count(load_checkpoint(name, 300).params) == count


@pytest.mark.parametrize("name", ["bi_additive_d32", "uni_additive_d32", "bi_general_d32", "luong_general_d32"])
@pytest.mark.parametrize("phrases", [1, 2])
def test_attention_translates_unseen_sentences(name, phrases):
    assert evaluated(name, 300, phrases).exact_match >= 0.98


def test_both_directions_look_at_the_word_they_translate_and_one_does_not():
    """Equal answers, different maps: the forward encoder's next state already holds the token."""
    both, one = evaluated("bi_additive_d32", 300, 2), evaluated("uni_additive_d32", 300, 2)
    assert both.exact_match >= 0.98 and one.exact_match >= 0.98
    assert both.agreement >= 0.8
    assert one.agreement <= 0.5


def test_the_fixed_summary_breaks_at_the_second_phrase():
    one, two = evaluated("fixed_d32", 600, 1), evaluated("fixed_d32", 600, 2)
    assert one.exact_match >= 0.8
    assert two.exact_match <= 0.15


def test_capacity_matters_to_the_fixed_summary():
    assert evaluated("fixed_d16", 300, 1).exact_match < evaluated("fixed_d32", 300, 1).exact_match - 0.2


@pytest.mark.parametrize("name", ["bi_additive_d32", "uni_additive_d32", "bi_dot_d32", "fixed_d32"])
def test_nobody_translates_a_length_never_seen(name):
    assert evaluated(name, recipes()[name].steps[-1], 3).exact_match <= 0.05


def test_a_decoder_that_only_starts_from_the_summary_manages_one_phrase():
    assert evaluated("start_gru_d32", 900, 1).exact_match >= 0.8
    assert evaluated("start_gru_d32", 0, 1).exact_match == 0


def test_training_moves_from_nothing_to_everything():
    matches = [evaluated("bi_additive_d32", step, 1).exact_match for step in (0, 50, 100, 200, 300)]
    assert matches == sorted(matches) and matches[0] == 0


def test_the_sentence_of_the_book():
    checkpoint = load_checkpoint("bi_additive_d32", 300)
    words, weights = translate_words("ayer leí un libro muy bueno".split(), checkpoint.params, checkpoint.config)
    assert " ".join(words) == "yesterday i read a very good book <EOS>"
    assert weights.shape == (8, 6)
    # «book» goes back to «libro», the fourth word, after «muy» and «bueno».
    assert weights[4:7].argmax(axis=1).tolist() == [4, 5, 3]


@pytest.mark.parametrize("score", ["bi_dot_d32", "bi_general_d32"])
def test_the_first_row_of_a_product_is_flat(score):
    checkpoint = load_checkpoint(score, 300)
    _, weights = translate_words("ayer leí un libro muy bueno y".split(), checkpoint.params, checkpoint.config)
    assert weights[0] == pytest.approx(1 / 7, abs=1e-15)


@pytest.mark.parametrize(
    "name, step, words",
    [("bi_additive", 300, ["name", "'bi_additive_d32'"]), ("bi_additive_d32", 250, ["step", "200", "250"])],
)
def test_what_is_not_kept_is_told(name, step, words):
    with pytest.raises(ValueError) as error:
        load_checkpoint(name, step)
    for word in words:
        assert word in str(error.value)
