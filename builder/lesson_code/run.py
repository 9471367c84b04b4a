"""Run everything in a lesson that is code, and turn what fails into problems with their own lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from builder import messages
from builder.figures.drawn import Drawn
from builder.figures.pictures import Picture
from builder.figures.run import draw_figures, read_pictures
from builder.lesson_code.limits import Limits
from builder.lesson_code.worker import LessonProcess, TimeLimit, WorkerDied
from builder.markdown.document import Cell, Document, ExplorableUse
from builder.markdown.facts import Part
from builder.problems import Problems, nearest
from builder.source import read_text
@dataclass(frozen=True)
class CellRun:
    pieces: list[dict[str, str]]
    output: str


@dataclass(frozen=True)
class ExplorableRun:
    """`own`: the view is one of the lesson's, and its page must bring its source along."""

    own: bool
    spec: dict[str, Any]
    first: dict[str, Any]
    drawings: list[dict[str, Any]]


@dataclass
class LessonRun:
    """Results in the order of the document's cells, evals and explorables; None for what failed."""

    cells: list[CellRun | None]
    evals: list[str | None]
    explorables: list[ExplorableRun | None]
    modules: dict[str, str] = field(default_factory=dict)
    figures: list[Drawn | Picture | None] = field(default_factory=list)


def run_part(part: Part, document: Document, limits: Limits, problems: Problems) -> LessonRun:
    """Run one part of a lesson's code, all else in the result being empty: cells in order, evals after the cells above them.

    Problems get the line of the cell, expression or directive.
    """
    return _Runner(document, limits, problems).run_part(part)


def together(runs: Iterable[LessonRun]) -> LessonRun:
    """The run of a whole lesson, from those of its parts."""
    whole = LessonRun([], [], [])
    for run in runs:
        whole.cells += run.cells
        whole.evals += run.evals
        whole.explorables += run.explorables
        whole.modules |= run.modules
        whole.figures += run.figures
    return whole


_NO_MEMORY = ("MemoryError", "_ArrayMemoryError")


class _Runner:
    def __init__(self, document: Document, limits: Limits, problems: Problems) -> None:
        self.document = document
        self.limits = limits
        self.problems = problems
        self.run = LessonRun([], [], [])
        self.broken: set[str] = set()
        self.defined: list[LessonProcess] = []
        self.module = "explorables_" + document.lesson.slug.replace("-", "_")

    def run_part(self, part: Part) -> LessonRun:
        if part == "cells":
            with self._process() as process:
                self._cells(process)
        elif part == "explorables":
            with self._process() as process:
                self._explorables(process)
        else:
            self.run.figures = read_pictures(self.document, self.problems)
            if any(not use.is_picture for use in self.document.figures):
                with self._process("plotly.graph_objects") as process:
                    draw_figures(self.document, self.run.figures, partial(self._ask_by_name, process), self.problems)
        return self.run

    def _process(self, *imports: str) -> LessonProcess:
        return LessonProcess(self.document.lesson.folder, self.limits.megabytes, imports)

    def _cells(self, process: LessonProcess) -> None:
        self.run.cells = [None] * len(self.document.cells)
        self.run.evals = [None] * len(self.document.evals)
        self._evals_after(-1, process)
        for index, cell in enumerate(self.document.cells):
            # What stands on a cell that failed would only repeat its error.
            if cell.environment not in self.broken:
                if not self._shares(cell, process):
                    return
                if cell.environment in self.broken:
                    continue
                if not self._cell(index, cell, process):
                    return
                if not self._evals_after(index, process):
                    return

    def _cell(self, index: int, cell: Cell, process: LessonProcess) -> bool:
        request = {"do": "cell", "name": cell.name, "source": cell.source, "environment": cell.environment}
        answer = self._ask(process, request, cell.line, name=cell.name)
        if answer is None:
            return False
        error = answer["error"]
        if error is not None and not cell.raises:
            line = cell.source_line + (error["line"] or 1) - 1
            if not self._too_big(error, line, name=cell.name):
                self._add("cell-raises", line, cell=cell.name, error=_one_line(error))
            self.broken.add(cell.environment)
        elif error is None and cell.raises:
            self._add("cell-does-not-raise", cell.line, cell=cell.name)
        if limit := _cut_at(answer["pieces"]):
            self._add("cell-output-cut", cell.line, cell=cell.name, limit=limit // 1000)
        self.run.cells[index] = CellRun(answer["pieces"], answer["output"])
        return True

    def _shares(self, cell: Cell, process: LessonProcess) -> bool:
        """Lend the cell what the figures that it comes after share. What is wrong with one is told when it is drawn."""
        for use in self.document.explorables:
            if use.id not in cell.after or not use.shares:
                continue
            if not self._define_views(process):
                return False
            request = {
                "do": "share", "view": use.view, "options": use.options, "names": use.shares, "environment": cell.environment,
            }
            answer = self._ask(process, request, use.line, name=use.view)
            if answer is None:
                return False
            if not answer["ok"]:
                self.broken.add(cell.environment)
        return True

    def _evals_after(self, index: int, process: LessonProcess) -> bool:
        for number, node in enumerate(self.document.evals):
            if node.after_cell != index or node.environment in self.broken:
                continue
            request = {
                "do": "eval", "expression": node.expression, "format": node.format, "environment": node.environment,
            }
            answer = self._ask(process, request, node.line, node.column, name=node.expression)
            if answer is None:
                return False
            if answer["ok"]:
                self.run.evals[number] = answer["text"]
            elif not self._too_big(answer["error"], node.line, node.column, name=node.expression):
                self._add("eval-raises", node.line, node.column, expression=node.expression, error=_one_line(answer["error"]))
        return True

    def _explorables(self, process: LessonProcess) -> None:
        self.run.explorables = [None] * len(self.document.explorables)
        if not self._define_views(process):
            return
        for index, use in enumerate(self.document.explorables):
            hooks = [hook for hook in self.document.hooks if hook.kind == "set" and hook.explorable == use.id]
            request = {
                "do": "explorable", "view": use.view, "options": use.options, "shares": use.shares, "sets": [hook.target for hook in hooks],
            }
            answer = self._ask(process, request, use.line, name=use.view)
            if answer is None:
                return
            if answer["ok"]:
                self.run.explorables[index] = ExplorableRun(answer["own"], answer["spec"], answer["first"], answer["drawings"])
                for hook, reason in zip(hooks, answer["refused"], strict=True):
                    if reason:
                        self._add("hook-set-value", hook.line, hook.column, id=use.id, message=reason[messages.language()])
            else:
                self._explorable_fault(use, answer)

    def _define_views(self, process: LessonProcess) -> bool:
        """Define the lesson's own views in a process, once; whether what needs them can go on."""
        path = self.document.lesson.folder / "explorables.py"
        if process in self.defined or not path.is_file():
            return True
        self.defined.append(process)
        source = self.run.modules.get(self.module) or read_text(path, self.problems)
        if source is None:
            return False
        answer = self._ask(process, {"do": "define", "modules": {self.module: source}}, 0, name=path.name)
        if answer is None:
            return False
        if not answer["ok"]:
            self.problems.add("explorable-raises", path, answer["line"], name=path.name, error=_one_line(answer["error"]))
            return False
        self.run.modules[self.module] = source
        return True

    def _explorable_fault(self, use: ExplorableUse, answer: dict[str, Any]) -> None:
        if answer.get("unknown"):
            self._add("explorable-unknown", use.line, name=use.view, near=nearest(use.view, answer["names"]))
        elif "options" in answer:
            for fault in answer["options"]:
                line = use.option_lines.get(fault["option"], use.line)
                self._add("explorable-option", line, name=use.view, message=fault["message"][messages.language()])
        elif not self._too_big(answer["error"], use.line, name=use.view):
            told = answer["told"] or _one_line(answer["error"])
            if answer["file"].strip("<>") in self.run.modules:
                path = self.document.lesson.folder / "explorables.py"
                self.problems.add("explorable-raises", path, answer["line"], name=use.view, error=told)
            else:
                where = f"{answer['file'].rsplit('/', 1)[-1]}:{answer['line']}"
                self._add("explorable-raises", use.line, name=use.view, error=f"{where}: {told}")

    def _ask(
        self, process: LessonProcess, request: dict[str, Any], line: int, column: int = 0, *, name: str
    ) -> dict[str, Any] | None:
        try:
            return process.ask(request, self.limits.seconds)
        except TimeLimit:
            self._add("code-too-slow", line, column, name=name, seconds=f"{self.limits.seconds:g}")
        except WorkerDied:
            self._add("code-died", line, column, name=name)
        return None

    def _ask_by_name(self, process: LessonProcess, request: dict[str, Any], line: int, name: str) -> dict[str, Any] | None:
        return self._ask(process, request, line, name=name)

    def _too_big(self, error: dict[str, Any], line: int, column: int = 0, *, name: str) -> bool:
        """Whether memory ran out, which is told as such."""
        if error["type"].rsplit(".", 1)[-1] not in _NO_MEMORY:
            return False
        self._add("code-too-big", line, column, name=name, megabytes=self.limits.megabytes)
        return True

    def _add(self, rule: str, line: int, column: int = 0, **fields: object) -> None:
        self.problems.add(rule, self.document.lesson.path, line, column, **fields)


def _cut_at(pieces: list[dict[str, str]]) -> int:
    """The limit from which the kernel left out what a cell wrote, or of its result, and 0 if it left out nothing.

    What it says instead goes beyond the limit.
    """
    from cell_kernel.capture import OUTPUT_LIMIT  # late: most builds run no cell

    written, result = (sum(len(one["text"]) for one in pieces if one["kind"] in kinds) for kinds in (("stdout", "stderr"), ("result",)))
    return OUTPUT_LIMIT if written > OUTPUT_LIMIT or result > OUTPUT_LIMIT + 1 else 0


def _one_line(error: dict[str, Any]) -> str:
    message = " ".join(str(error["message"]).split())
    return f"{error['type']}: {message}" if message else error["type"]
