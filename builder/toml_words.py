"""What tomllib says of a text, in the words of the catalogue: its own are English, and those of who wrote the parser."""

from __future__ import annotations

import re

from builder import messages

_KINDS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in {
        "open-text": r"""(?:Illegal|Found invalid) character '\\n'|Unterminated string|Expected ['"]+""",
        "character": r"(?:Illegal|Found invalid) character (?P<what>.+)",
        "value": r"Invalid value",
        "equals": r"Expected '=' after a key in a key/value pair",
        "bracket": r"Expected '\]\]?' at the end of an? (?:table|array) declaration|Unclosed (?:array|inline table)",
        "end": r"Expected newline or end of document after a statement",
        "key": r"Invalid (?:initial character for a key part|statement)",
        "twice": r"Cannot (?:overwrite a value|(?:declare|redefine|mutate) .+)|Duplicate inline table key .+",
        "backslash": r"Unescaped '\\' in a string|Invalid hex value|Escaped character is not a Unicode scalar value",
        "date": r"Invalid date or datetime",
    }.items()
)


def in_words(said: str) -> str:
    """A message of tomllib's for an author; as it is where a newer Python says something else."""
    for kind, pattern in _KINDS:
        if found := pattern.fullmatch(said):
            return messages.catalogue(messages.language())["toml"][kind].format(**found.groupdict())
    return said
