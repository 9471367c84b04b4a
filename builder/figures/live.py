"""What the page's script gives to Plotly: the same picture, with every place fixed here, so that the two coincide.

All axes are linear by now, with their ticks and words; colours are the page's variables, which the script resolves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.figures.chart import Bars, Chart, Heat, Note, Shape, Trace
from builder.figures.frame import TICK, Frame
from builder.figures.numbers import plain
from builder.figures.symbols import RADIUS
from builder.figures.texts import html
from builder.figures.traces import DASHES

_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def live(chart: Chart, frames: Mapping[str, Frame]) -> dict[str, Any]:
    return {
        "data": [_trace(trace) for trace in chart.traces],
        "names": [html(trace.name) for trace in chart.traces] if len(chart.traces) > 1 else [],
        "titles": [html(chart.x.title), html(chart.y.title)],
        "flat": any(isinstance(trace, Bars) and trace.horizontal for trace in chart.traces),
        "layouts": {name: _layout(chart, frame) for name, frame in frames.items()},
    }


def _colour(hue: str, share: float = 1) -> str:
    return f"var(--{hue})" if share == 1 else f"var(--{hue})/{share}"


def _dash(name: str) -> str:
    return ",".join(f"{part}px" for part in DASHES[name].split()) or "solid"


def _trace(trace: Trace) -> dict[str, Any]:
    if isinstance(trace, Heat):
        return {
            "type": "heatmap", "z": [[plain(v) for v in row] for row in trace.values], "zmin": plain(trace.least),
            "zmax": plain(trace.most), "showscale": False, "colorscale": [[0, _colour("paper")], [1, _colour(trace.hue)]],
        }
    x, y = [plain(value) for value in trace.x], [plain(value) for value in trace.y]
    if isinstance(trace, Bars):
        edge = {"color": [_colour(hue) for hue in trace.hues], "width": 1.5 if trace.hollow else 0}
        return {
            "type": "bar", "x": x, "y": y, "orientation": "h" if trace.horizontal else "v",
            "width": plain(trace.width), "offset": plain(trace.offset), "text": list(trace.texts),
            "textposition": "outside", "cliponaxis": False, "constraintext": "none", "textangle": 0,
            "textfont": {"color": _colour("ink")},
            "marker": {"color": [_colour(hue, 0.12 if trace.hollow else 1) for hue in trace.hues], "line": edge},
        }
    parts = [name for name, there in (("lines", trace.lines), ("markers", trace.points), ("text", bool(trace.texts))) if there]
    hollow = trace.symbol.endswith("-open")
    return {
        "type": "scatter", "mode": "+".join(parts), "x": x, "y": y,
        "line": {"color": _colour(trace.hue), "dash": _dash(trace.dash), "width": 2.25},
        "marker": {
            "color": _colour("paper" if hollow else trace.hue), "symbol": trace.symbol.removesuffix("-open"),
            "size": 2 * RADIUS, "line": {"color": _colour(trace.hue if hollow else "paper"), "width": 1.5 if hollow else 1},
        },
        "text": list(trace.texts), "textposition": trace.side, "textfont": {"color": _colour(trace.hue)},
        "fill": trace.fill or "none", "fillcolor": _colour(trace.hue, 0.12), "cliponaxis": False,
    }  # fmt: skip


def _layout(chart: Chart, frame: Frame) -> dict[str, Any]:
    size = frame.size
    axis = {
        "type": "linear", "fixedrange": True, "zeroline": False, "tickmode": "array", "ticklabelstandoff": 0,
        "tickfont": {"color": _colour("ink-soft")},
    }
    x = axis | {
        "range": [chart.x.low, chart.x.high], "tickvals": [plain(t.value) for t in frame.x_ticks],
        "ticktext": [html(t.label) for t in frame.x_ticks], "showgrid": False, "showline": True, "ticks": "outside",
        "ticklen": TICK, "linecolor": _colour("line-strong"), "tickcolor": _colour("line-strong"),
        "tickangle": -90 if frame.turned else 0,
    }
    y = axis | {
        "range": [chart.y.low, chart.y.high], "tickvals": [plain(t.value) for t in frame.y_ticks],
        "ticktext": [html(t.label) for t in frame.y_ticks], "showgrid": chart.y.kind != "category",
        "gridcolor": _colour("ink", 0.16), "ticks": "outside", "ticklen": 4, "tickcolor": _colour("none"),
    }
    names = [
        {
            "text": f"<b>{html(label.text)}</b>", "x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "y": plain(label.value),
            "yanchor": "middle", "yshift": plain(frame.py(label.value) - label.y), "showarrow": False,
            "font": {"color": _colour(label.hue)},
        }
        for label in frame.labels
    ]  # fmt: skip
    return {
        "width": size.width, "height": frame.height, "font": {"size": size.font},
        "margin": {
            "l": plain(frame.left), "t": plain(frame.top), "r": plain(size.width - frame.right),
            "b": plain(frame.height - frame.bottom), "pad": 0,
        },
        "xaxis": x, "yaxis": y, "annotations": [*names, *(_note(note) for note in chart.notes)],
        "shapes": [*(_shape(shape) for shape in chart.shapes), *_edges(chart)],
    }  # fmt: skip


def _edges(chart: Chart) -> list[dict[str, Any]]:
    """Around a heat map, whose palest cells are paper."""
    if not any(isinstance(trace, Heat) for trace in chart.traces):
        return []
    line = {"color": _colour("line-strong"), "width": 1}
    return [{"type": "rect", "xref": "paper", "yref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 1, "line": line}]


def _note(note: Note) -> dict[str, Any]:
    found = {
        "text": note.text, "x": plain(note.x), "y": plain(note.y), "xref": "paper" if note.x_paper else "x",
        "yref": "paper" if note.y_paper else "y", "xanchor": _ANCHORS[note.anchor], "yanchor": note.level,
        "xshift": note.shift[0], "yshift": -note.shift[1], "showarrow": note.lead is not None,
        "font": {"color": _colour(note.hue)}, "borderpad": 0,
    }  # fmt: skip
    if note.lead is not None:
        found |= {
            "ax": note.lead[0], "ay": note.lead[1], "arrowhead": 0, "arrowwidth": 1, "arrowcolor": _colour("ink-faint"),
            "yanchor": note.level if note.level != "middle" else "bottom" if note.lead[1] < 0 else "top",
        }
    return found


def _shape(shape: Shape) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": shape.kind, "x0": plain(shape.x[0]), "x1": plain(shape.x[1]), "y0": plain(shape.y[0]),
        "y1": plain(shape.y[1]), "xref": "paper" if shape.x_paper else "x", "yref": "paper" if shape.y_paper else "y",
        "layer": "below", "line": {"color": _colour(shape.hue), "dash": _dash(shape.dash), "width": 1.25},
    }  # fmt: skip
    if shape.kind == "rect":
        found |= {"fillcolor": _colour(shape.hue, 0.12), "line": {"width": 0}}
    return found
