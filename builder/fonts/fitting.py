"""The fonts of a book, cut to what its pages write; the style sheets and the pages name the new files.

It comes after the pages are made, since only then is it known what they write; so pages are made with the
names of style sheets that hold whole fonts, and get the final names here.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from builder import PYODIDE_SRC, SITE_TEMPLATES, fingerprints
from builder.assets import FOLDER
from builder.files import Files
from builder.fonts.letters import ALWAYS, Letters, letters_in_sources, letters_of, together
from builder.fonts.subset import cut_font
from builder.side_by_side import side_by_side
from builder.store import Store, digest
from builder.trees import cached_tree, copy_tree

_FACE = re.compile(r"@font-face\{[^}]*\}")
_URL = re.compile(r'url\("?([^")]+\.woff2)"?\)')
_FAMILY = re.compile(r'([^{}]+)\{[^{}]*font(?:-family)?:[^;{}]*?(KaTeX_\w+)')
_FORMULA_FONT = "KaTeX_"
_INLINE = 2600
"""Fonts of a few signs ride in the sheet: a request of its own would cost more than their bytes."""


def fit_fonts(folder: Path, pages: Files, store: Store) -> tuple[Path, Files]:
    """The folder of assets with fonts that fit, and the pages with the names of its style sheets and fonts."""
    letters = _letters(pages, store)
    key = digest(fingerprints.of_files([folder]), fingerprints.of_files([Path(__file__).parent]), letters.text, letters.formulas, letters.faces)
    fitted, renamed = cached_tree("fonts", key, lambda target: _fit(folder, target, letters))
    names = digest(sorted(renamed.items()))
    finished = Files()
    for url in pages:
        if url.endswith(".html"):
            finished.promise(url, digest(pages.token(url), names), partial(_rename, pages, url, renamed))
        else:
            finished.promise(url, pages.token(url), partial(pages.__getitem__, url))
    return fitted, finished


def _rename(pages: Files, url: str, renamed: Mapping[bytes, bytes]) -> bytes:
    head, end, body = pages[url].partition(b"</head>")
    for old, new in renamed.items():
        head = head.replace(old, new)
    return head + end + body


def _letters(pages: Files, store: Store) -> Letters:
    """What pages write, and what scripts, templates and the reader's Python may come to write."""
    salt = fingerprints.of_files([Path(__file__).parent])
    keys = {digest(salt, pages.token(url)): url for url in pages if url.endswith(".html")}
    known = store.get("letters", keys)
    missing = [key for key in keys if key not in known]
    fresh = dict(zip(missing, side_by_side(lambda key: letters_of(pages[keys[key]].decode("utf-8")), missing), strict=True))
    store.put("letters", fresh)
    sources, suffixes = [SITE_TEMPLATES / "strings", SITE_TEMPLATES / "styles", PYODIDE_SRC], (".toml", ".css", ".py")
    elsewhere = store.kept("letters", digest(salt, fingerprints.of_files(sources)), lambda: letters_in_sources(sources, suffixes))
    return together([Letters(text="".join(ALWAYS)), elsewhere, *known.values(), *fresh.values()])


def _fit(folder: Path, target: Path, letters: Letters) -> dict[bytes, bytes]:
    """Fill `target`; the names of style sheets and fonts, from old to new."""
    copy_tree(folder, target)
    assets = target / FOLDER
    faces = set(letters.faces)
    cut = {path.name: cut_font(path.read_bytes(), letters.formulas if path.name.startswith(_FORMULA_FONT) else letters.text)
           for path in sorted(assets.glob("*.woff2"))}  # fmt: skip
    names = {old: _named(old, data) for old, data in cut.items() if data is not None}
    used: set[str] = set()
    renamed = {}
    for sheet in sorted(assets.glob("*.css")):
        text = _fitted_sheet(sheet.read_text(encoding="utf-8"), faces, lambda old: _source(names, cut, used, old))
        data = text.encode("utf-8")
        new = f"{sheet.name.split('.')[0]}.{hashlib.sha256(data).hexdigest()[:10]}.css"
        sheet.unlink()
        (assets / new).write_bytes(data)
        renamed[sheet.name.encode()] = new.encode()
    for old, data in cut.items():
        (assets / old).unlink()
        if data is not None and old in used:
            (assets / names[old]).write_bytes(data)
    # Pages ask early for the fonts that are files.
    return renamed | {f"{FOLDER}/{old}".encode(): f"{FOLDER}/{names[old]}".encode() if old in used else b"" for old in cut}


def _fitted_sheet(text: str, faces: set[str], source: Callable[[str], str | None]) -> str:
    """A style sheet without the font faces that nothing asks for, and with the names of the others."""
    families = _families(text, faces)

    def face(rule: re.Match[str]) -> str:
        family = re.search(r"KaTeX_\w+", rule[0].split("src:")[0])
        url = _URL.search(rule[0])
        if url is None:
            return rule[0]
        if family is not None and family[0] not in families:
            return ""
        found = source(url[1].rsplit("/", 1)[-1])
        return "" if found is None else rule[0].replace(url[0], f"url({found})")

    return _FACE.sub(face, text)


def _families(text: str, faces: set[str]) -> set[str]:
    """The fonts of formulas of which some rule is for a class that some formula has."""
    found = {"KaTeX_Main"}
    for selectors, family in _FAMILY.findall(text):
        for selector in selectors.split(","):
            classes = re.findall(r"\.([\w-]+)", selector)
            if classes and all(one in faces or one == "katex" for one in classes):
                found.add(family)
    return found


def _source(names: Mapping[str, str], cut: Mapping[str, bytes | None], used: set[str], old: str) -> str | None:
    data = cut.get(old)
    if data is None:
        return None
    if len(data) <= _INLINE:
        return f"data:font/woff2;base64,{base64.b64encode(data).decode('ascii')}"
    used.add(old)
    return names[old]


def _named(old: str, data: bytes) -> str:
    return f"{old.split('.')[0]}.{hashlib.sha256(data).hexdigest()[:10]}.woff2"
