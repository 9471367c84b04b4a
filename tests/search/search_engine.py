"""The reader's side of the search, run in Node: the same scripts that a page loads."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from builder import SITE_TEMPLATES
from builder.node import install_packages, run_node

ENGINE = Path(__file__).with_name("search_engine.mjs")


class Engine:
    """`Engine(index).ask("softmax")`; `call` runs several at once, since Node takes its time to start."""

    def __init__(self, index: dict[str, Any] | None = None, texts: dict[str, list[str]] | None = None) -> None:
        self._data = {"index": index, "texts": texts or {}}

    def call(self, calls: list[list[Any]]) -> list[Any]:
        done = run_node([str(_bundle())], input=json.dumps(self._data | {"calls": calls}))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def ask(self, *queries: str, here: str = "") -> list[dict[str, Any]]:
        """For each query: `titles` of what answers, best first, and `whole`, `unknown`."""
        return self.call([["ask", query, here] for query in queries])


@cache
def _bundle() -> Path:
    """The scripts as one file; made once, and removed when Python ends."""
    packages = install_packages()
    folder = Path(tempfile.mkdtemp(prefix="libro-search-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    bundled = run_node(
        [str(packages / "esbuild" / "bin" / "esbuild"), str(ENGINE), "--bundle", "--platform=node", "--format=cjs",
         f"--alias:search={SITE_TEMPLATES / 'scripts' / 'search'}", f"--outfile={folder / 'engine.cjs'}", "--log-level=warning"],
        packages=packages,
    )  # fmt: skip
    assert bundled.returncode == 0, bundled.stderr
    return folder / "engine.cjs"
