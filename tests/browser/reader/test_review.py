"""The review: what was missed comes back today, and then after one, three, seven and sixteen days of right answers."""

import datetime as dt
import json

import pytest

pytestmark = pytest.mark.browser

FIRST, REVIEW = "uno/primera/index.html", "repaso/index.html"
KEY = "libro:libro-de-lectura:1:repaso"
NOON = dt.datetime(2026, 3, 2, 12, 0)


def deck(page):
    return page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", KEY)


def open_on(visit, url, day, again=None):
    """A page whose clock says noon of `day` days after the first."""
    page = visit(None, again=again)
    page.clock.set_fixed_time(NOON + dt.timedelta(days=day))
    page.goto(url)
    return page


def said(page):
    return page.locator(".review-said").inner_text()


def answer(page, label):
    page.locator(".review-place").get_by_label(label).check()


def test_a_missed_question_comes_back_ever_more_rarely_until_it_is_learnt(visit, small_book):
    # From a folder; the others are on a host.
    root = f"{small_book.as_uri()}/"
    page = open_on(visit, root + FIRST, 0)
    page.get_by_label("Uno.").check()
    page.get_by_label("Dos, o sea").check()
    (key,) = deck(page)
    today = deck(page)[key]["due"]
    assert key.startswith("uno/primera#") and deck(page)[key] == {"step": 0, "due": today}
    page.get_by_role("link", name="Repasar lo que fallaste").click()
    page.wait_for_url("**/repaso/index.html")
    context = page.context
    # Days after the first; what is said; the day on which it comes back.
    for day, words, due in [
        (0, "Vuelve mañana.", 1),
        (1, "Vuelve dentro de 3 días.", 4),
        (4, "Vuelve dentro de 7 días.", 11),
        (11, "Vuelve dentro de 16 días.", 27),
        (27, "Cinco aciertos seguidos: sale del repaso.", None),
    ]:
        page = open_on(visit, root + REVIEW, day, again=context)
        assert "Bloque 1 · Lección 1, «La primera lección»" in page.locator(".review-from").inner_text()
        answer(page, "Dos, o sea")
        assert said(page) == words
        assert deck(page) == (None if due is None else {key: {"step": deck(page)[key]["step"], "due": today + due}})
        page.get_by_role("button", name="Siguiente pregunta").click()
        assert said(page).startswith("Por hoy, nada más.")
        page.close()
    page = open_on(visit, root + REVIEW, 28, again=context)
    assert said(page) == "No hay nada que repasar. Aquí aparecen las preguntas que falles en las lecciones."


def test_before_its_day_it_rests(visit, small_book, host):
    address = host(small_book).address
    page = open_on(visit, address + REVIEW, 0)
    questions = page.evaluate("() => Object.keys(bookQuestions)")
    day = page.evaluate("() => Math.round(Date.UTC(2026, 2, 2) / 86400000)")
    page.evaluate("([key, deck]) => localStorage.setItem(key, JSON.stringify(deck))", [KEY, {questions[0]: {"step": 1, "due": day + 1}}])
    page.reload()
    assert said(page) == "No hay nada que repasar. La próxima pregunta vuelve mañana."
    assert not page.locator(".review-place").is_visible()


def test_missed_again_it_comes_at_the_end_and_begins_anew(visit, small_book, host):
    address = host(small_book).address
    page = open_on(visit, address + FIRST, 0)
    page.get_by_label("Uno.").check()
    two = page.locator(".question").nth(1)
    two.get_by_label("El tres.").check()
    two.get_by_role("button", name="Comprobar").click()
    assert len(deck(page)) == 2
    page.goto(address + REVIEW)
    place = page.locator(".review-place")
    assert "Pregunta 1 de 2" in place.inner_text()
    order = []
    for expected in ("Volverá hoy mismo, al final.", "Vuelve mañana.", "Vuelve mañana."):
        if place.get_by_label("Uno.").count():
            order.append("uno")
            answer(page, "Uno." if expected.startswith("Volverá") else "Dos, o sea")
        else:
            order.append("pares")
            for label in ("El dos.", "El cuatro.") if not expected.startswith("Volverá") else ("El tres.",):
                answer(page, label)
            place.get_by_role("button", name="Comprobar").click()
        assert said(page) == expected
        # The reasons of the other options may be read: the first answer is the one that counts.
        before = deck(page)
        place.locator("input").first.click()
        assert deck(page) == before
        page.get_by_role("button", name="Siguiente pregunta").click()
    assert order[0] == order[2] != order[1]
    assert said(page) == "Por hoy, nada más. La próxima pregunta vuelve mañana."
    assert {card["step"] for card in deck(page).values()} == {1}


def test_the_next_question_takes_the_focus(visit, small_book, host):
    address = host(small_book).address
    page = visit(address + REVIEW)
    keys = page.evaluate("() => Object.keys(bookQuestions)")
    page.evaluate("([key, deck]) => localStorage.setItem(key, JSON.stringify(deck))", [KEY, {one: {"step": 0, "due": 1} for one in keys}])
    page.reload()
    page.locator(".review-place input").first.focus()
    page.keyboard.press("Space")
    button = page.locator(".review-place .question-check button")
    if not page.get_by_role("button", name="Siguiente pregunta").is_visible():
        button.click()
    page.get_by_role("button", name="Siguiente pregunta").press("Enter")
    assert page.evaluate("() => document.activeElement.localName") == "legend"
    assert "Pregunta 2 de" in page.locator(".review-from").inner_text()


def test_a_question_that_the_book_no_longer_has_is_forgotten(visit, small_book, host):
    address = host(small_book).address
    page = visit(address + REVIEW)
    gone = {"uno/primera#pregunta-00000000": {"step": 0, "due": 1}}
    page.evaluate("([key, deck]) => localStorage.setItem(key, deck)", [KEY, json.dumps(gone)])
    page.reload()
    assert said(page).startswith("No hay nada que repasar.")
    assert deck(page) is None


def test_questions_are_loaded_by_the_review_alone_and_their_formulas_are_whole(visit, small_book, host):
    served = host(small_book)
    page = visit(served.address + FIRST)
    assert [path for path in served.requested if "preguntas" in path] == []
    page.goto(served.address + REVIEW)
    assert len([path for path in served.requested if "preguntas" in path]) == 1
    html = page.evaluate("() => Object.values(bookQuestions).map((one) => one.html).join('')")
    assert html.count('class="katex"') == 1 and html.count("<fieldset") == 3
