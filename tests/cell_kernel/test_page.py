"""The requests that a page sends to its worker."""

import json
import sys
import types

import pytest

from cell_kernel.page import Page


@pytest.fixture
def page():
    return Page()


def ask(page, emit=lambda kind, text: None, **request):
    return json.loads(page.handle(json.dumps(request), emit))


@pytest.fixture
def views(monkeypatch):
    """Stands in for `explorables`: a view draws its state, and counts up to it."""
    module = types.ModuleType("explorables")
    module.defined = {}
    module.closed = []
    module.define = lambda name, source: module.defined.__setitem__(name, source)
    module.draw = lambda name, state: {"html": f"<p>{name}</p>", "state": state}

    class Run:
        def __init__(self, name, state):
            self.name, self.state, self.at = name, state, -1

        def advance(self):
            self.at += self.at < self.state["n"]
            return self.at < self.state["n"]

        def drawing(self, state):
            return {"html": f"{min(self.at, self.state['n'] - 1)}{(state or {}).get('mark', '')}"}

        def close(self):
            module.closed.append(self.name)

    module.Run = Run
    monkeypatch.setitem(sys.modules, "explorables", module)
    return module


def test_run_streams_and_answers(page):
    pieces = []
    answer = ask(page, lambda *piece: pieces.append(piece), do="run", name="a", source="print('ñ')\n2")
    assert answer == {"ok": True}
    assert pieces == [("stdout", "ñ\n"), ("result", "2\n")]


def test_a_failing_cell(page):
    answer = ask(page, do="run", name="a", source="\n1/0", environment="e")
    assert answer["ok"] is False
    assert answer["error"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "line": 2,
        "traceback": "  celda «a», línea 2\n    1/0\nZeroDivisionError: division by zero\n",
        "gloss": "Se dividió entre cero.",
    }


def test_evaluate_and_reset(page):
    ask(page, do="run", name="a", source="x = 0.5")
    assert ask(page, do="evaluate", expression="x", format=".0%") == {"ok": True, "text": "50%"}
    assert ask(page, do="reset") == {"ok": True}
    answer = ask(page, do="evaluate", expression="x")
    assert answer["ok"] is False and answer["error"]["type"] == "NameError"


def test_views(page, views):
    assert ask(page, do="define_views", modules={"figuras": "x = 1"}) == {"ok": True}
    assert views.defined == {"figuras": "x = 1"}
    assert ask(page, do="draw", view="mapa", state={"step": 7}) == {
        "ok": True,
        "drawing": {"html": "<p>mapa</p>", "state": {"step": 7}},
    }


def test_a_long_run_advances_in_pieces(page, views):
    assert ask(page, do="start_run", run="r", view="entrena", state={"n": 3}) == {"ok": True}
    for n in range(3):
        answer = ask(page, do="advance_run", run="r", seconds=0)
        assert answer == {"ok": True, "done": False, "drawing": {"html": str(n)}}
    assert ask(page, do="advance_run", run="r", seconds=0) == {"ok": True, "done": True, "drawing": None}


def test_where_a_long_run_stands_is_drawn_for_another_state(page, views):
    ask(page, do="start_run", run="r", view="entrena", state={"n": 2})
    assert ask(page, do="advance_run", run="r", seconds=0, state={"mark": "a"})["drawing"] == {"html": "0a"}
    assert ask(page, do="redraw_run", run="r", state={"mark": "b"}) == {"ok": True, "drawing": {"html": "0b"}}
    assert ask(page, do="advance_run", run="r", seconds=60, state={"mark": "c"})["done"] is True
    # When it is over it still holds what it reached, until it is ended.
    assert ask(page, do="redraw_run", run="r", state={"mark": "d"})["drawing"] == {"html": "1d"}
    ask(page, do="end_run", run="r")
    assert views.closed == ["entrena"]
    assert ask(page, do="redraw_run", run="r", state={})["error"]["type"] == "KeyError"


def test_a_long_run_gives_the_newest_drawing_of_its_time(page, views):
    ask(page, do="start_run", run="r", view="entrena", state={"n": 50})
    answer = ask(page, do="advance_run", run="r", seconds=60)
    assert answer == {"ok": True, "done": True, "drawing": {"html": "49"}}


def test_a_long_run_is_closed_when_it_is_ended_or_started_anew(page, views):
    ask(page, do="start_run", run="r", view="entrena", state={"n": 9})
    ask(page, do="advance_run", run="r", seconds=0)
    ask(page, do="start_run", run="r", view="otra", state={"n": 9})
    assert views.closed == ["entrena"]
    ask(page, do="advance_run", run="r", seconds=0)
    ask(page, do="end_run", run="r")
    assert views.closed == ["entrena", "otra"]
    assert ask(page, do="end_run", run="r") == {"ok": True}


@pytest.mark.parametrize("request_json", ["{", "{}", '{"do": "nada"}', '{"do": "run"}', "[]"])
def test_a_bad_request_is_answered(page, request_json):
    answer = json.loads(page.handle(request_json, lambda kind, text: None))
    assert answer["ok"] is False and answer["error"]["line"] is None


def test_an_interruption_raised_by_the_reader_does_not_end_the_worker(page):
    answer = ask(page, do="run", name="a", source="raise KeyboardInterrupt")
    assert answer["error"]["type"] == "KeyboardInterrupt"
    assert ask(page, do="evaluate", expression="1") == {"ok": True, "text": "1"}


def test_a_check_finds_what_a_cell_broke_for_all_others(page, monkeypatch):
    assert ask(page, do="check") == {"ok": True}
    monkeypatch.setattr("builtins.print", None)
    assert ask(page, do="check")["error"]["message"] == "TypeError: 'NoneType' object is not callable"
    monkeypatch.undo()
    assert ask(page, do="check") == {"ok": True}
    # The first of all: one of those that were there when the kernel began, however the tests were called.
    monkeypatch.setattr(sys, "path", [])
    assert ask(page, do="check")["error"]["message"] == "sys.path"
    assert ask(page, do="run", name="a", source="2")["ok"]
