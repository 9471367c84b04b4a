"""Small books that must build: what their pages say, which files they need, the same bytes each time."""

import html
import json
import re
import shutil
from pathlib import Path

import pytest

BOOKS = Path(__file__).parent.parent / "books"


@pytest.fixture(scope="module")
def plain(tmp_path_factory, module_libro) -> Path:
    output = tmp_path_factory.mktemp("plain") / "out"
    ran = module_libro("build", BOOKS / "plain", "-o", output)
    assert ran.code == 0, ran.err
    assert str(output / "index.html") in ran.out
    return output


@pytest.fixture(scope="module")
def first(plain) -> str:
    return (plain / "uno/primera/index.html").read_text(encoding="utf-8")


def text_of(page: str) -> str:
    """The words of a page, without its formulas and tags."""
    page = re.sub(r'<span class="katex">.*?</math>.*?</span></span></span>', "K", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_book_without_python_needs_none_and_its_pages_name_none(plain, first):
    assert not (plain / "python").exists()
    assert "data-python" not in first


def test_pages_have_addresses_without_numbers(plain):
    pages = {str(path.relative_to(plain)) for path in plain.rglob("*.html")}
    assert {"index.html", "404.html", "uno/primera/index.html", "uno/segunda/index.html"} <= pages
    assert not [page for page in pages if re.search(r"(^|/)\d+-", page)]


def test_nothing_in_a_lesson_is_read_as_a_template(first):
    assert "{{ código }}" in first
    assert "{% llaves %}" in first and "{{ x }}" in first


def test_money_stays_prose(first):
    words = text_of(first)
    assert "Cuesta entre $5 y $10." in words
    assert "US$ 5 y US$ 10; o bien 35$ y 40$; y un $ suelto." in words


def test_a_labelled_equation_is_numbered_and_referred_to(first):
    assert re.search(r'<div class="equation" id="eq-cociente"', first)
    assert re.search(r'<a href="#eq-cociente"[^>]*>\(1\)</a>', first)


def test_links_name_files_and_planned_lessons_are_no_links(first):
    assert re.search(r'<a href="\.\./segunda/index\.html#el-ano"[^>]*>segunda</a>', first)
    planned = re.search(r'<span class="planned"[^>]*data-card="([^"]+)"[^>]*>séptima', first)
    assert planned is not None
    card = first[first.index(f'id="card-{planned[1]}"'):]
    assert "Bloque 1 · Lección 7" in card and "La séptima" in card and "Todavía no existe" in card


def test_every_link_and_file_that_a_page_names_exists(plain):
    for page in plain.rglob("*.html"):
        for reference in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            path, _, anchor = reference.partition("#")
            assert not path.startswith(("http", "/", "//")), (page, reference)
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), (page, reference)
            if anchor:
                assert f'id="{anchor}"' in target.read_text(encoding="utf-8"), (page, reference)


def test_a_display_formula_in_a_tight_list_is_one(first):
    item = first[first.index("Un paso apretado"):first.index("Otro.")]
    assert item.count('class="katex-display"') == 1


def test_no_comment_of_the_author_reaches_the_page(first):
    assert "de quien escribe" not in first


def test_nested_notes_and_folded_derivations(first):
    note = first[first.index("Dentro de una nota"):]
    assert "Al margen" in note[: note.index("</div>\n</div>") + 200]
    assert re.search(r'<details class="admonition derivation"[^>]*>\s*<summary[^>]*><span>Por qué <span class="katex">', first)


def test_quiz_answers_are_in_the_page_folded(plain):
    page = (plain / "uno/segunda/index.html").read_text(encoding="utf-8")
    quiz = page[page.index('class="quiz"'):]
    assert quiz.index("<details") < quiz.index("Uno y uno son dos.")
    assert "Sobra uno." in quiz


def test_a_heading_without_letters_has_an_anchor(plain):
    page = (plain / "uno/segunda/index.html").read_text(encoding="utf-8")
    assert '<h2 id="seccion-bf-3f">' in page


def test_two_builds_give_the_same_bytes(plain, tmp_path, libro, tree):
    assert libro("build", BOOKS / "plain", "-o", tmp_path / "again").code == 0
    assert tree(tmp_path / "again") == tree(plain)


def test_a_failed_build_leaves_the_last_book_whole(tmp_path, libro, plain_book, tree):
    output = tmp_path / "out"
    assert libro("build", plain_book, "-o", output).code == 0
    before = tree(output)
    lesson = plain_book / "1-uno/2-segunda/lesson.md"
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\n:::{nada}\n", encoding="utf-8")
    ran = libro("build", plain_book, "-o", output)
    assert ran.code == 1
    assert "lesson.md:27: directive-unknown: there is no directive «nada»\n" in ran.err
    assert tree(output) == before


def test_without_a_network_and_with_an_empty_cache_the_last_book_stays_whole(tmp_path, libro, plain_book, tree):
    output = tmp_path / "out"
    assert libro("build", plain_book, "-o", output).code == 0
    before = tree(output)
    ran = libro("build", plain_book, "-o", output, LIBRO_CACHE=str(tmp_path / "empty"),
                npm_config_cache=str(tmp_path / "npm"), npm_config_registry="http://127.0.0.1:9",
                npm_config_fetch_retries="0")
    assert ran.code == 1
    assert "Traceback" not in ran.err and "npm" in ran.err
    assert tree(output) == before


@pytest.fixture(scope="module")
def python_book(tmp_path_factory, module_libro) -> Path:
    output = tmp_path_factory.mktemp("python") / "out"
    ran = module_libro("build", BOOKS / "python", "-o", output)
    assert ran.code == 0, ran.err
    return output


def test_cells_show_what_they_printed_and_numbers_what_they_are(python_book):
    page = (python_book / "uno/celdas/index.html").read_text(encoding="utf-8")
    assert "El mayor pesa 75\u202f% de 2." in re.sub(r"<[^>]+>", "", page)
    assert '<span class="output-stdout">1.0' in page
    assert "AssertionError: no pesa tanto" in html.unescape(page)
    assert page.count('class="cell-output"') == 2


def test_the_explorable_is_drawn_in_its_initial_state_with_all_sixteen_at_hand(python_book):
    page = (python_book / "uno/celdas/index.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script type="application/json" class="explorable-data">(.*?)</script>', page, re.DOTALL)[1])
    assert data["spec"]["state"]["step"] == 3
    assert len(data["drawings"]) == 16
    # Step 3 reads «leí»: 1.34 away from the frozen context, worked out in the book's plan.
    assert re.search(r'data-explorable="mapa" data-value="distance"[^>]*>1\.34<', page)


def test_a_symbol_of_a_formula_points_at_a_part_of_the_explorable(python_book):
    page = (python_book / "uno/celdas/index.html").read_text(encoding="utf-8")
    assert '<span class="enclosing" data-explorable="mapa" data-part="row-3">' in page


def test_the_runtime_is_in_both_forms_and_the_page_names_it(python_book):
    page = (python_book / "uno/celdas/index.html").read_text(encoding="utf-8")
    folder = re.search(r'data-python="\.\./\.\./(python/[0-9a-f]+/)"', page)[1]
    assert (python_book / folder / "pyodide.asm.wasm.packed").is_file()
    assert (python_book / folder / "file" / "pyodide.asm.wasm.js").is_file()


def test_update_rewrites_outputs_and_nothing_else(tmp_path, libro):
    book = Path(shutil.copytree(BOOKS / "python", tmp_path / "python"))
    lesson = book / "1-uno/1-celdas/lesson.md"
    good = lesson.read_bytes()
    lesson.write_bytes(good.replace(b"```{output}\n1.0\n", b"```{output}\nnueve\ny medio\n").replace(b"\n", b"\r\n"))
    assert libro("build", book, "-o", tmp_path / "out").code == 1
    assert libro("build", book, "-o", tmp_path / "out", "--update").code == 0
    assert lesson.read_bytes() == good.replace(b"\n", b"\r\n")


def test_update_writes_no_error_into_a_lesson(tmp_path, libro):
    book = Path(shutil.copytree(BOOKS / "python", tmp_path / "python"))
    lesson = book / "1-uno/1-celdas/lesson.md"
    broken = lesson.read_bytes().replace(b"```\n\n```{output}\n1.0\n", b"1 / 0\n```\n\n```{output}\n1.0\n")
    assert broken != lesson.read_bytes()
    lesson.write_bytes(broken)
    ran = libro("build", book, "-o", tmp_path / "out", "--update")
    assert ran.code == 1 and "cell-raises" in ran.err
    assert lesson.read_bytes() == broken
