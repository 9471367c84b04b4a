"""Files that a lesson names in its front matter: in its page byte for byte, or a problem at their line."""

from pathlib import Path

import pytest

from builder.book import FrontMatter, Lesson
from builder.lesson_files import lesson_files
from builder.problems import Problems


class FakeBlock:
    folder = "1-uno"


@pytest.fixture
def lesson(tmp_path):
    def made(files, **contents):
        for name, data in contents.items():
            (tmp_path / name.replace("__", ".")).write_bytes(data)
        path = tmp_path / "lesson.md"
        listed = ", ".join(f'"{name}"' for name in files)
        path.write_text(f'+++\ntitle = "Una"\nsummary = "Dos."\nfiles = [{listed}]\n+++\n', encoding="utf-8")
        front = FrontMatter(title="Una", summary="Dos.", files=files)
        return Lesson(FakeBlock(), 1, "una", "Una", "Dos.", path, front, "")

    return made


def told(problems):
    return [(Path(one.path).name, one.line, one.rule) for one in problems.all()]


def test_texts_come_as_they_are(lesson):
    problems = Problems()
    text = '{"a": "</s> jardi\u0301n\\n"}\n'
    assert lesson_files(lesson(["a.json"], a__json=text.encode()), problems) == {"a.json": text}
    assert told(problems) == []


@pytest.mark.parametrize(
    ("files", "contents", "rule"),
    [
        (["b.json"], {"a__json": b"{}"}, "lesson-file-missing"),
        (["../a.json"], {"a__json": b"{}"}, "lesson-file-missing"),
        (["a.json"], {"a__json": b'"</SCRIPT>"'}, "lesson-file-text"),
        (["a.json"], {"a__json": b'"<!--"'}, "lesson-file-text"),
        (["a.json"], {"a__json": b"1\r\n"}, "lesson-file-text"),
    ],
)
def test_what_a_page_cannot_carry_is_told_at_its_line(lesson, files, contents, rule):
    problems = Problems()
    assert lesson_files(lesson(files, **contents), problems) == {}
    assert told(problems) == [("lesson.md", 4, rule)]


def test_bytes_that_are_no_text(lesson):
    problems = Problems()
    assert lesson_files(lesson(["a.bin"], a__bin=b"ok\xff"), problems) == {}
    assert told(problems) == [("a.bin", 0, "file-not-utf8")]
