"""A cell runs with what a figure shows: with the reader's own Python, over http and from a folder."""

import pytest

pytestmark = pytest.mark.browser

LESSON = '''+++
title = "Prestado"
summary = "Una celda que usa lo que muestra una figura."
+++

:::{explorable} convex-mixture
:id: mezcla
:shares: alpha H c

Pie.
:::

```{code-cell} python
:name: mayor
:after: mezcla

print(alpha.argmax(), (alpha @ H).round(2))
```

```{output}
3 [0.44 0.69]
```

```{code-cell} python
:name: suma
:after: mayor

print(round(float(alpha.sum()), 6), c[0])
```

```{output}
1.0 0.44
```
'''
PAGE = "uno/prestado/index.html"
LOADING = 120_000


@pytest.fixture(scope="module")
def book(build_book, tmp_path_factory):
    folder = tmp_path_factory.mktemp("prestado") / "book"
    (folder / "1-uno" / "1-prestado").mkdir(parents=True)
    (folder / "book.toml").write_text('title = "L"\n', encoding="utf-8")
    (folder / "1-uno" / "1-prestado" / "lesson.md").write_text(LESSON, encoding="utf-8")
    return build_book(folder)


def cell(page, name):
    return page.locator(f".code-cell[data-cell='{name}']")


def run(page, name):
    cell(page, name).get_by_role("button", name="Ejecutar", exact=True).click()
    page.wait_for_function(
        "(name) => document.querySelector(`[data-cell='${name}'] .cell-status`).textContent.startsWith('Listo')", arg=name, timeout=LOADING
    )
    return cell(page, name).locator(".cell-output").inner_text().strip()


@pytest.mark.parametrize("way", ["http", "file"])
def test_a_cell_has_what_the_figure_shows(visit, book, host, way):
    page = visit((book / PAGE).as_uri() if way == "file" else host(book, prefix="/a/b/").address + PAGE, patience=LOADING)
    assert page.locator(".explorable-shares").inner_text() == "De aquí salen, para el código: alpha, H, c."
    # As built, while nothing is moved.
    assert run(page, "mayor") == "3 [0.44 0.69]"
    # Moved without a click on the cell: it says that it is behind, and its next run is with the state of now.
    page.get_by_label("contexto c, primera coordenada").fill("0.4")
    page.get_by_label("contexto c, segunda coordenada").fill("-0.7")
    page.get_by_label("contexto c, segunda coordenada").blur()
    stale = cell(page, "mayor").locator(".cell-stale")
    assert stale.inner_text() == "La figura ha cambiado: la salida es de su estado anterior."
    # A cell that comes after that one runs it anew first.
    assert run(page, "suma") == "1.0 0.4"
    assert cell(page, "mayor").locator(".cell-output").inner_text().strip() == "4 [ 0.4 -0.7]"
    # A cell may spoil what it was lent, and gets it whole again.
    area = cell(page, "mayor").locator("textarea")
    area.fill("alpha[:] = 9\nprint(alpha.sum())")
    assert run(page, "mayor") == "54.0"
    area.fill("print(alpha.sum())")
    assert run(page, "mayor") == "1.0"


def test_a_python_that_was_stopped_finds_them_again(visit, book, host):
    page = visit(host(book).address + PAGE, patience=LOADING)
    page.get_by_role("button", name="Ninguna mezcla").click()
    assert run(page, "mayor") == "3 [0.5 0.8]"
    area = cell(page, "suma").locator("textarea")
    area.fill("while True: pass")
    cell(page, "suma").get_by_role("button", name="Ejecutar", exact=True).click()
    page.wait_for_function("document.querySelector(\"[data-cell='suma'] .cell-status\").textContent.startsWith('Ejecutando')")
    cell(page, "suma").get_by_role("button", name="Detener").click()
    page.wait_for_function("document.querySelector(\"[data-cell='suma'] .cell-status\").textContent.startsWith('Detenida')", timeout=LOADING)
    area.fill("print(c)")
    assert run(page, "suma") == "[0.5 0.8]"
