"""Plotly's traces → ours: curves and points, bars, histograms (counted here), heat maps."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from builder.figures.chart import Bars, Curve, FigureFault, Heat, Trace
from builder.figures.node import Node, hue_of, is_number
from builder.figures.numbers import plain

KINDS = ("scatter", "bar", "histogram", "heatmap")
DASHES = {"solid": "", "dot": "2 4", "dash": "7 4", "longdash": "12 4", "dashdot": "8 3 2 3"}
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "circle-open", "square-open", "diamond-open", "triangle-up-open")
# Full ink over so large an area would shout.
_BARS = {"ink": "ink-soft", "ink-soft": "ink-faint"}
SIDES = ("top center", "bottom center", "middle right", "middle left", "top right", "top left", "bottom right", "bottom left")
# What a trace gets that says nothing: the second one is told from the first by its line too.
_PLAIN = (("ink", "solid", "circle"), ("ink-soft", "dash", "square"), ("ink-faint", "dot", "diamond"))
BAND = 0.7
"""The share of its place that a bar, or a group of them, takes."""


@dataclass(frozen=True)
class Scale:
    """Turns values of a figure into places on an axis."""

    way: str
    kind: str
    categories: dict[str, int]

    def place(self, value: Any, where: str) -> float:
        if self.kind == "category":
            found = self.categories.get(str(value))
            if found is not None:
                return float(found)
            if is_number(value):
                return float(value)
        if not is_number(value):
            raise FigureFault("figure-not-finite", what=where, value=value)
        if self.kind == "log":
            if value <= 0:
                raise FigureFault("figure-log", what=where, value=value)
            return math.log10(value)
        return float(value)

    def places(self, values: list[Any], where: str) -> tuple[float, ...]:
        return tuple(self.place(value, f"{where}[{i}]") for i, value in enumerate(values))


def read_traces(nodes: list[Node], x: Scale, y: Scale, barmode: str) -> list[Trace]:
    traces: list[Trace] = []
    for index, node in enumerate(nodes):
        kind = node.take("type", "scatter")
        if kind not in KINDS:
            raise FigureFault("figure-trace", kind=kind, known=", ".join(KINDS))
        hue, dash, symbol = _PLAIN[index % len(_PLAIN)]
        traces.append(_READERS[kind](node, x, y, hue, dash, symbol))
        for key in ("showlegend", "hoverinfo", "hovertemplate", "legendgroup", "cliponaxis", "opacity"):
            node.take(key)
        node.done()
    named = [trace for trace in traces if trace.name]
    if len(traces) > 1 and len(named) < len(traces):
        raise FigureFault("figure-name")
    return _grouped(traces) if barmode == "group" else traces


def _curve(node: Node, x: Scale, y: Scale, hue: str, dash: str, symbol: str) -> Curve:
    xs, ys = _pair(node, x, y)
    mode = node.take("mode", "lines+markers" if len(xs) < 20 else "lines")
    parts = set(mode.split("+"))
    if not parts <= {"lines", "markers", "text"}:
        raise FigureFault("figure-unsupported", what=f"{node.where('mode')}={mode!r}")
    line, marker = node.child("line"), node.child("marker")
    if any("color" in part.value for part in (line, marker)):
        dash, symbol = "solid", "circle"  # who chooses a colour also says what else tells a curve apart
    colour = line.hue("color", marker.hue("color", hue))
    texts = node.list("text") if "text" in parts else []
    node.take("text")
    if texts and len(texts) != len(xs):
        raise FigureFault("figure-lengths", what=f"{node.path}: x, text")
    font = node.child("textfont")
    font.take("color"), font.take("size")
    curve = Curve(
        node.text("name"), colour, xs, ys, "lines" in parts, "markers" in parts,
        line.one_of("dash", DASHES, dash if "lines" in parts else "solid"),
        marker.one_of("symbol", SYMBOLS, symbol),
        node.one_of("fill", ("", "none", "tozeroy", "tonexty"), "").replace("none", ""),
        tuple(str(text) for text in texts), node.one_of("textposition", SIDES, "top center"),
    )
    line.take("width"), marker.take("size"), marker.take("line"), node.take("fillcolor")
    for part in (line, marker, font):
        part.done()
    return curve


def _bars(node: Node, x: Scale, y: Scale, hue: str, dash: str, symbol: str) -> Bars:
    horizontal = node.one_of("orientation", ("v", "h"), "v") == "h"
    xs, ys = _pair(node, x, y)
    places, lengths = (ys, xs) if horizontal else (xs, ys)
    hue = _BARS.get(hue, hue)
    hues, hollow = _fill_of(node, hue, len(places))
    texts = node.list("text")
    if texts and len(texts) != len(places):
        raise FigureFault("figure-lengths", what=f"{node.path}: x, text")
    node.one_of("textposition", ("outside", "auto"), "auto")
    gaps = np.diff(np.unique(places))
    width = BAND * (float(gaps.min()) if len(gaps) else 1.0)
    return Bars(
        node.text("name"), hues, places, lengths, width, -width / 2, horizontal, hollow, tuple(str(text) for text in texts)
    )


def _histogram(node: Node, x: Scale, y: Scale, hue: str, dash: str, symbol: str) -> Bars:
    """Counted here, so that the page carries the counts and not the draws."""
    values = x.places(node.list("x"), node.where("x"))
    if not values:
        raise FigureFault("figure-empty")
    bins = node.child("xbins")
    start, end, size = bins.number("start"), bins.number("end"), bins.number("size")
    bins.done()
    if start is not None and end is not None and size:
        edges = start + size * np.arange(round((end - start) / size) + 1)
    else:
        count = node.number("nbinsx")
        edges = np.histogram_bin_edges(values, int(count) if count else "auto")
    counts, edges = np.histogram(values, edges)
    norm = node.one_of("histnorm", ("", "probability", "probability density"), "")
    heights = counts / (len(values) if norm else 1)
    if norm == "probability density":
        heights = heights / np.diff(edges)
    hues, hollow = _fill_of(node, _BARS.get(hue, hue), 1)
    wide = float(edges[1] - edges[0])
    places = tuple(float(edge) for edge in edges[:-1])
    return Bars(
        node.text("name"), hues * len(places), places, tuple(float(height) for height in heights), wide, 0.0,
        hollow=hollow, edges=tuple(float(edge) for edge in edges),
    )


def _heat(node: Node, x: Scale, y: Scale, hue: str, dash: str, symbol: str) -> Heat:
    rows = node.list("z")
    for key, scale, size in (("x", x, len(rows[0]) if rows else 0), ("y", y, len(rows))):
        names = node.list(key)
        if names and len(names) != size:
            raise FigureFault("figure-lengths", what=f"{node.path}: z, {key}")
        if names and scale.places(names, node.where(key)) != tuple(float(place) for place in range(size)):
            # Each column and row is one place: numbers that mean something go in ticktext.
            raise FigureFault("figure-unsupported", what=f"{node.where(key)}={names!r}")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FigureFault("figure-lengths", what=f"{node.path}.z[{r}]")
        for c, value in enumerate(row):
            if not is_number(value):
                raise FigureFault("figure-not-finite", what=f"{node.path}.z[{r}][{c}]", value=value)
    if not rows or not rows[0]:
        raise FigureFault("figure-empty")
    scale = node.list("colorscale")
    colour = hue_of(scale[-1][1], node.where("colorscale")) if scale else hue
    least = node.number("zmin", 0.0)
    most = node.number("zmax", max(max(row) for row in rows))
    assert least is not None and most is not None
    if least >= most or min(min(row) for row in rows) < least or max(max(row) for row in rows) > most:
        raise FigureFault("figure-heat-range", least=least, most=most)
    for key in ("showscale", "xgap", "ygap", "zauto"):
        node.take(key)
    return Heat(node.text("name"), colour, tuple(tuple(float(v) for v in row) for row in rows), least, most)


_READERS = {"scatter": _curve, "bar": _bars, "histogram": _histogram, "heatmap": _heat}


def _pair(node: Node, x: Scale, y: Scale) -> tuple[tuple[float, ...], tuple[float, ...]]:
    first, second = node.list("x"), node.list("y")
    if not first and second:
        first = list(range(len(second)))
    if not first:
        raise FigureFault("figure-empty")
    if len(first) != len(second):
        raise FigureFault("figure-lengths", what=f"{node.path}: x, y")
    return x.places(first, node.where("x")), y.places(second, node.where("y"))


def _fill_of(node: Node, hue: str, count: int) -> tuple[tuple[str, ...], bool]:
    """The colour of each bar, and whether it is only drawn around."""
    marker = node.child("marker")
    colour = marker.take("color")
    where = marker.where("color")
    if isinstance(colour, list):
        if len(colour) != count:
            raise FigureFault("figure-lengths", what=f"{node.path}: x, marker.color")
        hues = tuple(hue_of(one, where) for one in colour)
    else:
        hues = (hue if colour is None else hue_of(colour, where),) * count
    pattern = marker.child("pattern")
    hollow = pattern.one_of("shape", ("", "/"), "") == "/"
    marker.take("line"), pattern.done(), marker.done()
    return hues, hollow


def _grouped(traces: list[Trace]) -> list[Trace]:
    """Bars that share their places stand side by side."""
    bars = [trace for trace in traces if isinstance(trace, Bars) and not trace.edges]
    if len(bars) < 2:
        return traces
    gaps = np.diff(np.unique([place for one in bars for place in one.places]))
    band = BAND * (float(gaps.min()) if len(gaps) else 1.0)
    width, order = band / len(bars), {id(one): i for i, one in enumerate(bars)}
    return [
        replace(trace, width=plain(width), offset=plain(order[id(trace)] * width - band / 2)) if id(trace) in order else trace
        for trace in traces
    ]  # type: ignore[type-var]
