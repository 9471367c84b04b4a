"""Cells with the reader's real Python: run, edit, break, stop, restore; by keyboard alone; http and double click."""

import pytest

pytestmark = pytest.mark.browser

LESSON = "atencion/la-idea-de-atencion/index.html"
FIRST, SECOND = "contextos", "elegir-o-mezclar"


def cell(page, name):
    return page.locator(f".code-cell[data-cell='{name}']")


def status(page, name):
    return cell(page, name).locator(".cell-status").inner_text()


def output(page, name):
    return cell(page, name).locator(".cell-output").text_content()


def wait_for_status(page, name, words):
    page.wait_for_function(
        "([name, words]) => document.querySelector(`.code-cell[data-cell='${name}'] .cell-status`).textContent.startsWith(words)",
        arg=[name, words],
    )


@pytest.fixture(scope="module")
def lesson(browser, dist):
    """One page whose Python has loaded, for the tests that don't mind what ran before."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="es-MX")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto((dist / LESSON).as_uri())
    page.built = {name: output(page, name) for name in (FIRST, SECOND)}
    cell(page, FIRST).get_by_role("button", name="Ejecutar", exact=True).click()
    wait_for_status(page, FIRST, "Listo")
    yield page
    context.close()


def edit(page, name, source):
    area = cell(page, name).locator("textarea")
    area.focus()
    area.fill(source)
    area.press("Control+Enter")


def restore(page, name):
    button = cell(page, name).get_by_role("button", name="Restaurar")
    if button.is_visible():
        button.click()


@pytest.mark.parametrize("way", ["http", "prefix", "file"])
def test_a_cell_prints_what_the_build_printed_and_first_runs_what_it_needs(visit, dist, host, way):
    if way == "file":
        page = visit((dist / LESSON).as_uri())
    else:
        served = host(dist, prefix="/" if way == "http" else "/a/b/")
        page = visit(served.address + LESSON)
        page.wait_for_timeout(300)
        # Python is asked for by the first run, and not before.
        assert not [path for path in served.requested if "/python/" in path]
    built = {name: output(page, name) for name in (FIRST, SECOND)}
    assert "contextos distintos: 8" in built[FIRST]
    cell(page, SECOND).get_by_role("button", name="Ejecutar", exact=True).click()
    assert cell(page, SECOND).locator(".cell-output").is_visible()
    wait_for_status(page, SECOND, "Listo")
    assert status(page, FIRST).startswith("Listo")
    assert {name: output(page, name) for name in (FIRST, SECOND)} == built


def test_a_broken_weight_is_told_with_the_reader_s_own_line(lesson):
    source = cell(lesson, FIRST).locator("textarea").input_value()
    edit(lesson, FIRST, source.replace("[.01, .02, .06, .86,", "[.01, .02, .06, .96,"))
    wait_for_status(lesson, FIRST, "Terminó con un error")
    told = cell(lesson, FIRST).locator(".output-error").inner_text()
    assert "AssertionError: las filas suman" in told
    assert "celda «contextos», línea" in told
    assert "cell_kernel" not in told and "Traceback" not in told
    restore(lesson, FIRST)
    assert output(lesson, FIRST) == lesson.built[FIRST]
    assert cell(lesson, FIRST).locator("textarea").input_value() == source
    assert not cell(lesson, FIRST).get_by_role("button", name="Restaurar").is_visible()


def test_an_endless_loop_is_stopped_and_python_comes_back_as_it_was(lesson):
    edit(lesson, SECOND, "while True: pass")
    wait_for_status(lesson, SECOND, "Ejecutando")
    cell(lesson, SECOND).get_by_role("button", name="Detener").click()
    wait_for_status(lesson, SECOND, "Detenida")
    edit(lesson, SECOND, "print(alpha.shape)")
    wait_for_status(lesson, SECOND, "Listo")
    assert output(lesson, SECOND) == "(8, 6)\n"
    restore(lesson, SECOND)


def test_a_stop_is_heard_while_python_comes_back_from_another_one(lesson):
    edit(lesson, SECOND, "while True: pass")
    wait_for_status(lesson, SECOND, "Ejecutando")
    cell(lesson, SECOND).get_by_role("button", name="Detener").click()
    wait_for_status(lesson, SECOND, "Detenida")
    # Run and stopped again at once, by one task of the page: Python is not back in between.
    cell(lesson, SECOND).evaluate("(one) => ['run', 'stop'].forEach((action) => one.querySelector(`[data-action=${action}]`).click())")
    wait_for_status(lesson, SECOND, "Detenida")
    lesson.wait_for_function("(name) => document.querySelector(`.code-cell[data-cell='${name}']`).dataset.state === 'idle'", arg=SECOND)
    restore(lesson, SECOND)


def test_a_double_click_runs_a_cell_and_does_not_stop_it(lesson):
    edit(lesson, SECOND, "import time\ntime.sleep(1)\nprint('uno')")
    wait_for_status(lesson, SECOND, "Listo")
    cell(lesson, SECOND).get_by_role("button", name="Ejecutar", exact=True).dblclick()
    wait_for_status(lesson, SECOND, "Listo")
    assert output(lesson, SECOND) == "uno\n"
    restore(lesson, SECOND)


def test_output_comes_as_it_is_printed(lesson):
    edit(lesson, SECOND, "import time\nprint('uno')\ntime.sleep(2)\nprint('dos')")
    lesson.wait_for_function(
        "(name) => document.querySelector(`.code-cell[data-cell='${name}'] .cell-output`).textContent === 'uno\\n'", arg=SECOND
    )
    assert cell(lesson, SECOND).get_by_role("button", name="Detener").is_visible()
    wait_for_status(lesson, SECOND, "Listo")
    assert output(lesson, SECOND) == "uno\ndos\n"
    log = cell(lesson, SECOND).locator(".cell-output")
    assert (log.get_attribute("role"), log.get_attribute("aria-live")) == ("log", "polite")
    restore(lesson, SECOND)


def test_a_cell_that_prints_nothing_says_so(lesson):
    edit(lesson, SECOND, "x = 1")
    wait_for_status(lesson, SECOND, "Listo")
    assert "no imprimió nada" in status(lesson, SECOND)
    restore(lesson, SECOND)


def test_a_waiting_cell_can_be_taken_back(lesson):
    edit(lesson, FIRST, "import time\ntime.sleep(4)")
    wait_for_status(lesson, FIRST, "Ejecutando")
    cell(lesson, SECOND).get_by_role("button", name="Ejecutar", exact=True).click()
    assert status(lesson, SECOND) == "En espera de que termine otra celda"
    cell(lesson, SECOND).get_by_role("button", name="Detener").click()
    assert status(lesson, SECOND) == "Detenida"
    wait_for_status(lesson, FIRST, "Listo")
    assert status(lesson, SECOND) == "Detenida"
    restore(lesson, FIRST)
    cell(lesson, FIRST).get_by_role("button", name="Ejecutar", exact=True).click()
    wait_for_status(lesson, FIRST, "Listo")


def test_by_keyboard_alone(lesson):
    area = cell(lesson, SECOND).locator("textarea")
    assert "Esc" in area.get_attribute("aria-label") and SECOND in area.get_attribute("aria-label")
    area.focus()
    lesson.keyboard.press("Control+A")
    lesson.keyboard.type("if 1:\nprint('hola')")
    # The editor indented the new line by itself; Tab indents once more, and undo takes it back.
    assert area.input_value() == "if 1:\n    print('hola')"
    lesson.keyboard.press("Home")
    lesson.keyboard.press("Tab")
    assert area.evaluate("(one) => one === document.activeElement")
    assert area.input_value() != "if 1:\n    print('hola')"
    lesson.keyboard.press("Control+Z")
    assert area.input_value() == "if 1:\n    print('hola')"
    lesson.keyboard.press("Control+Enter")
    wait_for_status(lesson, SECOND, "Listo")
    assert output(lesson, SECOND) == "hola\n"
    lesson.keyboard.press("Escape")
    assert area.evaluate("(one) => one === document.activeElement")
    lesson.keyboard.press("Tab")
    assert lesson.locator(":focus").inner_text() == "Ejecutar"
    lesson.keyboard.press("Shift+Tab")
    lesson.keyboard.press("Escape")
    lesson.keyboard.press("Shift+Tab")
    assert not area.evaluate("(one) => one === document.activeElement")
    restore(lesson, SECOND)


def test_a_failed_load_says_what_happened_and_tries_again(visit, dist, host):
    page = visit(None)
    address = host(dist).address
    broken = {"on": True}

    def answer(route):
        if broken["on"] and "/python/" in route.request.url:
            route.fulfill(status=200, body="nada")
        else:
            route.fallback()

    page.route("**/*", answer)
    page.goto(address + LESSON)
    cell(page, FIRST).get_by_role("button", name="Ejecutar", exact=True).click()
    wait_for_status(page, FIRST, "Python no pudo cargarse.")
    assert output(page, FIRST).startswith("paso  token")
    broken["on"] = False
    cell(page, FIRST).get_by_role("button", name="Reintentar").click()
    wait_for_status(page, FIRST, "Listo")


def test_stopping_while_python_loads_leaves_the_page_as_it_was(visit, dist, host):
    page = visit(host(dist).address + LESSON)
    built = output(page, FIRST)
    cell(page, FIRST).get_by_role("button", name="Ejecutar", exact=True).click()
    cell(page, FIRST).locator("progress").wait_for()
    cell(page, FIRST).get_by_role("button", name="Detener").click()
    wait_for_status(page, FIRST, "Detenida")
    assert output(page, FIRST) == built
    cell(page, FIRST).get_by_role("button", name="Ejecutar", exact=True).click()
    wait_for_status(page, FIRST, "Listo")
