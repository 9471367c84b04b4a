"""Glossary, notation and bibliography: what they list, in what order, and links that lead there and back."""

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "books" / "sources"
GLOSSARY, NOTATION, BIBLIOGRAPHY = "glosario/index.html", "notacion/index.html", "bibliografia/index.html"
FIRST, SECOND = "uno/primera/index.html", "uno/segunda/index.html"


@pytest.fixture(scope="module")
def pages(module_libro, read, tmp_path_factory):
    output = tmp_path_factory.mktemp("built") / "dist"
    ran = module_libro("build", SOURCES, "-o", output)
    assert ran.code == 0, ran.err
    assert "warning" not in ran.err
    return read(output)


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_every_link_inside_the_book_leads_to_something(pages):
    for url in (GLOSSARY, NOTATION, BIBLIOGRAPHY, FIRST, SECOND):
        assert len(pages[url].ids) == len(set(pages[url].ids)), url
        for shown, there, _ in pages[url].links:
            page, _, anchor = there.partition("#")
            if page in pages and anchor:
                assert anchor in pages[page].ids, (url, shown, there)
            elif not there.startswith(("http", "assets/")):
                assert page in pages, (url, shown, there)


def test_the_prose_names_works_in_each_of_its_ways(pages):
    assert [link[:2] for link in pages[FIRST].to(BIBLIOGRAPHY + "#")] == [
        ("Turing (1936)", f"{BIBLIOGRAPHY}#turing1936"),
        ("Newell, Shaw y Simon (1957, cap.\u00a03)", f"{BIBLIOGRAPHY}#newell1957"),
        ("Backus et al. (1957b)", f"{BIBLIOGRAPHY}#backus1957"),
        ("Backus et al., 1957a, §2", f"{BIBLIOGRAPHY}#backus1957b"),
        ("Knuth, 1997", f"{BIBLIOGRAPHY}#knuth1997"),
        ("aquel libro", f"{BIBLIOGRAPHY}#knuth1997"),
    ]
    assert "después ( Backus et al., 1957a, §2 ; Knuth, 1997 )" in text(pages[FIRST].html)


def test_an_entry_leads_back_to_every_place_that_cites_it(pages):
    assert [link[:2] for link in pages[BIBLIOGRAPHY].to(FIRST)] == [
        ("1.1 La primera lección", f"{FIRST}#cita-3"),  # Backus 1957a
        ("1.1 La primera lección", f"{FIRST}#cita-2"),  # Backus 1957b
        ("1.1 La primera lección", f"{FIRST}#cita-3"),  # Knuth, twice
        ("2", f"{FIRST}#cita-4"),
        ("1.1 La primera lección", f"{FIRST}#cita-2"),  # Newell
        ("1.1 La primera lección", f"{FIRST}#cita-1"),  # Turing, in both lessons
    ]
    assert [link[:2] for link in pages[BIBLIOGRAPHY].to(SECOND)] == [("1.2 La segunda lección", f"{SECOND}#cita-1")]
    assert [link[:2] for link in pages[BIBLIOGRAPHY].to(GLOSSARY + "#")] == [
        ("árboles", f"{GLOSSARY}#arbol"),  # in a note
        ("Árbol", f"{GLOSSARY}#arbol"),  # whose definition cites it
    ]
    placed = {identifier: shown for shown, _, identifier in pages[FIRST].links if identifier.startswith("cita-")}
    assert list(placed) == ["cita-1", "cita-2", "cita-3", "cita-4"]
    assert placed["cita-3"] == "Backus et al., 1957a, §2"


def test_references_are_whole_and_in_order(pages):
    entries = re.findall(r'<p class="work">(.*?)</p>', pages[BIBLIOGRAPHY].html, re.DOTALL)
    assert [text(one).partition(" (")[0] for one in entries] == [
        "Backus, John; Herrick, Harlan; Hughes, Robert; Nelson, Roy",
        "Backus, John; Beeber, Robert; Best, Sheldon; Goldberg, Richard",
        "Knuth, Donald", "Newell, Allen; Shaw, Cliff; Simon, Herbert", "Turing, Alan",
    ]  # fmt: skip
    assert text(entries[-1]).endswith("Proceedings of the London Mathematical Society. doi:10.1112/plms/s2-42.1.230 .")
    assert '<a href="https://doi.org/10.1112/plms/s2-42.1.230" rel="noopener">' in entries[-1]
    assert '<span data-entry-title>«<span lang="en">On Computable Numbers' in entries[-1]
    assert '<span data-entry-title>«<span lang="es">Otro trabajo' in entries[0]


def test_the_glossary_is_in_dictionary_order_under_its_letters(pages):
    html = pages[GLOSSARY].html
    assert re.findall(r"<dfn>(.*?)</dfn>", html) == ["Árbol", "nodo", "ñu"]
    assert re.findall(r'<h2 id="(letra-\w+)"', html) == ["letra-a", "letra-n", "letra-enie"]
    assert re.findall(r'<i lang="en">(.*?)</i></dd>', html) == ["tree", "gnu"]


def test_a_term_says_where_it_is_introduced_and_where_it_is_used(pages):
    assert [link[:2] for link in pages[GLOSSARY].to("uno/")] == [
        ("1.1 La primera lección", f"{FIRST}#termino-arbol"),
        ("1.2", f"{SECOND}#termino-arbol"),
        ("la primera", FIRST),  # a link in the definition of «nodo»
        ("1.1", f"{FIRST}#termino-nodo"),
        ("1.1 La primera lección", f"{FIRST}#termino-nu"),
    ]
    assert "1.3 La tercera lección (en preparación)" in text(pages[GLOSSARY].html)


def test_only_the_first_mention_of_a_term_is_a_place_and_a_box_comes_before(pages):
    first = pages[FIRST]
    assert [link[2] for link in first.to(GLOSSARY + "#arbol")] == ["termino-arbol", ""]
    assert '<div class="admonition definition" role="note" id="termino-nu">' in first.html


def test_cards_hold_what_the_entry_says_and_no_link(pages):
    cards = pages[FIRST].html.partition('<div class="cards" hidden>')[2].partition("<footer")[0]
    assert 'id="card-term--arbol"' in cards and 'id="card-work--knuth1997"' in cards
    assert "Lo que se dibuja al revés. Sus hojas, o nodos sin hijos, son" in text(cards)
    assert "véase Knuth (1997, §2.3)." in text(cards)
    assert "<a " not in cards


def test_symbols_say_what_they_are_and_where_they_are_something_else(pages):
    html = pages[NOTATION].html
    entries = re.findall(r'<div class="symbol" id="(simbolo-\d)".*?</dd>', html, re.DOTALL)
    assert entries == ["simbolo-1", "simbolo-2", "simbolo-3", "simbolo-4"]
    assert '<span class="enclosing role-query">' in html
    words = text(re.sub(r'<span class="katex">.*?</annotation></semantics></math></span>', " ", html))
    assert "lo que busca el paso" in words and "Se lee «cu sub i»;" in words
    assert [link[:2] for link in pages[NOTATION].links if link[1].startswith(f"{NOTATION}#simbolo") and link[0].startswith("1.")] == [
        ("1.2", f"{NOTATION}#simbolo-4"), ("1.1", f"{NOTATION}#simbolo-3"),
    ]  # fmt: skip
    assert re.findall(r'legend-name role-(\w+)">(\w+)', html) == [("query", "consulta")]


def test_they_are_reached_from_the_cover_and_from_every_page(pages):
    for url in (FIRST, SECOND, GLOSSARY, "index.html", "404.html"):
        foot = pages[url].html.partition("<footer")[2]
        assert [name for name in ("Glosario", "Notación", "Bibliografía") if f">{name}</a>" in foot] == ["Glosario", "Notación", "Bibliografía"]
    assert 'aria-labelledby="para-consultar"' in pages["index.html"].html


def test_a_book_without_them_has_no_such_pages(libro, plain_book, tmp_path, read):
    assert libro("build", plain_book, "-o", tmp_path / "out").code == 0
    pages = read(tmp_path / "out")
    assert not {GLOSSARY, NOTATION, BIBLIOGRAPHY} & set(pages)
    assert "Glosario" not in pages["index.html"].html


def test_a_changed_definition_changes_the_cards_of_lessons_and_nothing_else(libro, sources_book, tmp_path, tree):
    clean, again = {"LIBRO_RESULTS": str(tmp_path / "none")}, {"LIBRO_RESULTS": str(tmp_path / "kept")}
    assert libro("build", sources_book, "-o", tmp_path / "out", **again).code == 0
    before = (tmp_path / "out" / SECOND).read_bytes()
    glossary = sources_book / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8").replace("Lo que se dibuja al revés.", "Lo que crece hacia abajo."), encoding="utf-8")
    assert libro("build", sources_book, "-o", tmp_path / "out", **again).code == 0
    after = (tmp_path / "out" / SECOND).read_bytes()
    assert "crece hacia abajo".encode() in after and "crece hacia abajo".encode() not in before
    assert libro("build", sources_book, "-o", tmp_path / "other", **clean).code == 0
    assert tree(tmp_path / "out") == tree(tmp_path / "other")


def test_what_nobody_uses_is_told_at_its_line_and_the_book_is_built(libro, sources_book, tmp_path):
    for lesson in sources_book.glob("1-uno/*/lesson.md"):
        lesson.write_text('+++\ntitle = "T"\nsummary = "S"\n+++\n\nNada.\n', encoding="utf-8")
    ran = libro("build", sources_book, "-o", tmp_path / "out")
    assert ran.code == 0
    assert (tmp_path / "out" / GLOSSARY).is_file()
    told = re.findall(r"(\w+\.toml):(\d+): ([\w-]+):.*«(.*)»", ran.out + ran.err)
    assert told == [
        ("bibliography.toml", "2", "work-unused", "turing1936"),
        # Knuth is cited by a definition.
        ("bibliography.toml", "18", "work-unused", "newell1957"),
        ("bibliography.toml", "25", "work-unused", "backus1957"),
        ("bibliography.toml", "32", "work-unused", "backus1957b"),
        ("glossary.toml", "2", "term-unused", "ñu"),
        ("glossary.toml", "8", "term-unused", "Árbol"),
        ("glossary.toml", "14", "term-unused", "nodo"),
    ]
