"""What a lesson holds, as values: the token stream, and a node for each thing that another phase
computes, checks or numbers. Nodes compare by identity, so that results can be kept by node."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from markdown_it.token import Token

from builder.book import Lesson
from builder.markdown.figure_use import FigureUse


@dataclass(frozen=True)
class Label:
    """Something that a link can name. `number` is that of an equation or figure; `text`, a heading's; `preview`, how it begins, or an equation's TeX."""

    kind: Literal["heading", "equation", "figure", "other"]
    line: int
    number: int = 0
    text: str = ""
    preview: str = ""


@dataclass(eq=False)
class Heading:
    id: str
    text: str
    level: int
    line: int


@dataclass(eq=False)
class Formula:
    """`line` and `column` are those of its dollar signs; `first_line`, that of the first row of its TeX."""

    tex: str
    display: bool
    line: int
    column: int
    label: str = ""
    number: int = 0
    first_line: int = 0


@dataclass(eq=False)
class Cell:
    """A code cell; `line` is that of its fence, `source_line` that of its first line of code."""

    name: str
    source: str
    line: int
    source_line: int
    environment: str = ""
    after: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    expected: ExpectedOutput | None = None

    @property
    def raises(self) -> bool:
        return "raises-exception" in self.tags


@dataclass(eq=False)
class ExpectedOutput:
    """An `{output}` block: its text, and the lines (from 1, end included) that hold it."""

    text: str
    line: int
    first: int
    last: int


@dataclass(eq=False)
class Eval:
    """`` {eval}`expression:format` `` after the cells above it."""

    expression: str
    format: str
    line: int
    column: int
    environment: str = ""
    after_cell: int = -1


@dataclass(eq=False)
class ExplorableUse:
    """A figure; `shares` are the names of what it lends to the cells that come `:after:` it."""

    view: str
    id: str
    options: dict[str, str]
    option_lines: dict[str, int]
    line: int
    number: int
    shares: tuple[str, ...] = ()


@dataclass(eq=False)
class Hook:
    """A word of the prose tied to an explorable: kind is part, value or set."""

    kind: str
    text: str
    explorable: str
    target: str
    line: int
    column: int


@dataclass(frozen=True)
class Link:
    """A link as written; two of them differ at least in their place."""

    href: str
    has_text: bool
    line: int
    column: int


@dataclass(frozen=True)
class Citation:
    """`` {cite}`key, locator; other` ``: works of the bibliography, named by `text` where the author gives one."""

    works: tuple[tuple[str, str], ...]
    text: str
    in_parentheses: bool
    line: int
    column: int


@dataclass(frozen=True)
class TermUse:
    """`` {term}`text <name>` ``: a term of the glossary where the prose needs it."""

    name: str
    text: str
    line: int
    column: int


@dataclass(eq=False)
class Option:
    tokens: list[Token]
    feedback: list[Token]
    correct: bool


@dataclass(eq=False)
class Question:
    prompt: list[Token]
    options: list[Option]
    line: int

    @property
    def multiple(self) -> bool:
        return sum(option.correct for option in self.options) > 1


@dataclass(eq=False)
class Quiz:
    id: str
    line: int
    questions: list[Question] = field(default_factory=list)


@dataclass(eq=False)
class Document:
    """A parsed lesson; `definitions` are the titles of its definition boxes, with their ids where they have one."""

    lesson: Lesson
    tokens: list[Token]
    headings: list[Heading] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    evals: list[Eval] = field(default_factory=list)
    explorables: list[ExplorableUse] = field(default_factory=list)
    figures: list[FigureUse] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    terms: list[TermUse] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    quizzes: list[Quiz] = field(default_factory=list)
    labels: dict[str, Label] = field(default_factory=dict)

    @property
    def uses_python(self) -> bool:
        return bool(self.cells or self.explorables)
