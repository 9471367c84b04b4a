"""The tags and texts of a page that the builder itself wrote, several times quicker than `html.parser` finds them.

What it wrote is well formed; what an author may have put into it, a picture of the cover, she wrote as XML.
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from functools import cache, lru_cache

_TOKEN = re.compile(r"""<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<given>(?:[^>"']|"[^"]*"|'[^']*')*)>|<!.*?>|(?P<text>[^<]+|<)""", re.DOTALL)
_GIVEN = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_RAW = ("script", "style")
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)

_DRAWN = '<span class="katex-html" aria-hidden="true">'
_MATH_END = "</math>"
_SAID = re.compile(r'<span class="katex"><span class="katex-mathml">(<math\b.*?</math>)</span></span>', re.DOTALL)
# Tags that say nothing to the search, by the hundred: emphasis, and the colours of code.
_COLOURS = re.compile(r'<span class="token [^"]*">([^<]*)</span>')
_EMPHASIS = re.compile(r"</?(?:em|strong|code)>")
_LINK = re.compile(r'<a href="[^"]*"(?: data-card="[^"]*")?>([^<]*)</a>')
_PARAGRAPH = re.compile(r"<p>([^<]*(?:<(?!/p>)[^<]*)*)</p>")


class TagReader(ABC):
    """Calls `handle_starttag`, `handle_endtag` and `handle_data` as `html.parser` does, and `handle_math` with a whole formula.

    An element of which `handle_starttag` says True is passed over with all that is in it, its end included.
    """

    def feed(self, page: str) -> None:
        """Read the main part of a page, without the formulas that are drawn beside those that are said."""
        found = _MAIN.search(page)
        if found is None:
            return
        said, _ = without_drawings(found[0])
        text, place = _said_only(said), 0
        while token := _TOKEN.match(text, place):
            place = token.end()
            tag = token["tag"]
            if tag is None:
                if token["text"]:
                    self.handle_data(_unescaped(token["text"]))
                continue
            tag = tag.lower()
            if token["end"]:
                self.handle_endtag(tag)
                continue
            if tag == "math":
                end = text.find(_MATH_END, place)
                place = end + len(_MATH_END) if end >= 0 else len(text)
                self.handle_math(text[token.start() : place])
                continue
            given = token["given"]
            passed = self.handle_starttag(tag, _attributes(given) if "=" in given or given.strip(" /") else [])
            if passed:
                place = place if given.endswith("/") else end_of_element(text, tag, token.start())
            elif given.endswith("/"):
                self.handle_endtag(tag)
            elif tag in _RAW:
                place = max(place, text.find(f"</{tag}", place))

    @abstractmethod
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """An element begins; true if it is to be passed over."""

    @abstractmethod
    def handle_endtag(self, tag: str) -> None:
        """An element ends."""

    @abstractmethod
    def handle_data(self, data: str) -> None:
        """Text between tags."""

    @abstractmethod
    def handle_math(self, markup: str) -> None:
        """A formula as MathML."""


def _said_only(text: str) -> str:
    """The text without what says nothing to the search, so that fewer tags are met one by one."""
    text = _EMPHASIS.sub("", _COLOURS.sub(r"\1", _SAID.sub(r"\1", text)))
    return _PARAGRAPH.sub(r" \1 ", _LINK.sub(r"\1", text))


def without_drawings(page: str) -> tuple[str, list[str]]:
    """The page without the half of its formulas that is drawn for the eye, and those halves."""
    parts, drawings, place = [], [], 0
    while (start := page.find(_DRAWN, place)) >= 0:
        parts.append(page[place:start])
        drawings.append(_drawing_at(page, start))
        place = start + len(drawings[-1])
    parts.append(page[place:])
    return "".join(parts), drawings


_SOURCE, _SOURCE_END = "<annotation", "</annotation>"
_MOST_SOURCES = 4096
_drawings: dict[str, str] = {}
"""By the source that stands before them: the same few formulas fill a book, and to find where one ends takes a while."""


def _drawing_at(page: str, start: int) -> str:
    source = page[page.rfind(_SOURCE, 0, start) : page.rfind(_SOURCE_END, 0, start)]
    drawing = _drawings.get(source)
    # The same source is drawn otherwise on a line of its own; and no element is the beginning of another.
    if drawing is None or not page.startswith(drawing, start):
        if len(_drawings) > _MOST_SOURCES:
            _drawings.clear()
        drawing = _drawings[source] = page[start : end_of_span(page, start)]
    return drawing


def end_of_span(page: str, start: int) -> int:
    """Where the `<span` that begins at `start` ends, whatever is inside."""
    return end_of_element(page, "span", start)


def end_of_element(page: str, name: str, start: int) -> int:
    """Where the element that begins at `start` ends, whatever is inside."""
    depth = 0
    for tag in _tags_of(name).finditer(page, start):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return page.index(">", tag.end()) + 1
    return len(page)


@cache
def _tags_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){re.escape(name)}(?=[\s/>])", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _attributes(given: str) -> list[tuple[str, str | None]]:
    return [
        (name.lower(), _unescaped(double or single or bare))
        for name, double, single, bare in _GIVEN.findall(given)
    ]


def _unescaped(text: str) -> str:
    return html.unescape(text) if "&" in text else text
