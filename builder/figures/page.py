"""What the templates need of a figure."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from builder.figures.drawn import Drawn
from builder.figures.pictures import Picture
from builder.markdown.figure_use import FigureUse


def figure_context(use: FigureUse, result: Drawn | Picture, caption: Markup) -> dict[str, Any]:
    shared = {"id": use.id, "alt": use.alt, "number": use.number, "caption": caption}
    if isinstance(result, Picture):
        return shared | {
            "kind": "picture", "width": result.width, "height": result.height, "address": result.address,
            "markup": Markup(result.markup),
        }  # fmt: skip
    return shared | {
        "kind": "plot",
        "wide": Markup(result.wide),
        "narrow": Markup(result.narrow),
        "x_title": Markup(result.x_title),
        "y_title": Markup(result.y_title),
        "legend": Markup(result.legend),
        "wide_legend": result.wide_legend,
        "table": Markup(result.table),
        # In the link itself, so that it works without script and by double click; the mark tells spreadsheets the accents.
        "csv": "data:text/csv;charset=utf-8," + quote("\ufeff" + result.csv, safe=" ,.-").replace(" ", "%20"),
        "data": result.data,
    }
