"""All that a book gives to take along, as its `downloads` ask: from the finished pages, each lesson's share kept until its page changes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from builder import fingerprints
from builder.assets import Assets, PageAssets
from builder.back_matter.places import places_of
from builder.book import Book, Lesson
from builder.pages import book_context
from builder.store import Store, digest
from builder.take_along.folder import FOLDER, archive_name
from builder.take_along.epub import Part, epub_part, make_epub
from builder.take_along.notebook import notebook
from builder.take_along.reading import read_chapter
from builder.take_along.whole_book import printed
from builder.templates import render, strings
from builder.terminal import megabytes
from explorables import sharing_cell

PAGE = "llevar/index.html"
PRINT = "imprimir/index.html"
_PRINTED = frozenset({"math", "quiz", "cells", "explorables", "figures", "back_matter"})
_FILE = re.compile(r'<script type="application/json" data-file="([^"]+)">(.*?)</script>', re.DOTALL)
_FIGURE = re.compile(
    r'<figure class="explorable" id="([^"]+)"[^>]* data-view="([^"]+)" data-shares="([^"]+)".*?'
    r'<script type="application/json" class="explorable-data">(.*?)</script>', re.DOTALL,
)  # fmt: skip
# Data for scripts, many times as long as the prose.
_DATA = re.compile(r"<script\b.*?</script>", re.DOTALL)
_WORTH_COPIES = 4


@dataclass(frozen=True)
class _Job:
    page: str
    url: str
    urls: tuple[str, ...]
    base_url: str
    book: str
    is_lesson: bool


@dataclass(frozen=True)
class _Share:
    """What one page gives: its notebook, its part of the EPUB, its prose and answers to print."""

    notebook: bytes
    part: Part
    printed: tuple[str, str]


def notebook_of(url: str) -> str:
    """The address of a lesson's notebook: beside its page, with its name."""
    folder = url.removesuffix("/index.html")
    return f"{folder}/{folder.rsplit('/', 1)[-1]}.ipynb"


def features(book: Book, used: Iterable[Iterable[str]]) -> set[frozenset[str]]:
    """What the bundles of these pages are made of, where the others use these."""
    return {_print_features(used), frozenset({"take_along"})} if book.config.downloads else set()


def _print_features(used: Iterable[Iterable[str]]) -> frozenset[str]:
    return (frozenset().union(*used) & _PRINTED) | {"take_along"}


def take_along(
    book: Book, pages: Mapping[str, bytes], pictures: Mapping[str, bytes], assets: Assets, used: Iterable[Iterable[str]], store: Store
) -> dict[str, bytes]:
    """The files by their addresses: page of downloads, notebooks, EPUB and page to print; the zip is made of what was written."""
    wanted = book.config.downloads
    if not wanted:
        return {}
    lessons = [one for one in book.written if one.url in pages]
    urls = tuple([one.url for one in lessons] + [place.url for place in places_of(book) if place.url in pages])
    shares = _shares(book, urls, frozenset(one.url for one in lessons), pages, store)
    found: dict[str, bytes] = {}
    if "notebooks" in wanted:
        found |= {notebook_of(one.url): shares[one.url].notebook for one in lessons if b"code-cell" in pages[one.url]}
    if "epub" in wanted:
        found[f"{FOLDER}/{book.id}.epub"] = make_epub(book, [shares[url].part for url in urls], pictures.__getitem__)
    if "print" in wanted:
        found[PRINT] = _print_page(book, [shares[url] for url in urls], replace(assets.for_page(_print_features(used)), scripts=()))
    found[PAGE] = _page(book, found, lessons, assets)
    return found


def _shares(book: Book, urls: tuple[str, ...], lessons: frozenset[str], pages: Mapping[str, bytes], store: Store) -> dict[str, _Share]:
    config = book.config
    jobs = {url: _Job(pages[url].decode(), url, urls, config.base_url, config.title, url in lessons) for url in urls}
    salt = (fingerprints.of_builder(), fingerprints.of_site(), fingerprints.of_lesson_code())
    keys = {url: digest("take along", *salt, job.page, url, urls, config.base_url, config.title) for url, job in jobs.items()}
    known = store.get("take_along", keys.values())
    missing = [url for url in urls if keys[url] not in known]
    copies = min(os.cpu_count() or 1, len(missing))
    if copies > 1 and len(missing) >= _WORTH_COPIES:
        with ProcessPoolExecutor(copies) as pool:
            made = list(pool.map(_share, [jobs[url] for url in missing]))
    else:
        made = [_share(jobs[url]) for url in missing]
    fresh = {keys[url]: share for url, share in zip(missing, made, strict=True)}
    store.put("take_along", fresh)
    return {url: (known | fresh)[keys[url]] for url in urls}


def _share(job: _Job) -> _Share:
    files = dict(_FILE.findall(job.page))
    chapter = read_chapter(_DATA.sub("", job.page), job.url)
    part = epub_part(chapter, job.urls, base_url=job.base_url)
    own = printed(chapter, job.urls, PRINT)
    # Last: a notebook's Markdown is made from the tree itself.
    made = notebook(chapter, base_url=job.base_url, files=files, lent=_lent(job.page), book=job.book) if job.is_lesson else b""
    return _Share(made, part, own)


def _lent(page: str) -> dict[str, str]:
    """Code that sets what each explorable of a page shares in its first state, by the explorable's id."""
    found = {}
    for name, view, shares, data in _FIGURE.findall(page):
        known = json.loads(data)
        defined = [f"explorables.define({module!r}, {source!r})" for module, source in known["modules"].items()]
        found[name] = "\n".join(["import explorables", "", *defined, sharing_cell(view, known["spec"]["state"], shares.split())])
    return found


def _print_page(book: Book, shares: list[_Share], assets: PageAssets) -> bytes:
    chapters = [
        {
            "key": share.part.url.removesuffix("/index.html").replace("/", "--"),
            "label": share.part.label,
            "title": share.part.title,
            "summary": share.part.summary,
            "body": share.printed[0],
            "answers": share.printed[1],
        }
        for share in shares
    ]
    return render(
        "whole_book.html.j2", book=book_context(book), authors=book.config.authors, chapters=chapters, assets=assets,
        root="../", python=None,
    ).encode()  # fmt: skip


def _page(book: Book, found: Mapping[str, bytes], lessons: list[Lesson], assets: Assets) -> bytes:
    words = strings()["take_along"]
    epub = f"{FOLDER}/{book.id}.epub"
    things = []
    if "folder" in book.config.downloads:
        things.append({"title": words["folder"], "words": words["folder_words"], "url": archive_name(book), "size": ""})
    if epub in found:
        things.append({"title": words["epub"], "words": words["epub_words"], "url": epub, "size": megabytes(len(found[epub]))})
    if PRINT in found:
        things.append({"title": words["print"], "words": words["print_words"], "url": PRINT, "size": ""})
    notebooks = [
        {"title": one.title, "url": notebook_of(one.url), "size": megabytes(len(found[notebook_of(one.url)]))}
        for one in lessons
        if notebook_of(one.url) in found
    ]
    return render(
        "take_along.html.j2", book=book_context(book), things=things, notebooks=notebooks,
        assets=assets.for_page({"take_along"}), root="../", python=None,
    ).encode()  # fmt: skip
