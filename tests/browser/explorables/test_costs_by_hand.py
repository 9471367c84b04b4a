"""The cost of a block: a point dragged over a plane of powers of two, and «mídelo aquí»."""

import math

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("costs", "costo"))
    page.evaluate("fakePython.load()")
    return page


def size(page):
    return page.evaluate("[explorables.get('costo').state.n, explorables.get('costo').state.d]")


def share(page):
    return page.locator("#costo [data-part=share] dd").inner_text()


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def middle(page):
    """Where the handle is, and the pixels of a doubling of n and of d."""
    page.locator("#costo .grip").scroll_into_view_if_needed()
    box = page.locator("#costo .grip").bounding_box()
    scale = page.locator("#costo .axes").first.evaluate("svg => svg.getBoundingClientRect().width / 360")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, (360 - 44 - 14) * scale / 12, (320 - 14 - 40) * scale / 8


def test_the_point_is_dragged_by_doublings_and_stops_at_its_bounds(page):
    x, y, across, along = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * across, y + along, steps=8)
    settled(page)
    n, d = size(page)
    assert math.log2(n / 512) == pytest.approx(3, abs=0.05) and math.log2(d / 768) == pytest.approx(-1, abs=0.05)
    assert share(page) == f"{100 * n / (n + 6 * d):.0f}\u202f%"
    page.mouse.move(x + 20 * across, y - 20 * along, steps=4)
    page.mouse.up()
    settled(page)
    assert size(page) == [65536, 8192]
    assert page.locator("[data-control=n] output").inner_text() == "65\u202f536"


def test_the_point_is_moved_by_arrows(page):
    page.locator("#costo .handle").focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    settled(page)
    assert size(page) == [pytest.approx(1024, abs=4), 768]
    page.keyboard.press("PageDown")
    page.keyboard.press("Home")
    settled(page)
    assert size(page) == [16, 32]
    assert page.evaluate("document.activeElement.dataset.drag") == "n d"


def test_sliders_go_by_parts_of_a_doubling_and_leave_the_other_number_as_it_is(page):
    slider = page.locator("#costo-n")
    slider.focus()
    page.keyboard.press("End")
    settled(page)
    assert size(page) == [65536, 768]
    assert slider.get_attribute("aria-valuetext") == "65\u202f536"
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert size(page) == [round(2**15.875), 768]


def test_the_sizes_of_the_prose_need_no_python(open_page, figure):
    button = """<p><button type="button" class="set" data-explorable="costo" data-set='{"d": "64"}'>baja</button></p>"""
    page = open_page(button + figure("costs", "costo"))
    assert share(page) == "10\u202f%"
    page.get_by_role("button", name="baja").click()
    assert (size(page), share(page)) == ([512, 64], "57\u202f%")
    page.get_by_role("button", name="Restaurar").click()
    assert (size(page), share(page)) == ([512, 768], "10\u202f%")
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_a_finger_drags_the_point(open_page, figure):
    page = open_page(figure("costs", "costo"), width=360, touch=True)
    x, y, across, _ = middle(page)
    client = page.context.new_cdp_session(page)
    touch = lambda kind, *places: client.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]}
    )
    before = page.evaluate("scrollY")
    touch("touchStart", (x, y))
    for part in range(1, 6):
        touch("touchMove", (x + 2 * across * part / 5, y))
    touch("touchEnd")
    n, d = size(page)
    assert math.log2(n / 512) == pytest.approx(2, abs=0.1) and math.log2(d / 768) == pytest.approx(0, abs=0.1)
    assert page.evaluate("scrollY") == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_measuring_shows_its_progress_and_stays_while_the_point_moves(page):
    page.get_by_role("button", name="Mídelo aquí").click()
    page.locator("#costo .run-progress", has_text="Terminado. Largos medidos: 6 de 6").wait_for(timeout=60_000)
    measured = page.locator("#costo [data-part=measured]")
    assert measured.locator(".ledger-row").count() == 6
    assert "" not in [text.strip() for text in measured.locator(".ledger-number").all_inner_texts()]
    before = measured.inner_text()
    page.evaluate("explorables.get('costo').set({n: 4608})")
    page.wait_for_function("document.querySelector('#costo [data-part=share] dd').textContent.startsWith('50')")
    assert measured.inner_text() == before
    page.get_by_text("Ver como tabla").click()
    assert page.locator("#costo .table-scroll tbody tr").count() == 6


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("costs", "costo"), color_scheme=scheme)
    page.get_by_role("button", name="Mídelo aquí").click()
    page.locator("#costo .run-progress", has_text="Terminado. Largos medidos: 6 de 6").wait_for(timeout=60_000)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
