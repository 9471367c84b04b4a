"""What the device remembers: the place, what has been read, and one page that shows it, takes it along and forgets it."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

FIRST, SECOND, COVER, NOTEBOOK = "uno/primera/index.html", "uno/segunda/index.html", "index.html", "cuaderno/index.html"
PREFIX = "libro:libro-de-lectura:1:"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };"
REFUSED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""
KEPT = {
    "aspecto": {"colours": "dark", "contrast": "system", "text": "normal"},
    "avance:uno/primera": {"of": 11, "seen": [[0, 4]], "read": False},
    "avance:uno/segunda": {"of": 2, "seen": [[0, 1]], "read": True},
    "lugar:uno/primera": {"block": 7, "of": 0, "section": "una-tabla", "share": 0.6},
    "respuestas:uno/segunda": {},
    "preguntas:uno/segunda": {"of": 1, "answered": 1, "right": 1},
    "celda:uno/primera:pesos": {"source": "x = '<b>1</b>'", "base": 3},
    "figura:uno/primera:mapa": {"step": 3},
    "ultima": "uno/primera",
}


@pytest.fixture(params=["http", "file"])
def root(request, small_book, host):
    return f"{small_book.as_uri()}/" if request.param == "file" else host(small_book, prefix="/a/b/").address


@pytest.fixture
def address(small_book, host):
    return host(small_book).address


def remember(page, entries):
    page.evaluate(
        "([prefix, entries]) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(prefix + key, JSON.stringify(value)))",
        [PREFIX, entries],
    )


def remembered(page):
    found = page.evaluate("() => Object.entries(localStorage)")
    return {key.removeprefix(PREFIX): json.loads(value) for key, value in found if key.startswith(PREFIX)}


def wait_for_kept(page, key, test="true"):
    page.wait_for_function(
        "([key, test]) => { const value = JSON.parse(localStorage.getItem(key)); return value !== null && (!test || value.read === true); }",
        arg=[PREFIX + key, test == "read"],
    )


def test_the_place_is_offered_and_the_page_never_jumps_by_itself(visit, root):
    page = visit(root + FIRST, height=500)
    page.locator("#una-tabla").evaluate("(one) => one.scrollIntoView()")
    page.wait_for_function(
        "(key) => JSON.parse(localStorage.getItem(key))?.section === 'una-tabla'", arg=f"{PREFIX}lugar:uno/primera"
    )
    page.close()

    again = visit(root + FIRST, again=page.context)
    offer = again.get_by_role("button", name="Seguir donde estabas: «Una tabla»")
    assert offer.is_visible() and again.evaluate("() => scrollY") == 0
    # It is the first thing that the keyboard finds in the text.
    again.locator("#contenido").focus()
    again.keyboard.press("Tab")
    assert offer.evaluate("(one) => one === document.activeElement")
    again.keyboard.press("Enter")
    again.wait_for_function("() => scrollY > 100")
    assert again.locator("#una-tabla").evaluate("(one) => Math.abs(one.getBoundingClientRect().top) < 400")
    assert again.locator(".resume").count() == 0
    again.close()

    declined = visit(root + FIRST, again=page.context)
    declined.get_by_role("button", name="Quedarme aquí").click()
    assert declined.locator(".resume").count() == 0
    declined.close()
    # Who came by a link to a section is where she wants to be.
    linked = visit(root + FIRST + "#preguntas", again=page.context)
    linked.wait_for_function("() => scrollY > 0")
    assert linked.locator(".resume").count() == 0


def test_the_cover_leads_back(visit, root):
    page = visit(root + COVER)
    assert not page.locator(".cover-resume").is_visible()
    remember(page, {"ultima": "uno/segunda"})
    page.reload()
    page.get_by_role("link", name="Seguir donde estabas: «La segunda lección»").click()
    page.wait_for_url("**/uno/segunda/index.html")


def test_what_was_on_the_screen_is_read_and_the_cover_says_so(visit, address):
    page = visit(address + SECOND, height=3000)
    wait_for_kept(page, "avance:uno/segunda", "read")
    assert page.locator(".lesson-end").inner_text() == "Lecciones leídas de este bloque: 1 de 2."
    page.get_by_label("Sí.").check()
    assert "Preguntas de esta lección: 1 de 1 bien." in page.locator(".lesson-end").inner_text()
    # In a low window most of the first lesson has not been on the screen.
    page.set_viewport_size({"width": 1280, "height": 400})
    page.goto(address + FIRST)
    wait_for_kept(page, "avance:uno/primera")
    assert remembered(page)["avance:uno/primera"]["read"] is False
    page.goto(address + COVER)
    marks = page.locator(".lesson-mark").all_inner_texts()
    assert marks == ["a medias", "leída · 1 de 1 preguntas bien"]
    assert page.locator(".block-mark").inner_text() == "1 de 2 leídas · 1 de 1 preguntas bien"


def test_the_notebook_shows_all_that_is_kept(visit, root):
    page = visit(root + NOTEBOOK)
    assert page.get_by_text("Todavía no hay nada").is_visible()
    assert page.get_by_role("button", name="Descargar el cuaderno").is_disabled()
    remember(page, KEPT)
    page.reload()
    first, second = page.locator(".notebook-lesson").all()
    assert first.get_by_role("link", name="La primera lección").get_attribute("href") == "../uno/primera/index.html"
    for words in ("Leída en un 45 %.", "Figuras que guardaste: mapa."):
        assert first.get_by_text(words).is_visible()
    # What a reader wrote is text, whatever it looks like.
    first.locator("summary", has_text="«pesos»").click()
    assert first.locator("pre").inner_text() == "x = '<b>1</b>'"
    assert [line for line in second.inner_text().splitlines() if "Preguntas" in line or "Leída" in line] == [
        "Leída.", "Preguntas: 1 de 1 bien.",
    ]  # fmt: skip
    assert page.locator(".notebook-rest").inner_text() == "Aspecto: Colores: oscuros."
    first.get_by_role("button", name="Borrar lo de esta lección").click()
    assert page.locator(".notebook-said").inner_text() == "Borrado lo de «La primera lección»."
    assert sorted(remembered(page)) == ["aspecto", "avance:uno/segunda", "preguntas:uno/segunda", "respuestas:uno/segunda"]


def test_a_notebook_goes_to_another_device(visit, address, tmp_path):
    page = visit(address + NOTEBOOK)
    remember(page, KEPT)
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Descargar el cuaderno").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "cuaderno-libro-de-lectura.json"
    assert json.loads(path.read_text(encoding="utf-8"))["entries"] == KEPT

    other = visit(address + NOTEBOOK)
    other.locator("input[type=file]").set_input_files(path)
    other.get_by_text(f"Importado: {len(KEPT)} anotaciones.").wait_for()
    assert remembered(other) == KEPT
    assert other.locator(".notebook-lesson").count() == 2


@pytest.mark.parametrize(
    "text,words",
    [
        ("no", "Ese archivo no es un cuaderno"),
        (json.dumps({"kind": "cuaderno de un libro explorable", "version": 1, "book": "otro", "entries": {}}), "es de otro libro"),
        (json.dumps({"kind": "cuaderno de un libro explorable", "version": 9, "book": "libro-de-lectura", "entries": {}}), "más nueva"),
    ],
)
def test_a_file_that_is_no_notebook_changes_nothing(visit, address, tmp_path, text, words):
    page = visit(address + NOTEBOOK)
    path = tmp_path / "cuaderno.json"
    path.write_text(text, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(path)
    page.locator(".notebook-said", has_text=words).wait_for()
    assert remembered(page) == {}


def test_all_is_forgotten_once_it_is_confirmed(visit, address):
    page = visit(address + NOTEBOOK)
    remember(page, KEPT)
    page.evaluate("() => { localStorage.setItem('otro', '1'); localStorage.setItem('libro:libro-de-lectura:0:vieja', '1'); }")
    page.reload()
    page.get_by_role("button", name="Borrar todo").click()
    assert page.locator(":focus").inner_text() == "No, dejarlo"
    page.keyboard.press("Enter")
    assert len(remembered(page)) == len(KEPT)
    page.get_by_role("button", name="Borrar todo").click()
    page.get_by_role("button", name="Sí, borrar todo").click()
    page.get_by_text("Este libro ya no guarda nada").wait_for()
    assert page.evaluate("() => Object.keys(localStorage)") == ["otro"]
    assert page.get_by_text("Todavía no hay nada").is_visible()


@pytest.mark.parametrize("way", [FULL, REFUSED])
def test_without_a_memory_everything_goes_on_until_the_page_is_closed(visit, address, way):
    page = visit(address + FIRST, script=way)
    page.locator("#una-tabla").evaluate("(one) => one.scrollIntoView()")
    assert not page.locator(".memory-notice").is_visible()
    page.get_by_label("Uno.").check()
    assert "Todavía no." in page.locator(".feedback").all_inner_texts()[0]
    assert "se perderá al cerrar la página" in page.locator(".memory-notice").inner_text()
    page.get_by_label("Dos, o sea").check()
    assert page.locator(".memory-notice").count() == 1
    assert "Preguntas de esta lección: 1 de 2 bien." in page.locator(".lesson-end").inner_text()
    page.goto(address + NOTEBOOK)
    assert page.get_by_text("Todavía no hay nada").is_visible()


def test_whatever_is_found_under_its_keys_breaks_no_page(visit, address):
    page = visit(address + COVER)
    keys = [*KEPT, "respuestas:uno/primera", "preguntas:uno/primera", "repaso", "lugar:uno/segunda"]
    for rubbish in ("{", "[[1]]", '{"of": "x", "seen": {}, "read": 1, "source": 3, "step": []}'):
        page.evaluate("([prefix, keys, text]) => keys.forEach((key) => localStorage.setItem(prefix + key, text))", [PREFIX, keys, rubbish])
        for url in (COVER, FIRST, SECOND, NOTEBOOK, "repaso/index.html"):
            page.goto(address + url)
            assert page.locator("h1").is_visible()


def test_the_notebook_says_what_it_is_without_scripts(visit, small_book):
    page = visit((small_book / NOTEBOOK).as_uri(), java_script_enabled=False)
    assert page.get_by_text("Nada de esto sale de tu dispositivo").is_visible()
    assert not page.get_by_role("button").first.is_visible()


def test_a_book_keeps_to_its_own_keys(visit, address):
    page = visit(address + FIRST)
    page.get_by_label("Uno.").check()
    assert all(key.startswith(PREFIX) for key in page.evaluate("() => Object.keys(localStorage)"))
    assert Path(FIRST).parent.as_posix() == "uno/primera" and "respuestas:uno/primera" in remembered(page)
