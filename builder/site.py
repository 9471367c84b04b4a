"""A book as a site: pages in memory, and the folders that lie beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from builder import fingerprints, messages
from builder.assets import Assets, bundle_assets
from builder.back_matter.mentions import Mentions
from builder.back_matter.reading import BackMatter
from builder.back_matter.pages import back_matter_pages, features as back_matter_features
from builder.book import Book, Lesson
from builder.book_map import map_page
from builder.content import Content
from builder.figures.pictures import picture_files
from builder.fonts.fitting import fit_fonts
from builder.lesson_code.run import LessonRun
from builder.markdown.document import Document
from builder.hosting.publishing import publish
from builder.markdown.render import render_body
from builder.needs import MAP
from builder.pages import accessibility_page, alias_pages, cover_page, lesson_context, lesson_page, not_found_page
from builder.reader_pages import Questions, features as reader_features, reader_pages
from builder.references import Target
from builder.search.files import make_search
from builder.store import digest
from builder.terminal import Terminal, megabytes
from builder.trees import cached_tree


@dataclass(frozen=True)
class Site:
    """`pages`, and the pictures beside them, by address; each of `folders` holds files by their address, and no two hold the same."""

    pages: dict[str, bytes]
    folders: tuple[Path, ...]


def make_site(content: Content, terminal: Terminal, *, with_model: bool = False, hosted: bool = True) -> Site:
    """The site of a sound book. Raises `BuildError` if something that it needs can't be had.

    `with_model` adds the pretrained model that readers may run. Without `hosted` the site is one to be looked at while it
    is edited: whole fonts, no search, nothing of what only a host needs.
    """
    # Styles and scripts, for each set of features that some page uses.
    with terminal.phase("assets") as told:
        used = {facts.features for facts in content.facts.values()}
        math, quizzes = (any(name in one for one in used) for name in ("math", "quiz"))
        features = sorted(used | {frozenset(), frozenset({"map"})} | reader_features(quizzes=quizzes, math=math) | back_matter_features(content.book, content.back_matter) | _take_along_features(content.book, used), key=sorted)
        key = digest(fingerprints.of_site(), [sorted(one) for one in features])
        assets_folder, assets = cached_tree("assets", key, lambda folder: bundle_assets(folder, pages=features))
        folders = [assets_folder]
        told["size"] = megabytes(sum(assets.sizes.values()))

    # The reader's Python, only where some page uses it.
    python = None
    if content.uses_python:
        with terminal.phase("runtime") as told:
            folder, python, size = _runtime(content, terminal)
            folders.append(folder)
            told["size"] = megabytes(size)

    # The pretrained model, where the author asked for it: half of the folder, so not by default.
    model = None
    if with_model and content.uses_python:
        with terminal.phase("model") as told:
            folder, model, size = _model(terminal)
            folders.append(folder)
            told["size"] = megabytes(size)

    # The pages themselves.
    with terminal.phase("pages") as told:
        lessons, questions = _lesson_pages(content, assets, python, model)
        pages = {
            "index.html": cover_page(content.book, assets).encode(),
            "accesibilidad/index.html": accessibility_page(content.book, assets, frozenset().union(*used)).encode(),
            "404.html": not_found_page(content.book, assets, hosted=hosted).encode(),
            **alias_pages(content.book),
            **lessons,
            **back_matter_pages(content.book, content.back_matter, assets),
            **reader_pages(content.book, questions, assets, math=math),
            MAP: map_page(content.book, assets),
        }
        told |= {"pages": len(pages), "size": megabytes(sum(map(len, pages.values())))}

    if not hosted:
        return Site(pages | picture_files(content.facts), tuple(folders))

    # What readers search: all that those pages say.
    with terminal.phase("search") as told:
        found = search_files(content, pages)
        told |= {"size": megabytes(sum(map(len, found.values())))}
        pages |= found

    # What readers take along: notebooks, the book in one file or on one page.
    if content.book.config.downloads:
        from builder.take_along.making import take_along

        with terminal.phase("take_along") as told:
            found = take_along(content.book, pages, picture_files(content.facts), assets, used, content.store)
            told |= {"files": len(found), "size": megabytes(sum(map(len, found.values())))}
            pages |= found

    # Fonts cut to what those pages write.
    with terminal.phase("fonts") as told:
        fitted, pages = fit_fonts(assets_folder, pages, content.store)
        folders[folders.index(assets_folder)] = fitted
        fonts = [path.stat().st_size for path in fitted.rglob("*.woff2")]
        told |= {"fonts": len(fonts), "size": megabytes(sum(fonts))}
    pages |= picture_files(content.facts)

    # What the book says to the world, and how it lives in a browser without a network.
    with terminal.phase("hosting") as told:
        pages, all_folders = publish(content.book, pages, tuple(folders))
        told["address"] = content.book.config.base_url or messages.text("hosting_anywhere")
    return Site(pages, all_folders)


def _take_along_features(book: Book, used: set[frozenset[str]]) -> set[frozenset[str]]:
    if not book.config.downloads:
        return set()
    from builder.take_along.making import features  # late: what reads pages for an EPUB takes a while to import

    return features(book, used)


def search_files(content: Content, pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """What the search of these pages reads, by address."""
    return make_search(content.book, {url: page for url, page in pages.items() if url.endswith(".html")}, content.store)


def _runtime(content: Content, terminal: Terminal) -> tuple[Path, str, int]:
    from builder.runtime.bundle import prepare_runtime  # late: a book of plain text never needs it

    named = content.book.config.runtime_folder
    source = content.book.root / named if named else None
    slimmed = not content.book.config.whole_python
    key = digest(fingerprints.of_runtime(), str(source or ""), str(slimmed))
    folder, runtime = cached_tree(
        "python", key, lambda folder: prepare_runtime(folder, folder=source, slimmed=slimmed, progress=terminal.progress)
    )
    return folder, runtime.path, sum(runtime.sizes.values())


def _model(terminal: Terminal) -> tuple[Path, str, int]:
    from builder.model.reader_files import prepare_model  # late: most builds go without

    key = fingerprints.of_model()
    folder, model = cached_tree("model", key, lambda folder: prepare_model(folder, terminal.progress))
    return folder, model.path, model.total


def _lesson_pages(
    content: Content, assets: Assets, python: str | None, model: str | None
) -> tuple[dict[str, bytes], Questions]:
    """The page of each lesson by its address, and its questions; those that nothing has changed come from the store."""
    contexts = {
        lesson: lesson_context(content.book, lesson, facts, assets, python, model, content.files.get(lesson, {}))
        for lesson, facts in content.facts.items()
    }
    keys = {lesson: _page_key(content, lesson, context) for lesson, context in contexts.items()}
    pages = content.store.get("page", keys.values())
    questions = content.store.get("questions", keys.values())
    missing = [lesson for lesson, key in keys.items() if key not in pages or key not in questions]
    jobs = {
        lesson: (prepared.run, [prepared.formulas.get(one, "") for one in prepared.document.formulas], content.targets[lesson], contexts[lesson])
        for lesson, prepared in content.prepare(missing).items()
    }
    fresh, asked = {}, {}
    for lesson, (page, own) in content.render(_render_lesson, jobs, content.back_matter).items():
        fresh[keys[lesson]], asked[keys[lesson]] = page, own
    content.store.put("page", fresh)
    content.store.put("questions", asked)
    pages |= fresh
    questions |= asked
    return {lesson.url: pages[key] for lesson, key in keys.items()}, {lesson: questions[key] for lesson, key in keys.items()}


def _render_lesson(
    document: Document, run: LessonRun, formulas: list[str], targets: list[Target | None], context: Mapping[str, Any],
    back_matter: BackMatter,
) -> tuple[bytes, dict[str, Markup]]:
    """The page of one lesson and its questions; `formulas` are in the order of the document's."""
    mentions = Mentions(back_matter, document, document.lesson.url)
    body = render_body(document, run, dict(zip(document.formulas, formulas, strict=True)), targets, mentions)
    return lesson_page(context, document, body).encode(), body.questions


def _page_key(content: Content, lesson: Lesson, context: Mapping[str, Any]) -> str:
    return digest(content.keys[lesson], fingerprints.of_templates(), sorted(context.items()))
