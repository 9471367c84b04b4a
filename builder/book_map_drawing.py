"""The map of the book as a drawing: lessons from top to bottom in their order, and at their side a thread from each
one to every lesson that needs it. It is as wide as a phone, so that its letters can be read there; wider pages draw
it larger."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

WIDTH = 340
_AXIS = 104  # x of the dots
_TEXT = 120  # x of the words
_DEEPEST = 92  # how far the longest thread swings out
_SHALLOWEST = 10
_LINE = 17  # between the lines of a title
_ROW = 32  # of a title of one line: no less than a finger needs
_HEAD = 46  # before the first lesson of a block
_LETTERS = 32  # of a line of a title, at the size of map.css
_HEAD_LETTERS = 33


@dataclass(frozen=True)
class Node:
    """A lesson: `needs` are the places of others in the same list; no `url`, and it is only planned."""

    number: str
    title: str
    url: str | None
    block: int
    needs: tuple[int, ...]


def draw_map(nodes: Sequence[Node], heads: Mapping[int, str], words: Mapping[str, str]) -> Markup:
    """The drawing; `heads` are the names of the blocks by number, `words` the interface's words for a map."""
    rows: list[Markup] = []
    dots: list[float] = []
    y, block = 0.0, None
    for place, node in enumerate(nodes):
        if node.block != block:
            block = node.block
            lines = wrap(heads[block], _HEAD_LETTERS)
            y += _HEAD + _LINE * (len(lines) - 1)
            first = y - 14 - _LINE * (len(lines) - 1)
            rows.append(Markup('<text class="map-block">{}</text>').format(_lines(lines, _TEXT, first)))
        lines = wrap(f"{node.number} {node.title}", _LETTERS)
        height = _ROW + _LINE * (len(lines) - 1)
        dots.append(y + _ROW / 2)
        rows.append(_row(place, node, lines, y, height, words))
        y += height
    threads = _threads(nodes, dots)
    return Markup(
        '<svg class="book-map" viewBox="0 0 {} {}" role="group" aria-label="{}">'
        '<g class="map-threads" aria-hidden="true">{}</g>{}</svg>'
    ).format(WIDTH, _short(y + 8), words["drawing"], Markup("").join(threads), Markup("").join(rows))


def wrap(text: str, most: int) -> list[str]:
    """Lines of at most so many letters where words allow it, the last no shorter than it must be."""
    words = text.split()
    count = max(1, math.ceil(len(text) / most))
    while True:
        # As even as the number of lines allows: a lone word at the end reads badly.
        for width in range(math.ceil(len(text) / count), most + 1):
            lines = _fill(words, width)
            if len(lines) <= count:
                return lines
        count += 1
        if count > len(words):
            return _fill(words, most)


def _fill(words: Sequence[str], width: int) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _row(place: int, node: Node, lines: Sequence[str], y: float, height: float, words: Mapping[str, str]) -> Markup:
    middle = y + _ROW / 2
    inner = Markup(
        '<rect class="map-hit" x="{}" y="{}" width="{}" height="{}" rx="3"/><circle class="map-dot" cx="{}" cy="{}" r="5"/><text>{}</text>'
    ).format(_AXIS - 12, _short(y), WIDTH - _AXIS + 12, _short(height), _AXIS, _short(middle), _lines(lines, _TEXT, middle + 5))
    if node.url is None:
        label = f"{' '.join(lines)} ({words['planned']})"
        return Markup('<g class="map-lesson map-planned" data-place="{}" role="img" aria-label="{}">{}</g>').format(place, label, inner)
    return Markup('<a class="map-lesson" data-place="{}" href="{}">{}</a>').format(place, node.url, inner)


def _lines(lines: Sequence[str], x: float, y: float) -> Markup:
    spans = [
        Markup('<tspan x="{}" y="{}">{}</tspan>').format(x, _short(y + _LINE * n), line + " " * (n + 1 < len(lines)))
        for n, line in enumerate(lines)
    ]
    return Markup("").join(spans)


def _threads(nodes: Sequence[Node], dots: Sequence[float]) -> list[Markup]:
    """From each lesson down to those that need it; the farther apart, the farther out."""
    longest = max((abs(dots[place] - dots[one]) for place, node in enumerate(nodes) for one in node.needs), default=1)
    threads = []
    for place, node in enumerate(nodes):
        for one in node.needs:
            top, bottom = sorted((dots[one], dots[place]))
            depth = _SHALLOWEST + (_DEEPEST - _SHALLOWEST) * math.sqrt((bottom - top) / longest)
            # A cubic curve swings out three quarters as far as its handles.
            x = _short(_AXIS - depth * 4 / 3)
            bend = min((bottom - top) / 2, 40)
            path = f"M{_AXIS} {_short(top)}C{x} {_short(top + bend / 2)} {x} {_short(bottom - bend / 2)} {_AXIS} {_short(bottom)}"
            threads.append(Markup('<path data-from="{}" data-to="{}" d="{}"/>').format(one, place, path))
    return threads


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
