"""The toy translator's house rules: which sentences it learns from, which it is asked, how its answers are counted.

Lessons, checkpoints and tests all read them here, so that a number in one is the same number in another.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from .measures import alignment_agreement, exact_match, until_end
from .tasks import sentence_pairs, source_vocabulary, target_vocabulary
from .tokenizing import BOS, EOS, pad_batch
from .training import translator_batch
from .translator import TranslatorConfig, translate, translator_forward

N_TRAINING = 1500
TRAINING_SEED = 0
HELD_OUT_SEED = 100


@cache
def vocabularies():
    """(Spanish, English) vocabularies, of 37 and 28 tokens.

    >>> [len(vocabulary) for vocabulary in vocabularies()]
    [37, 28]
    """
    return source_vocabulary(), target_vocabulary()


def toy_config(**choices):
    """A TranslatorConfig for the toy vocabularies.

    >>> toy_config(score="dot").n_source
    37
    """
    source, target = vocabularies()
    return TranslatorConfig(len(source), len(target), **choices)


@cache
def training_pairs(phrases=(1, 2)):
    """The 1,500 sentences with these numbers of noun phrases that translators learn from.

    >>> len(training_pairs())
    1500
    """
    return sentence_pairs(N_TRAINING, phrases=phrases, seed=TRAINING_SEED)


@cache
def held_out_pairs(phrases, count=200):
    """`count` sentences with `phrases` noun phrases that are in no `training_pairs()` of one or two phrases.

    >>> len(set(held_out_pairs(1)) & set(training_pairs()))
    0
    """
    learned = training_pairs() + training_pairs((1,))
    return sentence_pairs(count, phrases=(phrases,), seed=HELD_OUT_SEED + phrases, exclude=learned)


def toy_batch(pairs):
    """Sentence pairs as a Batch of ids.

    >>> toy_batch(training_pairs()).source.shape
    (1500, 11)
    """
    return translator_batch(pairs, *vocabularies())


class Evaluation(NamedTuple):
    """`exact_match`: share of whole sentences right; `agreement`: see `alignment_agreement`; `answers`: words by sentence."""

    exact_match: float
    agreement: float
    answers: list


def evaluate(params, config, pairs):
    """Translate all pairs greedily and count the sentences that are right to the last word.

    The agreement with the true alignment is that of teacher forcing, where each row of weights has its true word
    whatever the model would have written. For the fixed wirings it is that of the frozen alignment.

    >>> from attention_core.checkpoints import load_checkpoint
    >>> checkpoint = load_checkpoint("bi_additive_d32", 300)
    >>> evaluate(checkpoint.params, checkpoint.config, held_out_pairs(1, count=20)).exact_match
    1.0
    """
    _, target = vocabularies()
    batch = toy_batch(pairs)
    begin, end = target.encode([BOS, EOS])
    written = translate(batch.source, params, config, batch.source_lengths, begin=begin, end=end)
    answers = [tuple(target.decode(row)) for row in until_end(written.ids, end)]
    _, decoded = translator_forward(batch, params, config)
    agreement = alignment_agreement(decoded.weights, [pair.alignment for pair in pairs])
    return Evaluation(exact_match(answers, [pair.target for pair in pairs]), agreement, answers)


def translate_words(words, params, config, max_length=40):
    """Translate one sentence: (English words, weights (n_words, T_x)), the last word <EOS> unless it did not fit.

    `words`: Spanish words of the toy vocabulary. Raises ValueError for a word that is not in it or an empty sentence.

    >>> from attention_core.checkpoints import load_checkpoint
    >>> checkpoint = load_checkpoint("bi_additive_d32", 300)
    >>> words, weights = translate_words("ayer leí un libro muy bueno".split(), checkpoint.params, checkpoint.config)
    >>> " ".join(words), weights.shape
    ('yesterday i read a very good book <EOS>', (8, 6))
    """
    source, target = vocabularies()
    ids, _ = pad_batch([source.encode(words)])
    begin, end = target.encode([BOS, EOS])
    written = translate(ids, params, config, begin=begin, end=end, max_length=max_length)
    answer = target.decode(until_end(written.ids, end)[0])
    return answer, np.asarray(written.weights[0])
