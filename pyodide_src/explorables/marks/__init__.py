"""Marks: the things a scene is made of. Each one is a frozen dataclass that becomes HTML or SVG."""

from explorables.marks.axes import Axes
from explorables.marks.bars import Bars
from explorables.marks.base import Mark
from explorables.marks.graph import Cell, Edge, Graph
from explorables.marks.heat_map import FootRow, HeatMap, SideColumn
from explorables.marks.layers import Area, Arrow, Curve, Dots, Handle, Histogram, Rule
from explorables.marks.layout import Columns, Dense, Joined, Panel
from explorables.marks.ledger import Account, Ledger
from explorables.marks.links import Links
from explorables.marks.matrix import Matrix
from explorables.marks.narration import Narration
from explorables.marks.nudges import Nudges
from explorables.marks.shares import Shares
from explorables.marks.table import Table
from explorables.marks.text import Figures, Named, Text
from explorables.marks.tokens import Tokens
from explorables.marks.words import WordButtons, Words

__all__ = [
    "Account",
    "Area",
    "Arrow",
    "Axes",
    "Bars",
    "Cell",
    "Columns",
    "Curve",
    "Dense",
    "Dots",
    "Edge",
    "Figures",
    "FootRow",
    "Graph",
    "Handle",
    "HeatMap",
    "Histogram",
    "Joined",
    "Ledger",
    "Links",
    "Mark",
    "Matrix",
    "Named",
    "Narration",
    "Nudges",
    "Panel",
    "Rule",
    "Shares",
    "SideColumn",
    "Table",
    "Text",
    "Tokens",
    "WordButtons",
    "Words",
]
