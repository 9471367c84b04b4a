"""Markdown that stands in a TOML value, such as a definition, with the lines and columns of its file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from builder.book import Block, Lesson
from builder.markdown.document import Document, Formula
from builder.markdown.parser import parse
from builder.problems import Problems

_BLOCKS = {
    "paragraph_open", "paragraph_close", "inline", "math_block",
    "bullet_list_open", "bullet_list_close", "ordered_list_open", "ordered_list_close", "list_item_open", "list_item_close",
}  # fmt: skip
_known: dict[tuple[object, ...], tuple[Document, Problems]] = {}
_MOST_KNOWN = 5000
_NOWHERE = Block(0, "", "", "", "")


@dataclass(frozen=True, eq=False)
class Source(Lesson):
    """Where a fragment was written (`path`, `text`), and the page that will show it."""

    address: str = ""

    @property
    def url(self) -> str:
        return self.address


def source(path: Path, text: str, address: str) -> Source:
    return Source(_NOWHERE, 0, "", "", "", path, None, text, address)


def fragment(written: str, line: int, origin: Source, problems: Problems, language: str) -> Document:
    """The document of `written`, which stands on `line` of its source: text, lists and formulas."""
    assert origin.text is not None
    rows = origin.text.split("\n")
    # A long string that opens at the end of its line begins on the next one.
    opens = line <= len(rows) and rows[line - 1].rstrip().endswith(('"""', "'''")) and written.split("\n")[0] not in rows[line - 1]
    # Most of them are as they were when the book was last built by this process.
    key = (written, line + opens, origin.path, language, problems.raised)
    if key not in _known:
        if len(_known) > _MOST_KNOWN:
            _known.clear()
        own = Problems(problems.raised)
        _known[key] = parse(origin, own, language, written="\n" * (line - 1 + opens) + written), own
    known, own = _known[key]
    document = replace(known, lesson=origin)
    problems.extend(own)
    for token in document.tokens:
        if token.type not in _BLOCKS:
            problems.add("fragment-block", origin.path, (token.map or [line - 1])[0] + 1)
            break
    for node in (*document.evals, *document.hooks):
        problems.add("fragment-block", origin.path, node.line, node.column)
    return document


def formula(tex: str, line: int, origin: Source) -> Document:
    """A document that is one formula in the line of text."""
    return Document(origin, [], formulas=[Formula(tex, False, line, 0, first_line=line)])
