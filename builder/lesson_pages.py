"""The page of each lesson. Those that nothing has changed are promised: they stay in the store until somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup

from builder import fingerprints
from builder.assets import Assets
from builder.back_matter.mentions import Mentions
from builder.back_matter.reading import BackMatter
from builder.book import Lesson
from builder.content import Content
from builder.files import Files
from builder.highlight import know
from builder.lesson_code.run import LessonRun
from builder.markdown.document import Document
from builder.markdown.render import render_body
from builder.math import displayed
from builder.pages import lesson_context, lesson_page
from builder.reader_pages import Questions
from builder.references import Target
from builder.store import digest


@dataclass(frozen=True)
class LessonPages:
    """`files` by address. `asked` tells apart what each lesson asks, and `questions` gives it."""

    files: Files
    asked: dict[Lesson, str]
    questions: Callable[[], Questions]


def make_lesson_pages(content: Content, assets: Assets, python: str | None, model: str | None, outline: str) -> LessonPages:
    """Renders the pages that the store doesn't know; `outline` is a hash of what pages show of the book around them."""
    store = content.store

    def context_of(lesson: Lesson) -> dict[str, Any]:
        return lesson_context(content.book, lesson, content.facts[lesson], assets, python, model, content.files.get(lesson, {}))

    # What a page shows is looked at where its lesson or something of the outline changed, though it may not show that.
    before = {
        lesson: digest(content.keys[lesson], outline, python, model, sorted(content.files.get(lesson, {}).items())) for lesson in content.facts
    }
    keys_before = store.get("page-keys", before.values())
    keys = {
        lesson: keys_before.get(one) or digest(content.keys[lesson], fingerprints.of_templates(), sorted(context_of(lesson).items()))
        for lesson, one in before.items()
    }
    store.put("page-keys", {one: keys[lesson] for lesson, one in before.items() if one not in keys_before})
    known = store.get("asked", keys.values())
    fresh = _rendered(content, context_of, [lesson for lesson, key in keys.items() if key not in known])
    store.put("page", {keys[lesson]: page for lesson, (page, _) in fresh.items()})
    store.put("questions", {keys[lesson]: own for lesson, (_, own) in fresh.items() if own})
    # Last: who finds this one finds the others too.
    asked = {keys[lesson]: digest(sorted(own.items())) if own else "" for lesson, (_, own) in fresh.items()}
    store.put("asked", asked)
    known |= asked

    def stored(kind: str, place: int, lesson: Lesson) -> Any:
        found = store.get(kind, [keys[lesson]])
        # Somebody may have emptied the store meanwhile.
        return found[keys[lesson]] if found else _rendered(content, context_of, [lesson])[lesson][place]

    def questions() -> Questions:
        return {
            lesson: fresh[lesson][1] if lesson in fresh else stored("questions", 1, lesson) if known[key] else {}
            for lesson, key in keys.items()
        }

    files = Files()
    for lesson, key in keys.items():
        files.promise(lesson.url, key, fresh[lesson][0] if lesson in fresh else partial(stored, "page", 0, lesson))
    return LessonPages(files, {lesson: known[key] for lesson, key in keys.items()}, questions)


def _rendered(content: Content, context_of: Callable[[Lesson], Mapping[str, Any]], lessons: list[Lesson]) -> dict[Lesson, tuple[bytes, dict[str, Markup]]]:
    """The page of each of these lessons, and its questions."""
    jobs = {
        lesson: (prepared.run, [prepared.formulas.get(one, "") for one in prepared.document.formulas], _targets(content, lesson), context_of(lesson))
        for lesson, prepared in content.prepare(lessons).items()
    }
    # Of the code of an edited lesson most is as it was.
    coloured = {lesson: digest(fingerprints.of_builder(), lesson.key) for lesson in lessons}
    for known in content.store.get("coloured", coloured.values()).values():
        know(known)
    rendered = content.render(_render_lesson, jobs, content.back_matter)
    content.store.put("coloured", {coloured[lesson]: own for lesson, (_, _, own) in rendered.items() if own})
    return {lesson: (page, questions) for lesson, (page, questions, _) in rendered.items()}


def _targets(content: Content, lesson: Lesson) -> list[Target | None]:
    """Where the links of a lesson lead; with the equations of other lessons, if its page has what shows formulas."""
    targets = content.targets_of(lesson)
    if "math" not in content.facts[lesson].features:
        return targets
    tex = {one: one.label.preview for one in targets if one and one.label and one.label.kind == "equation" and one.lesson is not lesson}
    drawn = displayed(tex.values(), content.store)
    return [replace(one, drawn=drawn[tex[one]]) if one in tex else one for one in targets]


def _render_lesson(
    document: Document, run: LessonRun, formulas: list[str], targets: list[Target | None], context: Mapping[str, Any],
    back_matter: BackMatter,
) -> tuple[bytes, dict[str, Markup], dict[str, Markup]]:
    """The page of one lesson, its questions and its coloured code; `formulas` are in the order of the document's."""
    mentions = Mentions(back_matter, document, document.lesson.url)
    body = render_body(document, run, dict(zip(document.formulas, formulas, strict=True)), targets, mentions)
    return lesson_page(context, document, body).encode(), body.questions, body.coloured
