"""The chapters of the book one after another, for a page to print: ids that cannot clash, links that stay on the page."""

from __future__ import annotations

import copy
import posixpath
from collections.abc import Sequence
from urllib.parse import unquote

from bs4 import Tag

from builder.take_along.reading import Chapter

_POINTING = ("aria-labelledby", "aria-describedby", "aria-controls", "for", "headers")


def printed(chapter: Chapter, chapters: Sequence[str], here: str) -> tuple[str, str]:
    """HTML of the prose and of the answers; `chapters` are the addresses on the page, `here` is the page's own."""
    keys = {url: _key(url) for url in chapters}

    def moved(tree: Tag) -> Tag:
        for node in tree.find_all(True):
            if node.name in ("input", "summary") or node.get("tabindex") is not None:
                node.attrs.pop("tabindex", None)
            if node.get("id"):
                node["id"] = f"{chapter.key}--{node['id']}"
            for name in _POINTING:
                if node.get(name):
                    value = node[name] if isinstance(node[name], str) else " ".join(node[name])
                    node[name] = " ".join(f"{chapter.key}--{one}" for one in value.split())
            for name in [name for name in node.attrs if name.startswith("data-") and name != "data-theme"]:
                del node[name]
            if node.name == "a" and node.get("href"):
                node["href"] = _address(node["href"], chapter, keys, here)
            if node.name in ("img", "source") and node.get("src"):
                node["src"] = _relative(here, _absolute(chapter.url, node["src"]))
        return tree

    prose = moved(copy.copy(chapter.prose))
    # One h1 a page: the title of the book; a lesson's title is its section's.
    for level in (5, 4, 3, 2):
        for heading in prose.find_all(f"h{level}"):
            heading.name = f"h{level + 1}"
    return prose.decode_contents(), "".join(str(moved(copy.copy(one))) for one in chapter.answers)


def _key(url: str) -> str:
    return url.removesuffix("/index.html").replace("/", "--")


def _absolute(url: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(url), unquote(href)))


def _relative(here: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(here))


def _address(href: str, chapter: Chapter, keys: dict[str, str], here: str) -> str:
    if ":" in href.split("/")[0]:
        return href
    path, _, anchor = href.partition("#")
    target = _absolute(chapter.url, path) if path else chapter.url
    if target in keys:
        return f"#{keys[target]}--{anchor}" if anchor else f"#{keys[target]}"
    return _relative(here, target) + (f"#{anchor}" if anchor else "")
