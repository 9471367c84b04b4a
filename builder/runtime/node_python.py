"""Run Python code in the reader's Python (Pyodide, with NumPy and `pyodide_src`), under Node.

From Python:

    from builder.runtime.node_python import run_in_pyodide
    done = run_in_pyodide("import attention_core, numpy; print(numpy.__version__)")
    print(done.stdout)                       # stderr, returncode as in subprocess.run

    # pytest in the reader's Python, over a folder of the machine:
    run_in_pyodide(
        "import pytest, sys; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '/tests']))",
        mounts={"/tests": Path("tests/attention_core")},
        host_packages=("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments"),
    )

From a shell: `python -m builder.runtime.node_python script.py [arguments…]`

Start-up takes two seconds or so. Files of the machine are read in place and nothing is written beside them
unless the code does it. No clock or thread of the host is emulated: no subprocesses, no threads.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from builder.node import node_command
from builder.problems import failure
from builder.runtime.forms import unpacked_files
from builder.runtime.supply import core_files, package_file

PYODIDE_SRC = Path(__file__).resolve().parents[2] / "pyodide_src"
_SCRIPT = Path(__file__).with_name("node_python.mjs")


def run_in_pyodide(
    source: str,
    *,
    arguments: Sequence[str] = (),
    mounts: Mapping[str, Path] | None = None,
    path: Sequence[str] = (),
    packages: Sequence[str] = ("numpy",),
    host_packages: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    filename: str = "<node_python>",
    timeout: float | None = 600,
    folder: Path | None = None,
    runtime: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `source` as `__main__` and give its exit status, output and errors, as `subprocess.run` would.

    `mounts` maps folders inside to folders of the machine; `path` is put before `sys.path`, where
    `pyodide_src` already is. `packages` are compiled packages of `pins.PACKAGES`; `host_packages` are
    pure-Python packages or modules of this interpreter, one by one. `folder` is the author's folder of
    runtime files, if any. With `runtime`, a folder that `prepare_runtime` wrote, its files and wheels are
    run instead of Pyodide's own and `pyodide_src`. The hash seed is fixed. Raises BuildError when the runtime cannot be had,
    subprocess.TimeoutExpired after `timeout` seconds.
    """
    core = core_files(folder)
    wheels = [] if runtime else [package_file(name, folder) for name in packages]
    mounted = {} if runtime else {"/pyodide_src": str(PYODIDE_SRC)}
    ours = list(mounted)
    mounted |= {inside: str(Path(outside).resolve()) for inside, outside in (mounts or {}).items()}
    with tempfile.TemporaryDirectory(prefix="libro-node-python-") as temporary:
        here = Path(temporary)
        for name, data in (unpacked_files(runtime) if runtime else {}).items():
            (here / name).write_bytes(data)
        wheels += sorted(here.glob("*.whl"))
        for name, file in core.items():
            # One folder for all, wherever each came from.
            if not (here / name).exists():
                (here / name).symlink_to(file.resolve())
        mounted |= _host_mounts(host_packages, here / "host")
        job = {
            "core": str(here) + "/",
            "wheels": [str(wheel) for wheel in wheels],
            "mounts": mounted,
            "path": [*path, *ours, *(["/host"] if host_packages else [])],
            "arguments": list(arguments),
            "environment": dict(environment or {}),
            "source": source,
            "filename": filename,
        }
        job_file = here / "job.json"
        job_file.write_text(json.dumps(job), encoding="utf-8")
        return subprocess.run(
            [*node_command(), str(_SCRIPT), str(job_file)],
            capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=timeout, check=False,
        )


def _host_mounts(names: Sequence[str], singles: Path) -> dict[str, str]:
    """Where each of this interpreter's packages goes; modules of one file are copied into `singles`."""
    singles.mkdir()
    mounts = {"/host": str(singles)}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise failure("no-host-package", name=name)
        if spec.submodule_search_locations:
            mounts[f"/host/{name}"] = spec.submodule_search_locations[0]
        else:
            shutil.copy(spec.origin, singles)
    return mounts


def main(arguments: Sequence[str]) -> int:
    """Run a script of the machine in Pyodide, and pass on what it prints."""
    script = Path(arguments[0])
    done = run_in_pyodide(
        script.read_text(encoding="utf-8"), arguments=arguments[1:], filename=str(script), timeout=None
    )
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
