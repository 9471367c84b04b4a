"""The roles that lead to the end of the book: `` {cite}`…` `` and `` {term}`…` ``, as nodes."""

from __future__ import annotations

import re

from builder.markdown.document import Citation, TermUse

_OWN_TEXT = re.compile(r"^(?P<text>.*?\S)\s*<(?P<names>[^<>]+)>$", re.DOTALL)
_KEY = re.compile(r"^[a-z][a-z0-9-]*$")


def read_citation(content: str, line: int, column: int) -> Citation | None:
    """`key`, `key, locator`, several with «;» between; all of it in parentheses; or `text <key>`. None if it is none of these."""
    content = " ".join(content.split())
    own = _OWN_TEXT.match(content)
    listed = own["names"] if own else content
    wrapped = not own and listed.startswith("(") and listed.endswith(")")
    works = []
    for item in (listed[1:-1] if wrapped else listed).split(";"):
        key, _, locator = (part.strip() for part in item.partition(","))
        if not _KEY.match(key):
            return None
        works.append((key, locator))
    if own and len(works) > 1:
        return None  # one text can't lead to two works
    return Citation(tuple(works), own["text"] if own else "", wrapped, line, column)


def read_term(content: str, line: int, column: int) -> TermUse | None:
    """`name`, or `text <name>`. None if it is neither."""
    content = " ".join(content.split())
    own = _OWN_TEXT.match(content)
    name, text = (own["names"].strip(), own["text"]) if own else (content, content)
    return TermUse(name, text, line, column) if name else None


def shown_text(content: str) -> str:
    """What a role shows where only its text can stand, as in a list of sections."""
    own = _OWN_TEXT.match(content)
    return own["text"] if own else content
