"""From text to token ids: words, vocabularies, padded batches, and byte-pair encoding trained on a small text."""

import re
import unicodedata
from collections import Counter

import numpy as np

from .checks import check_count

PAD = "<PAD>"
BOS = "<BOS>"
EOS = "<EOS>"
END_OF_WORD = "</w>"


def split_words(text, lowercase=True):
    """Words, numbers and punctuation marks of a text, each a token; spaces disappear.

    Accents are composed first, so that «leí» is one word however it was typed.

    >>> split_words("Ayer leí un libro; ¿muy bueno?")
    ['ayer', 'leí', 'un', 'libro', ';', '¿', 'muy', 'bueno', '?']
    """
    text = unicodedata.normalize("NFC", text)
    return re.findall(r"\w+|[^\w\s]", text.lower() if lowercase else text)


class Vocabulary:
    """A fixed list of tokens: a token's id is its place in the list.

    A class because the two directions of one table belong together. Raises ValueError for an empty list or a
    repeated token.

    >>> vocabulary = Vocabulary(["<PAD>", "leí", "un", "libro"])
    >>> vocabulary.encode(["leí", "libro"])
    [1, 3]
    >>> vocabulary.decode([1, 3])
    ['leí', 'libro']
    """

    def __init__(self, tokens):
        self.tokens = tuple(tokens)
        self.ids = {token: number for number, token in enumerate(self.tokens)}
        if not self.tokens:
            raise ValueError("tokens: expected at least one token, got none")
        if len(self.ids) != len(self.tokens):
            repeated = next(token for token, times in Counter(self.tokens).items() if times > 1)
            raise ValueError(f"tokens: each token once, but {repeated!r} is repeated")

    def __len__(self):
        return len(self.tokens)

    def __contains__(self, token):
        return token in self.ids

    def encode(self, tokens):
        """Ids of the tokens. Raises ValueError naming the first token that is not in the vocabulary."""
        for token in tokens:
            if token not in self.ids:
                raise ValueError(f"tokens: {token!r} is not among the {len(self)} tokens of the vocabulary")
        return [self.ids[token] for token in tokens]

    def decode(self, ids):
        """Tokens of the ids. Raises ValueError naming the first id out of range."""
        for number in ids:
            if not 0 <= number < len(self):
                raise ValueError(f"ids: expected numbers from 0 to {len(self) - 1}, got {number}")
        return [self.tokens[number] for number in ids]


def pad_batch(sequences, padding=0):
    """Sequences of ids as rows of one array, filled up with `padding`, and their lengths.

    Returns `ids` (n, longest) int64 and `lengths` (n,) int64.
    Raises ValueError without sequences or when one of them is empty.

    >>> ids, lengths = pad_batch([[4, 7, 9], [5]])
    >>> ids.tolist(), lengths.tolist()
    ([[4, 7, 9], [5, 0, 0]], [3, 1])
    """
    sequences = [list(sequence) for sequence in sequences]
    if not sequences or not all(sequences):
        raise ValueError("sequences: expected at least one sequence and no empty one")
    lengths = np.array([len(sequence) for sequence in sequences], dtype=np.int64)
    ids = np.full((len(sequences), lengths.max()), padding, dtype=np.int64)
    for row, sequence in zip(ids, sequences, strict=True):
        row[: len(sequence)] = sequence
    return ids, lengths


def train_bpe(text, merges):
    """Learn byte-pair merges: again and again, join the pair of neighbouring pieces that occurs most often.

    Words start as their letters, the last one marked with `</w>`; pairs never cross a word boundary. Among equally
    frequent pairs the first in alphabetical order is joined, so that the result depends on nothing but the text.
    Stops early when no pair occurs twice.

    Sennrich, Haddow & Birch (2016), «Neural Machine Translation of Rare Words with Subword Units», algorithm 1.
    Raises ValueError if `merges` is not a positive integer or the text holds no word.

    >>> train_bpe("low low low lower lowest", merges=3)
    [('l', 'o'), ('lo', 'w</w>'), ('lo', 'w')]
    """
    check_count("merges", merges)
    counts = Counter(split_words(text))
    if not counts:
        raise ValueError("text: expected at least one word, got none")
    words = {word: _letters(word) for word in counts}
    learned = []
    for _ in range(merges):
        pairs = Counter()
        for word, pieces in words.items():
            for pair in zip(pieces, pieces[1:], strict=False):
                pairs[pair] += counts[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        if pairs[best] < 2:
            break
        learned.append(best)
        words = {word: _join(pieces, best) for word, pieces in words.items()}
    return learned


def apply_bpe(word, merges):
    """Cut a word into the pieces that the learned merges leave, joining in the order in which they were learned.

    >>> apply_bpe("slow", [("l", "o"), ("lo", "w</w>")])
    ['s', 'low</w>']

    Raises ValueError for an empty word.
    """
    if not word:
        raise ValueError("word: expected at least one letter, got an empty string")
    pieces = _letters(word)
    for pair in merges:
        pieces = _join(pieces, tuple(pair))
    return pieces


def join_pieces(pieces):
    """The text that pieces of byte-pair encoding stand for, words separated by a space.

    >>> join_pieces(["s", "low</w>", "low", "er</w>"])
    'slow lower'
    """
    return "".join(pieces).replace(END_OF_WORD, " ").rstrip()


def _letters(word):
    return [*word[:-1], word[-1] + END_OF_WORD]


def _join(pieces, pair):
    joined = []
    for piece in pieces:
        # A piece made by this very join must not join again: compare with the halves, not with the sum.
        if joined and (joined[-1], piece) == pair:
            joined[-1] = joined[-1] + piece
        else:
            joined.append(piece)
    return joined
