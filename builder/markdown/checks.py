"""Faults that Markdown passes over in silence: a stray `$`, a lost table cell, raw HTML, `[^nota]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.common.utils import isStrSpace
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from builder.markdown.positions import Places
from builder.markdown.registry import ROLES
from builder.problems import nearest

# Money in prose: `35$`, `$5`, `US$ 5`.
_MONEY = re.compile(r"(?<=\d)\$|\$(?=[ \u00a0\u202f]?\d)")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_COLUMNS = re.compile(r"^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_ROLE = re.compile(rf"\{{({'|'.join(ROLES)})\}}")
_COMMENT = re.compile(r"^\s*<!--.*?-->\s*$", re.DOTALL)
# Words that no formula holds between spaces; a lone letter only where numbers stand beside it.
_SPANISH = re.compile(
    r"\d\s+[oyeua]\s+\d|(?:^|(?<=\s))[oyeu]\s+[^\W\d_]{2,}"
    r"|(?:^|(?<=\s))(?:de|del|la|el|los|las|en|con|por|para|si|no|es|entre|que|como|un|una|hasta|cada|más)(?=\s|$)"
)
_TEXT_IN_TEX = re.compile(r"\\(?:text|textit|textbf|mathrm|operatorname|mbox)\*?\{[^{}]*\}|\\[A-Za-z]+")
_NUMBER_SPACE_WORD = re.compile(r"^\d+(?:[.,]\d+)?(?:\s+[a-záéíóúñ]{2,}|[.,;:]\s+[^\W\d_]{2,})")


def checks_plugin(md: MarkdownIt) -> None:
    # Before `text_join`, escaped characters are still told apart from plain ones.
    md.core.ruler.before("text_join", "lesson_checks", _check)


def prose_in_formula(tex: str) -> str:
    """The piece of a formula that reads as Spanish prose, or ''."""
    bare = _TEXT_IN_TEX.sub(" ", tex)
    found = _NUMBER_SPACE_WORD.search(bare) or _SPANISH.search(bare)
    return found[0].strip() if found else ""


def _check(state: StateCore) -> None:
    places = Places(state.env["source"])
    for token in state.tokens:
        if token.type == "html_block" and not _COMMENT.match(token.content):
            assert token.map is not None
            _add(state, "raw-html", token.map[0] + 1, 0, tag=_tag(token.content))
        elif token.type == "inline":
            _check_inline(state, token, places)
            _check_broken_table(state, token)
    for line, surplus, columns in _surplus_cells(state):
        _add(state, "table-cells", line, 0, found=columns + surplus, columns=columns)


def _check_inline(state: StateCore, block: Token, places: Places) -> None:
    money = {found.start() for found in _MONEY.finditer(block.content)} if "$" in block.content else set()
    for token in block.children or []:
        at = token.meta.get("at", 0)
        if token.type == "html_inline" and not token.content.startswith("<!--"):
            _add(state, "raw-html", *places.of(block, at), tag=_tag(token.content))
        elif token.type == "text":
            _check_text(state, block, token.content, at, places, money)


def _check_text(state: StateCore, block: Token, text: str, at: int, places: Places, money: set[int]) -> None:
    whole = block.content
    for position in (at + n for n, c in enumerate(text) if c == "$") if "$" in text else ():
        doubled = "$$" in whole[max(0, position - 1) : position + 2]
        if doubled:
            # One fault a block: the other `$` are the rest of the same pair.
            first = whole.index("$$")
            if position == first:
                alone = whole.count("$$") == 1 and whole.split("\n")[whole.count("\n", 0, first)].startswith("$$")
                _add(state, "formula-open" if alone else "formula-own-line", *places.of(block, first))
        elif position not in money:
            _add(state, "dollar-odd", *places.of(block, position))
    for found in _ROLE.finditer(text) if "{" in text else ():
        _add(state, "role-open", *places.of(block, at + found.start()), name=found[1])
    for found in _FOOTNOTE.finditer(text):
        _add(state, "footnote-undefined", *places.of(block, at + found.start()), name=found[1], near=nearest(found[1], state.env.get("footnote_lines", {})))


def _check_broken_table(state: StateCore, block: Token) -> None:
    """A row above a line of `|---|` with other columns: Markdown sees no table there, and shows the bars."""
    if "|" not in block.content or "-" not in block.content or block.map is None:
        return
    lines = block.content.split("\n")
    for number, (head, below) in enumerate(zip(lines, lines[1:])):
        if "|" in head and "|" in below and _COLUMNS.match(below.strip()):
            found, columns = len(_cells(head)), len(_cells(below))
            if found != columns:
                _add(state, "table-header", block.map[0] + number + 1, 0, found=found, columns=columns)


def _surplus_cells(state: StateCore) -> Iterator[tuple[int, int, int]]:
    """Table rows with more cells than columns: (line, surplus, columns). GFM drops the surplus."""
    lines = state.src.split("\n")
    columns = 0
    counting = False
    for token in state.tokens:
        if token.type == "table_open":
            columns, counting = 0, True
        elif token.type == "th_open" and counting:
            columns += 1
        elif token.type == "tbody_open":
            counting = False
        elif token.type == "tr_open" and not counting and token.map:
            surplus = len(_cells(lines[token.map[0]])) - columns
            if surplus > 0:
                yield token.map[0] + 1, surplus, columns


def _cells(line: str) -> list[str]:
    cells = escapedSplit(_trim(line))
    cells = cells[1:] if cells and cells[0] == "" else cells
    return cells[:-1] if cells and cells[-1] == "" else cells


def _trim(line: str) -> str:
    return "".join(" " if isStrSpace(c) else c for c in line).strip(" >")


def _tag(html: str) -> str:
    found = re.match(r"\s*<\s*([!/?]?[A-Za-z-]*)", html)
    return f"<{found[1]}>" if found else html.strip()[:20]


def _add(state: StateCore, rule: str, line: int, column: int = 0, **fields: object) -> None:
    state.env["problems"].add(rule, state.env["path"], line, column, **fields)
