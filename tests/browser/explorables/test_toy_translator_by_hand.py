"""The toy translator by keyboard, mouse and touch: moments, sentences, and a training that is started, stopped and resumed."""

import pytest

from explorables.views.translating.networks import MODELS

pytestmark = pytest.mark.browser

VIEW = "toy-translator"
TWO_NOUNS = "hoy leíste la carta muy nueva y un cuento muy bueno"
PROSE = """<p><button type="button" class="set" data-explorable="t" data-set='{"sentence": "hoy leíste la carta muy nueva"}'>sin el cuento</button>
<span class="live" data-explorable="t" data-value="exact_2">x</span></p>"""


@pytest.fixture
def page(open_page, figure):
    return open_page(figure(VIEW, "t"))


def answer(page):
    return " ".join(page.locator("#t [data-part=answer] li").all_inner_texts())


def number(page, part):
    return page.locator(f"#t [data-part={part}] dd").inner_text()


def asked(page):
    return page.evaluate("fakePython.requests.map((request) => request.do)")


def type_sentence(page, words):
    page.locator("#t-sentence").fill(words)


def wait_for_answer(page, words):
    page.wait_for_function(
        "words => [...document.querySelectorAll('#t [data-part=answer] li')].map(e => e.innerText).join(' ') === words", arg=words
    )


def steps(page):
    return int(number(page, "step"))


def wait_for_steps(page, count):
    page.wait_for_function(f"Number(document.querySelector('#t [data-part=step] dd').innerText) >= {count}")


def start(page):
    page.evaluate("fakePython.load()")
    page.get_by_role("button", name="Entrenar desde cero").click()


def test_moments_are_walked_with_the_keyboard_and_no_python(page):
    slider = page.locator("#t-moment")
    slider.focus()
    page.keyboard.press("Home")
    assert (number(page, "step"), answer(page)) == ("0", "you saw you you you you you <EOS>")
    for step in ("50", "100", "200", "300"):
        page.keyboard.press("ArrowRight")
        assert number(page, "step") == step
    assert answer(page) == "yesterday i read a very good book <EOS>"
    assert slider.get_attribute("aria-valuetext") == "5 de 5: al terminar"
    assert asked(page) == []


def test_the_other_networks_answer_without_python(page):
    page.get_by_label("con atención, lee hacia delante").check()
    assert number(page, "agreement") == "40\u202f%"
    page.get_by_label("de resumen fijo").check()
    assert number(page, "exact-2") == "12\u202f%"
    assert page.locator("#t [data-part=summary] rect").count() == 32
    assert asked(page) == []


def test_a_sentence_is_typed(page):
    type_sentence(page, TWO_NOUNS)
    wait_for_answer(page, "today you read the very new letter and a very good story <EOS>")
    assert page.locator("#t [data-part=verdict]").inner_text().startswith("Es la traducción correcta")
    assert page.locator("#t .heat-row").count() == 13
    type_sentence(page, "ayer lei un perro")
    page.locator("#t [data-part=problem]").wait_for()
    assert "«lei» (¿querías decir «leí»?), «perro»" in page.locator("#t [data-part=problem]").inner_text()
    type_sentence(page, "")
    page.get_by_text("Escribe una frase").wait_for()
    # The hand that types keeps its place.
    assert page.evaluate("document.activeElement.id") == "t-sentence"


def test_a_sentence_is_tapped_together_on_a_phone(open_page, figure):
    page = open_page(figure(VIEW, "t"), width=360, height=740, touch=True)
    for word in ("y", "un", "mapa"):
        button = page.get_by_role("group", name="Puede seguir con").get_by_role("button", name=word, exact=True)
        assert button.bounding_box()["height"] >= 44
        button.tap()
    wait_for_answer(page, "yesterday i read a very good book and a map <EOS>")
    page.get_by_role("button", name="quitar «mapa»").tap()
    page.get_by_role("button", name="carta").wait_for(state="detached")
    assert page.locator("#t-sentence").input_value() == "ayer leí un libro muy bueno y un"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_word_buttons_with_the_keyboard(page):
    page.locator("#t .word-button").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="una", exact=True).wait_for()
    # The focus stays on the first button, which now says another word.
    assert page.evaluate("document.activeElement.textContent") == "un"
    assert page.locator("#t-sentence").input_value() == "ayer leí un libro muy bueno y"


def test_the_prose_cuts_the_sentence_and_the_first_half_mends(open_page, figure):
    page = open_page(PROSE + figure(VIEW, "t", {"model": "fixed", "sentence": TWO_NOUNS}))
    assert page.locator("#t [data-part=answer] del").all_inner_texts() == ["i", "good", "magazine"]
    assert page.locator(".live").inner_text() == "12\u202f%"
    page.get_by_role("button", name="sin el cuento").click()
    wait_for_answer(page, "today you read the very new letter <EOS>")
    assert page.locator("#t [data-part=answer] del").count() == 0


def test_each_lesson_asks_its_own_question(open_page, figure):
    page = open_page(figure(VIEW, "t", {"model": "fixed", "show": "steps"}))
    page.get_by_role("button", name="callarse a la mitad").click()
    assert page.locator("#t .prediction-answer").inner_text().startswith("No es eso. Sigue hasta el final")
    wait_for_answer(page, "today i read the very good magazine and a very good story <EOS>")
    assert page.locator("#t .share-row").count() == 14


def test_a_training_is_started_stopped_asked_and_resumed(page):
    start(page)
    wait_for_steps(page, 3)
    assert page.locator("#t .run-progress").inner_text().startswith("Pasos de entrenamiento: ")
    assert page.locator("#t progress").evaluate("bar => bar.value") > 0
    page.get_by_role("button", name="Detener").first.click()
    assert page.locator("#t .run-progress").inner_text().startswith("Detenido")
    page.wait_for_timeout(300)
    reached = steps(page)
    page.wait_for_timeout(300)
    assert steps(page) == reached < 300
    # The half-trained network takes another sentence, and shows it in another way.
    type_sentence(page, "vi un mapa")
    page.wait_for_function("document.querySelectorAll('#t [data-part=source] li').length === 3")
    page.get_by_label("el reparto de cada paso").check()
    page.locator("#t .shares").wait_for()
    assert steps(page) == reached
    assert asked(page).count("start_run") == 1 and "redraw_run" in asked(page)
    page.get_by_role("button", name="Seguir").click()
    wait_for_steps(page, reached + 2)
    assert page.locator("#t [data-part=source] li").count() == 3
    assert asked(page).count("start_run") == 1


def test_a_training_with_the_keyboard(page):
    page.evaluate("fakePython.load()")
    page.get_by_role("button", name="Entrenar desde cero").focus()
    page.keyboard.press("Enter")
    wait_for_steps(page, 1)
    assert page.evaluate("document.activeElement.textContent") == "Detener"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Seguir"


def test_a_training_by_touch_ends_when_another_network_is_chosen(open_page, figure):
    page = open_page(figure(VIEW, "t"), width=360, height=740, touch=True)
    page.evaluate("fakePython.load()")
    page.get_by_role("button", name="Entrenar desde cero").tap()
    wait_for_steps(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("de resumen fijo").tap()
    page.locator("#t [data-part=summary]").wait_for()
    page.wait_for_timeout(300)
    assert number(page, "step") == "600"
    assert page.get_by_role("button", name="Entrenar desde cero").is_visible()
    assert page.locator("#t .run-progress").inner_text() == ""


def test_a_finished_network_is_kept_until_it_is_restored(page, monkeypatch):
    short = MODELS["bidirectional"]._replace(steps=(0, 4))
    monkeypatch.setitem(MODELS, "bidirectional", short)
    start(page)
    page.locator("#t .run-progress", has_text="Terminado. Pasos de entrenamiento: 4 de 4").wait_for()
    type_sentence(page, "vi un mapa")
    page.wait_for_function("document.querySelectorAll('#t [data-part=source] li').length === 3")
    assert number(page, "step") == "4"
    assert page.locator("#t [data-part=loss-curve]").count() == 1
    page.get_by_role("button", name="Restaurar").click()
    assert (number(page, "step"), answer(page)) == ("300", "yesterday i read a very good book <EOS>")
    assert page.locator("#t [data-part=loss-curve]").count() == 0


@pytest.mark.parametrize("show", ["map", "steps"])
@pytest.mark.parametrize("model", ["bidirectional", "fixed"])
def test_the_longest_sentences_fit_a_phone(open_page, figure, model, show):
    long = "ayer compraste una revista muy famosa y una revista muy famosa y una revista muy famosa"
    page = open_page(figure(VIEW, "t", {"model": model, "show": show, "sentence": long}), width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, {"model": "fixed", "show": "steps", "sentence": TWO_NOUNS}, {"model": "fixed", "sentence": TWO_NOUNS}])
def test_axe_finds_nothing(open_page, figure, options, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure(VIEW, "t", options), color_scheme=scheme)
    page.get_by_text("Ver como tabla").click()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
