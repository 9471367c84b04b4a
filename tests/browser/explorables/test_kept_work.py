"""Long work that outlives a change of some fields: what it reached is drawn for them, going, stopped and finished."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("kept-work", "obra"))
    page.evaluate("fakePython.load()")
    return page


def scene(page):
    return page.locator("#obra .explorable-scene").inner_text()


def asked(page):
    return page.evaluate("fakePython.requests.map((request) => request.do)")


def finish(page):
    page.get_by_role("button", name="Contar", exact=True).click()
    page.get_by_text("hola por 200", exact=True).wait_for()


def test_what_finished_work_reached_is_drawn_for_another_word(page):
    finish(page)
    page.get_by_label("Palabra").fill("adiós")
    page.get_by_text("adiós por 200", exact=True).wait_for()
    assert asked(page)[-1] == "redraw_run"
    assert page.locator("#obra .run-progress").inner_text() == "Terminado. cuenta: 200 de 200"
    assert page.locator("#obra .explorable-description").inner_text() == "Dice adiós."


def test_a_word_changed_while_the_work_is_stopped(page):
    page.evaluate("fakePython.holdAnswers = true")
    page.get_by_role("button", name="Contar", exact=True).click()
    # Held back are the start, then the first slice.
    for _ in range(2):
        page.wait_for_function("fakePython.letGo.length === 1")
        page.evaluate("fakePython.letGo.shift()()")
    page.wait_for_function("fakePython.letGo.length === 1")
    page.locator("#obra [data-action=stop-run]").click()
    assert page.locator("#obra .run-progress").inner_text().startswith("Detenido")
    page.get_by_label("Palabra").fill("adiós")
    page.evaluate("fakePython.holdAnswers = false; fakePython.letGo.forEach((go) => go())")
    page.wait_for_function("document.querySelector('#obra .explorable-scene').innerText.startsWith('adiós por')")
    page.get_by_role("button", name="Seguir").click()
    page.get_by_text("adiós por 200", exact=True).wait_for()
    assert asked(page).count("start_run") == 1


def test_another_field_ends_it(page):
    finish(page)
    page.get_by_label("hasta trescientos").check()
    page.get_by_text("hola, sin contar", exact=True).wait_for()
    assert "end_run" in asked(page)
    page.get_by_role("button", name="Contar", exact=True).click()
    page.get_by_text("hola por 300", exact=True).wait_for()


def test_restore_brings_the_first_drawing_back_even_when_no_field_changed(page):
    finish(page)
    page.get_by_role("button", name="Restaurar").click()
    assert scene(page) == "hola, sin contar"
    assert page.locator("#obra .run-progress").inner_text() == ""
    # A word changed now is drawn by the view's own scene.
    page.get_by_label("Palabra").fill("adiós")
    page.get_by_text("adiós, sin contar", exact=True).wait_for()


def test_work_that_went_with_its_python_gives_way_to_the_state(page):
    finish(page)
    page.evaluate("window.answerRequest(JSON.stringify({do: 'end_run', run: 'obra-run'}))")
    page.get_by_label("Palabra").fill("adiós")
    page.get_by_text("adiós, sin contar", exact=True).wait_for()


def test_progress_is_not_spoken_but_its_end_is(page):
    live = page.locator("#obra .explorable-live")
    page.evaluate(
        "window.said = []; new MutationObserver(() => said.push(document.querySelector('#obra .explorable-live').textContent))"
        ".observe(document.querySelector('#obra .explorable-live'), {childList: true})"
    )
    finish(page)
    page.wait_for_timeout(700)
    assert page.evaluate("said") == ["Terminado. cuenta: 200 de 200"]
    assert live.get_attribute("aria-live") == "polite"
    assert page.locator("#obra .run-progress").get_attribute("role") is None


def test_the_work_says_how_much_of_python_has_come_and_can_be_stopped_meanwhile(open_page, figure):
    page = open_page(figure("kept-work", "obra"))
    page.evaluate("fakePython.holdLoading = true")
    page.get_by_role("button", name="Contar", exact=True).click()
    page.get_by_text("Esperando a Python: 3.1 de 12.4 MB").wait_for()
    page.locator("#obra [data-action=stop-run]").click()
    assert page.locator("#obra .run-progress").inner_text() == "Detenido"
    page.evaluate("fakePython.letGo.shift()()")
    page.wait_for_timeout(200)
    assert scene(page) == "hola, sin contar" and "start_run" not in asked(page)
    page.get_by_role("button", name="Seguir").click()
    page.get_by_text("hola por 200", exact=True).wait_for()


def test_stopped_words_and_picture_are_of_the_same_moment(page):
    page.evaluate("fakePython.holdAnswers = true")
    page.get_by_role("button", name="Contar", exact=True).click()
    for _ in range(2):
        page.wait_for_function("fakePython.letGo.length === 1")
        page.evaluate("fakePython.letGo.shift()()")
    page.wait_for_function("fakePython.letGo.length === 1")
    page.locator("#obra [data-action=stop-run]").click()
    page.evaluate("fakePython.holdAnswers = false; fakePython.letGo.forEach((go) => go())")
    page.wait_for_function("fakePython.requests.at(-1).do === 'redraw_run' && fakePython.inFlight === 0")
    page.wait_for_timeout(100)
    done = scene(page).split()[-1]
    assert page.locator("#obra .run-progress").inner_text() == f"Detenido. cuenta: {done} de 200"
