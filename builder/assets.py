"""Styles, scripts and fonts of the pages: bundled by esbuild, named by their content, in `assets/`.

Each page gets one style sheet and one classic script (modules don't load on `file://`), made for
the set of features it uses; pages that use the same set share them. Fonts and licences lie beside.
"""

import hashlib
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import SITE_TEMPLATES
from builder.node import install_packages, run_node
from builder.problems import failure

FOLDER = "assets"
CATALOGUE = SITE_TEMPLATES / "strings" / "es.toml"
ICON = SITE_TEMPLATES / "images" / "icon.svg"
# What runs before a page is drawn: in every page itself, since a file would have to be waited for.
EARLY = "scripts/early.js"
# What each feature adds to a page, in the order in which it is added; "reader" is on every page.
SCRIPTS = {
    "reader": "scripts/reader.js",
    "quiz": "scripts/quiz.js",
    "cells": "scripts/cells.js",
    "explorables": "scripts/explorables.js",
    "figures": "scripts/figures.js",
    "notebook": "scripts/notebook.js",
    "review": "scripts/review.js",
    "map": "scripts/map.js",
}
STYLES = {
    "math": "styles/math.css",
    "reader": "styles/reader.css",
    "quiz": "styles/quiz.css",
    "cells": "styles/cells.css",
    "explorables": "styles/explorable.css",
    "figures": "styles/figures.css",
    "notebook": "styles/notebook.css",
    "review": "styles/review.css",
    "map": "styles/map.css",
    "back_matter": "styles/back_matter.css",
    "take_along": "styles/take_along.css",
    "print": "styles/print.css",
}
# What a page fetches only when a reader asks for it.
LAZY = {"search": "scripts/search.js"}
# What is published as its authors made it: far too large to bundle, and fetched only when a figure comes near.
PLOTLY = "plotly.js-cartesian-dist-min/plotly-cartesian.min.js"
ALWAYS = frozenset({"reader", "print"})
FEATURES = (frozenset(SCRIPTS) | frozenset(STYLES)) - ALWAYS
# What a page's first picture is written with, by what the page uses, and how its style sheet declares it.
FONTS = {
    "reader": {
        "source-serif-4-latin-wght-normal": "Source Serif 4|normal|400 700",
        "source-serif-4-latin-wght-italic": "Source Serif 4|italic|400 700",
        "source-sans-3-latin-wght-normal": "Source Sans 3|normal|400 700",
    },
    "math": {"KaTeX_Main-Regular": "KaTeX_Main|normal|400", "KaTeX_Math-Italic": "KaTeX_Math|italic|400"},
    "cells": {"jetbrains-mono-latin-wght-normal": "JetBrains Mono|normal|400 700"},
}
# The oldest browsers that run Pyodide; esbuild rewrites what they don't know.
TARGET = "chrome111,firefox115,safari16.4"
# The woff and ttf twins of KaTeX's fonts are for browsers that none of the above is.
LOADERS = {".woff2": "file", ".svg": "file", ".woff": "empty", ".ttf": "empty"}
EMPTY_SOURCE = re.compile(r',url\((?:"")?\) format\("(?:woff|truetype)"\)')


@dataclass(frozen=True)
class PageAssets:
    """What one page links, by paths from the root of the book.

    `early` is a script that stands in the page; of each of its `fonts` it knows `family|style|weights|path`.
    """

    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    early: str
    lazy: Mapping[str, str]
    fonts: tuple[str, ...]
    icon: str


@dataclass(frozen=True)
class Assets:
    """The bundles of a book, by the set of features of the pages that use them."""

    pages: Mapping[frozenset[str], PageAssets]
    sizes: Mapping[str, int]

    def for_page(self, features: Collection[str]) -> PageAssets:
        """The links of a page that uses `features`; the set must be one that was bundled."""
        return self.pages[_page_features(features)]


def bundle_assets(output: Path, *, pages: Iterable[Collection[str]]) -> Assets:
    """Write `output/assets/` for pages with these sets of features, and say what each page links.

    Features are those of `SCRIPTS` and `STYLES`; others raise `ValueError`. The files
    depend on nothing but `site_templates` and the lock file. Raises `BuildError` if esbuild fails.
    """
    combinations = sorted({_page_features(features) for features in pages}, key=sorted)
    packages = install_packages()
    with tempfile.TemporaryDirectory(prefix="libro-assets-") as temporary:
        work = Path(temporary)
        entries = [_write_entries(work, index, used) for index, used in enumerate(combinations)]
        (work / "early.js").write_text(f"import {json.dumps(str(SITE_TEMPLATES / EARLY))};", encoding="utf-8")
        for name, source in LAZY.items():
            (work / f"{name}.js").write_text(f"import {json.dumps(str(SITE_TEMPLATES / source))};", encoding="utf-8")
        alone = ["early.js", *(f"{name}.js" for name in LAZY)]
        inputs = _run_esbuild(work, [*alone, *(name for pair in entries for name in pair)], packages)
        bundled = work / "out"
        folder = output / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        icon, early = _publish(ICON, folder), (bundled / "early.js").read_text(encoding="utf-8").strip()
        lazy = {name: _publish(bundled / f"{name}.js", folder) for name in LAZY}
        plotly = {}
        if any("figures" in used for used in combinations):
            plotly["plotly"] = _publish(packages / PLOTLY, folder)
            inputs.append(str((packages / PLOTLY).resolve()))
        found = {}
        for used, (script, style) in zip(combinations, entries, strict=True):
            found[used] = PageAssets(
                styles=(_publish(bundled / style, folder),),
                scripts=(_publish(bundled / script, folder),),
                early=early,
                lazy=lazy | (plotly if "figures" in used else {}),
                fonts=_fonts(used, bundled),
                icon=icon,
            )
        for font in sorted(bundled.glob("*.woff2")):
            _write(folder / font.name, font.read_bytes())
    _write(folder / "licencias.txt", _licences(inputs, packages))
    sizes = {f"{FOLDER}/{path.name}": path.stat().st_size for path in sorted(folder.iterdir())}
    return Assets(found, sizes)


def _fonts(used: frozenset[str], bundled: Path) -> tuple[str, ...]:
    named = (pair for feature, faces in FONTS.items() if feature in used for pair in faces.items())
    return tuple(f"{face}|{FOLDER}/{next(bundled.glob(f'{name}.*.woff2')).name}" for name, face in named)


def read_catalogue(path: Path = CATALOGUE) -> dict:
    """The strings of the interface, as nested tables."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _page_features(features: Collection[str]) -> frozenset[str]:
    unknown = set(features) - FEATURES
    if unknown:
        raise ValueError(f"unknown features {sorted(unknown)}; there are {sorted(FEATURES)}")
    return frozenset(features) | ALWAYS


def _write_entries(work: Path, index: int, used: frozenset[str]) -> tuple[str, str]:
    """One script and one style sheet that import what the page uses; their names in `work`."""
    script, style = f"reader{index}.js", f"reader{index}.css"
    for name, sources, statement in ((script, SCRIPTS, "import {};"), (style, STYLES, "@import {};")):
        lines = (statement.format(json.dumps(str(SITE_TEMPLATES / path))) for key, path in sources.items() if key in used)
        (work / name).write_text("\n".join(lines), encoding="utf-8")
    return script, style


def _run_esbuild(work: Path, entries: list[str], packages: Path) -> list[str]:
    """Bundle into `work/out`; the paths of all that went in."""
    catalogue, metafile = work / "catalogue.json", work / "inputs.json"
    catalogue.write_text(json.dumps(read_catalogue(), ensure_ascii=False), encoding="utf-8")
    done = run_node(
        [
            str(packages / "esbuild" / "bin" / "esbuild"),
            *(str(work / name) for name in entries),
            "--bundle", "--format=iife", "--minify", "--charset=utf8", "--legal-comments=none",
            f"--target={TARGET}", f"--outdir={work / 'out'}", f"--metafile={metafile}",
            "--asset-names=[name].[hash]", f"--alias:catalogue={catalogue}",
            *(f"--loader:{suffix}={loader}" for suffix, loader in LOADERS.items()),
            "--log-level=warning", "--color=false",
        ],
        packages=packages,
    )
    if done.returncode != 0:
        # After esbuild's own words, its launcher prints where in Node it gave up.
        report = done.stderr.split("\nnode:", 1)[0].strip()
        raise failure("esbuild", report=report)
    inputs = json.loads(metafile.read_text(encoding="utf-8"))["inputs"]
    return sorted(str((Path.cwd() / path).resolve()) for path in inputs)


def _publish(source: Path, folder: Path) -> str:
    """Copy a bundle under a name that tells its content; its path from the root of the book."""
    data = source.read_bytes()
    if source.suffix == ".css":
        data = EMPTY_SOURCE.sub("", data.decode("utf-8")).encode("utf-8")
    name = f"{source.stem.rstrip('0123456789')}.{hashlib.sha256(data).hexdigest()[:10]}{source.suffix}"
    _write(folder / name, data)
    return f"{FOLDER}/{name}"


def _licences(inputs: list[str], packages: Path) -> bytes:
    """The licence of every package of which something is in the bundles, as its authors ask."""
    names = set()
    for path in inputs:
        parts = os.path.relpath(path, packages.resolve()).split(os.sep)
        if parts[0] != os.pardir:
            names.add("/".join(parts[:2] if parts[0].startswith("@") else parts[:1]))
    sections = []
    for name in sorted(names):
        manifest = json.loads((packages / name / "package.json").read_text(encoding="utf-8"))
        files = sorted(path for path in (packages / name).iterdir() if path.name.upper().startswith(("LICENSE", "LICENCE")))
        text = "\n".join(path.read_text(encoding="utf-8").strip() for path in files)
        sections.append(f"{name} {manifest['version']} ({manifest.get('license', '?')})\n\n{text}\n")
    return ("\n" + "-" * 72 + "\n\n").join(sections).encode("utf-8")


def _write(path: Path, data: bytes) -> None:
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)
