"""The book in a reader's own browser: what a service worker keeps of it, and what makes it installable.

A version is all files that a page may need, by the hash of their bytes. Large ones whose names tell their content
(Python, the figures' library) are kept when a page has used them; those that have a store of their own, and those
that only `file://` reads, are left alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import SITE_TEMPLATES
from builder.book import BookConfig
from builder.hosting.pictures import ICONS, MASKABLE
from builder.trees import files_below

WORKER = "sw.js"
MANIFEST = "manifest.json"
_SCRIPT = SITE_TEMPLATES / "scripts" / "service_worker.js"
_OFF = SITE_TEMPLATES / "scripts" / "service_worker_off.js"
_LARGE = 300_000
# A hash in the name of the file or of its folder: what lies at such an address never changes.
_TELLS_CONTENT = re.compile(r"(^|[/.])[0-9a-f]{10,12}[/.]")
# What has a store of its own, what only `file://` reads, what readers take along, what only search engines ask for.
_NEVER = re.compile(r"^model/|^python/[^/]+/file/|^(?!python/).*\.(zip|epub|pdf|ipynb)$|^robots\.txt$|^sitemap\.xml$")


@dataclass(frozen=True)
class Kept:
    """`now` maps the files of a version to hashes of their bytes; `later` are those kept on use."""

    now: dict[str, str]
    later: tuple[str, ...]

    @property
    def version(self) -> str:
        return hashlib.sha256(json.dumps([sorted(self.now.items()), self.later]).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Described:
    """What a version says of a file: the hash of its bytes, and how many they are."""

    hash: str
    size: int


def describe(data: bytes) -> Described:
    return Described(hashlib.sha256(data).hexdigest()[:16], len(data))


def what_is_kept(pages: Mapping[str, Described], folders: tuple[Path, ...]) -> Kept:
    """Which files of a site are of the version, and which are kept when they are used."""
    now: dict[str, str] = {}
    later: list[str] = []
    files: dict[str, Described | Path] = dict(pages)
    for folder in folders:
        files |= {name.replace(os.sep, "/"): folder / name for name in files_below(folder)}
    for name, file in files.items():
        if _NEVER.search(name):
            continue
        size = file.size if isinstance(file, Described) else file.stat().st_size
        if name.startswith("python/") or (size > _LARGE and not name.endswith(".html")):
            if _TELLS_CONTENT.search(name):
                later.append(name)
            continue
        now[name] = (file if isinstance(file, Described) else describe(file.read_bytes())).hash
    return Kept(dict(sorted(now.items())), tuple(sorted(later)))


def worker(book: str, kept: Kept) -> bytes:
    """The script of the service worker, which carries the list of the version's files."""
    values = {"id": book, "version": kept.version, "now": kept.now, "later": kept.later}
    return _SCRIPT.read_bytes().replace(b"__BOOK__", json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode(), 1)


def leaving_worker(book: str) -> bytes:
    """The script that takes an earlier worker's place, forgets what it kept, and goes."""
    return _OFF.read_bytes().replace(b"__ID__", book.encode(), 1)


def manifest(config: BookConfig, pictures: Mapping[str, str]) -> bytes:
    """What a system needs to know to install the book; `pictures` are the addresses of the icons by name."""
    icons = [{"src": pictures[name], "sizes": f"{size}x{size}", "type": "image/png"} for name, size in ICONS.items()]
    icons.append({"src": pictures[MASKABLE], "sizes": "512x512", "type": "image/png", "purpose": "maskable"})
    colours = {"background_color": "#fbf8f2", "theme_color": "#fbf8f2"}
    about = {"name": config.title, "short_name": config.title[:30], "description": config.description, "lang": config.language, "dir": "ltr"}
    place = {"start_url": "index.html", "scope": "./", "display": "standalone", "categories": ["books", "education"]}
    return json.dumps(about | place | colours | {"icons": icons}, ensure_ascii=False, indent=1).encode() + b"\n"
