"""From a save to the changed page in a real browser, under `libro serve`: prose, and a cell that runs again.

    python tests/benchmarks/serve_latency.py [--book content --lesson 4-atencion/3-la-idea-de-atencion] [--edits 24]

Each edit writes a word into a copy of the lesson and waits until the open page shows it. What counts is the median.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

REPOSITORY = Path(__file__).resolve().parent.parent.parent
TARGETS = {"prose": 150, "cell": 400}
CELL = '```{code-cell} python\n:name: medida\n\nimport numpy as np\nprint("medida", np.arange(3).sum())\n```\n'


def edit(lesson: Path, text: str, page: Page, word: str) -> float:
    """Milliseconds from the save of `text` to the page that shows `word`."""
    start = time.perf_counter()
    lesson.write_text(text, encoding="utf-8")
    # A page that is being replaced forgets what was asked of it.
    while True:
        try:
            page.wait_for_function("word => document.readyState === 'complete' && document.body.textContent.includes(word)", arg=word, polling=10)
            return (time.perf_counter() - start) * 1000
        except Exception as failure:  # Playwright has one class for all that navigation interrupts
            if "navigat" not in str(failure) and "destroyed" not in str(failure):
                raise


def measure(book: Path, lesson: str, edits: int) -> dict[str, list[float]]:
    source = book / lesson / "lesson.md"
    text = source.read_text(encoding="utf-8") + f"\n\nPalabra medida.\n\n{CELL}"
    source.write_text(text, encoding="utf-8")
    server = subprocess.Popen(
        [sys.executable, "-m", "builder", "serve", str(book), "-p", "0"],
        cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    )
    try:
        assert server.stdout is not None
        said = ""
        while (found := re.search(r"http://[\d.]+:(\d+)/", said)) is None:
            line = server.stdout.readline()
            if not line:
                sys.exit(said)
            said += line
        slug = "/".join(re.sub(r"^\d+-", "", part) for part in lesson.split("/"))
        results: dict[str, list[float]] = {"prose": [], "cell": []}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"{found[0]}{slug}/index.html")
            page.wait_for_load_state("load")
            for number in range(edits + 2):
                text = re.sub(r"Palabra medida\w*", f"Palabra medida{number}", text)
                prose = edit(source, text, page, f"Palabra medida{number}.")
                text = re.sub(r'print\("medida\d*"', f'print("medida{number}"', text)
                cell = edit(source, text, page, f"medida{number} 3")
                if number >= 2:  # the first ones fill caches
                    results["prose"].append(prose)
                    results["cell"].append(cell)
                time.sleep(0.3)  # nobody saves while the page loads
            browser.close()
        return results
    finally:
        server.terminate()
        server.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", type=Path, default=REPOSITORY / "content")
    parser.add_argument("--lesson", default="4-atencion/3-la-idea-de-atencion")
    parser.add_argument("--edits", type=int, default=24)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        book = Path(shutil.copytree(chosen.book, Path(temporary) / "book", ignore=shutil.ignore_patterns("__pycache__")))
        results = measure(book, chosen.lesson, chosen.edits)
    print(f"{'edit':<8} {'median ms':>10} {'p90 ms':>8} {'target ms':>10} {'median / target':>16}   of {chosen.edits}")
    for kind, times in results.items():
        median, high = statistics.median(times), sorted(times)[int(len(times) * 0.9)]
        print(f"{kind:<8} {median:>10.0f} {high:>8.0f} {TARGETS[kind]:>10} {median / TARGETS[kind]:>16.2f}")


if __name__ == "__main__":
    main()
