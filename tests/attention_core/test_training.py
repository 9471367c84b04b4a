"""A training is a sequence of states: it can be left at any of them and taken up again to the last bit."""

import itertools
import math

import numpy as np
import pytest

from attention_core.optimizers import adam, momentum, sgd
from attention_core.tasks import sentence_pairs, source_vocabulary, target_vocabulary
from attention_core.training import (
    random_batches,
    start_training,
    state_from_arrays,
    state_to_arrays,
    take_rows,
    train,
    train_translator,
    translator_batch,
)
from attention_core.translator import TranslatorConfig, init_translator

SOURCE, TARGET = source_vocabulary(), target_vocabulary()
CONFIG = TranslatorConfig(37, 28, d_embedding=4, d_hidden=6)


@pytest.fixture(scope="module")
def batch():
    return translator_batch(sentence_pairs(60, seed=0), SOURCE, TARGET)


def states_of(batch, steps, state=None, **options):
    return list(train_translator(CONFIG, batch, state=state, steps=steps, batch_size=8, **options))


def assert_same(state, other):
    assert (state.step, state.loss) == (other.step, other.loss)
    for name in state.params:
        assert (state.params[name] == other.params[name]).all(), name


@pytest.mark.parametrize("stop", [1, 4, 6])
def test_a_run_taken_up_again_is_the_run_that_never_stopped(batch, stop):
    whole = states_of(batch, 7)
    resumed = states_of(batch, 7, state=whole[stop - 1])
    assert [state.step for state in resumed] == list(range(stop + 1, 8))
    assert_same(resumed[-1], whole[-1])


def test_so_is_one_that_was_stored_as_arrays(batch):
    whole = states_of(batch, 5)
    stored = {name: value.copy() for name, value in state_to_arrays(whole[1]).items()}
    assert_same(states_of(batch, 5, state=state_from_arrays(stored))[-1], whole[-1])


def test_leaving_the_generator_leaves_the_state_whole(batch):
    run = train_translator(CONFIG, batch, batch_size=8)
    kept = next(run)
    copy = {name: value.copy() for name, value in kept.params.items()}
    next(run)
    run.close()
    assert kept.step == 1 and all((kept.params[name] == copy[name]).all() for name in copy)
    assert next(run, None) is None


def test_without_a_number_of_steps_it_goes_on(batch):
    states = itertools.islice(train_translator(CONFIG, batch, batch_size=4), 12)
    assert [state.step for state in states] == list(range(1, 13))


def test_a_finished_training_yields_nothing(batch):
    last = states_of(batch, 3)[-1]
    assert states_of(batch, 3, state=last) == []


@pytest.mark.parametrize("optimizer", [sgd, momentum, adam])
def test_the_loss_falls(batch, optimizer):
    rates = {sgd: 0.5, momentum: 0.1, adam: 0.02}
    states = states_of(batch, 40, optimizer=optimizer, rate=rates[optimizer])
    assert states[0].loss == pytest.approx(math.log(28), abs=0.5)
    assert states[-1].loss < states[0].loss - 0.7


def test_the_seed_decides_everything(batch):
    first, again, other = (states_of(batch, 2, seed=seed)[-1] for seed in (0, 0, 1))
    assert_same(first, again)
    assert first.loss != other.loss


def test_float32_training_stays_float32(batch):
    last = states_of(batch, 2, dtype=np.float32)[-1]
    assert {value.dtype for value in last.params.values()} == {np.dtype(np.float32)}


def test_the_limit_bounds_every_step(batch):
    """Plain descent with rate 1 moves by at most the limit."""
    start = init_translator(CONFIG, 0)
    after = states_of(batch, 1, optimizer=sgd, rate=1.0, clip=0.01)[-1].params
    moved = math.sqrt(sum(((after[name] - start[name]) ** 2).sum() for name in start))
    assert moved == pytest.approx(0.01, rel=1e-9)


def test_cutting_both_paths_leaves_the_encoder_as_it_was(batch):
    start = init_translator(CONFIG, 0)
    after = states_of(batch, 3, value_path=False, score_path=False)[-1].params
    for name in start:
        untouched = name.startswith(("encoder.", "source_embedding"))
        assert (after[name] == start[name]).all() == untouched, name


def test_a_loss_that_is_no_number_is_told():
    with pytest.raises(FloatingPointError, match="nan at step 1"):
        next(train(start_training({"x": np.ones(1)}), lambda step: None, lambda batch, params: (math.nan, params)))


def test_batches_hold_different_rows_and_depend_on_seed_and_step(batch):
    draw, same, other = random_batches(batch, 60, 3), random_batches(batch, 60, 3), random_batches(batch, 60, 4)
    everything = sorted(map(tuple, np.pad(batch.source, ((0, 0), (0, 3))).tolist()))
    drawn = draw(5).source
    assert sorted(tuple(row) + (0,) * (len(everything[0]) - len(row)) for row in drawn.tolist()) == everything
    assert (drawn == same(5).source).all()
    assert (drawn != draw(6).source).any() and (drawn != other(5).source).any()


def test_taken_rows_carry_no_column_of_padding(batch):
    rows = np.argsort(batch.source_lengths)[:5]
    few = take_rows(batch, rows)
    assert few.source.shape[1] == few.source_lengths.max() < batch.source.shape[1]
    assert few.target_inputs.shape == few.target_outputs.shape == (5, few.target_lengths.max())


def test_teacher_forcing_shifts_by_one(batch):
    for inputs, outputs, length in zip(batch.target_inputs, batch.target_outputs, batch.target_lengths, strict=True):
        assert inputs[0] == TARGET.ids["<BOS>"] and outputs[length - 1] == TARGET.ids["<EOS>"]
        assert (inputs[1:length] == outputs[: length - 1]).all()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda batch: states_of(batch, 0), ["steps", "0"]),
        (lambda batch: random_batches(batch, 61), ["batch_size", "60", "61"]),
        (lambda batch: random_batches(batch, 0), ["batch_size", "0"]),
        (lambda batch: state_from_arrays({"step": np.array(1)}), ["arrays", "loss", "params"]),
        (lambda batch: state_to_arrays(states_of(batch, 1, optimizer=momentum)[0]), ["state", "MomentumState"]),
        (
            lambda batch: translator_batch([sentence_pairs(1)[0]._replace(target=("i", "read"))], SOURCE, TARGET),
            ["pairs", "<EOS>"],
        ),
    ],
)
def test_bad_arguments_are_named(call, words, batch):
    with pytest.raises(ValueError) as error:
        call(batch)
    for word in words:
        assert word in str(error.value)
