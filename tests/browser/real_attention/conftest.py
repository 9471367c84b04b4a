"""Pages with this lesson's explorables, with the reader's own Python and the reader's own copy of the model behind them."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest

import explorables
from builder.model.reader_files import prepare_model
from builder.node import install_packages, run_node
from builder.problems import BuildError
from builder.runtime.bundle import prepare_runtime
from builder.templates import component

REPOSITORY = Path(__file__).resolve().parents[3]
SITE = REPOSITORY / "site_templates"
LESSON = REPOSITORY / "content/5-transformer/9-mapas-reales"
MODULES = {"explorables_mapas_reales": (LESSON / "explorables.py").read_text(encoding="utf-8")}
STRINGS = tomllib.loads((SITE / "strings" / "es.toml").read_text(encoding="utf-8"))
VIEWS = {"rejilla": "real-maps", "plano": "head-plane", "busca": "head-search", "explica": "head-weighing", "tuya": "own-sentence"}
PAGE = """<!doctype html>
<html lang="es" data-python="{python}"{model}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Prueba</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css"><script src="page.js" defer></script></head>
<body class="lesson"><main id="contenido"><div class="lesson-layout"><div class="prose"><h1>Prueba</h1>{body}</div></div></main>
<script type="application/json" data-file="maps.json">{maps}</script></body></html>
"""


@pytest.fixture(scope="session")
def maps_site(tmp_path_factory) -> Path:
    """index.html has the model; without.html is of a book that was built without it."""
    folder = tmp_path_factory.mktemp("maps")
    bundle(folder)
    runtime = prepare_runtime(folder)
    try:
        model = prepare_model(folder)
    except BuildError as error:
        pytest.skip(f"the model cannot be had here: {error.message}")
    body = "\n".join(figure(view, name) for name, view in VIEWS.items())
    maps = (LESSON / "maps.json").read_text(encoding="utf-8")
    for name, attribute in (("index.html", f' data-model="{model.path}"'), ("without.html", "")):
        html = PAGE.format(python=runtime.path, model=attribute, body=body, maps=maps)
        (folder / name).write_text(html, encoding="utf-8")
    return folder


def bundle(folder: Path) -> None:
    """page.js and page.css: what a page with explorables has."""
    packages = install_packages()
    (folder / "catalogue.json").write_text(json.dumps(STRINGS), encoding="utf-8")
    scripts = (SITE / "scripts").as_posix()
    (folder / "entry.js").write_text(
        f'import "{scripts}/explorables.js";\nimport {{ python }} from "{scripts}/shared_python.js";\nwindow.python = python;\n',
        encoding="utf-8",
    )
    (folder / "entry.css").write_text(
        "".join(f"@import {json.dumps(str(SITE / 'styles' / name))};\n" for name in ("reader.css", "explorable.css")),
        encoding="utf-8",
    )
    done = run_node(
        [
            str(packages / "esbuild" / "bin" / "esbuild"), str(folder / "entry.js"), str(folder / "entry.css"), "--bundle",
            "--format=iife", f"--outdir={folder / 'out'}", f"--alias:catalogue={folder / 'catalogue.json'}",
            "--loader:.woff2=empty", "--log-level=warning",
        ],
        packages=packages,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for suffix in ("js", "css"):
        shutil.copy(folder / "out" / f"entry.{suffix}", folder / f"page.{suffix}")


def figure(view: str, name: str) -> str:
    """A figure as the builder makes it."""
    before = os.getcwd()
    os.chdir(LESSON)
    try:
        for module, source in MODULES.items():
            explorables.define(module, source)
        spec = explorables.spec(view)
        drawing = explorables.draw(view, spec["state"])
    finally:
        for module in MODULES:
            explorables.define(module, "")
        os.chdir(before)
    html = component(
        "explorable",
        id=name, name=view, spec=spec, drawing=drawing, drawings=[], modules=MODULES, caption="Pie.", number="Figura 1",
    )
    return str(html)
