"""What each lesson needs and what needs it; the drawing of it, and the cards that say how a section begins."""

import re
from pathlib import Path

import pytest

from builder.book import read_book
from builder.book_map_drawing import WIDTH, Node, draw_map, wrap
from builder.markdown.parser import parse
from builder.markdown.previews import labels_with_previews
from builder.needs import map_anchor, needs_of, short_number
from builder.problems import Problems

TOML = """title = "Libro"
[[blocks]]
folder = "2-dos"
title = "Dos"
[[blocks.planned]]
folder = "9-ultima"
title = "La última"
summary = "Vendrá."
"""


@pytest.fixture
def book(tmp_path: Path):
    needs = {1: [], 2: ["2-dos/1-l"], 3: ["2-dos/9-ultima", "2-dos/1-l"]}
    for number, keys in needs.items():
        folder = tmp_path / "2-dos" / f"{number}-{'l' if number == 1 else f'l{number}'}"
        folder.mkdir(parents=True)
        listed = ", ".join(f'"{key}"' for key in keys)
        (folder / "lesson.md").write_text(f'+++\ntitle = "L{number}"\nsummary = "S."\nprerequisites = [{listed}]\n+++\n\nTexto.\n', encoding="utf-8")
    (tmp_path / "book.toml").write_text(TOML, encoding="utf-8")
    problems = Problems()
    found = read_book(tmp_path, problems)
    assert not problems
    return found


def test_needs_both_ways_in_the_order_of_the_book(book):
    found = needs_of(book)
    titles = {lesson.title: ([one.title for one in found.needs[lesson]], [one.title for one in found.needed_by[lesson]]) for lesson in book.lessons}
    assert titles == {
        "L1": ([], ["L2", "L3"]),
        "L2": (["L1"], []),
        "L3": (["L1", "La última"], []),
        "La última": ([], ["L3"]),
    }
    assert [short_number(lesson) for lesson in book.lessons] == ["2.1", "2.2", "2.3", "2.9"]
    assert len({map_anchor(lesson) for lesson in book.lessons}) == 4


def draw(nodes):
    return str(draw_map(nodes, {1: "Bloque 1 · Uno", 2: "Bloque 2 · Dos"}, {"drawing": "Mapa", "planned": "en preparación"}))


NODES = [
    Node("1.1", "La primera", "../a/index.html", 1, ()),
    Node("1.2", "Una con <signos> & más", "../b/index.html", 1, (0,)),
    Node("2.1", "Sin escribir", None, 2, ()),
    Node("2.2", "La que necesita a dos", "../d/index.html", 2, (0, 2)),
]


def test_each_lesson_is_a_link_and_each_need_a_thread():
    svg = draw(NODES)
    assert re.findall(r'<a class="map-lesson" data-place="(\d)" href="([^"]+)"', svg) == [
        ("0", "../a/index.html"), ("1", "../b/index.html"), ("3", "../d/index.html"),
    ]  # fmt: skip
    assert re.findall(r'data-from="(\d)" data-to="(\d)"', svg) == [("0", "1"), ("0", "3"), ("2", "3")]
    assert 'aria-label="2.1 Sin escribir (en preparación)"' in svg
    assert "&lt;signos&gt; &amp; más" in svg
    assert draw(NODES) == svg


def test_threads_stay_on_the_drawing_and_the_longest_swings_out_most():
    svg = draw(NODES)
    height = float(re.search(r'viewBox="0 0 \d+ ([\d.]+)"', svg)[1])
    reach = []
    for x0, y0, x1, x2, x3, y3 in re.findall(r'd="M([\d.-]+) ([\d.]+)C([\d.-]+) [\d.]+ ([\d.-]+) [\d.]+ ([\d.-]+) ([\d.]+)"', svg):
        assert x0 == x3 and x1 == x2 and 0 <= float(y0) < float(y3) <= height
        # The farthest point of a cubic whose two handles are at the same x.
        reach.append(float(x0) - (0.25 * float(x0) + 0.75 * float(x1)))
    assert len(reach) == 3 and max(reach) == reach[1] and 0 < min(reach) and max(reach) <= 104
    assert all(float(y) <= height for y in re.findall(r' y="([\d.]+)"', svg))
    assert WIDTH <= 340


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Corto", ["Corto"]),
        ("4.2 El cuello de botella del vector de contexto", ["4.2 El cuello de botella", "del vector de contexto"]),
        ("Electroencefalografistaconunnombreinterminable ya", ["Electroencefalografistaconunnombreinterminable", "ya"]),
    ],
)
def test_titles_are_cut_between_words_into_even_lines(text, lines):
    assert wrap(text, 32) == lines
    assert " ".join(wrap(text, 32)) == text


def test_a_section_is_known_by_its_first_words_up_to_a_formula(book):
    lesson = book.written[0]
    text = (
        "## Uno\n\nEmpieza con *énfasis*, un [enlace](https://example.org) y `código`.\n\n## Dos\n\n:::{note}\nUna nota.\n:::\n\nDespués.\n\n"
        "## Tres\n\nEstas palabras son las bastantes para decir algo, y $x$ no.\n\n## Cuatro\n\nPoco y $x$.\n\n## Cinco\n"
    )
    document = parse(type(lesson)(lesson.block, 1, "l", "L", "S", lesson.path, lesson.front, text), Problems(), "es")
    previews = {name: label.preview for name, label in labels_with_previews(document).items()}
    assert previews == {
        "uno": "Empieza con énfasis, un enlace y código.",
        "dos": "",
        "tres": "Estas palabras son las bastantes para decir algo, y…",
        "cuatro": "",
        "cinco": "",
    }
