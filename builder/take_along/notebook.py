"""A chapter as a Jupyter notebook that runs where only NumPy is: the book's packages and the lesson's data travel in it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from bs4 import Tag
from markdownify import MarkdownConverter

from builder.take_along.drawings import standalone
from builder.take_along.reading import Chapter, tex_of
from builder.templates import strings

SOURCES = Path(__file__).resolve().parents[2] / "pyodide_src"
_SHIPPED = {"attention_core": ("attention_core",), "explorables": ("attention_core", "explorables"), "pretrained": ("attention_core", "pretrained")}
_IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
# What only pages understand: a formula's hooks to an explorable.
_HOOK = re.compile(r"\\html(?:Data|Class)\{[^{}]*\}")


def notebook(
    chapter: Chapter, *, base_url: str = "", files: Mapping[str, str] | None = None, lent: Mapping[str, str] | None = None, book: str = ""
) -> bytes:
    """The notebook's bytes (nbformat 4.5). `files` are the texts that the lesson's cells open; `book` is its title.

    `lent` is code, by the id of an explorable, that sets the values which it shares with cells.
    """
    writer = _Writer(chapter, base_url, lent or {})
    head = f"# {chapter.title}\n\n*{book}* · {chapter.label}\n\n{chapter.summary}"
    cells = [writer.markdown(head.replace("<", "&lt;"))]
    body = list(writer.cells())
    code = [one for one in body if one["cell_type"] == "code"]
    setup = _setup("\n".join("".join(one["source"]) for one in code), files or {})
    if setup:
        cells += [writer.markdown(strings()["take_along"]["setup"]), writer.code(setup)]
    cells += body
    content = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _setup(source: str, files: Mapping[str, str]) -> str:
    """Code that lays out what the cells import and open; nothing if they need nothing."""
    packages = sorted({needed for name in _IMPORT.findall(source) for needed in _SHIPPED.get(name, ())})
    named = {name: text for name, text in files.items() if name in source}
    if not packages and not named:
        return ""
    archive = _archive({**{path: data for package in packages for path, data in _package(package, source)}, **{name: text.encode() for name, text in named.items()}})
    return "\n".join(
        (
            "import base64, io, os, sys, tempfile, zipfile",
            "",
            "folder = tempfile.mkdtemp()",
            "zipfile.ZipFile(io.BytesIO(base64.b64decode(",
            f'    "{base64.b64encode(archive).decode()}"',
            "))).extractall(folder)",
            "sys.path.insert(0, folder)",
            *(["os.chdir(folder)"] if named else []),
        )
    )


def _package(name: str, source: str) -> Iterator[tuple[str, bytes]]:
    """The modules of a package, and of its data what the cells name."""
    for path in sorted((SOURCES / name).rglob("*")):
        if path.suffix == ".py" or (path.is_file() and "__pycache__" not in path.parts and path.stem in source):
            yield path.relative_to(SOURCES).as_posix(), path.read_bytes()


def _archive(members: Mapping[str, bytes]) -> bytes:
    """A zip with these members, the same bytes each time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


class _Writer:
    """Turns the prose into cells; a picture goes with the cell that shows it."""

    def __init__(self, chapter: Chapter, base_url: str, lent: Mapping[str, str]) -> None:
        self._chapter = chapter
        self._lent = lent
        self._converter = _Converter(urljoin(base_url, chapter.url) if base_url else "")
        self._count = 0
        for options in chapter.prose.select("ol.options"):
            options.name = "ul"  # they have letters of their own

    def cells(self) -> Iterator[dict[str, Any]]:
        text: list[str] = []
        for child in list(self._chapter.prose.children):
            for part in self._parts(child):
                if isinstance(part, str):
                    text.append(part)
                    continue
                if text:
                    yield self.markdown("".join(text))
                    text = []
                for name in part.get("data-after", "").split():
                    if name in self._lent:
                        yield self.code(self._lent[name])
                yield self._code_cell(part)
        if text:
            yield self.markdown("".join(text))
        if self._chapter.answers:
            words = strings()["take_along"]["answers"]
            yield self.markdown(f"## {words}\n\n" + "\n\n".join(self._converter.convert_soup(one) for one in self._chapter.answers))

    def _parts(self, node: Any) -> Iterator[str | Tag]:
        if not isinstance(node, Tag):
            if str(node).strip():
                yield str(node)
        elif "code-cell" in node.get("class", []):
            yield node
        elif node.select_one(".code-cell"):
            for child in list(node.children):
                yield from self._parts(child)
        else:
            yield self._converter.convert_soup(node) + "\n\n"

    def _code_cell(self, cell: Tag) -> dict[str, Any]:
        source = cell.select_one("pre.cell-code").get_text().rstrip("\n")
        made = self.code(source)
        output = cell.select_one(".cell-output pre")
        text = output.get_text() if output else ""
        if text.strip():
            made["outputs"] = [{"name": "stdout", "output_type": "stream", "text": _lines(text)}]
        return made

    def markdown(self, text: str) -> dict[str, Any]:
        tidy = re.sub(r"\n{3,}", "\n\n", text).strip()
        made = {"cell_type": "markdown", "id": self._id(tidy), "metadata": {}, "source": _lines(tidy)}
        shown = {name: {"image/svg+xml": base64.b64encode(svg.encode()).decode()} for name, svg in self._converter.pictures.items() if f"attachment:{name}" in tidy}
        if shown:
            made["attachments"] = shown
        return made

    def code(self, source: str) -> dict[str, Any]:
        return {"cell_type": "code", "execution_count": None, "id": self._id(source), "metadata": {}, "outputs": [], "source": _lines(source)}

    def _id(self, text: str) -> str:
        self._count += 1
        return hashlib.sha256(f"{self._count} {text}".encode()).hexdigest()[:12]


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


class _Converter(MarkdownConverter):
    """HTML of a lesson to the Markdown that notebooks show, formulas as the TeX they were written in."""

    def __init__(self, address: str) -> None:
        super().__init__(heading_style="atx", bullets="-", escape_misc=False, table_infer_header=True)
        self._address = address
        self.pictures: dict[str, str] = {}

    def escape(self, text: str, parent_tags: set[str]) -> str:
        # «<EOS>» would pass for a tag.
        return super().escape(text, parent_tags).replace("<", "&lt;")

    def convert_span(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        kinds = node.get("class", [])
        if "katex" in kinds:
            return f"${_HOOK.sub('', tex_of(node)).strip()}$"
        if "answer-letter" in kinds:
            return f"{text.strip()})"
        return text

    def convert_div(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        kinds = node.get("class", [])
        if "equation" in kinds:
            formula = node.select_one(".katex")
            number = node.select_one(".equation-number")
            tex = _HOOK.sub("", tex_of(formula)).strip() if formula else ""
            tag = f" \\tag{{{number.get_text().strip('()')}}}" if number else ""
            return f"\n\n$$\n{tex}{tag}\n$$\n\n"
        if "admonition" in kinds:
            return _quoted(text)
        if "plot" in kinds:
            return self._picture(node)
        if "explorable-scene" in kinds:
            return ""  # its words and its table say what it draws
        return super().convert_div(node, text, parent_tags)

    def convert_p(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        if {"admonition-title", "prediction-title", "option-letter"} & set(node.get("class", [])) and text.strip():
            return f"\n\n**{text.strip()}**\n\n"
        return super().convert_p(node, text, parent_tags)

    def convert_details(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        return _quoted(text) if "admonition" in node.get("class", []) else f"\n\n{text.strip()}\n\n"

    def convert_summary(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        if {"explorable-table", "figure-data"} & set(node.parent.get("class", []) + node.parent.parent.get("class", [])):
            return ""  # nothing is folded here
        return f"\n\n**{text.strip()}**\n\n" if text.strip() else ""

    def convert_figure(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        if "explorable" in node.get("class", []):
            text = f"{text.strip()}\n\n*{strings()['take_along']['moves']}*"
        return _quoted(text)

    def convert_figcaption(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        number = node.select_one(".figure-number")
        words = text.strip().removeprefix(number.get_text()).strip() if number else text.strip()
        return f"\n\n**{number.get_text()}** {words}\n\n" if number else f"\n\n{words}\n\n"

    def convert_legend(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        return f"\n\n**{text.strip()}**\n\n" if text.strip() else ""

    def convert_label(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        letter = node.select_one(".option-letter")
        words = node.select_one(".option-text")
        if letter is None or words is None:
            return text
        return f"{letter.get_text()}) {self.convert_soup(words).strip()}"

    def convert_dt(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        return f"\n\n**{text.strip()}** "

    def convert_dd(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        return f"{text.strip()}\n\n"

    def convert_a(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        address = node.get("href", "")
        if not address.startswith(("http:", "https:")):
            if address.startswith("#") or not self._address:
                return text  # nothing in a notebook answers to the page's own places
            node["href"] = urljoin(self._address, address)
        return super().convert_a(node, text, parent_tags)

    def convert_img(self, node: Tag, text: str, parent_tags: set[str]) -> str:
        return f"*{node.get('alt', '')}*"

    def _picture(self, node: Tag) -> str:
        drawn, figure = node.select_one(".plot-wide svg"), node.find_parent("figure")
        if drawn is None or figure is None:
            return ""
        name = f"{figure.get('id') or 'figura'}.svg"
        self.pictures[name] = standalone(drawn)
        label = node.select_one(".plot-picture")
        alt = re.sub(r"[\[\]]", "", label.get("aria-label", "")) if label else ""
        around = [node.select_one(one) for one in (".plot-y", ".plot-x")]
        above, below = (one.get_text(" ", strip=True) if one else "" for one in around)
        return f"\n\n{above}\n\n![{alt}](attachment:{name})\n\n{below}\n\n"


def _quoted(text: str) -> str:
    tidy = re.sub(r"\n{3,}", "\n\n", text).strip()
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in tidy.split("\n")) + "\n\n"
