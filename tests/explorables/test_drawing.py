"""The contract: spec and draw as JSON; a faulty view names itself and its method."""

import json

import pytest

import explorables
from explorables import ViewFault

GOOD = '''
from dataclasses import dataclass
from explorables import Explorable, Frame, Prediction, PredictionChoice, stepper
from explorables.marks import Table, Text

@dataclass(frozen=True)
class State:
    n: int = stepper(1, 3, default=2, label="n")

class Small(Explorable):
    title = "Pequeña"
    State = State
    def scene(self, s):
        return [Text(f"n es {s.n}")]
    def describe(self, s):
        return f"n es {s.n}."
    def table(self, s):
        return Table("n", ["n"], [[str(s.n)]])
    def values(self, s):
        return {"n": str(s.n)}
'''


@pytest.fixture
def define():
    def defined(extra="", source=GOOD):
        return explorables.define("lesson_views", source + extra)

    yield defined
    explorables.define("lesson_views", "")


def test_a_lesson_defines_its_own_views(define):
    assert define() == ["small"]
    assert "small" in explorables.names()
    drawing = explorables.draw("small", {"n": 3})
    assert drawing == {
        "state": {"n": 3},
        "html": '<p class="mark text text-note">n es 3</p>',
        "description": "n es 3.",
        "table": drawing["table"],
        "values": {"n": "3"},
    }
    assert "<td>" not in drawing["table"] and '<th scope="row">3</th>' in drawing["table"]


def test_defining_again_replaces(define):
    define()
    define(source=GOOD.replace("n es", "vale"))
    assert explorables.draw("small", {})["description"] == "vale 2."


def test_what_a_module_raises_comes_out_with_its_own_line(define):
    with pytest.raises(ZeroDivisionError) as caught:
        define(source="x = 1\ny = x / 0\n")
    assert caught.traceback[-1].lineno == 1
    assert str(caught.traceback[-1].path) == "<lesson_views>"


def test_spec_is_json_and_starts_where_the_author_says(define):
    define()
    spec = explorables.spec("small", {"n": "3"})
    assert json.loads(json.dumps(spec)) == spec
    assert spec["state"] == {"n": 3}
    assert spec["states"] is None
    assert (spec["name"], spec["title"], spec["run"], spec["prediction"]) == ("small", "Pequeña", None, None)
    assert spec["controls"][0]["kind"] == "stepper"
    assert (spec["controls"][0]["min"], spec["controls"][0]["max"]) == (1, 3)


def test_predrawn_states_have_the_first_among_them_and_none_twice(define):
    define("    def states(self):\n        return [State(1), State(3), State(1)]\n")
    assert explorables.spec("small")["states"] == [{"n": 1}, {"n": 3}, {"n": 2}]


def test_too_many_states_are_left_to_the_page(define):
    many = GOOD.replace("stepper(1, 3,", "stepper(1, 300,")
    define("    def states(self):\n        return [State(n) for n in range(1, 301)]\n", many)
    with pytest.raises(ViewFault, match="more than 64 states"):
        explorables.spec("small")


def test_an_unknown_view_has_a_nearest_name():
    with pytest.raises(explorables.UnknownView) as caught:
        explorables.draw("aligment-map", {})
    assert caught.value.nearest == "alignment-map"


def test_a_state_that_is_not_the_views_is_refused(define):
    define()
    with pytest.raises(explorables.OptionError, match="el estado no tiene 'm'"):
        explorables.draw("small", {"m": 1})


@pytest.mark.parametrize(
    ("method", "part", "message"),
    [
        ("def scene(self, s): return 1 / 0", "scene()", "ZeroDivisionError: division by zero"),
        ("def scene(self, s): return None", "scene()", "TypeError"),
        ("def scene(self, s): return ['<b>hola</b>']", "scene()", "a scene is made of marks, not of str"),
        ("def scene(self, s): return [Text('x', kind='z')]", "scene()", "ValueError: there is no text of kind 'z'"),
        ("def describe(self, s): return ''", "describe()", "must return a sentence"),
        ("def table(self, s): return [[1]]", "table()", "must return a Table, not list"),
        ("def values(self, s): return {'n': 3}", "values()", "must return a dictionary of texts"),
    ],
)
def test_a_fault_names_the_view_and_the_method(define, method, part, message):
    define(f"    {method}\n")
    with pytest.raises(ViewFault) as caught:
        explorables.draw("small", {})
    assert (caught.value.view, caught.value.part) == ("small", part)
    assert message in caught.value.message


def test_a_view_that_lacks_a_method_is_refused(define):
    define(source=GOOD.split("    def table")[0])
    with pytest.raises(ViewFault, match="small: Small: .*table"):
        explorables.draw("small", {})


def test_a_prediction_has_one_right_answer_and_sets_a_state(define):
    asked = """
    prediction = Prediction("¿Cuánto vale?", [PredictionChoice("uno", "No.", {first}), PredictionChoice("tres", "Sí.", True)], {{"n": 3}})
"""
    define(asked.format(first=False))
    prediction = explorables.spec("small")["prediction"]
    assert prediction["reveals"] == {"n": 3}
    assert [choice["right"] for choice in prediction["choices"]] == [False, True]
    define(asked.format(first=True))
    with pytest.raises(ViewFault, match="exactly one right choice"):
        explorables.spec("small")


RUN = """
    run_label = "Contar"
    def run(self, s):
        for done in range(1, s.n + 1):
            yield Frame([Text(str(done))], done, s.n, "cuenta", values={"n": str(done)})
"""


def test_long_work_comes_as_frames_with_progress(define):
    define(RUN)
    assert explorables.spec("small")["run"] == "Contar"
    frames = list(explorables.run("small", {"n": 3}))
    assert [frame["progress"] for frame in frames] == [
        {"done": done, "total": 3, "label": "cuenta"} for done in (1, 2, 3)
    ]
    assert frames[-1]["html"] == '<p class="mark text text-note">3</p>'
    assert frames[-1]["table"] is None


def test_long_work_is_only_done_when_asked_for(define, capsys):
    define(RUN.replace("yield Frame", "print(done)\n            yield Frame"))
    frames = explorables.run("small", {"n": 3})
    assert capsys.readouterr().out == ""
    next(frames)
    assert capsys.readouterr().out == "1\n"


def test_long_work_that_fails_says_where(define):
    define("    def run(self, s):\n        yield 3\n")
    with pytest.raises(ViewFault, match=r"small: run\(\): TypeError: yields int, not a Frame"):
        next(explorables.run("small", {}))


def test_a_view_without_long_work_says_so(define):
    define()
    with pytest.raises(ViewFault, match="no long work"):
        explorables.run("small", {})
