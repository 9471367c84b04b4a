"""States that the page does not carry: Python is asked, waited for in sight, and never asked for more than one at a time."""

import pytest

pytestmark = pytest.mark.browser

SET = "window.explorables.get('mapa').set({})"


def set_share(page, share):
    page.evaluate(f"window.explorables.get('mapa').set({{own_share: {share}}})")


def distance(page):
    return page.locator("#mapa [data-part=distance] dd").inner_text()


def drawn(page, origin="python"):
    page.wait_for_function(f"document.getElementById('mapa').dataset.drawn === '{origin}'")


def requests(page):
    return page.evaluate("fakePython.requests.map((r) => r.state?.own_share ?? r.do)")


def test_the_control_moves_at_once_and_the_drawing_waits_in_sight(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.evaluate("fakePython.holdLoading = true")
    before = page.evaluate("document.getElementById('mapa').offsetHeight")
    slider = page.locator("#mapa-own_share")
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuetext") == "0.50"
    page.get_by_text("Esperando a Python: 3.1 de 12.4 MB").wait_for()
    assert page.locator("#mapa .explorable-scene").get_attribute("aria-busy") == "true"
    assert distance(page) == "1.39"
    assert page.evaluate("document.getElementById('mapa').offsetHeight") == before
    page.evaluate("fakePython.letGo[0]()")
    drawn(page)
    # Half way between the frozen row and its own: half of 1.3868.
    assert distance(page) == "0.69"
    assert page.locator("#mapa .explorable-scene").get_attribute("aria-busy") is None
    assert page.locator("#mapa .explorable-status").inner_text() == ""
    assert requests(page) == [0.5]


def test_a_drawn_state_answers_while_python_loads_and_is_not_overwritten(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.evaluate("fakePython.holdLoading = true")
    set_share(page, 0.5)
    set_share(page, 1)
    page.locator("#mapa .heat-row").nth(0).click()
    assert distance(page) == "1.37"
    assert page.locator("#mapa .explorable-scene").get_attribute("aria-busy") is None
    page.evaluate("fakePython.letGo[0]()")
    page.wait_for_timeout(100)
    assert distance(page) == "1.37"


def test_only_the_newest_state_is_sent_and_one_is_in_flight(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    set_share(page, 0.95)
    drawn(page)
    page.evaluate("fakePython.holdAnswers = true")
    for hundredths in range(90, 30, -5):
        set_share(page, hundredths / 100)
    page.wait_for_function("fakePython.letGo.length === 1")
    page.evaluate("fakePython.holdAnswers = false; fakePython.letGo[0]()")
    page.wait_for_function("fakePython.requests.length === 3 && fakePython.inFlight === 0")
    assert requests(page) == [0.95, 0.9, 0.35]
    assert page.evaluate("fakePython.mostInFlight") == 1
    assert distance(page) == "0.49"  # 0.35 · 1.3868


def test_once_python_is_here_it_draws_what_the_page_carries_too(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.evaluate("fakePython.load()")
    page.locator("#mapa .heat-row").nth(5).click()
    drawn(page)
    assert requests(page) == [1]
    assert distance(page) == "0.25"


def test_a_failed_load_is_said_and_tried_again(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.evaluate("fakePython.holdLoading = true")
    set_share(page, 0.5)
    page.evaluate("fakePython.letGo[1](new Error('HTTP 503'))")
    box = page.locator("#mapa .explorable-fault")
    box.wait_for()
    assert "Python no pudo cargarse" in box.inner_text()
    assert "HTTP 503" in box.inner_text()
    page.evaluate("fakePython.holdLoading = false")
    box.get_by_role("button", name="Reintentar").click()
    drawn(page)
    assert not box.is_visible()
    assert distance(page) == "0.69"


def test_a_python_that_broke_down_is_told_in_the_readers_words(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.evaluate("""() => {
        window.whole = fakePython.call;
        fakePython.call = async () => { throw Object.assign(new Error("exit(0)"), { name: "PythonCrashed" }); };
    }""")
    set_share(page, 0.5)
    box = page.locator("#mapa .explorable-fault")
    box.wait_for()
    assert "Python quedó fuera de servicio con este estado, y empieza de nuevo." in box.inner_text()
    page.evaluate("() => { fakePython.call = whole; }")
    box.get_by_role("button", name="Reintentar").click()
    drawn(page)
    assert distance(page) == "0.69"


def test_without_python_the_figure_says_what_it_can_do(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"), script="window.withoutPython = true")
    set_share(page, 0.5)
    assert "sin Python" in page.locator("#mapa .explorable-status").inner_text()
    page.locator("#mapa-own_share").fill("1")
    page.locator("#mapa .heat-row").nth(0).click()
    assert distance(page) == "1.37"
    assert page.locator("#mapa .explorable-status").inner_text() == ""


def test_moving_the_slider_releases_the_frozen_switch(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    page.locator("#mapa-frozen").check()
    page.locator("#mapa-own_share").fill("0.8")
    drawn(page)
    assert not page.locator("#mapa-frozen").is_checked()
    assert distance(page) == "1.11"  # 0.8 · 1.3868


def test_a_fault_stays_in_its_own_box(open_page, figure):
    page = open_page(figure("faulty", "mala") + figure("alignment-map", "mapa"))
    forward = page.locator("#mala [data-step='1']")
    forward.click()
    page.get_by_text("vale 2", exact=True).wait_for()
    forward.click()
    box = page.locator("#mala .explorable-fault")
    box.wait_for()
    assert "faulty: scene(): ValueError: el tres <b>no</b>" in box.inner_text()
    assert page.locator("#mala .explorable-scene").inner_text() == "vale 2"
    page.locator("#mapa .heat-row").nth(0).click()
    assert distance(page) == "1.37"
    forward.click()
    page.get_by_text("vale 4", exact=True).wait_for()
    assert not box.is_visible()


def test_a_figure_whose_data_are_broken_harms_no_other(open_page, figure):
    broken = figure("faulty", "mala").replace('class="explorable-data">', 'class="explorable-data">{')
    page = open_page(broken + figure("alignment-map", "mapa"))
    assert page.locator("#mala .explorable-fault").is_visible()
    page.locator("#mapa .heat-row").nth(0).click()
    assert distance(page) == "1.37"


def test_a_lesson_defines_its_views_once(open_page, figure):
    page = open_page(figure("faulty", "una") + figure("faulty", "otra"))
    for name in ("una", "otra"):
        page.locator(f"#{name} [data-step='1']").click()
        page.locator(f"#{name}").get_by_text("vale 2", exact=True).wait_for()
    assert page.evaluate("fakePython.requests.map((r) => r.do)") == ["define_views", "draw", "draw"]


def test_the_prediction_keeps_the_guess_beside_the_truth(open_page, figure):
    page = open_page(figure("long-work", "larga"))
    page.get_by_role("button", name="cien", exact=True).click()
    assert page.locator("#larga .prediction-answer").inner_text() == "No es eso. Llega al doble."
    assert page.locator("#larga .explorable-scene").inner_text() == "parte de 2"
    pressed = page.locator("#larga [data-guess][aria-pressed=true]")
    assert pressed.inner_text() == "cien"
    assert page.locator("#larga [data-guess].right").inner_text() == "doscientos"


def test_long_work_shows_progress_stops_and_goes_on(open_page, figure):
    page = open_page(figure("long-work", "larga"))
    progress = page.locator("#larga .run-progress")
    page.evaluate("fakePython.load().then(() => { fakePython.holdAnswers = true })")
    page.get_by_role("button", name="Contar hasta doscientos").click()
    page.wait_for_function("fakePython.letGo.length === 1")
    page.get_by_role("button", name="Detener").first.click()
    assert progress.inner_text().startswith("Detenido")
    page.evaluate("fakePython.holdAnswers = false; fakePython.letGo.forEach((go) => go())")
    page.get_by_role("button", name="Seguir").click()
    page.get_by_text("va por 200", exact=True).wait_for()
    assert progress.inner_text() == "Terminado. cuenta: 200 de 200"
    assert page.locator("#larga progress").evaluate("e => e.value") == 1
    assert page.get_by_role("button", name="Contar hasta doscientos").is_visible()


def test_changing_the_state_ends_the_work(open_page, figure):
    page = open_page(figure("long-work", "larga"))
    page.get_by_role("button", name="Contar hasta doscientos").click()
    page.locator("#larga [data-step='1']").click()
    page.get_by_text("parte de 2", exact=True).wait_for()
    page.wait_for_timeout(200)
    assert page.locator("#larga .explorable-scene").inner_text() == "parte de 2"
