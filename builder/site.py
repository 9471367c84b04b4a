"""A book as a site: pages in memory, and the folders that lie beside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from builder import fingerprints, messages
from builder.assets import bundle_assets
from builder.back_matter.pages import back_matter_pages, features as back_matter_features
from builder.book import Book
from builder.book_map import map_page
from builder.content import Content
from builder.files import Files
from builder.figures.pictures import picture_files
from builder.fonts.fitting import fit_fonts
from builder.hosting.publishing import publish
from builder.needs import MAP
from builder.lesson_pages import make_lesson_pages
from builder.pages import accessibility_page, alias_pages, book_outline, cover_page, not_found_page
from builder.reader_pages import features as reader_features, reader_pages
from builder.search.files import make_search
from builder.store import digest
from builder.terminal import Terminal, megabytes
from builder.trees import cached_tree


@dataclass(frozen=True)
class Site:
    """`pages`, and the pictures beside them, by address; each of `folders` holds files by their address, and no two hold the same."""

    pages: Files
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
        outline = digest(fingerprints.of_builder(), fingerprints.of_templates(), book_outline(content.book), sorted((sorted(one), linked) for one, linked in assets.pages.items()))
        lessons = make_lesson_pages(content, assets, python, model, outline)
        pages = Files(
            content.store.kept("book-pages", digest(outline, sorted(used, key=sorted), hosted), lambda: {
                "index.html": cover_page(content.book, assets).encode(),
                "accesibilidad/index.html": accessibility_page(content.book, assets, frozenset().union(*used)).encode(),
                "404.html": not_found_page(content.book, assets, hosted=hosted).encode(),
                **alias_pages(content.book),
                MAP: map_page(content.book, assets),
            }),
            lessons.files,
            back_matter_pages(content.book, content.back_matter, assets),
            content.store.kept("reader-pages", digest(outline, math, list(lessons.asked.values())), lambda: reader_pages(content.book, lessons.questions(), assets, math=math)),
        )  # fmt: skip
        told["pages"] = len(pages)

    if not hosted:
        return Site(Files(pages, picture_files(content.facts)), tuple(folders))

    # What readers search: all that those pages say.
    with terminal.phase("search") as told:
        found = search_files(content, pages)
        told["pages"] = len(found) - 1
        pages.add(found)

    # What readers take along: notebooks, the book in one file or on one page.
    if content.book.config.downloads:
        from builder.take_along.making import take_along

        with terminal.phase("take_along") as told:
            found = take_along(content.book, pages, picture_files(content.facts), assets, used, content.store)
            told |= {"files": len(found), "size": megabytes(sum(map(len, found.values())))}
            pages.add(found)

    # Fonts cut to what those pages write.
    with terminal.phase("fonts") as told:
        fitted, pages = fit_fonts(assets_folder, pages, content.store)
        folders[folders.index(assets_folder)] = fitted
        fonts = [path.stat().st_size for path in fitted.rglob("*.woff2")]
        told |= {"fonts": len(fonts), "size": megabytes(sum(fonts))}
    pages.add(picture_files(content.facts))

    # What the book says to the world, and how it lives in a browser without a network.
    with terminal.phase("hosting") as told:
        pages, all_folders = publish(content.book, pages, tuple(folders), content.store)
        told["address"] = content.book.config.base_url or messages.text("hosting_anywhere")
    return Site(pages, all_folders)


def _take_along_features(book: Book, used: set[frozenset[str]]) -> set[frozenset[str]]:
    if not book.config.downloads:
        return set()
    from builder.take_along.making import features  # late: what reads pages for an EPUB takes a while to import

    return features(book, used)


def search_files(content: Content, pages: Files) -> Files:
    """What the search of these pages reads, by address."""
    return make_search(content.book, pages, content.store)


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
