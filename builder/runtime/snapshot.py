"""The memory of a started Python with its packages imported, for pages on http to begin from.

Starting Python is running a few hundred modules; a page that begins from their memory runs none of them. Recording it
uses what is private to Pyodide, under Node: where it fails the page starts Python as usual (see scripts/python/worker.js).
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.node import node_command
from builder.problems import failure
from builder.runtime.archives import read_members

_SCRIPT = Path(__file__).with_name("snapshot.mjs")
_SITE = "/lib/python3.14/site-packages/"

LIBRARIES = {
    "numpy": ("numpy/_core/_multiarray_umath", "numpy/linalg/_umath_linalg"),
}
"""The compiled modules that importing a package loads, in order."""

ENVIRONMENT = {"HOME": "/home/lector", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "_": "python"}
"""The page's Python has the environment that its memory was recorded with: it lies in that memory, letter for letter."""

_SUFFIX = ".cpython-314-wasm32-emscripten.so"


@dataclass(frozen=True)
class Snapshot:
    """`memory` are bytes for the page to write; `start` says into what, as JSON: see snapshot.mjs."""

    memory: bytes
    start: Mapping[str, Any]


def record_snapshot(
    core: Mapping[str, Path],
    wheels: Mapping[str, bytes],
    *,
    compiled_library: bytes,
    library: bytes,
    imports: Sequence[str],
) -> Snapshot:
    """Start Pyodide from `core`, import `imports`, and keep its memory.

    `wheels` are by package. The standard library comes as `compiled_library` while recording, and as `library` in the
    page. Raises BuildError.
    """
    with tempfile.TemporaryDirectory(prefix="libro-snapshot-") as temporary:
        here = Path(temporary)
        for name, path in core.items():
            (here / name).symlink_to(path.resolve())
        (here / "python_stdlib.zip").unlink()
        (here / "python_stdlib.zip").write_bytes(compiled_library)
        (here / "library.zip").write_bytes(library)
        libraries, files = [], []
        for package, data in wheels.items():
            members = read_members(data)
            files.append(here / f"{package}.whl")
            files[-1].write_bytes(data)
            for module in LIBRARIES.get(package, ()):
                file = here / f"{len(libraries)}.so"
                file.write_bytes(members[module + _SUFFIX])
                libraries.append((_SITE + module + _SUFFIX, str(file)))
        job = {
            "core": f"{here}/",
            "environment": ENVIRONMENT,
            "imports": list(imports),
            "libraries": libraries,
            "library": str(here / "library.zip"),
            "out": str(here),
            "wheels": [str(file) for file in files],
        }
        (here / "job.json").write_text(json.dumps(job), encoding="utf-8")
        done = subprocess.run(
            [*node_command(), str(_SCRIPT), str(here / "job.json")],
            capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=300, check=False,
            # Python keeps the zone that it started in.
            env=os.environ | {"TZ": "UTC"},
        )  # fmt: skip
        if done.returncode != 0:
            raise failure("snapshot", report=done.stderr.strip())
        start = json.loads((here / "start.json").read_text(encoding="utf-8"))
        names = [name for name, _ in libraries]
        return Snapshot((here / "memory.bin").read_bytes(), {"names": names, **start})
