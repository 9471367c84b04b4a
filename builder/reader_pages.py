"""The pages that are the reader's own: the notebook of what her device keeps, and the review of what she missed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from markupsafe import Markup

from builder.assets import Assets
from builder.book import Book, Lesson
from builder.markdown.render import lesson_label
from builder.pages import book_context, reader_key
from builder.references import relative_url
from builder.templates import render

NOTEBOOK = "cuaderno/index.html"
REVIEW = "repaso/index.html"

Questions = Mapping[Lesson, Mapping[str, Markup]]
"""The HTML of each question of a lesson, by its id."""


def features(*, quizzes: bool, math: bool) -> set[frozenset[str]]:
    """What the bundles of these pages are made of."""
    found = {frozenset({"notebook"})}
    return found | {_review_features(math)} if quizzes else found


def reader_pages(book: Book, questions: Questions, assets: Assets, *, math: bool) -> dict[str, bytes]:
    """The notebook, and where the book asks anything, the review with a script that holds all questions."""
    # The questions of an appendix are samples.
    asked = {lesson: found for lesson, found in questions.items() if found and not lesson.block.letter}
    pages = {
        NOTEBOOK: render(
            "notebook.html.j2",
            book=book_context(book),
            lessons={reader_key(one): _entry(one, NOTEBOOK) for one in book.written},
            asks=bool(asked),
            assets=assets.for_page({"notebook"}),
            root="../",
            python=None,
        ).encode()
    }
    if not asked:
        return pages
    data = _script(asked)
    address = f"repaso/preguntas.{hashlib.sha256(data).hexdigest()[:10]}.js"
    pages[address] = data
    pages[REVIEW] = render(
        "review.html.j2",
        book=book_context(book),
        questions=relative_url(REVIEW, address),
        assets=assets.for_page(_review_features(math)),
        root="../",
        python=None,
    ).encode()
    return pages


def _review_features(math: bool) -> frozenset[str]:
    return frozenset({"review", "math"} if math else {"review"})


def _script(questions: Questions) -> bytes:
    """Every question of the book by the key under which a device keeps it; a script, so that `file://` can load it."""
    found = {
        f"{reader_key(lesson)}#{identifier}": {"lesson": _entry(lesson, REVIEW), "html": str(html)}
        for lesson, own in questions.items()
        for identifier, html in own.items()
    }
    return f"globalThis.bookQuestions={json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n".encode()


def _entry(lesson: Lesson, here: str) -> dict[str, str]:
    return {"title": lesson.title, "label": lesson_label(lesson), "url": relative_url(here, lesson.url)}
