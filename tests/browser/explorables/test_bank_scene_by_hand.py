"""The scene of the bank: told step by step, on the page and aloud; its points dragged by mouse, finger and keyboard."""

import pytest

pytestmark = pytest.mark.browser

VOICES = """
window.said = []; window.silenced = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [{lang: "en-US", localService: true}, {lang: "es-ES", localService: false}, {lang: "es-ES", localService: true, name: "ella"},
    {lang: "es-MX", localService: true, name: "él"}],
  speak(utterance) { said.push(utterance); },
  cancel() { silenced += 1; },
  addEventListener() {},
}});
"""


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("bank-scene", "banco"))


def mixture(page):
    return page.locator("#banco .token.chosen .note").inner_text()


def step(page):
    return page.evaluate("explorables.get('banco').state.step")


def narration(page):
    return page.locator("#banco .narration").inner_text()


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def handle(page, drag, row=None):
    return page.locator(f"#banco [data-drag={drag}]" + (f"[data-row='{row}']" if row is not None else ""))


def centre(place):
    place.scroll_into_view_if_needed()
    box = place.locator(".grip").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def unit(page, plane, across):
    """Pixels a unit of the plane."""
    return page.locator("#banco .axes").nth(plane).evaluate(
        "(svg, across) => svg.getBoundingClientRect().width * (360 - 44 - 14) / 360 / across", across
    )


def test_the_steps_and_both_sentences_need_no_python(page):
    slider = page.locator("#banco-step")
    slider.focus()
    page.keyboard.press("Home")
    assert "su consulta es (1, 1)" in narration(page)
    assert mixture(page).strip() == ""
    page.keyboard.press("ArrowRight")
    assert "Cada palabra se anuncia con una clave" in narration(page)
    page.keyboard.press("End")
    assert mixture(page) == "(0.63, 0.06)"
    page.keyboard.press("ArrowLeft")
    assert mixture(page) == "(0.75, 0.05)"
    page.locator("#banco").get_by_text("«Fui al banco a sacar dinero»").click()
    assert mixture(page) == "(0.05, 0.78)"
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_nothing_moves_from_a_step_to_another(open_page, figure):
    for width in (360, 900):
        page = open_page(figure("bank-scene", "banco"), width=width)
        heights = set()
        for number in range(1, 9):
            for sentence in ("jardin", "dinero"):
                page.evaluate(f"explorables.get('banco').set({{step: {number}, sentence: '{sentence}'}})")
                heights.add(page.evaluate("document.getElementById('banco').offsetHeight"))
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert len(heights) == 1


def test_play_leaves_each_step_for_as_long_as_it_takes_to_read(page):
    page.clock.install()
    page.evaluate("explorables.get('banco').set({step: 6})")
    page.get_by_role("button", name="Escena: Reproducir").click()
    page.clock.run_for(5000)
    assert step(page) == 6
    words = len(narration(page).split())
    page.clock.run_for(words * 320 + 700 - 5000 + 50)
    assert step(page) == 7
    page.locator("#banco [data-speed]").select_option("2")
    page.clock.run_for(60_000)
    assert step(page) == 8
    # From the end, play begins again.
    page.get_by_role("button", name="Escena: Reproducir").click()
    assert step(page) == 1


def test_a_hand_on_the_steps_stops_the_play_and_space_begins_it(page):
    page.clock.install()
    page.locator("#banco-step").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Escena: Pausar").wait_for()
    page.locator("#banco [data-step='1']").click()
    page.get_by_role("button", name="Escena: Reproducir").wait_for()
    page.clock.run_for(60_000)
    assert step(page) == 8


def test_without_a_spanish_voice_of_this_machine_none_is_offered(open_page, figure):
    script = VOICES.replace('"es-ES", localService: true', '"fr-FR", localService: true').replace('"es-MX", localService: true', '"es-MX", localService: false')
    page = open_page(figure("bank-scene", "banco"), script=script)
    assert not page.locator("#banco [data-voice]").is_visible()
    assert page.locator("#banco [data-speed]").is_visible()


def test_a_voice_reads_and_sets_the_pace(open_page, figure):
    page = open_page(figure("bank-scene", "banco"), script=VOICES)
    voice = page.get_by_role("button", name="Leer en voz alta")
    voice.click()
    assert voice.get_attribute("aria-pressed") == "true"
    assert page.evaluate("said.map((each) => [each.voice.name, each.rate])") == [["él", 1]]
    page.locator("#banco [data-speed]").select_option("1.5")
    page.evaluate("explorables.get('banco').set({step: 2})")
    page.get_by_role("button", name="Escena: Reproducir").click()
    assert page.evaluate("said.at(-1).text").startswith("Cada palabra se anuncia")
    assert page.evaluate("said.at(-1).rate") == 1.5
    page.evaluate("said.at(-1).onend()")
    page.wait_for_function("said.at(-1).text.includes('1 por 1 más 1 por 0.8, igual a 1.8')")
    assert step(page) == 3
    silenced = page.evaluate("silenced")
    page.get_by_role("button", name="Escena: Pausar").click()
    assert page.evaluate("silenced") > silenced
    # By hand: the new step is read, and nothing else happens when it ends.
    page.locator("#banco [data-step='1']").click()
    page.wait_for_function("said.at(-1).text.includes('exponencial')")
    page.evaluate("said.at(-1).onend()")
    page.wait_for_timeout(900)
    assert step(page) == 4
    voice.click()
    page.locator("#banco [data-step='1']").click()
    assert "exponencial" in page.evaluate("said.at(-1).text")


def test_play_waits_for_a_drawing_that_python_still_owes(open_page, figure):
    page = open_page(figure("bank-scene", "banco"), script=VOICES)
    page.get_by_role("button", name="Leer en voz alta").click()
    page.evaluate("fakePython.holdLoading = true; explorables.get('banco').set({query: [1, 0.5], step: 6})")
    said = page.evaluate("said.length")
    page.get_by_role("button", name="Escena: Reproducir").click()
    page.wait_for_timeout(300)
    assert page.evaluate("said.length") == said
    page.evaluate("fakePython.letGo[0]()")
    page.wait_for_function(f"said.length === {said + 1}")
    assert page.evaluate("said.at(-1).text").startswith("Lo que se mezcla no son las claves")


def test_the_query_is_dragged(page):
    page.evaluate("fakePython.load()")
    x, y = centre(handle(page, "query"))
    size = unit(page, 0, 4)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 2 * size, y + 2 * size, steps=8)
    page.mouse.up()
    settled(page)
    assert page.evaluate("explorables.get('banco').state.query") == [-1, -1]
    assert page.get_by_label("Consulta de «banco», primera coordenada").input_value() == "-1.0"
    # −k for each key: «me» and the small words have 1.6, «banco» 0, «senté» −0.7, «jardín» −1.8.
    assert page.locator("#banco .ledger-row").first.locator(".ledger-number").all_inner_texts()[:2] == ["1.60", "4.95"]


def test_a_value_is_dragged_and_the_weights_stay(page):
    page.evaluate("fakePython.load()")
    weights = page.locator("#banco .token .note").all_inner_texts()[:8]
    x, y = centre(handle(page, "values", 7))
    size = unit(page, 1, 2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - size, steps=8)
    page.mouse.up()
    settled(page)
    assert page.evaluate("explorables.get('banco').state.values[7]") == [1, 1]
    assert page.locator("#banco .token .note").all_inner_texts()[:8] == weights
    # 0.75 of seat stays; of money, 0.05 and the whole 0.6006 of «jardín».
    assert mixture(page) == "(0.75, 0.65)"


def test_of_points_in_one_place_the_one_that_is_seen_is_taken(page):
    page.evaluate("fakePython.load()")
    x, y = centre(handle(page, "keys", 2))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    settled(page)
    keys = page.evaluate("explorables.get('banco').state.keys")
    assert [keys[row] for row in (2, 3, 5)] == [[-0.8, -0.8]] * 3  # en, el, de
    assert keys[6] != [-0.8, -0.8]  # mi, drawn last


def test_the_points_of_a_plane_are_one_tab_stop(page):
    page.evaluate("fakePython.load()")
    for plane in (0, 1):
        assert page.locator("#banco .axes").nth(plane).locator("[tabindex='0']").count() == 1
    query = handle(page, "query")
    query.focus()
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert page.evaluate("explorables.get('banco').state.query") == [0.9, 1]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Clave de «me»: (−1.60, 0.00)"
    page.keyboard.press("Shift+ArrowUp")
    settled(page)
    assert page.evaluate("explorables.get('banco').state.keys[0]") == [-1.6, 0.5]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Clave de «me»: (−1.60, 0.50)"
    assert page.locator("#banco .axes").first.locator("[tabindex='0']").count() == 1
    page.keyboard.press("Shift+Enter")
    assert page.evaluate("document.activeElement.dataset.drag") == "query"


def test_a_finger_drags_a_key(open_page, figure):
    page = open_page(figure("bank-scene", "banco"), width=360, touch=True)
    x, y = centre(handle(page, "keys", 1))
    size = unit(page, 0, 4)
    client = page.context.new_cdp_session(page)
    touch = lambda kind, *places: client.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]}
    )
    before = page.evaluate("scrollY")
    touch("touchStart", (x, y))
    for part in range(1, 6):
        touch("touchMove", (x, y + size * part / 5))
    touch("touchEnd")
    assert page.evaluate("explorables.get('banco').state.keys[1]") == [-0.3, 0]
    assert page.evaluate("scrollY") == before


def test_an_address_keeps_the_points(open_page, figure, page):
    page.evaluate("fakePython.load()")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.evaluate("explorables.get('banco').set({query: [-1, 0.5], step: 8})")
    page.get_by_role("button", name="Copiar enlace a este estado").click()
    address = page.evaluate("window.copied")
    assert "keys" not in address
    again = open_page(figure("bank-scene", "banco"), search=address[address.index("?") : address.index("#")])
    assert again.evaluate("explorables.get('banco').state.query") == [-1, 0.5]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("bank-scene", "banco"), color_scheme=scheme, script=VOICES)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
