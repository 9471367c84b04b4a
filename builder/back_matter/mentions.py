"""Citations and terms in the prose: links to the end of the book, with a card that saves going there."""

from __future__ import annotations

from markupsafe import Markup

from builder.back_matter.bibliography import Bibliography
from builder.back_matter.glossary import slug_of
from builder.back_matter.models import Term, Work
from builder.back_matter.places import BIBLIOGRAPHY, GLOSSARY, citation_anchor, term_anchor
from builder.back_matter.reading import BackMatter
from builder.lesson_code.run import LessonRun
from builder.markdown.document import Citation, Document, TermUse
from builder.markdown.render import Card, render_body
from builder.references import relative_url
from builder.templates import component, strings


class Mentions:
    """What a page makes of the citations and terms of a document.

    `anchored`: each citation, and the first mention of each term, is a place that the end of the book leads back to.
    """

    def __init__(self, matter: BackMatter, document: Document, here: str, *, anchored: bool = True) -> None:
        self.matter = matter
        self.here = here
        self.numbers = {id(one): number for number, one in enumerate(document.citations, 1)} if anchored else {}
        self.boxes = document.definitions
        defined = {term.term for name in document.definitions if (term := matter.glossary.find(name))}
        self.placed: set[str] | None = defined if anchored else None

    def html(self, node: Citation | TermUse, cards: dict[str, Card], *, linked: bool) -> str:
        """The HTML of a mention; the cards that it needs go to `cards`. Without links, only its text."""
        if isinstance(node, TermUse):
            return self._term(node, cards) if linked else str(Markup.escape(node.text))
        return self._citation(node, cards, linked)

    def box_id(self, title: str) -> str:
        """The id of a definition box that has none of its own: that of its term, or ''."""
        term = self.matter.glossary.find(title)
        return term_anchor(term) if term and self.placed is not None else ""

    def _term(self, node: TermUse, cards: dict[str, Card]) -> str:
        term = self.matter.glossary.find(node.name)
        assert term is not None
        card = cards.setdefault(f"term--{slug_of(term)}", term_card(self.matter, term))
        anchor = ""
        if self.placed is not None and term.term not in self.placed:
            self.placed.add(term.term)
            anchor = term_anchor(term)
        url = f"{relative_url(self.here, GLOSSARY.url)}#{slug_of(term)}"
        return _link("term", url, node.text, card, anchor)

    def _citation(self, node: Citation, cards: dict[str, Card], linked: bool) -> str:
        bibliography = self.matter.bibliography
        number = self.numbers.get(id(node))
        parts = []
        for key, locator in node.works:
            work = bibliography.by_key(key)
            assert work is not None
            text = node.text or (bibliography.in_parentheses if node.in_parentheses else bibliography.in_text)(work, locator)
            if not linked:
                parts.append(str(Markup.escape(text)))
                continue
            card = cards.setdefault(f"work--{key}", work_card(self.matter, work))
            # The place of several works is that of the first.
            anchor = citation_anchor(number) if number and not parts else ""
            url = f"{relative_url(self.here, BIBLIOGRAPHY.url)}#{key}"
            parts.append(_link("citation", url, text, card, anchor))
        listed = "; ".join(parts)
        return f"({listed})" if node.in_parentheses else listed


def term_card(matter: BackMatter, term: Term) -> Card:
    """The card of a term: its definition, and what it is called in English."""
    body = component("term_card", term=term, definition=unlinked(matter, matter.definitions[term.term]))
    return Card(f"term--{slug_of(term)}", "term", strings()["glossary"]["title"], term.term, body)


def work_card(matter: BackMatter, work: Work) -> Card:
    """The card of a work: its full reference."""
    note = matter.notes.get(work.key)
    body = component("work_card", work=work_fields(matter.bibliography, work), note=unlinked(matter, note) if note else "")
    return Card(f"work--{work.key}", "citation", matter.bibliography.label(work), "", body)


def work_fields(bibliography: Bibliography, work: Work) -> dict[str, object]:
    """What templates show of a work; the address of each identifier beside its text."""
    identifiers = [
        (f"arXiv:{work.arxiv}", f"https://arxiv.org/abs/{work.arxiv}") if work.arxiv else None,
        (f"doi:{work.doi}", f"https://doi.org/{work.doi}") if work.doi else None,
        (work.url.partition("://")[2].rstrip("/"), work.url) if work.url else None,
    ]
    return {
        "key": work.key,
        "authors": "; ".join(work.authors),
        "year": bibliography.years[work.key],
        "title": work.title,
        "language": work.language,
        "venue": work.venue,
        "label": bibliography.label(work),
        "identifiers": [one for one in identifiers if one],
    }


def unlinked(matter: BackMatter, document: Document) -> Markup:
    """A fragment without links: it may stand on any page, in a card."""
    return rendered(matter, document, "", {}, linked=False)


def rendered(matter: BackMatter, document: Document, here: str, cards: dict[str, Card], *, linked: bool = True) -> Markup:
    """The HTML of a fragment on the page `here`; its cards go to `cards`."""
    mentions = Mentions(matter, document, here, anchored=False)
    run = LessonRun([], [], [])
    body = render_body(document, run, matter.formulas, matter.targets[document], mentions, linked=linked)
    for name, card in body.cards.items():
        cards.setdefault(name, card)
    return body.html


def _link(kind: str, url: str, text: str, card: Card, anchor: str) -> str:
    named = Markup(' id="{}"').format(anchor) if anchor else ""
    return str(Markup('<a class="{}" href="{}" data-card="{}"{}>{}</a>').format(kind, url, card.id, named, text))
