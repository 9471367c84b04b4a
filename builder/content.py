"""The content of a book, read and checked: what a build starts from, and all that `check` does.

What an earlier build worked out is taken from the store, by the hash of everything it came from; the
rest is worked out now. Only lessons without problems are remembered as sound.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from builder import fingerprints
from builder.back_matter.reading import BackMatter, read_back_matter
from builder.book import Book, Lesson, read_book
from builder.crew import Crew, Parsed, parse_lesson
from builder.hooks import check_hooks
from builder.lesson_files import lesson_files
from builder.lesson_code import birth
from builder.lesson_code.limits import Limits
from builder.lesson_code.run import LessonRun, run_part, together
from builder.markdown.document import Document, Formula
from builder.markdown.facts import Facts, Part
from builder.math import render_formulas
from builder.outputs import check_outputs, update_outputs
from builder.problems import Problems
from builder.references import Target, resolve
from builder.store import Store, digest
from builder.terminal import Terminal


_Page = TypeVar("_Page")
Count = Callable[[int, int], None]
"""`count(done, total)`: told after each piece of long work, and before the first."""


@dataclass(frozen=True)
class Prepared:
    """A lesson ready to be rendered."""

    document: Document
    run: LessonRun
    formulas: dict[Formula, str]


@dataclass
class Content:
    """A book whose lessons are known; `keys` name all that a lesson's body depends on, `text_keys` what its own text says."""

    book: Book
    store: Store
    facts: dict[Lesson, Facts] = field(default_factory=dict)
    documents: dict[Lesson, Document] = field(default_factory=dict)
    keys: dict[Lesson, str] = field(default_factory=dict)
    text_keys: dict[Lesson, str] = field(default_factory=dict)
    files: dict[Lesson, dict[str, str]] = field(default_factory=dict)
    back_matter: BackMatter = field(init=False)
    prepared: dict[Lesson, Prepared] = field(default_factory=dict)
    crew: Crew | None = None

    @property
    def uses_python(self) -> bool:
        return any(facts.uses_python for facts in self.facts.values())

    def targets_of(self, lesson: Lesson) -> list[Target | None]:
        """Where each link of a lesson leads; it is known that each leads somewhere."""
        return resolve(self.book, self.facts, lesson, self.facts[lesson].links, Problems())

    def prepare(self, lessons: Iterable[Lesson]) -> dict[Lesson, Prepared]:
        """What rendering these lessons takes; they are known to be sound."""
        missing = [lesson for lesson in lessons if lesson not in self.prepared]
        work(self, missing, Problems())
        return {lesson: self.prepared[lesson] for lesson in lessons}

    def render(self, function: Callable[..., _Page], jobs: Mapping[Lesson, tuple[Any, ...]], shared: Any) -> dict[Lesson, _Page]:
        """`function(document, *job, shared)` of each lesson, side by side where that is worth it."""
        if self.crew is not None:
            rendered = dict(self.crew.render(function, jobs, shared))
            # Documents are most of what a build holds, and pages are all that the rest of it reads.
            self.crew = None
            self.documents.clear()
            self.prepared.clear()
            return rendered
        return {lesson: function(self.documents[lesson], *job, shared) for lesson, job in jobs.items()}


def read_content(
    root: Path, store: Store, terminal: Terminal, problems: Problems, *, update: bool = False
) -> Content:
    """Read and check a book; every problem goes to `problems`. `update` rewrites `{output}` blocks."""
    # What there is: book.toml, blocks, lessons, front matter.
    with terminal.phase("book") as told:
        content = Content(read_book(root, problems), store)
        content.files = {lesson: lesson_files(lesson, problems) for lesson in content.book.written}
        written = content.book.written
        told |= {"written": len(written), "planned": len(content.book.lessons) - len(written)}

    # Each lesson's text as tokens and nodes; links and labels against each other.
    with terminal.phase("markdown") as told:
        _read_facts(content, problems)
        content.back_matter = read_back_matter(content.book, content.facts, problems)
        _follow_links(content, problems)
        sound = store.get("sound", content.keys.values())
        fresh = [lesson for lesson, key in content.keys.items() if update or key not in sound]
        told |= {"words": sum(facts.words for facts in content.facts.values()), "fresh": len(fresh)}

    # Formulas and code of the lessons that aren't known to be sound.
    with terminal.phase("code") as told:
        before = len(problems)
        content.back_matter.render_formulas(store, problems)
        work(content, fresh, problems, update=update, count=partial(terminal.count, "running"))
        # A lesson with problems is looked at anew each time, so that they are told each time.
        if len(problems) == before and not problems and not update:
            store.put("sound", {content.keys[lesson]: True for lesson in fresh})
        told |= {
            "formulas": sum(facts.formulas for facts in content.facts.values()),
            "cells": sum(facts.cells for facts in content.facts.values()),
            "explorables": sum(facts.explorables for facts in content.facts.values()),
        }
    return content


def work(
    content: Content, lessons: list[Lesson], problems: Problems, *, update: bool = False, count: Count = lambda done, total: None
) -> None:
    """Parse, render formulas and run code of `lessons`, as far as the store doesn't know the result. `count` hears of each run."""
    _parse(content, [lesson for lesson in lessons if lesson not in content.documents], frozenset())
    documents = {lesson: content.documents[lesson] for lesson in lessons}
    formulas = render_formulas(documents.values(), content.store, problems)
    for lesson, run in _run_code(content, documents, problems, count).items():
        document = documents[lesson]
        if update:
            update_outputs(document, run)
        else:
            check_outputs(document, run, problems)
        check_hooks(document, run, problems)
        own = {formula: formulas[formula] for formula in document.formulas if formula in formulas}
        content.prepared[lesson] = Prepared(document, run, own)


def _read_facts(content: Content, problems: Problems) -> None:
    salt = fingerprints.of_builder()
    keys = {lesson: digest(salt, lesson.text, lesson.key, content.book.config.language) for lesson in content.book.written}
    content.text_keys = keys
    known = content.store.get("facts", keys.values())
    parsed = _parse(content, [lesson for lesson, key in keys.items() if key not in known], problems.raised)
    fresh = {}
    for lesson, key in keys.items():
        if lesson not in parsed:
            content.facts[lesson] = known[key]
            continue
        content.facts[lesson] = parsed[lesson].facts
        problems.extend(parsed[lesson].problems)
        if not parsed[lesson].problems:
            fresh[key] = content.facts[lesson]
    content.store.put("facts", fresh)


def _parse(content: Content, lessons: list[Lesson], raised: frozenset[str]) -> dict[Lesson, Parsed]:
    """Parse lessons, side by side where they are many; their documents are in `content` then."""
    if content.crew is None:
        content.crew = Crew.hire(content.book, content.documents, len(lessons))
    if content.crew is None:
        parsed = {lesson: parse_lesson(content.book, lesson, raised) for lesson in lessons}
    else:
        parsed = dict(content.crew.parse(lessons, raised))
    content.documents |= {lesson: one.document for lesson, one in parsed.items()}
    return parsed


def _run_code(content: Content, documents: dict[Lesson, Document], problems: Problems, count: Count) -> dict[Lesson, LessonRun]:
    """The results of each lesson's code; its parts and other lessons' side by side, each in a clean process."""
    keys = {(lesson, part): key for lesson in documents for part, key in _code_keys(content, lesson).items()}
    known = content.store.get("code", keys.values())
    runs: dict[tuple[Lesson, Part], LessonRun] = {job: known[key] for job, key in keys.items() if key in known}
    missing = [job for job in keys if job not in runs]
    fresh: dict[str, LessonRun] = {}
    limits = Limits(content.book.config.cell_seconds, content.book.config.cell_memory)

    def run(job: tuple[Lesson, Part]) -> tuple[LessonRun, Problems]:
        own = Problems(problems.raised)
        return run_part(job[1], documents[job[0]], limits, own), own

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            count(0, len(missing))
            for done, (job, (result, own)) in enumerate(zip(missing, pool.map(run, missing)), 1):
                count(done, len(missing))
                runs[job] = result
                problems.extend(own)
                if not own:
                    fresh[keys[job]] = result
        except KeyboardInterrupt:
            with birth.none_left():
                pool.shutdown(cancel_futures=True)
            raise
    content.store.put("code", fresh)
    return {lesson: together(runs[lesson, part] for part in content.facts[lesson].code) for lesson in documents}


def _follow_links(content: Content, problems: Problems) -> None:
    """Each lesson's key, once its links are known to lead somewhere; they are followed where something that they may show changed."""
    book, matter = content.book, content.back_matter
    offered = digest(
        [(one.key, one.title, one.summary, one.planned, repr(one.block)) for one in book.lessons],
        [facts.offered for facts in content.facts.values()],
        matter.glossary.text, matter.bibliography.text,
    )  # fmt: skip
    code = {lesson: sorted(_code_keys(content, lesson).values()) for lesson in content.facts}
    before = {lesson: digest(content.text_keys[lesson], offered, code[lesson]) for lesson in content.facts}
    known = content.store.get("keys", before.values())
    fresh = {}
    for lesson, facts in content.facts.items():
        key = known.get(before[lesson])
        if key is None:
            own = Problems(problems.raised)
            targets = resolve(book, content.facts, lesson, facts.links, own)
            shown = [target and target.shows for target in targets]
            key = digest(content.text_keys[lesson], shown, matter.shown_in(facts), code[lesson])
            if not own:
                fresh[before[lesson]] = key
            problems.extend(own)
        content.keys[lesson] = key
    content.store.put("keys", fresh)


def _code_keys(content: Content, lesson: Lesson) -> dict[Part, str]:
    """What the result of each part of a lesson's code depends on."""
    said = content.facts[lesson].code
    if not said:
        return {}
    # Its code may read any file beside it.
    beside = fingerprints.of_files([lesson.folder], without=[lesson.path])
    return {part: digest(fingerprints.of_lesson_code(), part, code, beside, lesson.folder.name) for part, code in said.items()}
