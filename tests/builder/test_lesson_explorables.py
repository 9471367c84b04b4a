"""A lesson's own `explorables.py`: drawn, brought along by its page, and its faults told at their own line."""

import json
import re

import pytest

VIEW = '''from dataclasses import dataclass

from explorables import Explorable, slider
from explorables.marks import Table, Text


@dataclass(frozen=True)
class State:
    x: float = slider(0, 4, default=2, label="equis")


class Doble(Explorable):
    name = "doble"
    title = "El doble"
    State = State

    def scene(self, state):
        return [Text(f"El doble de {state.x:g} es {2 * state.x:g}.")]

    def describe(self, state):
        return f"El doble es {2 * state.x:g}."

    def table(self, state):
        return Table("El doble", ("equis", "doble"), [(str(state.x), str(2 * state.x))])

    def values(self, state):
        return {"doble": f"{2 * state.x:g}"}
'''
LESSON = '+++\ntitle = "T"\nsummary = "S"\n+++\n\n:::{explorable} doble\n:x: 3\n\nPie.\n:::\n\nSon {value}`doble#doble`.\n'


@pytest.fixture
def book(tmp_path):
    folder = tmp_path / "book" / "1-uno" / "1-doble"
    folder.mkdir(parents=True)
    (tmp_path / "book" / "book.toml").write_text('title = "L"\ncell_seconds = 2\n', encoding="utf-8")
    (folder / "lesson.md").write_text(LESSON, encoding="utf-8")
    (folder / "explorables.py").write_text(VIEW, encoding="utf-8")
    return tmp_path / "book"


def spoil(book, old, new):
    path = book / "1-uno/1-doble/explorables.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_it_is_drawn_and_its_page_brings_its_source(libro, book, tmp_path):
    ran = libro("build", book, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    page = (tmp_path / "out/uno/doble/index.html").read_text(encoding="utf-8")
    assert "El doble de 3 es 6." in page
    assert re.search(r'data-value="doble"[^>]*>6<', page)
    data = json.loads(re.search(r'class="explorable-data">(.*?)</script>', page, re.DOTALL)[1])
    assert list(data["modules"].values()) == [VIEW]


@pytest.mark.parametrize(("old", "new", "error", "below"), [
    ('return [Text(f"El', 'return [1 / 0, Text(f"El', "ZeroDivisionError: division by zero", 0),
    ("class Doble(Explorable):", "class Doble(Explorable:", "raises SyntaxError: invalid syntax\n", 0),
    ('return {"doble": f"{2 * state.x:g}"}', "return state.nada", "AttributeError", 0),
    ('return [Text(f"El', 'import sys; sys.exit(2); return [Text(f"El', "raises SystemExit: 2\n", 0),
    # What no line of its own raises is told at its method, or at its class.
    ('return f"El doble es {2 * state.x:g}."', "return 7", "describe(): TypeError: must return a sentence\n", -1),
    ("    def table(self, state):", "    def tabla(self, state):", "Can't instantiate abstract class Doble", 12 - 23),
], ids=["its scene raises", "it is no Python", "its values raise", "it ends Python", "it returns something else", "it lacks a method"])
def test_a_fault_is_told_at_its_own_line(libro, book, old, new, error, below):
    line = spoil(book, old, new)
    ran = libro("check", book)
    assert ran.code == 1
    assert f"explorables.py:{line + below}: explorable-raises:" in ran.err
    assert error in ran.err


def test_a_cell_that_changes_runs_again_and_nothing_is_drawn_again(libro, book, tmp_path):
    marks = tmp_path / "drawn"
    spoil(book, "    def describe", f'    open({str(marks)!r}, "a").write("x")\n\n    def describe')
    lesson = book / "1-uno/1-doble/lesson.md"
    for number in (1, 2):
        lesson.write_text(f"{LESSON}\n```{{code-cell}} python\nprint('celda', {number})\n```\n", encoding="utf-8")
        assert libro("build", book, "-o", tmp_path / "out").code == 0
        assert f"celda {number}" in (tmp_path / "out/uno/doble/index.html").read_text(encoding="utf-8")
        assert marks.read_text(encoding="utf-8") == "x"


def test_one_that_never_ends_is_stopped_and_named(libro, book):
    spoil(book, '        return [Text(f"El', '        while True: pass\n        return [Text(f"El')
    ran = libro("check", book)
    assert ran.code == 1
    assert "lesson.md:6: code-too-slow: «doble» took more than 2 s\n" in ran.err


def test_a_value_out_of_bounds_is_told_at_the_line_of_the_option(libro, book):
    path = book / "1-uno/1-doble/lesson.md"
    path.write_text(LESSON.replace(":x: 3", ":x: 9"), encoding="utf-8")
    ran = libro("check", book)
    assert ran.code == 1
    assert "lesson.md:7: explorable-option: «doble»: x must be a" in ran.err
    # The second time the lesson's own results are at hand, whatever language they were made in.
    assert "lesson.md:7: explorable-option: «doble»: x debe ser un" in libro("check", book, LC_ALL="es_MX.UTF-8").err


def test_a_word_of_the_prose_that_names_a_value_that_is_not_there(libro, book):
    path = book / "1-uno/1-doble/lesson.md"
    path.write_text(LESSON.replace("doble#doble", "doble#dobles"), encoding="utf-8")
    ran = libro("check", book)
    assert "lesson.md:12:5: hook-value: the explorable «doble» has no value «dobles»\n    Did you mean «doble»?\n" in ran.err
