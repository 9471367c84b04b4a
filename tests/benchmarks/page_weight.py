"""What a reader's first visit to each page costs before Python: `python tests/benchmarks/page_weight.py [DIST]`.

Prints for each page the requests, the compressed bytes of all of them and of each kind, what blocks the first paint,
and how far things jump while it loads. It ends with 1 if a lesson weighs more than 300 kB or asks for more than 15 files.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path

from compressed_host import built, hosted
from playwright.sync_api import Browser, sync_playwright

MOST_BYTES, MOST_REQUESTS = 300_000, 15
SHIFTS = """window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shift += one.value)))
  .observe({ type: "layout-shift", buffered: true });"""
KINDS = {".html": "html", ".css": "css", ".js": "js", ".woff2": "fonts"}


def measure(browser: Browser, address: str, url: str) -> dict:
    """One visit with nothing in the browser, to the end of what the page fetches by itself, and down to its foot."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=2, service_workers="block")
    page = context.new_page()
    page.add_init_script(SHIFTS)
    bodies: list[tuple[str, int]] = []
    page.on("requestfinished", lambda request: bodies.append((request.url, request.sizes()["responseBodySize"])))
    page.goto(address + url, wait_until="networkidle")
    # Fonts are fetched for what is laid out, all of the page; nothing else should come by scrolling but figures' library.
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    kinds: Counter[str] = Counter()
    for place, size in bodies:
        kinds[KINDS.get(Path(place.split("?")[0]).suffix, "other")] += size
    blocking = page.evaluate("performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => one.name.split('/').pop())")
    shift = page.evaluate("window.shift")
    context.close()
    return {"requests": len(bodies), "bytes": sum(size for _, size in bodies), "kinds": kinds, "blocking": blocking, "shift": shift}


def main() -> int:
    heavy = []
    with built(sys.argv[1] if len(sys.argv) > 1 else None) as dist, hosted(dist) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print(f"{'page':<58} {'requests':>8} {'kB':>7} {'html':>6} {'css':>6} {'js':>6} {'fonts':>6} {'shift':>6}  blocking")
        for path in sorted(dist.rglob("index.html")):
            url = path.relative_to(dist).as_posix()
            found = measure(browser, address, url)
            kinds = (found["kinds"][kind] / 1000 for kind in ("html", "css", "js", "fonts"))
            columns = " ".join(f"{size:6.1f}" for size in kinds)
            print(f"{url:<58} {found['requests']:8} {found['bytes'] / 1000:7.1f} {columns} {found['shift']:6.3f}  {' '.join(found['blocking'])}", flush=True)
            if url.count("/") == 2 and (found["bytes"] > MOST_BYTES or found["requests"] > MOST_REQUESTS):
                heavy.append(url)
        browser.close()
    print("too heavy:", ", ".join(heavy) or "none")
    return 1 if heavy else 0


if __name__ == "__main__":
    sys.exit(main())
