"""Whatever an author types: a page or a list of problems, never a traceback, and never a long wait.

The book's own lessons and the fault cases, mutated by hypothesis. `LIBRO_FUZZ=20000` tries so many instead of a few
hundred, and other ones each time.
"""

from __future__ import annotations

import io
import os
import re
import time
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder import DEFAULT_BOOK
from builder.book import read_book
from builder.content import read_content
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal

ASKED = int(os.environ.get("LIBRO_FUZZ", "0"))
FAULTS = Path(__file__).parent.parent / "books" / "faults.md"
FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'
SMALL = 4000
CPU_SECONDS = 2.0
"""Of processor time, which a busy machine doesn't stretch; what is usual is a hundredth of it."""

MARKS = [
    "`", "``", "```", "~~~", ":::", "::::", ":::{note}", ":::{quiz}", "```{code-cell} python", "```{output}", "{eval}`", "{part}`x <y#z>`",
    "$", "$$", "\n$$\n", "*", "**", "_", "[", "](", "]", "[^a]", "[^a]: ", "(", ")", "<", ">", "<!--", "-->", "&", "&#0;", "|", "|---|", "\\",
    "#", "## ", "- ", "- [x] ", "1. ", "> ", "\t", "    ", "\n", "\n\n", " ", "\u00a0", "\u202f", "\u0301", "\ufeff", "\r", "\x0b", "\x1c", "\u2028",
    "+++", "+++\n", ":id: x", ":name: a\n", "{#x}", "~", "~~", "http://", "javascript:", "🙂", "\ud7ff", "\U0010ffff", "!", "![", "=", "---",
]  # fmt: skip


@cache
def sources() -> list[str]:
    """Pieces of the book's lessons of the size of a small file, and every fault case."""
    pieces = []
    for path in sorted(DEFAULT_BOOK.glob("*/*/lesson.md")):
        body = path.read_text(encoding="utf-8").split("+++\n", 2)[-1]
        pieces += [body[start : start + SMALL] for start in range(0, len(body), SMALL)]
    cases = re.findall(r"^\.\n(.*?)\n\.\n.*?\n\.$", FAULTS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return pieces + cases


@cache
def configs() -> list[str]:
    """Front matter and whole files of TOML, of the book and of the small ones."""
    fronts = [path.read_text(encoding="utf-8").split("+++\n")[1] for path in sorted(DEFAULT_BOOK.glob("*/*/lesson.md"))]
    files = [path for folder in (DEFAULT_BOOK, FAULTS.parent) for path in sorted(folder.rglob("*.toml"))]
    return [text[:SMALL] for text in fronts + [path.read_text(encoding="utf-8") for path in files]]


@st.composite
def lessons(draw: st.DrawFn) -> str:
    return mutated(draw, sources())


@st.composite
def tables(draw: st.DrawFn) -> str:
    return mutated(draw, configs())


def mutated(draw: st.DrawFn, sources: list[str]) -> str:
    """A source with a few lines or characters moved, doubled, lost, or put in from elsewhere."""
    text = draw(st.sampled_from(sources))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        to = min(len(text), at + draw(st.integers(0, 60)))
        kind = draw(st.integers(0, 5))
        if kind == 0:
            text = text[:at] + draw(st.sampled_from(MARKS)) + text[at:]
        elif kind == 1:
            text = text[:at] + text[to:]
        elif kind == 2:
            text = text[:at] + text[at:to] * draw(st.integers(2, 30)) + text[to:]
        elif kind == 3:
            other = draw(st.sampled_from(sources))
            start = draw(st.integers(0, len(other)))
            text = text[:at] + other[start : start + draw(st.integers(0, 200))] + text[at:]
        elif kind == 4:
            lines = text.split("\n")
            one, two = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
            lines[one], lines[two] = lines[two], lines[one]
            text = "\n".join(lines)
        else:
            text = text[:at] + draw(st.sampled_from(MARKS)) * draw(st.integers(2, 80)) + text[at:]
    return text[: 2 * SMALL]


@settings(
    max_examples=ASKED or 250, derandomize=not ASKED, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(text=lessons())
def test_a_mutated_lesson_is_a_page_or_a_list_of_problems(draft, text):
    start = time.process_time()
    made = draft(text.replace("\r", "\n").replace("\0", ""))
    assert time.process_time() - start < CPU_SECONDS
    assert made.html or made.told or not text.strip() or "{figure}" in text or not re.search(r"\w", text)
    assert_closed(made.html)


@settings(max_examples=ASKED or 120, derandomize=not ASKED, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(config=tables(), front=tables(), glossary=tables(), bibliography=tables())
def test_mutated_tables_are_read_or_told(tmp_path_factory, config, front, glossary, bibliography):
    root = tmp_path_factory.mktemp("tables")
    (root / "1-uno" / "1-una").mkdir(parents=True)
    for name, text in (("book.toml", config), ("glossary.toml", glossary), ("bibliography.toml", bibliography), ("1-uno/1-una/lesson.md", f"+++\n{front}\n+++\nX\n")):
        (root / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    problems = Problems()
    start = time.process_time()
    book = read_book(root, problems)
    assert time.process_time() - start < CPU_SECONDS
    # What could not be read is told, and with it no lesson is left out in silence.
    assert problems or len(book.lessons) >= 1


def assert_closed(html: str) -> None:
    """Every element that is opened is closed, in order: nothing of the text has become markup."""
    opened: list[str] = []
    for closing, name in re.findall(r"<(/?)([a-zA-Z][\w-]*)(?:\s[^<>]*?(?:\"[^\"]*\"|'[^']*')?)*>", _without_data(html)):
        if name in ("br", "hr", "img", "input", "wbr", "path", "circle", "line", "rect"):
            continue
        if not closing:
            opened.append(name)
        else:
            assert opened and opened[-1] == name, (name, opened[-5:])
            opened.pop()
    assert opened == []


def _without_data(html: str) -> str:
    return re.sub(r"<(script|svg)\b.*?</\1>", "", html, flags=re.DOTALL)


def test_a_book_of_mutated_lessons_with_everything_run_is_told_or_whole(tmp_path):
    """The whole way, formulas and code included, for some of them."""
    found: list[str] = []

    @settings(max_examples=ASKED // 50 or 24, derandomize=not ASKED, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(text=lessons())
    def gather(text):
        found.append(text)

    gather()
    (tmp_path / "book.toml").write_text('title = "L"\ncell_seconds = 5\n', encoding="utf-8")
    for number, text in enumerate(found, 1):
        folder = tmp_path / "1-uno" / f"{number}-x{number}"
        folder.mkdir(parents=True)
        # Cells are code, and may do anything: what is mutated here is the text around them.
        safe = re.sub(r"\{(code-cell|eval)\}", "{note}", text)
        (folder / "lesson.md").write_bytes((FRONT + safe).encode("utf-8", "surrogatepass"))
    problems = Problems()
    read_content(tmp_path, Store(tmp_path / "store"), Terminal(io.StringIO(), io.StringIO()), problems)
    for problem in problems.all():
        lines = len(re.split(rb"\r\n|\r|\n", Path(problem.path).read_bytes())) + 1
        assert 0 <= problem.line <= lines or problem.rule.startswith("file-"), problem
