"""The WordPiece tokenizer of BERT: words first, then the longest pieces from the left.

A piece that does not begin its word is written with ## before it. Source: Wu et al. (2016), §4.1, and the tokenizer that was
published with Devlin et al. (2019).
"""

import unicodedata

from .sentences import Reading, SentenceError, group_pieces, with_ends

CONTINUES = "##"
LONGEST_WORD = 100
START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"


class WordPieceTokenizer:
    """Cuts sentences into pieces of a vocabulary (a list: a piece's id is its place).

    `lowercase` also takes accents away, as uncased checkpoints ask; then `strip_accents=False` keeps them.
    Raises ValueError when the vocabulary lacks [CLS], [SEP] or [UNK].

    >>> WordPieceTokenizer(["[UNK]", "[CLS]", "[SEP]", "jar", "##dín"], lowercase=False).cut("jardín banco")
    ['jar', '##dín', '[UNK]']
    """

    def __init__(self, vocabulary, *, lowercase, strip_accents=None):
        self.ids = {piece: number for number, piece in enumerate(vocabulary)}
        missing = [mark for mark in (START, END, UNKNOWN) if mark not in self.ids]
        if missing:
            raise ValueError(f"vocabulary: expected {', '.join(missing)} in it")
        self._lowercase = lowercase
        self._strip_accents = lowercase if strip_accents is None else strip_accents

    def cut(self, sentence):
        """The pieces of a sentence, without [CLS] and [SEP]."""
        return [piece for word in self.split(sentence) for piece in self._cut_word(word)]

    def split(self, sentence):
        """Words and single punctuation marks.

        >>> WordPieceTokenizer(["[UNK]", "[CLS]", "[SEP]"], lowercase=True).split("¿Me senté?")
        ['¿', 'me', 'sente', '?']
        """
        words = []
        for word in "".join(_cleaned(character) for character in sentence).split():
            if self._lowercase:
                word = word.lower()
            if self._strip_accents:
                decomposed = unicodedata.normalize("NFD", word)
                word = "".join(character for character in decomposed if unicodedata.category(character) != "Mn")
            words.extend(_split_punctuation(word))
        return words

    def read(self, sentence, *, longest=512):
        """The Reading of a sentence. Raises SentenceError, "empty" or "long" (detail: how many pieces)."""
        pieces = self.cut(sentence)
        if not pieces:
            raise SentenceError("empty")
        if len(pieces) + 2 > longest:
            raise SentenceError("long", len(pieces) + 2)
        starts = [not piece.startswith(CONTINUES) for piece in pieces]
        units = group_pieces([piece.removeprefix(CONTINUES) for piece in pieces], starts)
        names = (START, *pieces, END)
        unknown = self.ids[UNKNOWN]
        return Reading(sentence, tuple(self.ids.get(name, unknown) for name in names), names, with_ends(units, names))

    def _cut_word(self, word):
        if len(word) > LONGEST_WORD:
            return [UNKNOWN]
        pieces, start = [], 0
        while start < len(word):
            mark = CONTINUES if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self.ids), None)
            if end is None:
                return [UNKNOWN]
            pieces.append(mark + word[start:end])
            start = end
        return pieces


def _cleaned(character):
    """Spaces for anything that parts words, nothing for control characters, and room around Chinese characters."""
    category = unicodedata.category(character)
    if character in " \t\n\r" or category == "Zs":
        return " "
    if ord(character) in (0, 0xFFFD) or category.startswith("C"):
        return ""
    return f" {character} " if _is_chinese(ord(character)) else character


def _is_chinese(point):
    ranges = (
        (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
        (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
    )
    return any(low <= point <= high for low, high in ranges)


def _split_punctuation(word):
    parts, fresh = [], True
    for character in word:
        if _is_bert_punctuation(character):
            parts.append(character)
            fresh = True
        elif fresh:
            parts.append(character)
            fresh = False
        else:
            parts[-1] += character
    return parts


def _is_bert_punctuation(character):
    """As BERT counts: every ASCII sign that is not a letter, digit or space, and Unicode's punctuation."""
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return unicodedata.category(character).startswith("P")
