"""Every page of the book is sound HTML: nesting, names that are unique and found, headings in order, links that lead somewhere."""

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from .structure import faults_of

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def book(tmp_path_factory) -> Path:
    """The book of `content/`, built; `LIBRO_DIST` names a folder that holds it already."""
    if given := os.environ.get("LIBRO_DIST"):
        return Path(given)
    output = tmp_path_factory.mktemp("book") / "dist"
    done = subprocess.run(
        [sys.executable, "-m", "builder", "build", str(REPOSITORY / "content"), "-o", str(output)],
        cwd=REPOSITORY, capture_output=True, text=True, encoding="utf-8", timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return output


def test_every_page_is_sound(book):
    found = {}
    for path in sorted(book.rglob("*.html")):
        if faults := faults_of(path.read_text(encoding="utf-8")):
            found[path.relative_to(book).as_posix()] = faults[:10]
    assert found == {}


def test_every_link_of_every_page_leads_to_a_file_and_a_place_in_it(book):
    texts = {path: path.read_text(encoding="utf-8") for path in book.rglob("*.html")}
    ids = {path: set(re.findall(r'\sid="([^"]+)"', text)) for path, text in texts.items()}
    dead = []
    for path, text in texts.items():
        for reference in re.findall(r'<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"', text):
            place, _, anchor = unescape(reference).partition("#")
            if re.match(r"[a-z]+:", place):
                continue
            target = (path.parent / unquote(place)).resolve() if place else path
            if not target.is_file() or (anchor and target in ids and unquote(anchor) not in ids[target]):
                dead.append((path.relative_to(book).as_posix(), reference))
    assert dead == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p><div></div></p>", "<div> in <p>"),
        ("<p>a</i></p>", "</i> closes p"),
        ('<p id="a"></p><p id="a"></p>', "'a' 2 times"),
        ('<p aria-describedby="b"></p>', "'b', which isn't there"),
        ('<a href="#c">x</a>', "'c', which isn't there"),
        ("<h3>x</h3>", "h3 after h1"),
        ("<ul><p>x</p></ul>", "<p> in <ul>"),
        ('<a href="x"><button type="button"></button></a>', "<button> inside <a>"),
        ("<figure><p></p><figcaption></figcaption><p></p></figure>", "caption is neither first nor last"),
        ('<img src="x">', "without alt"),
        ('<input type="radio" autocomplete="off">', "autocomplete"),
        ('<p class="a" class="b"></p>', "class twice"),
        ("<button>x</button>", "without a type"),
        ("<section>", "closes section"),
    ],
)
def test_the_checker_sees_what_it_is_for(body, fault):
    page = '<!doctype html>\n<html lang="es"><head><title>x</title></head><body><main><h1>x</h1>{}</main></body></html>'
    assert faults_of(page.format("<p>x</p>")) == []
    assert any(fault in one for one in faults_of(page.format(body)))
