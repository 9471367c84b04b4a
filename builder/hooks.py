"""Words of the prose tied to an explorable: the part, value or state they name must be there."""

from __future__ import annotations

import re

from builder.lesson_code.run import ExplorableRun, LessonRun
from builder.markdown.document import Document
from builder.problems import Problems, nearest

_PARTS = re.compile(r'data-part="([^"]*)"')


def check_hooks(document: Document, run: LessonRun, problems: Problems) -> None:
    """Record each hook whose target its explorable doesn't have."""
    by_id = {use.id: result for use, result in zip(document.explorables, run.explorables, strict=True)}
    for hook in document.hooks:
        result = by_id.get(hook.explorable)
        if result is None:
            continue
        known = _known(hook.kind, result)
        names = [hook.target] if hook.kind != "set" else [pair.split("=", 1)[0] for pair in hook.target.split("&")]
        for name in names:
            if name not in known:
                problems.add(
                    f"hook-{hook.kind}", document.lesson.path, hook.line, hook.column,
                    id=hook.explorable, target=name, near=nearest(name, known),
                )


def _known(kind: str, result: ExplorableRun) -> set[str]:
    if kind == "value":
        return set(result.first["values"])
    if kind == "set":
        return {control["name"] for control in result.spec["controls"]}
    drawings = [result.first, *result.drawings]
    return {part for drawing in drawings for found in _PARTS.findall(drawing["html"]) for part in found.split()}
