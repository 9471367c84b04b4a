"""Words of a figure: Plotly's `<b>`, `<i>`, `<sub>` and `<sup>`, in SVG and in HTML; and how wide they are, more or less."""

from __future__ import annotations

import html as entities
import re
from dataclasses import dataclass

from builder.figures.chart import FigureFault

_TAG = re.compile(r"<(/?)(b|i|sub|sup)>|<br>")
_ANY_TAG = re.compile(r"<[^>]*>")
_SLIM = set("iljtfrI.,:;'|!()[] \u202f\u00b7")
_BROAD = set("mwMWOQGD@%—…")


@dataclass(frozen=True)
class Run:
    text: str
    marks: frozenset[str]


def check_text(text: str, where: str) -> str:
    """The text, if all of its marks can be set."""
    for tag in _ANY_TAG.findall(text):
        if not _TAG.fullmatch(tag):
            raise FigureFault("figure-unsupported", what=f"{where}: {tag}")
    return text


def runs(text: str) -> list[Run]:
    found, marks, at = [], [], 0
    for tag in _TAG.finditer(text):
        found.append(Run(text[at : tag.start()], frozenset(marks)))
        if tag[0] == "<br>":
            found.append(Run(" ", frozenset(marks)))
        elif tag[1]:
            marks = [mark for mark in marks if mark != tag[2]]
        else:
            marks.append(tag[2])
        at = tag.end()
    found.append(Run(text[at:], frozenset(marks)))
    return [run for run in found if run.text]


def plain_text(text: str) -> str:
    return "".join(run.text for run in runs(text))


def html(text: str) -> str:
    parts = []
    for run in runs(text):
        part = entities.escape(run.text)
        for mark in sorted(run.marks):
            part = f"<{mark}>{part}</{mark}>"
        parts.append(part)
    return "".join(parts)


def svg(text: str) -> str:
    """The inside of a `<text>`; what is lowered is raised again by the run that follows."""
    parts, lowered = [], 0.0
    for run in runs(text):
        level = 0.3 if "sub" in run.marks else -0.4 if "sup" in run.marks else 0.0
        small = level != 0.0
        attributes = "".join(
            (
                f' class="{" ".join(names)}"' if (names := [n for n in ("b", "i") if n in run.marks]) else "",
                f' dy="{level - lowered:.2g}em"' if level != lowered and not small else "",
                # Inside the smaller run, an em is smaller too.
                f' dy="{(level - lowered) / 0.75:.2g}em" font-size="75%"' if small else "",
            )
        )
        escaped = entities.escape(run.text, quote=False)
        parts.append(f"<tspan{attributes}>{escaped}</tspan>" if attributes else escaped)
        lowered = level
    return "".join(parts)


def width(text: str, size: float) -> float:
    """About how many px the text takes in the labels' face."""
    total = 0.0
    for run in runs(text):
        em = sum(0.29 if c in _SLIM else 0.78 if c in _BROAD else 0.6 if c.isupper() else 0.51 for c in run.text)
        total += em * (0.75 if run.marks & {"sub", "sup"} else 1.05 if "b" in run.marks else 1)
    return total * size
