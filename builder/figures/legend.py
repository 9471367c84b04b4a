"""A figure's legend, as a list in the page: it wraps as text does, and is read as text is."""

from __future__ import annotations

from builder.figures.chart import Bars, Chart, Curve, hue_class
from builder.figures.symbols import symbol
from builder.figures.texts import html
from builder.figures.traces import DASHES


def legend(chart: Chart) -> str:
    """Each trace's mark and name; nothing where there is one trace alone."""
    if len(chart.traces) < 2:
        return ""
    items = []
    for trace in chart.traces:
        hue = hue_class(trace.hue)
        if isinstance(trace, Curve):
            dash = f' stroke-dasharray="{DASHES[trace.dash]}"' if DASHES[trace.dash] else ""
            mark = f'<path class="line {hue}" d="M0 7H30"{dash}/>' if trace.lines else ""
            hollow = " hollow" if trace.symbol.endswith("-open") else ""
            mark += f'<path class="points {hue}{hollow}" d="{symbol(trace.symbol, 15, 7)}"/>' if trace.points else ""
            box = 30
        else:
            hollow = " hollow" if isinstance(trace, Bars) and trace.hollow else ""
            mark, box = f'<rect class="bar {hue}{hollow}" x="1" y="1" width="12" height="12"/>', 14
        picture = f'<svg viewBox="0 0 {box} 14" width="{box}" height="14" aria-hidden="true" focusable="false">{mark}</svg>'
        items.append(f"<li>{picture}<span>{html(trace.name)}</span></li>")
    return "".join(items)
