"""Glossary, notation and bibliography in a browser: their cards, where links land, small screens, axe, paper."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CARD = ".card-popover:not([hidden])"
LESSON = "uno/primera/index.html"
PAGES = ("glosario/index.html", "notacion/index.html", "bibliografia/index.html")


@pytest.fixture(scope="session")
def sources(build_book) -> Path:
    return build_book(Path(__file__).parents[2] / "books" / "sources")


def test_a_term_shows_its_definition_to_the_pointer(visit, sources):
    page = visit((sources / LESSON).as_uri())
    page.locator(".prose a.term").first.hover()
    card = page.locator(CARD)
    expect(card).to_contain_text("Lo que se dibuja al revés.")
    expect(card).to_contain_text("En inglés: tree")
    expect(card.locator("a")).to_have_count(0)


def test_a_work_shows_its_reference_to_the_keyboard_and_escape_closes(visit, sources):
    page = visit((sources / LESSON).as_uri())
    page.locator(".prose a.term").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # so that the browser knows that it is the keyboard
    page.keyboard.press("Tab")
    link = page.locator(".prose a.citation").first
    expect(link).to_be_focused()
    expect(page.locator(CARD)).to_contain_text("Turing, Alan (1936). «On Computable Numbers")
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/bibliografia/index.html#turing1936")


def test_a_finger_opens_the_card_and_then_the_entry(visit, sources):
    page = visit((sources / LESSON).as_uri(), width=360, has_touch=True)
    page.locator(".prose a.term").first.tap()
    go = page.locator(CARD).get_by_role("link", name="Ir al glosario")
    expect(go).to_be_visible()
    assert go.bounding_box()["height"] >= 44
    go.tap()
    page.wait_for_url("**/glosario/index.html#arbol")
    expect(page.locator("#arbol")).to_be_in_viewport()


def test_an_entry_leads_back_to_the_very_word(visit, sources):
    page = visit((sources / "bibliografia/index.html").as_uri())
    page.locator("#knuth1997").get_by_role("link", name="La primera lección: mención 2").click()
    page.wait_for_url("**/uno/primera/index.html#cita-4")
    expect(page.locator("#cita-4")).to_have_text("aquel libro")
    expect(page.locator("#cita-4")).to_be_in_viewport()


def test_the_letter_of_an_enie_leads_to_it(visit, sources):
    page = visit((sources / "glosario/index.html").as_uri())
    page.get_by_role("navigation", name="Letras").get_by_role("link", name="Ñ", exact=True).click()
    expect(page.locator("#letra-enie")).to_be_in_viewport()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_books_pages_fit_any_screen_and_letters_are_wide_enough_for_a_finger(visit, dist, width):
    for url in PAGES:
        page = visit((dist / url).as_uri(), width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, url
        sizes = page.evaluate("[...document.querySelectorAll('.letters a')].map((one) => [one.offsetWidth, one.offsetHeight])")
        assert all(wide >= 44 and high >= 44 for wide, high in sizes)


@pytest.mark.parametrize(("scheme", "urls"), [("light", PAGES), ("dark", PAGES[1:2])])
def test_axe_finds_nothing(visit, host, sources, scheme, urls):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    address = host(sources).address
    for url in urls:
        page = visit(address + url, width=360, scheme=scheme, reduced_motion="reduce")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == [], url


def test_the_colours_of_the_legend_are_those_of_the_symbols(visit, dist):
    page = visit((dist / "notacion/index.html").as_uri())
    colours = page.evaluate("""() => [...document.querySelectorAll('.legend li')].map((one) => [
      getComputedStyle(one.querySelector('.legend-name')).color,
      getComputedStyle(one.querySelector('.legend-line line')).stroke,
      ...[...one.querySelectorAll('.katex-html [class*=role-]')].map((symbol) => getComputedStyle(symbol).color)])""")
    assert len(colours) == 9
    assert all(len(set(one)) == 1 and len(one) > 2 for one in colours)
    assert len({one[0] for one in colours}) == 9


def test_on_paper_entries_are_whole_and_there_is_nothing_to_press(visit, sources):
    page = visit((sources / "glosario/index.html").as_uri())
    page.emulate_media(media="print")
    expect(page.locator(".letters")).to_be_hidden()
    expect(page.locator(".page-footer")).to_be_hidden()
    expect(page.locator("#arbol")).to_be_visible()
    assert page.locator(".term-entry").first.evaluate("(one) => getComputedStyle(one).breakInside") == "avoid"
