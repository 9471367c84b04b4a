"""Explorables from a static host, under a prefix: the same hands and the same numbers as from a folder."""

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 120_000


@pytest.fixture
def served(bundle, host):
    return host(bundle, prefix="/a/b/").address


def test_rows_are_walked_and_the_page_scrolls(open_page, figure, served):
    page = open_page(figure("alignment-map", "mapa"), served=served, width=360, touch=True)
    page.locator("#mapa .heat-row").nth(5).tap()
    assert page.locator("#mapa [data-part=distance] dd").inner_text() == "0.25"
    page.locator("#mapa .heat-row").nth(5).focus()
    page.keyboard.press("Home")
    assert page.locator("#mapa [data-part=distance] dd").inner_text() == "1.37"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_axis_is_chosen(open_page, figure, served):
    page = open_page(figure("softmax-axis", "eje"), served=served)
    page.get_by_label("cada columna").check()
    assert page.locator("#eje .heat-side").all_inner_texts()[2:4] == ["0.56", "0.55"]


def test_steps_are_taken(open_page, figure, served):
    page = open_page(figure("choose-or-mix", "elegir"), served=served)
    page.locator("#elegir-steps").focus()
    page.keyboard.press("Home")
    assert page.locator("#elegir .columns table").nth(1).locator("tbody td").all_inner_texts()[:2] == ["0.90", "0.90"]


def test_a_point_is_dragged(open_page, figure, served):
    page = open_page(figure("convex-mixture", "mezcla"), served=served)
    page.evaluate("fakePython.load()")
    box = page.locator("#mezcla .grip").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] - 400, steps=5)
    page.mouse.up()
    page.wait_for_function("explorables.get('mezcla').state.context[0] === 0.5")
    assert page.locator("#mezcla .nudge-number").nth(3).inner_text() == "1.00"


def test_three_scores_are_walked(open_page, figure, served):
    page = open_page(figure("three-scores", "puntuar"), served=served)
    page.get_by_label("redes entrenadas").check()
    assert page.locator("#puntuar .heat-side").all_inner_texts()[1:] == ["todos", "todos", "ayer"]


def test_a_link_to_a_state_opens_it(open_page, figure, served):
    page = open_page(figure("alignment-map", "mapa"), served=served, search="?mapa.step=3&mapa.frozen=true")
    assert page.locator("#mapa .heat-row.chosen .heat-label").inner_text() == "read"


def test_the_readers_python_draws_the_same_bytes(visit, live_folder, host):
    page = visit(host(live_folder, prefix="/a/b/").address + "index.html", patience=LOADING)
    page.locator("#mapa-own_share").fill("0.5")
    page.wait_for_function("document.getElementById('mapa').dataset.drawn === 'python'", timeout=LOADING)
    drawn = page.evaluate("python.call({do: 'draw', view: 'convex-mixture', state: {context: [0.1, 0]}}).then((answer) => answer.drawing)")
    assert drawn == explorables.draw("convex-mixture", {"context": [0.1, 0]})
