"""A toy translation task: Spanish noun phrases into English, with the true alignment.

A sentence is `[time] verb phrase (y phrase)*`. Three things make it more than a word-by-word dictionary:
the pronoun lives inside the Spanish verb (leí → i read), the adjective changes place
(un libro muy bueno → a very good book), and so the two sentences differ in length.

Every sentence is a pure function of a seed, so that a lesson, its tests and the reader's browser see the same ones.
"""

from typing import NamedTuple

import numpy as np

from ..checks import check_count
from ..tokenizing import BOS, EOS, PAD, Vocabulary

TIMES = (("ayer", "yesterday"), ("hoy", "today"))
# Each Spanish verb form carries its own pronoun.
VERBS = (
    ("leí", "i", "read"), ("leíste", "you", "read"), ("leímos", "we", "read"),
    ("vi", "i", "saw"), ("viste", "you", "saw"), ("vimos", "we", "saw"),
    ("compré", "i", "bought"), ("compraste", "you", "bought"), ("compramos", "we", "bought"),
)  # fmt: skip
# (masculine, feminine, English)
DETERMINERS = (("un", "una", "a"), ("el", "la", "the"), ("mi", "mi", "my"))
ADJECTIVES = (
    ("bueno", "buena", "good"), ("nuevo", "nueva", "new"), ("largo", "larga", "long"),
    ("corto", "corta", "short"), ("raro", "rara", "strange"), ("famoso", "famosa", "famous"),
)  # fmt: skip
# (Spanish, gender, English): gender 0 is masculine, 1 feminine
NOUNS = (
    ("libro", 0, "book"), ("cuento", 0, "story"), ("mapa", 0, "map"),
    ("carta", 1, "letter"), ("novela", 1, "novel"), ("revista", 1, "magazine"),
)  # fmt: skip
AND = ("y", "and")
VERY = ("muy", "very")


class SentencePair(NamedTuple):
    """A sentence and its translation, both as words.

    `alignment[i]` is the source position that `target[i]` translates, or -1 for the end-of-sequence token, which
    translates nothing. `target` ends with the end-of-sequence token.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    alignment: tuple[int, ...]


def _unique(words):
    return list(dict.fromkeys(words))


def source_vocabulary():
    """The 37 Spanish tokens: padding and 36 words.

    >>> len(source_vocabulary())
    37
    """
    words = [spanish for spanish, _ in TIMES] + [verb[0] for verb in VERBS]
    for masculine, feminine, _ in DETERMINERS + ADJECTIVES:
        words += [masculine, feminine]
    words += [noun[0] for noun in NOUNS] + [AND[0], VERY[0]]
    return Vocabulary([PAD, *_unique(words)])


def target_vocabulary():
    """The 28 English tokens: padding, beginning, end and 25 words.

    >>> len(target_vocabulary())
    28
    """
    words = [english for _, english in TIMES]
    words += [verb[1] for verb in VERBS] + [verb[2] for verb in VERBS]
    words += [entry[2] for entry in DETERMINERS + ADJECTIVES + NOUNS] + [AND[1], VERY[1]]
    return Vocabulary([PAD, BOS, EOS, *_unique(words)])


def sentence_pair(rng, phrases):
    """Draw one sentence with the given number of noun phrases.

    >>> pair = sentence_pair(np.random.default_rng(2), phrases=1)
    >>> " ".join(pair.source), " ".join(pair.target), pair.alignment
    ('leímos un libro muy largo', 'we read a very long book <EOS>', (0, 0, 1, 3, 4, 2, -1))

    Raises ValueError if `phrases` is not a positive integer.
    """
    check_count("phrases", phrases)
    source = []
    target = []
    alignment = []

    def translate(spanish, *english):
        source.append(spanish)
        target.extend(english)
        alignment.extend([len(source) - 1] * len(english))

    when = rng.integers(len(TIMES) + 1)
    if when < len(TIMES):
        translate(*TIMES[when])
    translate(*VERBS[rng.integers(len(VERBS))])
    for phrase in range(phrases):
        if phrase > 0:
            translate(*AND)
        noun, gender, english_noun = NOUNS[rng.integers(len(NOUNS))]
        determiner = DETERMINERS[rng.integers(len(DETERMINERS))]
        adjective = ADJECTIVES[rng.integers(len(ADJECTIVES))]
        translate(determiner[gender], determiner[2])
        # 0: bare noun, 1: with an adjective, 2: with an adjective and its «muy»
        adornment = rng.integers(3)
        source.append(noun)
        noun_position = len(source) - 1
        if adornment == 2:
            translate(*VERY)
        if adornment >= 1:
            translate(adjective[gender], adjective[2])
        target.append(english_noun)
        alignment.append(noun_position)
    target.append(EOS)
    alignment.append(-1)
    return SentencePair(tuple(source), tuple(target), tuple(alignment))


def sentence_pairs(count, phrases=(1, 2), seed=0, exclude=()):
    """Draw `count` different sentences; the number of phrases cycles through `phrases`.

    `exclude`: pairs (or source tuples) that must not be drawn, so that held-out sentences are truly unseen.
    Raises ValueError for a count or a number of phrases that is not a positive integer, or when the grammar has
    not that many different sentences left (it has 6,318 with one phrase).

    >>> train = sentence_pairs(1500, seed=0)
    >>> held_out = sentence_pairs(100, phrases=(1,), seed=1, exclude=train)
    >>> {pair.source for pair in train} & {pair.source for pair in held_out}
    set()
    """
    check_count("count", count)
    if len(phrases) == 0:
        raise ValueError("phrases: expected at least one number of noun phrases, got none")
    rng = np.random.default_rng(seed)
    seen = {pair.source if isinstance(pair, SentencePair) else tuple(pair) for pair in exclude}
    pairs = []
    misses = 0
    while len(pairs) < count:
        pair = sentence_pair(rng, phrases[len(pairs) % len(phrases)])
        if pair.source not in seen:
            seen.add(pair.source)
            pairs.append(pair)
            misses = 0
            continue
        misses += 1
        # The rarest sentence comes once in 8,748 draws: whoever misses this often has seen them all.
        if misses > 50_000:
            raise ValueError(f"count: {count} different sentences asked for, only {len(pairs)} found")
    return pairs
