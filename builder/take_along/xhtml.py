"""A chapter's prose as the XHTML of an EPUB: formulas as MathML, drawings with their looks in them, explorables at rest."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

from bs4 import BeautifulSoup, Tag

from builder.take_along.drawings import standalone
from builder.take_along.reading import Chapter
from builder.templates import strings

_MATHML = "http://www.w3.org/1998/Math/MathML"
_SVG = "http://www.w3.org/2000/svg"
_PLAIN = {"details": "div", "summary": "p", "fieldset": "section", "legend": "p", "label": "span"}
_LEFT_OUT = ".explorable-scene, .plot-narrow, .plot-legend-narrow, .explorable-table > summary, .figure-data summary, .explorable-live"
# What means something to scripts and styles of pages only.
_DROPPED = re.compile(r"^(?:data-|aria-|tabindex$|role$|open$|style$|hidden$|disabled$|loading$|decoding$|download$|for$)")
_KEPT_IN_MATH = ("aria-label",)


def chapter_xhtml(chapter: Chapter, address: Callable[[str], str], picture: Callable[[str], str]) -> tuple[str, str]:
    """The prose and the answers of a chapter, as XHTML that is well formed.

    `address` gives where a link leads inside the book or on the web, or nothing where it can lead nowhere; `picture` the
    place of an image beside the lesson.
    """
    prose = copy.copy(chapter.prose)
    for figure in prose.select("figure.explorable"):
        caption = figure.select_one("figcaption")
        note = BeautifulSoup(f"<p class=\"moves\">{strings()['take_along']['moves']}</p>", "html.parser").p
        (caption or figure).append(note)
    _tidy(prose, address, picture)
    answers = []
    for one in chapter.answers:
        entry = copy.copy(one)
        _tidy(entry, address, picture)
        answers.append(str(entry))
    return prose.decode_contents(), "".join(answers)


def _tidy(tree: Tag, address: Callable[[str], str], picture: Callable[[str], str]) -> None:
    for one in tree.select(_LEFT_OUT):
        one.decompose()
    _formulas(tree)
    _drawings(tree)
    for image in tree.select("img"):
        image["src"] = picture(image.get("src", ""))
    for link in tree.select("a[href]"):
        target = address(link["href"])
        if target:
            link["href"] = target
        else:
            link.unwrap()
    for node in tree.find_all(True):
        if node.find_parent(("svg", "math")) or node.name in ("svg", "math"):
            continue
        node.name = _PLAIN.get(node.name, node.name)
        node.attrs = {name: value for name, value in node.attrs.items() if not _DROPPED.match(name)}
        if not node.get("class"):
            node.attrs.pop("class", None)


def _formulas(tree: Tag) -> None:
    for formula in tree.select(".katex"):
        math = formula.select_one("math")
        if math is None:
            continue
        display = formula.find_parent(class_=("katex-display", "equation")) is not None
        for source in math.select("annotation"):
            source.decompose()
        for wrapper in math.select("semantics"):
            wrapper.unwrap()
        math["xmlns"] = _MATHML
        if display:
            math["display"] = "block"
        for node in math.find_all(True):
            node.attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-")}
        formula.replace_with(math.extract())


def _drawings(tree: Tag) -> None:
    for drawing in tree.select(".plot-wide svg, .plot-legend svg"):
        drawing.replace_with(BeautifulSoup(standalone(drawing), "html5lib").svg)
    for svg in tree.select("svg"):
        svg["xmlns"] = _SVG
        label = svg.find_parent(attrs={"aria-label": True})
        if label is not None and svg.find_parent(class_=("plot-picture", "picture")):
            svg["role"], svg["aria-label"] = "img", label["aria-label"]
        for node in (svg, *svg.find_all(True)):
            node.attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-") and name not in ("focusable", "tabindex")}
