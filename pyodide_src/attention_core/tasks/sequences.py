"""Small sequence tasks: a «no» somewhere, a sequence backwards, the neighbours of each token.

Each returns plain arrays of token ids and is a pure function of its seed.
"""

import numpy as np

from ..checks import check_count
from ..tokenizing import Vocabulary

NEGATION_WORDS = ("no", "me", "gusta", "este", "libro", "tan", "largo", "hoy", "la", "casa")


def negation_vocabulary():
    """The words of the negation task; «no» is token 0.

    >>> negation_vocabulary().encode(["no"])
    [0]
    """
    return Vocabulary(NEGATION_WORDS)


def negation(count, positions, length=5, seed=0):
    """Sentences with and without «no»: does it say «no»?

    Half of the sentences hold one «no» at one of `positions` (0 is the first), the other half none; the rest are
    words drawn at random. A network that has only ever met «no» at the first four positions of five answers «there
    is none» when it stands at the fifth, and so is right exactly in the half without it: 0.500.

    Returns `tokens` (count, length) int64 and `labels` (count,) int64, 1 where «no» appears.
    Raises ValueError for a count that is not a positive even integer, or a position outside the sentence.

    >>> tokens, labels = negation(4, positions=(4,), seed=0)
    >>> labels.tolist(), (tokens[labels == 1, 4] == 0).all().item(), (tokens[labels == 0] == 0).any().item()
    ([1, 1, 0, 0], True, False)
    """
    check_count("count", count)
    check_count("length", length)
    if count % 2:
        raise ValueError(f"count: expected an even number, half with «no» and half without, got {count}")
    if len(positions) == 0 or not all(0 <= position < length for position in positions):
        raise ValueError(f"positions: expected at least one position from 0 to {length - 1}, got {positions}")
    rng = np.random.default_rng(seed)
    tokens = rng.integers(1, len(NEGATION_WORDS), size=(count, length))
    labels = np.zeros(count, dtype=np.int64)
    with_no = np.arange(count // 2)
    labels[with_no] = 1
    tokens[with_no, rng.choice(positions, size=count // 2)] = 0
    return tokens, labels


def reversal(count, length, symbols, seed=0):
    """Random sequences of `symbols` different tokens, and the same sequences backwards.

    Returns `sources` and `targets`, both (count, length) int64 with values from 0 to symbols − 1.
    Raises ValueError for sizes that are not positive integers.

    >>> sources, targets = reversal(2, length=3, symbols=5, seed=1)
    >>> sources.tolist(), targets.tolist()
    ([[2, 2, 3], [4, 0, 0]], [[3, 2, 2], [0, 0, 4]])
    """
    check_count("count", count)
    check_count("length", length)
    check_count("symbols", symbols)
    sources = np.random.default_rng(seed).integers(symbols, size=(count, length))
    return sources, sources[:, ::-1].copy()


def neighbours(count, length, symbols, seed=0):
    """Random sequences, and for each inner position the previous and the next token.

    One average cannot say two things at once: a single head that looks at both neighbours of the middle token gives
    the same mixture for «a · b» and «b · a»; two heads give each neighbour in its own place.

    Returns `tokens` (count, length) and `answers` (count, length − 2, 2): `answers[n, i]` are the neighbours
    of `tokens[n, i + 1]`. Raises ValueError for sizes that are not positive integers or `length` under 3.

    >>> tokens, answers = neighbours(1, length=4, symbols=6, seed=0)
    >>> tokens.tolist(), answers.tolist()
    ([[5, 3, 3, 1]], [[[5, 3], [3, 1]]])
    """
    check_count("count", count)
    check_count("length", length)
    check_count("symbols", symbols)
    if length < 3:
        raise ValueError(f"length: expected at least 3, a token with two neighbours, got {length}")
    tokens = np.random.default_rng(seed).integers(symbols, size=(count, length))
    return tokens, np.stack([tokens[:, :-2], tokens[:, 2:]], axis=-1)
