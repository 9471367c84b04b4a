"""axe without violations, light and dark; landmarks, headings in order; the page without scripts; the way of the keyboard."""

import pytest

pytestmark = pytest.mark.browser

LESSON = "atencion/la-idea-de-atencion/index.html"


def violations(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(visit, small_book, dist, host, scheme, width):
    small, real = host(small_book).address, host(dist).address
    for url in (small, small + "uno/primera/index.html", small + "404.html", real, real + LESSON):
        page = visit(f"{url}index.html" if url.endswith("/") else url, scheme=scheme, width=width, reduced_motion="reduce")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        page.evaluate("document.querySelectorAll('.question input[type=radio]').forEach((one) => one.click())")
        page.wait_for_timeout(100)
        assert violations(page) == [], url


def test_headings_go_down_one_level_at_a_time(visit, small_book, dist):
    for file in (small_book / "index.html", small_book / "uno/primera/index.html", dist / "index.html", dist / LESSON):
        page = visit(file.as_uri())
        levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((one) => +one.tagName[1])")
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_the_first_tab_skips_to_the_text(visit, first_page):
    page = visit(first_page)
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.inner_text() == "Saltar al contenido"
    assert focused.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "contenido"


def test_tab_goes_through_the_whole_page_and_out_of_it(visit, dist):
    page = visit((dist / LESSON).as_uri())
    seen, steps = [], 0
    while steps < 400:
        page.keyboard.press("Tab")
        steps += 1
        # Where Tab indents, Esc lets it go on.
        if page.evaluate("document.activeElement.tagName") == "TEXTAREA":
            page.keyboard.press("Escape")
        name = page.evaluate("""() => {
          const one = document.activeElement;
          if (one === document.body) return null;
          if (!one.checkVisibility()) return "hidden: " + one.outerHTML.slice(0, 80);
          return one.closest(".code-cell") ? "cell" : one.closest(".explorable") ? "explorable" : one.closest(".quiz") ? "quiz"
            : one.closest(".page-footer") ? "footer" : "text";
        }""")
        if name is None:
            break
        seen.append(name)
    assert steps < 400
    assert [name for name in seen if name.startswith("hidden")] == []
    assert {"text", "explorable", "cell", "quiz", "footer"} <= set(seen)
    assert seen[-1] == "footer"


def test_focus_is_visible_wherever_it_is(visit, first_page):
    page = visit(first_page)
    for _ in range(25):
        page.keyboard.press("Tab")
        outlined = page.evaluate("""() => {
          const one = document.activeElement;
          if (one === document.body) return true;
          const style = getComputedStyle(one);
          return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
        }""")
        assert outlined, page.evaluate("document.activeElement.outerHTML.slice(0, 100)")


def test_all_the_text_is_there_without_scripts(visit, dist):
    url = (dist / LESSON).as_uri()
    words = "(one) => one.textContent.replace(/\\s+/g, ' ')"
    without = visit(url, java_script_enabled=False)
    text = without.locator(".prose").inner_text()
    for piece in ("Una mezcla por paso", "contextos distintos: 8", "import numpy as np", "¿Qué cantidades suman uno"):
        assert piece in text
    assert not without.get_by_role("button", name="Ejecutar").first.is_visible()
    assert without.locator(".cell-output").first.evaluate(words) == visit(url).locator(".cell-output").first.evaluate(words)


def test_reduced_motion_stops_every_transition(visit, first_page):
    page = visit(first_page, reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--calm').trim()") in ("0ms", "0s")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


@pytest.mark.parametrize("forced", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_high_contrast_keeps_text_and_ground_apart(visit, first_page, forced):
    page = visit(first_page, **forced)
    ink, paper = page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]")
    assert {ink, paper} == {"rgb(0, 0, 0)", "rgb(255, 255, 255)"}


def test_paper_gets_everything_unfolded_and_nothing_to_press(visit, first_page):
    page = visit(first_page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for hidden in (".skip-link", ".pager", ".sections", ".cards", ".question-check"):
        assert all(not one.is_visible() for one in page.locator(hidden).all()), hidden
    assert page.get_by_text("Lo que está plegado también se imprime.").is_visible()
    assert page.get_by_text("Te falta uno.").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == page.locator(".sections details[open]").count()
