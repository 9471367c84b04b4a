"""What an author is told: problems with a place, a rule, a message and a way to mend it.

Content problems are collected, never raised one by one, so that an author sees all of them at
once. What isn't about a line of content (no network, a folder that can't be written) is a
`BuildError`.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from builder import messages


class BuildError(Exception):
    """The build can't go on, for a reason outside the content."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def failure(name: str, /, **fields: object) -> BuildError:
    """A `BuildError` with the words that the catalogue has for it."""
    return BuildError(*messages.for_failure(name, fields))


@dataclass(frozen=True, order=True)
class Problem:
    """One fault of the content; `line` and `column` count from 1, 0 where unknown.

    `severity` is "error", which stops a build, or "warning", which doesn't.
    """

    path: str
    line: int
    column: int
    rule: str
    message: str
    hint: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        place = ":".join([self.path, *(str(n) for n in (self.line, self.column) if n)])
        first = f"{place}: {self.rule}: {self.message}"
        return first + "".join(f"\n    {line}" for line in self.hint.splitlines())


class ContentProblems(Exception):
    """The content has problems; nothing was written."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = problems


@dataclass
class Problems:
    """Collects problems; the same fault at the same place counts once.

    `raised` names the rules whose warnings this book takes for errors.
    """

    raised: frozenset[str] = frozenset()
    _found: dict[Problem, None] = field(default_factory=dict)

    def add(self, rule: str, path: Path | str, line: int = 0, column: int = 0, /, **fields: object) -> None:
        """Record that `rule` is broken at a place; `fields` fill the rule's message and hint."""
        message, hint = messages.for_rule(rule, fields)
        message = " ".join(message.splitlines())  # one line each, whatever a lesson's own words hold
        severity = "error" if rule in self.raised else messages.severity(rule)
        self._found[Problem(shown_path(path), line, column, rule, message, hint, severity)] = None

    def extend(self, others: Problems) -> None:
        self._found |= others._found

    def all(self) -> list[Problem]:
        return sorted(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def warnings(self) -> list[Problem]:
        return [problem for problem in self.all() if problem.severity == "warning"]

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self._found)

    def raise_if_errors(self) -> None:
        """Raise `ContentProblems`, with the warnings too, if anything is an error."""
        if self.has_errors:
            raise ContentProblems(self.all())


def shown_path(path: Path | str) -> str:
    """The path as an author would type it: relative to where she stands, when it lies below."""
    absolute = os.path.abspath(path)
    relative = os.path.relpath(absolute)
    return absolute if relative.startswith("..") else relative


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, or ''."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return found[0] if found else ""
