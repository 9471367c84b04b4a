"""The translator and the two paths in the reader's own Python: the bytes of the build, and a training of the same first steps."""

import pytest

import explorables

pytestmark = pytest.mark.browser

TWO_NOUNS = "hoy leíste la carta muy nueva y un cuento muy bueno"
LESSONS = [
    {"model": "fixed", "show": "steps"},
    {"model": "fixed", "sentence": TWO_NOUNS},
    {"model": "bidirectional", "show": "map"},
]
TRANSLATIONS = [
    *(state for options in LESSONS for state in explorables.spec("toy-translator", options)["states"]),
    *({"model": model, "show": show, "sentence": TWO_NOUNS} for model in ("bidirectional", "forward") for show in ("map", "steps")),
    {"sentence": "ayer lei un perro"},
    {"sentence": ""},
    {"model": "fixed", "sentence": "bueno y y libro"},
]
PATHS = [*explorables.spec("two-paths")["states"], *({"draw": draw, "score_path": draw % 2 == 0} for draw in range(12))]


@pytest.mark.parametrize("state", TRANSLATIONS, ids=str)
def test_a_translation_has_the_same_bytes(live_page, state):
    assert drawn(live_page, "toy-translator", state) == explorables.draw("toy-translator", state)


@pytest.mark.parametrize("state", PATHS, ids=str)
def test_the_two_paths_have_the_same_bytes(live_page, state):
    assert drawn(live_page, "two-paths", state) == explorables.draw("two-paths", state)


def test_the_first_steps_of_a_training_are_the_same(live_page):
    """Afterwards the last bits of two machines grow apart, as they would with another order of sums."""
    call(live_page, do="start_run", run="r", view="toy-translator", state={})
    expected = explorables.run("toy-translator", {})
    for _ in range(4):
        answer = call(live_page, do="advance_run", run="r", seconds=0, state={})
        assert not answer["done"]
        assert answer["drawing"] == next(expected)
    redrawn = call(live_page, do="redraw_run", run="r", state={"sentence": TWO_NOUNS, "show": "steps"})["drawing"]
    assert redrawn["progress"]["done"] == 3
    assert redrawn["html"].count("share-row") == len(redrawn["values"]["answer"].split()) + 1
    call(live_page, do="end_run", run="r")
    expected.close()


def call(page, **request):
    return page.evaluate("request => python.call(request)", request)


def drawn(page, view, state):
    return call(page, do="draw", view=view, state=state)["drawing"]
