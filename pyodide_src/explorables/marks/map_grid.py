"""A grid of small maps, one a head: scanned by eye, walked with the four arrows, any of them chosen."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorables.markup import Html, classes, element, join
from explorables.marks.base import Mark, Setting, at, ink_class, same_length
from explorables.marks.pixels import data_uri, grey_png
from explorables.numbers import SNAP_DECIMALS, coordinate

GAP = 1
NO_GAP_UNDER = 4


@dataclass(frozen=True)
class MapGrid(Mark):
    """`maps[row][column]` are square matrices of numbers in [0, 1], each drawn as ink, a pixel a number.

    `labels` says each map in words, `sets` is the state that it sets, row by row; `chosen` and `pinned` are (row, column).
    `strengths` in [0, 1], row by row, are bars under the maps (what a filter measures); None draws none. `row_title` and
    `column_title` name what the grid is made of; rows and columns are numbered from 1. A map that is None is empty yet.
    """

    maps: Sequence[Sequence[Sequence[Sequence[float]] | None]]
    label: str
    labels: Sequence[str]
    sets: Sequence[Setting]
    chosen: tuple[int, int] | None = None
    pinned: tuple[int, int] | None = None
    strengths: Sequence[float] | None = None
    row_title: str = "capa"
    column_title: str = "cabeza"
    ink: str = "weight"

    def html(self) -> Html:
        count = sum(len(row) for row in self.maps)
        across = len(self.maps[0]) if len(self.maps) else 0
        if not count or any(len(row) != across for row in self.maps):
            raise ValueError("a grid of maps needs rows of as many maps each")
        same_length("labels", self.labels, count)
        same_length("sets", self.sets, count)
        same_length("strengths", self.strengths, count)
        heading = [element("span", self.column_title, class_="map-grid-title")]
        heading += [element("span", str(number), class_="map-grid-number") for number in range(1, across + 1)]
        sides = [element("span", str(number), class_="map-grid-number") for number in range(1, len(self.maps) + 1)]
        cells = element(
            "div",
            join(self._cell(row, column) for row in range(len(self.maps)) for column in range(across)),
            class_="map-cells",
            role="radiogroup",
            aria_label=self.label,
            data_across=across,
        )
        return element(
            "div",
            element("div", join(heading), class_="map-grid-heading", aria_hidden="true"),
            element("div", join(sides), class_="map-grid-sides", title=self.row_title, aria_hidden="true"),
            element("div", self._picture(), cells, class_="map-grid-body"),
            class_=classes("mark map-grid", ink_class(self.ink)),
            style=f"--across:{across};--down:{len(self.maps)}",
        )

    def _cell(self, row: int, column: int) -> Html:
        index = row * len(self.maps[0]) + column
        chosen = (row, column) == self.chosen
        strength = at(self.strengths, index)
        return element(
            "span",
            class_=classes(
                "map-cell", chosen and "chosen", (row, column) == self.pinned and "pinned", strength is not None and "measured"
            ),
            style=None if strength is None else f"--s:{coordinate(strength, 3)}",
            role="radio",
            aria_checked="true" if chosen else "false",
            aria_label=self.labels[index],
            tabindex="0" if chosen or (self.chosen is None and index == 0) else "-1",
            data_set=self.sets[index],
            data_part=f"map-{row + 1}-{column + 1}",
        )

    def _picture(self) -> Html:
        """All maps as one mask over the ink, so that the ink may change with the page's colours."""
        side = max((len(one) for row in self.maps for one in row if one is not None), default=1)
        step = side + (GAP if side >= NO_GAP_UNDER else 0)
        picture = np.zeros((len(self.maps) * step, len(self.maps[0]) * step))
        for row, line in enumerate(self.maps):
            for column, one in enumerate(line):
                if one is not None:
                    picture[row * step : row * step + side, column * step : column * step + side] = one
        if not np.isfinite(picture).all():
            raise ValueError("a grid of maps was given a number that is not finite")
        # Snapped as every number of a drawing is (`numbers.snapped`), here all at once.
        greys = np.floor(np.round(np.clip(picture, 0.0, 1.0), SNAP_DECIMALS) * 255 + 0.5).astype(np.uint8)
        rows = [line.tobytes() for line in greys]
        png = grey_png(rows)
        # Two grids of the same maps on a page are told apart by what else they show.
        other = f"{self.label}{'' if self.strengths is None else ' measured'}"
        name = f"maps-{zlib.crc32(png + other.encode()):08x}-{len(png)}"
        width, height = len(rows[0]), len(rows)
        image = element("image", class_="pixels", width=width, height=height, href=data_uri(png), preserveAspectRatio="none")
        size = {"width": width, "height": height}
        return element(
            "svg",
            element("mask", image, id=name, maskUnits="userSpaceOnUse", x=0, y=0, **size),
            element("rect", class_="map-ink", mask=f"url(#{name})", **size),
            class_="map-picture",
            viewBox=f"0 0 {width} {height}",
            preserveAspectRatio="none",
            aria_hidden="true",
        )

