"""The toy tasks: true translations with true alignments, balanced negations, sequences turned round."""

import itertools

import numpy as np
import pytest

from attention_core.tasks import (
    negation,
    negation_vocabulary,
    neighbours,
    reversal,
    sentence_pairs,
    source_vocabulary,
    target_vocabulary,
)
from attention_core.tasks.grammar import ADJECTIVES, DETERMINERS, NOUNS

# A dictionary written out apart from the task's own tables, to translate word by word.
WORDS = {
    "ayer": "yesterday", "hoy": "today", "un": "a", "una": "a", "el": "the", "la": "the", "mi": "my", "y": "and", "muy": "very",
    "libro": "book", "cuento": "story", "mapa": "map", "carta": "letter", "novela": "novel", "revista": "magazine",
    "bueno": "good", "buena": "good", "nuevo": "new", "nueva": "new", "largo": "long", "larga": "long", "corto": "short",
    "corta": "short", "raro": "strange", "rara": "strange", "famoso": "famous", "famosa": "famous",
}  # fmt: skip
ENDINGS = {"leí": "i read", "leíste": "you read", "leímos": "we read", "vi": "i saw", "viste": "you saw", "vimos": "we saw",
           "compré": "i bought", "compraste": "you bought", "compramos": "we bought"}  # fmt: skip


def test_vocabularies_have_37_and_28_tokens():
    source, target = source_vocabulary(), target_vocabulary()
    assert (len(source), len(target)) == (37, 28)
    assert source.tokens[:1] == ("<PAD>",) and target.tokens[:3] == ("<PAD>", "<BOS>", "<EOS>")
    assert set(source.tokens) - {"<PAD>"} == WORDS.keys() | ENDINGS.keys()


@pytest.mark.parametrize("phrases", [1, 2, 3])
def test_every_aligned_word_translates_its_source(phrases):
    for pair in sentence_pairs(200, phrases=(phrases,), seed=phrases):
        assert pair.target[-1] == "<EOS>" and pair.alignment[-1] == -1
        assert len(pair.target) == len(pair.alignment)
        for english, position in zip(pair.target[:-1], pair.alignment[:-1], strict=True):
            spanish = pair.source[position]
            assert english in ENDINGS.get(spanish, WORDS.get(spanish, "")).split(), pair
        # Nothing of the source stays untranslated.
        assert set(pair.alignment) == set(range(len(pair.source))) | {-1}


def test_the_three_difficulties_are_there():
    pairs = sentence_pairs(200, seed=0)
    for pair in pairs:
        # The pronoun comes out of the verb: one word gives two, so the lengths differ (the last target is <EOS>).
        assert len(pair.target) - 1 == len(pair.source) + 1
        assert sum(pair.alignment.count(position) == 2 for position in range(len(pair.source))) == 1
    crossing = [pair for pair in pairs if list(pair.alignment[:-1]) != sorted(pair.alignment[:-1])]
    assert 0.5 < len(crossing) / len(pairs) < 0.95


def test_the_sentence_of_the_book_belongs_to_the_grammar():
    found = [pair for pair in sentence_pairs(6000, phrases=(1,), seed=0) if pair.source[:3] == ("ayer", "leí", "un")]
    by_source = {pair.source: pair for pair in found}
    pair = by_source[("ayer", "leí", "un", "libro", "muy", "bueno")]
    assert pair.target == ("yesterday", "i", "read", "a", "very", "good", "book", "<EOS>")
    assert pair.alignment == (0, 1, 1, 2, 4, 5, 3, -1)


def test_gender_agrees_everywhere():
    feminine = {"una", "la", "buena", "nueva", "larga", "corta", "rara", "famosa"}
    masculine = {"un", "el", "bueno", "nuevo", "largo", "corto", "raro", "famoso"}
    for pair in sentence_pairs(300, phrases=(1,), seed=4):
        is_feminine = bool(set(pair.source) & {"carta", "novela", "revista"})
        assert not set(pair.source) & (masculine if is_feminine else feminine), pair.source


def test_sentences_are_different_and_held_out_ones_unseen():
    train = sentence_pairs(1500, seed=0)
    held_out = sentence_pairs(300, phrases=(1,), seed=1, exclude=train)
    assert len({pair.source for pair in train}) == 1500
    assert len({pair.source for pair in held_out}) == 300
    assert not {pair.source for pair in train} & {pair.source for pair in held_out}
    assert sentence_pairs(1500, seed=0) == train


def test_one_phrase_gives_as_many_sentences_as_promised():
    """All sentences of one phrase, put together here piece by piece: 6,318, and the task knows no other."""
    everything = set()
    for time, verb, (noun, gender, _) in itertools.product([(), ("ayer",), ("hoy",)], ENDINGS, NOUNS):
        for determiner, adjective in itertools.product(DETERMINERS, [None, *ADJECTIVES]):
            for very in [(), ("muy",)] if adjective else [()]:
                described = (*very, adjective[gender]) if adjective else ()
                everything.add((*time, verb, determiner[gender], noun, *described))
    assert len(everything) == 6318
    assert {pair.source for pair in sentence_pairs(1000, phrases=(1,), seed=9)} <= everything
    with pytest.raises(ValueError, match="count: 1 different sentences asked for, only 0 found"):
        sentence_pairs(1, phrases=(1,), exclude=everything)


def test_negation_is_balanced_and_stands_where_it_may():
    tokens, labels = negation(400, positions=(0, 2), seed=3)
    assert tokens.shape == (400, 5) and labels.sum() == 200
    where = tokens == negation_vocabulary().ids["no"]
    assert (where.sum(axis=1) == labels).all()
    assert set(np.flatnonzero(where.any(axis=0))) == {0, 2}


def test_reversal_and_neighbours():
    sources, targets = reversal(20, 6, 9, seed=1)
    assert (sources[:, ::-1] == targets).all() and len(np.unique(sources)) == 9
    tokens, answers = neighbours(20, 6, 9, seed=1)
    for n in range(20):
        for i in range(4):
            assert answers[n, i].tolist() == [tokens[n, i], tokens[n, i + 2]]


def test_one_average_cannot_tell_the_neighbours_apart():
    """One head at «a x b» mixes (½, ½) in either order; two heads give (1,0,0,1) and (0,1,1,0)."""
    one_hot = np.eye(2)
    before, after = one_hot[0], one_hot[1]
    assert (0.5 * before + 0.5 * after == 0.5 * after + 0.5 * before).all()
    assert np.concatenate([before, after]).tolist() == [1, 0, 0, 1]
    assert np.concatenate([after, before]).tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: sentence_pairs(0), ["count", "0"]),
        (lambda: sentence_pairs(5, phrases=()), ["phrases", "none"]),
        (lambda: sentence_pairs(5, phrases=(0,)), ["phrases", "0"]),
        (lambda: negation(5, positions=(0,)), ["count", "even", "5"]),
        (lambda: negation(4, positions=(5,)), ["positions", "0 to 4"]),
        (lambda: reversal(4, 0, 3), ["length", "0"]),
        (lambda: neighbours(4, 2, 3), ["length", "3", "2"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)
