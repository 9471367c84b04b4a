"""The pages' policy: code and letters from elsewhere, and code slipped into a page, never run; what the book does itself always may."""

import io
import shutil
import threading

import pytest

from builder.serving.server import BookServer
from builder.serving.workshop import Workshop
from builder.terminal import Terminal

from .conftest import BOOKS, until

pytestmark = pytest.mark.browser

LESSON = "uno/primera/index.html"
WATCH = """document.addEventListener("securitypolicyviolation", (event) => {
  (window.blocked ??= []).push(event.effectiveDirective);
});"""


@pytest.mark.parametrize("on_a_host", [True, False])
def test_what_is_slipped_into_a_page_does_not_run(browser, shelf, first_edition, on_a_host):
    address = shelf(first_edition).address if on_a_host else f"{first_edition.as_uri()}/"
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address + LESSON)
    page.evaluate("""() => {
      const add = (name, values) => document.body.append(Object.assign(document.createElement(name), values));
      add("script", { textContent: "window.ran = 'inline'" });
      add("script", { src: "https://example.org/far.js" });
      add("div", { innerHTML: "<img src='x:' onerror=\\"window.ran = 'handler'\\">" });
      add("iframe", { src: "https://example.org/" });
      add("img", { src: "https://example.org/far.png" });
      add("style", { textContent: "body { display: none }" });
    }""")
    page.evaluate("fetch('https://example.org/steal').catch(() => {})")
    page.evaluate("() => { const base = document.createElement('base'); base.href = 'https://example.org/'; document.head.append(base); }")
    page.wait_for_function("(window.blocked ?? []).length >= 8")
    assert set(page.evaluate("window.blocked")) >= {
        "script-src-elem", "script-src-attr", "frame-src", "img-src", "style-src-elem", "connect-src", "base-uri",
    }
    assert page.evaluate("window.ran") is None
    assert page.evaluate("getComputedStyle(document.body).display") != "none"
    assert not page.evaluate("document.baseURI").startswith("https://example.org")
    context.close()


def test_every_kind_of_page_lives_by_its_policy(visit, host, first_edition, build_book):
    # `visit` takes every violation for a complaint.
    python = build_book(BOOKS / "python")
    for folder, urls in ((first_edition, ("index.html", LESSON, "404.html", "cuaderno/index.html")), (python, ("uno/celdas/index.html",))):
        for address in (host(folder).address, f"{folder.as_uri()}/"):
            for url in urls:
                page = visit(address + url, script=WATCH)
                page.wait_for_function("document.documentElement.dataset.scripts === '' && document.readyState === 'complete'")
                page.evaluate("document.fonts.ready")
                assert page.evaluate("window.blocked ?? []") == [], url


def test_the_look_that_was_chosen_is_there_before_the_page_is_drawn(visit, first_edition):
    page = visit((first_edition / LESSON).as_uri())
    book = page.evaluate("document.documentElement.dataset.book")
    page.evaluate("(book) => localStorage.setItem(`libro:${book}:1:aspecto`, JSON.stringify({ colours: 'dark' }))", book)
    again = visit(None, again=page.context)
    again.add_init_script("""new MutationObserver((_, observer) => {
      if (document.body) { window.first = document.documentElement.dataset.theme; observer.disconnect(); }
    }).observe(document, { childList: true, subtree: true });""")
    again.goto(page.url)
    assert again.evaluate("window.first") == "dark"


def test_an_edited_page_comes_up_to_date_under_serve(visit, tmp_path):
    book = shutil.copytree(BOOKS / "plain", tmp_path / "plain")
    workshop = Workshop(book, Terminal(io.StringIO(), io.StringIO()))
    workshop.rebuild()
    server = BookServer(("127.0.0.1", 0), workshop, frozenset())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        page = visit(f"http://127.0.0.1:{server.port}/{LESSON}", service_workers="allow")
        assert page.locator("h1").inner_text() == "La primera"
        # An author's book lives in no browser.
        assert page.evaluate("document.documentElement.dataset.worker") is None
        lesson = book / "1-uno/1-primera/lesson.md"
        lesson.write_text(lesson.read_text(encoding="utf-8").replace("La primera", "La primera, corregida"), encoding="utf-8")
        workshop.rebuild()
        page.get_by_role("heading", level=1, name="La primera, corregida").wait_for()
        until(page, "navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
