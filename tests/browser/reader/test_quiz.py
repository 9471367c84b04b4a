"""The questions: feedback for each option, answers that stay, and a page that holds without scripts or storage."""

import pytest

pytestmark = pytest.mark.browser

REFUSED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""


def question(page, number):
    return page.locator(".question").nth(number - 1)


def feedback(page, number):
    """What is said under the options of a question, each verdict and reason on a line of its own."""
    texts = question(page, number).locator(".feedback").all_inner_texts()
    return ["\n".join(line for line in text.splitlines() if line) for text in texts if text]


def test_each_option_has_its_own_feedback(visit, first_page):
    page = visit(first_page)
    question(page, 1).get_by_label("Uno.").check()
    assert feedback(page, 1) == ["Todavía no.\nTe falta uno."]
    question(page, 1).get_by_label("Dos, o sea").check()
    assert feedback(page, 1) == ["Correcto.\nEso es."]
    assert page.locator(".quiz-score").inner_text() == "1 de 2 correctas"


def test_several_options_are_checked_together(visit, first_page):
    page = visit(first_page)
    two = question(page, 2)
    two.get_by_role("button", name="Comprobar").click()
    assert feedback(page, 2) == ["Elige al menos una opción."]
    two.get_by_label("El dos.").check()
    two.get_by_label("El tres.").check()
    assert feedback(page, 2) == []
    two.get_by_role("button", name="Comprobar").click()
    assert feedback(page, 2) == ["Correcto.\nEs dos por uno.", "Todavía no.\nSobra uno."]
    assert page.locator(".quiz-score").inner_text() == "0 de 2 correctas"
    two.get_by_label("El tres.").uncheck()
    two.get_by_label("El cuatro.").check()
    two.get_by_role("button", name="Comprobar").click()
    assert page.locator(".quiz-score").inner_text() == "1 de 2 correctas"


@pytest.mark.parametrize("way", ["Enter", "the button"])
def test_arrows_choose_without_answering_and_the_answer_is_read_out(visit, first_page, way):
    page = visit(first_page)
    question(page, 1).locator("input").first.focus()
    page.keyboard.press("ArrowDown")
    assert feedback(page, 1) == []
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert feedback(page, 1) == []
    if way == "Enter":
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent.trim()") == "Comprobar"
        page.keyboard.press("Space")
    assert feedback(page, 1) == ["Correcto.\nEso es."]
    assert question(page, 1).locator(".feedback").nth(1).get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("way", ["http", "file"])
def test_answers_are_there_on_the_next_visit_and_can_be_forgotten(visit, small_book, first_page, way):
    url = first_page if way == "http" else (small_book / "uno/primera/index.html").as_uri()
    page = visit(url)
    question(page, 1).get_by_label("Uno.").check()
    page.close()
    again = visit(url, again=page.context)
    assert question(again, 1).get_by_label("Uno.").is_checked()
    assert feedback(again, 1) == ["Todavía no.\nTe falta uno."]
    again.get_by_role("button", name="Borrar mis respuestas").click()
    assert feedback(again, 1) == []
    again.reload()
    assert question(again, 1).locator("input:checked").count() == 0
    assert again.evaluate("() => Object.keys(localStorage).filter((key) => /respuestas|preguntas/.test(key))") == []


def test_answers_of_one_lesson_are_not_those_of_another(visit, small_book, host):
    address = host(small_book, prefix="/a/b/").address
    page = visit(address + "uno/primera/index.html")
    question(page, 1).get_by_label("Uno.").check()
    page.goto(address + "uno/segunda/index.html")
    assert page.locator(".question input:checked").count() == 0


def test_refused_storage_breaks_nothing_and_is_said(visit, first_page):
    page = visit(first_page, script=REFUSED)
    question(page, 1).get_by_label("Uno.").check()
    assert feedback(page, 1) == ["Todavía no.\nTe falta uno."]
    assert "no deja guardar" in page.locator(".memory-notice").inner_text()


def test_rubbish_in_storage_is_ignored(visit, first_page):
    page = visit(first_page)
    question(page, 1).get_by_label("Uno.").check()
    name = question(page, 1).get_attribute("data-question")
    for rubbish in ('"no"', f'{{"{name}": 3}}', f'{{"{name}": ["nohay"]}}', "{", "null"):
        page.evaluate("(text) => localStorage.setItem('libro:libro-de-lectura:1:respuestas:uno/primera', text)", rubbish)
        page.reload()
        assert question(page, 1).locator("input:checked").count() == 0


def test_without_scripts_the_answers_unfold(visit, first_page):
    page = visit(first_page, java_script_enabled=False)
    details = question(page, 1).locator("details")
    assert not details.locator("dl").is_visible()
    details.locator("summary").click()
    words = details.locator("dl").inner_text()
    assert "Te falta uno." in words and "incorrecta" in words and "Eso es." in words
    assert not page.get_by_role("button", name="Comprobar").is_visible()


def test_a_question_is_known_by_its_words_and_not_by_its_place(visit, first_page):
    page = visit(first_page)
    names = page.evaluate("() => [...document.querySelectorAll('.question')].map((one) => one.dataset.question)")
    assert len(set(names)) == 2 and all(name.startswith("pregunta-") for name in names)
    question(page, 2).get_by_label("El tres.").check()
    question(page, 2).get_by_role("button", name="Comprobar").click()
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('libro:libro-de-lectura:1:respuestas:uno/primera'))")
    assert list(kept) == [names[1]]
