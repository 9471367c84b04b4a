"""Runs the cells of a lesson, the same way at build time and in the reader's browser.

`Kernel` keeps one namespace per environment and runs cells in them; `cell_kernel.page` answers the
requests that a page sends to its worker. Nothing here needs more than the standard library.
"""

from cell_kernel.kernel import CellResult, EvaluationError, Kernel
from cell_kernel.tracebacks import CellError

__all__ = ["CellError", "CellResult", "EvaluationError", "Kernel"]
