"""From Plotly's JSON to all the forms of a figure."""

from __future__ import annotations

from typing import Any

from builder.figures.drawing import drawing
from builder.figures.drawn import Drawn
from builder.figures.frame import NARROW, WIDE, place
from builder.figures.legend import legend
from builder.figures.live import live
from builder.figures.reading import read_chart
from builder.figures.tables import csv_of, table_of
from builder.figures.texts import html


def draw_figure(plotly: dict[str, Any]) -> Drawn:
    """The figure whose Plotly JSON is `plotly`. Raises `FigureFault` for what can't be drawn."""
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
