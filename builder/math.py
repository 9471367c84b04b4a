"""Every formula of the book as HTML and MathML: rendered once by KaTeX, in batches, and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from builder.markdown.document import Document, Formula
from builder.node import install_packages, locked_version, run_node
from builder.problems import BuildError, Problems
from builder.store import Store, digest

SCRIPT = Path(__file__).parent / "node_scripts" / "render_formulas.mjs"
BATCH = 4000
_CLOSING_MESSAGE = re.compile(r"\s*at (?:position \d+|end of input):.*$", re.DOTALL)


def render_formulas(documents: Iterable[Document], store: Store, problems: Problems) -> dict[Formula, str]:
    """HTML of every formula; malformed ones become problems at their own line.

    Raises `BuildError` if Node or KaTeX can't be run.
    """
    owners = [(document, formula) for document in documents for formula in document.formulas if formula.tex.strip()]
    if not owners:
        return {}
    version = locked_version("katex")
    # What the script does to a formula is part of what the result depends on.
    salt = digest(version, SCRIPT.read_bytes())
    wanted = {(formula.tex, formula.display): "" for _, formula in owners}
    keys = {pair: digest(salt, *pair) for pair in wanted}
    results = store.get("formula", keys.values())
    missing = [pair for pair in wanted if keys[pair] not in results]
    for batch in _batches(missing):
        rendered = _katex(batch, install_packages())
        fresh = {keys[pair]: result for pair, result in zip(batch, rendered, strict=True)}
        store.put("formula", fresh)
        results |= fresh
    html = {}
    for document, formula in owners:
        result = results[keys[formula.tex, formula.display]]
        if "html" in result:
            html[formula] = result["html"]
        else:
            _report(document, formula, result, problems)
    return html


def _report(document: Document, formula: Formula, result: dict[str, Any], problems: Problems) -> None:
    position = result["position"]
    text = document.lesson.text or ""
    row = formula.tex.count("\n", 0, position) if position is not None else 0
    line, column = formula.line + row, formula.column
    if formula.display:
        # The formula's own line may start after the `$$`; find the line that holds the faulty row.
        rows = text.split("\n")
        faulty = formula.tex.split("\n")[row].strip()
        line = next((n + 1 for n in range(formula.line - 1, len(rows)) if faulty and faulty in rows[n]), line)
    what = _CLOSING_MESSAGE.sub("", result["error"]).strip()
    problems.add("formula-tex", document.lesson.path, line, column, what=what, near=_excerpt(formula.tex, position))


def _excerpt(tex: str, position: int | None) -> str:
    if position is None:
        return ""
    start, end = max(0, position - 15), position + 15
    return " ".join(("…" * (start > 0) + tex[start:end] + "…" * (end < len(tex))).split())


def _katex(pairs: list[tuple[str, bool]], packages: Path) -> list[dict[str, Any]]:
    request = {"formulas": [{"tex": tex, "display": display} for tex, display in pairs]}
    done = run_node([str(SCRIPT)], packages=packages, input=json.dumps(request))
    if done.returncode != 0:
        raise BuildError("KaTeX: " + done.stderr.strip())
    return json.loads(done.stdout)


def _batches(pairs: list[tuple[str, bool]]) -> Iterator[list[tuple[str, bool]]]:
    for start in range(0, len(pairs), BATCH):
        yield pairs[start : start + BATCH]
