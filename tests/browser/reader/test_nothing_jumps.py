"""Nothing that a reader has before her eyes is moved by what comes later: fonts, scripts, what the device keeps."""

import pytest

pytestmark = pytest.mark.browser

LESSON = "atencion/la-idea-de-atencion/index.html"
PAGES = (
    "index.html", LESSON, "atencion/el-cuello-de-botella/index.html", "transformer/mapas-reales/index.html", "como-se-escribe/publicar/index.html",
    "glosario/index.html", "bibliografia/index.html", "notacion/index.html", "mapa/index.html", "cuaderno/index.html", "repaso/index.html",
    "llevar/index.html", "accesibilidad/index.html", "404.html",
)  # fmt: skip
WATCH = """
window.moved = [];
window.note = ({ value, hadRecentInput, sources }) =>
  hadRecentInput || window.moved.push([value, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 80))]);
window.watch = new PerformanceObserver((list) => list.getEntries().forEach(window.note));
window.watch.observe({ type: "layout-shift", buffered: true });
"""
# Scripts have run when the page is loaded; what they put off comes when nothing else is to be done.
SETTLED = """async () => {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await document.fonts.ready;
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done), { timeout: 1000 }));
  window.watch.takeRecords().forEach(window.note);
  return window.moved;
}"""


def jumps(page):
    """What has moved since the page was opened, if it is more than an eye would see."""
    moved = page.evaluate(SETTLED)
    return moved if sum(value for value, *_ in moved) >= 0.02 else []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_kind_of_page_jumps_while_it_comes(visit, host, dist, width):
    address = host(dist).address
    found = {}
    for url in PAGES:
        page = visit(address + url, width=width, script=WATCH)
        found[url] = jumps(page)
        page.context.close()
    assert {url: moved for url, moved in found.items() if moved} == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_fonts_that_come_late_move_no_line(visit, host, dist, width):
    address = host(dist).address
    page = visit(None, width=width, script=WATCH, patience=60_000)
    late = []
    page.route("**/*.woff2", lambda route: late.append(route))
    page.goto(address + LESSON, wait_until="commit")
    # The text is on the screen, no font has come, and the moment in which one would still be taken in is over.
    page.wait_for_function("() => performance.now() - performance.getEntriesByName('first-contentful-paint')[0]?.startTime > 300")
    assert late
    # Those that wait go on, and what is asked for from now on is not held.
    page.unroute("**/*.woff2")
    assert jumps(page) == []


def test_from_a_folder_the_fonts_are_there_and_nothing_jumps(visit, dist):
    page = visit((dist / LESSON).as_uri(), script=WATCH)
    assert jumps(page) == []
    family = "() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('\"', ''))"
    assert {"Source Serif 4", "Source Sans 3", "KaTeX_Main"} <= set(page.evaluate(family))


@pytest.mark.parametrize("width", [360, 1280])
def test_what_the_device_keeps_comes_where_room_was_left_for_it(visit, host, dist, width):
    address = host(dist).address
    page = visit(address + LESSON, width=width, script=WATCH)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.endsWith(':ultima'))")
    for url, shown in (("index.html", ".cover-resume a"), (LESSON, ".resume"), ("cuaderno/index.html", ".notebook-lesson"), ("repaso/index.html", ".review-how")):
        again = visit(address + url, again=page.context, script=WATCH)
        again.locator(shown).first.wait_for()
        assert (url, jumps(again)) == (url, [])
        again.close()


def test_without_scripts_what_waits_for_them_is_there(visit, host, dist):
    page = visit(host(dist).address + "repaso/index.html", java_script_enabled=False)
    assert page.locator(".review-how summary").is_visible()
