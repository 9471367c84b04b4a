"""The root of d_k by mouse, finger and keyboard: longer vectors, the division, a broken premise, other draws."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("sqrt-dk", "raiz"))


def number(page, part):
    return page.locator(f"#raiz [data-part={part}] dd").inner_text()


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def test_every_length_by_keyboard_with_no_python(page):
    slider = page.locator("#raiz-d_k")
    slider.focus()
    assert (number(page, "largest"), number(page, "std")) == ("0.98", "7.99")
    page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext") == "512"
    assert float(number(page, "std")) == pytest.approx(22.6, abs=0.1)
    page.keyboard.press("Home")
    assert slider.get_attribute("aria-valuetext") == "1"
    assert float(number(page, "std")) == pytest.approx(1, abs=0.03)
    before = number(page, "largest")
    page.locator("#raiz").get_by_text("dividir entre √d_k").click()
    assert number(page, "largest") == before
    page.keyboard.press("Tab")
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_dividing_by_arrow_opens_the_softmax(page):
    page.locator("#raiz input[value=none]").focus()
    page.keyboard.press("ArrowDown")
    assert (number(page, "largest"), number(page, "std")) == ("0.35", "1.00")
    slope = number(page, "jacobian")
    page.keyboard.press("ArrowDown")
    # Absorbed in the query: shorter, and nothing else.
    assert (number(page, "largest"), number(page, "jacobian")) == ("0.35", slope)
    assert "cambia los pesos en 0.00" in page.locator("#raiz [data-part=absorbed]").inner_text()
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_a_finger_breaks_the_premise(open_page, figure):
    page = open_page(figure("sqrt-dk", "raiz"), width=360, touch=True)
    page.locator("#raiz").get_by_text("dividir entre √d_k").tap()
    page.locator("#raiz").get_by_text("correlacionados").tap()
    assert float(number(page, "mean")) == pytest.approx(4, abs=0.05)  # ρ √d_k = 0.5 · 8
    assert page.locator("#raiz .ledger-label").first.inner_text() == "la suya"
    assert page.locator("#raiz .histogram.ghost").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_another_draw_asks_python_and_few_draws_scatter(page):
    page.get_by_role("button", name="Otro sorteo").click()
    settled(page)
    assert page.locator("[data-control=draw] output").inner_text() == "sorteo 1082"
    assert number(page, "largest") != "0.98"
    assert float(number(page, "std")) == pytest.approx(8, abs=0.2)
    page.locator("#raiz input[value='4']").check()
    page.wait_for_function("document.querySelector('#raiz .panel-title').textContent.startsWith('4 productos')")
    heights = page.locator("#raiz .histogram rect").evaluate_all("bars => bars.filter((bar) => Number(bar.getAttribute('height')) > 0).length")
    assert heights <= 4


@pytest.mark.parametrize("width", [360, 900])
def test_nothing_moves_from_a_state_to_another(open_page, figure, width):
    page = open_page(figure("sqrt-dk", "raiz"), width=width)
    heights = set()
    for state in page.evaluate("JSON.parse(document.querySelector('#raiz .explorable-data').textContent).spec.states"):
        page.evaluate("state => explorables.get('raiz').set(state)", state)
        heights.add(page.evaluate("document.getElementById('raiz').offsetHeight"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("sqrt-dk", "raiz"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
