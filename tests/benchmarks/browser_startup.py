"""From a click to Python's first result, the plain way and ours, side by side.

    python tests/benchmarks/browser_startup.py [--times 5] [--firefox] [--short]

The plain way is `loadPyodide` and `loadPackage("numpy")` on a page of its own, served from npm's files and NumPy's wheel;
ours is the book's host, on http and from `file://`. All are opened in turn, `--times` times, each with a profile of its
own: cold is the first visit; warm is the second one, after the browser was closed and opened again; next is one more page
of the same visit. Times are from the click to: Python started, NumPy imported, the attention of eight tokens painted; and
from «Detener» to a Python that answers. Prints medians in milliseconds, ratios to the plain way on http, the seconds that
both cores worked, megabytes sent, and taken from memory (before a second worker, and WebAssembly's own). Ratios are what
counts; on a machine that does other things too, those of the seconds worked.
"""

from __future__ import annotations

import argparse
import html
import http.server
import os
import re
import shutil
import statistics
import sys
import tempfile
import threading
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "pyodide_src")]

from playwright.sync_api import sync_playwright  # noqa: E402

from builder.node import install_packages, run_node  # noqa: E402
from builder.runtime.bundle import prepare_runtime  # noqa: E402
from builder.runtime.supply import core_files, package_file  # noqa: E402

PAGES = Path(__file__).with_name("startup_pages")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
OURS = """<!doctype html>
<html lang="es" data-python="{python}"><meta charset="utf-8"><title>Ours</title><link rel="icon" href="data:,">
<button id="run">Run</button><pre id="result"></pre><script type="text/plain" id="cell">{cell}</script>
<script src="ours.js"></script></html>
"""
MOMENTS = ("started", "numpy", "painted")
# As in tests/browser/runtime/firefox_visit.py.
FIREFOX = {"security.fileuri.strict_origin_policy": True, "privacy.file_unique_origin": True}
UNSET = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}


def make_site(folder: Path) -> None:
    """`plain/` and `ours/`, each with its page and all that it loads."""
    cell = (PAGES / "cell.py").read_text(encoding="utf-8")
    plain = folder / "plain"
    (plain / "pyodide").mkdir(parents=True)
    for name, path in core_files().items():
        shutil.copy(path, plain / "pyodide" / name)
    shutil.copy(package_file("numpy"), plain / "pyodide")
    shutil.copy(PAGES / "cell.py", plain)
    shutil.copy(PAGES / "plain.html", plain / "index.html")
    ours = folder / "ours"
    ours.mkdir()
    runtime = prepare_runtime(ours)
    esbuild = install_packages() / "esbuild" / "bin" / "esbuild"
    done = run_node([str(esbuild), str(PAGES / "ours.js"), "--bundle", "--format=iife", f"--outfile={ours / 'ours.js'}"])
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    page = OURS.format(python=runtime.path, cell=html.escape(cell))
    (ours / "index.html").write_text(page.replace("&#x27;", "'").replace("&quot;", '"'), encoding="utf-8")
    print(f"runtime: {runtime.http_bytes / 1e6:.1f} MB for http, {runtime.file_bytes / 1e6:.1f} MB for file://")


@contextmanager
def serving(folder: Path):
    """A static host that lets browsers keep what they get; gives its address and the count of bytes sent."""
    sent = [0]

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm", ".mjs": "text/javascript"}

        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(folder))

        def end_headers(self):
            self.send_header("Cache-Control", "public, max-age=86400")
            super().end_headers()

        def copyfile(self, source, target):
            sent[0] += os.fstat(source.fileno()).st_size
            super().copyfile(source, target)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", sent
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browsing(playwright, profile: Path, firefox: bool):
    if firefox:
        # Its protocol knows no profile that is kept.
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=shutil.which("firefox-esr"), firefox_user_prefs=FIREFOX
        )
        context = browser.new_context(**UNSET)
    else:
        browser = None
        context = playwright.chromium.launch_persistent_context(str(profile), executable_path=shutil.which("chromium"), args=ARGUMENTS)
    try:
        yield context
    finally:
        context.close()
        if browser:
            browser.close()


def visit(context, url: str, sent: list[int]) -> dict[str, float]:
    """One page opened and used; its times, and the megabytes that it was sent and that the browser then holds."""
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.on("console", lambda message: print(f"{url}: {message.text}", file=sys.stderr))
    before = sent[0]
    page.goto(url)
    page.wait_for_function("window.prepared")
    page.wait_for_timeout(300)
    resting, worked = memory(), work()
    page.evaluate("document.getElementById('run').click()")
    page.wait_for_function("document.getElementById('result').textContent.includes(']]')")
    page.wait_for_timeout(50)
    worked = work() - worked
    taken = memory() - resting
    page.wait_for_function("window.times")
    times = page.evaluate("window.times")
    if "0.436 0.467" not in page.inner_text("#result"):
        raise SystemExit(f"{url} shows {page.inner_text('#result')!r}")
    found = times | {"sent": (sent[0] - before) / 1e6, "memory": taken, "cpu": worked}
    page.close()
    return found


def processes() -> list[Path]:
    """Of the one browser that this program has open, and of what drives it."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(status_fields(folder)[1])
        except OSError:
            continue

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [Path(f"/proc/{pid}") for pid in parents if pid != os.getpid() and is_ours(pid)]


def status_fields(process: Path) -> list[str]:
    """What the kernel tells of a process, from its state on."""
    return (process / "stat").read_text().rpartition(") ")[2].split()


def memory() -> float:
    """Megabytes of the browser's processes, shared pages counted once."""
    total = 0
    for process in processes():
        try:
            found = re.search(r"^Pss:\s+(\d+)", (process / "smaps_rollup").read_text(), re.M)
        except OSError:
            continue
        total += int(found.group(1)) if found else 0
    return total / 1024


def work() -> float:
    """Seconds that processors have worked for the browser's processes."""
    ticks = 0
    for process in processes():
        try:
            fields = status_fields(process)
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--firefox", action="store_true", help="Debian's Firefox instead of Chromium; no warm visits")
    parser.add_argument("--short", action="store_true", help="first visits, once: to see that it works")
    parser.add_argument("--ways", nargs="*", default=["plain", "http", "file"], choices=["plain", "http", "file"])
    arguments = parser.parse_args()
    results: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="startup-") as name, sync_playwright() as playwright:
        folder = Path(name)
        make_site(folder)
        with serving(folder) as (address, sent):
            urls = {
                "plain": f"{address}plain/index.html",
                "http": f"{address}ours/index.html",
                "file": (folder / "ours" / "index.html").as_uri(),
            }
            for turn in range(1 if arguments.short else arguments.times):
                for way in arguments.ways:
                    profile = folder / f"profile-{way}-{turn}"
                    with browsing(playwright, profile, arguments.firefox) as context:
                        results[way, "cold"].append(visit(context, urls[way], sent))
                        if arguments.firefox:
                            results[way, "next"].append(visit(context, urls[way], sent))
                    if arguments.short or arguments.firefox:
                        continue
                    with browsing(playwright, profile, arguments.firefox) as context:
                        results[way, "warm"].append(visit(context, urls[way], sent))
                        results[way, "next"].append(visit(context, urls[way], sent))
                    shutil.rmtree(profile, ignore_errors=True)
    report(results, arguments.ways)


def report(results: dict[tuple[str, str], list[dict[str, float]]], ways: list[str]) -> None:
    columns = (*MOMENTS, "stop", "cpu", "sent", "memory", "heap")
    print(f"{'':12}" + "".join(f"{column:>9}" for column in columns) + "   ratios to the plain way, turn by turn: painted, cpu")
    for visit_kind in dict.fromkeys(kind for _, kind in results):
        for way in ways:
            rows = results[way, visit_kind]
            middle = {column: statistics.median(row.get(column, 0.0) for row in rows) for column in columns}
            figures = "".join(f"{middle[column]:9.0f}" if column in (*MOMENTS, "stop") else f"{middle[column]:9.1f}" for column in columns)
            ratio = ""
            if "plain" in ways and way != "plain":
                ratio = "  " + "".join(f" {against(rows, results['plain', visit_kind], column):.2f}" for column in ("painted", "cpu"))
            print(f"{way:7}{visit_kind:5}{figures}{ratio}")


def against(rows: list[dict[str, float]], plain: list[dict[str, float]], column: str) -> float:
    return statistics.median(row[column] / other[column] for row, other in zip(rows, plain))


if __name__ == "__main__":
    main()
