"""The scissors of «Dos caminos» by mouse, touch and keyboard, and the referee's word; no Python for the first draw."""

import pytest

pytestmark = pytest.mark.browser

VIEW = "two-paths"


@pytest.fixture
def page(open_page, figure):
    return open_page(figure(VIEW, "caminos"))


def referee(page):
    return page.locator("#caminos [data-part=referee] .text-result").inner_text()


def error(page):
    return page.locator("#caminos [data-part=error] dd").inner_text()


def switch(page, name):
    return page.locator(f"#caminos-{name}")


def snip(page, name):
    """The middle of an edge, where its scissors are."""
    return page.locator(f"#caminos .edge[data-part={name}] .reach")


def asked(page):
    return page.evaluate("fakePython.requests.map((request) => request.do)")


def test_it_starts_with_one_path_cut_and_the_referee_says_no(page):
    assert (referee(page), error(page)) == ("Dice que no.", "61\u202f%")
    assert not switch(page, "score_path").is_checked()
    assert page.locator("#caminos .edge.cut").get_attribute("data-part") == "score-path"


def test_scissors_are_clicked(page):
    snip(page, "score-path").click()
    assert (referee(page), error(page)) == ("Dice que sí.", "< 10⁻⁶")
    assert switch(page, "score_path").is_checked()
    snip(page, "value-path").click()
    assert (referee(page), error(page)) == ("Dice que no.", "76\u202f%")
    assert not switch(page, "value_path").is_checked()
    assert asked(page) == []


def test_switches_are_set_with_the_keyboard(page):
    switch(page, "value_path").focus()
    page.keyboard.press("Space")
    assert error(page) == "100\u202f%"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert error(page) == "76\u202f%"
    assert page.evaluate("document.activeElement.id") == "caminos-score_path"
    assert asked(page) == []


def test_scissors_are_tapped_on_a_phone(open_page, figure):
    page = open_page(figure(VIEW, "caminos"), width=360, height=640, touch=True)
    snip(page, "score-path").tap()
    assert referee(page) == "Dice que sí."
    box = snip(page, "score-path").bounding_box()
    assert box["width"] >= 38 and box["height"] >= 38
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_prediction_opens_both(page):
    page.get_by_role("button", name="cambiar de camino").click()
    assert page.locator("#caminos .prediction-answer").inner_text().startswith("No es eso. La puntuación sola tampoco basta.")
    assert referee(page) == "Dice que sí."


def test_another_draw_asks_python_and_the_referee_keeps_its_word(page):
    page.get_by_role("button", name="Otro sorteo").click()
    page.wait_for_function("document.querySelector('#caminos').dataset.drawn === 'python'")
    assert asked(page)[-1] == "draw"
    assert referee(page) == "Dice que no."
    snip(page, "score-path").click()
    page.get_by_text("Dice que sí.", exact=True).wait_for()
    page.get_by_role("button", name="Restaurar").click()
    assert error(page) == "61\u202f%"


@pytest.mark.parametrize("width", [360, 900])
def test_no_cut_moves_the_page(open_page, figure, width):
    page = open_page(figure(VIEW, "caminos"), width=width)
    heights = set()
    for value in ("true", "false"):
        for score in ("true", "false"):
            page.evaluate(f"window.explorables.get('caminos').set({{value_path: {value}, score_path: {score}}})")
            heights.add(page.evaluate("document.getElementById('caminos').offsetHeight"))
    assert len(heights) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure(VIEW, "caminos"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
