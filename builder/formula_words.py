"""What KaTeX says of a malformed formula, in the words of the terminal's catalogue."""

from __future__ import annotations

import re

from builder import messages

_CLOSING = re.compile(r"\s*at (?:position \d+|end of input):.*$", re.DOTALL)

_KNOWN = {
    name: re.compile(pattern)
    for name, pattern in {
        "command": r"Undefined control sequence: (?P<command>.+)",
        "forbidden": r"Command not allowed: (?P<command>.+)",
        "argument-open": r"Unexpected end of input in a macro argument, expected '(?P<expected>.*)'",
        "end": r"Expected 'EOF', got '(?P<found>.*)'",
        "open": r"Expected '(?P<expected>.*)', got 'EOF'",
        "expected": r"Expected '(?P<expected>.*)', got '(?P<found>.*)'",
        "cells": r"Expected & or \\\\ or \\cr or \\end",
        "after": r"Expected group after '(?P<command>.+)'",
        "argument": r"Expected group as argument to '(?P<command>.+)'",
        "group": r"Expected group (?P<place>.+)",
        "superscript": r"Double superscript",
        "subscript": r"Double subscript",
        "environment": r"No such environment: (?P<name>.+)",
        "mismatch": r"Mismatch: (?P<begin>.+) matched by (?P<end>.+)",
        "delimiter": r"Invalid delimiter '(?P<found>.*)' after '(?P<command>.*)'",
        "mode": r"Can't use function '(?P<command>.*)' in (?P<mode>\w+) mode",
        "alone": r"Got function '(?P<command>.*)' with no arguments as (?P<place>.+)",
        "deep": r"Nested too deeply",
        "endless": r"Too many expansions: .+",
        "display": r"\{(?P<name>.+)\} can be used only in display mode\.",
        "tag": r"\\tag works only in display equations",
        "size": r"Invalid size: '(?P<found>.*)'",
        "unit": r"Invalid unit: '(?P<found>.*)'",
        "column": r"Unknown column alignment: (?P<found>.+)",
        "rule": r"(?P<command>\\h\w+) valid only within array environment",
        "limits": r"Limit controls must follow a math operator",
        "infix": r"only one infix operator per group",
        "middle": r"\\middle without preceding \\left",
        "redefined": r"\\newcommand\{(?P<command>.+)\} attempting to redefine .+; use \\renewcommand",
        "comment": r"LaTeX-incompatible input .*: % comment has no terminating newline.*",
        "accent": r"LaTeX-incompatible input .*: LaTeX's accent (?P<command>.+) works only in text mode \[\w+\]",
        "colour": r"Invalid color: '(?P<found>.*)'",
        "letter": r"LaTeX-incompatible input .*: (?:Accented )?Unicode text character \"(?P<found>.*)\" used in math mode \[\w+\]",
        "strict": r"LaTeX-incompatible input and strict mode is set to 'error': (?P<what>.*?)(?: \[\w+\])?",
    }.items()
}


def in_words(error: str) -> str:
    """The error as an author reads it; KaTeX's own text where the catalogue has no words for it."""
    text = _CLOSING.sub("", error).strip()
    for name, pattern in _KNOWN.items():
        if found := pattern.fullmatch(text):
            return messages.catalogue(messages.language())["katex"][name].format(**found.groupdict())
    return text
