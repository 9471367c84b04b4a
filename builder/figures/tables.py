"""The data of a figure as a table, in the page's numbers, and as CSV, in a machine's."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from builder.figures.chart import Axis, Bars, Chart, Curve, Heat
from builder.figures.numbers import plain, shown
from builder.figures.texts import html, plain_text

Cell = tuple[str, str]
"""What a cell holds, and which point of the figure that is: "trace,point", or "" for none."""


def table_of(chart: Chart) -> str:
    """Rows for a `<table>`; `data-at` ties each cell to its point, so that the script reads numbers from here."""
    head, rows = _rows(chart, _shown, html)
    parts = ["<thead><tr>", *(f'<th scope="col">{cell}</th>' for cell in head), "</tr></thead><tbody>"]
    for first, cells in rows:
        parts.append(f'<tr><th scope="row">{first}</th>')
        parts += [f'<td data-at="{at}">{text}</td>' if at else f"<td>{text}</td>" for text, at in cells]
        parts.append("</tr>")
    return "".join(parts) + "</tbody>"


def csv_of(chart: Chart) -> str:
    head, rows = _rows(chart, _plain, plain_text)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([first, *("" if text == "—" else text for text, _ in cells)] for first, cells in rows)
    return out.getvalue()


def _rows(
    chart: Chart, number: Callable[[Axis, float], str], words: Callable[[str], str]
) -> tuple[list[str], list[tuple[str, list[Cell]]]]:
    heat = next((trace for trace in chart.traces if isinstance(trace, Heat)), None)
    if heat is not None:
        names = [words(name) for name in _places(chart.x, len(heat.values[0]), number)]
        head = [f"{words(chart.y.title)} \\ {words(chart.x.title)}", *names]
        lines = zip(_places(chart.y, len(heat.values), number), heat.values)
        value = _heat_number(number)
        return head, [
            (words(name), [(value(v), f"{r},{c}") for c, v in enumerate(row)]) for r, (name, row) in enumerate(lines)
        ]
    flat = [trace for trace in chart.traces if isinstance(trace, Bars) and trace.horizontal]
    across, along = (chart.y, chart.x) if flat else (chart.x, chart.y)
    series: list[dict[float, list[Cell]]] = []
    for index, trace in enumerate(chart.traces):
        assert isinstance(trace, (Curve, Bars))
        found: dict[float, list[Cell]] = {}
        firsts, seconds = (trace.y, trace.x) if flat else (trace.x, trace.y)
        for point, (first, second) in enumerate(zip(firsts, seconds)):
            found.setdefault(first, []).append((number(along, second), f"{index},{point}"))
        series.append(found)
    named = len(chart.traces) > 1
    head = [words(across.title), *(words(trace.name) if named else words(along.title) for trace in chart.traces)]
    edges = {edge for trace in chart.traces if isinstance(trace, Bars) for edge in trace.edges}
    rows: list[tuple[str, list[Cell]]] = []
    for first in _in_order(series, across):
        label = words(_bin(first, edges, number, across) if edges else number(across, first))
        for deep in range(max(len(found.get(first, [])) for found in series)):
            cells = [found[first][deep] if len(found.get(first, [])) > deep else ("—", "") for found in series]
            rows.append((label, cells))
    return head, rows


def _in_order(series: list[dict[float, list[Cell]]], axis: Axis) -> list[float]:
    return sorted({first for found in series for first in found}, reverse=axis.low > axis.high)


def _bin(first: float, edges: set[float], number: Callable[[Axis, float], str], axis: Axis) -> str:
    end = min((edge for edge in edges if edge > first + 1e-9), default=first)
    return f"{number(axis, first)} – {number(axis, end)}"


def _places(axis: Axis, count: int, number: Callable[[Axis, float], str]) -> list[str]:
    labels = dict(axis.ticks or ())
    if axis.kind == "category":
        return list(axis.categories)
    return [labels.get(float(i), str(i)) for i in range(count)]


def _heat_number(number: Callable[[Axis, float], str]) -> Callable[[float], str]:
    axis = Axis("", "linear", 0, 1)
    return lambda value: number(axis, value)


def _value(axis: Axis, value: float) -> float:
    return 10.0**value if axis.kind == "log" else value


def _label(axis: Axis, value: float) -> str | None:
    if axis.kind == "category":
        return axis.categories[int(value)] if value == int(value) and 0 <= value < len(axis.categories) else None
    return None


def _shown(axis: Axis, value: float) -> str:
    return _label(axis, value) or shown(plain(_value(axis, value)), axis.format)


def _plain(axis: Axis, value: float) -> str:
    return _label(axis, value) or str(plain(_value(axis, value)))
