"""The files of the search: the same bytes each time, whatever was built before; small; nothing of pages that are gone."""

import io
import json
import shutil
from pathlib import Path

import pytest

from builder.build import build
from builder.store import Store
from builder.terminal import Terminal

BOOK = Path(__file__).parents[1] / "books" / "plain"


def search_files(source: Path, output: Path, store: Path) -> dict[str, bytes]:
    build(source, output, Terminal(io.StringIO(), io.StringIO()), store=Store(store))
    return {path.name: path.read_bytes() for path in sorted((output / "buscar").iterdir())}


def held(script: bytes) -> object:
    text = script.decode()
    return json.loads(text[text.index("]=") + 2 :].rstrip().removesuffix(";"))


@pytest.fixture
def book(tmp_path) -> Path:
    return Path(shutil.copytree(BOOK, tmp_path / "book"))


def test_a_changed_lesson_changes_the_search_as_a_clean_build_would(book, tmp_path):
    before = search_files(book, tmp_path / "kept", tmp_path / "store")
    lesson = sorted(book.glob("*/*/lesson.md"))[0]
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\n## Una sección nueva\n\nAparece el ornitorrinco.\n", encoding="utf-8")
    after = search_files(book, tmp_path / "kept", tmp_path / "store")
    assert after != before
    assert after == search_files(book, tmp_path / "clean", tmp_path / "other-store")
    assert b"ornitorrinco" not in b"".join(before.values())
    entries = held(after["indice.js"])["entries"]
    assert any(entry[2] == "una-seccion-nueva" for entry in entries)
    # The text of the lesson as it was lies there no more.
    texts = {name for name in after if name != "indice.js"}
    assert texts == {Path(page[3]).name for page in held(after["indice.js"])["pages"] if page[3]}


def test_the_index_names_every_lesson_and_plans_lead_to_the_map(book, tmp_path):
    index = held(search_files(book, tmp_path / "out", tmp_path / "store")["indice.js"])
    urls = [page[0] for page in index["pages"]]
    lessons = [str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").glob("*/*/index.html")]
    assert set(lessons) <= set(urls)
    assert not {"index.html", "404.html"} & set(urls)
    planned = [page for page in index["pages"] if not page[3]]
    assert all(page[0] == "mapa/index.html" and page[4] for page in planned)
    listed = (tmp_path / "out" / "mapa/index.html").read_text(encoding="utf-8")
    anchors = [entry[2] for entry in index["entries"] if entry[0] and entry[2]]
    assert len(anchors) == len(planned) and all(f'id="{anchor}"' in listed for anchor in anchors)
