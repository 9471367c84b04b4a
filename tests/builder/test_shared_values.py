"""A figure lends its values to the cells that come after it: at build, those of its first state."""

import pytest

LESSON = '''+++
title = "T"
summary = "S"
+++

:::{explorable} convex-mixture
:id: mezcla
:context: 0.5, 0.8
:shares: alpha c

Pie.
:::

```{code-cell} python
:name: usa
:after: mezcla

print(alpha.round(2), c)
```

```{output}
[0. 0. 0. 1. 0. 0.] [0.5 0.8]
```

Su mayor peso es {eval}`alpha.max():.2f`.

```{code-cell} python
:name: no-usa
:env: otra

assert "alpha" not in globals()
```
'''
PAGE = "uno/prestado/index.html"


@pytest.fixture
def book(tmp_path):
    folder = tmp_path / "book" / "1-uno" / "1-prestado"
    folder.mkdir(parents=True)
    (tmp_path / "book" / "book.toml").write_text('title = "L"\n', encoding="utf-8")
    (folder / "lesson.md").write_text(LESSON, encoding="utf-8")
    return tmp_path / "book"


def rewrite(book, old, new):
    path = book / "1-uno/1-prestado/lesson.md"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_cells_and_numbers_have_them_and_the_page_says_so(libro, book, tmp_path):
    ran = libro("build", book, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    page = (tmp_path / "out" / PAGE).read_text(encoding="utf-8")
    assert 'data-shares="alpha c"' in page
    assert "De aquí salen, para el código: <code>alpha</code>, <code>c</code>." in page
    assert '<span class="number">1.00</span>' in page


def test_another_first_state_is_another_output(libro, book):
    rewrite(book, ":context: 0.5, 0.8\n", "")
    ran = libro("check", book)
    assert ran.code == 1
    assert "output-differs" in ran.err or "0.86" in ran.err


def test_what_it_does_not_share_is_told_at_its_line(libro, book):
    line = rewrite(book, ":shares: alpha c", ":shares: alpah c")
    ran = libro("check", book)
    assert ran.code == 1
    assert f"lesson.md:{line}: explorable-option:" in ran.err
    assert "there is no 'alpah' to share; it shares alpha, H, c" in ran.err
    # The cell that needs it is not blamed.
    assert "NameError" not in ran.err


def test_a_cell_can_not_come_after_a_figure_that_shares_nothing(libro, book):
    rewrite(book, ":shares: alpha c\n", "")
    ran = libro("check", book)
    assert "lesson.md:15: cell-unknown:" in ran.err


VIEW = '''from dataclasses import dataclass

from explorables import Explorable, slider
from explorables.marks import Table, Text


@dataclass(frozen=True)
class State:
    x: float = slider(0, 4, default=2, label="equis")


class Doble(Explorable):
    title = "El doble"
    State = State

    def scene(self, state):
        return [Text(f"{state.x:g}")]

    def describe(self, state):
        return f"Es {state.x:g}."

    def table(self, state):
        return Table("El doble", ("equis",), [(str(state.x),)])

    def shared(self, state):
        return {"x": state.x, "doble": 2 * state.x}
'''


def test_a_lesson_s_own_view_shares_too(libro, book, tmp_path):
    (book / "1-uno/1-prestado/explorables.py").write_text(VIEW, encoding="utf-8")
    (book / "1-uno/1-prestado/lesson.md").write_text(
        '+++\ntitle = "T"\nsummary = "S"\n+++\n\n:::{explorable} doble\n:x: 3\n:shares: doble\n\nPie.\n:::\n\n'
        "```{code-cell} python\n:after: doble\n\nprint(doble, 'x' in globals())\n```\n\n```{output}\n6.0 False\n```\n",
        encoding="utf-8",
    )
    ran = libro("build", book, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
