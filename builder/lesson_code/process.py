"""The child process that runs one lesson's code: a JSON request a line in, a JSON answer a line out.

It has its own copy of the standard output for answers, so that nothing that a cell prints, from
C included, can mix with them.
"""

from __future__ import annotations

import inspect
import json
import os
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import numpy.random

from builder.lesson_code.limits import limit_memory
from cell_kernel import CellError, EvaluationError, Kernel
from cell_kernel.tracebacks import describe

_kernel = Kernel()
_defined: set[str] = set()
"""Modules of views that the lesson itself brought."""


def main() -> None:
    folder, memory = sys.argv[1:]
    be_lesson(os.dup(0), os.dup(1), folder, int(memory))


def be_lesson(asked: int, answered: int, folder: str, memory: int) -> None:
    """Answer the requests of one lesson until no more come, in `folder` and with `memory` megabytes to take."""
    answers = os.fdopen(answered, "w", encoding="utf-8", closefd=False)
    requests = os.fdopen(asked, "r", encoding="utf-8", closefd=False)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.chdir(folder)
    # The generators that everybody shares; a lesson with one of its own chooses its seed.
    random.seed(0)
    numpy.random.seed(0)
    limit_memory(memory)
    answers.write("\n")  # the limits begin to count once Python has started
    answers.flush()
    for line in requests:
        request = json.loads(line)
        try:
            answer = _ANSWERS[request["do"]](request)
        except (Exception, SystemExit) as failure:  # an explorable's own fault; told with its line
            answer = _failure(describe(failure, {}, ""), failure)
        # What a cell wrote here of its own has no number, or an old one.
        answer["asked"] = request["number"]
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _cell(request: dict[str, Any]) -> dict[str, Any]:
    pieces: list[dict[str, str]] = []

    def emit(kind: str, text: str) -> None:
        if pieces and pieces[-1]["kind"] == kind:
            pieces[-1]["text"] += text
        else:
            pieces.append({"kind": kind, "text": text})

    result = _kernel.run(request["source"], name=request["name"], environment=request["environment"], emit=emit)
    error = None if result.error is None else asdict(result.error)
    return {"ok": result.ok, "pieces": pieces, "output": result.output, "error": error}


def _eval(request: dict[str, Any]) -> dict[str, Any]:
    try:
        text = _kernel.evaluate(request["expression"], request["format"], environment=request["environment"])
    except EvaluationError as failure:
        return _failure(failure.error, failure)
    return {"ok": True, "text": text}


def _share(request: dict[str, Any]) -> dict[str, Any]:
    """Put what a figure shares in its first state into the environment of a cell."""
    import explorables

    view = request["view"]
    state = explorables.spec(view, request["options"])["state"]
    source = explorables.sharing_cell(view, state, request["names"])
    result = _kernel.run(source, name=view, environment=request["environment"], emit=lambda kind, text: None)
    return {"ok": result.ok}


def _define(request: dict[str, Any]) -> dict[str, Any]:
    import explorables

    for name, source in request["modules"].items():
        explorables.define(name, source)
        _defined.add(name)
    return {"ok": True}


_OF_EVERY_EXPLORABLE = ("id", "shares")
_MEANT = {"en": "; did you mean «{}»?", "es": "; ¿quisiste decir «{}»?"}


def _explorable(request: dict[str, Any]) -> dict[str, Any]:
    import explorables

    view = request["view"]
    if view not in explorables.names():
        return {"ok": False, "unknown": True, "names": sorted(explorables.names())}
    options, faults = dict(request["options"]), []
    while True:
        try:
            spec = explorables.spec(view, options)
            explorables.shared(view, spec["state"], request["shares"])
            break
        except explorables.OptionError as fault:
            faults.append({"option": fault.option, "message": _option_fault(view, fault)})
            # Without it the next one is found.
            if options.pop(fault.option, None) is None:
                break
    if faults:
        return {"ok": False, "options": faults}
    refused = [_refused(view, target) for target in request["sets"]]
    states = spec.get("states") or []
    first = explorables.draw(view, spec["state"])
    own = explorables.find(view).__module__ in _defined
    return {"ok": True, "own": own, "spec": spec, "first": first, "drawings": [explorables.draw(view, s) for s in states], "refused": refused}


def _option_fault(view: str, fault: Any) -> dict[str, str]:
    """What is wrong with an option, with the nearest name for one that there is not."""
    import explorables
    from explorables.errors import nearest
    from explorables.state import controls

    told = _told(fault.reason)
    if fault.reason.key != "unknown-option":
        return told
    near = nearest(fault.option, (*controls(explorables.find(view).State), *_OF_EVERY_EXPLORABLE))
    return {language: words + (_MEANT[language].format(near) if near else "") for language, words in told.items()}


def _told(reason: Any) -> dict[str, str]:
    """In every language: this process has no locale of the author's, and what it answers is kept."""
    return {language: reason.said(language) for language in ("en", "es")}


def _refused(view: str, target: str) -> dict[str, str] | None:
    """Why the view can't be put into the state that a text names (`step=7&mask=causal`); None if it can."""
    from explorables import OptionError
    from explorables.drawing import open_view
    from explorables.state import controls, read_options

    state = open_view(view).State
    given = dict(pair.split("=", 1) for pair in target.split("&"))
    try:
        # A name that it doesn't have is told elsewhere.
        read_options(state, {name: value for name, value in given.items() if name in controls(state)})
    except OptionError as fault:
        return _told(fault.reason)
    return None


def _figure(request: dict[str, Any]) -> dict[str, Any]:
    from builder.lesson_code.figure_functions import make  # late: Plotly takes a while

    return make(request["path"], request["name"])


def _failure(error: CellError, failure: BaseException) -> dict[str, Any]:
    # What a view raised comes wrapped; its own last line is what its author must see.
    origin = failure.__cause__ or failure
    frame, file, line = origin.__traceback__, "", 0
    while frame is not None:
        name = frame.tb_frame.f_code.co_filename
        if not file or name.strip("<>") in _defined or file.strip("<>") not in _defined:
            file, line = name, frame.tb_lineno
        frame = frame.tb_next
    if isinstance(origin, SyntaxError) and origin.filename:
        # Python repeats the place in its message.
        file, line, error = origin.filename, origin.lineno or 0, replace(error, message=origin.msg)
    elif hasattr(failure, "part") and file.strip("<>") not in _defined:
        file, line = _place_of(failure.view, failure.part) or (file, line)
    told = f"{failure.part}: {failure.message}" if hasattr(failure, "part") else ""
    return {"ok": False, "error": asdict(error), "told": told, "file": file, "line": line}


def _place_of(name: str, part: str) -> tuple[str, int] | None:
    """Where the lesson's own view has the method that a fault names, or its class; None for a view of the book."""
    import explorables

    view = explorables.find(name)
    if view.__module__ not in _defined:
        return None
    method = vars(view).get(part.removesuffix("()"))
    if inspect.isfunction(method):
        return method.__code__.co_filename, method.__code__.co_firstlineno
    return f"<{view.__module__}>", inspect.getsourcelines(view)[1]


_ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "cell": _cell,
    "eval": _eval,
    "share": _share,
    "define": _define,
    "explorable": _explorable,
    "figure": _figure,
}

if __name__ == "__main__":
    sys.exit(main())
