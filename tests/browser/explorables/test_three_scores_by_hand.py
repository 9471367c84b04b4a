"""Three ways of scoring by mouse, touch and keyboard, with no Python loaded."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("three-scores", "puntuar", {"start": "zero"}))


def looks(page):
    return page.locator("#puntuar .heat-side").all_inner_texts()[1:]


def row(page, index):
    return page.locator("#puntuar .heat-row").nth(index).locator(".cell").all_inner_texts()


def test_two_of_three_see_nobody_until_they_are_given_a_state(page):
    assert looks(page) == ["todos", "todos", "libro"]
    assert row(page, 0) == row(page, 1) == ["0.17"] * 6
    page.get_by_label("todos al azar").check()
    assert looks(page) == ["libro", "bueno", "libro"]
    page.get_by_label("redes entrenadas").check()
    assert looks(page) == ["todos", "todos", "ayer"]
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_the_steps_are_walked_with_the_keyboard(page):
    page.get_by_label("redes entrenadas").check()
    page.locator("#puntuar-step").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert looks(page) == ["libro"] * 3
    assert row(page, 0)[3] == "0.95"
    assert page.locator("#puntuar-step").get_attribute("aria-valuetext") == "7 de 8: book"
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_parameters_grow_with_the_states(page):
    counts = page.locator("#puntuar [data-part=counts] dd")
    assert counts.all_inner_texts() == ["0", "1024", "2080"]
    page.evaluate("fakePython.load()")
    page.locator("#puntuar-width").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelectorAll('#puntuar [data-part=counts] dd')[1].textContent === '4096'")
    assert counts.all_inner_texts() == ["0", "4096", "8256"]


def test_the_guess_trains_nothing_for_two_of_them(page):
    page.get_by_role("button", name="A todas partes por igual").click()
    assert page.locator("#puntuar .prediction-answer").inner_text().startswith("Acertaste.")
    assert row(page, 1) == ["0.17"] * 6
    assert page.get_by_label("redes entrenadas").is_checked()


def test_it_is_tapped_on_a_phone_and_fits(open_page, figure):
    page = open_page(figure("three-scores", "puntuar"), width=360, height=700, touch=True)
    page.get_by_text("redes entrenadas", exact=True).tap()
    page.locator("#puntuar [data-step='1']").tap()
    assert page.locator("#puntuar-step").get_attribute("aria-valuetext") == "2 de 8: i"
    assert "todos" not in looks(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [360, 900])
def test_no_state_at_hand_moves_the_page(open_page, figure, width):
    page = open_page(figure("three-scores", "puntuar"), width=width)
    heights = set()
    for start in ("zero", "random", "trained"):
        for step in (1, 2, 8):
            page.evaluate(f"explorables.get('puntuar').set({{start: '{start}', step: {step}}})")
            heights.add(page.evaluate("document.getElementById('puntuar').offsetHeight"))
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("three-scores", "puntuar"), color_scheme=scheme)
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
