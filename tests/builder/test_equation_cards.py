"""A link to an equation of another lesson shows the equation; when that one changes, so does what hovers."""

import re

BODY = re.compile(r'<div class="card card-equation" id="card-1-uno--1-primera--eq-cociente">.*?<div class="card-body">(.*?)</div>\n</div>', re.DOTALL)


def card(output):
    return BODY.search((output / "uno/segunda/index.html").read_text(encoding="utf-8"))[1]


def test_an_equation_of_another_lesson_hovers_as_itself(plain_book, libro, tmp_path):
    first, second = (next(plain_book.glob(f"1-uno/{number}-*/lesson.md")) for number in (1, 2))
    text = second.read_text(encoding="utf-8")
    assert "$1 + 1$" in text
    second.write_text(text.replace("Texto.", "Lo dice [](../1-primera/lesson.md#eq-cociente)."), encoding="utf-8")
    out = tmp_path / "out"
    assert libro("build", plain_book, "-o", out).code == 0
    assert "<mfrac><mi>a</mi><mi>b</mi></mfrac>" in card(out)
    written = first.read_text(encoding="utf-8")
    first.write_text(written.replace("p = \\frac{a}{b}", "p = \\frac{a}{c}"), encoding="utf-8")
    assert libro("build", plain_book, "-o", out).code == 0
    assert "<mfrac><mi>a</mi><mi>c</mi></mfrac>" in card(out)


def test_a_page_that_shows_no_formulas_tells_what_the_other_lesson_is_about(plain_book, libro, tmp_path):
    second = next(plain_book.glob("1-uno/2-*/lesson.md"))
    text = second.read_text(encoding="utf-8").replace("$1 + 1$", "uno más uno")
    second.write_text(text.replace("Texto.", "Lo dice [](../1-primera/lesson.md#eq-cociente)."), encoding="utf-8")
    assert libro("build", plain_book, "-o", tmp_path / "out").code == 0
    assert card(tmp_path / "out") == "Prueba lo que el texto puede llevar."
