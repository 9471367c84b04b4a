"""The alignment map by mouse, touch and keyboard, with no Python loaded; and the words of the prose tied to it."""

import itertools

import pytest

pytestmark = pytest.mark.browser

DISTANCES = ["1.37", "1.33", "1.34", "0.89", "1.15", "0.25", "1.39", "0.32"]
PROSE = """
<p><button type="button" class="set" data-explorable="mapa" data-set='{"step": "2"}'>paso 2</button>
<button type="button" class="set" data-explorable="mapa" data-set='{"frozen": "true"}'>congela</button>
<span class="part" data-explorable="mapa" data-part="row-2" tabindex="0">i</span>
distancia <span class="live" data-explorable="mapa" data-value="distance">1.39</span></p>
"""


@pytest.fixture
def page(open_page, figure):
    return open_page(PROSE + figure("alignment-map", "mapa"))


def chosen(page):
    return page.locator("#mapa .heat-row.chosen .heat-label").inner_text()


def distance(page):
    return page.locator("#mapa [data-part=distance] dd").inner_text()


def python_asked(page):
    return page.evaluate("window.fakePython.requests.length") or page.evaluate("window.fakePython.status.phase") != "idle"


def test_rows_are_walked_with_the_keyboard(page):
    rows = page.locator("#mapa .heat-row")
    rows.nth(6).focus()
    page.keyboard.press("ArrowUp")
    assert (chosen(page), distance(page)) == ("good", "0.25")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert (chosen(page), distance(page)) == ("<EOS>", "0.32")
    page.keyboard.press("Home")
    assert (chosen(page), distance(page)) == ("yesterday", "1.37")
    page.keyboard.press("ArrowUp")
    assert chosen(page) == "yesterday"
    page.keyboard.press("End")
    assert chosen(page) == "<EOS>"
    # The focus walks along and there is one tab stop.
    assert page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"
    assert page.locator("#mapa .heat-row[tabindex='0']").count() == 1
    assert not python_asked(page)


def test_rows_and_words_are_clicked(page):
    page.locator("#mapa .heat-row").nth(0).click()
    assert (chosen(page), distance(page)) == ("yesterday", "1.37")
    page.locator("#mapa .token", has_text="very").click()
    assert (chosen(page), distance(page)) == ("very", "1.15")
    assert page.locator("#mapa .token.chosen").inner_text() == "very"
    assert not python_asked(page)


def test_rows_are_tapped_and_the_page_still_scrolls(open_page, figure):
    page = open_page(figure("alignment-map", "mapa") + "<p style='height:2000px'>.</p>", width=360, height=640, touch=True)
    page.locator("#mapa .heat-row").nth(3).tap()
    assert (chosen(page), distance(page)) == ("a", "0.89")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for selector in (".heat-row", ".explorable-scene", ".token"):
        assert page.locator(f"#mapa {selector}").first.evaluate("e => getComputedStyle(e).touchAction") == "auto"


def test_every_step_and_the_switch_by_the_controls(page):
    slider = page.locator("#mapa-step")
    slider.focus()
    page.keyboard.press("Home")
    for expected in DISTANCES:
        assert distance(page) == expected
        page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "8 de 8: <EOS>"
    page.locator("#mapa-frozen").check()
    assert distance(page) == "0.00"
    assert page.locator("#mapa [data-part=distinct] dd").inner_text() == "1"
    page.get_by_role("button", name="Restaurar").click()
    assert (chosen(page), distance(page)) == ("book", "1.39")
    assert not page.locator("#mapa-frozen").is_checked()
    assert not python_asked(page)


def test_buttons_back_and_forward_stop_at_the_ends_and_keep_the_focus(page):
    forward = page.locator("#mapa [data-step='1']")
    forward.click()
    forward.click(force=True)
    assert chosen(page) == "<EOS>"
    assert forward.get_attribute("aria-disabled") == "true"
    assert page.evaluate("document.activeElement.dataset.step") == "1"


def test_play_walks_to_the_end_and_can_be_paused(page):
    page.clock.install()
    play = page.get_by_role("button", name="Paso de la salida: Reproducir")
    play.click()
    page.clock.run_for(1200)
    assert chosen(page) == "<EOS>"
    play.click()
    page.clock.run_for(2400)
    assert chosen(page) == "read"
    page.get_by_role("button", name="Paso de la salida: Pausar").click()
    page.clock.run_for(5000)
    assert chosen(page) == "read"


def test_the_prose_sets_the_figure_and_reads_from_it(page):
    page.get_by_role("button", name="paso 2").click()
    assert chosen(page) == "i"
    assert page.locator(".live").inner_text() == "1.33"
    page.get_by_role("button", name="congela", exact=True).click()
    assert page.locator(".live").inner_text() == "0.00"


def test_the_prose_lights_a_part_and_the_part_lights_the_prose(page):
    term = page.locator(".part")
    term.focus()
    assert page.locator("#mapa .lit").count() == 2  # the row of the map and the word
    page.locator("#mapa .heat-row").nth(0).focus()
    assert page.locator("#mapa .lit").count() == 0
    page.locator("#mapa .heat-row").nth(1).hover()
    assert "lit" in term.get_attribute("class")
    page.locator("#mapa figcaption").hover()
    assert "lit" not in term.get_attribute("class")


def test_a_symbol_of_a_formula_lights_a_part_and_is_lit_by_it(open_page, figure):
    # The markup that KaTeX makes of its htmlData.
    symbol = '<p>Sea <span class="katex"><span class="enclosing" data-explorable="mapa" data-part="row-2">c</span></span>.</p>'
    page = open_page(symbol + figure("alignment-map", "mapa"))
    page.locator(".enclosing").hover()
    assert page.locator("#mapa .lit").count() == 2
    assert page.locator(".enclosing").get_attribute("tabindex") is None
    page.locator("#mapa .heat-row").nth(1).hover()
    assert "lit" in page.locator(".enclosing").get_attribute("class")


def test_a_lit_part_stays_lit_while_the_state_changes(page):
    page.locator(".part").hover()
    page.evaluate("window.explorables.get('mapa').set({step: 4})")
    assert page.locator("#mapa .lit").count() == 2


def test_the_sentence_is_said_once_and_politely(page):
    live = page.locator("#mapa .explorable-live")
    assert live.get_attribute("aria-live") == "polite"
    page.evaluate(
        "window.said = []; new MutationObserver(() => said.push(document.querySelector('#mapa .explorable-live').textContent))"
        ".observe(document.querySelector('#mapa .explorable-live'), {childList: true})"
    )
    page.locator("#mapa-step").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(700)
    said = page.evaluate("said")
    assert len(said) == 1
    assert said[0].startswith("Paso 3, «read»")


@pytest.mark.parametrize("width", [360, 420, 900])
def test_no_state_overflows_or_moves_the_page(open_page, figure, width):
    page = open_page(figure("alignment-map", "mapa"), width=width)
    heights = set()
    for step, frozen in itertools.product(range(1, 9), ("false", "true")):
        page.evaluate(f"window.explorables.get('mapa').set({{step: {step}, frozen: {frozen}}})")
        heights.add(page.evaluate("document.getElementById('mapa').offsetHeight"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(heights) == 1


def test_a_link_to_this_state_opens_it(open_page, figure, page):
    page.evaluate("window.explorables.get('mapa').set({step: 3, frozen: true})")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Copiar enlace a este estado").click()
    page.get_by_text("Enlace copiado").wait_for()
    address = page.evaluate("window.copied")
    assert address.endswith("?mapa.step=3&mapa.frozen=true#mapa")
    again = open_page(figure("alignment-map", "mapa"), search=address[address.index("?") :])
    assert chosen(again) == "read"
    assert again.locator("#mapa-frozen").is_checked()


@pytest.mark.parametrize("search", ["?mapa.step=99", "?mapa.step=x&mapa.frozen=quizá", "?mapa.nada=1"])
def test_an_address_written_by_hand_never_breaks_the_figure(open_page, figure, search):
    page = open_page(figure("alignment-map", "mapa"), search=search)
    assert chosen(page) == ("<EOS>" if "99" in search else "book")


def test_the_table_follows(page):
    page.get_by_text("Ver como tabla").click()
    page.locator("#mapa .heat-row").nth(5).click()
    assert page.locator("#mapa table tr.chosen").inner_text().split() == [
        "6.", "good", "0.01", "0.01", "0.02", "0.08", "0.10", "0.78", *"(0.16, −0.46, −0.08)".split(), "0.25",
    ]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(PROSE + figure("alignment-map", "mapa"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()


def test_without_scripts_the_figure_stands(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"), java_script_enabled=False)
    assert page.locator("#mapa .heat-row").count() == 8
    assert not page.locator("#mapa .explorable-controls").is_visible()
    assert page.locator("#mapa .explorable-no-script").is_visible()
