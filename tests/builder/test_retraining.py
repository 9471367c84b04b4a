"""`libro check --retrain`: what a lesson's programs print must stand in the lesson, and what they made must come out again."""

import json

import pytest

from builder import DEFAULT_BOOK, PYODIDE_SRC
from builder.book import read_book
from builder.problems import Problems

HEAD = '+++\ntitle = "T"\nsummary = "S"\nscripts = ["mide.py"]\n+++\n\n'
TABLE = "| red | acierto |\n|---|---:|\n| chica | 0.50 |\n| grande | {large} |\n"
SCRIPT = '''import json
import sys
from pathlib import Path

import numpy as np

# Two weights learn that y = 3x - 1, from a pinned seed.
rng = np.random.default_rng(0)
x = rng.normal(size=64)
y = 3 * x - 1
w, b = 0.0, 0.0
for _ in range(200):
    error = w * x + b - y
    w -= 0.1 * np.mean(error * x)
    b -= 0.1 * np.mean(error)
made = json.dumps({"w": round(float(w), 2), "b": round(float(b), 2)})
print("| red | acierto |")
print("|---|---:|")
print("| chica | 0.50 |")
print(f"| grande | {w:.2f} |")
kept = Path(__file__).with_name("pesos.json")
if sys.argv[1:] != ["--check"]:
    kept.write_text(made)
elif kept.read_text() != made:
    print("pesos.json ya no sale", file=sys.stderr)
    sys.exit(3)
'''


@pytest.fixture
def lesson(tmp_path):
    """A lesson whose table and weights its program makes again."""
    folder = tmp_path / "libro/1-uno/1-una"
    folder.mkdir(parents=True)
    (tmp_path / "libro/book.toml").write_text('title = "L"\n', encoding="utf-8")
    (folder / "mide.py").write_text(SCRIPT, encoding="utf-8")
    (folder / "pesos.json").write_text(json.dumps({"w": 3.0, "b": -1.0}), encoding="utf-8")
    (folder / "lesson.md").write_text(HEAD + TABLE.format(large="3.00"), encoding="utf-8")
    return folder


def test_what_comes_out_again_is_sound_and_nothing_is_written(libro, lesson, tree):
    before = tree(lesson)
    ran = libro("check", "libro", "--retrain")
    assert (ran.code, ran.err) == (0, "")
    assert "1 programs run again" in ran.out
    assert tree(lesson) == before


def test_a_row_that_is_not_in_the_lesson_is_told_at_the_one_most_like_it(libro, lesson):
    (lesson / "lesson.md").write_text(HEAD + TABLE.format(large="2.90"), encoding="utf-8")
    ran = libro("check", "libro", "--retrain")
    assert ran.code == 1
    assert (
        "libro/1-uno/1-una/lesson.md:10: retrain-differs: mide.py prints a row that the lesson does not have: | grande | 3.00 |\n"
        in ran.err
    )
    assert ran.err.endswith("1 problem; nothing was written.\n")


def test_what_joins_the_words_of_a_row_is_the_lessons_own(libro, lesson):
    table = TABLE.format(large="3.00").replace("| grande | 3.00 |", "|\u00a0grande | \u20603.00 |")
    (lesson / "lesson.md").write_text(HEAD + table, encoding="utf-8")
    assert libro("check", "libro", "--retrain").code == 0


def test_a_program_that_fails_is_told_with_its_last_words(libro, lesson):
    (lesson / "pesos.json").write_text("{}", encoding="utf-8")
    ran = libro("check", "libro", "--retrain")
    assert ran.code == 1
    assert "lesson.md:1: retrain-fails: mide.py --check ended with 3: pesos.json ya no sale\n" in ran.err


def test_without_the_option_nothing_is_trained(libro, lesson):
    (lesson / "mide.py").write_text("raise SystemExit(5)", encoding="utf-8")
    assert libro("check", "libro").code == 0


def test_a_program_that_is_not_there_is_told_in_any_case(libro, lesson):
    (lesson / "mide.py").rename(lesson / "mido.py")
    ran = libro("check", "libro")
    assert "lesson.md:4: script-missing: scripts names «mide.py», which is not beside the lesson\n    Did you mean «mido.py»?\n" in ran.err


def test_every_program_of_the_book_that_trains_is_declared():
    declared = {
        lesson.folder / name for lesson in read_book(DEFAULT_BOOK, Problems()).written for name in lesson.front.scripts
    }
    beside = {
        path for path in DEFAULT_BOOK.glob("*/*/*.py")
        if "__main__" in path.read_text(encoding="utf-8")
    }
    assert beside == declared
    for path in declared:
        assert "--check" in path.read_text(encoding="utf-8") or "write" not in path.read_text(encoding="utf-8")


@pytest.mark.training
def test_the_smaller_network_of_lesson_3_3_comes_out_again(monkeypatch):
    monkeypatch.syspath_prepend(str(PYODIDE_SRC))
    path = DEFAULT_BOOK / "3-secuencias/3-dos-redes-encoder-y-decoder/train.py"
    namespace = {"__name__": "train", "__file__": str(path)}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), namespace)
    namespace["check_weights"]([6])
