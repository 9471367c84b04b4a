"""The grid, the plane, the pad: walked with keys, clicked and painted; drawings with the same bytes in the reader's Python."""

import json
import os

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 120_000


@pytest.fixture(scope="module")
def views():
    """This lesson's views, here, beside their data."""
    from pathlib import Path

    lesson = Path(__file__).resolve().parents[3] / "content/5-transformer/9-mapas-reales"
    before = os.getcwd()
    os.chdir(lesson)
    explorables.define("lesson_maps", (lesson / "explorables.py").read_text(encoding="utf-8"))
    yield explorables
    explorables.define("lesson_maps", "")
    os.chdir(before)


@pytest.fixture
def page(maps_site, visit):
    return visit((maps_site / "index.html").as_uri(), patience=LOADING)


def chosen(page, figure):
    return page.evaluate(f"document.querySelector('#{figure} [role=radiogroup][data-across] [aria-checked=true]').dataset.set")


def state_of(page, figure):
    return json.loads(chosen(page, figure))


def wait_for_head(page, figure, layer, head):
    page.wait_for_function(
        "([figure, layer, head]) => {"
        " const one = document.querySelector(`#${figure} [role=radiogroup][data-across] [aria-checked=true]`);"
        " const set = JSON.parse(one.dataset.set); return set.layer === layer && set.head === head; }",
        arg=[figure, layer, head],
        timeout=LOADING,
    )


def test_arrows_walk_the_grid_in_both_directions(page):
    assert state_of(page, "rejilla") == {"layer": 1, "head": 7}
    page.locator("#rejilla [data-part=map-1-7]").focus()
    page.keyboard.press("ArrowDown")
    wait_for_head(page, "rejilla", 2, 7)
    page.keyboard.press("ArrowRight")
    wait_for_head(page, "rejilla", 2, 8)
    page.keyboard.press("ArrowUp")
    wait_for_head(page, "rejilla", 1, 8)
    page.keyboard.press("ArrowUp")  # the first row stays
    page.keyboard.press("End")
    wait_for_head(page, "rejilla", 12, 12)
    assert page.evaluate("document.activeElement.dataset.part") == "map-12-12"


def test_marks_are_never_silently_removed(page):
    page.locator("#rejilla [data-control=marks] input[value=dimmed]").check()
    page.wait_for_selector("#rejilla [data-part=dimmed]", timeout=LOADING)
    warning = page.locator("#rejilla [data-part=dimmed]").inner_text()
    assert "ya no suma 1" in warning and "no se ha borrado" in warning
    # All eleven columns are there, three of them faint: <s>, query: and </s>.
    assert page.locator("#rejilla [data-part=head] .heat-column").count() == 11
    assert page.locator("#rejilla [data-part=head] .heat-column.faint").count() == 3


def test_a_filter_ranks_and_a_click_goes_there(page):
    page.locator("#rejilla [data-control=filter] input[value=next]").check()
    first = page.locator("#rejilla .choice-list:not(.inline) .choice-list-button").first
    first.wait_for(timeout=LOADING)
    assert first.inner_text().split("\n")[0] == "Capa 3, cabeza 7"
    first.click()
    wait_for_head(page, "rejilla", 3, 7)


def test_a_word_below_asks(page):
    page.locator("#rejilla [data-part=head] [data-part=row-10]").click()
    page.wait_for_function(
        "document.querySelector('#rejilla [data-part=head] .token.chosen .word').textContent === 'jardín'", timeout=LOADING
    )


def test_painting_by_key_and_by_drag(page):
    pad = "#busca [data-paint]"
    page.locator("#busca .choice-list.inline button", has_text="Borrar").click()
    page.wait_for_function(f"!document.querySelector('{pad} .on')", timeout=LOADING)

    def square(row, column):
        return page.locator(f"{pad} [data-row='{row}'][data-column='{column}']")

    square(6, 8).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert square(6, 9).get_attribute("aria-selected") == "true"
    one, other = square(3, 3).bounding_box(), square(3, 5).bounding_box()
    page.mouse.move(one["x"] + 8, one["y"] + 8)
    page.mouse.down()
    page.mouse.move(other["x"] + 8, other["y"] + 8, steps=8)
    page.mouse.up()
    page.wait_for_function(f"document.querySelectorAll('{pad} .on').length === 4", timeout=LOADING)
    page.wait_for_function("document.querySelector('#busca .explorable-description').textContent.includes('Con 4 cuadros')", timeout=LOADING)


def test_the_plane_is_walked_too(page):
    page.locator("#plano .point-choice.chosen").focus()
    page.keyboard.press("ArrowDown")
    wait_for_head(page, "plano", 4, 7)


STATES = [
    ("real-maps", {"unit": "pieces", "marks": "dimmed", "filter": "deciding", "compare": "sentence"}),
    ("real-maps", {"sentence": "en-2", "layer": 12, "head": 4, "filter": "marks", "compare": "head"}),
    ("head-plane", {"sentence": "es-2", "unit": "pieces", "layer": 9, "head": 2}),
    ("head-search", {"sentence": "en-1"}),
    ("head-weighing", {"sentence": "es-2", "layer": 12, "head": 1}),
]


def test_drawings_have_the_same_bytes_in_the_readers_python(page, views):
    page.locator("#rejilla [data-part=map-5-5]").click()
    wait_for_head(page, "rejilla", 5, 5)
    for view, patch in STATES:
        state = views.spec(view)["state"] | patch
        drawing = page.evaluate(
            "([view, state]) => python.call({do: 'draw', view, state}).then((answer) => answer.drawing)", [view, state]
        )
        assert drawing == views.draw(view, state), view
