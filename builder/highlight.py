"""Python source as HTML, with the class names that the page's editor uses, so that one style serves both."""

from __future__ import annotations

from functools import cache
from html import escape

from markupsafe import Markup
from pygments.lexers import PythonLexer
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, _TokenType

_CLASSES: list[tuple[_TokenType, str]] = [
    (Comment, "comment"),
    (Keyword.Constant, "boolean"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Name.Function, "function"),
    (Name.Class, "class-name"),
    (Name.Builtin, "builtin"),
    (Name.Decorator, "decorator"),
    (String, "string"),
    (Number, "number"),
    (Literal, "number"),
    (Operator, "operator"),
    (Punctuation, "punctuation"),
]


_lexer = PythonLexer(stripnl=False, ensurenl=False)


@cache
def _class_of(kind: _TokenType) -> str:
    return next((name for token, name in _CLASSES if kind in token), "")


def highlight_python(source: str) -> Markup:
    """The source with its tokens in `<span class="token …">`."""
    parts = []
    for kind, text in _lexer.get_tokens(source):
        name = _class_of(kind)
        shown = escape(text, quote=False)
        parts.append(f'<span class="token {name}">{shown}</span>' if name else shown)
    return Markup("".join(parts))
