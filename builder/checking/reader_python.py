"""Every cell, number and drawing of the book again, in the reader's own Python: it must say what the build said.

Pyodide runs under Node, in a clean process a lesson, with the files that the page carries and no others.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import fingerprints
from builder.book import Lesson
from builder.content import Content, Count, Prepared
from builder.markdown.document import Cell, Document
from builder.problems import Problems
from builder.runtime.node_python import run_in_pyodide
from builder.store import digest

_SCRIPT = Path(__file__).with_name("in_pyodide.py")
_START_SECONDS = 120.0
_SLOWER = 20
"""How many times longer than here a piece may take in the browser's Python before it is given up."""

Judge = Callable[[dict[str, Any], Problems], None]


@dataclass(frozen=True)
class Step:
    """A request to the page's kernel, what it is called, its line, and what its answer must be."""

    request: dict[str, Any]
    name: str
    line: int
    judge: Judge


def check_in_reader_python(content: Content, problems: Problems, count: Count = lambda done, total: None) -> int:
    """Compare each lesson's code with what it does in the reader's Python; the number of pieces compared.

    Lessons that agreed before, and that nothing has changed, aren't run again.
    """
    lessons = [lesson for lesson, facts in content.facts.items() if facts.uses_python]
    prepared = content.prepare(lessons)
    steps = {lesson: list(_steps(lesson, prepared[lesson])) for lesson in lessons}
    keys = {lesson: _key(content, lesson, steps[lesson]) for lesson in lessons}
    known = content.store.get("reader_python", keys.values())
    missing = [lesson for lesson in lessons if keys[lesson] not in known and steps[lesson]]

    def run(lesson: Lesson) -> Problems:
        own = Problems(problems.raised)
        _run_lesson(lesson, steps[lesson], content.files.get(lesson, {}), content.book.config.cell_seconds, own)
        return own

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        count(0, len(missing))
        for done, (lesson, found) in enumerate(zip(missing, pool.map(run, missing)), 1):
            count(done, len(missing))
            problems.extend(found)
            if not found:
                content.store.put("reader_python", {keys[lesson]: True})
    return sum(map(len, steps.values()))


def _key(content: Content, lesson: Lesson, steps: list[Step]) -> str:
    requests = [step.request for step in steps]
    return digest(
        content.keys[lesson], fingerprints.of_runtime(), fingerprints.of_lesson_code(), _SCRIPT.read_bytes(),
        json.dumps(requests, sort_keys=True), sorted(content.files.get(lesson, {}).items()),
    )


def _steps(lesson: Lesson, prepared: Prepared) -> Iterator[Step]:
    """The requests that a page would make, were every cell run and every drawing asked for, in the build's order."""
    document, run = prepared.document, prepared.run
    if run.modules:
        yield Step({"do": "define_views", "modules": run.modules}, "explorables.py", 0, _works(lesson.path, 0, "explorables.py"))
    yield from _numbers_after(-1, lesson, prepared)
    for index, cell in enumerate(document.cells):
        for source in _lent(document, prepared, cell):
            request = {"do": "run", "name": cell.name, "source": source, "environment": cell.environment}
            yield Step(request, cell.name, cell.line, _works(lesson.path, cell.line, cell.name))
        request = {"do": "run", "name": cell.name, "source": cell.source, "environment": cell.environment}
        yield Step(request, cell.name, cell.line, _prints(lesson.path, cell, prepared.run.cells[index]))
        yield from _numbers_after(index, lesson, prepared)
    for use, drawn in zip(document.explorables, run.explorables, strict=True):
        if drawn is None:
            continue
        different = [drawn.first, *(one for one in drawn.drawings if one != drawn.first)]
        for drawing in different:
            request = {"do": "draw", "view": use.view, "state": drawing["state"]}
            yield Step(request, use.view, use.line, _draws(lesson.path, use.line, use.view, drawing))


def _lent(document: Document, prepared: Prepared, cell: Cell) -> Iterator[str]:
    """What puts the values of a figure's first state where a cell finds them; the page's script does the same."""
    import explorables

    for use, drawn in zip(document.explorables, prepared.run.explorables, strict=True):
        if use.id in cell.after and use.shares and drawn is not None:
            yield explorables.sharing_cell(use.view, drawn.spec["state"], use.shares)


def _numbers_after(index: int, lesson: Lesson, prepared: Prepared) -> Iterator[Step]:
    for node, text in zip(prepared.document.evals, prepared.run.evals, strict=True):
        if node.after_cell == index and text is not None:
            request = {"do": "evaluate", "expression": node.expression, "format": node.format, "environment": node.environment}
            yield Step(request, node.expression, node.line, _is(lesson.path, node.line, node.column, node.expression, text))


def _works(path: Path, line: int, name: str) -> Judge:
    def judge(answer: dict[str, Any], problems: Problems) -> None:
        if not answer["ok"]:
            problems.add("browser-raises", path, line, name=name, error=_one_line(answer["error"]))

    return judge


def _prints(path: Path, cell: Cell, run: Any) -> Judge:
    def judge(answer: dict[str, Any], problems: Problems) -> None:
        if not answer["ok"] and not cell.raises:
            line = cell.source_line + (answer["error"]["line"] or 1) - 1
            problems.add("browser-raises", path, line, name=cell.name, error=_one_line(answer["error"]))
        elif run is not None and answer["pieces"] != run.pieces:
            here, there = _first_difference(run.output, "".join(piece["text"] for piece in answer["pieces"]))
            problems.add("browser-output", path, cell.line, cell=cell.name, here=here, there=there)

    return judge


def _is(path: Path, line: int, column: int, expression: str, text: str) -> Judge:
    def judge(answer: dict[str, Any], problems: Problems) -> None:
        if not answer["ok"]:
            problems.add("browser-raises", path, line, column, name=expression, error=_one_line(answer["error"]))
        elif answer["text"] != text:
            problems.add("browser-number", path, line, column, expression=expression, here=text, there=answer["text"])

    return judge


def _draws(path: Path, line: int, name: str, drawing: dict[str, Any]) -> Judge:
    def judge(answer: dict[str, Any], problems: Problems) -> None:
        if not answer["ok"]:
            problems.add("browser-raises", path, line, name=name, error=_one_line(answer["error"]))
            return
        for part, made in drawing.items():
            found = answer["drawing"].get(part)
            if found != made:
                here, there = _around_difference(str(made), str(found))
                state = json.dumps(drawing["state"], ensure_ascii=False)
                problems.add("browser-drawing", path, line, name=name, state=state, part=part, here=here, there=there)
                return

    return judge


def _run_lesson(lesson: Lesson, steps: list[Step], files: dict[str, str], seconds: float, problems: Problems) -> None:
    with tempfile.TemporaryDirectory(prefix="libro-reader-python-") as temporary:
        folder = Path(temporary)
        job = {"files": files, "requests": [step.request for step in steps]}
        (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
        said = ""
        try:
            done = run_in_pyodide(
                _SCRIPT.read_text(encoding="utf-8"), arguments=["/job"], mounts={"/job": folder}, packages=("numpy",),
                timeout=_START_SECONDS + _SLOWER * seconds,
            )
            said = (done.stderr.strip().splitlines() or [""])[-1]
        except subprocess.TimeoutExpired:
            said = f"{_START_SECONDS + _SLOWER * seconds:g} s"
        answers = folder / "answers.jsonl"
        lines = answers.read_text(encoding="utf-8").splitlines() if answers.is_file() else []
    for step, line in zip(steps, lines):
        step.judge(json.loads(line), problems)
    if len(lines) < len(steps):
        # What had no answer is where it stopped.
        step = steps[len(lines)]
        problems.add("browser-died", lesson.path, step.line, name=step.name, reason=said or "–")


def _one_line(error: dict[str, Any]) -> str:
    message = " ".join(str(error["message"]).split())
    return f"{error['type']}: {message}" if message else error["type"]


def _first_difference(here: str, there: str) -> tuple[str, str]:
    """The first line in which two outputs differ."""
    pairs = [(a, b) for a, b in zip([*here.split("\n"), "∅"], [*there.split("\n"), "∅"]) if a != b]
    one, other = pairs[0] if pairs else (here, there)
    return one[:100], other[:100]


def _around_difference(here: str, there: str) -> tuple[str, str]:
    at = next((n for n, (a, b) in enumerate(zip(here, there)) if a != b), min(len(here), len(there)))
    start = max(0, at - 20)
    return here[start : at + 30], there[start : at + 30]
