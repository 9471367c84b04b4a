"""The convex mixture: its context dragged by mouse and finger, moved by arrows, nudged by its buttons."""

import pytest

pytestmark = pytest.mark.browser

# Of the axes' 360 units, 302 are 1.8 units of the plane.
UNIT = 302 / 1.8 / 360


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("convex-mixture", "mezcla"))
    page.evaluate("fakePython.load()")
    return page


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def context(page):
    return page.evaluate("explorables.get('mezcla').state.context")


def weights(page):
    return page.locator("#mezcla .nudge-number").all_inner_texts()


def grip(page):
    box = page.locator("#mezcla .grip").bounding_box()
    unit = page.locator("#mezcla .axes").evaluate("svg => svg.getBoundingClientRect().width") * UNIT
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, unit


def test_it_is_dragged_inside_and_sticks_to_the_border(page):
    assert weights(page) == ["0.01", "0.02", "0.06", "0.86", "0.03", "0.02"]
    x, y, unit = grip(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 0.44 * unit, y + 0.69 * unit, steps=8)
    settled(page)
    assert context(page) == pytest.approx([0, 0], abs=0.011)
    page.mouse.move(x + 3 * unit, y - 3 * unit, steps=8)
    page.mouse.up()
    settled(page)
    # The nearest point of the hull is «libro», and the state and the typed numbers say so too.
    assert context(page) == [0.5, 0.8]
    assert weights(page) == ["0.00", "0.00", "0.00", "1.00", "0.00", "0.00"]
    assert page.get_by_label("contexto c, primera coordenada").input_value() == "0.50"
    label = page.locator("#mezcla .handle").get_attribute("aria-label")
    assert label == "contexto c: (0.50, 0.80)"


def test_arrows_move_it_and_never_past_the_border(page):
    page.locator("#mezcla .handle").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowDown")
    settled(page)
    assert context(page) == [0.43, 0.64]
    page.keyboard.press("PageUp")
    settled(page)
    page.wait_for_function("explorables.get('mezcla').state.context[1] < 0.9")
    stuck = context(page)
    assert page.locator("#mezcla .explorable-description").inner_text().count("pegado al borde") == 1
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"explorables.get('mezcla').state.context[1] < {stuck[1]}")
    assert page.evaluate("document.activeElement.dataset.drag") == "context"


def test_weights_are_nudged_with_one_tab_stop_and_arrows(page):
    buttons = page.locator("#mezcla .nudge")
    assert page.locator("#mezcla .nudge[tabindex='0']").count() == 1
    buttons.first.focus()
    page.keyboard.press("ArrowRight")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "bueno: más peso, ahora 0.02"
    page.keyboard.press("ArrowDown")
    before = context(page)
    page.keyboard.press("Enter")
    settled(page)
    # A tenth of the way to «bueno», (−0.7, −0.1).
    assert context(page) == pytest.approx([before[0] + 0.1 * (-0.7 - before[0]), before[1] + 0.1 * (-0.1 - before[1])], abs=0.006)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("bueno: más peso")
    assert page.locator("#mezcla .nudge[tabindex='0']").get_attribute("aria-label").startswith("bueno: más")
    assert float(weights(page)[5]) > 0.02
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("ayer: menos")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("bueno: más")


def test_a_spent_button_does_nothing(page):
    page.evaluate("explorables.get('mezcla').set({context: [0.5, 0.8]})")
    settled(page)
    spent = page.get_by_role("button", name="libro: más peso")
    assert spent.get_attribute("aria-disabled") == "true"
    spent.click(force=True)
    assert context(page) == [0.5, 0.8]


def test_numbers_can_be_typed_and_are_mended_when_left(page):
    field = page.get_by_label("contexto c, primera coordenada")
    field.fill("0.9")
    settled(page)
    # While it is typed it stays as typed; the drawing is already where it can be.
    assert field.input_value() == "0.9"
    assert page.locator("#mezcla [data-part=context] dd").inner_text() != "(0.90, 0.69)"
    field.blur()
    stuck = context(page)
    assert stuck[0] < 0.6
    assert field.input_value() == f"{stuck[0]:.2f}"


def test_the_rule_that_chooses_among_mixtures_keeps_the_context(page):
    page.get_by_label("la más repartida").check()
    settled(page)
    assert context(page) == [0.44, 0.69]
    assert weights(page)[1] == "0.21"
    assert page.locator("#mezcla [data-part=entropy] dd").inner_text() == "0.83"


def test_a_finger_drags_it_and_the_page_still_scrolls_beside_it(open_page, figure):
    page = open_page(figure("convex-mixture", "mezcla"), width=360, height=800, touch=True)
    page.evaluate("fakePython.load()")
    page.locator("#mezcla .axes").scroll_into_view_if_needed()
    from_top = page.evaluate("scrollY")
    x, y, unit = grip(page)
    client = page.context.new_cdp_session(page)

    def touch(kind, *places):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})

    touch("touchStart", (x, y))
    for part in range(1, 6):
        touch("touchMove", (x - 0.3 * unit * part / 5, y + 0.4 * unit * part / 5))
    touch("touchEnd")
    settled(page)
    assert context(page) == pytest.approx([0.14, 0.29], abs=0.015)
    assert page.evaluate("scrollY") == from_top
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    button = page.locator("#mezcla .nudge").nth(1).bounding_box()
    assert min(button["width"], button["height"]) >= 44
    page.get_by_role("button", name="un: más peso").tap()
    page.wait_for_function("explorables.get('mezcla').state.context[0] < 0.13")


def test_the_guess_is_answered_without_python(open_page, figure):
    page = open_page(figure("convex-mixture", "mezcla"))
    page.get_by_role("button", name="Ninguna mezcla").click()
    assert page.locator("#mezcla .prediction-answer").inner_text().startswith("Acertaste.")
    assert weights(page)[3] == "1.00"
    assert page.evaluate("fakePython.requests.length") == 0


@pytest.mark.parametrize("width", [360, 900])
def test_no_place_moves_the_page(open_page, figure, width):
    page = open_page(figure("convex-mixture", "mezcla"), width=width)
    page.evaluate("fakePython.load()")
    heights = set()
    for place in ("[0.9, 1]", "[-0.22, -0.36]", "[0, 0]", "[0.57, -0.13]", "[0.44, 0.69]"):
        page.evaluate(f"explorables.get('mezcla').set({{context: {place}}})")
        settled(page)
        page.wait_for_function("document.querySelector('#mezcla').dataset.drawn === 'python'")
        heights.add(page.evaluate("document.getElementById('mezcla').offsetHeight"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("convex-mixture", "mezcla"), color_scheme=scheme)
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
