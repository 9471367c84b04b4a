"""Points dragged on axes and scissors on a graph: by mouse, by touch, by keyboard."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("drawings", "dibujo"), width=700)
    page.evaluate("fakePython.load()")
    return page


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def point(page):
    return page.evaluate("explorables.get('dibujo').state.q")


def middle(page):
    """Where the handle is, and how many pixels a unit measures."""
    box = page.locator("#dibujo .grip").bounding_box()
    unit = page.locator("#dibujo .axes").first.evaluate("svg => svg.getBoundingClientRect().width * (360 - 44 - 14) / 360 / 4")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, unit


def test_a_point_is_dragged_and_stops_at_its_bounds(page):
    x, y, unit = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - unit, y + unit / 2, steps=6)
    settled(page)
    assert point(page) == [0, 0]
    page.mouse.move(x - 20 * unit, y - 20 * unit, steps=4)
    page.mouse.up()
    settled(page)
    assert point(page) == [-2, 1]
    label = page.locator("#dibujo .handle").get_attribute("aria-label")
    assert label == "q: (\u22122.00, 1.00)"
    assert page.get_by_label("q, primera coordenada").input_value() == "-2.0"


def test_a_point_is_moved_by_arrows(page):
    page.locator("#dibujo .handle").focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert point(page) == [0.6, 0.4]
    page.keyboard.press("End")
    page.keyboard.press("PageUp")
    assert point(page) == [2, 1]
    settled(page)
    assert page.evaluate("document.activeElement.dataset.drag") == "q"


def test_a_finger_drags_the_point_and_scrolls_beside_it(open_page, figure):
    page = open_page(figure("drawings", "dibujo"), width=360, touch=True)
    assert page.locator("#dibujo .handle .reach").evaluate("e => getComputedStyle(e).touchAction") == "none"
    assert page.locator("#dibujo .axes").first.evaluate("e => getComputedStyle(e).touchAction") == "auto"
    reach = page.locator("#dibujo .reach").first.bounding_box()
    assert min(reach["width"], reach["height"]) >= 39  # 44 units at this width
    x, y, unit = middle(page)
    client = page.context.new_cdp_session(page)
    touch = lambda kind, *places: client.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]}
    )
    touch("touchStart", (x, y))
    for part in range(1, 6):
        touch("touchMove", (x - unit * part / 5, y))
    touch("touchEnd")
    assert point(page) == [0, 0.5]
    assert page.evaluate("scrollY") == 0
    touch("touchStart", (x + unit, y))
    for part in range(1, 6):
        touch("touchMove", (x + unit, y - 40 * part))
    touch("touchEnd")
    assert page.evaluate("scrollY") > 50
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_scissors_cut_and_mend(page):
    scissors = page.locator("#dibujo .edge[data-set] .reach")
    scissors.click()
    page.locator("#dibujo .edge.cut").wait_for()
    assert page.locator("#dibujo-cut").is_checked()
    page.locator("#dibujo .edge.cut .reach").click()
    page.wait_for_function("!document.querySelector('#dibujo .edge.cut')")
    assert not page.locator("#dibujo-cut").is_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("drawings", "dibujo"), color_scheme=scheme)
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
