"""KaTeX under Node: batches of formulas in, HTML and MathML out."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from builder.node import run_node, start_node
from builder.problems import BuildError

_OF_A_LINE = 100
"""Node holds all of a line's formulas at once: of two thousand, twice as much memory as of a hundred."""
SCRIPT = Path(__file__).parent / "node_scripts" / "render_formulas.mjs"


def render_batch(pairs: list[tuple[str, bool]], packages: Path) -> list[dict[str, Any]]:
    """What becomes of each formula and whether it stands on a line of its own: `html`, or `error` and `position`.

    Raises `BuildError` if Node or KaTeX can't be run.
    """
    if answer := _staying.ask(_line(pairs), packages):
        return list(json.loads(answer))
    lines = [_line(pairs[start : start + _OF_A_LINE]) for start in range(0, len(pairs), _OF_A_LINE)]
    done = run_node([str(SCRIPT)], packages=packages, input="".join(lines))
    if done.returncode != 0:
        raise BuildError("KaTeX: " + done.stderr.strip())
    return [result for line in done.stdout.split("\n") if line for result in json.loads(line)]


def _line(pairs: list[tuple[str, bool]]) -> str:
    return json.dumps({"formulas": [{"tex": tex, "display": display} for tex, display in pairs]}) + "\n"


@contextmanager
def node_stays() -> Iterator[None]:
    """Inside the block Node waits for the next batch: to start it takes longer than to render what an author just wrote."""
    _staying.wanted = True
    try:
        yield
    finally:
        _staying.wanted = False
        _staying.end()


class _Staying:
    """A Node that is asked for one batch after another."""

    def __init__(self) -> None:
        self.wanted = False
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._packages: Path | None = None

    def ask(self, request: str, packages: Path) -> str:
        """Its answer; nothing if there is no such Node, if it is at work already, or if it didn't bear the question."""
        if not self.wanted or not self._lock.acquire(blocking=False):
            return ""
        try:
            if self._process is None or self._packages != packages:
                self.end()
                self._process, self._packages = start_node([str(SCRIPT)], packages=packages), packages
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.write(request)
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            self._lock.release()
        if not answer:
            self.end()
        return answer

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                process.communicate()


_staying = _Staying()
