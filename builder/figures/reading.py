"""Plotly's JSON → a chart, as far as the pictures of this book go."""

from __future__ import annotations

from typing import Any

from builder.figures.chart import Axis, Bars, Chart, Curve, FigureFault, Heat, Note, Shape, Trace
from builder.figures.node import Node, is_number
from builder.figures.numbers import check_format, shown
from builder.figures.traces import DASHES, Scale, read_traces

HEIGHT = 340.0
_ANCHORS = {"left": "start", "center": "middle", "right": "end", "auto": "middle"}
_LEVELS = {"top": "top", "middle": "middle", "bottom": "bottom", "auto": "middle"}
# Settings of a layout that only say how Plotly would have looked: the book decides that.
_IGNORED = ("template", "width", "margin", "font", "hovermode", "showlegend", "legend", "title_font", "paper_bgcolor", "plot_bgcolor")
_IGNORED_OF_AXIS = ("showgrid", "showline", "zeroline", "anchor", "domain", "automargin", "scaleanchor", "constrain", "rangemode")


def read_chart(plotly: dict[str, Any]) -> Chart:
    """The chart of a Plotly figure. Raises `FigureFault` for what it holds and we don't draw."""
    data, layout = plotly.get("data", []), Node(plotly.get("layout", {}), "layout")
    if not data:
        raise FigureFault("figure-empty")
    axes = {way: layout.child(f"{way}axis") for way in "xy"}
    scales = {way: _scale(way, axes[way], data) for way in "xy"}
    mode = layout.one_of("barmode", ("group", "overlay"), "group")
    traces = read_traces([Node(one, f"data[{i}]") for i, one in enumerate(data)], scales["x"], scales["y"], mode)
    notes = [_note(Node(one, f"layout.annotations[{i}]"), scales) for i, one in enumerate(layout.list("annotations"))]
    shapes = [_shape(Node(one, f"layout.shapes[{i}]"), scales) for i, one in enumerate(layout.list("shapes"))]
    chart = Chart(
        _axis(axes["x"], scales["x"], traces), _axis(axes["y"], scales["y"], traces), tuple(traces),
        tuple(notes), tuple(shapes), layout.number("height") or HEIGHT,
    )
    # A title would say again what the caption says: it is none of what is ignored.
    for key in _IGNORED:
        layout.take(key)
    layout.done()
    return chart


def _scale(way: str, axis: Node, data: list[Any]) -> Scale:
    """Where values stand on an axis: its kind, and its categories in the order in which they come."""
    values: list[Any] = []
    for trace in data:
        found = trace.get(way)
        if isinstance(found, list):
            values += found
    named = any(isinstance(value, str) for value in values)
    kind = axis.one_of("type", ("linear", "log", "category"), "category" if named else "linear")
    categories = list(dict.fromkeys(str(value) for value in values if value is not None)) if kind == "category" else []
    return Scale(way, kind, {name: place for place, name in enumerate(categories)})


def _axis(axis: Node, scale: Scale, traces: list[Trace]) -> Axis:
    title_node = axis.take("title", {})
    title = Node(title_node if isinstance(title_node, dict) else {"text": title_node}, axis.where("title"))
    text = title.text("text")
    title.take("font")
    title.done()
    low, high = _reach(scale, traces)
    given = axis.list("range")
    if given:
        if len(given) != 2 or not all(is_number(end) for end in given) or given[0] == given[1]:
            raise FigureFault("figure-unsupported", what=f"{axis.where('range')}={given!r}")
        low, high = float(given[0]), float(given[1])
    way = axis.take("autorange")
    if way == "reversed" and not given:
        low, high = high, low
    elif way not in (None, True, "reversed"):
        raise FigureFault("figure-unsupported", what=f"{axis.where('autorange')}={way!r}")
    ticks = None
    places, names = axis.list("tickvals"), axis.list("ticktext")
    spec = check_format(axis.take("tickformat", ""), axis.where("tickformat"))
    axis.take("tickmode")
    if places:
        if names and len(names) != len(places):
            raise FigureFault("figure-lengths", what=f"{axis.where('tickvals')}, ticktext")
        labels = [str(name) for name in names] or [place if isinstance(place, str) else shown(place, spec) for place in places]
        ticks = tuple((scale.place(place, axis.where("tickvals")), label) for place, label in zip(places, labels))
    for key in _IGNORED_OF_AXIS:
        axis.take(key)
    axis.done()
    if not text:
        raise FigureFault("figure-axis-title", axis=scale.way)
    return Axis(text, scale.kind, low, high, tuple(scale.categories), ticks, spec)


def _reach(scale: Scale, traces: list[Trace]) -> tuple[float, float]:
    """From where to where an axis goes when its figure doesn't say."""
    if scale.kind == "category":
        return -0.5, len(scale.categories) - 0.5
    values: list[float] = []
    zero = edges = False
    for trace in traces:
        if isinstance(trace, Heat):
            size = len(trace.values[0]) if scale.way == "x" else len(trace.values)
            values += [-0.5, size - 0.5]
            edges = True
        elif isinstance(trace, Bars) and (scale.way == "y") == trace.horizontal:
            begin = trace.offset
            values += [place + begin for place in trace.places] + [place + begin + trace.width for place in trace.places]
        else:
            values += trace.x if scale.way == "x" else trace.y
            zero = zero or isinstance(trace, Bars) or (isinstance(trace, Curve) and bool(trace.fill) and scale.way == "y")
    if zero and scale.kind == "linear":
        values.append(0.0)
    low, high = min(values), max(values)
    if low == high:
        return low - 1, high + 1
    if edges:
        return low, high
    room = 0.04 * (high - low)
    # Bars stand on their axis.
    return (low if zero and low == 0 else low - room), (high if zero and high == 0 else high + room)


def _counts_paper(node: Node, way: str) -> bool:
    """Whether this coordinate of a note or shape counts shares of the picture and not units of the axis."""
    reference = node.take(f"{way}ref", way)
    if reference not in (way, "paper", f"{way} domain"):
        raise FigureFault("figure-unsupported", what=f"{node.where(way)}ref={reference!r}")
    return bool(reference != way)


def _coordinate(node: Node, key: str, paper: bool, scale: Scale, *, powers: bool) -> float:
    """`powers`: on a logarithmic axis, the value is a power of ten already."""
    value = node.take(key)
    if paper or (powers and scale.kind == "log"):
        if not is_number(value):
            raise FigureFault("figure-not-finite", what=node.where(key), value=value)
        return float(value)
    return scale.place(value, node.where(key))


def _note(node: Node, scales: dict[str, Scale]) -> Note:
    papers = {way: _counts_paper(node, way) for way in "xy"}
    # Plotly gives notes on a logarithmic axis in powers of ten, and shapes in units.
    x, y = (_coordinate(node, way, papers[way], scales[way], powers=True) for way in "xy")
    lead = None
    if node.take("showarrow", True):
        lead = (node.number("ax", -10.0) or 0.0, node.number("ay", -30.0) or 0.0)
    font = node.child("font")
    hue = font.hue("color", "ink")
    font.take("size")
    font.done()
    note = Note(
        node.text("text"), x, y, papers["x"], papers["y"], hue,
        _ANCHORS[node.one_of("xanchor", _ANCHORS, "auto")], _LEVELS[node.one_of("yanchor", _LEVELS, "auto")],  # type: ignore[arg-type]
        (node.number("xshift", 0.0) or 0.0, -(node.number("yshift", 0.0) or 0.0)), lead,
    )
    for key in ("arrowhead", "arrowwidth", "arrowcolor", "standoff", "align"):
        node.take(key)
    node.done()
    return note


def _shape(node: Node, scales: dict[str, Scale]) -> Shape:
    kind = node.one_of("type", ("line", "rect"), "rect")
    papers = {way: _counts_paper(node, way) for way in "xy"}
    (x0, x1), (y0, y1) = (
        [_coordinate(node, f"{way}{end}", papers[way], scales[way], powers=False) for end in "01"] for way in "xy"
    )
    line = node.child("line")
    hue, dash = line.hue("color", "ink-soft"), line.one_of("dash", DASHES, "solid")
    line.take("width")
    line.done()
    if kind == "rect":
        hue = node.hue("fillcolor", hue)
    for key in ("opacity", "layer"):
        node.take(key)
    node.done()
    return Shape(kind, (x0, x1), (y0, y1), papers["x"], papers["y"], hue, dash)
