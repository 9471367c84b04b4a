"""The search over the page: what is found, how it is reached, what is said; from a host and from a folder."""

import re

import pytest

pytestmark = pytest.mark.browser

FIRST = "uno/primera/index.html"
DIALOG = "dialog.search[open]"


def violations(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


def open_search(page):
    page.locator("[data-opens=search]").click()
    page.locator(f"{DIALOG} .search-help p").first.wait_for()
    return page.locator(f"{DIALOG} [role=combobox]")


def told(page, words):
    page.wait_for_function("(words) => document.querySelector('.search-status').textContent.includes(words)", arg=words)


def titles(page):
    return [re.sub(r"\s+", " ", one).strip() for one in page.locator(f"{DIALOG} [role=option] .search-hit-title").all_inner_texts()]


@pytest.fixture(params=["http", "file"])
def first(request, ways_book, host):
    return host(ways_book, "/a/b/").address + FIRST if request.param == "http" else (ways_book / FIRST).as_uri()


def test_words_are_found_with_their_context_and_lead_to_their_section(visit, first):
    page = visit(first)
    field = open_search(page)
    field.fill("peso")
    told(page, "resultados.")
    assert "El reparto" in titles(page) and "Comparar" in titles(page)
    hit = page.locator(f"{DIALOG} [role=option]").filter(has_text="El reparto").first
    hit.locator("mark").first.wait_for()
    assert hit.locator("mark").all_inner_texts() == ["pesos"]
    assert page.locator(f"{DIALOG} .search-group-name").filter(has_text="Bloque 1 · Lección 2").count() == 1
    page.locator(f"{DIALOG} [role=option]").filter(has_text="Comparar").first.click()
    page.wait_for_url("**/uno/segunda/index.html#comparar")


def test_nothing_of_the_search_is_fetched_before_it_is_opened(visit, ways_book, host):
    served = host(ways_book)
    page = visit(served.address + FIRST)
    page.wait_for_load_state("networkidle")
    mine = re.compile(r"/(buscar/|assets/search\.)")
    assert [path for path in served.requested if mine.search(path)] == []
    open_search(page).fill("máscara ")
    told(page, "1 resultado.")
    # A lesson that isn't written is at its place on the map, and has no text to be fetched.
    assert [path.split(".")[0] for path in served.requested if mine.search(path)] == ["/assets/search", "/buscar/indice"]
    assert page.locator(f"{DIALOG} [role=option]").get_attribute("href") == "../../mapa/index.html#leccion-dos-cuarta"
    assert "en preparación" in page.locator(f"{DIALOG} .search-group-name").inner_text()


def test_the_keyboard_goes_through_the_results_and_opens_one(visit, first):
    page = visit(first)
    page.keyboard.press("/")
    page.locator(f"{DIALOG} .search-help p").first.wait_for()
    field = page.locator(f"{DIALOG} [role=combobox]")
    assert field.evaluate("(one) => one === document.activeElement")
    assert field.get_attribute("aria-expanded") == "false"
    page.keyboard.type("matriz")
    told(page, "1 resultado.")
    assert field.get_attribute("aria-expanded") == "true" and field.get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    active = field.get_attribute("aria-activedescendant")
    option = page.locator(f"#{active}")
    assert option.get_attribute("aria-selected") == "true"
    assert option.inner_text().startswith("Las matrices")
    # Past the last one is the field again.
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#las-matrices'")
    page.locator(DIALOG).wait_for(state="hidden")


def test_escape_closes_and_gives_the_focus_back(visit, first):
    page = visit(first)
    open_search(page).fill("pesos")
    told(page, "resultados.")
    page.keyboard.press("Escape")
    page.locator(DIALOG).wait_for(state="hidden")
    assert page.evaluate("document.activeElement.dataset.opens") == "search"
    # What was asked is still there, selected, so that the next letters replace it.
    page.keyboard.press("Enter")
    page.locator(DIALOG).wait_for()
    page.keyboard.type("hilo")
    told(page, "1 resultado.")
    assert page.locator(f"{DIALOG} [role=combobox]").input_value() == "hilo"


FOUND = {
    "ano ": "El reparto", "ensenar": "El reparto", "token": "El reparto", "codificaciones": "Figura 1.", "ecuación 1": "Ecuación 1",
    "alfa": "Ecuación 1", "softmax": "Ecuación 1", "alineacion": "Mirar hacia atrás", "«mirar hacia atrás»": "Mirar hacia atrás",
    "lección 2.1": "Todo junto",
}  # fmt: skip


def test_forms_formulas_numbers_and_phrases_find(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri())
    field = open_search(page)
    for typed, found in FOUND.items():
        field.fill(typed)
        page.locator(f"{DIALOG} [role=option]").filter(has_text=found).first.wait_for()
        field.fill("")
        page.locator(f"{DIALOG} [role=option]").first.wait_for(state="detached")


def test_a_phrase_needs_its_words_together_and_an_equation_shows_itself(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri())
    field = open_search(page)
    field.fill('"hacia atrás"')
    told(page, "1 resultado.")
    assert titles(page) == ["Mirar hacia atrás"]
    field.fill("softmax")
    page.locator(f"{DIALOG} .is-equation math").wait_for()


def test_when_nothing_is_found_the_nearest_word_is_offered(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri())
    field = open_search(page)
    field.fill("matrisez")
    told(page, "No hay nada con «matrisez».")
    page.get_by_role("button", name="¿Querías decir «matrices»?").click()
    told(page, "1 resultado.")
    assert field.input_value() == "matrices" and titles(page) == ["Las matrices"]
    field.fill("zzzzzzzz")
    told(page, "No hay nada con «zzzzzzzz».")
    links = page.locator(f"{DIALOG} .search-help a")
    assert [link.get_attribute("href") for link in links.all()] == ["../../index.html", "../../mapa/index.html"]


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (768, "light"), (1280, "dark")])
def test_it_fits_every_width_and_axe_finds_nothing(visit, ways_book, host, width, scheme):
    page = visit(host(ways_book).address + FIRST, width=width, height=700, scheme=scheme, reduced_motion="reduce")
    open_search(page).fill("el")
    page.locator(f"{DIALOG} mark").first.wait_for()
    page.keyboard.press("ArrowDown")
    box = page.locator(DIALOG).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= 700
    small = page.evaluate("""() => [...document.querySelectorAll("dialog.search :is(input, button, [role=option])")]
      .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 80))""")
    assert small == []
    spills = page.evaluate("[...document.querySelectorAll('dialog.search *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length")
    assert spills == 0
    assert violations(page) == []


def test_without_scripts_there_is_no_field_that_answers_nothing(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri(), java_script_enabled=False)
    assert not page.locator("[data-opens=search]").is_visible()
    assert not page.locator("[data-opens=shortcuts]").is_visible()


def test_a_search_that_cannot_be_fetched_says_so_and_tries_again(visit, ways_book, host):
    served = host(ways_book)
    page = visit(served.address + FIRST)
    failing = True

    def answer(route):
        # An empty script: the browser complains of a failed request in the console, and this page's console is watched.
        route.fulfill(body="", content_type="text/javascript") if failing else route.continue_()

    page.route("**/buscar/indice.js", answer)
    page.locator("[data-opens=search]").click()
    told(page, "no se pudo cargar")
    failing = False
    page.keyboard.press("Escape")
    open_search(page).fill("hilo")
    told(page, "1 resultado.")
