"""Every formula of the book as HTML and MathML: rendered once by KaTeX, in batches, and kept."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from builder.cache import cache_folder
from builder.markdown.document import Document, Formula
from builder.node import install_packages, run_node
from builder.problems import BuildError, Problems

SCRIPT = Path(__file__).parent / "node_scripts" / "render_formulas.mjs"
BATCH = 4000
_CLOSING_MESSAGE = re.compile(r"\s*at (?:position \d+|end of input):.*$", re.DOTALL)


def render_formulas(documents: Iterable[Document], problems: Problems) -> dict[Formula, str]:
    """HTML of every formula; malformed ones become problems at their own line.

    Raises `BuildError` if Node or KaTeX can't be run.
    """
    owners = [(document, formula) for document in documents for formula in document.formulas if formula.tex.strip()]
    if not owners:
        return {}
    packages = install_packages()
    version = json.loads((packages / "katex" / "package.json").read_text(encoding="utf-8"))["version"]
    # What the script does to a formula is part of what the result depends on.
    salt = f"{version}:{hashlib.sha256(SCRIPT.read_bytes()).hexdigest()}"
    wanted = {(formula.tex, formula.display): "" for _, formula in owners}
    keys = {pair: hashlib.sha256(json.dumps([salt, *pair]).encode()).hexdigest() for pair in wanted}
    known = _Store(cache_folder() / "formulas.sqlite")
    results = known.get(keys.values())
    missing = [pair for pair in wanted if keys[pair] not in results]
    for batch in _batches(missing):
        rendered = _katex(batch, packages)
        fresh = {keys[pair]: result for pair, result in zip(batch, rendered, strict=True)}
        known.put(fresh)
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


class _Store:
    """Results by key, in one file that several builds may use at once; without it all still works."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=30)
        connection.execute("create table if not exists results (key text primary key, value text) without rowid")
        return connection

    def get(self, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
        try:
            with closing(self._open()) as connection:
                query = "select value from results where key = ?"
                rows = ((key, connection.execute(query, (key,)).fetchone()) for key in keys)
                return {key: json.loads(row[0]) for key, row in rows if row is not None}
        except (sqlite3.DatabaseError, OSError, ValueError):
            # A damaged or forbidden cache costs time, never a build.
            return {}

    def put(self, results: dict[str, dict[str, Any]]) -> None:
        try:
            with closing(self._open()) as connection, connection:
                rows = [(key, json.dumps(value)) for key, value in results.items()]
                connection.executemany("insert or replace into results values (?, ?)", rows)
        except sqlite3.OperationalError:
            return
        except (sqlite3.DatabaseError, OSError):
            self._path.unlink(missing_ok=True)
