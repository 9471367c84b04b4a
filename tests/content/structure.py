"""What an HTML checker would say of a page's structure, as far as a book's pages can go wrong; needs neither Java nor a network."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
PHRASING = frozenset("p h1 h2 h3 h4 h5 h6 span a b i em strong code small sub sup button label summary legend dt pre".split())
BLOCKS = frozenset("p div ul ol dl table section article aside header footer nav main figure blockquote details fieldset form hr h1 h2 h3 h4 h5 h6 pre".split())
INTERACTIVE = frozenset("a button select textarea label input".split())
CHILDREN = {
    "ul": {"li", "script", "template"},
    "ol": {"li", "script", "template"},
    "dl": {"dt", "dd", "div", "script", "template"},
    "table": {"caption", "colgroup", "thead", "tbody", "tfoot", "tr"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tr": {"th", "td"},
    "select": {"option", "optgroup", "hr"},
}
PARENTS = {"li": {"ul", "ol", "menu"}, "dt": {"dl", "div"}, "dd": {"dl", "div"}, "tr": {"table", "thead", "tbody", "tfoot"}, "td": {"tr"}, "th": {"tr"}, "summary": {"details"}, "legend": {"fieldset"}, "figcaption": {"figure"}}
REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for", "headers", "aria-details")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[tuple[str, dict, list[str]]] = []
        self.ids: Counter[str] = Counter()
        self.wanted: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self.mains = 0

    def fault(self, what: str) -> None:
        line, column = self.getpos()
        self.faults.append(f"{line}:{column}: {what}")

    def handle_starttag(self, tag: str, attributes: list) -> None:
        names = [name for name, _ in attributes]
        for name, count in Counter(names).items():
            if count > 1:
                self.fault(f"<{tag}> has {name} twice")
        values = {name: value or "" for name, value in attributes}
        inside = [name for name, _, _ in self.open]
        foreign = "svg" in inside or "math" in inside
        if not foreign:
            self.place(tag, values, inside)
        if "id" in values:
            self.ids[values["id"]] += 1
            if not values["id"] or re.search(r"\s", values["id"]):
                self.fault(f"id {values['id']!r}")
        for name in REFERENCES:
            self.wanted += [(f"<{tag} {name}>", one) for one in values.get(name, "").split()]
        if values.get("href", "").startswith("#") and len(values["href"]) > 1:
            self.wanted.append((f"<{tag} href>", values["href"][1:]))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.mains += tag == "main"
        if self.open:
            self.open[-1][2].append(tag)
        if tag not in VOID:
            self.open.append((tag, values, []))

    def handle_startendtag(self, tag: str, attributes: list) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not self.open or self.open[-1][0] != tag:
            return self.fault(f"</{tag}> closes {self.open[-1][0] if self.open else 'nothing'}")
        name, values, children = self.open.pop()
        if name == "figure" and "figcaption" in children and "figcaption" not in (children[0], children[-1]):
            self.fault("a figure's caption is neither first nor last in it")
        if name == "details" and children[:1] != ["summary"]:
            self.fault("details without a summary at its beginning")
        if name == "button" and values.get("type") not in ("button", "submit", "reset"):
            self.fault("a button without a type")

    def place(self, tag: str, values: dict, inside: list[str]) -> None:
        parent = inside[-1] if inside else ""
        allowed = CHILDREN.get(parent)
        if allowed is not None and tag not in allowed:
            self.fault(f"<{tag}> in <{parent}>")
        if tag in PARENTS and parent not in PARENTS[tag]:
            self.fault(f"<{tag}> in <{parent}>")
        if tag in BLOCKS and parent in PHRASING and not (parent in ("summary", "legend") and re.fullmatch(r"h[1-6]", tag)) and not (parent in ("a",)):
            self.fault(f"<{tag}> in <{parent}>")
        holders = {"a", "button"} & set(inside)
        if tag in INTERACTIVE and holders and values.get("type") != "hidden":
            self.fault(f"<{tag}> inside <{'/'.join(holders)}>")
        if tag == "img" and "alt" not in values:
            self.fault("an image without alt")
        if tag == "input" and values.get("type") in ("radio", "checkbox", "button") and "autocomplete" in values:
            self.fault(f"autocomplete on an input of type {values['type']}")
        if "tabindex" in values and int(values["tabindex"]) > 0:
            self.fault("a positive tabindex")
        if tag == "a" and "href" not in values and values.get("role") is None and "id" not in values:
            self.fault("a link that leads nowhere")


def faults_of(page: str) -> list[str]:
    """Each fault of a page with its place; none when it is sound."""
    reader = _Reader()
    if not page.startswith("<!doctype html>\n<html lang="):
        reader.faults.append("it doesn't begin as an HTML page with a language")
    reader.feed(page)
    reader.close()
    faults = reader.faults
    faults += [f"</{name}> is missing" for name, _, _ in reader.open]
    faults += [f"id {name!r} {count} times" for name, count in reader.ids.items() if count > 1]
    faults += [f"{where} names {name!r}, which isn't there" for where, name in reader.wanted if name not in reader.ids]
    faults += [f"h{after} after h{before}" for before, after in zip(reader.headings, reader.headings[1:]) if after > before + 1]
    if reader.headings.count(1) != 1 or reader.headings[:1] != [1]:
        faults.append(f"headings begin with {reader.headings[:3]} and have {reader.headings.count(1)} h1")
    if reader.mains != 1:
        faults.append(f"{reader.mains} main elements")
    return faults
