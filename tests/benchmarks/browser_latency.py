"""From a moved control to the painted picture, in Chromium: `python tests/benchmarks/browser_latency.py [--short]`.

For the alignment map, for scenes of 8 × 8 and 16 × 16 numbers and for a picture of 64 × 64: the median and the 95th
percentile (and the 5th, which other work on the machine disturbs least) from the change of state to the end of the frame that shows it, with frames as fast as they come; of the 5th, how
much Python took to draw, and how much the page to be changed; and the drawings shown a second while the control is
dragged without rest, at 60 frames a second. Python's share is worked out in the same page, alone.
"""

from __future__ import annotations

import argparse
import html as text
import statistics
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "pyodide_src"), str(ROOT / "tests" / "browser" / "explorables")]

from conftest import LIVE_ENTRY, PAGE, bundle_page  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

import explorables  # noqa: E402
from builder.runtime.bundle import prepare_runtime  # noqa: E402
from builder.templates import component  # noqa: E402

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
UNLIMITED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]
MODULE = "latency_views"
SOURCE = (HERE / "latency_views.py").read_text(encoding="utf-8")
FIGURES = {
    "alignment-map": ("own_share", 0.05, 0.05, 18),
    "eight": ("angle", 0.01, 0.01, 290),
    "sixteen": ("angle", 0.01, 0.01, 290),
    "buffer": ("angle", 0.01, 0.01, 290),
}
"""The control that is moved: its name, where it begins, its step, and how many it makes."""

ROUND_TRIPS = """async ([id, name, low, step, steps, count]) => {
    const figure = window.explorables.get(id), found = { painted: [], changed: [] };
    let shown = null;
    figure.onShown(() => shown?.());
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
    }));
    for (let i = 0; i < count; i++) {
        const start = performance.now();
        const drawn = new Promise((resolve) => { shown = resolve; });
        figure.set({ [name]: low + step * (1 + (7 * i) % steps) }, { speakNow: false });
        await drawn;
        found.changed.push(performance.now() - start);
        await painted();
        found.painted.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve));
    }
    return found;
}"""
DRAG = """async ([id, name, low, step, steps, milliseconds]) => {
    const figure = window.explorables.get(id);
    let shown = 0, moves = 0;
    figure.onShown(() => { shown += 1; });
    const start = performance.now();
    while (performance.now() - start < milliseconds) {
        moves += 1;
        figure.set({ [name]: low + step * (1 + (7 * moves) % steps) }, { speakNow: false });
        await new Promise((resolve) => setTimeout(resolve));
    }
    return (1000 * (shown - 1)) / (performance.now() - start);
}"""
# Milliseconds that Python alone takes for a drawing, in the page.
PYTHON = """async ([id, name, low, step, steps, count]) => {
    const view = window.explorables.get(id).spec.name;
    const source = `
import json, time, explorables
states = [{"${name}": ${low} + ${step} * (1 + (7 * i) % ${steps})} for i in range(${count})]
spent = []
for state in states:
    start = time.perf_counter()
    json.dumps(explorables.draw("${view}", state))
    spent.append(1000 * (time.perf_counter() - start))
print(sorted(spent)[len(spent) // 20])`;
    let text = "";
    await python.runCell({ id: "alone", source, onOutput: (piece) => { text += piece.text; } });
    return Number(text);
}"""


def figure(name: str) -> str:
    spec = explorables.spec(name)
    own = explorables.registry.find(name).__module__ == MODULE
    return str(component(
        "explorable", id=name, name=name, spec=spec, drawing=explorables.draw(name, spec["state"]), drawings=[],
        modules={MODULE: SOURCE} if own else {}, caption="", number="",
    ))  # fmt: skip


def make_page(folder: Path, name: str) -> str:
    runtime = prepare_runtime(folder)
    html = PAGE.format(body=figure(name)).replace('<html lang="es">', f'<html lang="es" data-python="{text.escape(runtime.path)}">')
    page = folder / f"{name}.html"
    page.write_text(html.replace('<script src="fake_host.js" defer></script>', ""), encoding="utf-8")
    return page.as_uri()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="a few times, only to see that all of it works")
    arguments = parser.parse_args()
    times, rest = (5, 300) if arguments.short else (arguments.times, 4000)
    explorables.define(MODULE, SOURCE)
    print(f"{'':16}{'5 %':>8}{'median':>8}{'95 %':>8}{'python':>8}{'changed':>8}{'a second':>10}")
    with tempfile.TemporaryDirectory(prefix="latency-") as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        bundle_page(folder, LIVE_ENTRY)
        for name, control in list(FIGURES.items())[: 2 if arguments.short else None]:
            url = make_page(folder, name)
            found, alone = in_page(playwright, url, UNLIMITED, [(ROUND_TRIPS, times), (PYTHON, times)], name, control)
            (second,) = in_page(playwright, url, [], [(DRAG, rest)], name, control)
            painted = sorted(found["painted"])
            soon = painted[int(0.05 * (len(painted) - 1))]
            late = painted[int(0.95 * (len(painted) - 1))]
            changed = sorted(found["changed"])[int(0.05 * (times - 1))]
            print(f"{name:16}{soon:8.1f}{statistics.median(painted):8.1f}{late:8.1f}{alone:8.1f}{changed:8.1f}{second:10.0f}", flush=True)


def in_page(playwright, url: str, more: list[str], work: list[tuple[str, int]], name: str, control: tuple) -> list:
    """What each script of `work` finds in a browser of its own, after a few turns for practice."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[*ARGUMENTS, *more])
    try:
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(url)
        page.evaluate("python.load()")
        page.evaluate(ROUND_TRIPS, [name, *control, 3 if work[0][1] < 10 else 40])
        return [page.evaluate(script, [name, *control, count]) for script, count in work]
    finally:
        browser.close()


if __name__ == "__main__":
    main()
