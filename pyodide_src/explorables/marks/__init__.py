"""Marks: the things a scene is made of. Each one is a frozen dataclass that becomes HTML or SVG."""

from explorables.marks.bars import Bars
from explorables.marks.base import Mark
from explorables.marks.heat_map import HeatMap, SideColumn
from explorables.marks.layout import Columns, Joined, Panel
from explorables.marks.links import Links
from explorables.marks.table import Table
from explorables.marks.text import Figures, Named, Text
from explorables.marks.tokens import Tokens

__all__ = [
    "Bars",
    "Columns",
    "Figures",
    "HeatMap",
    "Joined",
    "Links",
    "Mark",
    "Named",
    "Panel",
    "SideColumn",
    "Table",
    "Text",
    "Tokens",
]
