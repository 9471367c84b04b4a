"""What Spanish typography asks of the prose; warnings, which a book may take for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from builder.markdown.positions import Places

_PROSE = ("text", "text_special", "softbreak", "hardbreak")
_QUOTES = re.compile(r"[\"“”][^\"“”]{0,20}")
_PERCENT = re.compile(r"\d+(?:[.,]\d+)?%")
_DASH = re.compile(r"(?<=\S) (-{1,3}) (?=\S)|(?<=\w)(--)(?=\w)")
_QUOTED = re.compile(r"«[^«»]*»")
_OPENINGS = {"?": "¿", "!": "¡"}


def typography_plugin(md: MarkdownIt) -> None:
    md.core.ruler.after("text_join", "typography", _check)


def _check(state: StateCore) -> None:
    if state.env.get("language") != "es":
        return
    places = Places(state.env["source"])
    for block in state.tokens:
        if block.type != "inline":
            continue
        text = _prose(block)
        for rule, at, fields in _faults(text):
            line, column = places.of(block, at)
            state.env["problems"].add(rule, state.env["path"], line, column, **fields)


def _prose(block: Token) -> str:
    """The block's own text, with what isn't prose (formulas, code, addresses) as spaces of the same length."""
    prose = [" "] * len(block.content)
    address = False
    for token in block.children or []:
        if token.type in ("link_open", "link_close"):
            # What stands between < and > is an address, and no prose.
            address = token.type == "link_open" and token.info == "auto"
        elif address:
            continue
        elif token.type == "text" and token.content:
            # Escapes make the source longer than the text: find it from where it began.
            at = block.content.find(token.content, max(0, token.meta.get("at", 0) - len(token.content)))
            if at >= 0:
                prose[at : at + len(token.content)] = token.content
        elif token.type in ("math_inline", "code_inline", "myst_role"):
            # Something stands there: a number, a word.
            at = token.meta.get("at", 0)
            prose[at : at + 1] = "x"
    return "".join(prose)


def _faults(text: str) -> Iterator[tuple[str, int, dict[str, str]]]:
    for found in _QUOTES.finditer(text):
        yield "typo-quotes", found.start(), {"text": found[0].strip()}
    # Most paragraphs have none of these: to ask for the character alone is quicker.
    for found in _PERCENT.finditer(text) if "%" in text else ():
        yield "typo-percent", found.start(), {"text": found[0]}
    for found in _DASH.finditer(text) if "-" in text else ():
        words = (text[: found.start()].split()[-1:], [found[0].strip()], text[found.end() :].split()[:1])
        yield "typo-dash", found.start(found.lastindex or 0), {"text": " ".join(sum(words, []))}
    # What stands between « and » may be a title in another language.
    unquoted = _QUOTED.sub(lambda found: " " * len(found[0]), text) if "«" in text else text
    for mark, opening in _OPENINGS.items():
        if mark not in unquoted:
            continue
        balance = 0
        for at, char in enumerate(unquoted):
            if char == opening:
                balance += 1
            elif char == mark:
                if balance == 0:
                    yield "typo-question", at, {"mark": mark, "opening": opening, "text": _end_of(text[: at + 1])}
                balance = max(0, balance - 1)


def _end_of(text: str) -> str:
    """The last words of a text, to be recognised by."""
    return " ".join(text.split()[-3:])
