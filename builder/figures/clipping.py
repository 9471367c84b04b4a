"""Cutting a line at the edges of its picture, without an id in the page that a clip path would need."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        return self.left - 0.5 <= x <= self.right + 0.5 and self.top - 0.5 <= y <= self.bottom + 0.5


def clipped(points: list[Point], box: Box) -> list[list[Point]]:
    """The pieces of a line that lie in the box."""
    if len(points) == 1:
        return [points] if box.holds(*points[0]) else []
    pieces: list[list[Point]] = []
    for start, end in zip(points, points[1:]):
        part = _segment(start, end, box)
        if part is None:
            continue
        if pieces and pieces[-1][-1] == part[0]:
            pieces[-1].append(part[1])
        else:
            pieces.append([part[0], part[1]])
    return pieces


def _segment(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """Liang and Barsky's: the shares of the segment at which it comes in and goes out."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    into, out = 0.0, 1.0
    for step, room in ((-dx, x - box.left), (dx, box.right - x), (-dy, y - box.top), (dy, box.bottom - y)):
        if abs(step) < 1e-12:
            if room < -1e-6:
                return None
        elif step < 0:
            into = max(into, room / step)
        else:
            out = min(out, room / step)
    if into > out:
        return None
    first = start if into == 0 else (x + into * dx, y + into * dy)
    last = end if out == 1 else (x + out * dx, y + out * dy)
    return first, last
