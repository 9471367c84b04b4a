"""The marks of points, as pieces of one path, so that a curve's points are one element."""

from __future__ import annotations

RADIUS = 4.0


def symbol(name: str, x: float, y: float, radius: float = RADIUS) -> str:
    r = radius
    match name.removesuffix("-open"):
        case "square":
            side = r * 0.88
            return f"M{_n(x - side)} {_n(y - side)}h{_n(2 * side)}v{_n(2 * side)}h{_n(-2 * side)}z"
        case "diamond":
            tip = r * 1.25
            return f"M{_n(x)} {_n(y - tip)}l{_n(tip)} {_n(tip)} {_n(-tip)} {_n(tip)} {_n(-tip)} {_n(-tip)}z"
        case "triangle-up":
            half, rise = r * 1.15, r * 2
            return f"M{_n(x)} {_n(y - r * 1.25)}l{_n(half)} {_n(rise)}h{_n(-2 * half)}z"
        case _:
            return f"M{_n(x - r)} {_n(y)}a{_n(r)} {_n(r)} 0 1 0 {_n(2 * r)} 0a{_n(r)} {_n(r)} 0 1 0 {_n(-2 * r)} 0z"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
