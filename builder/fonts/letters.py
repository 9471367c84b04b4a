"""What a page writes with: the characters of its text, and those of its formulas with the faces they ask for."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# What readers may type and code may print, wherever it isn't written in the book: ASCII, Spanish, and common signs.
ALWAYS = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("áéíóúüñÁÉÍÓÚÜÑ¿¡«»–—‘’“”…ºª·×÷±−≤≥≈≠€°\u00a0\u2009\u202f")

_FORMULA = '<span class="katex-html" aria-hidden="true">'
_TAG = re.compile(r'<(/?)([a-z]+)(?:[^>]*?class="([^"]*)")?[^>]*?(/?)>')
# How sources write a character without writing it: `\u2192` in Python and scripts, `\2192` in style sheets, `\N{…}`.
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\([0-9a-fA-F]{4})\b")


@dataclass(frozen=True)
class Letters:
    """Sorted, so that they can be part of a key. `faces` are the class names inside formulas."""

    text: str = ""
    formulas: str = ""
    faces: tuple[str, ...] = ()

    def __or__(self, other: Letters) -> Letters:
        return Letters(
            _sorted(self.text + other.text),
            _sorted(self.formulas + other.formulas),
            tuple(sorted({*self.faces, *other.faces})),
        )


def letters_of(page: str) -> Letters:
    """The letters of one page of HTML, those of its data for scripts included."""
    written: list[str] = []
    faces: set[str] = set()
    start = page.find(_FORMULA)
    while start >= 0:
        end = _read_formula(page, start, written, faces)
        start = page.find(_FORMULA, end)
    return Letters(_sorted(html.unescape("".join(set(page))) + _unescaped(page)), _sorted(html.unescape("".join(written))), tuple(sorted(faces)))


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


def _read_formula(page: str, start: int, written: list[str], faces: set[str]) -> int:
    """Read from the opening of a formula's HTML to its end, and say where that is."""
    depth, last = 0, start
    for tag in _TAG.finditer(page, start):
        written.append(page[last : tag.start()])
        last = tag.end()
        closing, name, classes, empty = tag.groups()
        if classes:
            faces.update(classes.split())
        if name == "span":
            depth += -1 if closing else 1
            if depth == 0:
                return last
    return len(page)


def _unescaped(text: str) -> str:
    named = re.findall(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+\d*);", text) if "&" in text else []
    return "".join(chr(int(one or other, 16)) for one, other in _ESCAPE.findall(text)) + html.unescape("".join(set(named)))


def _sorted(text: str) -> str:
    return "".join(sorted(set(text)))
