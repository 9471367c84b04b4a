"""What a lesson's code may take, see and leave behind: time, memory, names, files."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from builder.content import read_content
from builder.lesson_code.limits import ENFORCED
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal

FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'


def cell(source: str, *options: str) -> str:
    return "\n".join(["```{code-cell} python", *options, "", source, "```", ""])


@pytest.fixture
def book(tmp_path):
    """Write lessons, each from its text, and `book.toml` with more keys."""

    def write(*texts: str, more: str = "") -> Path:
        root = tmp_path / "book"
        for number, text in enumerate(texts, 1):
            folder = root / "1-uno" / f"{number}-leccion-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "lesson.md").write_text(FRONT + text, encoding="utf-8")
        (root / "book.toml").write_text(f'title = "L"\ncell_seconds = 60\n{more}', encoding="utf-8")
        return root

    return write


@pytest.fixture
def run(tmp_path):
    """What cells print, lesson by lesson, and the problems told."""

    def read(root: Path) -> tuple[list[list[str]], list[str]]:
        problems = Problems()
        content = read_content(root, Store(tmp_path / "store"), Terminal(io.StringIO(), io.StringIO()), problems)
        outputs = [[one.output if one else "" for one in content.prepared[lesson].run.cells] for lesson in content.book.written]
        told = [f"{Path(one.path).name}:{one.line}: {one.rule}" for one in problems.all()]
        return outputs, told

    return read


@pytest.mark.skipif(not ENFORCED, reason="this system holds no process to a limit of memory")
def test_memory_has_the_limit_of_the_book_and_the_line_that_passes_it_is_told(book, run):
    greedy = cell("x = bytearray(10**6)\nbig = bytearray(150 * 10**6)")
    # The second line of the code: the front matter has 4 lines, the fence and the empty line come before.
    assert run(book(greedy, more="cell_memory = 100\n"))[1] == ["lesson.md:8: code-too-big"]
    assert run(book(greedy, more="cell_memory = 300\n"))[1] == []


@pytest.mark.skipif(not ENFORCED, reason="this system holds no process to a limit of memory")
def test_a_cell_may_show_how_memory_runs_out(book, run):
    shown = cell("bytearray(10**13)", ":tags: raises-exception")
    outputs, told = run(book(shown))
    assert told == []
    assert "MemoryError" in outputs[0][0]


def test_output_that_a_page_does_not_show_whole_is_told(book, run):
    bounds = cell("print('a' * 199_999)"), cell("print('a' * 200_001)"), cell("'a' * 199_998"), cell("'a' * 200_000"), cell("print('a' * 150_000)\n'a' * 150_000")
    outputs, told = run(book(*bounds))
    # A string is shown between quotes.
    assert told == ["lesson.md:5: cell-output-cut"] * 2
    assert len(outputs[0][0]) == 200_000 and len(outputs[4][0]) > 300_000


def test_each_lesson_begins_with_nothing_of_another(book, run):
    left = cell("import builtins, sys, os\nbuiltins.found = sys.found = 1\nos.environ['FOUND'] = '1'\nx = 1")
    asks = cell("import builtins, sys, os\nprint(hasattr(builtins, 'found'), hasattr(sys, 'found'), 'FOUND' in os.environ, 'x' in globals())")
    outputs, told = run(book(left, asks, asks))
    assert told == []
    assert outputs[1:] == [["False False False False\n"]] * 2


def test_seeds_locale_and_zone_are_the_same_everywhere(book, run):
    asks = cell(
        "import os, random, time, numpy as np\n"
        "print(random.random(), np.random.rand(), hash('a') == hash('a'), time.tzname[0], os.environ['LC_ALL'])\n"
        "print(hash('atención'))"
    )
    outputs, _ = run(book(asks, asks))
    assert outputs[0] == outputs[1]
    # What CPython's and NumPy's generators give for the seed 0.
    assert outputs[0][0].startswith("0.8444218515250481 0.5488135039273248 True UTC C.UTF-8\n")
    alone = subprocess.run(
        [sys.executable, "-c", "print(hash('atención'))"],
        env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True,
    )
    assert outputs[0][0].endswith(f"\n{alone.stdout}")


def test_code_stands_in_its_lessons_folder_and_reads_what_is_beside_it(book, run):
    root = book(cell("import os\nfrom pathlib import Path\nprint(Path.cwd().name, Path('data.txt').read_text(), os.listdir())"))
    (root / "1-uno" / "1-leccion-1" / "data.txt").write_text("datos", encoding="utf-8")
    assert run(root) == ([["1-leccion-1 datos ['data.txt']\n"]], [])


@pytest.mark.parametrize("command", ["check", "build"])
def test_no_file_of_the_book_is_written_by_its_code(command, book, libro, tree, tmp_path):
    root = book(cell("from pathlib import Path\nPath('data.txt').write_text('otros')\nPath('new.txt').touch()\nprint(Path('data.txt').read_text())"))
    (root / "1-uno" / "1-leccion-1" / "data.txt").write_text("datos", encoding="utf-8")
    before = tree(root)
    assert libro(command, root).code == 0
    assert tree(root) == before
    assert (tmp_path / "dist").exists() == (command == "build")
    if command == "build":
        assert "otros" in (tmp_path / "dist" / "uno" / "leccion-1" / "index.html").read_text(encoding="utf-8")


def test_what_compiled_code_prints_never_mixes_with_answers(book, run):
    outputs, told = run(book(cell("import os\nos.write(1, b'ruido\\n')\nos.write(2, b'ruido\\n')\nprint('dicho')")))
    assert (outputs, told) == ([["dicho\n"]], [])


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
def test_ctrl_c_does_not_wait_for_a_cell_that_never_ends_nor_leave_it_running(book, tmp_path):
    mark = tmp_path / "began"
    root = book(cell(f"import os\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\nwhile True:\n    pass"), more="")
    build = subprocess.Popen(
        [sys.executable, "-m", "builder", "build", root, "-o", tmp_path / "out"],
        env=os.environ | {"LC_ALL": "C.UTF-8"}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    until = time.monotonic() + 120
    while not (mark.is_file() and mark.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    build.send_signal(signal.SIGINT)
    # The cell's own limit is a minute.
    assert build.communicate(timeout=45)[1] == "libro: interrupted; the last good book is as it was\n"
    assert build.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
    assert not (tmp_path / "out").exists()
