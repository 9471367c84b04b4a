"""Each fault of a lesson is told with its line, its rule, a message and a hint: `tests/books/faults.md`."""

import html
import io
import re
from pathlib import Path

import pytest

from builder.content import read_content
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal

BOOKS = Path(__file__).parent.parent / "books"
FIXTURES = BOOKS / "faults.md"
FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'
FRONT_LINES = FRONT.count("\n")


def cases(path: Path = FIXTURES) -> list:
    text = path.read_text(encoding="utf-8").split("\n\n", 1)[1]
    found = re.findall(r"^(\S[^\n]*)\n\.\n(.*?)\n\.\n(.*?)\n\.$", text, re.DOTALL | re.MULTILINE)
    return [pytest.param(body, expected, id=title) for title, body, expected in found]


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.mark.parametrize(("body", "expected"), cases())
def test_fault_is_told(tmp_path, body, expected):
    for name in ("1-una", "2-otro"):
        folder = tmp_path / "1-uno" / name
        folder.mkdir(parents=True)
        (folder / "lesson.md").write_text(FRONT, encoding="utf-8")
    source = tmp_path / "1-uno" / "1-una" / "lesson.md"
    # Other files of the book stand after the lesson, each under a line with its path.
    body, *others = re.split(r"^» (\S+)\n", body, flags=re.MULTILINE)
    source.write_text(FRONT + body + "\n", encoding="utf-8")
    (tmp_path / "book.toml").write_text('title = "L"\ncell_seconds = 1\n', encoding="utf-8")
    for name, text in zip(others[::2], others[1::2]):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")

    problems = Problems()
    read_content(tmp_path, Store(tmp_path / "store"), Terminal(io.StringIO(), io.StringIO()), problems)

    told = []
    for problem in problems.all():
        name = Path(problem.path).resolve().relative_to(tmp_path.resolve()).as_posix()
        own = name == "1-uno/1-una/lesson.md"
        assert own or any(one == name or one.startswith(f"{name}/") for one in others)
        parts = ("" if own else name, problem.line - (FRONT_LINES if own else 0), problem.column)
        place = ":".join(str(part) for part in parts if part)
        told.append(f"{place}: {problem.rule}: {problem.message}")
        told.extend(f"    {line}" for line in problem.hint.splitlines())
    assert "\n".join(told) == expected


def test_the_fixture_file_is_read_whole():
    for path in (FIXTURES, BOOKS / "fine.md"):
        titles = [p.id for p in cases(path)]
        assert len(titles) == len(set(titles)) == path.read_text(encoding="utf-8").count("\n.\n\n") + 1


@pytest.mark.parametrize(("body", "expected"), cases(BOOKS / "fine.md"))
def test_what_is_fine_says_what_it_says(draft, body, expected):
    made = draft(body + "\n")
    assert made.told == []
    words = html.unescape(re.sub(r"<[^>]+>", "", made.html))
    assert "".join(words.split()) == "".join(expected.split())
    # A display formula, which is a block, is in no paragraph.
    assert not re.search(r"<p>(?:(?!</p>).)*<div", made.html, re.DOTALL)
