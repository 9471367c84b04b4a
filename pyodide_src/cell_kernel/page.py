"""What the page's worker calls: a request in JSON, an answer in JSON.

| request                                                          | answer, besides `ok`           |
|------------------------------------------------------------------|--------------------------------|
| `{"do": "run", "name", "source", "environment"}`                 | `error` when the cell raised   |
| `{"do": "check"}`                                                |                                |
| `{"do": "evaluate", "expression", "format", "environment"}`      | `text`                         |
| `{"do": "reset", "environment"}`                                 |                                |
| `{"do": "define_views", "modules": {name: source}}`              |                                |
| `{"do": "draw", "view", "state"}`                                | `drawing`                      |
| `{"do": "start_run", "run", "view", "state"}`                    |                                |
| `{"do": "advance_run", "run", "seconds", "state"}`               | `done`, `drawing` (newest, or null) |
| `{"do": "redraw_run", "run", "state"}`                           | `drawing` (where it stands, or null) |
| `{"do": "end_run", "run"}`                                       |                                |

`ok` is false when something raised; then `error` has the fields of `CellError`. A check fails where what ran before it
has broken what every cell stands on. A long piece of work is a
sequence of moments (`explorables.Run`): the page asks for as much of it as fits in `seconds`, shows the
newest and asks again, so it may stop between two steps without ending the worker. Until it is ended, the moment
that it reached can be drawn anew for another `state`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from cell_kernel.capture import Emit
from cell_kernel.kernel import EvaluationError, Kernel, check
from cell_kernel.tracebacks import CellError, describe


class Page:
    """The state that one worker holds for its page: a kernel, and the runs in progress."""

    def __init__(self) -> None:
        self._kernel = Kernel()
        self._runs: dict[str, Any] = {}
        self._answers: dict[str, Callable[[dict[str, Any], Emit], dict[str, Any]]] = {
            "run": self._run,
            "check": self._check,
            "evaluate": self._evaluate,
            "reset": self._reset,
            "define_views": self._define_views,
            "draw": self._draw,
            "start_run": self._start_run,
            "advance_run": self._advance_run,
            "redraw_run": self._redraw_run,
            "end_run": self._end_run,
        }

    def handle(self, request_json: str, emit: Emit) -> str:
        """Answer one request. `emit(kind, text)` gets a cell's output while it runs."""
        try:
            request = json.loads(request_json)
            answer = self._answers.get(request["do"])
            if answer is None:
                raise ValueError(f"unknown request {request['do']!r}")
            response = {"ok": True} | answer(request, emit)
        except EvaluationError as failure:
            response = _failure(failure.error)
        except (Exception, KeyboardInterrupt) as failure:  # the page shows it; the worker lives on
            response = _failure(describe(failure, {}, ""))
        return json.dumps(response)

    def _run(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        result = self._kernel.run(
            request["source"],
            name=request["name"],
            environment=request.get("environment", ""),
            emit=emit,
        )
        return {} if result.error is None else _failure(result.error)

    def _check(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        check()
        return {}

    def _evaluate(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        text = self._kernel.evaluate(
            request["expression"],
            request.get("format", ""),
            environment=request.get("environment", ""),
        )
        return {"text": text}

    def _reset(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        self._kernel.reset(request.get("environment"))
        return {}

    def _define_views(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        # Imported here and below, because a page with cells alone should not wait for it.
        import explorables

        for name, source in request["modules"].items():
            explorables.define(name, source)
        return {}

    def _draw(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        import explorables

        return {"drawing": explorables.draw(request["view"], request["state"])}

    def _start_run(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        import explorables

        self._end_run(request, emit)
        self._runs[request["run"]] = explorables.Run(request["view"], request["state"])
        return {}

    def _advance_run(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        run = self._runs[request["run"]]
        until = time.monotonic() + float(request.get("seconds", 0.05))
        moved, done = False, False
        while not done:
            done = not run.advance()
            moved = moved or not done
            if time.monotonic() >= until:
                break
        return {"done": done, "drawing": run.drawing(request.get("state")) if moved else None}

    def _redraw_run(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        return {"drawing": self._runs[request["run"]].drawing(request["state"])}

    def _end_run(self, request: dict[str, Any], emit: Emit) -> dict[str, Any]:
        run = self._runs.pop(request["run"], None)
        if run is not None:
            run.close()
        return {}


def _failure(error: CellError) -> dict[str, Any]:
    return {"ok": False, "error": asdict(error)}


_page = Page()
handle = _page.handle
