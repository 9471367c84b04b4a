"""`libro check --browser`: the reader's Python must say what the build said; what differs is told at its own line."""

import pytest

LESSON = """+++
title = "T"
summary = "S"
files = ["datos.json"]
+++

```{{code-cell}} python
:name: una

import json, sys
x = json.load(open("datos.json"))["x"]
print({prints})
```

Son {{eval}}`{number}`.

```{{code-cell}} python
:tags: raises-exception

raise ValueError("a propósito")
```

:::{{explorable}} doble
:id: figura
:shares: doble
:::

```{{code-cell}} python
:after: figura

print(doble)
```

:::{{explorable}} alignment-map
:step: 3
:::
"""
VIEW = '''import sys
from dataclasses import dataclass

from explorables import Explorable, slider
from explorables.marks import Table, Text


@dataclass(frozen=True)
class State:
    x: float = slider(0, 4, default=2, label="equis")


class Doble(Explorable):
    name, title, State = "doble", "El doble", State

    def scene(self, state):
        return [Text(f"{drawn}")]

    def describe(self, state):
        return f"El doble es {2 * state.x:g}."

    def table(self, state):
        return Table("El doble", ("equis", "doble"), [("1", "2")])

    def shared(self, state):
        return {"doble": 2 * state.x}
'''


@pytest.fixture
def checked(libro, tmp_path):
    """Check a book whose lesson prints, computes and draws what it is given; the command's result."""

    def check(prints="x + 1", number="x", drawn="siempre igual", data='{"x": 1}', **environment):
        folder = tmp_path / "libro/1-uno/1-una"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "libro/book.toml").write_text('title = "L"\n', encoding="utf-8")
        (folder / "lesson.md").write_text(LESSON.format(prints=prints, number=number), encoding="utf-8")
        (folder / "explorables.py").write_text(VIEW.replace("{drawn}", drawn), encoding="utf-8")
        (folder / "datos.json").write_text(data, encoding="utf-8")
        return libro("check", "libro", "--browser", **environment)

    return check


def test_a_lesson_that_says_the_same_there_is_sound(checked):
    ran = checked()
    assert (ran.code, ran.err) == (0, "")
    # The views' own module, three cells and what one is lent, a number, a drawing, and sixteen of the other figure.
    assert "23 cells, numbers and drawings" in ran.out


def test_what_differs_is_told_at_its_own_line(checked):
    ran = checked(prints="sys.platform", number="sys.platform", drawn="{sys.platform}")
    assert ran.code == 1
    place = "libro/1-uno/1-una/lesson.md"
    assert f"{place}:7: browser-output: in the reader's browser the cell «una» prints «emscripten», and here «linux»\n" in ran.err
    assert f"{place}:15:5: browser-number: in the reader's browser `sys.platform` is «emscripten», and here «linux»\n" in ran.err
    assert f"{place}:23: browser-drawing: in the reader's browser the explorable «doble» is drawn otherwise: the html of " in ran.err
    assert ran.err.endswith("3 problems; nothing was written.\n")


def test_what_raises_there_alone_is_told_at_the_line_of_the_code(checked):
    ran = checked(prints='open("otro.txt").read() if sys.platform == "emscripten" else 1')
    assert ran.code == 1
    assert "libro/1-uno/1-una/lesson.md:12: browser-raises: in the reader's browser «una» raises FileNotFoundError:" in ran.err


def test_a_sound_lesson_is_not_run_again(checked, tmp_path):
    results = str(tmp_path / "results")
    assert checked(LIBRO_RESULTS=results).code == 0
    # With neither a cache nor a network there is no Python to run it in.
    nowhere = {"LIBRO_CACHE": str(tmp_path / "empty"), "npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    again = checked(LIBRO_RESULTS=results, **nowhere)
    assert again.code == 0, again.err
    assert checked(LIBRO_RESULTS=results, prints="x + 2", **nowhere).code == 1
