"""Build speed on a corpus of 10, 100 and 1,000 lessons: cold, warm, and one lesson changed.

    python tests/benchmarks/build_speed.py [--lessons 10 100 1000] [--peer]

With `--peer`, Eleventy with KaTeX builds the same text in the same run (installed from npm into a temporary
folder), bare and then with what our pages have too and there are plugins for: coloured code, anchors, and a search
(Pagefind). Ratios are what counts, for absolute times depend on the machine's mood.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from builder.node import node_command, npm_command
from corpus import write_corpus

PEER_PACKAGES = ["@11ty/eleventy@3.1.2", "katex@0.19.1", "@vscode/markdown-it-katex@1.1.2", "markdown-it-footnote@4.0.0"]
MORE_PACKAGES = ["@11ty/eleventy-plugin-syntaxhighlight@5.0.2", "markdown-it-anchor@9.2.0", "pagefind@1.4.0"]
EDITS = 7
"""Lessons that are changed one after another; the median is told."""
PEER, MORE = "Eleventy + KaTeX", "… + Prism, Pagefind"
PEER_CONFIG = """
const katex = require("@vscode/markdown-it-katex").default;
module.exports = (config) => {
  config.amendLibrary("md", (md) => md.use(katex, { throwOnError: true }).use(require("markdown-it-footnote")));
  if (process.env.MORE) {
    config.addGlobalData("layout", "page.njk");
    config.addPlugin(require("@11ty/eleventy-plugin-syntaxhighlight"));
    config.amendLibrary("md", (md) => md.use(require("markdown-it-anchor").default ?? require("markdown-it-anchor")));
  }
  return { markdownTemplateEngine: false, dir: { input: "content", output: "site" } };
};
"""


def measure(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak megabytes of a command and its children, all of them together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, peak = time.perf_counter(), 0.0
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command, cwd=folder, env=os.environ | environment, stdout=said, stderr=said)

        def look() -> None:
            nonlocal peak
            while running.returncode is None:
                peak = max(peak, memory(running.pid))
                time.sleep(0.1)

        threading.Thread(target=look, daemon=True).start()
        running.wait()
        wall = time.perf_counter() - start
        if running.returncode:
            said.seek(0)
            sys.exit(f"{command}: {said.read().decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, peak


def memory(pid: int) -> float:
    """Megabytes that a process and its descendants hold; what they share is counted once."""
    total, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        try:
            with open(f"/proc/{one}/smaps_rollup", encoding="ascii") as file:
                total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children", encoding="ascii") as file:
                    waiting += map(int, file.read().split())
        except (OSError, StopIteration):
            continue  # it has ended meanwhile
    return total / 1024


def ours(place: Path, lessons: int) -> dict[str, tuple[float, float, float]]:
    book = place / "book"
    write_corpus(book, lessons)
    # Packages, bundles and cut fonts are made once a machine: a first build sees to them, and the peer has its own.
    # Results of earlier builds must not help the cold one.
    kept = place / "results"
    command = [sys.executable, "-m", "builder", "build", str(book), "-o", str(place / "out"), "-q"]
    measure(command, place, {"LIBRO_RESULTS": str(place / "first")})
    environment = {"LIBRO_RESULTS": str(kept)}
    measured = {"cold": measure(command, place, environment), "warm": measure(command, place, environment)}
    edited = []
    for lesson in sorted(book.glob("*/*/lesson.md"))[:EDITS]:
        lesson.write_text(lesson.read_text(encoding="utf-8").replace("Compara con", "Mira"), encoding="utf-8")
        edited.append(measure(command, place, environment))
    measured["one changed"] = sorted(edited)[EDITS // 2]
    return measured


def peer(place: Path, lessons: int, packages: Path) -> dict[str, tuple[float, float, float]]:
    """Eleventy + KaTeX on the same text, with its directives taken out; bare, and with more."""
    write_corpus(place / "book", lessons)
    for source in (place / "book").glob("*/*/lesson.md"):
        text = source.read_text(encoding="utf-8").split("+++\n", 2)[2].split(":::{quiz}")[0]
        text = re.sub(r":::\{figure\} (\S+)\n:alt: (.*)\n:name:.*\n\n(.*)\n:::", r"![\2](\1)\n\n\3", text)
        text = "\n".join(line.split("$$ (")[0] + "$$" if line.startswith("$$ (") else line for line in text.split("\n"))
        target = place / "content" / source.parent.relative_to(place / "book") / "lesson.md"
        target.parent.mkdir(parents=True)
        target.write_text(text, encoding="utf-8")
    (place / "content" / "_includes").mkdir()
    (place / "content" / "_includes" / "page.njk").write_text('<html lang="es"><body><main>{{ content | safe }}</main></body></html>', encoding="utf-8")
    (place / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    (place / "eleventy.config.js").write_text(PEER_CONFIG, encoding="utf-8")
    # Its packages are installed once for all sizes; its own entry is started, not npx, which would be work of npm's.
    (place / "node_modules").symlink_to(packages / "node_modules")
    shutil.rmtree(place / "book")
    build = [*node_command(), "node_modules/@11ty/eleventy/cmd.cjs", "--quiet"]
    bare = measure(build, place, {})
    shutil.rmtree(place / "site")
    dressed = measure(build, place, {"MORE": "1"})
    found = measure([*node_command(), "node_modules/pagefind/lib/runner/bin.cjs", "--site", "site"], place, {})
    return {PEER: bare, MORE: (dressed[0] + found[0], dressed[1] + found[1], max(dressed[2], found[2]))}


def install_peer(packages: Path) -> None:
    (packages / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    subprocess.run([*npm_command(), "install", "--silent", "--ignore-scripts", *PEER_PACKAGES, *MORE_PACKAGES], cwd=packages, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--peer", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="libro-speed-") as temporary:
        # An author's Python keeps what it compiled of the builder, whatever this machine is told.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = f"{temporary}/compiled"
        packages = Path(temporary) / "peer"
        if chosen.peer:
            packages.mkdir()
            install_peer(packages)
        compare(chosen.lessons, packages if chosen.peer else None)


def compare(sizes: list[int], packages: Path | None) -> None:
    """Print the table, and against the peer, if its packages are installed, the ratios."""
    print(f"{'lessons':>8} {'build':<22} {'wall s':>8} {'CPU s':>8} {'CPU s / 100':>12} {'peak MB':>8}")
    for lessons in sizes:
        rows = {}
        with tempfile.TemporaryDirectory() as temporary:
            rows |= {f"libro, {name}": figures for name, figures in ours(Path(temporary), lessons).items()}
        if packages:
            with tempfile.TemporaryDirectory() as temporary:
                rows |= peer(Path(temporary), lessons, packages)
        for name, (wall, cpu, memory) in rows.items():
            print(f"{lessons:>8} {name:<22} {wall:>8.2f} {cpu:>8.2f} {cpu * 100 / lessons:>12.2f} {memory:>8.0f}", flush=True)
        if packages:
            for name in (PEER, MORE):
                wall, cpu = (rows["libro, cold"][which] / rows[name][which] for which in (0, 1))
                print(f"{'':>8} cold, libro / {name}: {cpu:.2f} of its CPU, {wall:.2f} of its time")


if __name__ == "__main__":
    main()
