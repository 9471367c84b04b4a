"""What is wrong with formulas of a glossary or of a notation, in which language it is told, and when it stops a build."""

import pytest


@pytest.fixture
def told(libro, sources_book):
    """Spoil a file of the book with sources, check it, and give what standard error says, from the file's name on."""

    def check(name: str, old: str, new: str, **environment: str) -> tuple[int, list[str]]:
        path = sources_book / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        ran = libro("check", sources_book, **environment)
        return ran.code, [line.removeprefix("sources/") for line in ran.err.splitlines()]

    return check


def test_a_malformed_formula_of_a_definition(told):
    code, lines = told("glossary.toml", "son $2^d$", r"son $2^{d$")
    assert code == 1
    assert lines[0].startswith("glossary.toml:11:") and ": formula-tex: " in lines[0]


def test_a_malformed_symbol_has_the_line_of_its_item(told):
    code, lines = told("1-uno/1-primera/lesson.md", "symbol = 'd'", r"symbol = '\sqrt{d'")
    assert code == 1
    assert lines[0].startswith("1-uno/1-primera/lesson.md:6:") and ": formula-tex: " in lines[0]


def test_a_colour_that_is_none(told):
    code, lines = told("1-uno/1-primera/lesson.md", 'role = "query"', 'role = "pink"')
    assert code == 1
    assert lines[0].startswith("1-uno/1-primera/lesson.md:5: key-value: «notation.role» is none of query, key, ")


def test_an_old_address_that_is_the_glossarys(told):
    code, lines = told("1-uno/2-segunda/lesson.md", "notation = [", 'aliases = ["glosario"]\nnotation = [')
    assert code == 1
    assert lines[0].startswith("1-uno/2-segunda/lesson.md:4: alias-taken: ")


def test_in_spanish_by_locale(told):
    code, lines = told("1-uno/2-segunda/lesson.md", "{term}`Árbol`", "{term}`Arbusto`", LC_ALL="es_MX.UTF-8")
    assert code == 1
    assert lines[0] == "1-uno/2-segunda/lesson.md:9:4: term-unknown: ningún término de glossary.toml se llama «Arbusto»"


def test_a_book_may_take_what_nobody_uses_for_an_error(told, sources_book):
    config = sources_book / "book.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace('language = "es"\n', 'language = "es"\n[severity]\nterm-unused = "error"\n'), encoding="utf-8")
    code, lines = told("1-uno/1-primera/lesson.md", ":::{definition} Ñu", ":::{definition} Gnu")
    assert code == 1
    assert lines[0] == "glossary.toml:2: term-unused: no lesson uses the term «ñu»"


def test_a_term_that_only_another_definition_names_is_used_by_no_lesson(told):
    code, lines = told("1-uno/1-primera/lesson.md", "tiene {term}`nodos <nodo>`, y otra vez", "tiene nodos, y otra vez")
    assert code == 0
    assert lines[0] == "glossary.toml:14: term-unused: no lesson uses the term «nodo»"
