"""Bytecode for what the page imports while Python starts, compiled by the Python that will run it.

The browser's Python is 3.14 and the host's need not be, so Pyodide compiles, under Node. The standard
library and NumPy get bytecode for the modules that starting imports; all the rest stays as source.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from builder.problems import failure
from builder.runtime.node_python import run_in_pyodide

SITE = "site/"
STDLIB = "stdlib/"

# What loadPackage and a page's first cells import beyond what NumPy and the kernel do.
STARTING = (
    "ast", "asyncio", "dataclasses", "difflib", "html", "importlib.metadata", "inspect", "json", "linecache", "math", "pathlib", "pkgutil", "pyodide",
    "pyodide.http", "random", "shutil", "statistics", "string", "tarfile", "tempfile", "textwrap", "traceback", "typing",
    "warnings", "zipfile",
)

# Hash-based and unchecked: valid whatever time the file system gives to the source beside it.
_COMPILE = """
import importlib, importlib.util, json, pathlib, sys
from importlib._bootstrap_external import _code_to_hash_pyc

job = json.loads(pathlib.Path("/job/job.json").read_text())
for name in job["starting"]:
    importlib.import_module(name)

STDLIB, SITE = "/lib/python314.zip/", "/lib/python3.14/site-packages/"

def write(target, source, filename):
    code = compile(source, filename, "exec", dont_inherit=True, optimize=0)
    path = pathlib.Path("/job/out", target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))

def cached(path):
    folder, _, name = path.rpartition("/")
    return f"{folder}/__pycache__/{name.removesuffix('.py')}.cpython-314.pyc"

if job["starting"]:
    for module in sorted(sys.modules):
        spec = getattr(sys.modules[module], "__spec__", None)
        origin = getattr(spec, "origin", None) or ""
        if not origin.endswith(".py"):
            continue
        if origin.startswith(STDLIB):
            source = spec.loader.get_data(origin)
            write("stdlib/" + origin.removeprefix(STDLIB) + "c", source, origin)
        elif origin.startswith(SITE):
            source = pathlib.Path(origin).read_bytes()
            write("site/" + cached(origin.removeprefix(SITE)), source, origin)

for name in job["modules"]:
    source = pathlib.Path("/job/modules", name).read_bytes()
    write("site/" + cached(name), source, SITE + name)
"""


def compile_starting(packages: tuple[str, ...], folder: Path | None = None) -> dict[str, bytes]:
    """Bytecode of what starting Python with `packages` imports, by place.

    A place is `stdlib/…`, beside its source in the library's zip, or `site/…`, in site-packages.
    Raises BuildError.
    """
    return _compile({}, [*STARTING, *packages], packages, folder)


def compile_modules(sources: Mapping[str, bytes], folder: Path | None = None) -> dict[str, bytes]:
    """Bytecode of modules given by their path in site-packages; as `compile_starting`."""
    return _compile(sources, [], (), folder)


def _compile(
    sources: Mapping[str, bytes], starting: list[str], packages: tuple[str, ...], folder: Path | None
) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory(prefix="libro-bytecode-") as temporary:
        job = Path(temporary)
        for name, data in sources.items():
            path = job / "modules" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        request = {"starting": starting, "modules": sorted(sources)}
        (job / "job.json").write_text(json.dumps(request), encoding="utf-8")
        done = run_in_pyodide(_COMPILE, mounts={"/job": job}, packages=packages, folder=folder, timeout=300)
        if done.returncode != 0:
            raise failure("bytecode", report=done.stderr.strip())
        out = job / "out"
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.pyc"))}
