"""What a figure becomes for the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Drawn:
    """A figure in all its forms: HTML and SVG for the page, `data` for the script, `csv` to take away.

    `legend` is for both widths, `wide_legend` says whether the wide picture needs it too.
    """

    wide: str
    narrow: str
    x_title: str
    y_title: str
    legend: str
    wide_legend: bool
    table: str
    csv: str
    data: dict[str, Any]
