"""A quiz is questions; each is a text followed by a list of `[ ]` / `[x]` options with feedback."""

from __future__ import annotations

import re
from typing import Protocol

from markdown_it.token import Token

from builder.markdown.document import Option, Question, Quiz

_BOX = re.compile(r"^\[(?P<mark>[ xX])\]\s+")


class _Add(Protocol):
    def __call__(self, rule: str, line: int, column: int = 0, **fields: object) -> None: ...


def read_quiz(identifier: str, line: int, tokens: list[Token], add: _Add) -> Quiz:
    """The questions in the body of a quiz directive; faults are told through `add`."""
    quiz = Quiz(identifier, line)
    prompt: list[Token] = []
    index = 0
    while index < len(tokens):
        end = _block_end(tokens, index)
        block = tokens[index:end]
        index = end
        if block[0].type != "bullet_list_open":
            prompt.extend(block)
            continue
        question = Question(prompt, [], _line(prompt[0] if prompt else block[0]))
        _read_options(question, block[1:-1], add)
        _check(question, add)
        quiz.questions.append(question)
        prompt = []
    if prompt:
        add("quiz-no-options", _line(prompt[0]))
    if not quiz.questions and not prompt:
        add("quiz-empty", line)
    return quiz


def _read_options(question: Question, items: list[Token], add: _Add) -> None:
    index = 0
    while index < len(items):
        end = _block_end(items, index)
        item, body = items[index], items[index + 1 : end - 1]
        index = end
        first = body[1] if len(body) > 1 and body[0].type == "paragraph_open" else None
        text = first.children[0] if first is not None and first.children else None
        box = _BOX.match(text.content) if text is not None and text.type == "text" else None
        if first is None or text is None or box is None:
            add("quiz-box", _line(item))
            continue
        text.content = text.content[box.end() :]
        feedback = body[_block_end(body, 0) :]
        if not feedback:
            add("quiz-feedback", _line(item))
        question.options.append(Option([first], feedback, box["mark"] != " "))


def _check(question: Question, add: _Add) -> None:
    if not question.prompt:
        add("quiz-no-prompt", question.line)
    if len(question.options) < 2:
        add("quiz-few-options", question.line)
    elif not any(option.correct for option in question.options):
        add("quiz-no-answer", question.line)
    elif all(option.correct for option in question.options):
        add("quiz-all-answers", question.line)


def _block_end(tokens: list[Token], start: int) -> int:
    """The index after the block that begins at `start`."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index + 1
    return len(tokens)


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0
