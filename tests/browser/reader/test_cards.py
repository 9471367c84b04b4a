"""Hover cards: on hover, focus and touch; Esc closes; nothing is lost without scripts."""

import pytest

pytestmark = pytest.mark.browser

CARD = ".card-popover:not([hidden])"


def link(page, text):
    return page.locator(".prose [data-card]").filter(has_text=text).first


def test_the_pointer_opens_it_may_enter_it_and_closes_it_by_leaving(visit, first_page):
    page = visit(first_page)
    link(page, "la segunda").hover()
    card = page.locator(CARD)
    card.wait_for()
    assert "La segunda lección" in card.inner_text()
    assert "La que sigue a la primera." in card.inner_text()
    card.hover()
    page.wait_for_timeout(500)
    assert card.is_visible()
    page.mouse.move(2, 2)
    card.wait_for(state="hidden")


def test_focus_opens_and_escape_closes_without_moving_the_focus(visit, first_page):
    page = visit(first_page)
    target = link(page, "la segunda")
    target.evaluate("(one) => one.previousElementSibling?.blur()")
    page.keyboard.press("Tab")
    for _ in range(40):
        if target.evaluate("(one) => one === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.locator(CARD).wait_for()
    page.keyboard.press("Escape")
    page.locator(CARD).wait_for(state="hidden")
    assert target.evaluate("(one) => one === document.activeElement")


def test_enter_on_a_focused_link_follows_it(visit, first_page):
    page = visit(first_page)
    link(page, "la segunda").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/uno/segunda/index.html")


def test_a_planned_lesson_says_so_and_leads_nowhere(visit, first_page):
    page = visit(first_page)
    planned = link(page, "la tercera")
    assert planned.evaluate("(one) => one.closest('a')") is None
    planned.hover()
    page.locator(CARD).wait_for()
    assert "En preparación" in page.locator(CARD).inner_text()
    assert "(en preparación)" in planned.text_content()


def test_an_equation_shows_itself(visit, first_page):
    page = visit(first_page)
    page.locator(".prose a[href='#eq-larga'][data-card]").hover()
    page.locator(CARD).wait_for()
    assert page.locator(f"{CARD} .katex").count() == 1


def test_the_first_touch_shows_the_card_and_its_link_goes_there(visit, first_page):
    page = visit(first_page, width=360, height=740, has_touch=True, is_mobile=True)
    link(page, "la segunda").tap()
    page.locator(CARD).wait_for()
    assert page.url.endswith("/uno/primera/index.html")
    page.locator(CARD).get_by_role("link", name="Abrir la lección").tap()
    page.wait_for_url("**/uno/segunda/index.html")


def test_a_touch_elsewhere_closes_it(visit, first_page):
    page = visit(first_page, width=360, height=740, has_touch=True, is_mobile=True)
    link(page, "la tercera").tap()
    page.locator(CARD).wait_for()
    page.locator("h1").tap()
    page.locator(CARD).wait_for(state="hidden")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_it_stays_inside_the_window(visit, first_page, width):
    page = visit(first_page, width=width)
    for text in ("la segunda", "la tercera"):
        link(page, text).hover()
        page.locator(CARD).wait_for()
        page.wait_for_timeout(300)
        box = page.locator(CARD).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        page.mouse.move(2, 2)
        page.locator(CARD).wait_for(state="hidden")


def test_its_words_describe_the_link_to_assistive_technology(visit, first_page):
    page = visit(first_page)
    described = link(page, "la segunda").get_attribute("aria-describedby")
    assert "La que sigue a la primera." in page.locator(f"#{described}").text_content()
