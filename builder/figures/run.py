"""The figures of a lesson: pictures read, functions called in the lesson's own process, and each drawn; faults with their lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from builder.figures.chart import FigureFault
from builder.figures.drawn import Drawn
from builder.figures.pictures import Picture, read_picture
from builder.markdown.document import Document
from builder.markdown.figure_use import FigureUse
from builder.problems import Problems, nearest, shown_path
from builder.source import read_text

FUNCTIONS = "figures.py"

Ask = Callable[[dict[str, Any], int, str], dict[str, Any] | None]
"""Put a request to the lesson's process, on account of a line and a name; None when the process is lost, which was told."""


def read_pictures(document: Document, problems: Problems) -> list[Drawn | Picture | None]:
    """The pictures of a lesson in the places of its figures, None in those of functions and of what is wrong."""
    found: list[Drawn | Picture | None] = []
    for use in document.figures:
        picture = None
        if use.is_picture:
            try:
                picture = read_picture(document.lesson.folder, use.source, use.id)
            except FigureFault as fault:
                problems.add(fault.rule, document.lesson.path, use.line, **fault.fields)
        found.append(picture)
    return found


def draw_figures(document: Document, figures: list[Drawn | Picture | None], ask: Ask, problems: Problems) -> None:
    """Fill the places of functions with what they draw."""
    from builder.figures.draw import draw_figure  # late: most builds draw nothing anew, and NumPy takes a while

    path = document.lesson.folder / FUNCTIONS
    for index, use in enumerate(document.figures):
        if use.is_picture or not use.source.isidentifier():
            continue
        # What is no text is told with its own line.
        if path.is_file() and read_text(path, problems) is None:
            return
        if not path.is_file():
            problems.add("figure-unknown", document.lesson.path, use.line, name=use.source, near="")
            continue
        answer = ask({"do": "figure", "path": str(path), "name": use.source}, use.line, use.source)
        if answer is None:
            return
        if not answer["ok"]:
            _fault(document, use, answer, problems)
            continue
        try:
            figures[index] = draw_figure(answer["plotly"])
        except FigureFault as fault:
            problems.add(fault.rule, document.lesson.path, use.line, figure=use.source, **fault.fields)


def _fault(document: Document, use: FigureUse, answer: dict[str, Any], problems: Problems) -> None:
    lesson = document.lesson
    if answer.get("unknown"):
        problems.add("figure-unknown", lesson.path, use.line, name=use.source, near=nearest(use.source, answer["names"]))
        return
    # The fault is in the function; who reads of it also wants the place that asked for it.
    fields = {key: value for key, value in answer.items() if key not in ("ok", "rule", "line")}
    place = f"{shown_path(lesson.path)}:{use.line}"
    problems.add(answer["rule"], lesson.folder / FUNCTIONS, answer["line"], name=use.source, place=place, **fields)
