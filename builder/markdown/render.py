"""A document and what other phases computed for it → the HTML of its body, and its hover cards.

The body never passes through Jinja as source: templates get finished HTML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from builder.figures.page import figure_context
from builder.highlight import highlight_python
from builder.lesson_code.run import LessonRun
from builder.markdown.cards import Card as Card, card_of, lesson_label as lesson_label
from builder.markdown.collect import closing
from builder.markdown.document import (
    Cell, Citation, Document, Eval, ExpectedOutput, ExplorableUse, Formula, Heading, Hook, Link, Quiz, TermUse,
)
from builder.markdown.figure_use import FigureUse
from builder.references import Target
from builder.store import digest
from builder.templates import component, strings

_OPTIONS = OptionsDict(
    {"maxNesting": 20, "html": False, "linkify": False, "typographer": False, "quotes": "«»“”",
     "xhtmlOut": False, "breaks": False, "langPrefix": "language-", "highlight": None}
)
_FOOTNOTES = ("footnote_block_open", "footnote_block_close", "footnote_open", "footnote_close", "footnote_anchor")
_GLUED = re.compile(r"[.,;:!?»)\]]+")
# It has no state, and looks itself over each time that one is made.
_PLAIN = RendererHTML()
FOLDABLE = ("derivation", "prediction")


@dataclass
class Body:
    """`coloured` holds the pieces of Python that it shows, by their source."""

    html: Markup
    cards: dict[str, Card] = field(default_factory=dict)
    questions: dict[str, Markup] = field(default_factory=dict)
    coloured: dict[str, Markup] = field(default_factory=dict)


def render_body(
    document: Document, run: LessonRun, formulas: Mapping[Formula, str], targets: Sequence[Target | None],
    mentions: Mentions, *, linked: bool = True,
) -> Body:
    """The HTML of a lesson without problems, and the cards that its links show; without links, only their texts."""
    renderer = _BodyRenderer(document, run, formulas, targets)
    renderer.mentions, renderer.linked = mentions, linked
    html = renderer.range(document.tokens)
    return Body(html, renderer.cards, renderer.questions, renderer.coloured)


class Mentions(Protocol):
    """What makes citations and terms of a document into HTML."""

    def html(self, node: Citation | TermUse, cards: dict[str, Card], *, linked: bool) -> str: ...
    def box_id(self, title: str) -> str: ...


class _BodyRenderer:
    def __init__(
        self, document: Document, run: LessonRun, formulas: Mapping[Formula, str], targets: Sequence[Target | None]
    ) -> None:
        self.document = document
        self.modules = run.modules
        self.cells = dict(zip(document.cells, run.cells, strict=True))
        self.evals = dict(zip(document.evals, run.evals, strict=True))
        self.explorables = dict(zip(document.explorables, run.explorables, strict=True))
        self.figures = dict(zip(document.figures, run.figures, strict=True))
        self.formulas = formulas
        self.targets = dict(zip(document.links, targets, strict=True))
        self.cards: dict[str, Card] = {}
        self.mentions: Mentions | None = None
        self.linked = True
        self.questions: dict[str, Markup] = {}
        self.coloured: dict[str, Markup] = {}
        self.plain = _PLAIN
        self.cell_number = 0
        self._cell_ids = {cell.name: f"cell-{number}" for number, cell in enumerate(document.cells, 1)}

    def range(self, tokens: Sequence[Token]) -> Markup:
        """HTML of a run of block tokens."""
        parts: list[str] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "directive_open":
                end = closing(list(tokens), index)
                parts.append(self.directive(token, tokens[index + 1 : end]))
                index = end + 1
                continue
            if token.type == "heading_open":
                parts.append(self.heading(token, tokens[index + 1]))
                index += 3
                continue
            parts.append(self.block(tokens, index))
            index += 1
        return Markup("".join(parts))

    def block(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        if token.type == "inline":
            return self.inline(token.children or [])
        if token.type in ("math_block", "math_block_label"):
            return self.equation(token.meta["node"])
        if token.type == "fence":
            return self.fence(token)
        if token.type == "html_block":
            return ""
        if token.type in _FOOTNOTES:
            return self.footnote(token)
        if token.type == "table_open":
            label = strings()["page"]["table_region"]
            return str(Markup('<div class="table-scroll" tabindex="0" role="group" aria-label="{}"><table>').format(label))
        if token.type == "table_close":
            return "</table></div>\n"
        rule = self.plain.rules.get(token.type)
        if rule is not None:
            return rule(tokens, index, _OPTIONS, {})
        return self.plain.renderToken(tokens, index, _OPTIONS, {})

    def heading(self, token: Token, inline: Token) -> str:
        node: Heading = token.meta["node"]
        text = self.inline(inline.children or [])
        return component("heading", heading={"level": node.level, "id": node.id, "text": Markup(text)}) + "\n"

    def equation(self, node: Formula) -> str:
        body = Markup(self.formulas[node])
        equation = {"id": node.label, "number": node.number or "", "body": body}
        return component("equation", equation=equation) + "\n"

    def footnote(self, token: Token) -> str:
        if token.type == "footnote_block_open":
            title = strings()["page"]["footnotes"]
            return str(Markup('<section class="footnotes" role="doc-endnotes" aria-label="{}">\n<ol>\n').format(title))
        if token.type == "footnote_open":
            return f'<li id="nota-{token.meta["id"] + 1}">'
        if token.type == "footnote_anchor":
            name = f'{token.meta["id"] + 1}' + (f'-{token.meta["subId"] + 1}' if token.meta["subId"] else "")
            back = strings()["page"]["footnote_back"]
            return str(Markup(' <a href="#llamada-{}" class="footnote-back" role="doc-backlink" aria-label="{}">↩</a>').format(name, back))
        return {"footnote_close": "</li>\n", "footnote_block_close": "</ol>\n</section>\n"}[token.type]

    def fence(self, token: Token) -> str:
        node = token.meta.get("node")
        if isinstance(node, ExpectedOutput):
            return ""  # the cell above shows what it printed, which is the same text
        if isinstance(node, Cell):
            return self.cell(node)
        language = token.info.strip().split()[0] if token.info.strip() else ""
        code = self.python(token.content) if language == "python" else Markup.escape(token.content)
        label = strings()["page"]["code_region"]
        return str(
            Markup('<pre class="code" tabindex="0" role="group" aria-label="{}"><code>{}</code></pre>\n').format(label, code)
        )

    def python(self, source: str) -> Markup:
        self.coloured[source] = highlight_python(source)
        return self.coloured[source]

    def cell(self, node: Cell) -> str:
        self.cell_number += 1
        result = self.cells[node]
        return component("cell", cell={
            "id": f"cell-{self.cell_number}",
            "name": node.name,
            "source": node.source,
            "environment": node.environment,
            "after": [{"name": name, "id": self._cell_ids.get(name, name)} for name in node.after],
            "raises": node.raises,
            "highlighted": self.python(node.source),
            "output": result.pieces,
            "read_only": "read-only" in node.tags,
            "hide_input": "hide-input" in node.tags,
        }) + "\n"

    def directive(self, token: Token, inner: Sequence[Token]) -> str:
        name = token.info
        if name == "explorable":
            return self.explorable(token.meta["node"], inner)
        if name == "figure":
            return self.figure(token.meta["node"], inner)
        if name == "quiz":
            return self.quiz(token.meta["node"])
        if name == "example":
            return component("example", example={
                "source": token.meta["source"], "body": self.range(inner), "id": token.meta["options"].get("id", ""),
            }) + "\n"
        title: Markup | None = None
        if inner and inner[0].meta.get("title"):
            title, inner = Markup(self.inline(inner[0].children or [])), inner[1:]
        return component("admonition", admonition={
            "kind": name,
            "title": title,
            "body": self.range(inner),
            "id": token.meta["options"].get("id") or (self.mentions.box_id(token.meta["argument"]) if name == "definition" else ""),
            "foldable": name in FOLDABLE,
        }) + "\n"

    def explorable(self, node: ExplorableUse, inner: Sequence[Token]) -> str:
        result = self.explorables[node]
        return component(
            "explorable",
            id=node.id,
            name=node.view,
            spec=result.spec,
            drawing=result.first,
            drawings=result.drawings,
            modules=self.modules if result.own else {},
            caption=self.range(inner),
            number=strings()["figure"]["number"].format(number=node.number),
            shares=node.shares,
        ) + "\n"

    def figure(self, node: FigureUse, inner: Sequence[Token]) -> str:
        return component("figure", figure=figure_context(node, self.figures[node], self.range(inner))) + "\n"

    def quiz(self, node: Quiz) -> str:
        questions = []
        for number, question in enumerate(node.questions, 1):
            prompt = self._without_paragraph(question.prompt)
            texts = [self.range(option.tokens) for option in question.options]
            # Named by its words: an answer that a reader's device keeps is never taken for that of another question.
            identifier = f"pregunta-{digest(prompt, texts)[:8]}"
            if identifier in self.questions:
                identifier += f"-{node.id}-{number}"
            options = [
                {
                    "id": f"{identifier}-{letter}",
                    "text": text,
                    "correct": option.correct,
                    "feedback": self.range(option.feedback),
                }
                for letter, option, text in zip("abcdefghij", question.options, texts)
            ]
            questions.append({
                "id": identifier,
                "number": number,
                "prompt": prompt,
                "multiple": question.multiple,
                "options": options,
            })
            self.questions[identifier] = component("question", question=questions[-1])
        return component("quiz", quiz={"id": node.id, "questions": questions}) + "\n"

    def _without_paragraph(self, tokens: Sequence[Token]) -> Markup:
        """A lone paragraph as a phrase, so that it can stand inside a legend."""
        if len(tokens) == 3 and tokens[0].type == "paragraph_open":
            return self.range(tokens[1:2])
        return self.range(tokens)

    def inline(self, tokens: Sequence[Token]) -> str:
        parts: list[str] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "link_open":
                end = _link_end(tokens, index)
                parts.append(self.link(token.meta["node"], self.inline(tokens[index + 1 : end])))
                index = end
            elif token.type == "math_inline":
                parts.append(self.formulas[token.meta["node"]])
                after = tokens[index + 1] if index + 1 < len(tokens) else None
                if after is not None and after.type == "text" and (glued := _GLUED.match(after.content)):
                    # No line may begin with the comma that follows a formula.
                    parts[-1] = f'<span class="tied">{parts[-1]}{escapeHtml(glued[0])}</span>'
                    parts.append(escapeHtml(after.content[glued.end():]))
                    index += 1
            elif token.type == "footnote_ref":
                number = token.meta["id"] + 1
                name = f"{number}" + (f'-{token.meta["subId"] + 1}' if token.meta["subId"] else "")
                parts.append(f'<sup class="footnote-call"><a href="#nota-{number}" id="llamada-{name}" role="doc-noteref">{number}</a></sup>')
            elif token.type == "footnote_anchor":
                parts.append(self.footnote(token))
            elif token.type == "myst_role":
                parts.append(self.role(token.meta["node"]))
            elif token.type != "html_inline":
                rule: Callable[..., str] | None = self.plain.rules.get(token.type)
                if rule is not None:
                    parts.append(rule(tokens, index, _OPTIONS, {}))
                else:
                    parts.append(self.plain.renderToken(tokens, index, _OPTIONS, {}))
            index += 1
        return "".join(parts)

    def role(self, node: Eval | Hook | Citation | TermUse) -> str:
        if isinstance(node, (Citation, TermUse)):
            return self.mentions.html(node, self.cards, linked=self.linked)
        if isinstance(node, Eval):
            # `format` knows nothing of the thin space that Spanish sets before the sign.
            text = re.sub(r"(?<=\d)%$", "\u202f%", self.evals[node] or "")
            return f'<span class="number">{escapeHtml(text)}</span>'
        explorable = escapeHtml(node.explorable)
        if node.kind == "part":
            return (
                f'<span class="part" data-explorable="{explorable}" data-part="{escapeHtml(node.target)}"'
                f' tabindex="0">{escapeHtml(node.text)}</span>'
            )
        use = next(use for use in self.document.explorables if use.id == node.explorable)
        if node.kind == "value":
            values = self.explorables[use].first["values"]
            text = escapeHtml(str(values[node.target]))
            return f'<span class="live" data-explorable="{explorable}" data-value="{escapeHtml(node.target)}">{text}</span>'
        state = dict(pair.split("=", 1) for pair in node.target.split("&"))
        data = escapeHtml(json.dumps(state, sort_keys=True))
        return f'<button type="button" class="set" data-explorable="{explorable}" data-set="{data}">{escapeHtml(node.text)}</button>'

    def link(self, node: Link, text: str) -> str:
        target = self.targets[node]
        shown = Markup(text) if node.has_text else self._fill(target)
        if not self.linked:
            return str(shown)
        if target.kind == "outside":
            return str(Markup('<a href="{}" rel="noopener">{}</a>').format(target.url, shown))
        card = self._card(target)
        return str(component("lesson_link", link={"url": target.url, "text": shown, "card": card.id if card else ""}))

    def _fill(self, target: Target) -> str:
        """What stands in for the text of a link that has none."""
        label = target.label
        if label is None:
            assert target.lesson is not None
            return target.lesson.title
        if label.kind == "equation":
            return f"({label.number})"
        if label.kind == "figure":
            return strings()["figure"]["number"].format(number=label.number)
        return f"«{label.text}»"

    def _card(self, target: Target) -> Card | None:
        titles = {use.id: result.spec["title"] for use, result in self.explorables.items()}
        card = card_of(target, self.document, self.formulas, titles, self._plainly)
        return card and self.cards.setdefault(card.id, card)

    def _plainly(self, tokens: Sequence[Token]) -> str:
        """Inline tokens as a card shows them: without links, and so without cards of their own."""
        linked, self.linked = self.linked, False
        try:
            return self.inline(tokens)
        finally:
            self.linked = linked


def _link_end(tokens: Sequence[Token], start: int) -> int:
    depth = 0
    for index in range(start, len(tokens)):
        depth += (tokens[index].type == "link_open") - (tokens[index].type == "link_close")
        if depth == 0:
            return index
    return len(tokens) - 1
