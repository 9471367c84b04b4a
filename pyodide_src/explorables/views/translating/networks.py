"""The toy's networks: kept at five moments of their training, asked to translate, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from attention_core import log_softmax
from attention_core.checkpoints import load_checkpoint
from attention_core.tokenizing import BOS, EOS
from attention_core.toy_translation import evaluate, held_out_pairs, vocabularies
from attention_core.translator import decoder_step, read_source

# The book's lessons count on the same hundred sentences.
COUNTED = 100
LONGEST = 24


class Model(NamedTuple):
    """A kind of network: the checkpoint that keeps it, its name in a sentence, and the moments that are shown."""

    checkpoint: str
    words: str
    steps: tuple[int, ...]


MODELS = {
    "bidirectional": Model("bi_additive_d32", "la red con atención que lee en los dos sentidos", (0, 50, 100, 200, 300)),
    "forward": Model("uni_additive_d32", "la red con atención que lee hacia delante", (0, 50, 100, 200, 300)),
    "fixed": Model("fixed_d32", "la red de resumen fijo", (0, 50, 100, 200, 600)),
}
MOMENTS = len(MODELS["fixed"].steps)


class Network(NamedTuple):
    """A network to look at: `model` is a name of MODELS; `loss` that of its last batch, None at the start."""

    model: str
    step: int
    params: dict
    config: Any
    loss: float | None


class Answer(NamedTuple):
    """What a network writes for a sentence, one row a word, the last one <EOS> unless it did not come to it.

    `probabilities` (words, 28): of each next word; `chosen` (words,): of the word that was written; `weights`
    (words, T_x); `summary` (d,): the encoder's last state.
    """

    words: tuple[str, ...]
    probabilities: np.ndarray
    chosen: np.ndarray
    weights: np.ndarray
    summary: np.ndarray

    @property
    def log_probability(self) -> float:
        return float(np.log(self.chosen).sum())


class Count(NamedTuple):
    """Of sentences that no network has seen: the share translated whole; and of their words, those looked up where they should."""

    exact: float
    agreement: float


@lru_cache(maxsize=16)
def kept(model: str, moment: int) -> Network:
    """The network `model` as it was at a moment from 1 to MOMENTS."""
    step = MODELS[model].steps[moment - 1]
    found = load_checkpoint(MODELS[model].checkpoint, step)
    return Network(model, step, found.params, found.config, found.loss if step else None)


@lru_cache(maxsize=64)
def kept_count(model: str, moment: int, nouns: int) -> Count:
    return count(kept(model, moment), nouns, COUNTED)


def count(network: Network, nouns: int, sentences: int) -> Count:
    found = evaluate(network.params, network.config, held_out_pairs(nouns, sentences))
    return Count(found.exact_match, found.agreement)


def answer(network: Network, words: Sequence[str]) -> Answer:
    """Write the likeliest word, one after another, until <EOS> or LONGEST words."""
    source, target = vocabularies()
    begin, end = target.encode([BOS, EOS])
    reading = read_source(np.array([source.encode(words)]), network.params, network.config)
    state, previous = reading.initial_state, np.array([begin])
    written, probabilities, weights = [], [], []
    while len(written) < LONGEST and (not written or written[-1] != end):
        step = decoder_step(previous, state, reading, network.params, network.config)
        logs = log_softmax(step.logits)[0]
        # Rounded, so that two builds of NumPy agree on which of two equal words is the first.
        previous = np.array([int(np.round(logs, 9).argmax())])
        written.append(int(previous[0]))
        probabilities.append(np.exp(logs))
        weights.append(step.weights[0])
        state = step.state
    rows = np.array(probabilities)
    return Answer(
        tuple(target.decode(written)), rows, rows[np.arange(len(written)), written], np.array(weights), reading.memory.states[0, -1]
    )
