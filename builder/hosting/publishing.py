"""The last touches of a site before it is written: what only a book on a host needs, and `libro serve` does without."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from builder import fingerprints
from builder.assets import FOLDER
from builder.book import Book
from builder.hosting import offline, world
from builder.hosting.large_files import large_files_apart
from builder.hosting.pictures import COVER, DRAWN_FROM, draw_pictures
from builder.pages import COVER as COVER_SOURCE
from builder.store import digest
from builder.trees import cached_tree


def publish(book: Book, pages: Mapping[str, bytes], folders: tuple[Path, ...]) -> tuple[dict[str, bytes], tuple[Path, ...]]:
    """The pages with what they say to the world and to the browser, and the files that go with that. Raises `BuildError`."""
    config = book.config
    drawn = book.root / COVER_SOURCE
    cover = drawn.read_text(encoding="utf-8") if drawn.is_file() else ""
    known = bool(config.base_url)
    folder, pictures = _pictures(book, cover, with_cover=known)
    finished: dict[str, bytes] = {}
    public: list[str] = []
    for url, page in pages.items():
        if url.endswith(".html") and b"data-root=" in page[:2000]:
            if config.offline:
                page = _with_worker(page, url)
            if b" data-file=" in page:
                text, scripts = large_files_apart(url, page.decode("utf-8"))
                finished |= scripts
                page = text.encode()
            if known and world.is_for_the_world(url, text := page.decode("utf-8")):
                public.append(url)
                page = text.replace("</head>", world.head(config, url, text, pictures[COVER]) + "</head>", 1).encode()
        finished[url] = page
    if known:
        finished["sitemap.xml"] = world.sitemap(config, public)
        finished["robots.txt"] = world.robots(config)
    folders = (*folders, folder)
    if config.offline:
        finished[offline.MANIFEST] = offline.manifest(config, pictures)
        finished[offline.WORKER] = offline.worker(book.id, offline.what_is_kept(finished, folders))
    else:
        finished[offline.WORKER] = offline.leaving_worker(book.id)
    return finished, folders


def _with_worker(page: bytes, url: str) -> bytes:
    """The page with the place of its worker; the page that may be shown at any address doesn't know where that is."""
    if url == world.NOT_FOUND:
        return page
    place = "../" * url.count("/") + offline.WORKER
    return page.replace(b" data-root=", f' data-worker="{place}" data-root='.encode(), 1)


def _pictures(book: Book, cover: str, *, with_cover: bool) -> tuple[Path, dict[str, str]]:
    """The folder of the book's pictures, and their addresses by name; the addresses tell the content."""
    key = digest(fingerprints.of_files(DRAWN_FROM), book.config.title, cover, with_cover)

    def make(folder: Path) -> dict[str, str]:
        found = {}
        (folder / FOLDER).mkdir()
        for name, data in draw_pictures(book.config, cover, with_cover=with_cover).items():
            stem, suffix = name.rsplit(".", 1)
            found[name] = f"{FOLDER}/{stem}.{hashlib.sha256(data).hexdigest()[:10]}.{suffix}"
            (folder / found[name]).write_bytes(data)
        return found

    return cached_tree("pictures", key, make)
