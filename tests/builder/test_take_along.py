"""What readers take along says what the pages say: notebooks run, the EPUB is whole, the page to print leads to itself."""

import io
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from bs4 import BeautifulSoup

TAKEN = Path(__file__).parent.parent / "books" / "taken"
EPUBCHECK = Path("/usr/bin/epubcheck")
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def dist(module_libro, tmp_path_factory):
    output = tmp_path_factory.mktemp("taken") / "dist"
    ran = module_libro("build", TAKEN, "-o", output)
    assert ran.code == 0, ran.err
    return output


@pytest.fixture(scope="module")
def notebook(dist):
    return json.loads((dist / "uno/celdas/celdas.ipynb").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def epub(dist):
    return zipfile.ZipFile(dist / "descargas/para-llevar.epub")


def markdown(notebook):
    return "\n\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown")


def run_notebook(notebook, folder):
    """What its cells print, run in order by a Python that stands in an empty folder."""
    code = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    code += "\nimport attention_core; print(attention_core.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_notebook_is_sound_and_runs_with_what_it_brings(notebook, tmp_path):
    nbformat.validate(nbformat.from_dict(notebook))
    printed, module = run_notebook(notebook, tmp_path)
    # softmax(1, 2, 3) by hand: e, e², e³ over their sum, 30.19.
    assert printed == "[0.09 0.24 0.67]"
    assert not module.startswith(str(Path(__file__).parents[2]))
    assert os.listdir(tmp_path) == []


def test_a_notebook_shows_what_the_page_showed(notebook):
    (cell,) = [one for one in notebook["cells"] if "softmax" in "".join(one["source"]) and one["cell_type"] == "code"]
    assert "".join(cell["outputs"][0]["text"]).strip() == "[0.09 0.24 0.67]"
    text = markdown(notebook)
    assert text.startswith("# Celdas y &lt;marcas>\n\n*Un libro para llevar* · Bloque 1 · Lección 1")
    assert r"${\alpha_{3j}}$" in text
    assert "$$\n\\sum_j \\alpha_{ij} = 1 . \\tag{1}\n$$" in text
    assert "`<EOS>` y el texto &lt;EOS> cierran" in text
    assert "paso 7" in text and "Ejecutar" not in text
    # Letters, not numbers; and the answers after everything else.
    assert "- a) Cero." in text
    assert text.index("## Respuestas") > text.index("b) Uno.")
    assert "**b) correcta** Son partes de un todo." in text


def test_a_lesson_without_cells_has_no_notebook_and_promises_none(dist):
    assert not list((dist / "uno/otra").glob("*.ipynb"))
    assert ".ipynb" not in (dist / "uno/otra/index.html").read_text(encoding="utf-8")
    assert 'href="celdas.ipynb"' in (dist / "uno/celdas/index.html").read_text(encoding="utf-8")


def test_the_epub_begins_with_its_kind_and_names_all_it_has(epub):
    first = epub.infolist()[0]
    assert (first.filename, first.compress_type, epub.read(first)) == ("mimetype", zipfile.ZIP_STORED, b"application/epub+zip")
    package = ElementTree.fromstring(epub.read("EPUB/libro.opf"))
    listed = {item.get("href") for item in package.iter("{http://www.idpf.org/2007/opf}item")}
    assert {f"EPUB/{one}" for one in listed} | {"mimetype", "META-INF/container.xml", "EPUB/libro.opf"} == set(epub.namelist())
    assert [one.text for one in package.iter("{http://purl.org/dc/elements/1.1/}creator")] == ["Ana Ruiz"]


def test_every_link_of_the_epub_leads_somewhere(epub):
    pages = {name: ElementTree.fromstring(epub.read(name)) for name in epub.namelist() if name.endswith(".xhtml")}
    ids = {name: {node.get("id") for node in page.iter() if node.get("id")} for name, page in pages.items()}
    followed = []
    for name, page in pages.items():
        for link in page.iter(f"{XHTML}a"):
            path, _, anchor = link.get("href").partition("#")
            if path.startswith("https:"):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert target in pages, link.get("href")
            assert not anchor or anchor in ids[target], link.get("href")
            followed.append((posixpath.basename(target), anchor))
    assert ("uno--otra.xhtml", "final") in followed and ("uno--celdas.xhtml", "eq-suma") in followed


def test_formulas_of_the_epub_are_mathml_and_nothing_waits_to_be_pressed(epub):
    page = ElementTree.fromstring(epub.read("EPUB/uno--celdas.xhtml"))
    formulas = list(page.iter("{http://www.w3.org/1998/Math/MathML}math"))
    # Three in the text, one of them on a line of its own, and one in a question.
    assert [one.get("display") for one in formulas].count("block") == 1 and len(formulas) == 3
    assert not [one for tag in ("button", "input", "script", "details") for one in page.iter(XHTML + tag)]
    answers = "".join(ElementTree.fromstring(epub.read("EPUB/respuestas.xhtml")).itertext())
    assert "Son partes de un todo." in answers and "Son partes de un todo." not in "".join(page.itertext())


def test_the_validator_finds_nothing_in_the_epub(dist):
    java = shutil.which("java")
    if java is None or not EPUBCHECK.is_file():
        assert not os.environ.get("LIBRO_BROWSER_REQUIRED"), "epubcheck is required here"
        pytest.skip("epubcheck is not installed")
    done = subprocess.run([java, "-jar", EPUBCHECK.resolve(), dist / "descargas/para-llevar.epub"], capture_output=True, text=True)
    assert "No errors or warnings detected" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_the_page_to_print_has_each_lesson_and_leads_to_itself(dist):
    page = BeautifulSoup((dist / "imprimir/index.html").read_text(encoding="utf-8"), "html5lib")
    ids = [node["id"] for node in page.select("[id]")]
    assert len(ids) == len(set(ids))
    links = [link["href"] for link in page.select(".prose a[href]")]
    assert {"#uno--otra--final", "#uno--celdas--eq-suma", "#uno--celdas", "https://example.org/"} <= set(links)
    assert not [link for link in links if link.startswith("#") and link[1:] not in ids]
    assert [one.get_text() for one in page.select("h1")] == ["Un libro para llevar"]
    assert [one.get_text() for one in page.select(".whole-head h2")] == ["Celdas y <marcas>", "La otra"]
    text = page.select_one("main").get_text()
    assert text.index("Sin celdas.") < text.index("Son partes de un todo.")
    # What the figure shows at first, and nothing to press.
    assert page.select_one(".explorable-scene .heat-row.chosen") is not None
    assert not page.select("main button, main input, main script")


def test_the_folder_in_the_zip_is_the_book_for_a_double_click(dist):
    with zipfile.ZipFile(dist / "descargas/para-llevar.zip") as made:
        names = made.namelist()
        page = made.read("para-llevar/uno/celdas/index.html")
    assert page == (dist / "uno/celdas/index.html").read_bytes()
    linked = re.findall(r'(?:src|href)="\.\./\.\./(assets/[^"]+)"', page.decode())
    assert linked and {f"para-llevar/{one}" for one in linked} <= set(names)
    python = {name.split("/")[3] for name in names if name.startswith("para-llevar/python/")}
    assert python == {"file"}
    assert not [name for name in names if name.endswith((".zip", "sw.js", "404.html"))]


def test_what_is_offered_is_there(dist):
    page = BeautifulSoup((dist / "llevar/index.html").read_text(encoding="utf-8"), "html5lib")
    offered = {link["href"] for link in page.select(".prose a[href]")}
    assert offered == {"../descargas/para-llevar.zip", "../descargas/para-llevar.epub", "../imprimir/index.html", "../uno/celdas/celdas.ipynb"}
    assert all((dist / "llevar" / one).resolve().is_file() for one in offered)


def test_a_book_that_asks_for_none_has_none(module_libro, tmp_path):
    book = tmp_path / "book"
    shutil.copytree(TAKEN, book)
    config = book / "book.toml"
    config.write_text(re.sub(r"downloads = .*\n", "", config.read_text(encoding="utf-8")), encoding="utf-8")
    ran = module_libro("build", book, "-o", tmp_path / "dist")
    assert ran.code == 0, ran.err
    assert not [one for one in ("llevar", "imprimir", "descargas") if (tmp_path / "dist" / one).exists()]
    assert "llevar/" not in (tmp_path / "dist/index.html").read_text(encoding="utf-8")


def test_the_same_book_gives_the_same_bytes(module_libro, dist, tmp_path):
    ran = module_libro("build", TAKEN, "-o", tmp_path / "dist", LIBRO_RESULTS=tmp_path / "results")
    assert ran.code == 0, ran.err
    for name in ("descargas/para-llevar.zip", "descargas/para-llevar.epub", "imprimir/index.html", "uno/celdas/celdas.ipynb"):
        assert io.BytesIO((tmp_path / "dist" / name).read_bytes()).getvalue() == (dist / name).read_bytes(), name
