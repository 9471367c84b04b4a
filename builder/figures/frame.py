"""Where everything of a chart stands in a picture of a given width: margins, ticks, and names beside their curves."""

from __future__ import annotations

import math
from dataclasses import dataclass

from builder.figures.chart import Axis, Chart, Curve
from builder.figures.numbers import finest_shown, power_of_ten, shown
from builder.figures.texts import width


@dataclass(frozen=True)
class Size:
    """The two widths for which a figure is drawn; a letter of the page is one px high for each of `font`."""

    width: float
    font: float
    height_share: float
    x_ticks: int
    names_beside: bool


WIDE = Size(640, 13.5, 1.0, 7, True)
NARROW = Size(324, 13, 0.86, 4, False)
TICK = 5.0
_GAP = 8.0
_FURTHEST = 26.0
"""How far from its curve's end a name may be pushed by its neighbours."""


@dataclass(frozen=True)
class Tick:
    value: float
    label: str


@dataclass(frozen=True)
class NameBeside:
    """A trace's name at the end of its curve: `y` in px, `value` where the curve ends."""

    text: str
    hue: str
    y: float
    value: float


@dataclass(frozen=True)
class Frame:
    size: Size
    height: float
    left: float
    top: float
    right: float
    bottom: float
    x: Axis
    y: Axis
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    turned: bool
    labels: tuple[NameBeside, ...]

    def px(self, value: float, paper: bool = False) -> float:
        share = value if paper else (value - self.x.low) / (self.x.high - self.x.low)
        return self.left + share * (self.right - self.left)

    def py(self, value: float, paper: bool = False) -> float:
        share = value if paper else (value - self.y.low) / (self.y.high - self.y.low)
        return self.bottom - share * (self.bottom - self.top)


def place(chart: Chart, size: Size) -> Frame:
    """The frame of a chart at a size."""
    height = round(chart.height * size.height_share)
    y_ticks = _ticks(chart.y, 5)
    left = max((width(tick.label, size.font) for tick in y_ticks), default=0.0) + _GAP + 2
    top = size.font * 0.9
    beside = _ending_curves(chart) if size.names_beside else []
    names = max((width(curve.name, size.font) for curve in beside), default=0.0) + _GAP + 6 if beside else 0.0
    x_ticks = _ticks(chart.x, size.x_ticks)
    right = size.width - max(names, width(x_ticks[-1].label, size.font) / 2 if x_ticks else 0.0, 6.0)
    turned = False
    room = (right - left) / max(1, len(x_ticks))
    widest = max((width(tick.label, size.font) for tick in x_ticks), default=0.0)
    if chart.x.kind == "category":
        # Every category keeps its name; where they don't fit side by side, they stand on end.
        turned = widest > room - 4
    elif widest + 6 > room:
        x_ticks = x_ticks[:: math.ceil((widest + 6) / room)]
    bottom = height - (widest if turned else size.font) - TICK - 9
    frame = Frame(size, height, left, top, right, bottom, chart.x, chart.y, tuple(x_ticks), tuple(y_ticks), turned, ())
    labels = _names_beside(beside, frame)
    if beside and not labels:
        # Too many in one place: a legend says it better, and the picture takes the room.
        return place(chart, Size(size.width, size.font, size.height_share, size.x_ticks, False))
    return Frame(**{**frame.__dict__, "labels": labels})


def _ending_curves(chart: Chart) -> list[Curve]:
    """The curves, if all traces are curves that end at the right edge and there is more than one."""
    curves = [trace for trace in chart.traces if isinstance(trace, Curve) and trace.name]
    if len(curves) < 2 or len(curves) < len(chart.traces):
        return []
    reach = chart.x.high - chart.x.low
    ends = [(curve.x[-1] - chart.x.low) / reach for curve in curves]
    inside = [min(chart.y.low, chart.y.high) <= curve.y[-1] <= max(chart.y.low, chart.y.high) for curve in curves]
    return curves if all(curve.lines for curve in curves) and min(ends) > 0.9 and all(inside) else []


def _names_beside(curves: list[Curve], frame: Frame) -> tuple[NameBeside, ...]:
    """Names at their curves' ends, pushed apart until none covers another; none at all if that takes them too far."""
    step = frame.size.font * 1.25
    order = sorted(curves, key=lambda curve: frame.py(curve.y[-1]))
    wanted = [frame.py(curve.y[-1]) for curve in order]
    places = list(wanted)
    for _ in range(50):
        for i in range(1, len(places)):
            lack = step - (places[i] - places[i - 1])
            if lack > 0.01:
                places[i - 1] -= lack / 2
                places[i] += lack / 2
        # None goes below the picture or above it.
        if places:
            places[0], places[-1] = max(places[0], frame.top), min(places[-1], frame.bottom)
    if any(abs(now - then) > _FURTHEST for now, then in zip(places, wanted)):
        return ()
    if any(b - a < step - 1 for a, b in zip(places, places[1:])):
        return ()
    return tuple(NameBeside(curve.name, curve.hue, y, curve.y[-1]) for curve, y in zip(order, places))


def _ticks(axis: Axis, count: int) -> list[Tick]:
    low, high = min(axis.low, axis.high), max(axis.low, axis.high)
    if axis.ticks is not None:
        found = [Tick(value, label) for value, label in axis.ticks]
    elif axis.kind == "category":
        found = [Tick(float(i), name) for i, name in enumerate(axis.categories)]
    elif axis.kind == "log":
        found = _log_ticks(low, high, axis.format, count)
    else:
        found = [Tick(value, shown(value, axis.format)) for value in _steps(low, high, count, axis.format)]
    edge = 1e-9 * (high - low)
    return sorted((tick for tick in found if low - edge <= tick.value <= high + edge), key=lambda tick: tick.value)


def _steps(low: float, high: float, count: int, spec: str) -> list[float]:
    """About `count` round numbers, none with more digits than the axis writes."""
    rough = 0.9 * (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    finest = finest_shown(spec)
    leads = [lead for lead in (1, 2, 2.5, 5, 10, 20, 25, 50, 100) if lead * power >= rough]
    step = next((lead * power for lead in leads if _is_multiple(lead * power, finest)), leads[0] * power)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    digits = max(0, 2 - math.floor(math.log10(step)))
    return [round(n * step, digits) + 0.0 for n in range(first, last + 1)]


def _is_multiple(step: float, finest: float) -> bool:
    return not finest or abs(step / finest - round(step / finest)) < 1e-9 < step / finest


def _log_ticks(low: float, high: float, spec: str, count: int) -> list[Tick]:
    powers = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
    leads = (1,) if len(powers) > 2 else (1, 2, 5)
    every = max(1, math.ceil(len(powers) / max(count, 5)))
    # All in one way: 0.1, 1, 10 as long as the numbers are short, else powers.
    short = -3 <= powers.start and powers.stop <= 6
    ticks = []
    for power in range(math.floor(low), math.ceil(high) + 1):
        for lead in leads:
            if (power - powers.start) % every == 0 or lead > 1:
                label = shown(lead * 10.0**power, spec) if short or spec else (f"{lead}·" if lead > 1 else "") + power_of_ten(power)
                ticks.append(Tick(power + math.log10(lead), label))
    return ticks
