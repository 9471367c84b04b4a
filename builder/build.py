"""From a book's folder to `dist/`: the phases, top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder import fingerprints
from builder.assets import Assets, bundle_assets
from builder.book import Lesson
from builder.content import Content, read_content
from builder.markdown.render import render_body
from builder.output import replacing
from builder.pages import cover_page, lesson_context, lesson_page, not_found_page
from builder.problems import Problems
from builder.store import Store, digest
from builder.terminal import Terminal, megabytes


def build(root: Path, output: Path, terminal: Terminal, *, update: bool = False) -> None:
    """Build the book in `root` into `output`.

    Raises `ContentProblems` with every problem of the content, or `BuildError`; either way `output`
    stays as it was. `update` rewrites the `{output}` blocks that differ from what cells print.
    """
    problems = Problems()
    store = Store()

    # Text, links, formulas and code: everything that an author may have got wrong.
    content = read_content(root, store, terminal, problems, update=update)
    problems.raise_if_any()

    # From here on the content is sound; `output` changes only when all is written.
    with replacing(output) as stage:
        # Styles and scripts, for each set of features that some page uses.
        with terminal.phase("assets") as told:
            features = {facts.features for facts in content.facts.values()} | {frozenset()}
            assets = bundle_assets(stage, pages=features)
            told["size"] = megabytes(sum(assets.sizes.values()))

        # The reader's Python, only where some page uses it.
        python = None
        if content.uses_python:
            from builder.runtime.bundle import prepare_runtime

            with terminal.phase("runtime") as told:
                named = content.book.config.runtime_folder
                runtime = prepare_runtime(stage, folder=root / named if named else None, progress=terminal.progress)
                python = runtime.path
                told["size"] = megabytes(sum(runtime.sizes.values()))

        # The pages themselves.
        with terminal.phase("pages") as told:
            pages = {
                "index.html": cover_page(content.book, assets).encode(),
                "404.html": not_found_page(content.book, assets).encode(),
                **_lesson_pages(content, assets, python),
            }
            for url, html in pages.items():
                path = stage / url
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(html)
            told |= {"pages": len(pages), "size": megabytes(sum(map(len, pages.values())))}

    total = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    terminal.line("built", size=megabytes(total), path=str(output / "index.html"))


def _lesson_pages(content: Content, assets: Assets, python: str | None) -> dict[str, bytes]:
    """The page of each lesson by its address; those that nothing has changed come from the store."""
    contexts = {
        lesson: lesson_context(content.book, lesson, facts, assets, python)
        for lesson, facts in content.facts.items()
    }
    keys = {lesson: _page_key(content, lesson, context) for lesson, context in contexts.items()}
    pages = content.store.get("page", keys.values())
    missing = [lesson for lesson, key in keys.items() if key not in pages]
    fresh = {}
    for lesson, prepared in content.prepare(missing).items():
        body = render_body(prepared.document, prepared.run, prepared.formulas, content.targets[lesson])
        fresh[keys[lesson]] = lesson_page(contexts[lesson], prepared.document, body).encode()
    content.store.put("page", fresh)
    pages |= fresh
    return {lesson.url: pages[key] for lesson, key in keys.items()}


def _page_key(content: Content, lesson: Lesson, context: Mapping[str, Any]) -> str:
    return digest(content.keys[lesson], fingerprints.of_templates(), sorted(context.items()))
