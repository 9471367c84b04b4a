"""One head and two by mouse, finger and keyboard."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("heads", "cabezas"))


def distances(page):
    return page.locator("#cabezas [data-part=distances] .ledger-number").all_inner_texts()


def test_one_head_with_half_and_half_confuses_the_headlines_and_two_do_not(page):
    first, second = page.locator("#cabezas .bars").all()
    assert first.inner_text() == second.inner_text()
    page.locator("#cabezas").get_by_text("dos", exact=True).click()
    numbers = lambda bars: bars.locator(".bar-number").all_inner_texts()  # noqa: E731
    assert numbers(first) == ["1.00", "0.00", "0.00", "1.00"]
    assert numbers(second) == ["0.00", "1.00", "1.00", "0.00"]
    assert distances(page) == ["2.00", "1.41", "1.41"]
    page.locator("#cabezas").get_by_text("trocear").click()
    assert distances(page) == ["1.41", "1.00", "1.00"]
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_the_changes_are_walked_with_the_keyboard(page):
    rows = page.locator("#cabezas .ledger-row")
    assert page.locator("#cabezas .ledger-row[tabindex='0']").count() == 1
    rows.nth(0).focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("#cabezas .panel-title").nth(1).inner_text() == "«perro muerde cartero»"
    page.keyboard.press("End")
    assert page.locator("#cabezas .panel-title").nth(1).inner_text() == "«cartero muerde hombre»"
    assert page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"
    assert page.locator("#cabezas input[value=previous]").is_checked()


def test_the_share_is_moved_to_its_ends_by_finger(open_page, figure):
    page = open_page(figure("heads", "cabezas"), width=360, touch=True)
    page.get_by_role("button", name="antes", exact=True).tap()
    assert distances(page) == ["1.41", "0.00", "1.41"]
    page.locator("#cabezas .ledger-row").nth(1).tap()
    assert page.locator("#cabezas .panel-title").nth(1).inner_text() == "«perro muerde cartero»"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_a_share_between_asks_python(page):
    slider = page.locator("#cabezas-share")
    slider.fill("0.75")
    page.wait_for_function("document.getElementById('cabezas').dataset.drawn === 'python'")
    assert distances(page) == ["0.71", "0.35", "1.06"]  # √2 times 0.5, 0.25, 0.75


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("heads", "cabezas"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
