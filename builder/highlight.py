"""Python source as HTML, with the class names that the page's editor uses, so that one style serves both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from markupsafe import Markup

# The first that a token's kind belongs to, by Pygments' names.
_CLASSES = (
    ("Comment", "comment"),
    ("Keyword.Constant", "boolean"),
    ("Keyword", "keyword"),
    ("Operator.Word", "keyword"),
    ("Name.Function", "function"),
    ("Name.Class", "class-name"),
    ("Name.Builtin", "builtin"),
    ("Name.Decorator", "decorator"),
    ("Literal.String", "string"),
    ("Literal.Number", "number"),
    ("Literal", "number"),
    ("Operator", "operator"),
    ("Punctuation", "punctuation"),
)


@cache
def _lexer() -> Any:
    from pygments.lexers import PythonLexer  # late: most builds meet no code that is new

    return PythonLexer(stripnl=False, ensurenl=False)


@cache
def _class_of(kind: Any) -> str:
    from pygments.token import string_to_tokentype

    return next((name for token, name in _CLASSES if kind in string_to_tokentype(token)), "")


_MOST = 2000
_known: dict[str, Markup] = {}


def know(coloured: Mapping[str, Markup]) -> None:
    """What earlier builds made of some sources: to make a lexer takes longer than all else that one edited lesson needs."""
    if len(_known) > _MOST:
        _known.clear()
    _known.update(coloured)


def highlight_python(source: str) -> Markup:
    """The source with its tokens in `<span class="token …">`."""
    if source not in _known:
        know({source: _highlighted(source)})
    return _known[source]


def _highlighted(source: str) -> Markup:
    parts = []
    for kind, text in _lexer().get_tokens(source):
        name = _class_of(kind)
        shown = escape(text, quote=False)
        parts.append(f'<span class="token {name}">{shown}</span>' if name else shown)
    return Markup("".join(parts))
