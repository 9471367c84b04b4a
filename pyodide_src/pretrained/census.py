"""Counting before choosing: in how many of all heads does a word look most at the word that decides its sense?

The head that does what one hoped for can nearly always be found among 144. So every figure here comes with its
denominator, and with what to expect of a head to which it is all the same which word it looks at.
"""

from typing import NamedTuple

import numpy as np

from .sentences import MARKS, word_maps


class Case(NamedTuple):
    """A sentence, a word of it with two senses, and the word that decides which of them."""

    sentence: str
    word: str
    deciding: str


class Pair(NamedTuple):
    """A word in two sentences, one for each of its senses."""

    word: str
    one: Case
    other: Case


class Look(NamedTuple):
    """Where a word looks in each head, for one Case; every array is (layers, heads).

    `weights` on the deciding word, `decides` whether the largest weight of the word is that one, `on_mark` whether it
    falls on a mark; `by_chance`, how probable it would be to fall on the deciding word if the head chose among
    the other words of the sentence as a die does: 0 where it falls on a mark or on the word itself.
    `decides_among_words`, whether the deciding word has the largest weight once the marks and the word itself are left
    out, and `words_by_chance` what a die would give then.
    """

    weights: np.ndarray
    decides: np.ndarray
    on_mark: np.ndarray
    by_chance: np.ndarray
    decides_among_words: np.ndarray
    words_by_chance: np.ndarray

    @property
    def among_words(self):
        """The same look with the marks and the word itself left out of the comparison."""
        return self._replace(decides=self.decides_among_words, by_chance=self.words_by_chance)


class PairCensus(NamedTuple):
    """The count for one Pair. `both` (layers, heads): heads in which the word looks most at the deciding word in both
    sentences; `best` the (layer, head), from 0, with the largest sum of the two weights among them, or None; `best_weights`
    those weights; `marks` how many heads look most at a mark in the one and in the other sentence."""

    both: np.ndarray
    best: tuple | None
    best_weights: tuple | None
    marks: tuple


class WordCensus(NamedTuple):
    """The count over several words: `counts` (layers, heads), for how many words a head does it in both sentences; `of` how
    many words there are; `expected` (layers, heads), how many a die would give."""

    counts: np.ndarray
    of: int
    expected: np.ndarray


def look(maps, reading, case):
    """The Look of a Case, from the maps (layers, heads, n, n) of its pieces.

    Raises ValueError when one of its words does not stand in the sentence exactly once.
    """
    units = reading.units
    word, deciding = reading.unit_of(case.word), reading.unit_of(case.deciding)
    row = word_maps(maps, units)[..., word, :]
    strongest = row.argmax(axis=-1)
    marks = [index for index, unit in enumerate(units) if unit.kind in MARKS]
    others = [index for index in reading.words if index != word]
    among = np.array(others)[row[..., others].argmax(axis=-1)] == deciding
    return Look(
        weights=row[..., deciding],
        decides=strongest == deciding,
        on_mark=np.isin(strongest, marks),
        by_chance=np.isin(strongest, others) / len(others),
        decides_among_words=among,
        words_by_chance=np.full(among.shape, 1 / len(others)),
    )


def pair_census(one, other):
    """The PairCensus of two Looks."""
    both = one.decides & other.decides
    best = best_weights = None
    if both.any():
        sums = np.where(both, one.weights + other.weights, -1.0)
        best = tuple(int(place) for place in np.unravel_index(sums.argmax(), sums.shape))
        best_weights = (float(one.weights[best]), float(other.weights[best]))
    return PairCensus(both, best, best_weights, (int(one.on_mark.sum()), int(other.on_mark.sum())))


def word_census(looks):
    """The WordCensus of pairs of Looks, one pair a word. Raises ValueError without any."""
    looks = list(looks)
    if not looks:
        raise ValueError("looks: expected at least one pair, got none")
    counts = sum((one.decides & other.decides).astype(int) for one, other in looks)
    expected = sum(one.by_chance * other.by_chance for one, other in looks)
    return WordCensus(counts, len(looks), expected)
