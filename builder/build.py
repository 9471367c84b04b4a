"""From a book's folder to `dist/`: the phases, top to bottom."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from builder.assets import bundle_assets
from builder.book import Lesson, read_book
from builder.hooks import check_hooks
from builder.lesson_code.run import run_lesson
from builder.markdown.document import Document
from builder.markdown.parser import parse
from builder.markdown.render import render_body
from builder.math import render_formulas
from builder.output import replacing
from builder.outputs import check_outputs, update_outputs
from builder.pages import cover_page, features_of, lesson_page, not_found_page
from builder.problems import Problems
from builder.references import resolve_links
from builder.terminal import Terminal, megabytes


def build(root: Path, output: Path, terminal: Terminal, *, update: bool = False) -> None:
    """Build the book in `root` into `output`.

    Raises `ContentProblems` with every problem of the content, or `BuildError`; either way `output`
    stays as it was. `update` rewrites the `{output}` blocks that differ from what cells print.
    """
    problems = Problems()

    # What there is: book.toml, blocks, lessons, front matter.
    with terminal.phase("book") as told:
        book = read_book(root, problems)
        told |= {"written": len(book.written), "planned": len(book.lessons) - len(book.written)}

    # Each lesson's text as tokens and nodes.
    with terminal.phase("markdown") as told:
        documents: dict[Lesson, Document] = {lesson: parse(lesson, problems) for lesson in book.written}
        told["words"] = sum(len((lesson.text or "").split()) for lesson in book.written)

    # Labels, lessons and hooks that the text names must exist.
    targets = resolve_links(book, documents, problems)

    # Every formula, once, in batches.
    with terminal.phase("math") as told:
        formulas = render_formulas(documents.values(), problems)
        told["formulas"] = len(formulas)

    # Cells, numbers in the prose and explorables; each lesson in a clean process.
    with terminal.phase("code") as told:
        seconds = book.config.cell_seconds
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            ran = pool.map(lambda document: run_lesson(document, seconds, problems), documents.values())
            runs = dict(zip(documents, ran))
        updated = 0
        for lesson, document in documents.items():
            if update:
                updated += update_outputs(document, runs[lesson])
            else:
                check_outputs(document, runs[lesson], problems)
            check_hooks(document, runs[lesson], problems)
        told |= {
            "cells": sum(len(run.cells) for run in runs.values()),
            "explorables": sum(len(run.explorables) for run in runs.values()),
        }
    if updated:
        terminal.line("updated", count=updated)

    # From here on the content is sound; nothing has been written yet.
    problems.raise_if_any()

    with replacing(output) as stage:
        # Styles and scripts, for each set of features that some page uses.
        with terminal.phase("assets") as told:
            features = {features_of(document) for document in documents.values()} | {frozenset()}
            assets = bundle_assets(stage, pages=features)
            told["size"] = megabytes(sum(assets.sizes.values()))

        # The reader's Python, only where some page uses it.
        python = None
        if any(document.uses_python for document in documents.values()):
            from builder.runtime.bundle import prepare_runtime

            with terminal.phase("runtime") as told:
                folder = (root / book.config.runtime_folder) if book.config.runtime_folder else None
                runtime = prepare_runtime(stage, folder=folder, progress=terminal.progress)
                python = runtime.path
                told["size"] = megabytes(sum(runtime.sizes.values()))

        # The pages themselves.
        with terminal.phase("pages") as told:
            written = {"index.html": cover_page(book, assets), "404.html": not_found_page(book, assets)}
            for lesson, document in documents.items():
                body = render_body(document, runs[lesson], formulas, targets)
                written[lesson.url] = lesson_page(book, document, body, assets, python)
            for url, html in written.items():
                path = stage / url
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(html.encode("utf-8"))
            told |= {"pages": len(written), "size": megabytes(sum(len(html.encode()) for html in written.values()))}

    total = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    terminal.line("built", size=megabytes(total), path=str(output / "index.html"))
