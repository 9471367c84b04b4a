"""Choosing or mixing by mouse, touch and keyboard; the descent is at hand with no Python loaded."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("choose-or-mix", "elegir"))


def account(page, which, row):
    """The two numbers of a row of an account: at the beginning, and after the steps."""
    return page.locator("#elegir .columns table").nth(which).locator("tbody tr").nth(row).locator("td").all_inner_texts()


def test_one_ball_has_come_down_and_one_has_not(page):
    assert account(page, 0, 0) == ["0.90", "0.90"]
    assert account(page, 1, 0) == ["0.90", "2.93"]
    assert account(page, 0, 3) == ["0", "0"]
    assert account(page, 1, 2) == ["0.280", "0.022"]


def test_the_steps_are_walked_with_the_keyboard_and_no_python(page):
    steps = page.locator("#elegir-steps")
    steps.focus()
    page.keyboard.press("Home")
    assert account(page, 1, 0) == ["0.90", "0.90"]
    for expected in ("1.12", "1.32"):
        page.keyboard.press("ArrowRight")
        assert account(page, 1, 0)[1] == expected
    page.keyboard.press("End")
    assert account(page, 1, 0)[1] == "2.93"
    assert page.evaluate("fakePython.requests.length") == 0
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_play_rolls_from_the_top(page):
    page.clock.install()
    page.get_by_role("button", name="Pasos de gradiente: Reproducir").click()
    page.clock.run_for(1200)
    assert account(page, 1, 0)[1] == "1.12"
    page.get_by_role("button", name="Pasos de gradiente: Pausar").click()


def test_the_score_is_moved_with_the_mouse_and_the_choice_jumps_at_one(page):
    page.evaluate("fakePython.load()")
    slider = page.locator("#elegir-e2")
    slider.focus()
    for key, chosen, mixed in (("0.95", "(1.000, 0.000)", "(0.604, 0.583)"), ("1.01", "(0.000, 1.000)", "(0.589, 0.593)")):
        slider.fill(key)
        page.wait_for_function("fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")
        assert (account(page, 0, 1)[0], account(page, 1, 1)[0]) == (chosen, mixed)
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    page.wait_for_function("fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")
    assert (account(page, 0, 0)[0], account(page, 0, 1)[0]) == ("0.00", "(1.000, 0.000)")


def test_a_cold_softmax_is_stuck_once_guessed(page):
    page.get_by_role("button", name="Bajará igual").click()
    assert page.locator("#elegir .prediction-answer").inner_text().startswith("No es eso.")
    assert page.locator("#elegir [data-guess].right").inner_text().startswith("Se quedará atascada")
    assert account(page, 1, 0) == ["0.90", "0.90"]
    assert page.locator("#elegir-temperature").input_value() == "0.005"
    assert page.evaluate("fakePython.requests.length") == 0


def test_a_finger_taps_and_the_page_fits(open_page, figure):
    page = open_page(figure("choose-or-mix", "elegir"), width=360, height=700, touch=True)
    page.locator("#elegir [data-step='-1']").tap()
    assert account(page, 1, 0)[1] == "2.89"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for table in page.locator("#elegir .columns table").all():
        box = table.bounding_box()
        assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("width", [360, 900])
def test_no_state_at_hand_moves_the_page(open_page, figure, width):
    page = open_page(figure("choose-or-mix", "elegir"), width=width)
    heights = set()
    for state in ("{steps: 0}", "{steps: 7}", "{steps: 20}", "{e2: 0.95, steps: 0}", "{e2: 1.01, steps: 0}", "{e2: 0.9, steps: 20, temperature: 0.005}"):
        page.evaluate(f"explorables.get('elegir').set({state})")
        heights.add(page.evaluate("document.getElementById('elegir').offsetHeight"))
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("choose-or-mix", "elegir"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
