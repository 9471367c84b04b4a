"""The last touches of a site before it is written: what only a book on a host needs, and `libro serve` does without."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builder import fingerprints
from builder.assets import FOLDER
from builder.book import Book, BookConfig
from builder.files import Files
from builder.hosting import offline, world
from builder.hosting.large_files import large_files_apart
from builder.hosting.offline import Described, describe
from builder.hosting.pictures import COVER, DRAWN_FROM, draw_pictures
from builder.pages import COVER as COVER_SOURCE
from builder.store import Store, digest
from builder.trees import cached_tree


@dataclass(frozen=True)
class _Published:
    """The files that a page becomes, and whether search engines should know it."""

    files: dict[str, Described]
    public: bool


def publish(book: Book, pages: Files, folders: tuple[Path, ...], store: Store) -> tuple[Files, tuple[Path, ...]]:
    """The pages with what they say to the world and to the browser, and the files that go with that. Raises `BuildError`."""
    config = book.config
    drawn = book.root / COVER_SOURCE
    cover = drawn.read_text(encoding="utf-8") if drawn.is_file() else ""
    folder, pictures = _pictures(book, cover, with_cover=bool(config.base_url))
    salt = digest(fingerprints.of_builder(), config.base_url, config.offline, config.title, config.description, config.language, pictures.get(COVER, ""))
    keys = {url: digest(salt, url, pages.token(url)) for url in pages}
    published: dict[str, _Published] = store.get("published", keys.values())
    finished, fresh = Files(), {}
    for url, key in keys.items():
        at_hand: dict[str, bytes] = {}
        if key not in published:
            at_hand, public = _finished(config, url, pages[url], pictures)
            published[key] = fresh[key] = _Published({place: describe(data) for place, data in at_hand.items()}, public)
        for place, about in published[key].files.items():
            finished.promise(place, about.hash, at_hand.get(place) or partial(_one_finished, config, pages, url, pictures, place))
    store.put("published", fresh)
    about = {place: one for key in keys.values() for place, one in published[key].files.items()}
    more: dict[str, bytes] = {}
    if config.base_url:
        more["sitemap.xml"] = world.sitemap(config, [url for url, key in keys.items() if published[key].public])
        more["robots.txt"] = world.robots(config)
    folders = (*folders, folder)
    if config.offline:
        more[offline.MANIFEST] = offline.manifest(config, pictures)
        about |= {place: describe(data) for place, data in more.items()}
        more[offline.WORKER] = offline.worker(book.id, offline.what_is_kept(about, folders))
    else:
        more[offline.WORKER] = offline.leaving_worker(book.id)
    finished.add(more)
    return finished, folders


def _finished(config: BookConfig, url: str, page: bytes, pictures: Mapping[str, str]) -> tuple[dict[str, bytes], bool]:
    """The files that a page becomes, and whether it is for the world."""
    if not url.endswith(".html") or b"data-root=" not in page[:2000]:
        return {url: page}, False
    files: dict[str, bytes] = {}
    if config.offline:
        page = _with_worker(page, url)
    if b" data-file=" in page:
        text, files = large_files_apart(url, page.decode("utf-8"))
        page = text.encode()
    public = bool(config.base_url) and world.is_for_the_world(url, page.decode("utf-8"))
    if public:
        text = page.decode("utf-8")
        page = text.replace("</head>", world.head(config, url, text, pictures[COVER]) + "</head>", 1).encode()
    return {**files, url: page}, public


def _one_finished(config: BookConfig, pages: Files, url: str, pictures: Mapping[str, str], place: str) -> bytes:
    return _finished(config, url, pages[url], pictures)[0][place]


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
