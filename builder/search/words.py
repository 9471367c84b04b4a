"""What a word is to the search. `site_templates/scripts/search/words.js` says the same in the reader's browser.

Accents are folded, ñ is not: «año» and «ano» are two words. What a reader without ñ types still finds it,
which is decided there, when nothing else is found.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

# A number keeps its decimal point and loses the thin space of its thousands; everything else ends a word.
_WORD = re.compile(r"\d+(?:[.\u202f\u00a0]\d+)*|[^\W\d_]+")
_SPACES = str.maketrans("", "", "\u202f\u00a0")
# Every mark but the tilde of an ñ.
_MARK = re.compile("(n\u0303)|[\u0300-\u036f]")
_ENGLISH_PLURAL = re.compile(r"(?<=..[bcdfghjklmnpqrtvwxyz])s$")
_UNACCENTED_NOUN = re.compile(r"(?<=..[cstxg])ion$")


def words_of(text: str) -> list[str]:
    """The words of a text in order, in lower case, accents kept."""
    words = _WORD.findall(unicodedata.normalize("NFC", text).lower())
    return [word.translate(_SPACES) for word in words] if "\u202f" in text or "\u00a0" in text else words


def fold(word: str) -> str:
    """A word of `words_of` without accents: what the index is sorted and looked up by."""
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", _MARK.sub(lambda found: found[1] or "", unicodedata.normalize("NFD", word)))


@cache
def stem(word: str) -> str:
    """What a word shares with its other forms: Snowball's Spanish stem, without accents.

    Before it: matrices → matriz, tokens → token (Snowball knows no plural of English nouns), and
    -cion as readers type it → -ción.
    """
    if word.endswith("ces") and len(word) > 4:
        word = word[:-3] + "z"
    word = _ENGLISH_PLURAL.sub("", word)
    return fold(_stemmer().stemWord(_UNACCENTED_NOUN.sub("ión", word)))


@cache
def _stemmer() -> Any:
    import snowballstemmer  # late: a build that changes nothing needs no stem

    return snowballstemmer.stemmer("spanish")
