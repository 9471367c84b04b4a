"""What a page writes with: the characters of its text, and those of its formulas with the faces they ask for."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from builder.search.tags import without_drawings

# What readers may type and code may print, wherever it isn't written in the book: ASCII, Spanish, and common signs.
ALWAYS = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("áéíóúüñÁÉÍÓÚÜÑ¿¡«»–—‘’“”…ºª·×÷±−≤≥≈≠€°\u00a0\u2009\u202f")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_TAG = re.compile(r"<[^>]*>")
_CLASS = re.compile(r'class="([^"]*)"')
_REFERENCE = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+\d*);")
# How sources write a character without writing it: `\u2192` in Python and scripts, `\2192` in style sheets, `\N{…}`.
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\([0-9a-fA-F]{4})\b")


@dataclass(frozen=True)
class Letters:
    """Sorted, so that they can be part of a key. `faces` are the class names inside formulas."""

    text: str = ""
    formulas: str = ""
    faces: tuple[str, ...] = ()


def together(letters: Iterable[Letters]) -> Letters:
    """All letters of these."""
    text: set[str] = set()
    formulas: set[str] = set()
    faces: set[str] = set()
    for one in letters:
        text.update(one.text)
        formulas.update(one.formulas)
        faces.update(one.faces)
    return Letters("".join(sorted(text)), "".join(sorted(formulas)), tuple(sorted(faces)))


def letters_of(page: str) -> Letters:
    """The letters of one page of HTML beyond ASCII, which each font keeps, those of its data for scripts included."""
    text, formulas = without_drawings(page)
    read = [_read_formula(one) for one in formulas]
    in_formulas = _sorted("".join(letters for letters, _ in read))
    return Letters(
        # What a formula's own fonts don't have is taken from the others.
        _sorted("".join(_BEYOND_ASCII.findall(text + in_formulas)) + _unescaped(text)),
        in_formulas,
        tuple(sorted({name for _, names in read for name in names})),
    )


def letters_in_sources(folders: Iterable[Path], suffixes: tuple[str, ...]) -> Letters:
    """What code below these folders may come to write: every character of it, those written by number included."""
    found: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes and path.is_file():
                text = path.read_text(encoding="utf-8")
                found.update(text)
                found.update(_unescaped(text))
    return Letters(text=_sorted("".join(found)))


@lru_cache(maxsize=4096)
def _read_formula(formula: str) -> tuple[str, frozenset[str]]:
    """The characters of a formula's HTML, and its class names. The same few fill a book."""
    classes = (name for found in _CLASS.findall(formula) for name in found.split())
    return _sorted(html.unescape(_TAG.sub("", formula))), frozenset(classes)


def _unescaped(text: str) -> str:
    named = _REFERENCE.findall(text) if "&" in text else []
    numbers = (int(one or other, 16) for one, other in _ESCAPE.findall(text))
    # Half of a pair, as JSON and code write it, is no character that a font could have.
    return "".join(chr(number) for number in numbers if not 0xD800 <= number <= 0xDFFF) + html.unescape("".join(set(named)))


def _sorted(text: str) -> str:
    return "".join(sorted(set(text)))
