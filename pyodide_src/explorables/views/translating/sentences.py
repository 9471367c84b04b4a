"""The toy language as a reader types it: its words, what may come next, and the right translation of a sentence."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from attention_core.tasks import source_vocabulary
from attention_core.tasks.grammar import ADJECTIVES, AND, DETERMINERS, NOUNS, TIMES, VERBS, VERY
from attention_core.tokenizing import EOS, PAD

MARKS_AROUND = ".,;:¡!¿?«»\"'()"
KNOWN = tuple(word for word in source_vocabulary().tokens if word != PAD)
WITHOUT_ACCENTS = str.maketrans("áéíóúü", "aeiouu")


class Reading(NamedTuple):
    """What the grammar makes of some words.

    `right`: the translation with its <EOS>, None when the words are no whole sentence of the language; `fits`: how many
    of them, from the first, the language allows in this order; `follows`: the words that may come after those; `nouns`:
    how many noun phrases.
    """

    right: tuple[str, ...] | None
    fits: int
    follows: tuple[str, ...]
    nouns: int


def split(text: str) -> tuple[str, ...]:
    """Words as the network takes them: small letters, nothing but letters around them."""
    words = (word.strip(MARKS_AROUND).lower() for word in text.split())
    return tuple(word for word in words if word)


def unknown(words: tuple[str, ...]) -> list[tuple[str, str | None]]:
    """The words that the language does not have, each once, with the nearest one that it has, if any is near."""
    strangers = dict.fromkeys(word for word in words if word not in KNOWN)
    return [(word, _nearest(word)) for word in strangers]


def _nearest(word: str) -> str | None:
    """The known word that differs by accents or by a letter or so; «perro» is near none."""
    plain = {known.translate(WITHOUT_ACCENTS): known for known in KNOWN}
    matches = difflib.get_close_matches(word.translate(WITHOUT_ACCENTS), list(plain), n=1, cutoff=0.78)
    return plain[matches[0]] if matches else None


def read(words: tuple[str, ...]) -> Reading:
    """Walk `words` through the grammar `[time] verb phrase (y phrase)*`."""
    walk = _Walk()
    fits = 0
    for word in words:
        if word not in walk.follows():
            break
        walk.take(word)
        fits += 1
    whole = fits == len(words) and walk.may_end
    return Reading((*walk.english, *walk.held, EOS) if whole else None, fits, walk.follows(), walk.nouns)


class _Walk:
    """Where a sentence stands. The English noun is `held` back until the phrase is over: the adjective goes first."""

    def __init__(self) -> None:
        self.at = "start"
        self.english: list[str] = []
        self.held: list[str] = []
        self.genders: set[int] = set()
        self.nouns = 0

    @property
    def may_end(self) -> bool:
        return self.at in ("noun", "adjective")

    def follows(self) -> tuple[str, ...]:
        if self.at == "start":
            return (*(time[0] for time in TIMES), *_verbs())
        if self.at == "time":
            return _verbs()
        if self.at in ("verb", "and"):
            return tuple(dict.fromkeys(form for forms in DETERMINERS for form in forms[:2]))
        if self.at == "determiner":
            return tuple(noun for noun, gender, _ in NOUNS if gender in self.genders)
        if self.at == "noun":
            return (VERY[0], *self._adjectives(), AND[0])
        if self.at == "very":
            return self._adjectives()
        return (AND[0],)

    def take(self, word: str) -> None:
        """Move over a word that may follow."""
        if self.at in ("start", "time"):
            self._take_beginning(word)
        elif self.at in ("verb", "and"):
            self.genders = {gender for forms in DETERMINERS for gender in (0, 1) if forms[gender] == word}
            self.english.append(next(forms[2] for forms in DETERMINERS if word in forms[:2]))
            self.at = "determiner"
        elif self.at == "determiner":
            gender, english = next((gender, english) for noun, gender, english in NOUNS if noun == word)
            self.genders, self.held, self.at = {gender}, [english], "noun"
            self.nouns += 1
        elif word == VERY[0]:
            self.english.append(VERY[1])
            self.at = "very"
        elif word == AND[0]:
            self.english += [*self.held, AND[1]]
            self.held, self.at = [], "and"
        else:
            self.english += [next(forms[2] for forms in ADJECTIVES if word in forms[:2]), *self.held]
            self.held, self.at = [], "adjective"

    def _take_beginning(self, word: str) -> None:
        times = dict(TIMES)
        if word in times:
            self.english.append(times[word])
            self.at = "time"
        else:
            self.english += next(verb[1:] for verb in VERBS if verb[0] == word)
            self.at = "verb"

    def _adjectives(self) -> tuple[str, ...]:
        (gender,) = self.genders
        return tuple(forms[gender] for forms in ADJECTIVES)


def _verbs() -> tuple[str, ...]:
    return tuple(verb[0] for verb in VERBS)
