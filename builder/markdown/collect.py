"""One walk over the tokens of a lesson: nodes made, numbered, and hung on their tokens (`meta["node"]`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it.token import Token

from builder.book import Lesson
from builder.markdown.checks import prose_in_formula
from builder.markdown.directives import check_head, split_options
from builder.markdown.document import (
    Cell, Document, Eval, ExpectedOutput, ExplorableUse, Formula, Heading, Hook, Label, Link,
)
from builder.markdown.mentions import read_citation, read_term, shown_text
from builder.markdown.figure_use import read_figure
from builder.markdown.positions import Places
from builder.markdown.quiz import read_quiz
from builder.markdown.registry import CELL_TAGS, DIRECTIVES, ROLES
from builder.problems import Problems, nearest
from builder.slugs import slugify

_FENCE_DIRECTIVE = re.compile(r"^\{(?P<name>[^}]*)\}\s*(?P<argument>.*)$")
_NAME = re.compile(r"^[^\W_][\w.-]*$")
_EXPLICIT_ID = re.compile(r"\s*\{#([^}\s]+)\}\s*$")
_BROKEN_ID = re.compile(r"\s*(\{#[^{}]*\}?)\s*$")
_HOOK = re.compile(r"^(?P<text>.*?)\s*<(?P<id>[a-z0-9-]+)#(?P<target>[^>]+)>$")
_SYMBOL_HOOK = re.compile(r"\\htmlData\{([^{}]*)\}")
_VALUE_HOOK = re.compile(r"^(?P<id>[a-z0-9-]+)#(?P<target>[\w.-]+)$")


def collect(lesson: Lesson, tokens: list[Token], problems: Problems) -> Document:
    """Gather the nodes of a token stream; what is wrong with one goes to `problems`."""
    return _Collector(lesson, tokens, problems).run()


class _Collector:
    def __init__(self, lesson: Lesson, tokens: list[Token], problems: Problems) -> None:
        assert lesson.text is not None
        self.document = Document(lesson, tokens)
        self.problems = problems
        self.places = Places(lesson.text)
        self.lines = lesson.text.split("\n")
        self.equations = 0
        self.pending_output: Cell | None = None
        self.top = next((_line(t) for t in tokens if t.type == "heading_open" and t.tag == "h1"), 0)
        self.shift = 1 if self.top else 0

    def run(self) -> Document:
        tokens = self.document.tokens
        for index, token in enumerate(tokens):
            visit: Callable[[int, Token], None] | None = getattr(self, f"_{token.type}", None)
            if visit is not None:
                visit(index, token)
            # An output belongs to the cell right before it, and to no other.
            if token.type != "fence" and token.nesting >= 0 and token.type != "inline":
                self.pending_output = None
        self._check_hooks()
        return self.document

    def _check_hooks(self) -> None:
        ids = [use.id for use in self.document.explorables]
        for hook in self.document.hooks:
            if hook.explorable not in ids:
                near = nearest(hook.explorable, ids)
                self._add("hook-unknown", hook.line, hook.column, id=hook.explorable, near=near)

    def _add(self, rule: str, line: int, column: int = 0, **fields: object) -> None:
        self.problems.add(rule, self.document.lesson.path, line, column, **fields)

    def _label(self, name: str, label: Label) -> None:
        if not _NAME.match(name):
            self._add("label-name", label.line, label=name, near=slugify(name))
        if name in self.document.labels:
            self._add("label-twice", label.line, label=name)
        else:
            self.document.labels[name] = label

    # Blocks

    def _heading_open(self, index: int, token: Token) -> None:
        inline = self.document.tokens[index + 1]
        line = _line(token)
        level = int(token.tag[1]) + self.shift
        previous = self.document.headings[-1].level if self.document.headings else 1
        if level > previous + 1:
            # Nobody sees why the first one skips a level where a # comes only later.
            top = "" if self.document.headings else self.top or ""
            self._add("heading-skips", line, level="#" * int(token.tag[1]), previous="#" * max(1, previous - self.shift), top=top)
        explicit = ""
        if inline.children and (last := inline.children[-1]).type == "text":
            if found := _EXPLICIT_ID.search(last.content):
                explicit = found[1]
                last.content = last.content[: found.start()]
            elif found := _BROKEN_ID.search(last.content):
                self._add("label-name", line, label=found[1], near=slugify(found[1]))
        text = plain_text(inline)
        heading = Heading(explicit or slugify(text), text, level, line)
        other = self.document.labels.get(heading.id)
        if other is not None and other.kind == "heading":
            self._add("heading-twice", line, id=heading.id, other=other.line, text=other.text)
        else:
            self._label(heading.id, Label("heading", line, text=text))
        self.document.headings.append(heading)
        token.meta["node"] = heading

    def _math_block(self, index: int, token: Token) -> None:
        self._formula(token, token.content.strip(), display=True, line=_line(token), column=0)

    def _math_block_label(self, index: int, token: Token) -> None:
        formula = self._formula(token, token.content.strip(), display=True, line=_line(token), column=0)
        self.equations += 1
        formula.label, formula.number = token.info, self.equations
        self._label(token.info, Label("equation", formula.line, formula.number))

    def _fence(self, index: int, token: Token) -> None:
        opening = _FENCE_DIRECTIVE.match(token.info.strip())
        line = _line(token)
        if self._unclosed(token):
            self._add("fence-open", line, fence=token.markup)
        if opening is None:
            self.pending_output = None
            return
        name = opening["name"]
        known = DIRECTIVES.get(name)
        if known is None:
            code = [d.name for d in DIRECTIVES.values() if d.body == "code"]
            self._add("directive-unknown", line, name=name, near=nearest(name, code))
        elif known.body != "code":
            self._add("directive-colons", line, name=name)
        else:
            getattr(self, f"_directive_{name.replace('-', '_')}")(token, opening["argument"].strip(), line)

    def _directive_code_cell(self, token: Token, argument: str, line: int) -> None:
        rows = token.content.split("\n")
        count, options, places, twice = split_options(rows, line + 1)
        # The empty line that sets the options apart is no line of the code.
        while options and count < len(rows) - 1 and not rows[count].strip():
            count += 1
        check_head("code-cell", argument, options, places, twice, self.document.lesson.path, line, self.problems)
        if argument not in ("", "python"):
            self._add("cell-language", line, language=argument)
        names = [cell.name for cell in self.document.cells]
        name = options.get("name") or f"celda-{len(names) + 1}"
        if name in names:
            self._add("label-twice", places.get("name", line), label=name)
        tags = _words(options.get("tags", ""))
        for tag in tags:
            if tag not in CELL_TAGS:
                self._add("tag-unknown", places["tags"], tag=tag, near=nearest(tag, CELL_TAGS))
        after = _words(options.get("after", ""))
        lenders = [use.id for use in self.document.explorables if use.shares]
        for other in after:
            if other not in names and other not in lenders:
                self._add("cell-unknown", places["after"], cell=other, near=nearest(other, [*names, *lenders]))
        cell = Cell(
            name, "\n".join(rows[count:]).rstrip("\n") + "\n", line, line + 1 + count,
            options.get("env", ""), after, tags,
        )
        self.document.cells.append(cell)
        token.meta["node"] = self.pending_output = cell

    def _directive_output(self, token: Token, argument: str, line: int) -> None:
        cell = self.pending_output
        self.pending_output = None
        if cell is None:
            self._add("output-alone", line)
            return
        assert token.map is not None
        cell.expected = ExpectedOutput(token.content, line, line + 1, token.map[1] - 1)
        token.meta["node"] = cell.expected

    def _directive_open(self, index: int, token: Token) -> None:
        line = _line(token)
        options, places = token.meta["options"], token.meta["option_lines"]
        if token.info == "definition":
            self.document.definitions.setdefault(token.meta["argument"], options.get("id", ""))
        if token.info == "explorable":
            self._explorable(token, options, places, line)
        elif token.info == "figure":
            caption = self.document.tokens[index + 1].type != "directive_close"
            use = read_figure(token.meta["argument"], options, line, self._figure_number(), caption, self._add)
            self._label(use.id, Label("figure", places.get("name", line), use.number))
            self.document.figures.append(use)
            token.meta["node"] = use
        elif token.info == "quiz":
            close = closing(self.document.tokens, index)
            number = len(self.document.quizzes) + 1
            identifier = options.get("id") or ("quiz" if number == 1 else f"quiz-{number}")
            quiz = read_quiz(identifier, line, self.document.tokens[index + 1 : close], self._add)
            self.document.quizzes.append(quiz)
            self._label(identifier, Label("other", line))
            token.meta["node"] = quiz
        elif identifier := options.get("id"):
            self._label(identifier, Label("other", places["id"]))

    def _explorable(self, token: Token, options: dict[str, str], places: dict[str, int], line: int) -> None:
        state = {key: value for key, value in options.items() if key not in ("id", "shares")}
        view = token.meta["argument"]
        use = ExplorableUse(
            view, options.get("id") or slugify(view), state, places, line, self._figure_number(),
            _words(options.get("shares", "")),
        )
        self._label(use.id, Label("figure", places.get("id", line), use.number))
        self.document.explorables.append(use)
        token.meta["node"] = use

    def _figure_number(self) -> int:
        """Figures are counted together, those that move and those that don't."""
        return len(self.document.explorables) + len(self.document.figures) + 1

    # Inline text

    def _inline(self, index: int, block: Token) -> None:
        for at, token in enumerate(block.children or []):
            line, column = self.places.of(block, token.meta.get("at", 0))
            if token.type == "math_inline":
                self._formula(token, token.content, display=False, line=line, column=column)
            elif token.type == "myst_role":
                self._role(token, line, column)
            elif token.type == "link_open":
                has_text = (block.children or [])[at + 1].type != "link_close"
                self._link(token, str(token.attrGet("href") or ""), has_text, line, column)
            elif token.type == "image":
                self._add("image", line, column)

    def _formula(self, token: Token, tex: str, *, display: bool, line: int, column: int) -> Formula:
        empty_rows = token.content[: len(token.content) - len(token.content.lstrip())].count("\n") if display else 0
        formula = Formula(tex, display, line, column, first_line=line + empty_rows)
        if not tex.strip():
            self._add("formula-empty", line, column)
        elif prose := prose_in_formula(tex):
            self._add("formula-prose", line, column, prose=prose)
        self.document.formulas.append(formula)
        token.meta["node"] = formula
        for found in _SYMBOL_HOOK.finditer(tex):
            self._symbol(found[1], formula.first_line + (tex.count("\n", 0, found.start()) if display else 0), column)
        return formula

    def _symbol(self, data: str, line: int, column: int) -> None:
        """A symbol of a formula tied to a part of an explorable: `\\htmlData{explorable=mapa, part=row-7}{…}`."""
        pairs = dict(pair.strip().split("=", 1) for pair in data.split(",") if "=" in pair)
        if set(pairs) != {"explorable", "part"}:
            self._add("formula-hook", line, column, data=data)
            return
        for part in pairs["part"].split():
            self.document.hooks.append(Hook("part", "", pairs["explorable"], part, line, column))

    def _link(self, token: Token, href: str, has_text: bool, line: int, column: int) -> None:
        link = Link(href, has_text, line, column)
        self.document.links.append(link)
        token.meta["node"] = link

    def _role(self, token: Token, line: int, column: int) -> None:
        name, content = token.meta["name"], token.content
        if name not in ROLES:
            self._add("role-unknown", line, column, name=name, near=nearest(name, ROLES))
        elif name == "eval":
            expression, _, spec = _split_format(content)
            cells = self.document.cells
            node = Eval(expression, spec, line, column, cells[-1].environment if cells else "", len(cells) - 1)
            self.document.evals.append(node)
            token.meta["node"] = node
        elif name in ("cite", "term"):
            read, known = (read_citation, self.document.citations) if name == "cite" else (read_term, self.document.terms)
            mention = read(content, line, column)
            if mention is None:
                self._add(f"{name}-syntax", line, column, content=content)
                return
            known.append(mention)
            token.meta["node"] = mention
        else:
            pattern = _VALUE_HOOK if name == "value" else _HOOK
            match = pattern.match(content.strip())
            if match is None:
                self._add("role-syntax", line, column, name=name, content=content)
                return
            text = "" if name == "value" else match["text"]
            hook = Hook(name, text, match["id"], match["target"], line, column)
            self.document.hooks.append(hook)
            token.meta["node"] = hook

    def _unclosed(self, token: Token) -> bool:
        """A fence that runs to the end of its container without its closing marks."""
        assert token.map is not None
        last = self.lines[token.map[1] - 1].strip().lstrip("> ")
        closed = last.startswith(token.markup) and not last.strip(token.markup[0])
        return not closed or token.map[1] - 1 == token.map[0]


def plain_text(inline: Token) -> str:
    """The text of an inline token without its marks."""
    parts = []
    for child in inline.children or []:
        if child.type in ("text", "text_special", "code_inline", "math_inline"):
            parts.append(child.content)
        elif child.type == "myst_role":
            parts.append(shown_text(child.content))
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts).strip()


def closing(tokens: list[Token], opening: int) -> int:
    """Index of the `directive_close` that answers the `directive_open` at `opening`."""
    depth = 0
    for index in range(opening, len(tokens)):
        depth += (tokens[index].type == "directive_open") - (tokens[index].type == "directive_close")
        if depth == 0:
            return index
    raise AssertionError("the directive rule always closes what it opens")


def _split_format(content: str) -> tuple[str, str, str]:
    """`weights[7]:.0%` → expression and format; a colon inside brackets or quotes isn't the one."""
    depth, quote = 0, ""
    for at, char in enumerate(content):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == ":" and depth == 0:
            return content[:at].strip(), ":", content[at + 1 :].strip()
    return content.strip(), "", ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[,\s]+", text) if word)


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0
