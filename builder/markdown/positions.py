"""Inline tokens that know where they are.

markdown-it gives line numbers to blocks only. Each inline token here carries in `meta["at"]` its
offset in the text of its block, from which `Places` works out line and column.
"""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType


LONGEST = 20_000
"""Characters of one paragraph: some 3,000 words. Beyond, what Markdown does with brackets and stars takes minutes."""


class _PositionedState(StateInline):
    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        super().__init__(src, md, env, tokens)
        self.offsets: list[tuple[Token, int]] = []

    def push(self, ttype: str, tag: str, nesting: Any) -> Token:
        token = super().push(ttype, tag, nesting)
        # The link rule pushes from inside its brackets.
        inside = ttype == "link_open" and self.src[self.pos - 1 : self.pos] == "["
        self.offsets.append((token, self.pos - inside))
        return token

    def pushPending(self) -> Token:
        length = len(self.pending)
        token = super().pushPending()
        self.offsets.append((token, max(0, self.pos - length)))
        return token


def positions_plugin(md: MarkdownIt) -> None:
    md.core.ruler.at("inline", _inline)


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = token.children or []
        if len(token.content) > LONGEST:
            line = (token.map or [0])[0] + 1
            state.env["problems"].add("paragraph-long", state.env["path"], line, size=len(token.content), limit=LONGEST)
            continue
        inner = _PositionedState(token.content, state.md, state.env, token.children)
        state.md.inline.tokenize(inner)
        for rule in state.md.inline.ruler2.getRules(""):
            rule(inner)
        # Last, because a rule may give its token a `meta` of its own.
        for child, at in inner.offsets:
            child.meta["at"] = at
        token.children = inner.tokens


class Places:
    """Line and column (from 1) of offsets in inline texts of one source."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def of(self, block: Token, at: int) -> tuple[int, int]:
        """The place of offset `at` in the text of an inline token."""
        first = block.map[0] if block.map else 0
        before = block.content[:at]
        row = before.count("\n")
        line = first + row
        if line >= len(self._lines):
            return len(self._lines), 0
        start = before.rfind("\n") + 1
        inner = block.content[start:].split("\n", 1)[0]
        shift = self._lines[line].find(inner.strip())
        if shift < 0:
            return line + 1, 0
        lead = len(inner) - len(inner.lstrip())
        return line + 1, shift + max(0, at - start - lead) + 1
