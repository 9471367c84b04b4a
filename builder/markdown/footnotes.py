"""Footnotes `[^name]`: each defined once and used at least once, or its author is told."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_def

_DEFINITION = re.compile(r"^\[\^([^\]\s]+)\]:")


def footnotes_plugin(md: MarkdownIt) -> None:
    md.use(footnote_plugin, inline=False)
    md.block.ruler.at("footnote_def", _definition, {"alt": ["paragraph", "reference"]})
    md.core.ruler.before("footnote_tail", "footnotes_unused", _unused)


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    found = _DEFINITION.match(line)
    accepted = footnote_def(state, start, end, silent)
    if accepted and not silent and found:
        lines: dict[str, int] = state.env.setdefault("footnote_lines", {})
        if found[1] in lines:
            state.env["problems"].add("footnote-twice", state.env["path"], start + 1, name=found[1], other=lines[found[1]])
        lines.setdefault(found[1], start + 1)
    return accepted


def _unused(state: StateCore) -> None:
    used = {
        child.meta["label"]
        for token in state.tokens for child in token.children or [] if child.type == "footnote_ref"
    }
    for name, line in state.env.get("footnote_lines", {}).items():
        if name not in used:
            state.env["problems"].add("footnote-unused", state.env["path"], line, name=name)
