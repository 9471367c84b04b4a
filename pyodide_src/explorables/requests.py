"""What the page may ask: one function from a request to an answer, both JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorables.drawing import draw
from explorables.registry import define
from explorables.runs import advance_run, end_run, start_run

REQUESTS = ("draw", "define_views", "start_run", "advance_run", "end_run")


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request by its `do`:

    - `draw` {view, state} → the drawing;
    - `define_views` {modules: {name: source}} → {views: [names]};
    - `start_run` {view, state} → {run: number}; `advance_run` {run, seconds?} → {over, frame};
      `end_run` {run} → {}.

    Raises what those functions raise, and ValueError for any other request.
    """
    what = request.get("do")
    if what == "draw":
        return draw(request["view"], request["state"])
    if what == "define_views":
        return {"views": [name for module, source in request["modules"].items() for name in define(module, source)]}
    if what == "start_run":
        return {"run": start_run(request["view"], request["state"])}
    if what == "advance_run":
        return advance_run(int(request["run"]), float(request.get("seconds", 0.05)))
    if what == "end_run":
        end_run(int(request["run"]))
        return {}
    raise ValueError(f"an explorable can't answer {what!r}; it knows {', '.join(REQUESTS)}")
