"""Colours, contrast and size of letters: chosen in the header, remembered, worn before anything is drawn; else the system's."""

import pytest

pytestmark = pytest.mark.browser

LIGHT, DARK, WHITE, BLACK = "rgb(251, 248, 242)", "rgb(23, 24, 27)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"
REFUSED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""
# What the page wears at the moment when there is a body that could be drawn.
AT_FIRST = """
new MutationObserver(() => {
  if (document.body && !("early" in window)) window.early = { ...document.documentElement.dataset };
}).observe(document, { childList: true, subtree: true });
"""


def choose(page, part, choice):
    if not page.locator(".look-panel").is_visible():
        page.locator(".look summary").click()
    page.locator(".look").get_by_role("group", name=part).get_by_label(choice, exact=True).check()


def paper(page):
    return page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")


def frame(page):
    """The colours that the page gives to the browser's own frame, for a light and a dark system."""
    return page.evaluate("() => [...document.querySelectorAll('meta[name=theme-color]')].map((one) => one.content)")


@pytest.mark.parametrize("scheme,own", [("light", LIGHT), ("dark", DARK)])
def test_without_a_choice_it_is_the_system_s(visit, first_page, scheme, own):
    page = visit(first_page, scheme=scheme)
    assert paper(page) == own
    assert frame(page) == ["#fbf8f2", "#17181b"]
    page.locator(".look summary").click()
    for part in ("Colores", "Contraste"):
        assert page.locator(".look").get_by_role("group", name=part).get_by_label("Como el sistema").is_checked()


@pytest.mark.parametrize("way", ["http", "file"])
def test_a_choice_holds_on_every_page_from_its_first_moment(visit, small_book, host, way):
    root = f"{small_book.as_uri()}/" if way == "file" else host(small_book, prefix="/a/b/").address
    page = visit(root + "uno/primera/index.html")
    choose(page, "Colores", "Oscuros")
    assert (paper(page), frame(page)) == (DARK, ["#17181b", "#17181b"])
    choose(page, "Tamaño del texto", "Grande")
    for url in ("index.html", "cuaderno/index.html"):
        other = visit(root + url, again=page.context, script=AT_FIRST)
        assert paper(other) == DARK
        early = other.evaluate("() => window.early")
        assert (early["theme"], early["text"], early["scripts"]) == ("dark", "large", "")
        other.close()
    choose(page, "Colores", "Como el sistema")
    choose(page, "Tamaño del texto", "Normal")
    assert (paper(page), frame(page)) == (LIGHT, ["#fbf8f2", "#17181b"])
    # All as the system has it is no choice, and nothing is kept of it.
    assert page.evaluate("() => Object.keys(localStorage).filter((key) => key.endsWith('aspecto'))") == []


def test_an_open_page_follows_the_choice_made_in_another(visit, first_page):
    page = visit(first_page)
    other = visit(first_page, again=page.context)
    choose(page, "Colores", "Oscuros")
    other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert paper(other) == DARK


RATIO = """(names) => {
  const light = (colour) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = colour;
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
    probe.remove();
    const [x, y, z] = [r, g, b].map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = light("var(--paper)");
  return names.map((name) => {
    const [low, high] = [ground, light(`var(--${name})`)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
TEXTS = ["ink", "ink-soft", "ink-faint"]
ROLES = [f"role-{name}" for name in "query key value score weight context encoder decoder mask".split()]


@pytest.mark.parametrize("scheme,ground", [("light", WHITE), ("dark", BLACK)])
@pytest.mark.parametrize("by", ["the reader", "the system"])
def test_high_contrast_is_seven_to_one_for_all_that_is_read(visit, first_page, scheme, ground, by):
    page = visit(first_page, scheme=scheme, **({"contrast": "more"} if by == "the system" else {}))
    if by == "the reader":
        assert max(page.evaluate(RATIO, ROLES)) > 7 > min(page.evaluate(RATIO, ROLES))
        choose(page, "Contraste", "Alto")
        assert frame(page) == ["#ffffff", "#000000"]
    assert paper(page) == ground
    assert min(page.evaluate(RATIO, TEXTS + ROLES)) >= 7


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_larger_letters_push_nothing_over_the_side(visit, first_page, width):
    page = visit(first_page, width=width)
    choose(page, "Tamaño del texto", "Muy grande")
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "20px"
    assert page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    box = page.locator(".look-panel").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_by_keyboard(visit, first_page):
    page = visit(first_page, width=360)
    summary = page.locator(".look summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    page.keyboard.press("Escape")
    assert not page.locator(".look-panel").is_visible()
    assert summary.evaluate("(one) => one === document.activeElement")
    page.keyboard.press("Enter")
    low = page.evaluate("() => [...document.querySelectorAll('.look label, .look summary')].filter((one) => one.offsetHeight < 44).length")
    assert low == 0
    page.mouse.click(5, 890)
    assert not page.locator(".look-panel").is_visible()


def test_a_refused_memory_is_said_once_and_the_choice_holds_while_the_page_is_open(visit, first_page):
    page = visit(first_page, script=REFUSED)
    notice = page.locator(".memory-notice")
    assert not notice.is_visible()
    choose(page, "Colores", "Oscuros")
    assert paper(page) == DARK
    assert "no deja guardar" in notice.inner_text()
    notice.get_by_role("button", name="Entendido").click()
    choose(page, "Colores", "Claros")
    assert paper(page) == LIGHT
    assert page.locator(".memory-notice").count() == 0


def test_rubbish_is_no_choice(visit, first_page):
    page = visit(first_page)
    for rubbish in ('{"colours": "red", "text": 7}', "[]", "3", "{", "null"):
        page.evaluate("(text) => localStorage.setItem('libro:libro-de-lectura:1:aspecto', text)", rubbish)
        page.reload()
        assert paper(page) == LIGHT
        assert page.evaluate("() => ['theme', 'contrast', 'text'].some((one) => one in document.documentElement.dataset)") is False


def test_what_is_waited_for_is_short_and_without_scripts_there_is_nothing_to_press(visit, first_page):
    waited = visit(first_page).evaluate(
        "() => [...document.head.querySelectorAll('script:not([defer], [src], [type])')].map((one) => one.textContent.length)"
    )
    assert len(waited) == 1 and 0 < waited[0] < 1300
    page = visit(first_page, java_script_enabled=False)
    assert not page.locator(".look").is_visible()
    assert page.locator(".page-header").get_by_role("link", name="Tu cuaderno").is_visible()


@pytest.mark.parametrize("look", [{"colours": "light"}, {"colours": "dark"}, {"contrast": "more"}])
def test_axe_finds_nothing_in_any_look(visit, small_book, host, look):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    address = host(small_book).address
    page = visit(address + "cuaderno/index.html", reduced_motion="reduce")
    kept = {
        "aspecto": look,
        "repaso": {"uno/segunda#pregunta": {"step": 0, "due": 1}},
        "avance:uno/primera": {"of": 11, "seen": [[0, 4]], "read": False},
        "celda:uno/primera:pesos": {"source": "x = 1", "base": 3},
    }
    page.evaluate(
        "(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`libro:libro-de-lectura:1:${key}`, JSON.stringify(value)))",
        kept,
    )
    for url in ("cuaderno/index.html", "uno/primera/index.html"):
        page.goto(address + url)
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        if page.get_by_role("button", name="Borrar todo").count():
            page.get_by_role("button", name="Borrar todo").click()
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == [], url
