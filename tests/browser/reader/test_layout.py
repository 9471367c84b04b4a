"""Every width: nothing spills, lines are of a length one reads, fingers hit what they aim at, boxes scroll by keyboard."""

import pytest

pytestmark = pytest.mark.browser

LESSON = "atencion/la-idea-de-atencion/index.html"
SPILL = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def pages(small_book, dist):
    return [small_book / "index.html", small_book / "uno/primera/index.html", dist / "index.html", dist / LESSON]


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1280, 2560])
def test_nothing_spills_over_the_side(visit, small_book, dist, width):
    for file in pages(small_book, dist):
        page = visit(file.as_uri(), width=width)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate(SPILL) <= 0, file


@pytest.mark.parametrize("width", [768, 1280, 1920, 2560])
def test_a_line_has_65_to_75_characters(visit, dist, width):
    page = visit((dist / LESSON).as_uri(), width=width)
    page.evaluate("document.fonts.ready")
    # The median length of the full lines of the paragraphs: all but the last of each.
    median = page.evaluate("""() => {
      const lengths = [];
      for (const p of document.querySelectorAll(".prose > p")) {
        if (p.querySelector(".katex")) continue;
        const range = document.createRange();
        const lines = new Map();
        const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
          for (let i = 0; i < node.length; i++) {
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const rect = range.getClientRects()[0];
            if (!rect) continue;
            const line = Math.round(rect.bottom / 12);
            lines.set(line, (lines.get(line) ?? 0) + 1);
          }
        }
        lengths.push(...[...lines.values()].slice(0, -1));
      }
      return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)];
    }""")
    assert 65 <= median <= 75


def test_what_is_pressed_is_44_pixels_high(visit, dist):
    page = visit((dist / LESSON).as_uri(), width=360)
    low = page.evaluate("""() => [...document.querySelectorAll("button, summary, .option label, .pager a, .breadcrumb a")]
      .filter((one) => one.checkVisibility() && !one.closest("p, .explorable"))
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 80))""")
    assert low == []


def test_twice_the_size_loses_nothing(visit, dist):
    # Zoom of 200 % on a window of 1280 is a window of 640 with twice the pixels.
    page = visit((dist / LESSON).as_uri(), width=640, height=450, device_scale_factor=2)
    assert page.evaluate(SPILL) <= 0
    cut = page.evaluate("""() => [...document.querySelectorAll(".prose p, h1, h2, h3, .button, summary, label")]
      .filter((one) => one.checkVisibility() && !one.matches('.visually-hidden') && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
      .map((one) => one.textContent.slice(0, 60))""")
    assert cut == []


def test_a_wide_formula_scrolls_in_a_box_that_the_keyboard_reaches(visit, first_page):
    page = visit(first_page, width=360)
    wide, short = page.locator("#eq-larga"), page.locator("#eq-corta")
    assert wide.get_attribute("tabindex") == "0"
    assert wide.get_attribute("role") == "region"
    assert wide.get_attribute("aria-label")
    # What fits is no stop on the way of the keyboard.
    assert short.get_attribute("tabindex") is None
    wide.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('#eq-larga').scrollLeft > 0")
    number = page.locator("#eq-larga .equation-number").bounding_box()
    assert number["x"] + number["width"] <= 360


def test_every_box_that_scrolls_is_a_tab_stop(visit, small_book, dist):
    for file in pages(small_book, dist):
        page = visit(file.as_uri(), width=360)
        page.wait_for_timeout(200)
        unreachable = page.evaluate("""() => [...document.querySelectorAll("main *")].filter((one) => {
          const style = getComputedStyle(one);
          const scrolls = /auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
          return scrolls && one.checkVisibility() && one.tabIndex < 0 && !one.querySelector("textarea, a, button, input");
        }).map((one) => one.outerHTML.slice(0, 100))""")
        assert unreachable == [], file


def test_margin_notes_stand_beside_the_text_where_there_is_room(visit, first_page):
    page = visit(first_page, width=1280)
    note = page.locator(".admonition.margin").bounding_box()
    text = page.locator(".prose > p").first.bounding_box()
    assert note["x"] >= text["x"] + text["width"]
    narrow = visit(first_page, width=768)
    note, text = narrow.locator(".admonition.margin").bounding_box(), narrow.locator(".prose > p").first.bounding_box()
    assert note["x"] < text["x"] + text["width"] and note["y"] >= text["y"] + text["height"]


def test_the_list_of_sections_follows_the_reading(visit, first_page):
    page = visit(first_page, width=1400, height=600)
    current = page.locator(".sections a[aria-current]")
    assert current.count() == 0
    page.evaluate("document.getElementById('una-tabla').scrollIntoView()")
    page.wait_for_function("document.querySelector('.sections a[aria-current]')?.textContent === 'Una tabla'")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function("document.querySelector('.sections a[aria-current]')?.textContent === 'Preguntas'")
    assert current.count() == 1


def test_no_layout_shift_while_the_page_comes_alive(visit, dist):
    script = """window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shift += one.value)))
      .observe({ type: "layout-shift", buffered: true });"""
    for width in (360, 1280):
        page = visit((dist / LESSON).as_uri(), width=width, script=script)
        page.wait_for_timeout(800)
        assert page.evaluate("window.shift") < 0.01
