"""The book while an author edits it: the last good site, and what is wrong since."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder import fingerprints, templates
from builder.content import read_content
from builder.memory import not_collecting
from builder.problems import BuildError, ContentProblems, Problems
from builder.site import Site, make_site
from builder.store import Store
from builder.terminal import Terminal


@dataclass
class Workshop:
    """Rebuilds on demand; readers of `site` always get a whole one."""

    root: Path
    terminal: Terminal
    site: Site = field(default_factory=lambda: Site({}, ()))
    trouble: list[dict[str, Any]] = field(default_factory=list)
    version: int = 0
    _listeners: list[Callable[[], None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @not_collecting()
    def rebuild(self) -> None:
        """Build from the files as they are now; on a problem the last good site stays."""
        with self._lock:
            fingerprints.forget()
            templates.forget()
            problems = Problems()
            try:
                content = read_content(self.root, Store(), self.terminal, problems)
                problems.raise_if_errors()
                self.terminal.warnings(problems.warnings)
                self.site, self.trouble = make_site(content, self.terminal, hosted=False), []
            except ContentProblems as found:
                self.terminal.problems(found.problems)
                self.trouble = [
                    {"place": ":".join(str(p) for p in (one.path, one.line, one.column) if p),
                     "rule": one.rule, "message": one.message, "hint": one.hint}
                    for one in found.problems
                ]
            except BuildError as error:
                self.terminal.error(error)
                self.trouble = [{"place": "libro", "rule": "", "message": error.message, "hint": error.hint}]
            self.version += 1
        for listener in list(self._listeners):
            listener()

    def find(self, url: str) -> bytes | Path | None:
        """What lies at an address below the root of the book: a page, or a file of one of its folders."""
        if url in self.site.pages:
            return self.site.pages[url]
        for folder in self.site.folders:
            path = (folder / url).resolve()
            # Nothing outside the folder, whatever `..` or links the address goes through.
            if path.is_file() and path.is_relative_to(folder.resolve()):
                return path
        return None

    def state(self, url: str) -> dict[str, Any]:
        """What a page needs to know to bring itself up to date: its own hash, its styles, the trouble."""
        page = self.site.pages.get(url, b"")
        return {"page": hashlib.sha256(page).hexdigest()[:16], "trouble": self.trouble}

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each rebuild; what it returns ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
