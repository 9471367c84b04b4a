"""Explorables: a frozen dataclass of state, a function from state to marks, and nothing in JavaScript.

A view is a subclass of `Explorable`; `spec` and `draw` are all that the builder and the page's worker call.
Marks know nothing of attention; views compute with `attention_core`.
"""

from explorables.drawing import draw, spec
from explorables.errors import ExplorableError, OptionError, UnknownView, ViewFault
from explorables.explorable import Explorable, Frame, Prediction, PredictionChoice
from explorables.fields import (
    choice,
    matrix,
    number,
    point,
    seed,
    slider,
    stepper,
    text,
    toggle,
    token_list,
)
from explorables.registry import define, find, names
from explorables.runs import Run, run
from explorables.sharing import share_into, shared, sharing_cell

__all__ = [
    "Explorable",
    "ExplorableError",
    "Frame",
    "OptionError",
    "Prediction",
    "PredictionChoice",
    "Run",
    "UnknownView",
    "ViewFault",
    "choice",
    "define",
    "draw",
    "find",
    "matrix",
    "names",
    "number",
    "point",
    "run",
    "seed",
    "share_into",
    "shared",
    "sharing_cell",
    "slider",
    "spec",
    "stepper",
    "text",
    "toggle",
    "token_list",
]
