"""A finished page → what the search can find on it: the page itself, its sections, equations, figures and terms.

The page is read as a browser reads it, so that lessons, the glossary and whatever page comes later are found
alike, with the numbers that their code worked out. A page says by attributes what the search can't know:
`data-search="off"` leaves an element out; `data-entry="kind"` on an element with an `id` makes it a find of its
own, named by the text of its `data-entry-title` (an element inside it) or else by its first words.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from builder.search.formula_names import formula_names
from builder.search.tags import TagReader

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS = frozenset("p li dt dd div section figure figcaption table tr td th pre h1 h2 h3 h4 h5 h6 legend summary ol ul dl br blockquote".split())
_SILENT_TAGS = frozenset("script style template noscript button textarea select svg".split())
# What repeats other text, belongs to the interface, or gives away the answers of a quiz.
_SILENT_CLASSES = frozenset(
    "anchor sections pager cards prerequisites needed-by lesson-label breadcrumb cell-bar cell-head cell-stale cell-output katex-html answers feedback option-letter "
    "question-number question-check quiz-end footnote-call footnote-back equation-number visually-hidden explorable-frame".split()
)
_NONE: set[str] = set()
_ANNOTATION = re.compile(r"<annotation\b[^>]*>(.*?)</annotation>", re.DOTALL)
_ANY_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_FIRST_WORDS = 60


@dataclass
class Entry:
    """One thing to be found. `keywords` are searched and not shown; `anchor` is empty for the page itself.

    `markup` is what an equation shows of itself: MathML, which browsers draw without a style sheet.
    """

    kind: str
    anchor: str
    title: str = ""
    text: str = ""
    keywords: str = ""
    markup: str = ""


@dataclass
class PageText:
    """What a page holds for the search, in the order of the page; its first entry is the page itself."""

    label: str = ""
    entries: list[Entry] = field(default_factory=list)


def read_page(page: str) -> PageText | None:
    """The entries of a page, or None if it has no text of its own to be found."""
    reader = _Reader()
    reader.feed(page)
    entries = [entry.closed() for entry in reader.entries]
    return PageText(_clean(reader.label), entries) if entries and entries[0].title else None


@dataclass
class _Open:
    """An entry being read; the pieces go to its title or to its text."""

    kind: str
    anchor: str
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    markup: list[str] = field(default_factory=list)

    def closed(self) -> Entry:
        # A figure's number stands in its caption, after the title that its element carries.
        title = [*self.title[1:], " ", *self.title[:1]] if self.kind == "figure" else self.title
        title, text = _clean("".join(title)), _clean("".join(self.text))
        if not title and text:
            title = text[:_FIRST_WORDS].rsplit(" ", 1)[0] + "…" if len(text) > _FIRST_WORDS else text
        return Entry(self.kind, self.anchor, title, text, _clean(" ".join(self.keywords)), "".join(self.markup))


@dataclass
class _Element:
    """An open tag; but for `ends`, what holds for it holds for all inside."""

    tag: str
    silent: bool = False
    to_title: bool = False
    ends: bool = False
    label: bool = False


class _Reader(TagReader):
    def __init__(self) -> None:
        self.entries: list[_Open] = []
        self.section: _Open | None = None
        self.inner: list[_Open] = []  # entries inside the section: an equation, a figure
        self.stack: list[_Element] = []
        self.inside = False
        self.label = ""

    # What the text belongs to

    @property
    def _current(self) -> _Open | None:
        return self.inner[-1] if self.inner else self.section

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        given = {name: value or "" for name, value in attrs} if attrs else {}
        if tag == "main":
            # Only a whole page of the book has a place that its skip link leads to.
            self.inside = given.get("id") == "contenido" and given.get("data-search") != "off"
            if self.inside:
                self._begin_section(_Open("page", ""))
        if not self.inside:
            return False
        if tag in _VOID:
            self._write(" ")
            return False
        classes = set(given["class"].split()) if "class" in given else _NONE
        element = _Element(tag)
        element.label = "lesson-label" in classes
        element.silent = tag in _SILENT_TAGS or bool(classes & _SILENT_CLASSES) or given.get("data-search") == "off"
        if element.silent and not (element.label or (self.stack and self.stack[-1].label)):
            # Nothing in it is read.
            if tag in _BLOCKS:
                self._write(" ")
            return True
        if not self._silent and not element.silent:
            self._open(element, given, classes)
        if self.stack:
            outer = self.stack[-1]
            element.silent |= outer.silent
            element.to_title |= outer.to_title
            element.label |= outer.label
        self.stack.append(element)
        if tag in _BLOCKS:
            self._write(" ")
        return False

    def _open(self, element: _Element, given: dict[str, str], classes: set[str]) -> None:
        """Begins an entry where one begins, and says whether the element's text is its title."""
        tag, anchor = element.tag, given.get("id", "")
        if tag == "h1":
            element.to_title = True
        elif tag in ("h2", "h3", "h4") and anchor and not self.inner:
            self._begin_section(_Open("section", anchor))
            element.to_title = True
        elif tag == "dt" and anchor:
            self._begin("term", anchor, element)
            element.to_title = True
        elif "data-entry" in given and anchor:
            self._begin(given["data-entry"], anchor, element)
            element.ends = True
        elif "data-entry-title" in given:
            element.to_title = True
        elif "equation" in classes and anchor:
            self._begin("equation", anchor, element)
            self.inner[-1].title.append(given.get("aria-label", ""))
            element.ends = True
        elif tag == "figure" and anchor:
            self._begin("figure", anchor, element)
            self.inner[-1].title.append(given.get("data-title", ""))
            element.ends = True
        elif "definition" in classes and anchor:
            self._begin("definition", anchor, element)
            element.ends = True
        elif "figure-number" in classes and self.inner:
            element.to_title = True
        elif "admonition-title" in classes and self.inner and self.inner[-1].kind == "definition":
            element.to_title = True

    def _begin_section(self, entry: _Open) -> None:
        self.entries.append(entry)
        self.section = entry

    def _begin(self, kind: str, anchor: str, element: _Element) -> None:
        if self.inner and self.inner[-1].kind == "term":
            self.inner.pop()  # a term ends where the next begins
        entry = _Open(kind, anchor)
        self.entries.append(entry)
        self.inner.append(entry)

    def handle_endtag(self, tag: str) -> None:
        if not self.inside or tag in _VOID or not (tag == "main" or any(element.tag == tag for element in reversed(self.stack))):
            return
        while self.stack:
            element = self.stack.pop()
            if element.ends or (element.tag == "dl" and self.inner and self.inner[-1].kind == "term"):
                self.inner.pop()
            if element.tag == tag:
                break
        if tag in _BLOCKS:
            self._write(" ")
        if tag == "main":
            self.inside = False

    def handle_data(self, data: str) -> None:
        if not self.inside or not data:
            return
        if self.stack and self.stack[-1].label:
            self.label += data
        if not self._silent:
            self._write(data)

    def handle_math(self, markup: str) -> None:
        current = self._current
        if not self.inside or self._silent or current is None:
            return
        said = _said(markup)
        self._write(said.text)
        current.keywords.extend(said.names)
        if self.inner and self.inner[-1].kind == "equation":
            self.inner[-1].markup.append(said.markup)

    @property
    def _silent(self) -> bool:
        return bool(self.stack) and self.stack[-1].silent

    def _write(self, data: str) -> None:
        current = self._current
        if current is None:
            return
        to_title = bool(self.stack) and self.stack[-1].to_title
        # The page's own title may stand inside anything; a section's, in its heading.
        (current.title if to_title else current.text).append(data)


@dataclass(frozen=True)
class _Said:
    """A formula without the source that KaTeX hangs on it: as text, as MathML; and by its names: softmax, alpha, sqrt."""

    text: str
    markup: str
    names: tuple[str, ...]


@lru_cache(maxsize=4096)
def _said(markup: str) -> _Said:
    # The same few formulas fill a book.
    drawn = _ANNOTATION.sub("", markup)
    names = (name for source in _ANNOTATION.findall(markup) for name in formula_names(html.unescape(source)))
    return _Said(html.unescape(_ANY_TAG.sub("", drawn)), drawn, tuple(names))


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", _SPACE.sub(" ", text)).strip()
