"""Builds at once, and builds that end at any moment: the last good book stays whole, and the next build is sound."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BOOK = Path(__file__).parent.parent / "books" / "plain"
REPOSITORY = BOOK.parent.parent.parent


def build(book: Path, output: Path, results: Path, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "builder", "build", book, "-o", output, "-q"], cwd=REPOSITORY,
        env=os.environ | {"LC_ALL": "C.UTF-8", "LIBRO_RESULTS": str(results)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more,
    )


def finished(process: subprocess.Popen) -> str:
    said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    return said


@pytest.fixture
def book(tmp_path) -> Path:
    """Lessons enough for copies of the builder to share them, one with a cell."""
    root = tmp_path / "book"
    (root / "1-uno").mkdir(parents=True)
    (root / "book.toml").write_text('title = "Libro"\n', encoding="utf-8")
    (root / "glossary.toml").write_text("[[terms]]\nterm = 'luna'\ndefinition = 'Lo que gira a $x_1$ de aquí.'\n", encoding="utf-8")
    for number in range(1, 27):
        folder = root / "1-uno" / f"{number}-leccion-{number}"
        folder.mkdir()
        cell = "```{code-cell} python\nprint(6 * 7)\n```\n" if number == 1 else ""
        text = f'+++\ntitle = "Lección {number}"\nsummary = "S"\n+++\n\nTexto con $x_{{{number}}}$ y {{term}}`luna`.\n\n{cell}'
        (folder / "lesson.md").write_text(text, encoding="utf-8")
    return root


def without_python(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.startswith("python/")}


def test_copies_make_of_a_book_with_a_glossary_what_one_process_makes(book, tmp_path, tree):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        pytest.skip("one core, and no copies")
    finished(build(book, tmp_path / "many", tmp_path / "one.sqlite"))
    finished(build(book, tmp_path / "alone", tmp_path / "other.sqlite", preexec_fn=lambda: os.sched_setaffinity(0, cores[:1])))
    made = without_python(tree(tmp_path / "many"))
    assert made == without_python(tree(tmp_path / "alone"))
    assert "Lo que gira" in made["uno/leccion-26/index.html"].decode()


def test_builds_at_once_share_what_they_work_out_and_give_the_same_bytes(book, tmp_path, tree):
    results = tmp_path / "results"
    builds = [build(book, tmp_path / f"out-{n}", results) for n in range(3)]
    assert [finished(one) for one in builds] == [""] * 3
    alone = tree(tmp_path / "out-0")
    assert len([name for name in alone if name.startswith("uno/")]) >= 26
    assert tree(tmp_path / "out-1") == alone == tree(tmp_path / "out-2")
    finished(build(book, tmp_path / "later", results))
    assert tree(tmp_path / "later") == alone


def test_builds_at_once_into_the_same_folder_leave_a_whole_book(book, tmp_path, tree):
    output = tmp_path / "out"
    builds = [build(book, output, tmp_path / f"results-{n}") for n in range(2)]
    for one in builds:
        finished(one)
    whole = tree(output)
    finished(build(book, output, tmp_path / "results-0"))
    assert tree(output) == whole
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".out")] == []


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT], ids=["kill", "Ctrl-C"])
def test_a_build_that_ends_at_any_moment_leaves_the_last_book_and_a_store_that_serves(kind, book, tmp_path, tree):
    output, results = tmp_path / "out", tmp_path / "results"
    start = time.monotonic()
    finished(build(book, output, results))
    lasted = time.monotonic() - start
    good = tree(output)
    chance = random.Random(int(kind))
    for number in range(3):
        lesson = book / "1-uno" / "2-leccion-2" / "lesson.md"
        lesson.write_text(lesson.read_text(encoding="utf-8") + f"\nMás {number}.\n", encoding="utf-8")
        running = build(book, output, results, start_new_session=True)
        time.sleep(chance.uniform(0, lasted))
        if kind == signal.SIGINT:
            os.killpg(running.pid, kind)  # what a terminal does: the children get it too
        else:
            running.send_signal(kind)
        running.communicate(timeout=120)
        after = tree(output)
        if running.returncode != 0 and after != good:
            # It ended when the new book had just taken its place: then that is the one that is whole.
            finished(build(book, tmp_path / f"whole-{number}", results))
            assert after == tree(tmp_path / f"whole-{number}")
        good = after
    finished(build(book, output, results))
    finished(build(book, tmp_path / "clean", tmp_path / "no-results"))
    assert tree(output) == tree(tmp_path / "clean")
