"""«Escribe tu frase» as a reader meets it: from «Calcular» to the twelfth layer painted, in Chromium, over http and from the folder.

    libro build --with-model -o FOLDER && python tests/benchmarks/own_sentence.py FOLDER

Prints medians for sentences of 12 and of 48 pieces, and the seconds that the model takes to be ready. The promise is 48
pieces in under 3 s on two cores.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import statistics
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from builder.model.supply import model_file
from pretrained.e5_file import read_model_file
from pretrained.sentences import read_sentence
from pretrained.unigram import UnigramTokenizer

ROUNDS = 5
PIECES = (12, 48)
LESSON = "transformer/mapas-reales/index.html"
WORDS = "me senté en el banco de mi jardín a leer un libro muy bueno sobre la historia de las plantas".split()
FIGURE = "figure:has(.model-gate)"
DONE = f"""() => /12 de 12/.test(document.querySelector('{FIGURE} .run-progress').textContent)
    && document.querySelector('{FIGURE} [data-action=stop-run]').hidden"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def sentences() -> dict[int, str]:
    """A sentence for each number of pieces, marks included."""
    tokenizer = UnigramTokenizer(read_model_file(model_file().read_bytes()).tokenizer)
    found = {}
    for wanted in PIECES:
        count = 1
        while len(read_sentence(tokenizer, " ".join((WORDS * 4)[: count + 1])).ids) <= wanted:
            count += 1
        text = " ".join((WORDS * 4)[:count])
        while len(read_sentence(tokenizer, text).ids) < wanted:
            text += " ."
        found[wanted] = text
    return found


def measure(page: Page, address: str, texts: dict[int, str]) -> dict[str, float]:
    page.set_default_timeout(240_000)
    page.goto(address)
    page.locator(f"{FIGURE} .model-gate button", has_text="modelo").first.click()
    start = time.perf_counter()
    page.wait_for_selector(f"{FIGURE} .model-gate[data-model=ready]")
    found = {"model ready": time.perf_counter() - start}
    for pieces, text in texts.items():
        times = []
        for turn in range(ROUNDS):
            # Another sentence each time, as long as the last: nothing can be kept.
            words = text.split()
            page.locator(f"{FIGURE} textarea, {FIGURE} input[type=text]").first.fill(" ".join(words[turn:] + words[:turn]))
            start = time.perf_counter()
            page.locator(f"{FIGURE} [data-action=run]").click()
            page.wait_for_function(DONE)
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            times.append(time.perf_counter() - start)
        found[f"{pieces} pieces"] = statistics.median(times)
    return found


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    texts = sentences()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for way, address in (("http", f"http://127.0.0.1:{server.server_port}/"), ("file", folder.as_uri() + "/")):
            context = browser.new_context()
            found = measure(context.new_page(), address + LESSON, texts)
            print(f"{way:<6}" + "".join(f"{name}: {seconds:.2f} s   " for name, seconds in found.items()), flush=True)
            context.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
