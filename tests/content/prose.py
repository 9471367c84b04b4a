"""Every Spanish word that readers see, with the line where it stands."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it.token import Token

from builder import DEFAULT_BOOK
from builder.book import read_book
from builder.markdown.parser import parse
from builder.problems import Problems

REPOSITORY = Path(__file__).parents[2]
CATALOGUES = (
    "site_templates/strings/es.toml",
    "builder/messages/es.toml",
    "content/book.toml",
    "content/glossary.toml",
)
# What a catalogue says to programs, or in another language on purpose.
NOT_SPANISH = ("english", "folder", "id", "lesson", "introduced", "cite", "cites", "source", "sources", "downloads", "key", "url", "base_url", "severity")
DRAWN = ("pyodide_src/explorables/views", "content")

_WORD = re.compile(r"[^\W\d_]{2,}(?:[’'][^\W\d_]+)*")
_SAID = re.compile(r"\b[a-záéíóúüñ]{3,}\b")
_NAMED = re.compile(r"\{(?:term|part|set)\}`([^`<]*)(?:<[^<>]*>)?`")
_NOT_PROSE = re.compile(r"\{(?:cite|eval|value)\}`[^`]*`|\{[^{}]*\}|`+[^`]*`+|\$[^$]*\$|https?://\S+|<[^<>]*>|\S+@\S+|--[\w-]+|\S*[\w/]+\.(?:py|md|toml|html|js|json)\b")

Place = tuple[str, int]


@cache
def reader_words() -> dict[str, tuple[Place, bool]]:
    """The first place of each word, and whether it is only ever seen as a foreign one (in italics or quotes)."""
    words: dict[str, tuple[Place, bool]] = {}
    for text, place, foreign in _texts():
        for word in _WORD.findall(_NOT_PROSE.sub(" ", _NAMED.sub(r"\1", text))):
            known = words.get(word)
            if known is None or (known[1] and not foreign):
                words[word] = (place, foreign)
    return words


def _texts() -> Iterator[tuple[str, Place, bool]]:
    yield from _lessons()
    for name in CATALOGUES:
        path = REPOSITORY / name
        if path.is_file():
            yield from ((text, (name, 0), False) for text in _strings(tomllib.loads(path.read_text(encoding="utf-8"))))
    for folder in DRAWN:
        for path in sorted((REPOSITORY / folder).rglob("*.py")):
            if folder != "content" or path.name in ("explorables.py", "figures.py"):
                yield from _python(path.read_text(encoding="utf-8"), path.relative_to(REPOSITORY).as_posix(), 0)


def _lessons() -> Iterator[tuple[str, Place, bool]]:
    problems = Problems()
    for lesson in read_book(DEFAULT_BOOK, problems).written:
        path = lesson.path.relative_to(REPOSITORY).as_posix()
        yield lesson.title, (path, 1), False
        yield lesson.summary, (path, 1), False
        document = parse(lesson, problems)
        for token in document.tokens:
            line = token.map[0] + 1 if token.map else 0
            if token.type == "inline":
                yield from ((text, (path, line), foreign) for text, foreign in _inline(token))
        for cell in document.cells:
            yield from _python(cell.source, path, cell.source_line - 1, comments=True)


def _inline(token: Token) -> Iterator[tuple[str, bool]]:
    """Texts of a block with a flag: what is in italics or « » may be in another language."""
    emphasis, quoted = 0, 0
    for child in token.children or []:
        if child.type == "em_open":
            emphasis += 1
        elif child.type == "em_close":
            emphasis -= 1
        elif child.type in ("text", "softbreak"):
            for piece in re.split(r"([«»])", child.content if child.type == "text" else "\n"):
                quoted += {"«": 1, "»": -1}.get(piece, 0)
                if piece.strip("«»"):
                    yield piece, bool(emphasis or quoted > 0)


def _python(source: str, path: str, before: int, *, comments: bool = False) -> Iterator[tuple[str, Place, bool]]:
    """What code says to readers: its strings of several words, but for docstrings and what it raises."""
    tree = ast.parse(source)
    silent: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            silent.add(id(body[0].value))
        if isinstance(node, ast.Raise):
            silent |= {id(one) for one in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            if len(_SAID.findall(node.value)) >= 3:
                yield node.value, (path, before + node.lineno), True
    if comments:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.string, (path, before + token.start[0]), True


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in NOT_SPANISH:
                yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
