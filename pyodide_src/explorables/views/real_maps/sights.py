"""A sentence as one looks at it: its maps between words or between pieces, where its marks are, and which word is asked about.

Layers and heads are counted from 1 in everything that a reader sees or sets, from 0 in arrays.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from pretrained.head_measures import mean_distance, mean_entropy, mean_weight_at, mean_weight_on
from pretrained.sentences import MARKS, Reading, word_maps
from pretrained.stored_maps import StoredSentence, from_json
from pretrained.unigram import SPACE

CONTINUES = "·"
"""Stands before a piece that goes on with a word."""

LANGUAGES = {"es": "español", "en": "inglés"}


@dataclass(frozen=True, eq=False)
class Sight:
    """`names` of what the rows and columns are; `maps` (layers, heads, n, n); `marks` and `words`, positions of each kind.

    With `by_size` the numbers are not weights but ‖α_ij v_j W_o‖, each row shared out so that it sums to one.
    `first` and `last` say which pieces each position covers. `word` and `deciding` are the positions of the word asked
    about and of those that decide its sense; None and () for a sentence that has none.
    """

    reading: Reading
    names: tuple[str, ...]
    maps: np.ndarray
    marks: tuple[int, ...]
    words: tuple[int, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    word: int | None
    deciding: tuple[int, ...]
    by_size: bool = False

    def position_of(self, piece: int) -> int:
        """The position that covers a piece, or the nearest."""
        return next((index for index, last in enumerate(self.last) if piece < last), len(self.last) - 1)

    def measure(self, name: str) -> np.ndarray:
        """One number a head, (layers, heads): "previous", "next", "marks", "deciding", "entropy" or "distance"."""
        if name == "previous":
            return mean_weight_at(self.maps, -1, self.words)
        if name == "next":
            return mean_weight_at(self.maps, 1, self.words)
        if name == "marks":
            return mean_weight_on(self.maps, self.marks, self.words)
        if name == "deciding":
            return self.maps[:, :, self.word, list(self.deciding)].sum(axis=-1)
        return {"entropy": mean_entropy, "distance": mean_distance}[name](self.maps, self.words)


def sight_of(reading: Reading, maps: np.ndarray, unit: str, word: str = "", deciding: str = "") -> Sight:
    """The Sight of a sentence by "words" or by "pieces"."""
    units = reading.units
    if unit == "words":
        names = [one.text for one in units]
        spans = [(one.first, one.last) for one in units]
        kinds = [one.kind for one in units]
        seen = word_maps(maps, units)
    else:
        spans = [(index, index + 1) for index in range(len(reading.pieces))]
        owners = [one for one in units for _ in range(one.first, one.last)]
        kinds = [owner.kind for owner in owners]
        names = [
            piece_name(piece, index > owner.first and owner.kind == "word")
            for index, (piece, owner) in enumerate(zip(reading.pieces, owners, strict=True))
        ]
        seen = maps
    asked = reading.units[reading.unit_of(word)] if word else None
    decided = reading.units[reading.unit_of(deciding)] if deciding else None
    return Sight(
        reading,
        tuple(names),
        seen,
        tuple(index for index, kind in enumerate(kinds) if kind in MARKS),
        tuple(index for index, kind in enumerate(kinds) if kind == "word"),
        tuple(first for first, _ in spans),
        tuple(last for _, last in spans),
        None if asked is None else next(index for index, (first, _) in enumerate(spans) if first == asked.first),
        () if decided is None else tuple(i for i, (first, _) in enumerate(spans) if decided.first <= first < decided.last),
    )


def piece_name(piece: str, continues: bool) -> str:
    """A piece as readers see it: without the sign of its space, with a sign where it goes on with a word.

    >>> piece_name("▁jardí", False), piece_name("n", True)
    ('jardí', '·n')
    """
    bare = piece.lstrip(SPACE).removeprefix("##") or SPACE
    return CONTINUES + bare if continues else bare


def stored_sentences(file: str) -> tuple[StoredSentence, ...]:
    """The sentences of a file beside the lesson. Raises FileNotFoundError where there is none."""
    path = Path(file).resolve()
    return _stored(str(path), path.stat().st_mtime_ns)


def stored_sight(file: str, key: str, unit: str, by_size: bool = False) -> Sight:
    """The Sight of a stored sentence, by its key; `by_size` of what each piece brings, not of the weights."""
    path = Path(file).resolve()
    return _stored_sight(str(path), path.stat().st_mtime_ns, key, unit, by_size)


@lru_cache(maxsize=4)
def _stored(path: str, changed: int) -> tuple[StoredSentence, ...]:
    records = json.loads(Path(path).read_text(encoding="utf-8"))["sentences"]
    return tuple(from_json(record) for record in records)


@lru_cache(maxsize=16)
def _stored_sight(path: str, changed: int, key: str, unit: str, by_size: bool) -> Sight:
    one = next(sentence for sentence in _stored(path, changed) if sentence.key == key)
    if not by_size:
        return sight_of(one.reading, one.maps, unit, one.word, one.deciding)
    sizes = sight_of(one.reading, one.maps * one.norms[:, :, None, :], unit, one.word, one.deciding)
    return replace(sizes, maps=sizes.maps / sizes.maps.sum(axis=-1, keepdims=True), by_size=True)


def ranked(measure: np.ndarray, count: int) -> list[tuple[int, int]]:
    """The `count` heads with the largest measure, as (layer, head) from 0; among equals the first."""
    order = np.argsort(-np.round(measure.ravel(), 9), kind="stable")[:count]
    return [divmod(int(index), measure.shape[1]) for index in order]


def place(layer: int, head: int) -> str:
    """A head in words, from its indices.

    >>> place(11, 3)
    'capa 12, cabeza 4'
    """
    return f"capa {layer + 1}, cabeza {head + 1}"


def listed(words: Sequence[str]) -> str:
    """Words in a sentence: «a», «b» y «c»."""
    quoted = [f"«{word}»" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} y {quoted[-1]}"
