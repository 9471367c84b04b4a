"""Cells among themselves and over time: what has gone stale, what is kept and restored, what is drawn, what an error means."""

import pytest

pytestmark = pytest.mark.browser

PAGE = "uno/celdas/index.html"


def cell(page, name):
    return page.locator(f".code-cell[data-cell='{name}']")


def run(page, name, ending="Listo", button="Ejecutar"):
    cell(page, name).get_by_role("button", name=button, exact=True).click()
    wait_for_status(page, name, ending)


def wait_for_status(page, name, words):
    page.wait_for_function(
        "([name, words]) => document.querySelector(`.code-cell[data-cell='${name}'] .cell-status`).textContent.startsWith(words)",
        arg=[name, words],
    )


def edit(page, name, source):
    cell(page, name).locator("textarea").fill(source)


def stale(page):
    """What each cell says of its output, where it says anything."""
    return page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.code-cell')]"
        ".map((one) => [one.dataset.cell, one.querySelector('.cell-stale')])"
        ".filter(([, note]) => !note.hidden).map(([name, note]) => [name, note.textContent]))"
    )


OWN = "Código cambiado: la salida es de la versión anterior."
BEHIND = "Cambió «pesos», de la que esta depende: la salida es de antes."


def shown(page, name):
    return cell(page, name).locator(".cell-output pre").text_content()


@pytest.fixture(scope="module")
def page_with_python(browser, cells_book):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="es-MX")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto((cells_book / PAGE).as_uri())
    yield page
    context.close()


@pytest.fixture
def lesson(page_with_python):
    """The page with the book's code and outputs, whatever Python remembers."""
    for button in page_with_python.get_by_role("button", name="Restaurar").all():
        if button.is_visible():
            button.click()
    return page_with_python


def test_what_an_edit_leaves_behind_is_said_and_running_again_mends_it(lesson):
    assert stale(lesson) == {}
    edit(lesson, "pesos", "w = [1, 2]\nprint(sum(w))")
    assert stale(lesson) == {"pesos": OWN, "doble": BEHIND, "triple": BEHIND}
    output = cell(lesson, "doble").locator(".cell-output")
    assert lesson.locator(f"#{output.get_attribute('aria-describedby')}").inner_text() == BEHIND
    # The last of them runs all that it needs, in order.
    run(lesson, "triple")
    assert [shown(lesson, name) for name in ("pesos", "doble", "triple")] == ["3\n", "[2, 4]\n", "3\n"]
    assert stale(lesson) == {}
    assert output.get_attribute("aria-describedby") is None


def test_restoring_does_not_forget_what_python_holds(lesson):
    edit(lesson, "pesos", "w = [5]\nprint(w)")
    run(lesson, "doble")
    assert shown(lesson, "doble") == "[10]\n"
    cell(lesson, "pesos").get_by_role("button", name="Restaurar").click()
    assert shown(lesson, "pesos") == "1.0\n"
    assert "Python aún tiene lo que hizo tu versión" in cell(lesson, "pesos").locator(".cell-status").inner_text()
    # Its output was of the edited code: it is behind now, and its next run brings the book's code first.
    assert stale(lesson) == {"doble": BEHIND}
    run(lesson, "doble")
    assert shown(lesson, "doble") == "[0.5, 1.5]\n"
    assert stale(lesson) == {}


def test_all_above_runs_in_order_past_an_error_that_the_book_shows(lesson):
    assert not cell(lesson, "pesos").get_by_role("button", name="Ejecutar todo lo anterior").is_visible()
    cell(lesson, "nada").get_by_role("button", name="Ejecutar todo lo anterior").click()
    wait_for_status(lesson, "barras", "Listo")
    said = [cell(lesson, name).locator(".cell-status").inner_text() for name in ("pesos", "doble", "triple", "falla", "barras", "nada")]
    turns = [int(words.rsplit(" ", 1)[-1]) for words in (*said[:3], said[4])]
    # The fourth ended in its error, and was the turn between.
    assert turns == [turns[0], turns[0] + 1, turns[0] + 2, turns[0] + 4]
    assert said[3] == "Terminó con un error" and not said[5].startswith("Listo")


def test_all_above_ends_at_an_error_of_the_reader(lesson):
    edit(lesson, "doble", "1 +")
    cell(lesson, "falla").get_by_role("button", name="Ejecutar todo lo anterior").click()
    wait_for_status(lesson, "triple", "No se ejecutó")
    assert cell(lesson, "doble").locator(".cell-status").inner_text() == "Terminó con un error"
    assert cell(lesson, "triple").get_by_role("button", name="Ejecutar", exact=True).is_visible()


def test_an_error_is_explained_in_the_reader_s_language(lesson):
    # In the page from the build, and again from the reader's own Python.
    assert cell(lesson, "falla").locator(".output-gloss").inner_text() == "Se dividió entre cero."
    edit(lesson, "falla", "import numpy as np\nnp.ones(3) + np.ones(4)")
    run(lesson, "falla", "Terminó con un error")
    assert cell(lesson, "falla").locator(".output-gloss").inner_text().startswith("Las formas (3,) y (4,) no se pueden combinar")


def test_marks_are_drawn_by_the_build_and_by_the_reader_alike(lesson):
    drawing = cell(lesson, "barras").locator(".output-drawing")
    assert drawing.get_by_role("img", name="Los pesos").is_visible()
    built = drawing.inner_html()
    widths = "(one) => [...one.querySelectorAll('.bar')].map((bar) => Math.round(100 * bar.clientWidth / bar.parentElement.clientWidth))"
    assert drawing.evaluate(widths) == [25, 75]
    run(lesson, "barras")
    assert drawing.inner_html() == built
    assert "no imprimió nada" not in cell(lesson, "barras").locator(".cell-status").inner_text()


DRAWN = """class D:
    def _repr_svg_(self):
        return '''%s'''
D()"""


def test_a_drawing_can_run_load_and_leave_nothing(lesson):
    markup = (
        '<svg viewBox="0 0 9 9" width="90" class="k"><defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>'
        '<g clip-path="url(#c)"><circle r="4" style="fill: red; background: url(https://example.org/a.png)"/></g>'
        '<use href="#c"/><use href="https://example.org/b.svg#c"/><image href="https://example.org/c.png"/>'
        '<foreignObject><iframe src="https://example.org"></iframe></foreignObject><a href="https://example.org"><text>uno</text></a>'
        '<rect fill="url(https://example.org/d)" width="1"/></svg>'
        '<img src="https://example.org/e.png"><form><input><p style="position: fixed; color: red">dos</p></form>'
    )
    edit(lesson, "nada", DRAWN % markup)
    run(lesson, "nada")
    drawing = cell(lesson, "nada").locator(".output-drawing")
    names = drawing.evaluate("(one) => [...one.querySelectorAll('*')].map((each) => each.localName)")
    assert names == ["svg", "defs", "clipPath", "rect", "g", "circle", "use", "use", "text", "rect", "p"]
    html = drawing.inner_html()
    assert "example.org" not in html and "position" not in html
    # Its own parts are still joined, under names that are nobody else's.
    identifier = drawing.locator("clipPath").get_attribute("id")
    assert identifier != "c" and identifier.endswith("-c")
    assert drawing.locator("g").get_attribute("clip-path") == f"url(#{identifier})"
    assert drawing.locator("use").first.get_attribute("href") == f"#{identifier}"
    assert drawing.locator("circle").get_attribute("style") == "fill: red"


def test_scripts_and_handlers_of_a_drawing_are_not_there(lesson):
    markup = '<svg onload="document.title = 1" width="9"><script>document.title = 2</script><rect onclick="document.title = 3"/></svg>'
    edit(lesson, "nada", DRAWN % markup)
    run(lesson, "nada")
    assert cell(lesson, "nada").locator(".output-drawing").inner_html() == '<svg width="9"><rect></rect></svg>'
    assert lesson.title() == "Celdas · Un libro de celdas"


@pytest.mark.parametrize("way", ["http", "file"])
def test_edited_code_is_there_on_the_next_visit_and_the_book_s_can_be_had_back(visit, cells_book, host, way):
    url = (cells_book / PAGE).as_uri() if way == "file" else host(cells_book, prefix="/a/b/").address + PAGE
    page = visit(url)
    original = cell(page, "doble").locator("textarea").input_value()
    mark = cell(page, "doble").get_by_text("cambiada por ti")
    assert not mark.is_visible()
    edit(page, "doble", "print('mío')")
    assert mark.is_visible()
    page.close()
    again = visit(url, again=page.context)
    area = cell(again, "doble").locator("textarea")
    assert area.input_value() == "print('mío')"
    assert cell(again, "doble").get_by_text("cambiada por ti").is_visible()
    assert cell(again, "doble").locator(".cell-status").inner_text() == "Este es tu código, de otra visita."
    assert stale(again) == {"doble": OWN, "triple": BEHIND.replace("pesos", "doble")}
    cell(again, "doble").get_by_role("button", name="Restaurar").click()
    assert area.input_value() == original
    assert stale(again) == {}
    again.reload()
    assert area.input_value() == original
    assert not cell(again, "doble").get_by_role("button", name="Restaurar").is_visible()


def test_leaving_the_editor_is_said(lesson):
    area = cell(lesson, "pesos").locator("textarea")
    status = cell(lesson, "pesos").locator(".cell-status")
    area.focus()
    lesson.keyboard.press("Escape")
    assert status.inner_text() == "Tab sale del editor"
    lesson.keyboard.press("ArrowRight")
    assert status.inner_text() == ""
    lesson.keyboard.press("Escape")
    lesson.keyboard.press("Tab")
    assert lesson.locator(":focus").inner_text() == "Ejecutar"
    assert status.inner_text() == ""


def test_the_code_is_copied(visit, cells_book, host):
    page = visit(host(cells_book).address + PAGE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cell(page, "triple").get_by_role("button", name="Copiar").click()
    page.wait_for_function("() => document.querySelector(`[data-cell='triple'] .cell-status`).textContent === 'Código copiado'")
    assert page.evaluate("() => navigator.clipboard.readText()") == "print(3 * w[0])"


def test_what_a_cell_needs_is_written_on_it(lesson):
    head = cell(lesson, "triple").locator(".cell-head")
    assert head.inner_text().split() == ["triple", "después", "de", "doble"]
    assert head.get_by_role("link", name="doble").get_attribute("href") == f"#{cell(lesson, 'doble').get_attribute('id')}"
    assert "entorno «aparte»" in cell(lesson, "falla").locator(".cell-head").inner_text()


def test_a_flood_of_output_is_cut_and_said(lesson):
    edit(lesson, "nada", "print('x' * 300_000)")
    run(lesson, "nada")
    text = shown(lesson, "nada")
    assert text.startswith("x" * 1000) and text.endswith("[La salida pasa de 200 kB; el resto no se muestra.]\n")
    output = cell(lesson, "nada").locator(".cell-output")
    lesson.wait_for_function("() => document.querySelector(`[data-cell='nada'] .cell-output`).tabIndex === 0")
    assert output.get_attribute("aria-label") == "Salida de la celda «nada»"


def test_leaving_the_editor_by_a_press_elsewhere_moves_nothing_under_the_pointer(visit, cells_book):
    page = visit((cells_book / PAGE).as_uri(), width=360)
    button = cell(page, "doble").get_by_role("button", name="Copiar")
    cell(page, "pesos").locator("textarea").focus()
    assert cell(page, "pesos").locator(".cell-hint").is_visible()
    before = button.bounding_box()
    button.focus()
    assert not cell(page, "pesos").locator(".cell-hint").is_visible()
    assert button.bounding_box() == before


def test_a_cell_that_breaks_python_is_told_so_and_the_others_run(visit, cells_book, host):
    page = visit(host(cells_book).address + PAGE)
    run(page, "doble")
    for source, detail in (("import js\njs.self.close()", "close()"), ("import os\nos._exit(0)", "Program terminated with exit(0)")):
        edit(page, "nada", source)
        run(page, "nada", "Terminó con un error")
        assert cell(page, "nada").locator(".output-error").text_content() == (
            "Esta celda dejó a Python fuera de servicio. Python empieza de nuevo y repite las otras; "
            f"lo que hizo esta se pierde. Detalle: {detail}\n"
        )
        run(page, "triple")
        assert shown(page, "triple") == "0.75\n"
