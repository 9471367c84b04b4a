"""Long work: only the moments that are asked for are drawn, for the state of the moment; states around an author's first."""

import pytest

import explorables
from explorables import OptionError, ViewFault

MODULE = "run_views"
VIEW = """
from dataclasses import dataclass, replace
from explorables import Explorable, Frame, Prediction, PredictionChoice, stepper, text, toggle
from explorables.marks import Table, Text

drawn = []

@dataclass(frozen=True)
class State:
    n: int = stepper(1, 9, default=3, label="n")
    word: str = text(default="a", label="w")

class Counting(Explorable):
    title = "Cuenta"
    State = State
    run_label = "Contar"
    run_keeps = ("word",)
    def scene(self, s):
        return [Text(s.word)]
    def describe(self, s):
        return "x"
    def table(self, s):
        return Table("c", ["n"], [[str(s.n)]])
    def nearby(self, first):
        return [replace(first, n=n) for n in (1, first.n)] if first.word == "a" else []
    def asks(self, first):
        choices = [PredictionChoice("sí", "s", True), PredictionChoice("no", "n")]
        return Prediction(f"¿{first.n}?", choices, {"n": 2}) if first.word == "a" else None
    def run(self, s):
        for done in range(1, s.n + 1):
            yield lambda now, done=done: self.frame(now, done, s.n)
    def frame(self, now, done, total):
        drawn.append(done)
        return Frame([Text(f"{now.word}{done}")], done, total, "cuenta")
"""


@pytest.fixture(autouse=True)
def counting():
    explorables.define(MODULE, VIEW)
    yield
    explorables.define(MODULE, "")


def test_moments_are_drawn_when_asked_for_and_not_before():
    import run_views

    work = explorables.Run("counting", {"n": 5})
    assert work.drawing() is None
    assert [work.advance() for _ in range(4)] == [True] * 4
    assert run_views.drawn == []
    assert ">a4<" in work.drawing()["html"]
    assert ">zz4<" in work.drawing({"word": "zz"})["html"]
    assert work.drawing()["progress"] == {"done": 4, "total": 5, "label": "cuenta"}
    assert [work.advance(), work.advance(), work.advance()] == [True, False, False]
    # Over, it still stands where it arrived.
    assert ">b5<" in work.drawing({"word": "b"})["html"]


def test_all_of_them_for_the_first_state():
    assert [frame["progress"]["done"] for frame in explorables.run("counting", {"word": "q"})] == [1, 2, 3]


def test_a_state_that_is_not_one_is_told():
    work = explorables.Run("counting", {})
    work.advance()
    with pytest.raises(OptionError, match="nada"):
        work.drawing({"nada": 1})


def test_a_moment_that_fails_names_its_view():
    explorables.define(MODULE, VIEW.replace("drawn.append(done)", "raise ArithmeticError(done)"))
    work = explorables.Run("counting", {})
    work.advance()
    with pytest.raises(ViewFault, match=r"counting: run\(\): ArithmeticError: 1"):
        work.drawing()


def test_closing_closes_the_generator():
    work = explorables.Run("counting", {})
    work.advance()
    work.close()
    assert work.advance() is False


def test_the_page_is_told_which_fields_the_work_keeps():
    assert explorables.spec("counting")["run_keeps"] == ["word"]
    explorables.define(MODULE, VIEW.replace('run_keeps = ("word",)', 'run_keeps = ("wrod",)'))
    with pytest.raises(ViewFault, match="run_keeps.*'wrod'"):
        explorables.spec("counting")


def test_states_around_the_first_answer_without_python():
    assert explorables.spec("counting")["states"] == [{"n": 1, "word": "a"}, {"n": 3, "word": "a"}]
    assert explorables.spec("counting", {"n": "7"})["states"] == [{"n": 1, "word": "a"}, {"n": 7, "word": "a"}]
    assert explorables.spec("counting", {"word": "b"})["states"] is None


def test_the_question_may_depend_on_where_a_figure_starts():
    assert explorables.spec("counting", {"n": "7"})["prediction"]["question"] == "¿7?"
    assert explorables.spec("counting", {"word": "b"})["prediction"] is None
