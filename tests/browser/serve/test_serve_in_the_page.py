"""Under `libro serve` an open page follows its source: it stays where its reader stood, and shows what is wrong."""

import io
import shutil
import threading
from pathlib import Path

import pytest

from builder.files import Files
from builder.serving.server import BookServer
from builder.serving.watch import watch_book
from builder.serving.workshop import Workshop
from builder.site import Site
from builder.terminal import Terminal

BOOK = Path(__file__).parents[2] / "books" / "plain"
PAGE = "uno/segunda/index.html"
MARKED = """### Aparte

Un párrafo con *énfasis*, $x^2$ y [la primera](../1-primera/lesson.md), con su nota[^n].

- Un punto.

[^n]: La nota vieja.
"""
LONG = "\n\n".join(f"Párrafo {number}." for number in range(120))
FOLDED = ":::{derivation} Cuentas\nDentro.\n:::\n\n:::{derivation} Más cuentas\nDentro.\n:::\n"


@pytest.fixture
def lesson(tmp_path) -> Path:
    """The source of a long lesson with two folded parts and a paragraph that has everything."""
    book = Path(shutil.copytree(BOOK, tmp_path / "book"))
    source = book / "1-uno" / "2-segunda" / "lesson.md"
    source.write_text(source.read_text(encoding="utf-8") + f"\n{FOLDED}\n{MARKED}\n{LONG}\n\nFinal viejo.\n", encoding="utf-8")
    return source


@pytest.fixture
def workshop(lesson):
    made = Workshop(lesson.parents[2], Terminal(io.StringIO(), io.StringIO()))
    made.rebuild()
    return made


@pytest.fixture
def page(workshop, lesson, browser):
    """The lesson's page, open in a browser and following its source."""
    server = BookServer(("127.0.0.1", 0), workshop)
    threads = [
        threading.Thread(target=server.serve_forever, daemon=True),
        threading.Thread(target=watch_book, args=(workshop, server.closing), daemon=True),
    ]
    for thread in threads:
        thread.start()
    context = browser.new_context(viewport={"width": 900, "height": 600})
    page = context.new_page()
    page.set_default_timeout(60_000)
    with page.expect_response(lambda answer: "/__libro/news" in answer.url):
        page.goto(f"http://127.0.0.1:{server.port}/{PAGE}")
    yield page
    context.close()
    server.closing.set()
    server.shutdown()
    server.server_close()


def save(lesson: Path, old: str, new: str) -> None:
    lesson.write_text(lesson.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_page_loaded_anew_comes_back_where_its_reader_stood_with_what_was_unfolded(page, lesson):
    page.evaluate("() => { document.querySelectorAll('main details')[1].open = true; window.scrollTo(0, 1500); }")
    page.wait_for_function("() => window.scrollY === 1500")
    save(lesson, "Final viejo.", "Final viejo.\n\nUno más.")
    page.wait_for_function("() => document.body.textContent.includes('Uno más.') && window.scrollY === 1500")
    assert page.evaluate("() => [...document.querySelectorAll('main details')].slice(0, 2).map((one) => one.open)") == [False, True]


def text_of(page) -> str:
    return page.evaluate("() => document.querySelector('main .prose').innerHTML")


@pytest.mark.parametrize(("old", "new"), [
    ("Final viejo.", "Final nuevo."),
    ("Final viejo.", "Final **nuevo** con `código`, $y_1$ y [una salida](https://example.org)."),
    ("con *énfasis*, $x^2$ y [la", "sin énfasis, con $x^3$, antes de [la"),
    ("- Un punto.", "- Un punto.\n- Otro."),
], ids=["a word", "new marks", "beside a link with a card", "a point of a list"])
def test_plain_text_changes_in_the_page_that_stays_and_is_as_in_one_loaded_anew(page, lesson, old, new):
    before = text_of(page)
    page.evaluate("() => { window.same = true; }")
    save(lesson, old, new)
    page.wait_for_function("(before) => document.querySelector('main .prose').innerHTML !== before", arg=before)
    assert page.evaluate("() => window.same") is True
    changed = text_of(page)
    page.reload()
    assert text_of(page) == changed


def test_one_edit_after_another_stays_in_the_page(page, lesson):
    page.evaluate("() => { window.same = true; }")
    for old, new in (("viejo", "nuevo"), ("nuevo", "mejor"), ("mejor", "viejo")):
        save(lesson, f"Final {old}.", f"Final {new}.")
        page.wait_for_function("(text) => document.body.textContent.includes(text)", arg=f"Final {new}.")
    assert page.evaluate("() => window.same") is True


@pytest.mark.parametrize(("old", "new"), [
    ("Final viejo.", "Final viejo.\n\nUno más."),
    ("¿Cuánto es $1 + 1$?", "¿Cuánto es $1 + 2$?"),
    ("La nota vieja.", "La nota nueva."),
    ("[la primera](", "[la de antes]("),
    ("### Aparte", "### Adentro"),
], ids=["a paragraph more", "a question", "what a card shows", "a link with a card", "a heading"])
def test_what_scripts_hold_on_to_comes_with_the_page_loaded_anew(page, lesson, old, new):
    before = text_of(page)
    page.evaluate("() => { window.same = true; }")
    save(lesson, old, new)
    page.wait_for_function("() => document.readyState === 'complete' && !window.same")
    assert text_of(page) != before


def test_text_that_a_script_changed_is_not_mixed_with_what_was_saved(page, lesson):
    page.evaluate("""() => {
      window.same = true;
      [...document.querySelectorAll("p")].find((one) => one.textContent === "Final viejo.").textContent = "De un guion.";
    }""")
    save(lesson, "Final viejo.", "Final nuevo.")
    page.wait_for_function("() => !window.same && document.body.textContent.includes('Final nuevo.')")


def test_styles_are_swapped_in_the_page_that_stays(page, workshop):
    page.evaluate("() => { window.same = true; }")
    style = page.evaluate("() => document.querySelector('link[rel=stylesheet]').getAttribute('href')")
    html = workshop.site.pages[PAGE].replace(style.encode(), b"../../assets/nuevo.css")
    workshop.site = Site(Files(workshop.site.pages, {PAGE: html, "assets/nuevo.css": b"body { outline: 7px solid }"}), workshop.site.folders)
    for tell in list(workshop._listeners):
        tell()
    page.wait_for_function("() => getComputedStyle(document.body).outlineWidth === '7px'")
    assert page.evaluate("() => window.same") is True


def test_a_fault_is_shown_over_the_last_good_page_until_it_is_mended(page, lesson):
    save(lesson, "Final viejo.", "Final {nada}`x`.")
    box = page.get_by_role("alert").filter(has_text="role-unknown")
    box.wait_for()
    assert "lesson.md" in box.inner_text()
    assert page.get_by_text("Final viejo.").count() == 1
    save(lesson, "Final {nada}`x`.", "Final viejo.")
    box.wait_for(state="detached")
    assert page.get_by_text("Final viejo.").count() == 1
