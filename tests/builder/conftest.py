"""What the builder's tests share: a small book in a temporary folder, and the real command."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

BOOKS = Path(__file__).parent.parent / "books"

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would the builds that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def _command(folder: Path) -> Callable[..., Ran]:
    def run(*arguments: object, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "builder", *map(str, arguments)],
            cwd=folder, env=os.environ | {"LC_ALL": "C.UTF-8"} | environment,
            capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def libro(tmp_path) -> Callable[..., Ran]:
    """Run `python -m builder …` in the test's folder, in English unless told otherwise."""
    return _command(tmp_path)


@pytest.fixture(scope="module")
def module_libro(tmp_path_factory) -> Callable[..., Ran]:
    """The same for fixtures that a module shares."""
    return _command(tmp_path_factory.mktemp("here"))


@dataclass(frozen=True)
class Draft:
    """A lesson's body as HTML, '' when it has faults, and the rules that it breaks."""

    html: str
    told: list[str]


@pytest.fixture(scope="session")
def draft(tmp_path_factory) -> Callable[[str], Draft]:
    """From a lesson's text to the HTML of its body, in this process and with nothing run: formulas are K, numbers 1."""
    import explorables
    from builder.back_matter.mentions import Mentions
    from builder.back_matter.reading import read_back_matter
    from builder.book import read_book
    from builder.hooks import check_hooks
    from builder.lesson_code.run import CellRun, ExplorableRun, LessonRun
    from builder.markdown.facts import facts_of
    from builder.markdown.parser import parse
    from builder.markdown.render import render_body
    from builder.problems import Problems
    from builder.references import resolve

    root = tmp_path_factory.mktemp("draft")
    for name in ("1-una", "2-otra"):
        (root / "1-uno" / name).mkdir(parents=True)
        (root / "1-uno" / name / "lesson.md").write_text('+++\ntitle = "T"\nsummary = "S"\n+++\n', encoding="utf-8")
    (root / "book.toml").write_text('title = "L"\n', encoding="utf-8")
    book = read_book(root, Problems())
    spec = explorables.spec("alignment-map", {})
    drawn = ExplorableRun(False, spec, explorables.draw("alignment-map", spec["state"]), [])

    def make(text: str) -> Draft:
        problems = Problems()
        lesson = replace(book.lessons[0], text=text)
        here = replace(book, lessons=(lesson, *book.lessons[1:]))
        document = parse(lesson, problems, "es")
        facts = {lesson: facts_of(document)} | {one: facts_of(parse(one, Problems())) for one in here.lessons[1:]}
        targets = {one: resolve(here, facts, one, known.links, problems) for one, known in facts.items()}
        matter = read_back_matter(here, facts, problems)
        run = LessonRun(
            [CellRun([], "") for _ in document.cells], ["1"] * len(document.evals), [drawn] * len(document.explorables),
            figures=[None] * len(document.figures),
        )
        check_hooks(document, run, problems)
        told = [problem.rule for problem in problems.all()]
        if document.figures or any(problem.severity == "error" for problem in problems.all()):
            return Draft("", told)
        formulas = {formula: "K" for formula in document.formulas}
        body = render_body(document, run, formulas, targets[lesson], Mentions(matter, document, lesson.url))
        return Draft(str(body.html), told)

    return make


@pytest.fixture
def plain_book(tmp_path) -> Path:
    """A copy of `tests/books/plain` that a test may spoil."""
    return Path(shutil.copytree(BOOKS / "plain", tmp_path / "plain"))


@pytest.fixture
def tree() -> Callable[[Path], dict[str, bytes]]:
    """Every file below a folder, by its path."""

    def read(folder: Path) -> dict[str, bytes]:
        return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}

    return read
