"""Where a key stands in a TOML text. `tomllib` gives values without lines; authors need lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_TABLE = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""^\s*("[^"]+"|'[^']+'|[A-Za-z0-9_-]+)\s*=""")
_LONG = ('"""', "'''")
_PIECE = re.compile(
    r'"{3}(?:\\.|[^\\])*?"{3}|' r"'{3}.*?'{3}"  # long strings
    r'|"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'"  # strings
    r"|#[^\n]*|\n|[ \t]+|[\[\]{},]|[^\s\[\]{},\"'#]+|.",
    re.DOTALL,
)
_ERROR_PLACE = re.compile(r"^(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


@dataclass(frozen=True)
class TomlFault:
    what: str
    line: int
    column: int


def fault_of(error: tomllib.TOMLDecodeError, text: str) -> TomlFault:
    """The place inside `text` that tomllib complains about, counted from 1."""
    match = _ERROR_PLACE.match(str(error))
    if match is None:
        return TomlFault(str(error), 1, 0)
    if match["line"] is None:
        return TomlFault(match["what"], max(1, len(text.splitlines())), 0)
    return TomlFault(match["what"], int(match["line"]), int(match["column"]))


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line (from 1) of the key at `path`, such as ("blocks", 0, "planned", 2, "title").

    The line of the nearest enclosing table where the key itself isn't written; 1 as a last resort.
    """
    lines = _lines(text)
    wanted = tuple(path)
    while wanted:
        if wanted in lines:
            return lines[wanted]
        wanted = wanted[:-1]
    return 1


@lru_cache(maxsize=64)
def _lines(text: str) -> dict[tuple[str | int, ...], int]:
    """The line of every key of a text, which is asked for one key after another."""
    lines: dict[tuple[str | int, ...], int] = {}
    counts: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    rows = text.splitlines()
    inside = 0  # the last line of a value that goes on over several
    for number, line in enumerate(rows, 1):
        if number <= inside:
            continue
        if header := _TABLE.match(line):
            table = _table_path(header[2], header[1] == "[[", counts)
            lines[table] = number
        elif key := _KEY.match(line):
            name = key[1].strip("\"'")
            lines.setdefault((*table, name), number)
            value = line[key.end() :].lstrip()
            if value.startswith(_LONG):
                ends = (n for n, row in enumerate(rows[number:], number + 1) if value[:3] in row)
                inside = number if value[:3] in value[3:] else next(ends, number)
            elif value.startswith("["):
                items, inside = _items(rows, number, line.index("[", key.end()))
                for index, place in enumerate(items):
                    lines.setdefault((*table, name, index), place)
    return lines


def _items(rows: Sequence[str], number: int, column: int) -> tuple[list[int], int]:
    """The line of each item of the list that opens at a place, and the line on which it ends."""
    rest = "\n".join([rows[number - 1][column:], *rows[number:]])
    items: list[int] = []
    line, depth, awaited = number, 0, False
    for found in _PIECE.finditer(rest):
        piece = found[0]
        if piece == "\n":
            line += 1
        elif not piece.isspace() and not piece.startswith("#") and piece != ",":
            if piece not in "]}" and depth == 1 and awaited:
                items.append(line)
                awaited = False
            depth += (piece in "[{") - (piece in "]}")
            if piece == "[" and depth == 1:
                awaited = True
            elif depth == 0:
                break
            line += piece.count("\n")
        elif piece == "," and depth == 1:
            awaited = True
    return items, line


def _table_path(
    name: str, is_array: bool, counts: dict[tuple[str | int, ...], int]
) -> tuple[str | int, ...]:
    path: tuple[str | int, ...] = ()
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    for part in parts[:-1]:
        path = (*path, part)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, parts[-1])
    if is_array:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path
