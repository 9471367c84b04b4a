"""Figures in a page: whole without script, alive when they come near and in the same place, by keyboard, finger and theme."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FIGURES, TEXT = "uno/figuras/index.html", "uno/texto/index.html"


@pytest.fixture(scope="module")
def book(build_book) -> Path:
    return build_book(Path(__file__).parent / "figures_book")


def alive(page, name="caida"):
    """The figure, once it lives."""
    figure = page.locator(f"#{name}")
    figure.scroll_into_view_if_needed()
    figure.locator(".plot-canvas.is-live").wait_for()
    return figure


def test_a_figure_is_whole_without_script(visit, book):
    page = visit((book / FIGURES).as_uri(), java_script_enabled=False)
    figure = page.locator("#caida")
    expect(page.get_by_role("img", name="Dos curvas que bajan; la de la mitad, antes.")).to_be_visible()
    expect(figure.locator("figcaption")).to_contain_text("Figura 1. Lo que queda al multiplicar por")
    assert page.locator("a[href='#caida']").first.inner_text() == "Figura 1"
    figure.get_by_text("Ver como tabla").click()
    expect(figure.get_by_role("row").nth(3)).to_have_text("20.250.64")
    address = figure.get_by_role("link", name="Descargar los datos (CSV)").get_attribute("href")
    assert unquote(address).split(",", 1)[1].splitlines()[:2] == ["\ufeffpasos,mitad,cuatro quintos", "0,1,1"]


def test_pictures_have_their_size_and_their_words(visit, book):
    page = visit((book / FIGURES).as_uri())
    picture = page.get_by_role("img", name="Un rectángulo gris.")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.figure-picture img').complete")
    assert picture.evaluate("one => [one.naturalWidth, one.width, one.height]") == [40, 40, 20]
    assert page.get_by_role("img", name="Un círculo.").locator("svg").count() == 1


def test_nothing_is_fetched_until_a_figure_comes_near_and_then_once(visit, book, host):
    served = host(book)
    page = visit(served.address + TEXT)
    assert page.locator("html").get_attribute("data-plotly") is None
    page.goto(served.address + FIGURES)
    page.wait_for_load_state("load")
    library = [path for path in served.requested if "plotly" in path]
    assert library == [] and page.locator(".is-live").count() == 0
    alive(page)
    alive(page, "weights")
    assert len([path for path in served.requested if "plotly" in path]) == 1


@pytest.mark.parametrize("width", [360, 1280])
def test_the_live_figure_lies_on_the_drawing_and_nothing_moves(visit, book, width):
    page = visit((book / FIGURES).as_uri(), width=width)
    page.evaluate("document.fonts.ready")
    shown = ".plot-wide" if width > 600 else ".plot-narrow"
    box = "one => { const b = one.getBoundingClientRect(); return [b.x, b.y + scrollY, b.width, b.height]; }"
    drawn = page.locator(f"#caida {shown} .line").first.evaluate(box)
    place = page.locator("#caida").evaluate(box)
    figure = alive(page)
    assert figure.evaluate(box) == place
    assert figure.locator(".js-line").first.evaluate(box) == pytest.approx(drawn, abs=2)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    # And it follows the width of the page to the other drawing.
    page.set_viewport_size({"width": 1640 - width, "height": 900})
    other = "#caida .plot-narrow .line" if width > 600 else "#caida .plot-wide .line"
    page.wait_for_function(f"""() => {{
      const [drawn, live] = ["{other}", "#caida .js-line"].map((one) => document.querySelector(one).getBoundingClientRect());
      return Math.abs(drawn.x - live.x) < 2 && Math.abs(drawn.width - live.width) < 2;
    }}""")


def test_the_pointer_and_the_arrows_read_the_numbers_of_the_table(visit, book):
    page = visit((book / FIGURES).as_uri())
    figure = alive(page)
    at = figure.locator(".scatterlayer .point").count()
    assert at == 18
    spot = figure.locator(".scatterlayer .point").nth(1).bounding_box()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(figure.locator(".hoverlayer")).to_contain_text("mitadpasos: 1lo que queda: 0.5")

    reader = page.get_by_role("slider", name="Datos de la figura 1. Flechas para recorrerlos.")
    reader.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(reader).to_have_attribute("aria-valuetext", "cuatro quintos, pasos: 2, lo que queda: 0.64")
    expect(figure.locator(".hoverlayer")).to_contain_text("lo que queda: 0.64")
    expect(figure.locator("td.lit")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(figure.locator("td.lit")).to_have_count(0)

    alive(page, "weights")
    reader = page.get_by_role("slider", name="Datos de la figura 2. Flechas para recorrerlos.")
    reader.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(reader).to_have_attribute("aria-valuetext", "book · bueno, 0.3")
    expect(page.locator("#weights .hoverlayer")).to_contain_text("book · bueno0.3")


def test_its_colours_are_the_pages_and_follow_it(visit, book):
    page = visit((book / FIGURES).as_uri())
    alive(page)
    colours = """() => ["--role-query", "--role-key"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    })"""
    strokes = "() => [...document.querySelectorAll('#caida .js-line')].map((one) => getComputedStyle(one).stroke)"
    light = page.evaluate(colours)
    assert page.evaluate(strokes) == light
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(colours)
    assert dark != light
    page.wait_for_function(f"() => JSON.stringify(({strokes})()) === JSON.stringify({dark})")


def test_a_finger_and_a_wheel_scroll_past_it(visit, book):
    page = visit((book / FIGURES).as_uri(), width=360, has_touch=True)
    figure = alive(page)
    figure.evaluate("one => scrollTo({ top: one.getBoundingClientRect().y + scrollY - 200, behavior: 'instant' })")
    spot = figure.locator(".plot-canvas").bounding_box()
    start = page.evaluate("scrollY")
    finger = page.context.new_cdp_session(page)
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    for kind, points in (("touchStart", [y]), *(("touchMove", [y - 10 * step]) for step in range(1, 16)), ("touchEnd", [])):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": place} for place in points]})
    page.wait_for_function(f"() => scrollY > {start} + 80")
    # A finger leaves the page in motion; the wheel begins when it has come to rest, with the figure in view again.
    page.evaluate("() => { window.rest = [0, -1]; }")
    page.wait_for_function("() => { rest = rest[1] === scrollY ? [rest[0] + 1, scrollY] : [0, scrollY]; return rest[0] > 5; }", polling=50)
    figure.evaluate("one => scrollTo({ top: one.getBoundingClientRect().y + scrollY - 200, behavior: 'instant' })")
    start = page.evaluate("scrollY")
    spot = figure.locator(".plot-canvas").bounding_box()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.mouse.wheel(0, 80)
    page.wait_for_function(f"() => scrollY > {start} + 50")


def test_on_paper_it_is_the_drawing(visit, book):
    page = visit((book / FIGURES).as_uri())
    figure = alive(page)
    page.emulate_media(media="print")
    expect(figure.locator(".plot-live")).to_be_hidden()
    expect(figure.locator(".plot-picture")).to_be_visible()
    expect(figure.get_by_role("link", name="Descargar los datos (CSV)")).to_be_hidden()


def test_axe_finds_nothing_in_a_live_figure(visit, book, host):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visit(host(book).address + FIGURES, scheme="dark")
    alive(page)
    page.locator("#caida details").evaluate("one => (one.open = true)")
    found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []
