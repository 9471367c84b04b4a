"""`{output}` blocks: what a lesson says a cell prints, against what it printed."""

from __future__ import annotations

from builder.lesson_code.run import CellRun, LessonRun
from builder.markdown.document import Cell, Document
from builder.problems import Problems


def check_outputs(document: Document, run: LessonRun, problems: Problems) -> None:
    """Record each `{output}` block that isn't what its cell printed, at its first different line."""
    for cell, expected, actual in _different(document, run):
        shown, printed = expected.split("\n"), actual.split("\n")
        row = next((n for n, (a, b) in enumerate(zip(shown, printed)) if a != b), min(len(shown), len(printed)))
        assert cell.expected is not None
        problems.add(
            "output-differs", document.lesson.path, cell.expected.first + row,
            cell=cell.name,
            shown=_short(shown[row]) if row < len(shown) else "∅",
            printed=_short(printed[row]) if row < len(printed) else "∅",
        )


def update_outputs(document: Document, run: LessonRun) -> int:
    """Rewrite the `{output}` blocks of the lesson's file that differ; how many were rewritten."""
    changed = list(_different(document, run))
    if not changed:
        return 0
    path = document.lesson.path
    data = path.read_bytes().decode("utf-8")
    newline = "\r\n" if "\r\n" in data else "\n"
    lines = data.split(newline)
    # From the end, so that the lines before keep their numbers.
    for cell, _, actual in sorted(changed, key=lambda item: -item[0].line):
        assert cell.expected is not None
        fence = lines[cell.expected.line - 1]
        indent = fence[: len(fence) - len(fence.lstrip())]
        rows = [indent + row if row else row for row in actual.split("\n")] if actual else []
        lines[cell.expected.first - 1 : cell.expected.last] = rows
    path.write_bytes(newline.join(lines).encode("utf-8"))
    return len(changed)


def _different(document: Document, run: LessonRun) -> list[tuple[Cell, str, str]]:
    found = []
    for cell, result in zip(document.cells, run.cells, strict=True):
        if cell.expected is not None and result is not None and not _failed(cell, result):
            expected, actual = cell.expected.text.rstrip("\n"), result.output.rstrip("\n")
            if expected != actual:
                found.append((cell, expected, actual))
    return found


def _failed(cell: Cell, result: CellRun) -> bool:
    """Whether the cell raised what it should not: that is told as such, and is nothing to write into a lesson."""
    return not cell.raises and any(piece["kind"] == "error" for piece in result.pieces)


def _short(line: str) -> str:
    return line if len(line) <= 100 else line[:100] + "…"
