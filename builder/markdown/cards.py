"""What hovers over a link inside the book: a lesson, a section, an equation, a figure. Terms and works have theirs in
`back_matter.mentions`; a new kind takes a `Card`, and a `card.go_…` in the catalogue for a finger to follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from markupsafe import Markup

from builder.book import Lesson
from builder.markdown.document import Document, Formula
from builder.markdown.previews import beginning
from builder.references import Target
from builder.templates import strings


@dataclass(frozen=True)
class Card:
    """`id` is unique on its page."""

    id: str
    kind: str
    label: str
    title: str
    body: Markup
    planned: bool = False


def lesson_label(lesson: Lesson) -> str:
    """«Bloque 4 · Lección 3», «Apéndice A · Capítulo 2»."""
    block = lesson.block
    key = "appendix_label" if block.letter else "lesson_label"
    return strings()["page"][key].format(block=block.letter or block.number, lesson=lesson.number)


def numbered(kind: str, number: int) -> str:
    """«Ecuación 3», «Figura 2»."""
    return strings()["page"]["equation"].format(number=number) if kind == "equation" else strings()["figure"]["number"].format(number=number)


def card_of(
    target: Target, here: Document, formulas: Mapping[Formula, str], titles: Mapping[str, str],
    draw: Callable[[Sequence[Token]], str],
) -> Card | None:
    """The card of a link in the lesson `here`, or None where it would say no more than the link does.

    `titles` are those of its explorables, `draw` makes HTML of inline tokens.
    """
    lesson, label, name = target.lesson, target.label, target.name
    assert lesson is not None
    if lesson is not here.lesson:
        return _elsewhere(target, lesson)
    if label is None or label.kind == "other":
        return None
    if label.kind == "equation":
        formula = next(one for one in here.formulas if one.label == name)
        return Card(name, "equation", numbered("equation", label.number), "", Markup(formulas[formula]))
    body = Markup(draw(beginning(here, name)))
    if label.kind == "figure":
        return Card(name, "figure", numbered("figure", label.number), titles.get(name, ""), body)
    return Card(name, "section", strings()["card"]["section"], label.text, body) if body else None


def _elsewhere(target: Target, lesson: Lesson) -> Card:
    """Of another lesson: what it is about, how the section or figure begins that the link names, or the equation itself."""
    identifier, label = lesson.key.replace("/", "--"), target.label
    if label is None or label.kind == "other":
        return Card(identifier, "lesson", lesson_label(lesson), lesson.title, Markup.escape(lesson.summary), lesson.planned)
    kind = {"heading": "section", "equation": "equation", "figure": "figure"}[label.kind]
    where = f"{lesson_label(lesson)} · {lesson.title}"
    title = label.text if label.kind == "heading" else numbered(label.kind, label.number)
    body = Markup(target.drawn) if target.drawn else Markup.escape(lesson.summary if kind == "equation" else label.preview or lesson.summary)
    return Card(f"{identifier}--{target.name}", kind, where, title, body)
