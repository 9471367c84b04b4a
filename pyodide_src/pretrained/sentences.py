"""A sentence as the model reads it: its pieces, and the words that the pieces make up.

What is not a word of the sentence is a *mark*: the signs of beginning and end that the model adds, the prefix that its
authors ask for («query:»), and punctuation.
"""

import unicodedata
from typing import NamedTuple

import numpy as np

from .unigram import SPACE

E5_PREFIX = "query: "
MARKS = ("start", "prefix", "punctuation", "end")


class SentenceError(ValueError):
    """A sentence that cannot be run. `reason` is "empty", "long" or "characters"; `detail` says how much or which."""

    def __init__(self, reason, detail=None):
        self.reason, self.detail = reason, detail
        super().__init__(reason if detail is None else f"{reason}: {detail}")


class Unit(NamedTuple):
    """A word or mark: its text, its kind ("word" or one of `MARKS`), and its pieces `first` … `last` − 1."""

    text: str
    kind: str
    first: int
    last: int


class Reading(NamedTuple):
    """`ids` and `pieces` (texts, marks of beginning and end included) of a `sentence`, and the `units` they make."""

    sentence: str
    ids: tuple
    pieces: tuple
    units: tuple

    @property
    def words(self):
        """Indices of the units that are words of the sentence."""
        return [index for index, unit in enumerate(self.units) if unit.kind == "word"]

    def unit_of(self, text):
        """The index of the only unit with this text, whatever its capitals.

        Raises ValueError when there is none or more than one.
        """
        found = [index for index, unit in enumerate(self.units) if unit.text.lower() == text.lower()]
        if len(found) != 1:
            raise ValueError(f"text: {text!r} stands {len(found)} times in {self.sentence!r}, expected once")
        return found[0]


def read_sentence(tokenizer, sentence, *, prefix=E5_PREFIX, longest=512):
    """The Reading of a sentence with a unigram tokenizer, the prefix before it.

    Raises SentenceError: "empty" without anything but spaces, "long" for more than `longest` pieces (detail: how many).
    """
    if not tokenizer.normalize(sentence):
        raise SentenceError("empty")
    pieces = tokenizer.cut(prefix + sentence)
    texts = [piece.text for piece in pieces]
    if len(pieces) + 2 > longest:
        raise SentenceError("long", len(pieces) + 2)
    n_prefix = len(tokenizer.cut(prefix)) if prefix else 0
    starts = [text.startswith(SPACE) for text in texts]
    bare = [text.lstrip(SPACE) for text in texts]
    units = group_pieces(bare, starts, n_marked=n_prefix, marked="prefix")
    tables = tokenizer.tables
    ids = (tables.bos, *(piece.id for piece in pieces), tables.eos)
    names = (tables.pieces[tables.bos], *texts, tables.pieces[tables.eos])
    return Reading(sentence, ids, names, with_ends(units, names))


def group_pieces(texts, starts, *, n_marked=0, marked="prefix"):
    """Units of pieces: `texts` without the sign that joins or parts them, `starts` says which of them begin a word.

    A piece of punctuation is a unit of its own. The first `n_marked` pieces are of the kind `marked`.
    Offsets count from the first of these pieces.

    >>> [unit.text for unit in group_pieces(["sen", "té", "."], [True, False, False])]
    ['senté', '.']
    """
    units = []
    for index, (text, begins) in enumerate(zip(texts, starts, strict=True)):
        kind = marked if index < n_marked else "punctuation" if is_punctuation(text) else "word"
        last = units[-1] if units else None
        # A piece that is a bare space has no text yet: whatever follows is its word.
        joins = last is not None and not begins and (not last.text or kind == last.kind == "word" or kind == marked)
        if joins and (not last.text or kind != "punctuation"):
            units[-1] = Unit(last.text + text, kind, last.first, index + 1)
        else:
            units.append(Unit(text, kind, index, index + 1))
    return units


def is_punctuation(text):
    """Whether a piece is made of punctuation and symbols alone; an empty one is not.

    >>> is_punctuation("…"), is_punctuation("25")
    (True, False)
    """
    return bool(text) and all(unicodedata.category(character)[0] in "PS" for character in text)


def with_ends(units, pieces):
    """The units moved by the mark of beginning, between that mark and the one of the end."""
    moved = [unit._replace(first=unit.first + 1, last=unit.last + 1) for unit in units]
    n = len(pieces)
    return (Unit(pieces[0], "start", 0, 1), *moved, Unit(pieces[-1], "end", n - 1, n))


def word_maps(maps, units):
    """Maps between units from maps between pieces: (..., n, n) → (..., u, u).

    The weights **on** the pieces of a word are summed, and the rows **of** its pieces averaged, so that rows still sum to
    one. Source: Clark et al. (2019), §4.1.

    >>> units = [Unit("a", "word", 0, 1), Unit("bc", "word", 1, 3)]
    >>> word_maps(np.array([[0.5, 0.3, 0.2], [0.2, 0.4, 0.4], [0.4, 0.6, 0.0]]), units)
    array([[0.5, 0.5],
           [0.3, 0.7]])
    """
    firsts = [unit.first for unit in units]
    counts = np.array([unit.last - unit.first for unit in units], maps.dtype)
    summed = np.add.reduceat(maps, firsts, axis=-1)
    return np.add.reduceat(summed, firsts, axis=-2) / counts[:, None]
