"""Training as a sequence of states: stop at any of them, keep it, go on from it.

A `TrainingState` is everything that the next step depends on. Batches are drawn from (seed, step) and not from a
generator that remembers, so the state has no hidden part: whoever holds it can go on tomorrow, in another process
or in the reader's browser, and reaches the very same numbers.
"""

import math
from typing import NamedTuple

import numpy as np

from .checks import check_count
from .optimizers import AdamState, adam, clip_gradients
from .tokenizing import BOS, EOS, pad_batch
from .translator import Batch, init_translator, translator_gradients


class TrainingState(NamedTuple):
    """`step`: updates done; `loss`: that of the last batch, before its update (NaN at step 0); `optimizer`: its state."""

    step: int
    loss: float
    params: dict
    optimizer: object = None


def start_training(params):
    """The state before the first step.

    >>> start_training({"x": np.zeros(1)}).step
    0
    """
    return TrainingState(0, math.nan, params)


def train(state, draw_batch, gradients, *, steps=None, optimizer=adam, rate=0.01, clip=None):
    """Yield the state after each update: a generator that can be left at any moment.

    `state`: a TrainingState, from `start_training` or from any step of any earlier run.
    `draw_batch(step)`: the batch for update number `step` + 1, a pure function of the number.
    `gradients(batch, params)`: (loss, gradients like `params`).
    `steps`: stop when this many updates have been done since step 0; None for no end.
    `optimizer`: `sgd`, `momentum` or `adam`. `clip`: limit of the gradients' global norm, None for none.

    Raises ValueError for `steps` below 1, FloatingPointError when the loss stops being finite.

    >>> def gradients(batch, params):           # the bowl x²
    ...     return float(params["x"][0] ** 2), {"x": 2 * params["x"]}
    >>> from attention_core.optimizers import sgd
    >>> start = start_training({"x": np.array([1.0])})
    >>> [round(float(state.params["x"][0]), 3) for state in
    ...     train(start, lambda step: None, gradients, steps=3, optimizer=sgd, rate=0.1)]
    [0.8, 0.64, 0.512]
    """
    if steps is not None:
        check_count("steps", steps)
    while steps is None or state.step < steps:
        loss, grads = gradients(draw_batch(state.step), state.params)
        if not math.isfinite(loss):
            raise FloatingPointError(f"the loss became {loss} at step {state.step + 1}; a smaller rate may help")
        if clip is not None:
            grads, _ = clip_gradients(grads, clip)
        params, optimizer_state = optimizer(state.params, grads, state.optimizer, rate=rate)
        state = TrainingState(state.step + 1, loss, params, optimizer_state)
        yield state


def translator_batch(pairs, source_vocabulary, target_vocabulary):
    """Sentence pairs (with `source` and `target` words, the target ending in <EOS>) as one padded Batch of ids.

    Raises ValueError for an unknown word, an empty list, or a target that does not end in <EOS>.

    >>> from attention_core.tasks import SentencePair, source_vocabulary, target_vocabulary
    >>> pair = SentencePair(("leí", "un", "libro"), ("i", "read", "a", "book", "<EOS>"), (0, 0, 1, 2, -1))
    >>> batch = translator_batch([pair], source_vocabulary(), target_vocabulary())
    >>> target_vocabulary().decode(batch.target_inputs[0])
    ['<BOS>', 'i', 'read', 'a', 'book']
    """
    for pair in pairs:
        if pair.target[-1:] != (EOS,):
            raise ValueError(f"pairs: expected every target to end in {EOS}, got {pair.target}")
    source, source_lengths = pad_batch([source_vocabulary.encode(pair.source) for pair in pairs])
    outputs, target_lengths = pad_batch([target_vocabulary.encode(pair.target) for pair in pairs])
    begin = target_vocabulary.encode([BOS])[0]
    inputs = np.concatenate([np.full((len(outputs), 1), begin, dtype=np.int64), outputs[:, :-1]], axis=1)
    return Batch(source, source_lengths, inputs, outputs, target_lengths)


def take_rows(batch, rows):
    """Some rows of a Batch, without the columns that only padding would fill.

    >>> ids = np.array([[1, 2, 3], [4, 0, 0]])
    >>> batch = Batch(ids, np.array([3, 1]), ids, ids, np.array([3, 1]))
    >>> take_rows(batch, np.array([1])).source.tolist()
    [[4]]
    """
    source_lengths, target_lengths = batch.source_lengths[rows], batch.target_lengths[rows]
    n_source, n_target = source_lengths.max(), target_lengths.max()
    return Batch(
        batch.source[rows, :n_source],
        source_lengths,
        batch.target_inputs[rows, :n_target],
        batch.target_outputs[rows, :n_target],
        target_lengths,
    )


def random_batches(batch, batch_size, seed=0):
    """draw_batch(step) for `train`: `batch_size` different rows, a pure function of (seed, step).

    Raises ValueError when `batch_size` is not from 1 to the number of rows.

    >>> ids = np.arange(1, 7).reshape(6, 1)
    >>> draw_batch = random_batches(Batch(ids, ids[:, 0] * 0 + 1, ids, ids, ids[:, 0] * 0 + 1), batch_size=6)
    >>> sorted(draw_batch(0).source[:, 0].tolist()), bool((draw_batch(0).source == draw_batch(1).source).all())
    ([1, 2, 3, 4, 5, 6], False)
    """
    n_rows = len(batch.source)
    if check_count("batch_size", batch_size) > n_rows:
        raise ValueError(f"batch_size: expected at most the {n_rows} rows there are, got {batch_size}")

    def draw_batch(step):
        rng = np.random.default_rng((seed, step))
        return take_rows(batch, rng.choice(n_rows, size=batch_size, replace=False))

    return draw_batch


def train_translator(
    config, batch, *, state=None, seed=0, steps=None, batch_size=64, rate=0.01, clip=1.0, optimizer=adam,
    dtype=np.float64, value_path=True, score_path=True,
):  # fmt: skip
    """Train a translator on the rows of `batch`, yielding each TrainingState; see `train`.

    `state`: where to go on from; None starts from `init_translator(config, seed, dtype)`. The numbers of a run
    depend on `config`, `batch`, `seed`, `batch_size`, `rate`, `clip`, `optimizer` and `dtype`, not on where it was interrupted.
    `value_path`, `score_path`: see `translator_backward`.

    >>> from attention_core.toy_translation import toy_batch, toy_config, training_pairs
    >>> batch = toy_batch(training_pairs())
    >>> whole = list(train_translator(toy_config(d_hidden=4), batch, steps=4))
    >>> resumed = list(train_translator(toy_config(d_hidden=4), batch, state=whole[1], steps=4))
    >>> [state.step for state in resumed], resumed[-1].loss == whole[-1].loss
    ([3, 4], True)
    """
    if state is None:
        state = start_training(init_translator(config, seed, dtype))

    def gradients(rows, params):
        return translator_gradients(rows, params, config, value_path=value_path, score_path=score_path)

    draw_batch = random_batches(batch, batch_size, seed)
    return train(state, draw_batch, gradients, steps=steps, optimizer=optimizer, rate=rate, clip=clip)


def state_to_arrays(state):
    """A TrainingState of `adam` as one flat dict of arrays, to be stored or sent; `state_from_arrays` undoes it.

    >>> state = start_training({"x": np.zeros(1)})
    >>> sorted(state_to_arrays(state)), state_from_arrays(state_to_arrays(state)).step
    (['loss', 'params/x', 'step'], 0)

    Raises ValueError for the state of another optimizer.
    """
    arrays = {"step": np.array(state.step), "loss": np.array(state.loss)}
    arrays |= {f"params/{name}": value for name, value in state.params.items()}
    if isinstance(state.optimizer, AdamState):
        arrays |= {f"mean/{name}": value for name, value in state.optimizer.mean.items()}
        arrays |= {f"square/{name}": value for name, value in state.optimizer.square.items()}
    elif state.optimizer is not None:
        raise ValueError(f"state: expected that of adam, got {type(state.optimizer).__name__}")
    return arrays


def state_from_arrays(arrays):
    """The TrainingState that `state_to_arrays` took apart. Raises ValueError when something is missing.

    >>> state_from_arrays({"step": np.array(3), "loss": np.array(0.5), "params/x": np.zeros(1)}).step
    3
    """
    parts = {"params": {}, "mean": {}, "square": {}}
    for key, value in arrays.items():
        kind, _, name = key.partition("/")
        if kind in parts:
            parts[kind][name] = np.asarray(value)
    if "step" not in arrays or "loss" not in arrays or not parts["params"]:
        raise ValueError(f"arrays: expected «step», «loss» and «params/…», got {sorted(arrays)}")
    step = int(arrays["step"])
    if not parts["mean"].keys() == parts["square"].keys() <= parts["params"].keys():
        raise ValueError("arrays: expected «mean/…» and «square/…» for the same names as «params/…»")
    optimizer = AdamState(step, parts["mean"], parts["square"]) if parts["mean"] else None
    return TrainingState(step, float(arrays["loss"]), parts["params"], optimizer)
