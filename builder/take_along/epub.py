"""The whole book as an EPUB 3.3: one XHTML document a lesson, a cover, a contents, the answers at the end.

The same input gives the same bytes: members are sorted and without dates, and the date that the format asks for is that of
`SOURCE_DATE_EPOCH`, or the first that a zip can hold.
"""

from __future__ import annotations

import io
import mimetypes
import os
import posixpath
import re
import uuid
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from urllib.parse import unquote, urljoin

from builder import SITE_TEMPLATES
from builder.book import Book
from builder.take_along.drawings import in_colours_of_paper
from builder.take_along.reading import Chapter
from builder.take_along.xhtml import chapter_xhtml
from builder.templates import render

_FIRST_DATE = 315_532_800  # 1980-01-01
STYLE = SITE_TEMPLATES / "styles" / "epub.css"
_ID = re.compile(r'\sid="([^"]*)"')


@dataclass(frozen=True)
class Part:
    """A chapter in the EPUB: its file, what its head says, its XHTML and the pictures that it shows, by their names there."""

    file: str
    url: str
    label: str
    title: str
    summary: str
    body: str
    answers: str
    pictures: Mapping[str, str]

    @property
    def math_in_body(self) -> bool:
        return "<math" in self.body

    @property
    def svg_in_body(self) -> bool:
        return "<svg" in self.body


def epub_part(chapter: Chapter, chapters: Sequence[str], *, base_url: str = "") -> Part:
    """A chapter made ready; `chapters` are the addresses of the pages that are in the book.

    Links to another chapter lead into it; others to the web, if the book has an address there.
    """
    inside = {url: _file(url) for url in chapters}
    here = set(_ID.findall(str(chapter.prose)))
    pictures: dict[str, str] = {}

    def address(href: str) -> str:
        if href.startswith(("http:", "https:", "mailto:")):
            return href
        path, _, anchor = href.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(chapter.url), unquote(path))) if path else chapter.url
        if target == chapter.url:
            return f"#{anchor}" if anchor in here else ""
        if target in inside:
            return inside[target] + (f"#{anchor}" if anchor else "")
        return urljoin(base_url.rstrip("/") + "/", target) if base_url else ""

    def picture(source: str) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(chapter.url), unquote(source)))
        name = "imagenes/" + target.replace("/", "--")
        pictures[name] = target
        return name

    body, answers = chapter_xhtml(chapter, address, picture)
    return Part(inside[chapter.url], chapter.url, chapter.label, chapter.title, chapter.summary, body, answers, pictures)


def make_epub(book: Book, parts: Sequence[Part], picture: Callable[[str], bytes]) -> bytes:
    """The file's bytes; `picture` gives those of an image by its address in the site."""
    config = book.config
    parts = _with_sound_links(parts)
    blocks = _contents(book, parts)
    answered = [part for part in parts if part.answers]
    cover = book.root / "cover.svg"
    drawn = in_colours_of_paper(cover.read_text(encoding="utf-8")) if cover.is_file() else ""
    common = {"book": config, "language": config.language}
    files: dict[str, bytes] = {
        "portada.xhtml": render("epub/cover.xhtml.j2", cover=drawn, **common).encode(),
        "contenido.xhtml": render("epub/contents.xhtml.j2", blocks=blocks, answers=bool(answered), **common).encode(),
        "libro.css": STYLE.read_bytes(),
    }
    for part in parts:
        files[part.file] = render("epub/chapter.xhtml.j2", part=part, **common).encode()
    if answered:
        files["respuestas.xhtml"] = render("epub/answers.xhtml.j2", parts=answered, **common).encode()
    images = {name: url for part in parts for name, url in part.pictures.items()}
    files |= {name: picture(url) for name, url in images.items()}
    files["libro.opf"] = render(
        "epub/package.opf.j2",
        parts=parts,
        answers=bool(answered),
        answers_math=any("<math" in part.answers for part in answered),
        cover_svg=bool(drawn),
        images=[(name, _image_type(name)) for name in sorted(images)],
        identifier=uuid.uuid5(uuid.NAMESPACE_URL, config.base_url or book.id).urn,
        modified=_modified(),
        **common,
    ).encode()
    return _zip({f"EPUB/{name}": data for name, data in files.items()} | {"META-INF/container.xml": render("epub/container.xml.j2").encode()})


def _file(url: str) -> str:
    return url.removesuffix("/index.html").replace("/", "--") + ".xhtml"


def _with_sound_links(parts: Sequence[Part]) -> list[Part]:
    """Links into another chapter at a place that it does not have lead to its beginning."""
    ids = {part.file: set(_ID.findall(part.body)) for part in parts}

    def mended(text: str) -> str:
        return re.sub(
            r'href="([^"#:]+\.xhtml)#([^"]*)"',
            lambda found: found[0] if found[2] in ids.get(found[1], ()) else f'href="{found[1]}"',
            text,
        )

    def outside(part: Part) -> str:
        # The answers stand in a file of their own.
        return re.sub(r'href="#', f'href="{part.file}#', mended(part.answers))

    return [Part(**{**part.__dict__, "body": mended(part.body), "answers": outside(part)}) for part in parts]


def _contents(book: Book, parts: Sequence[Part]) -> list[dict[str, object]]:
    """Parts by the blocks of the book, and then those that belong to none."""
    by_url = {part.url: part for part in parts}
    blocks: list[dict[str, object]] = []
    for block in book.blocks:
        own = [by_url.pop(lesson.url) for lesson in book.written if lesson.block == block and lesson.url in by_url]
        if own:
            blocks.append({"title": block.title, "parts": own})
    if by_url:
        blocks.append({"title": "", "parts": list(by_url.values())})
    return blocks


def _image_type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _modified() -> str:
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or _FIRST_DATE)
    return datetime.fromtimestamp(moment, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _zip(members: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        # First and uncompressed, so that its kind can be read at a fixed place.
        archive.writestr(zipfile.ZipInfo("mimetype"), b"application/epub+zip", zipfile.ZIP_STORED)
        for name, data in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()

