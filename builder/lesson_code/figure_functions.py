"""In the child process: a lesson's `figures.py`, and what its functions return, as plain JSON."""

from __future__ import annotations

import base64
import inspect
import math
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

_DIGITS = 6
"""Figures are drawn to a tenth of a pixel; more digits would only weigh, and differ from machine to machine."""
_loaded: dict[str, ModuleType] = {}


def make(path: str, name: str) -> dict[str, Any]:
    """The answer to a request for the figure that a function of the file returns."""
    try:
        module = _load(path)
        functions = {
            key: value for key, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__ and not key.startswith("_")
        }  # fmt: skip
        if name not in functions:
            return {"ok": False, "unknown": True, "names": sorted(functions)}
        needed = [p.name for p in inspect.signature(functions[name]).parameters.values() if p.default is p.empty]
        if needed:
            return {"ok": False, "rule": "figure-arguments", "line": _first_line(functions[name]), "arguments": ", ".join(needed)}
        figure = functions[name]()
        if not hasattr(figure, "to_plotly_json"):
            return {"ok": False, "rule": "figure-returns", "line": _first_line(functions[name]), "kind": type(figure).__name__}
        return {"ok": True, "plotly": plain(figure.to_plotly_json())}
    except (Exception, SystemExit) as failure:  # whatever an author's code may raise; told with its own line
        return {"ok": False, "rule": "figure-raises", "line": _line_of(failure, path), "error": _words(failure)}


def _load(path: str) -> ModuleType:
    if path not in _loaded:
        # What lies beside the lesson is there for its figures too, last: its own explorables.py hides no package.
        sys.path.append(str(Path(path).parent))
        module = ModuleType("figures")
        module.__file__ = path
        sys.modules["figures"] = module
        exec(compile(Path(path).read_text(encoding="utf-8"), path, "exec"), vars(module))
        _loaded[path] = module
    return _loaded[path]


def _first_line(function: Callable[..., Any]) -> int:
    return function.__code__.co_firstlineno


def _line_of(failure: BaseException, path: str) -> int:
    """The deepest line of the file itself that led to the failure."""
    if isinstance(failure, SyntaxError) and failure.filename == path:
        return failure.lineno or 0
    line, trace = 0, failure.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _words(failure: BaseException) -> str:
    # Plotly explains at length what it takes; the first paragraph says what is wrong.
    said = failure.msg if isinstance(failure, SyntaxError) else str(failure)  # the place is told beside it
    message = " ".join(said.strip().split("\n\n")[0].split())
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__


def plain(value: Any) -> Any:
    """Plotly's values as JSON has them: arrays as lists, numbers to six digits, what isn't finite as None."""
    if isinstance(value, dict):
        if "bdata" in value and "dtype" in value:
            return plain(_decoded(value))
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return str(value)


def _decoded(value: dict[str, Any]) -> list[Any]:
    import numpy as np

    array = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
    if "shape" in value:
        array = array.reshape([int(size) for size in str(value["shape"]).split(",")])
    return array.tolist()
