"""How fast an explorable answers in Chromium: `python tests/benchmarks/explorable_pace.py`.

Prints, for the alignment map drawn live by Pyodide: the median and the 95th percentile from a change of
state to the frame that shows it, and the updates a second while a control is dragged without rest.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "pyodide_src"), str(ROOT / "tests" / "browser" / "explorables")]

from conftest import LIVE_ENTRY, PAGE, bundle_page, figure_html  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from builder.runtime.bundle import prepare_runtime  # noqa: E402

ROUND_TRIPS = """async (count) => {
    const map = window.explorables.get("mapa"), figure = document.getElementById("mapa"), times = [];
    const shown = () => figure.querySelector("[data-part=distance] dd").textContent;
    for (let i = 0; i < count; i++) {
        const before = shown(), start = performance.now();
        map.set({ own_share: i % 2 ? 0.3 : 0.7 });
        while (shown() === before) await new Promise((resolve) => setTimeout(resolve));
        figure.offsetHeight;  // style and layout of what was drawn
        times.push(performance.now() - start);
        await new Promise(requestAnimationFrame);
    }
    return times;
}"""
DRAG = """async (milliseconds) => {
    const map = window.explorables.get("mapa");
    let shown = 0, value = 0;
    map.onShown(() => { shown += 1; });
    const start = performance.now();
    while (performance.now() - start < milliseconds) {
        value = (value + 1) % 19;
        map.set({ own_share: 0.05 + value * 0.05 }, { speakNow: false });
        await new Promise((resolve) => setTimeout(resolve));
    }
    return (1000 * shown) / (performance.now() - start);
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        bundle_page(folder, LIVE_ENTRY)
        runtime = prepare_runtime(folder)
        html = PAGE.format(body=figure_html("alignment-map", "mapa"))
        html = html.replace('<html lang="es">', f'<html lang="es" data-python="{runtime.path}">')
        (folder / "index.html").write_text(html.replace('<script src="fake_host.js" defer></script>', ""))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"])
        page = browser.new_page()
        page.goto((folder / "index.html").as_uri())
        page.evaluate("python.load()")
        page.evaluate(ROUND_TRIPS, 20)
        times = sorted(page.evaluate(ROUND_TRIPS, 200))
        print(f"round trip: median {statistics.median(times):.1f} ms, 95 % {times[189]:.1f} ms")
        print(f"dragging: {page.evaluate(DRAG, 4000):.0f} updates a second")
        browser.close()


if __name__ == "__main__":
    main()
