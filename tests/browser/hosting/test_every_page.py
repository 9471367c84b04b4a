"""Every page of the book: axe finds nothing in light or dark, nothing spills over the sides, every box that scrolls has a way for keys."""

import time

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

WIDTHS = (360, 768, 1280, 2560)
# In the dark only colours change; and of what is coloured alike, on grounds that are coloured alike, one tells for all.
COLOURS = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
ALIKE = """() => {
  const grounds = new Map();
  const ground = (one) => {
    if (!one) return "";
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
      const own = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1" ? "" : `${backgroundColor} ${backgroundImage} ${opacity}|`;
      grounds.set(one, own + ground(one.parentElement));
    }
    return grounds.get(one);
  };
  const seen = new Set();
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest(".katex-html") || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow, textDecoration } = getComputedStyle(one);
    const parent = one.localName === "a" ? getComputedStyle(one.parentElement).color : "";
    const kind = [color, fontSize, fontWeight, textShadow, textDecoration, parent, ground(one)].join("; ");
    one.toggleAttribute("data-one-of-a-kind", !seen.has(kind));
    seen.add(kind);
  }
}"""
ALL = {"resultTypes": ["violations"]}
UNFOLD = "document.querySelectorAll('details').forEach((one) => (one.open = true))"
SPILL = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [document.documentElement.scrollWidth, ...[...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1 && !one.closest("svg, [inert], .katex"))
    .slice(-3).map((one) => one.outerHTML.slice(0, 120))];
}"""
UNREACHABLE = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const style = getComputedStyle(one);
  const scrolls = /auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
  return scrolls && one.checkVisibility() && one.tabIndex < 0 && !one.querySelector("textarea, a, button, input, [tabindex='0']");
}).map((one) => one.outerHTML.slice(0, 120))"""


# Thousands of boxes that assistive technology is not told of: it has the MathML beside them.
WITHOUT_BOXES = {"exclude": [[".katex-html"]]}
RUN = """async ([context, options]) => (await axe.run(context, options)).violations
  .map((one) => [one.id, one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160))])"""


def violations(page):
    """What axe finds on a page in the light, and of its colours in the dark."""
    page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, [WITHOUT_BOXES, ALL])
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(ALIKE)
    return found + [("dark", *one) for one in page.evaluate(RUN, [WITHOUT_BOXES | {"include": [["[data-one-of-a-kind]"]]}, COLOURS])]


def test_no_page_has_a_fault_that_a_program_sees(visit, host, dist):
    address = host(dist).address
    faults = {}
    # The whole book on one page is for a printer, and all its text is in the others.
    urls = sorted(path.relative_to(dist).as_posix() for path in dist.rglob("*.html") if path.parent.name != "imprimir")
    shared = visit(None, reduced_motion="reduce", patience=120_000)
    for url in urls:
        page = visit(address + url, again=shared.context, patience=120_000)
        found = faults[url] = []
        page.evaluate("document.fonts.ready")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found += [(width, one) for one in page.evaluate(SPILL)]
            if width == 360:
                # What watches the boxes answers within a frame or two.
                end = time.monotonic() + 10
                while (boxes := page.evaluate(UNREACHABLE)) and time.monotonic() < end:
                    page.wait_for_timeout(100)
                found += boxes
        page.set_viewport_size({"width": 1280, "height": 900})
        page.evaluate(UNFOLD)
        found += violations(page)
        page.close()
    assert {url: found for url, found in faults.items() if found} == {}


def test_a_fault_of_colour_that_only_the_dark_has_is_seen(visit, host, dist):
    page = visit(host(dist).address + "glosario/index.html", reduced_motion="reduce", patience=120_000)
    page.evaluate("() => document.querySelector('main p').style.setProperty('color', 'light-dark(#000, #333)')")
    assert [(where, rule) for where, rule, _ in violations(page)] == [("dark", "color-contrast")]
