"""Entries → the inverted index that readers search, as plain values that are small when compressed.

`site_templates/scripts/search/index.js` reads them; what each holds:

- `words`: every word, in the order of its folded form; each says how many of its first characters it shares
  with the one before (one digit in base 36), and then the rest.
- `stems`: for each word, how much of its folded form is its stem (one digit in base 36), or `*`: it stands in `odd`.
- `posts`: for each word, the entries that have it: the step from the one before, when it isn't 1, and a letter
  for how much the word weighs there, `a` the least.
- `pages`: address, label, title, the file with its texts; of one that is only planned, no file but its summary.
- `entries`: page (step), kind, anchor, title, length in words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.search.sections import Entry
from builder.search.words import fold, stem, words_of

IN_TITLE, IN_KEYWORDS, MOST_IN_TEXT = 9, 5, 6
"""How much a word weighs in a title, among the keywords, and at most in the text, however often it stands there."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Weighed:
    """An entry's words, counted once and kept: `weights` by word as it is written, in lower case."""

    weights: dict[str, int]
    length: int


@dataclass(frozen=True)
class Page:
    """A page of the search: `file` holds its texts, unless it is only planned and its `summary` is all there is."""

    url: str
    label: str
    title: str
    file: str
    summary: str
    entries: Sequence[Entry]
    weighed: Sequence[Weighed]


def weigh(entry: Entry, *, more: str = "") -> Weighed:
    """The words of an entry and what each weighs there; `more` are keywords that its page gives it."""
    counts = Counter(words_of(entry.text))
    weights = {word: min(count, MOST_IN_TEXT) for word, count in counts.items()}
    for word in words_of(f"{entry.keywords} {more}"):
        weights[word] = max(weights.get(word, 0), IN_KEYWORDS)
    for word in set(words_of(entry.title)):
        weights[word] = weights.get(word, 0) + IN_TITLE
    return Weighed(weights, counts.total())


def stems_of(words: Sequence[str]) -> dict[str, str]:
    return {word: stem(word) for word in words}


@dataclass(frozen=True)
class Part:
    """The index of some pages that follow each other, by itself: of a large book, all parts but one are as they were.

    `postings` are by folded word: the first entry, counted from the part's own first, its letter, the rest, the last entry.
    """

    pages: list[list[str]]
    entries: list[tuple[int, str, str, str, int]]
    spellings: dict[str, dict[str, int]]
    postings: dict[str, tuple[int, str, str, int]]
    stems: dict[str, str]


def make_part(pages: Sequence[Page], stems: Mapping[str, str]) -> Part:
    """The part of these pages; `stems` knows every word of theirs."""
    spellings: dict[str, dict[str, int]] = defaultdict(dict)
    posts: dict[str, dict[int, int]] = defaultdict(dict)
    number = 0
    for page in pages:
        for weighed in page.weighed:
            for word, weight in weighed.weights.items():
                folded = fold(word)
                own, found = spellings[folded], posts[folded]
                own[word] = own.get(word, 0) + weight
                found[number] = max(found.get(number, 0), weight)
            number += 1
    return Part(
        [[page.url, page.label, page.title, page.file, page.summary] for page in pages],
        [
            (int(place == 0), entry.kind, entry.anchor, "" if place == 0 else entry.title, weighed.length)
            for page in pages
            for place, (entry, weighed) in enumerate(zip(page.entries, page.weighed, strict=True))
        ],
        dict(spellings),
        {folded: _postings(weights) for folded, weights in posts.items()},
        {word: stems[word] for own in spellings.values() for word in own},
    )


def join(parts: Sequence[Part]) -> dict[str, Any]:
    """The index of all pages of these parts, in their order."""
    spellings: dict[str, dict[str, int]] = defaultdict(dict)
    postings: dict[str, list[str]] = defaultdict(list)
    last: dict[str, int] = {}
    stems: dict[str, str] = {}
    first = 0
    for part in parts:
        stems |= part.stems
        for folded, own in part.spellings.items():
            known = spellings[folded]
            for word, weight in own.items():
                known[word] = known.get(word, 0) + weight
        for folded, (begin, letter, rest, end) in part.postings.items():
            postings[folded].append(_step(first + begin - last.get(folded, -1)) + letter + rest)
            last[folded] = first + end
        first += len(part.entries)
    order = sorted(spellings)
    # Of several spellings of a word the commonest is shown and stemmed; between equals, the first.
    shown = {folded: min(found, key=lambda word: (-found[word], word)) for folded, found in spellings.items()}
    odd: dict[str, str] = {}
    marks = []
    for place, folded in enumerate(order):
        found = stems[shown[folded]]
        if folded.startswith(found) and len(found) < len(_DIGITS):
            marks.append(_DIGITS[len(found)])
        else:
            marks.append("*")
            odd[str(place)] = found
    kinds = sorted({entry[1] for part in parts for entry in part.entries})
    numbers = {kind: number for number, kind in enumerate(kinds)}
    return {
        "words": _front_coded([shown[folded] for folded in order]),
        "stems": "".join(marks),
        "odd": odd,
        "posts": " ".join("".join(postings[folded]) for folded in order),
        "pages": [page for part in parts for page in part.pages],
        "kinds": kinds,
        "entries": [[step, numbers[kind], anchor, title, length] for part in parts for step, kind, anchor, title, length in part.entries],
    }


def _front_coded(words: Sequence[str]) -> str:
    parts, before = [], ""
    for word in words:
        shared = 0
        while shared < min(len(word), len(before), 35) and word[shared] == before[shared]:
            shared += 1
        parts.append(_DIGITS[shared] + word[shared:])
        before = word
    return " ".join(parts)


def _postings(weights: dict[int, int]) -> tuple[int, str, str, int]:
    """The first entry, its letter, the others as they are written, the last."""
    numbers = sorted(weights)
    letters = [_LETTERS[min(weights[number], len(_LETTERS)) - 1] for number in numbers]
    rest = "".join(_step(number - before) + letter for before, number, letter in zip(numbers, numbers[1:], letters[1:], strict=False))
    return numbers[0], letters[0], rest, numbers[-1]


def _step(step: int) -> str:
    return str(step) if step != 1 else ""
