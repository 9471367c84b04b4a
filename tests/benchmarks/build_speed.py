"""Build speed on a corpus of 10, 100 and 1,000 lessons: cold, warm, and one lesson changed.

    python tests/benchmarks/build_speed.py [--lessons 10 100 1000] [--peer]

With `--peer`, Eleventy with KaTeX builds the same text in the same run (installed from npm into a
temporary folder); ratios are what counts, for absolute times depend on the machine's mood.
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
import time
from pathlib import Path

from builder.node import node_command, npm_command
from corpus import write_corpus

PEER_PACKAGES = ["@11ty/eleventy@3.1.2", "katex@0.19.1", "@vscode/markdown-it-katex@1.1.2", "markdown-it-footnote@4.0.0"]
PEER_CONFIG = """
const katex = require("@vscode/markdown-it-katex").default;
module.exports = (config) => {
  config.amendLibrary("md", (md) => md.use(katex, { throwOnError: true }).use(require("markdown-it-footnote")));
  return { markdownTemplateEngine: false, dir: { input: "content", output: "site" } };
};
"""


def measure(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak megabytes of a command and its children, all of them together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, peak = time.perf_counter(), 0.0
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command, cwd=folder, env=os.environ | environment, stdout=said, stderr=said)
        while running.poll() is None:
            peak = max(peak, memory(running.pid))
            time.sleep(0.05)
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
    lesson = next(book.glob("*/*/lesson.md"))
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("Compara con", "Mira"), encoding="utf-8")
    measured["one changed"] = measure(command, place, environment)
    return measured


def peer(place: Path, lessons: int, packages: Path) -> tuple[float, float, float]:
    """Eleventy + KaTeX on the same text, with its directives taken out."""
    write_corpus(place / "book", lessons)
    for source in (place / "book").glob("*/*/lesson.md"):
        text = source.read_text(encoding="utf-8").split("+++\n", 2)[2].split(":::{quiz}")[0]
        text = re.sub(r":::\{figure\} (\S+)\n:alt: (.*)\n:name:.*\n\n(.*)\n:::", r"![\2](\1)\n\n\3", text)
        text = "\n".join(line.split("$$ (")[0] + "$$" if line.startswith("$$ (") else line for line in text.split("\n"))
        target = place / "content" / source.parent.relative_to(place / "book") / "lesson.md"
        target.parent.mkdir(parents=True)
        target.write_text(text, encoding="utf-8")
    (place / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    (place / "eleventy.config.js").write_text(PEER_CONFIG, encoding="utf-8")
    # Its packages are installed once for all sizes; its own entry is started, not npx, which would be work of npm's.
    (place / "node_modules").symlink_to(packages / "node_modules")
    shutil.rmtree(place / "book")
    return measure([*node_command(), "node_modules/@11ty/eleventy/cmd.cjs", "--quiet"], place, {})


def install_peer(packages: Path) -> None:
    (packages / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    subprocess.run([*npm_command(), "install", "--silent", "--ignore-scripts", *PEER_PACKAGES], cwd=packages, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--peer", action="store_true")
    chosen = parser.parse_args()
    packages = Path(tempfile.mkdtemp(prefix="libro-peer-"))
    if chosen.peer:
        install_peer(packages)
    print(f"{'lessons':>8} {'build':<22} {'wall s':>8} {'CPU s':>8} {'CPU s / 100':>12} {'peak MB':>8}")
    for lessons in chosen.lessons:
        rows = {}
        with tempfile.TemporaryDirectory() as temporary:
            rows |= {f"libro, {name}": figures for name, figures in ours(Path(temporary), lessons).items()}
        if chosen.peer:
            with tempfile.TemporaryDirectory() as temporary:
                rows["Eleventy + KaTeX"] = peer(Path(temporary), lessons, packages)
        for name, (wall, cpu, memory) in rows.items():
            print(f"{lessons:>8} {name:<22} {wall:>8.2f} {cpu:>8.2f} {cpu * 100 / lessons:>12.2f} {memory:>8.0f}", flush=True)
        if chosen.peer:
            ratio = rows["libro, cold"][1] / rows["Eleventy + KaTeX"][1]
            print(f"{'':>8} cold, CPU: libro / Eleventy + KaTeX = {ratio:.2f}")
        if chosen.peer and lessons == chosen.lessons[-1]:
            shutil.rmtree(packages)


if __name__ == "__main__":
    main()
