"""The dialect: CommonMark, tables, formulas, directives and roles, as a visible list of plug-ins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_block_dollar
from mdit_py_plugins.myst_role import myst_role_plugin

from builder.book import Lesson
from builder.markdown.checks import checks_plugin
from builder.markdown.collect import collect
from builder.markdown.directives import directives_plugin
from builder.markdown.document import Document
from builder.markdown.footnotes import footnotes_plugin
from builder.markdown.positions import positions_plugin
from builder.markdown.typography import typography_plugin
from builder.problems import Problems


DEEPEST = 40
"""Levels of lists, quotes and directives inside one another; a list takes two."""


def parse(lesson: Lesson, problems: Problems, language: str = "es", *, written: str | None = None) -> Document:
    """The document of a written lesson; every fault of its text goes to `problems`.

    Typography is checked by the rules of the book's `language`, where there are any. `written` is what is parsed when
    the lesson's text is a file that holds more than Markdown; both have it on the same lines.
    """
    assert lesson.text is not None
    env = {"problems": problems, "path": lesson.path, "language": language, "source": lesson.text}
    tokens = _parser().parse(lesson.text if written is None else written, env)
    deepest = next((token for token in tokens if token.level >= DEEPEST - 2), None)
    if deepest is not None:
        # Beyond its limit the parser would leave out text without a word.
        line = next((token.map[0] + 1 for token in tokens if token.map and token.level >= DEEPEST - 3), 1)
        problems.add("nesting", lesson.path, line, limit=DEEPEST - 3)
    return collect(lesson, tokens, problems)


@cache
def _parser() -> MarkdownIt:
    # HTML rules stay on so that raw HTML is seen, and refused with its line.
    md = MarkdownIt("commonmark", {"html": True, "maxNesting": DEEPEST}).enable("table").enable("strikethrough")
    md.use(positions_plugin)
    # Prose such as «entre $5 y $10» is no formula.
    md.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=False)
    # A formula that begins on its own line ends the paragraph before it, in tight lists too.
    md.block.ruler.at(
        "math_block", _silenced(math_block_dollar(label_normalizer=str.strip)),
        {"alt": ["paragraph", "reference", "blockquote", "list"]},
    )
    md.use(myst_role_plugin)
    md.use(directives_plugin)
    md.use(footnotes_plugin)
    md.use(checks_plugin)
    md.use(typography_plugin)
    # Addresses are judged when links are resolved: refused here, a link would turn into text in silence.
    md.validateLink = lambda url: True  # type: ignore[method-assign]
    return md


def _silenced(rule: Callable[[StateBlock, int, int, bool], bool]) -> Callable[[StateBlock, int, int, bool], bool]:
    """The rule as a terminator of others: asked in silence, it answers and leaves no token."""

    def ask(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        line, count = state.line, len(state.tokens)
        found = rule(state, start, end, silent)
        if silent:
            state.line = line
            del state.tokens[count:]
        return found

    return ask
