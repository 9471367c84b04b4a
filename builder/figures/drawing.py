"""A chart in its frame as SVG: no ids, no colours of its own (classes ask the page), the same bytes each time."""

from __future__ import annotations

from builder.figures.chart import Bars, Chart, Curve, Heat, Note, Shape, hue_class
from builder.figures.clipping import Box, clipped
from builder.figures.frame import TICK, Frame
from builder.figures.symbols import symbol
from builder.figures.texts import svg
from builder.figures.traces import DASHES

_BASE = 0.35
"""From the middle of a line of text to its base line, in letters' heights."""
_SHIFT = {"top": 1.0, "middle": _BASE, "bottom": -0.25}
_SIDES = {"center": ("middle", 0), "left": ("end", -7), "right": ("start", 7)}


def drawing(chart: Chart, frame: Frame) -> str:
    parts = [*_grid(frame)]
    parts += [_shape(shape, frame) for shape in chart.shapes]
    for index, trace in enumerate(chart.traces):
        if isinstance(trace, Heat):
            parts += _heat(trace, frame)
        elif isinstance(trace, Bars):
            parts += _bars(trace, frame)
        else:
            before = chart.traces[index - 1] if index else None
            parts += _curve(trace, before if isinstance(before, Curve) else None, frame)
    parts += _axes(frame)
    parts += [
        _text(label.text, frame.right + 8, label.y + _BASE * frame.size.font, "start", f"name {hue_class(label.hue)}")
        for label in frame.labels
    ]
    parts += [_note(note, frame) for note in chart.notes]
    inside = "".join(part for part in parts if part)
    width, height = n(frame.size.width), n(frame.height)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-size="{n(frame.size.font)}"'
        f' aria-hidden="true" focusable="false">{inside}</svg>'
    )


def n(value: float) -> str:
    """A coordinate, to a tenth of a px."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def _grid(frame: Frame) -> list[str]:
    if frame.y.kind == "category":
        return []
    lines = "".join(f"M{n(frame.left)} {n(frame.py(tick.value))}H{n(frame.right)}" for tick in frame.y_ticks)
    return [f'<path class="grid" d="{lines}"/>']


def _axes(frame: Frame) -> list[str]:
    ticks = "".join(f"M{n(frame.px(tick.value))} {n(frame.bottom)}v{n(TICK)}" for tick in frame.x_ticks)
    parts = [f'<path class="axis" d="M{n(frame.left)} {n(frame.bottom)}H{n(frame.right)}{ticks}"/>']
    size = frame.size.font
    for tick in frame.x_ticks:
        x, y = frame.px(tick.value), frame.bottom + TICK
        if frame.turned:
            turn = f' transform="rotate(-90 {n(x + _BASE * size)} {n(y + 4)})"'
            parts.append(_text(tick.label, x + _BASE * size, y + 4, "end", "tick", turn))
        else:
            parts.append(_text(tick.label, x, y + size + 2, "middle", "tick"))
    parts += [
        _text(tick.label, frame.left - 8, frame.py(tick.value) + _BASE * size, "end", "tick") for tick in frame.y_ticks
    ]
    return parts


def _text(text: str, x: float, y: float, anchor: str, classes: str, more: str = "") -> str:
    return f'<text class="{classes}" x="{n(x)}" y="{n(y)}" text-anchor="{anchor}"{more}>{svg(text)}</text>'


def _curve(trace: Curve, before: Curve | None, frame: Frame) -> list[str]:
    points = [(frame.px(x), frame.py(y)) for x, y in zip(trace.x, trace.y)]
    box = Box(frame.left, frame.top, frame.right, frame.bottom)
    parts = []
    if trace.fill:
        if trace.fill == "tonexty" and before is not None:
            floor = [(frame.px(x), frame.py(y)) for x, y in zip(before.x, before.y)][::-1]
        else:
            level = frame.py(max(frame.y.low, min(0.0, frame.y.high)) if frame.y.kind != "log" else frame.y.low)
            floor = [(points[-1][0], level), (points[0][0], level)]
        ring = [(x, min(max(y, frame.top), frame.bottom)) for x, y in points + floor]
        parts.append(f'<path class="area {hue_class(trace.hue)}" d="{_path(ring)}Z"/>')
    if trace.lines:
        pieces = "".join(_path(piece) for piece in clipped(points, box))
        dash = f' stroke-dasharray="{DASHES[trace.dash]}"' if DASHES[trace.dash] else ""
        parts.append(f'<path class="line {hue_class(trace.hue)}" d="{pieces}"{dash}/>')
    if trace.points:
        marks = "".join(symbol(trace.symbol, x, y) for x, y in points if box.holds(x, y))
        hollow = " hollow" if trace.symbol.endswith("-open") else ""
        parts.append(f'<path class="points {hue_class(trace.hue)}{hollow}" d="{marks}"/>')
    level, across = trace.side.split()
    anchor, dx = _SIDES[across]
    size = frame.size.font
    dy = {"top": -8, "middle": _BASE * size, "bottom": 8 + size * 0.8}[level]
    if level != "middle":
        dx = dx / 3.5
    parts += [
        _text(text, x + dx, y + dy, anchor, f"name {hue_class(trace.hue)}") for (x, y), text in zip(points, trace.texts) if text
    ]
    return parts


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)


def _bars(trace: Bars, frame: Frame) -> list[str]:
    parts = []
    size = frame.size.font
    along, across = (frame.px, frame.py) if trace.horizontal else (frame.py, frame.px)
    axis = frame.x if trace.horizontal else frame.y
    zero = along(max(axis.low, min(0.0, axis.high)) if axis.kind != "log" else axis.low)
    for index, (place, length) in enumerate(zip(trace.places, trace.lengths)):
        a, b = sorted((across(place + trace.offset), across(place + trace.offset + trace.width)))
        end = along(min(max(length, min(axis.low, axis.high)), max(axis.low, axis.high)))
        c, d = sorted((zero, end))
        x, y, w, h = (c, a, d - c, b - a) if trace.horizontal else (a, c, b - a, d - c)
        hollow = " hollow" if trace.hollow else ""
        parts.append(
            f'<rect class="bar {hue_class(trace.hues[index])}{hollow}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"/>'
        )
        if trace.texts and trace.texts[index]:
            middle = (a + b) / 2
            if trace.horizontal:
                parts.append(_text(trace.texts[index], end + 6, middle + _BASE * size, "start", "value"))
            else:
                parts.append(_text(trace.texts[index], middle, end - 5, "middle", "value"))
    return parts


def _heat(trace: Heat, frame: Frame) -> list[str]:
    parts = [f'<g class="heat {hue_class(trace.hue)}">']
    for r, row in enumerate(trace.values):
        top, bottom = sorted((frame.py(r - 0.5), frame.py(r + 0.5)))
        for c, value in enumerate(row):
            share = (value - trace.least) / (trace.most - trace.least)
            if share < 0.005:
                continue
            left, right = sorted((frame.px(c - 0.5), frame.px(c + 0.5)))
            parts.append(
                f'<rect x="{n(left)}" y="{n(top)}" width="{n(right - left)}" height="{n(bottom - top)}" fill-opacity="{share:.2g}"/>'
            )
    edges = f'x="{n(frame.left)}" y="{n(frame.top)}" width="{n(frame.right - frame.left)}" height="{n(frame.bottom - frame.top)}"'
    return ["".join(parts) + f'</g><rect class="frame" {edges}/>']


def _shape(shape: Shape, frame: Frame) -> str:
    x = [frame.px(value, shape.x_paper) for value in shape.x]
    y = [frame.py(value, shape.y_paper) for value in shape.y]
    if shape.kind == "line":
        dash = f' stroke-dasharray="{DASHES[shape.dash]}"' if DASHES[shape.dash] else ""
        return f'<path class="rule {hue_class(shape.hue)}" d="M{n(x[0])} {n(y[0])}L{n(x[1])} {n(y[1])}"{dash}/>'
    return (
        f'<rect class="area {hue_class(shape.hue)}" x="{n(min(x))}" y="{n(min(y))}" width="{n(abs(x[1] - x[0]))}" height="{n(abs(y[1] - y[0]))}"/>'
    )


def _note(note: Note, frame: Frame) -> str:
    x, y = frame.px(note.x, note.x_paper) + note.shift[0], frame.py(note.y, note.y_paper) + note.shift[1]
    lead = ""
    if note.lead is not None:
        dx, dy = note.lead
        lead = f'<path class="lead" d="M{n(x)} {n(y)}l{n(dx)} {n(dy)}"/>'
        x, y = x + dx, y + dy
    level = note.level
    if note.lead is not None and level == "middle":
        level = "bottom" if note.lead[1] < 0 else "top"
    lines = note.text.split("<br>")
    size = frame.size.font
    rise = {"top": 0.0, "middle": (len(lines) - 1) / 2, "bottom": float(len(lines) - 1)}[level]
    texts = "".join(
        _text(line, x, y + (_SHIFT[level] + (i - rise) * 1.2) * size, note.anchor, f"note {hue_class(note.hue)}")
        for i, line in enumerate(lines)
    )
    return lead + texts


