"""Every formula of the book as HTML and MathML: rendered once by KaTeX, in batches, and kept."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from builder.formula_words import in_words
from builder.katex import SCRIPT, render_batch
from builder.markdown.document import Document, Formula
from builder.node import install_packages, locked_version
from builder.problems import Problems
from builder.store import Store, digest

_DATA = re.compile(r' data-[\w-]+="[^"]*"')

BATCH = 2000
"""To start Node for fewer takes longer than another core would save."""


def render_formulas(documents: Iterable[Document], store: Store, problems: Problems) -> dict[Formula, str]:
    """HTML of every formula; malformed ones become problems at their own line.

    Raises `BuildError` if Node or KaTeX can't be run.
    """
    owners = [(document, formula) for document in documents for formula in document.formulas if formula.tex.strip()]
    results = _results({(formula.tex, formula.display) for _, formula in owners}, store)
    html = {}
    for document, formula in owners:
        result = results[formula.tex, formula.display]
        if "html" in result:
            html[formula] = result["html"]
        else:
            _report(document, formula, result, problems)
    return html


def displayed(tex: Iterable[str], store: Store) -> dict[str, str]:
    """HTML of formulas on lines of their own that are in sound lessons, by their TeX, with nothing that moves a figure."""
    results = _results({(one, True) for one in tex}, store)
    return {one: _DATA.sub("", result.get("html", "")) for (one, _), result in results.items()}


def _results(wanted: Collection[tuple[str, bool]], store: Store) -> dict[tuple[str, bool], dict[str, Any]]:
    """What KaTeX made of each formula, displayed or not: its `html`, or its `error` and `position`."""
    if not wanted:
        return {}
    version = locked_version("katex")
    # What the script does to a formula is part of what the result depends on.
    salt = digest(version, SCRIPT.read_bytes())
    keys = {pair: digest(salt, *pair) for pair in sorted(wanted)}
    known = store.get("formula", keys.values())
    missing = [pair for pair in keys if keys[pair] not in known]
    batches = list(_batches(missing))
    finished: list[list[dict[str, Any]]] = []
    if batches:
        packages = install_packages()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            finished = list(pool.map(lambda batch: render_batch(batch, packages), batches))
    for batch, rendered in zip(batches, finished, strict=True):
        fresh = {keys[pair]: result for pair, result in zip(batch, rendered, strict=True)}
        store.put("formula", fresh)
        known |= fresh
    return {pair: known[key] for pair, key in keys.items()}


def _report(document: Document, formula: Formula, result: dict[str, Any], problems: Problems) -> None:
    position = result["position"]
    line, column = _place(document, formula, position)
    near = _excerpt(formula.tex, position)
    problems.add("formula-tex", document.lesson.path, line, column, what=in_words(result["error"]), near=near)


def _place(document: Document, formula: Formula, position: int | None) -> tuple[int, int]:
    """Line and column of an offset in the formula's TeX; the formula's own where the offset isn't known."""
    if position is None:
        return formula.first_line, formula.column
    before = formula.tex[:position]
    row = before.count("\n")
    line = formula.first_line + row
    text = formula.tex.split("\n")[row]
    offset = len(before) - (before.rfind("\n") + 1)
    source = (document.lesson.text or "").split("\n")[line - 1 : line]
    # Quotes and lists have their marks before the row; an inline formula, whatever comes before it.
    after = formula.column if row == 0 and not formula.display else 0
    at = source[0].find(text.strip(), after) if source else -1
    return (line, at + 1 + max(0, offset - (len(text) - len(text.lstrip())))) if at >= 0 else (line, formula.column)


def _excerpt(tex: str, position: int | None) -> str:
    if position is None:
        return ""
    start, end = max(0, position - 15), position + 15
    return " ".join(("…" * (start > 0) + tex[start:end] + "…" * (end < len(tex))).split())


def _batches(pairs: list[tuple[str, bool]]) -> Iterator[list[tuple[str, bool]]]:
    """One for each core, for each Node has to warm up; fewer if they would be small."""
    each = max(BATCH, -(-len(pairs) // (os.cpu_count() or 1)))
    for start in range(0, len(pairs), each):
        yield pairs[start : start + each]
