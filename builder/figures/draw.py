"""From Plotly's JSON to all the forms of a figure."""

from __future__ import annotations

from typing import Any

from builder.figures.chart import FigureFault
from builder.figures.drawing import drawing
from builder.figures.drawn import Drawn
from builder.figures.frame import NARROW, WIDE, place
from builder.figures.legend import legend
from builder.figures.live import live
from builder.figures.reading import read_chart
from builder.figures.tables import csv_of, table_of
from builder.figures.texts import html


MOST_POINTS = 20_000
"""A picture with more takes seconds to draw and megabytes to send."""


def draw_figure(plotly: dict[str, Any]) -> Drawn:
    """The figure whose Plotly JSON is `plotly`. Raises `FigureFault` for what can't be drawn."""
    points = sum(_points(trace) for trace in plotly.get("data", []))
    if points > MOST_POINTS:
        raise FigureFault("figure-points", points=points, limit=MOST_POINTS)
    chart = read_chart(plotly)
    wide, narrow = place(chart, WIDE), place(chart, NARROW)
    return Drawn(
        wide=drawing(chart, wide),
        narrow=drawing(chart, narrow),
        x_title=html(chart.x.title),
        y_title=html(chart.y.title),
        legend=legend(chart),
        wide_legend=not wide.labels,
        table=table_of(chart),
        csv=csv_of(chart),
        data=live(chart, {"wide": wide, "narrow": narrow}),
    )


def _points(trace: dict[str, Any]) -> int:
    """How many points a trace has, or cells."""
    lists = [value for value in trace.values() if isinstance(value, list)]
    return max((sum(len(row) if isinstance(row, list) else 1 for row in one) for one in lists), default=0)
