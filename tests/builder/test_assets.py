"""Bundles: one sheet and one script a page, named by content, the same bytes each time, nothing from elsewhere."""

import hashlib
import re
from pathlib import Path

import pytest

from builder.assets import FEATURES, bundle_assets, read_catalogue

SITE = Path(__file__).parents[2] / "site_templates"


@pytest.fixture(scope="module")
def bundled(tmp_path_factory):
    output = tmp_path_factory.mktemp("assets")
    return output, bundle_assets(output, pages=[(), FEATURES, {"math", "quiz"}])


def test_a_page_links_one_sheet_and_one_script_that_are_there(bundled):
    output, assets = bundled
    for features in ((), FEATURES, ("quiz", "math")):
        page = assets.for_page(features)
        assert len(page.styles) == len(page.scripts) == 1
        for path in (*page.styles, *page.scripts, page.icon):
            assert (output / path).is_file()


def test_what_is_asked_for_later_is_a_script_of_its_own(bundled):
    output, assets = bundled
    page = assets.for_page(())
    search = (output / page.lazy["search"]).read_text(encoding="utf-8")
    assert "buscar/indice.js" in search
    assert "buscar/indice.js" not in (output / page.scripts[0]).read_text(encoding="utf-8")
    assert "@orama/stemmers" in (output / "assets/licencias.txt").read_text(encoding="utf-8")


def test_names_tell_the_content(bundled):
    output, assets = bundled
    page = assets.for_page(FEATURES)
    for path in (*page.styles, *page.scripts):
        digest = hashlib.sha256((output / path).read_bytes()).hexdigest()
        assert Path(path).name.split(".")[1] == digest[:10]


def test_a_page_carries_only_what_it_uses(bundled):
    output, assets = bundled
    text = {features: (output / assets.for_page(features).styles[0]).read_text() for features in ((), ("math", "quiz"))}
    assert [mark in text[()] for mark in ("KaTeX_Main", "prism-code-editor", ".option-letter")] == [False] * 3
    assert [mark in text[("math", "quiz")] for mark in ("KaTeX_Main", "prism-code-editor", ".option-letter")] == [True, False, True]
    scripts = {features: (output / assets.for_page(features).scripts[0]).stat().st_size for features in ((), FEATURES)}
    assert scripts[()] * 3 < scripts[FEATURES]


def test_scripts_are_classic_and_sheets_ask_only_for_files_beside_them(bundled):
    output, assets = bundled
    folder = output / "assets"
    for sheet in folder.glob("*.css"):
        text = sheet.read_text()
        assert "@import" not in text
        for url in re.findall(r'url\("?([^")]*)"?\)', text):
            assert (folder / url).is_file(), url
    for script in folder.glob("*.js"):
        text = script.read_text()
        assert not re.search(r"^(import|export)\b", text, re.M)
        # Plotly comes wrapped by its authors.
        assert script.name.startswith("plotly") or text.lstrip('"use strict";').startswith("(()=>{")


def test_only_the_woff2_of_each_font_is_kept(bundled):
    output, _ = bundled
    kinds = {path.suffix for path in (output / "assets").iterdir()}
    assert kinds == {".css", ".js", ".woff2", ".svg", ".txt"}


def test_the_same_sources_give_the_same_bytes_wherever_they_are_put(bundled, tmp_path):
    output, _ = bundled
    bundle_assets(tmp_path, pages=[FEATURES, {"quiz", "math"}, ()])
    files = [{path.name: path.read_bytes() for path in (root / "assets").iterdir()} for root in (output, tmp_path)]
    assert files[0] == files[1]


def test_licences_name_every_package_that_is_inside(bundled):
    output, _ = bundled
    text = (output / "assets" / "licencias.txt").read_text(encoding="utf-8")
    for package in ("katex", "idiomorph", "plotly.js-cartesian-dist-min", "prism-code-editor", "@fontsource-variable/source-serif-4"):
        assert f"\n{package} " in f"\n{text}"
    assert "SIL OPEN FONT LICENSE" in text and "MIT License" in text
    assert "esbuild" not in text


def test_an_unknown_feature_is_refused(tmp_path):
    with pytest.raises(ValueError, match="celdas"):
        bundle_assets(tmp_path, pages=[{"celdas"}])


def flatten(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def test_every_string_that_is_asked_for_is_in_the_catalogue():
    known = dict(flatten(read_catalogue()))
    asked = set()
    for script in (SITE / "scripts").rglob("*.js"):
        asked |= set(re.findall(r'\bt\(\s*"([\w.]+)"', script.read_text(encoding="utf-8")))
    for template in (SITE / "templates").rglob("*.j2"):
        asked |= set(re.findall(r"\bstrings((?:\.\w+)+)", template.read_text(encoding="utf-8")))
    asked = {name.lstrip(".") for name in asked}
    tables = {name.rsplit(".", 1)[0] for name in known}
    assert {name for name in asked if name not in known and name not in tables} == set()


def test_no_word_for_readers_stands_outside_the_catalogue():
    accented = re.compile("[áéíóúñ¿¡«»ÁÉÍÓÚÑ]")
    found = []
    for path in [*(SITE / "scripts").rglob("*.js"), *(SITE / "templates").rglob("*.j2")]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if accented.search(line):
                found.append(f"{path.name}:{number}: {line.strip()}")
    assert found == []
