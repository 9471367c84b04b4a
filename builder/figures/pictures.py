"""Pictures that lie beside a lesson: where they are, how large, and an SVG made fit to stand in the page itself."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import messages
from builder.book import Lesson
from builder.figures.chart import FigureFault
from builder.markdown.facts import Facts
from builder.markdown.figure_use import PICTURES
from builder.problems import nearest

MOST_BYTES = 2_000_000
_LARGEST = 1e6
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "{http://www.w3.org/1999/xlink}href"
# What a browser reads in the page as HTML it reads without case, and some of it ends the drawing: nothing else may stand there.
_DRAWS = frozenset(
    "a circle clipPath defs desc ellipse filter g line linearGradient marker mask metadata path pattern polygon polyline radialGradient rect "
    "stop svg switch symbol text textPath title tspan use view".split()
)
_FILTERS = re.compile(r"fe[A-Z][A-Za-z]+")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)
_LENGTH = re.compile(r"^\s*(\d+\.?\d*|\.\d+)(px)?\s*$")
# Start of frame: the JPEG marker that is followed by height and width.
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True)
class Picture:
    """`markup` is the drawing itself if it is an SVG; else `address` is the file's name in the lesson's folder of the book."""

    width: int
    height: int
    markup: str = ""
    address: str = ""


def read_picture(folder: Path, name: str, prefix: str) -> Picture:
    """The picture `name` of a lesson's folder; `prefix` sets its ids apart. Raises `FigureFault`."""
    path = picture_path(folder, name)
    data = path.read_bytes()
    if len(data) > MOST_BYTES:
        raise FigureFault("picture-large", file=name, size=f"{len(data) / 1e6:.1f} MB", limit=f"{MOST_BYTES / 1e6:.0f} MB")
    if path.suffix == ".svg":
        return _svg(name, data, prefix)
    size = _png_size(data) if path.suffix == ".png" else _jpeg_size(data)
    if size is None or 0 in size:
        raise FigureFault("picture-damaged", file=name, reason=_said("start", kind=path.suffix[1:].upper()))
    return Picture(*size, address=picture_address(name, data))


def picture_files(facts: Mapping[Lesson, Facts]) -> dict[str, bytes]:
    """The pictures that pages show and don't hold, by their addresses in the book."""
    files = {}
    for lesson, known in facts.items():
        for name in known.pictures:
            if not name.endswith(".svg"):
                data = picture_path(lesson.folder, name).read_bytes()
                files[f"{lesson.url.rpartition('/')[0]}/{picture_address(name, data)}"] = data
    return files


def picture_path(folder: Path, name: str) -> Path:
    """The file. Raises `FigureFault` if there is none, or if it would lie outside the lesson's folder."""
    path = folder / name
    if Path(name).suffix not in PICTURES:
        raise FigureFault("picture-kind", file=name, known=", ".join(PICTURES))
    if Path(name).name != name or (path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())):
        raise FigureFault("picture-outside", file=name)
    if not path.is_file():
        beside = [one.name for one in folder.iterdir() if one.suffix in PICTURES]
        raise FigureFault("picture-missing", file=name, near=nearest(name, beside))
    return path


def picture_address(name: str, data: bytes) -> str:
    """Its name in the book, which tells its content."""
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(data).hexdigest()[:10]}.{suffix}"


def _svg(name: str, data: bytes, prefix: str) -> Picture:
    def damaged(reason: str) -> FigureFault:
        return FigureFault("picture-damaged", file=name, reason=reason)

    # In UTF-16 nobody would find them.
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\0" in data:
        raise damaged(_said("doctype"))
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise damaged(str(error)) from None
    if root.tag != f"{{{_SVG}}}svg":
        raise damaged(_said("root", tag=root.tag.rpartition("}")[2]))
    box = [float(part) for part in _NUMBER.findall(root.get("viewBox", ""))]
    sizes = [_LENGTH.match(root.get(side, "")) for side in ("width", "height")]
    if len(box) == 4:
        width, height = box[2], box[3]
    elif all(sizes):
        width, height = (float(size[1]) for size in sizes if size)
        root.set("viewBox", f"0 0 {width:g} {height:g}")
    else:
        raise damaged(_said("size"))
    if not 0 < width < _LARGEST or not 0 < height < _LARGEST:
        raise damaged(_said("size"))
    for element in root.iter():
        _clean(element, name, prefix)
    root.attrib |= {"width": f"{width:g}", "height": f"{height:g}", "aria-hidden": "true", "focusable": "false"}
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return Picture(round(width), round(height), markup=ET.tostring(root, encoding="unicode").strip())


def _clean(element: ET.Element, name: str, prefix: str) -> None:
    """Refuse what runs or reaches elsewhere, and rename ids, since several drawings may share a page."""
    space, _, tag = element.tag.rpartition("}")
    # What is of another language (an editor's own notes) has a prefix in the page, where it means nothing.
    if space in ("", "{" + _SVG) and tag not in _DRAWS and not _FILTERS.fullmatch(tag) or tag == "feImage":
        raise FigureFault("picture-unsafe", file=name, what=f"<{tag}>")
    for key, value in list(element.attrib.items()):
        short = key.rpartition("}")[2].lower()
        if short.startswith("on") or (short == "href" and not value.startswith("#")) or "url(" in value.replace("url(#", ""):
            raise FigureFault("picture-unsafe", file=name, what=f'{short}="{value}"')
        if short == "id":
            element.set(key, f"{prefix}-{value}")
        elif short == "href":
            element.attrib.pop(_XLINK, None)
            element.set("href", f"#{prefix}-{value[1:]}")
        elif "url(#" in value:
            element.set(key, value.replace("url(#", f"url(#{prefix}-"))


def _said(key: str, **fields: object) -> str:
    return messages.catalogue(messages.language())["pictures"][key].format(**fields)


def _png_size(data: bytes) -> tuple[int, int] | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in _FRAMES:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
