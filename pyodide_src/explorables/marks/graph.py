"""A graph of cells: boxes with a name and a number, arrows between them, some of them cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, ink_class
from explorables.numbers import coordinate

CELL_HEIGHT = 40.0
LETTER = 7.6
HEAD = 8.0


@dataclass(frozen=True)
class Cell:
    """A box at (x, y), its centre, on a board of 360 units across."""

    name: str
    x: float
    y: float
    text: str = ""
    ink: str = "plain"
    chosen: bool = False
    part: str | None = None
    sets: Setting | None = None

    @property
    def width(self) -> float:
        return max(44.0, LETTER * max(len(self.name), len(self.text)) + 14)


@dataclass(frozen=True)
class Edge:
    """An arrow between two cells, by name; `weight` in [0, 1] is its ink. A cut one carries nothing."""

    start: str
    end: str
    label: str = ""
    ink: str = "plain"
    weight: float = 0.3
    cut: bool = False
    part: str | None = None
    sets: Setting | None = None


@dataclass(frozen=True)
class Graph(Mark):
    """Cells and edges on a board `width` × `height`. Raises ValueError for an edge to a cell that is not there."""

    cells: Sequence[Cell]
    edges: Sequence[Edge]
    label: str
    width: int = 360
    height: int = 240

    def html(self) -> Html:
        cells = {cell.name: cell for cell in self.cells}
        if len(cells) != len(self.cells):
            raise ValueError("two cells of a graph have the same name")
        for edge in self.edges:
            for name in (edge.start, edge.end):
                if name not in cells:
                    raise ValueError(f"an edge leads to {name!r}, which is no cell")
        return element(
            "svg",
            join(self._edge(edge, cells[edge.start], cells[edge.end]) for edge in self.edges),
            join(self._cell(cell) for cell in self.cells),
            class_="mark graph",
            viewBox=f"0 0 {self.width} {self.height}",
            role="img",
            aria_label=self.label,
        )

    @staticmethod
    def _cell(cell: Cell) -> Html:
        return element(
            "g",
            element(
                "rect",
                x=coordinate(cell.x - cell.width / 2),
                y=coordinate(cell.y - CELL_HEIGHT / 2),
                width=coordinate(cell.width),
                height=coordinate(CELL_HEIGHT),
                rx="4",
            ),
            element("text", cell.name, class_="cell-name", x=coordinate(cell.x), y=coordinate(cell.y - 3 if cell.text else cell.y + 5), text_anchor="middle"),
            element("text", cell.text, class_="cell-text", x=coordinate(cell.x), y=coordinate(cell.y + 13), text_anchor="middle") if cell.text else None,
            class_=classes("graph-cell", ink_class(cell.ink), cell.chosen and "chosen"),
            data_part=cell.part,
            data_set=cell.sets,
        )

    @staticmethod
    def _edge(edge: Edge, start: Cell, end: Cell) -> Html:
        length = math.hypot(end.x - start.x, end.y - start.y) or 1.0
        ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
        x0, y0 = _border(start, ux, uy)
        x1, y1 = _border(end, -ux, -uy)
        bx, by = x1 - HEAD * ux, y1 - HEAD * uy
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        tip = " ".join(
            f"{coordinate(x)},{coordinate(y)}"
            for x, y in ((x1, y1), (bx - uy * 4, by + ux * 4), (bx + uy * 4, by - ux * 4))
        )
        line = f"M{coordinate(x0)} {coordinate(y0)}L{coordinate(bx)} {coordinate(by)}"
        scissors = edge.cut or edge.sets is not None
        across, down, anchor = _label_place(uy)
        return element(
            "g",
            element("path", class_="line", d=line, stroke_width=coordinate(0.75 + 6 * min(max(edge.weight, 0.0), 1.0))),
            element("polygon", class_="head", points=tip),
            element("circle", class_="reach", cx=coordinate(mx), cy=coordinate(my), r="22") if edge.sets is not None else None,
            element("text", "✂", class_="scissors", x=coordinate(mx), y=coordinate(my + 6), text_anchor="middle") if scissors else None,
            element("text", edge.label, class_="mark-label", x=coordinate(mx + across), y=coordinate(my + down), text_anchor=anchor) if edge.label else None,
            class_=classes("edge", ink_class(edge.ink), edge.cut and "cut"),
            data_part=edge.part,
            data_set=edge.sets,
        )


def _label_place(uy: float) -> tuple[float, float, str | None]:
    """Where the label of an arrow stands, from its middle, and its anchor: on the side where the arrow does not run."""
    if abs(uy) > 0.8:
        return 14.0, 5.0, None
    if uy < -0.3:
        return 14.0, 16.0, None
    return (-12.0, 16.0, "end") if uy > 0.3 else (12.0, -6.0, None)


def _border(cell: Cell, ux: float, uy: float) -> tuple[float, float]:
    """Where a ray from a cell's centre leaves its box, with two units of air."""
    across = (cell.width / 2 + 2) / abs(ux) if abs(ux) > 1e-9 else math.inf
    along = (CELL_HEIGHT / 2 + 2) / abs(uy) if abs(uy) > 1e-9 else math.inf
    reach = min(across, along)
    return cell.x + ux * reach, cell.y + uy * reach
