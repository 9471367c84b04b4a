"""Fonts with the letters that the book writes, all of them, and no others; the same bytes each time."""

import base64
import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from builder.fonts.letters import ALWAYS, letters_of
from builder.fonts.subset import WEIGHTS, cut_font
from builder.node import install_packages

BOOKS = Path(__file__).parent.parent / "books"
FORMULA = '<span class="katex"><span class="katex-mathml">Ω</span><span class="katex-html" aria-hidden="true">{}</span></span>'


@pytest.fixture(scope="module")
def plain(tmp_path_factory, module_libro) -> Path:
    output = tmp_path_factory.mktemp("fonts") / "out"
    ran = module_libro("build", BOOKS / "plain", "-o", output)
    assert ran.code == 0, ran.err
    return output


def fonts_of(output: Path) -> dict[str, TTFont]:
    """Every font of a book by the start of its name, those inside the style sheets too."""
    found = {path.name.split(".")[0]: TTFont(path) for path in (output / "assets").glob("*.woff2")}
    for sheet in (output / "assets").glob("*.css"):
        rule = r'font-family:"?(\w+)"?;[^}]*?src:url\(data:font/woff2;base64,([^)]+)\)'
        for family, data in re.findall(rule, sheet.read_text(encoding="utf-8")):
            found[family] = TTFont(io.BytesIO(base64.b64decode(data)))
    return found


def test_a_page_gives_the_letters_of_its_text_and_of_its_formulas_apart():
    page = "<p>año &rarr; " + FORMULA.format('<span class="mord mathnormal">α</span><span class="strut"/></span>') + " \\u2713</p>"
    found = letters_of(page)
    assert {"ñ", "→", "✓", "Ω", "α"} <= set(found.text)
    assert found.formulas == "α"
    assert {"mord", "mathnormal"} <= set(found.faces) and "katex-mathml" not in found.faces


def test_half_of_a_pair_is_no_letter():
    # As JSON and code write what lies beyond U+FFFF.
    assert letters_of(r"\ud83e\udd9c\u2713").text == "✓"


def test_every_letter_of_a_page_is_in_the_cut_font_if_the_whole_one_has_it(plain):
    written = set("".join(path.read_text(encoding="utf-8") for path in plain.rglob("*.html"))) | ALWAYS
    files = install_packages() / "@fontsource-variable"
    for name, font in fonts_of(plain).items():
        if name.startswith("KaTeX"):
            continue
        whole = TTFont(next(files.glob(f"*/files/{name}.woff2"))).getBestCmap()
        assert {ord(one) for one in written} & set(whole) <= set(font.getBestCmap()), name
        # Polish is no language of this book.
        assert ord("ł") not in font.getBestCmap()


def test_fonts_of_formulas_have_the_letters_of_formulas(plain):
    fonts = fonts_of(plain)
    page = (plain / "uno/primera/index.html").read_text(encoding="utf-8")
    letters = {one for one in letters_of(page).formulas if one.isascii() and one.isalpha()}
    assert letters
    known = set(fonts["KaTeX_Math-Italic"].getBestCmap()) | set(fonts["KaTeX_Main-Regular"].getBestCmap())
    assert {ord(one) for one in letters} <= known
    # No formula of this book is in Gothic letters.
    assert not [name for name in fonts if "Fraktur" in name]
    assert "KaTeX_Fraktur" not in "".join(path.read_text() for path in (plain / "assets").glob("*.css")).split("@font-face", 1)[1].split(".katex", 1)[0]


def test_sheets_declare_no_weight_that_the_fonts_have_not(plain):
    for name, font in fonts_of(plain).items():
        if "fvar" in font:
            axis = font["fvar"].axes[0]
            assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", *WEIGHTS), name
    for sheet in (plain / "assets").glob("*.css"):
        faces = [one for one in re.findall(r"@font-face\{[^}]*\}", sheet.read_text(encoding="utf-8")) if "url(" in one]
        weights = re.findall(r"font-weight:(\d+) (\d+)", "".join(faces))
        assert weights and {(int(low), int(high)) for low, high in weights} == {WEIGHTS}


def test_the_same_letters_give_the_same_bytes_and_none_gives_no_font(tmp_path, monkeypatch):
    source = (install_packages() / "katex/dist/fonts/KaTeX_Size1-Regular.woff2").read_bytes()
    made = []
    for name in ("one", "two"):
        monkeypatch.setenv("LIBRO_CACHE", str(tmp_path / name))
        made.append(cut_font(source, "∑()"))
    # The second time from the cache.
    made.append(cut_font(source, "∑()"))
    assert made[0] == made[1] == made[2]
    assert len(made[0]) < len(source)
    assert cut_font(source, "ñ ") is None
    assert set(TTFont(io.BytesIO(made[0])).getBestCmap()) == {ord("∑"), ord("("), ord(")")}


def test_pages_ask_early_for_fonts_that_are_there(plain):
    for page in plain.rglob("index.html"):
        if (found := re.search(r'data-fonts="([^"]*)"', page.read_text(encoding="utf-8"))) is None:
            continue
        faces = [one.split("|") for one in found[1].split(",")]
        assert {"Source Serif 4", "Source Sans 3"} <= {family for family, *_ in faces}
        sheet = (page.parent / re.search(r'rel="stylesheet" href="([^"]*)"', page.read_text(encoding="utf-8"))[1]).read_text(encoding="utf-8")
        for family, style, _weights, path in faces:
            # A font of a few signs is in the sheet.
            assert path == "" or (plain / path).is_file() and Path(path).name in sheet, (page, family, style)
