"""The book of `content/` taken along: its notebooks print what its pages show, its EPUB is valid, its page prints."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

EPUBCHECK = Path("/usr/bin/epubcheck")


def test_every_notebook_runs_and_prints_what_it_shows(dist, tmp_path):
    notebooks = sorted(dist.glob("*/*/*.ipynb"))
    assert len(notebooks) >= 14
    for path in notebooks:
        cells = [one for one in json.loads(path.read_text(encoding="utf-8"))["cells"] if one["cell_type"] == "code"]
        shown = ["".join(part["text"]) for one in cells for part in one["outputs"]]
        here = tmp_path / path.stem
        here.mkdir()
        # The last value of a cell is shown as a notebook does; a cell may be meant to fail.
        program = "\n".join(
            ("import json, sys", "from cell_kernel import Kernel", "kernel, out = Kernel(), sys.stdout", "for n, source in enumerate(json.load(sys.stdin)):",
             "    result = kernel.run(source, name=f'celda{n}', emit=lambda kind, text: out.write(text))")
        )  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", program], input=json.dumps(["".join(one["source"]) for one in cells]),
            cwd=here, capture_output=True, text=True, timeout=600, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )  # fmt: skip
        assert done.returncode == 0, f"{path.name}: {done.stderr}"
        assert done.stdout.split() == "".join(shown).split(), path.name


def test_the_validator_finds_nothing_in_its_epub(dist):
    java = shutil.which("java")
    if java is None or not EPUBCHECK.is_file():
        assert not os.environ.get("LIBRO_BROWSER_REQUIRED"), "epubcheck is required here"
        pytest.skip("epubcheck is not installed")
    (epub,) = dist.glob("descargas/*.epub")
    done = subprocess.run([java, "-jar", EPUBCHECK.resolve(), epub], capture_output=True, text=True)
    assert "No errors or warnings detected" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_to_print_fits_and_every_place_in_it_is_one(dist, visit, width):
    page = visit((dist / "imprimir/index.html").as_uri(), width=width, patience=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    twice = page.evaluate("""() => { const seen = new Map();
        for (const one of document.querySelectorAll("[id]")) seen.set(one.id, (seen.get(one.id) ?? 0) + 1);
        return [...seen].filter(([, count]) => count > 1); }""")
    assert twice == []
    nowhere = page.evaluate("""() => [...document.querySelectorAll("main a[href^='#']")]
        .map((link) => link.getAttribute("href").slice(1)).filter((id) => !document.getElementById(id))""")
    assert nowhere == []


def test_the_page_to_print_becomes_a_pdf_with_a_cover_and_chapters_on_their_own_pages(dist, visit, tmp_path):
    page = visit((dist / "imprimir/index.html").as_uri(), patience=60_000)
    page.emulate_media(media="print")
    starts = page.evaluate("""() => [...document.querySelectorAll(".whole-chapter")].map((one) => getComputedStyle(one).breakBefore)""")
    assert set(starts) == {"page"} and len(starts) >= 15
    hidden = page.evaluate("""() => [".page-header", ".page-footer"].map((one) => getComputedStyle(document.querySelector(one)).display)""")
    assert hidden == ["none", "none"]
