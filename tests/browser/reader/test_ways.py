"""Where one is and where one can go: breadcrumb, needs, map, links that copy, the list of sections, cards of places."""

import pytest

pytestmark = pytest.mark.browser

FIRST, SECOND, THIRD, MAP = "uno/primera/index.html", "uno/segunda/index.html", "dos/tercera/index.html", "mapa/index.html"
CARD = ".card-popover:not([hidden])"
SPILL = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


def test_the_breadcrumb_says_where_one_is_and_leads_to_its_block(visit, ways_book):
    page = visit((ways_book / THIRD).as_uri())
    crumbs = page.get_by_role("navigation", name="Dónde estás")
    assert crumbs.get_by_role("listitem").all_inner_texts() == ["Un libro con caminos", "El segundo bloque", "Lección 1"]
    assert crumbs.locator("[aria-current=page]").inner_text() == "Lección 1"
    crumbs.get_by_role("link", name="El segundo bloque").click()
    page.wait_for_url("**/index.html#bloque-2")
    assert page.locator("#bloque-2").is_visible()


def test_a_lesson_says_what_it_needs_and_what_needs_it(visit, ways_book):
    page = visit((ways_book / SECOND).as_uri())
    assert page.locator(".prerequisites li a").all_inner_texts() == ["Mirar hacia atrás"]
    assert page.locator(".needed-by li a").all_inner_texts() == ["Todo junto"]
    page.get_by_role("link", name="Verla en el mapa del libro").click()
    page.wait_for_url("**/mapa/index.html#leccion-uno-segunda")
    last = visit((ways_book / THIRD).as_uri())
    assert last.locator(".needed-by").get_by_role("heading").inner_text() == "Ninguna otra lección necesita esta"
    # A lesson that isn't written yet is named, and leads nowhere.
    needs = last.locator(".prerequisites li")
    assert needs.filter(has_text="La máscara que vendrá").locator("a").count() == 0
    assert "en preparación" in needs.filter(has_text="La máscara que vendrá").inner_text()


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (768, "light"), (1280, "light")])
def test_the_map_is_drawn_and_told_as_a_list_at_every_width(visit, ways_book, host, width, scheme):
    page = visit(host(ways_book).address + MAP, width=width, scheme=scheme, reduced_motion="reduce")
    assert page.evaluate(SPILL) <= 0
    links = page.locator(".book-map a.map-lesson")
    assert [link.get_attribute("href") for link in links.all()] == [f"../{one}" for one in (FIRST, SECOND, THIRD)]
    boxes = [link.bounding_box() for link in links.all()]
    # A finger hits one and no other, and the letters are no smaller than a caption's.
    assert all(after["y"] >= before["y"] + before["height"] - 1 for before, after in zip(boxes, boxes[1:]))
    assert all(box["height"] >= 24 for box in boxes)
    size = page.evaluate("document.querySelector('.map-lesson text').getBoundingClientRect().height")
    assert size >= 12
    assert page.locator(".map-planned").get_attribute("aria-label") == "2.2 La máscara que vendrá (en preparación)"
    row = page.locator("#leccion-dos-tercera")
    assert row.locator("dl > div").first.inner_text().split("\n")[0].startswith("Necesita")
    assert row.locator("dd a").all_inner_texts() == ["Puntuar parejas"]
    assert page.locator("#leccion-dos-cuarta .planned-mark").inner_text() == "en preparación"
    assert page.locator("#leccion-dos-cuarta dd").inner_text().startswith("Todo junto")
    assert violations(page) == []


def test_a_lesson_on_the_map_lights_its_own_threads(visit, ways_book):
    page = visit((ways_book / MAP).as_uri())
    page.locator(".book-map a.map-lesson").nth(1).focus()
    lit = "[...document.querySelectorAll('.map-threads path')].map((one) => [one.dataset.from, one.dataset.to, one.getAttribute('class') || ''])"
    page.wait_for_function("document.querySelector('.book-map.is-asked') !== null")
    assert page.evaluate(lit) == [["0", "1", "needs"], ["1", "2", "leads"], ["3", "2", ""]]
    page.keyboard.press("Enter")
    page.wait_for_url("**/uno/segunda/index.html")


def test_the_map_is_whole_without_scripts(visit, ways_book):
    page = visit((ways_book / MAP).as_uri(), java_script_enabled=False)
    assert page.locator(".book-map").is_visible() and page.locator(".map-list li").count() == 4
    assert not page.locator(".map-live-caption").is_visible()


@pytest.mark.parametrize(("link", "hash"), [("#el-reparto .anchor", "#el-reparto"), ("#eq-reparto .equation-number", "#eq-reparto"), ("#hilo .figure-number", "#hilo")])
def test_a_link_to_a_place_copies_its_whole_address_and_says_so(visit, ways_book, host, link, hash):
    address = host(ways_book).address + FIRST
    page = visit(address, permissions=["clipboard-read", "clipboard-write"])
    page.locator(link).focus()
    page.keyboard.press("Enter")
    page.locator(".copied-tip.shown").wait_for()
    assert page.locator(".copied-tip").inner_text() == "Enlace copiado"
    assert page.locator(".copied-tip").get_attribute("role") == "status"
    assert page.evaluate("navigator.clipboard.readText()") == address + hash
    assert page.evaluate("location.hash") == hash
    page.locator(".copied-tip.shown").wait_for(state="detached")


def test_where_nothing_can_be_copied_the_address_bar_has_it(visit, ways_book):
    refused = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    page = visit((ways_book / FIRST).as_uri(), script=refused)
    page.locator("#el-reparto .anchor").focus()
    page.keyboard.press("Enter")
    page.locator(".copied-tip.shown").wait_for()
    assert page.locator(".copied-tip").inner_text() == "El enlace está en la barra de direcciones"
    assert page.url.endswith("#el-reparto")


def test_the_list_over_the_text_folds_when_a_section_is_chosen(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri(), width=360, height=640)
    fold = page.locator(".sections details")
    assert fold.get_attribute("open") is None
    page.locator(".sections summary").click()
    page.locator(".sections").get_by_role("link", name="Las matrices").click()
    page.wait_for_function("document.querySelector('.sections details').open === false")
    page.wait_for_function("document.querySelector('.sections a[aria-current=location]')?.textContent === 'Las matrices'")


def test_cards_show_how_sections_and_figures_begin_here_and_elsewhere(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri())
    expected = {"#el-reparto": ["Sección", "El reparto", "Los pesos se reparten"], "#hilo": ["Figura 1", "", "Un hilo, dos puntos"]}
    for target, (label, title, body) in expected.items():
        page.locator(f".prose a[href='{target}'][data-card]").first.focus()
        page.locator(f"{CARD} .card").wait_for()
        assert page.locator(f"{CARD} .card-label").inner_text() == label
        assert (page.locator(f"{CARD} .card-title").inner_text() if title else "") == title
        assert page.locator(f"{CARD} .card-body").inner_text().startswith(body)
        page.keyboard.press("Escape")
        page.locator(CARD).wait_for(state="hidden")
    other = visit((ways_book / SECOND).as_uri())
    other.locator(".prose [data-card]").focus()
    other.locator(CARD).wait_for()
    words = other.locator(CARD).inner_text()
    assert "Bloque 1 · Lección 1 · Mirar hacia atrás" in words and "El reparto" in words and "Los pesos se reparten entre los tokens" in words


def test_a_finger_gets_the_card_first_and_then_the_place(visit, ways_book):
    page = visit((ways_book / FIRST).as_uri(), width=360, height=740, has_touch=True, is_mobile=True)
    page.locator(".prose a[href='#el-reparto'][data-card]").tap()
    page.locator(CARD).get_by_role("link", name="Ir a la sección").tap()
    page.wait_for_function("location.hash === '#el-reparto'")


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_header_stays_one_line_with_its_tools(visit, ways_book, width):
    page = visit((ways_book / SECOND).as_uri(), width=width)
    page.wait_for_function("document.documentElement.dataset.scripts !== undefined")
    header = page.locator(".page-header").bounding_box()
    assert header["height"] < 80 and page.evaluate(SPILL) <= 0
    search = page.get_by_role("button", name="Buscar").bounding_box()
    assert search["height"] >= 44 and search["width"] >= 44 and search["x"] + search["width"] <= width
