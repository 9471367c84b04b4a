"""A book that was visited once is there without its host; a new version comes whole, when the reader says so, or not at all."""

import pytest

from .conftest import BOOKS, READY, until

pytestmark = pytest.mark.browser

LESSON = "uno/primera/index.html"
OLD, NEW = "La primera", "La primera, corregida"
LATER = "caches.keys().then(async (names) => (await caches.open(names.find((name) => name.endsWith(':later')))).keys())"
STORES = "caches.keys().then((names) => names.filter((name) => name.startsWith('libro:') && !name.endsWith(':later')).length)"


def first_visit(reader, address):
    """A page whose book is in the browser."""
    page = reader.new_page()
    page.goto(address)
    page.wait_for_function(READY)
    return page


def update_button(page):
    return page.locator(".version-notice").get_by_role("button", name="Actualizar")


def test_after_one_visit_every_page_is_there_without_the_host(shelf, reader, first_edition):
    host = shelf(first_edition)
    first_visit(reader, host.address)
    host.silent = True
    page = reader.new_page()
    for url in sorted(path.relative_to(first_edition).as_posix() for path in first_edition.rglob("*.html")):
        page.goto(host.address + url.removesuffix("index.html"))
        assert page.locator("h1").inner_text() == title_of(first_edition / url)
        # Its style sheet came too, and the letters of its fonts.
        assert page.evaluate("document.styleSheets[0].cssRules.length") > 50
        assert page.evaluate("document.fonts.ready.then(() => [...document.fonts].some((one) => one.status === 'loaded'))")
    # An address that nobody knows leads to the page that says so.
    page.goto(f"{host.address}no/hay/nada.html")
    assert page.locator("h1").inner_text() == "Esta página no existe"
    # A folder without its slash is that folder.
    page.goto(f"{host.address}uno/segunda")
    assert page.url == f"{host.address}uno/segunda/"


def title_of(file):
    text = file.read_text(encoding="utf-8")
    start = text.index("<h1")
    return text[text.index(">", start) + 1 : text.index("</h1>", start)].strip()


def test_python_that_was_used_once_runs_without_the_host(shelf, reader, build_book):
    host = shelf(build_book(BOOKS / "python"))
    page = first_visit(reader, f"{host.address}uno/celdas/")
    run(page)
    loaded = [name for name in host.requested if name.startswith("python/")]
    assert loaded and not [name for name in loaded if "/file/" in name]
    until(page, f"{LATER}.then((kept) => kept.length === {len(loaded)})")
    host.silent = True
    page.reload()
    run(page)
    assert len([name for name in host.requested if name.startswith("python/")]) == len(loaded)


def run(page):
    cell = page.locator(".code-cell").first
    cell.get_by_role("button", name="Ejecutar", exact=True).click()
    cell.get_by_text("Listo").first.wait_for()


def test_a_new_version_is_announced_and_comes_when_the_reader_asks(shelf, reader, first_edition, second_edition):
    host = shelf(first_edition)
    page = first_visit(reader, host.address + LESSON)
    other = reader.new_page()
    other.goto(host.address)
    host.folder = second_edition
    before = len(host.requested)
    page.reload()
    update_button(page).wait_for()
    # Until then all is of the first edition, whatever the host has.
    assert page.locator("h1").inner_text() == OLD
    assert page.locator(".version-notice [role=status]").inner_text() == "Hay una versión nueva del libro."
    # What both editions have was not fetched again.
    fetched = set(host.requested[before:])
    assert LESSON in fetched and "uno/segunda/index.html" not in {
        name for name in fetched if same(first_edition, second_edition, name)
    }
    update_button(page).click()
    page.get_by_role("heading", level=1, name=NEW, exact=True).wait_for()
    # The other open page follows, and the old edition is gone.
    other.get_by_text(NEW).first.wait_for()
    until(page, f"{STORES}.then((count) => count === 1)")
    host.silent = True
    page.reload()
    assert page.locator("h1").inner_text() == NEW
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 50


def same(one, other, name):
    files = (one / name, other / name)
    return all(file.is_file() for file in files) and files[0].read_bytes() == files[1].read_bytes()


def test_a_half_published_version_never_reaches_the_reader(shelf, reader, first_edition, second_edition):
    host = shelf(first_edition)
    page = first_visit(reader, host.address + LESSON)
    # The new worker is there and most of its files, but the lesson is still the old one.
    host.folder = second_edition
    host.other = {LESSON: (first_edition / LESSON).read_bytes()}
    page.reload()
    tried = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const fresh = registration.installing ?? await registration.update().then(() => registration.installing).catch(() => null);
      if (!fresh) return "gone";
      return new Promise((resolve) => {
        const look = () => { if (fresh.state === "redundant" || fresh.state === "installed") resolve(fresh.state); };
        fresh.addEventListener("statechange", look);
        look();
      });
    }""")
    assert tried in ("redundant", "gone")
    assert page.locator("h1").inner_text() == OLD
    assert page.locator(".version-notice").count() == 0
    host.silent = True
    page.goto(host.address + "uno/segunda/")
    page.goto(host.address + LESSON)
    assert page.locator("h1").inner_text() == OLD
    # Once it is all there, it is offered.
    host.silent, host.other = False, {}
    page.reload()
    update_button(page).click()
    page.get_by_role("heading", level=1, name=NEW, exact=True).wait_for()


def test_a_book_that_is_withdrawn_leaves_nothing_behind_but_what_is_not_its_own(shelf, reader, first_edition, last_edition):
    host = shelf(first_edition)
    page = first_visit(reader, host.address)
    page.evaluate("caches.open('de-otro')")
    host.folder = last_edition
    page.reload()
    until(page, "navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
    assert page.evaluate("caches.keys()") == ["de-otro"]
    page.goto(host.address + LESSON)
    assert page.locator("h1").inner_text() == OLD
    assert page.evaluate("navigator.serviceWorker.controller") is None
    assert page.evaluate("document.documentElement.dataset.worker") is None


def test_without_its_worker_the_page_is_whole(shelf, reader, first_edition):
    host = shelf(first_edition)
    host.other = {"sw.js": None}
    page = reader.new_page()
    raised = []
    page.on("pageerror", lambda error: raised.append(str(error)))
    page.goto(host.address + LESSON)
    page.wait_for_function("document.querySelector('link[rel=manifest]') !== null")
    assert page.locator("h1").inner_text() == OLD
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert raised == []


def test_from_a_folder_nothing_is_registered_nor_complained_of(visit, first_edition):
    page = visit((first_edition / LESSON).as_uri(), service_workers="allow")
    page.wait_for_function("document.readyState === 'complete'")
    assert page.locator("link[rel=manifest]").count() == 0
    assert page.locator(".version-notice").count() == 0


def test_the_book_can_be_installed(shelf, reader, first_edition):
    host = shelf(first_edition)
    page = first_visit(reader, host.address + LESSON)
    session = reader.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"] == f"{host.address}manifest.json"
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])
