"""Shuffling by mouse, finger and keyboard; the mask, the positions and the museum."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("shuffle", "baraja"))
    page.evaluate("fakePython.load()")
    return page


def difference(page):
    return page.locator("#baraja [data-part=difference] dd").inner_text()


def shuffled(page):
    return page.locator("#baraja .ledger").nth(1).locator(".ledger-label").all_inner_texts()


def settled(page):
    page.wait_for_function("fakePython.requests.length > 0 && fakePython.inFlight === 0 && fakePython.status.phase === 'ready'")


def test_tokens_are_dragged_and_their_outputs_follow(page):
    tokens = page.locator("[data-control=order] li")
    first, last = tokens.nth(0).bounding_box(), tokens.nth(4).bounding_box()
    page.mouse.move(first["x"] + 8, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 4, last["y"] + 20, steps=16)
    page.mouse.up()
    settled(page)
    assert shuffled(page) == ["hombre", "muerde", "al", "perro", "el"]
    assert difference(page) == "0.00"


def test_by_keyboard_with_the_mask_the_order_counts(page):
    page.locator("#baraja input[value=causal]").check()
    settled(page)
    before = difference(page)
    assert before not in ("0.00", "NaN")
    tokens = page.locator("[data-control=order] li")
    tokens.nth(0).focus()
    page.keyboard.press("Alt+ArrowRight")
    settled(page)
    page.wait_for_function("document.querySelectorAll('#baraja .ledger')[1].querySelector('.ledger-label').textContent === 'hombre'")
    assert shuffled(page) == ["hombre", "el", "muerde", "al", "perro"]
    # Back to the sentence in its order: «el», «perro», «muerde», «al», «hombre».
    page.evaluate("explorables.get('baraja').set({order: [0, 1, 2, 3, 4]})")
    page.wait_for_function("document.querySelector('#baraja [data-part=difference] dd').textContent === '0.00'")


def test_the_museum_by_finger_needs_no_python(open_page, figure):
    page = open_page(figure("shuffle", "baraja"), width=360, touch=True)
    sums = page.locator("#baraja .heat-row .heat-side")
    for name, first in (("después del softmax", "0.37"), ("fila vacía, con −∞", "NaN"), ("fila vacía, con −10⁹", "1.00")):
        page.locator("#baraja").get_by_text(name).tap()
        assert sums.first.inner_text() == first
    assert page.locator("#baraja .heat-row").first.locator(".cell").all_inner_texts() == ["0.20"] * 5
    page.locator("#baraja").get_by_text("sin máscara").tap()
    page.locator("#baraja").get_by_text("posiciones", exact=True).tap()
    assert difference(page) == "0.89"
    assert page.evaluate("fakePython.status.phase") == "idle"


@pytest.mark.parametrize("width", [360, 900])
def test_nothing_moves_from_a_state_to_another(open_page, figure, width):
    page = open_page(figure("shuffle", "baraja"), width=width)
    heights = set()
    for state in page.evaluate("JSON.parse(document.querySelector('#baraja .explorable-data').textContent).spec.states"):
        page.evaluate("state => explorables.get('baraja').set(state)", state)
        heights.add(page.evaluate("document.getElementById('baraja').offsetHeight"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("shuffle", "baraja"), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
