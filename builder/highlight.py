"""Python source as HTML, with the class names that the page's editor uses, so that one style serves both."""

from __future__ import annotations

from markupsafe import Markup, escape
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


def highlight_python(source: str) -> Markup:
    """The source with its tokens in `<span class="token …">`."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    parts = []
    for kind, text in lexer.get_tokens(source):
        name = next((name for token, name in _CLASSES if kind in token), "")
        parts.append(Markup('<span class="token {}">{}</span>').format(name, text) if name else escape(text))
    return Markup("").join(parts)
