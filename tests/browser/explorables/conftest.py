"""Pages with explorables, as the builder's own template makes them, with a Python that the test commands."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

import explorables
from builder.node import install_packages, run_node
from builder.runtime.bundle import prepare_runtime
from builder.templates import component
from cell_kernel.page import Page

HERE = Path(__file__).parent
SITE = HERE.parents[2] / "site_templates"
MODULE = "sample_views"
SOURCE = (HERE / "sample_views.py").read_text(encoding="utf-8")
STRINGS = tomllib.loads((SITE / "strings" / "es.toml").read_text(encoding="utf-8"))
PAGE = """<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prueba</title><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">
<script src="fake_host.js" defer></script><script src="page.js" defer></script></head>
<body class="lesson"><main id="contenido"><div class="lesson-layout"><div class="prose"><h1>Prueba</h1>{body}</div></div></main></body></html>
"""


@pytest.fixture(scope="package")
def chromium(browser):
    return browser


FAKE_ENTRY = """import { startExplorables } from SITE/scripts/explorable/index.js";
window.explorables = startExplorables(window.withoutPython ? null : window.fakePython);
"""
LIVE_ENTRY = """import { startExplorables } from SITE/scripts/explorable/index.js";
import { createPythonHost } from SITE/scripts/python/host.js";
const base = document.documentElement.dataset.python;
window.python = createPythonHost({ base, isFile: location.protocol === "file:" });
window.explorables = startExplorables(window.python);
"""


def bundle_page(folder: Path, entry: str) -> None:
    """page.js and page.css in `folder`: the explorables' script with a host, and the book's styles."""
    packages = install_packages()
    (folder / "catalogue.json").write_text(json.dumps(STRINGS), encoding="utf-8")
    (folder / "page.entry.js").write_text(entry.replace("SITE", f'"{SITE.as_posix()}'), encoding="utf-8")
    (folder / "page.entry.css").write_text(
        "".join(f"@import {json.dumps(str(SITE / 'styles' / name))};\n" for name in ("reader.css", "explorable.css")),
        encoding="utf-8",
    )
    done = run_node(
        [
            str(packages / "esbuild" / "bin" / "esbuild"), str(folder / "page.entry.js"), str(folder / "page.entry.css"),
            "--bundle", "--format=iife", f"--outdir={folder / 'out'}", f"--alias:catalogue={folder / 'catalogue.json'}",
            "--loader:.woff2=empty", "--log-level=warning",
        ],
        packages=packages,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for suffix in ("js", "css"):
        shutil.copy(folder / "out" / f"page.entry.{suffix}", folder / f"page.{suffix}")


@pytest.fixture(scope="package")
def bundle(tmp_path_factory) -> Path:
    """A folder for pages whose Python is the test's own."""
    folder = tmp_path_factory.mktemp("explorables")
    bundle_page(folder, FAKE_ENTRY)
    shutil.copy(HERE / "fake_host.js", folder / "fake_host.js")
    return folder


@pytest.fixture(scope="package")
def live_folder(tmp_path_factory) -> Path:
    """A folder with the alignment map and the reader's own Python behind it."""
    folder = tmp_path_factory.mktemp("live")
    bundle_page(folder, LIVE_ENTRY)
    runtime = prepare_runtime(folder)
    body = figure_html("alignment-map", "mapa")
    html = PAGE.format(body=body).replace('<html lang="es">', f'<html lang="es" data-python="{runtime.path}">')
    (folder / "index.html").write_text(html.replace('<script src="fake_host.js" defer></script>', ""), encoding="utf-8")
    return folder


@pytest.fixture(scope="package")
def live_page(chromium, live_folder):
    """That page, opened from its folder."""
    page = chromium.new_page()
    page.goto((live_folder / "index.html").as_uri())
    return page


def figure_html(view: str, figure_id: str, options: dict[str, str] | None = None) -> str:
    """A figure as the builder makes it."""
    spec = explorables.spec(view, options)
    html = component(
        "explorable",
        id=figure_id,
        name=view,
        spec=spec,
        drawing=explorables.draw(view, spec["state"]),
        drawings=[explorables.draw(view, state) for state in spec["states"] or []],
        modules={MODULE: SOURCE} if explorables.registry.find(view).__module__ == MODULE else {},
        caption="Pie de la figura.",
        number="Figura 1",
    )
    return str(html)


@pytest.fixture(scope="package")
def figure():
    return figure_html


@pytest.fixture(scope="package", autouse=True)
def sample_views():
    explorables.define(MODULE, SOURCE)
    yield
    explorables.define(MODULE, "")


def pytest_generate_tests(metafunc):
    # What hands do to a view, they do on both kinds of host.
    if metafunc.module.__name__.endswith("_by_hand") and "open_page" in metafunc.fixturenames:
        metafunc.parametrize("served", ["file", "http"], indirect=True)


@pytest.fixture
def served(request, bundle, host) -> str:
    """Where the pages' folder is served, under a prefix; nothing where pages are opened from the folder itself."""
    return host(bundle, prefix="/a/b/").address if getattr(request, "param", "file") == "http" else ""


@pytest.fixture
def open_page(chromium, bundle, request, served):
    """`open_page(body, width=…, touch=…, script=…)`: the page, loaded, which must raise nothing by its end."""
    contexts, raised = [], []

    def opened(body, *, width=900, height=900, touch=False, script="", search="", served=served, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, locale="es-MX", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: raised.append(str(error)))
        kernel = Page()
        page.expose_function("answerRequest", lambda asked: kernel.handle(asked, lambda kind, text: None))
        if script:
            page.add_init_script(script)
        file = bundle / (re.sub(r"[^\w-]", "-", request.node.name)[:80] + ".html")
        file.write_text(PAGE.format(body=body), encoding="utf-8")
        page.goto((served + file.name if served else file.as_uri()) + search)
        if options.get("java_script_enabled", True):
            page.wait_for_function("window.explorables !== undefined")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert raised == []
