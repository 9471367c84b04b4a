"""All of the runtime, in order: get, pack, make small, compile, enter in the lock, write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.problems import BuildError
from builder.runtime.archives import read_members, with_record, write_zip
from builder.runtime.bytecode import SITE, STDLIB, compile_modules, compile_starting
from builder.runtime.forms import write_forms
from builder.runtime.node_python import PYODIDE_SRC
from builder.runtime.pins import PACKAGES, PYODIDE_VERSION
from builder.runtime.slimming import slim
from builder.runtime.supply import Progress, core_files, no_progress, package_file
from builder.runtime.wheel import build_wheel, lock_entry


@dataclass(frozen=True)
class RuntimeBundle:
    """Where the runtime lies under the output folder (with a slash at its end), and its files' sizes.

    `sizes` are in bytes by path inside `path`; those of the form for `file://` begin with `file/`.
    """

    path: str
    sizes: Mapping[str, int]

    @property
    def http_bytes(self) -> int:
        return sum(size for name, size in self.sizes.items() if not name.startswith("file/"))

    @property
    def file_bytes(self) -> int:
        return sum(size for name, size in self.sizes.items() if name.startswith("file/"))


def prepare_runtime(
    output: Path,
    *,
    packages: Sequence[str] = ("numpy",),
    source: Path = PYODIDE_SRC,
    folder: Path | None = None,
    slimmed: bool = True,
    progress: Progress = no_progress,
) -> RuntimeBundle:
    """Write the runtime under `output/python/`, for pages that use `packages` and our wheel.

    `source` is the project of our wheel; `folder` the author's own folder of runtime files, asked first.
    With `slimmed` false nothing is taken out and nothing compiled. Raises BuildError.
    """
    unknown = set(packages) - set(PACKAGES)
    if unknown:
        raise BuildError(
            f"no hay versión para el navegador de {', '.join(sorted(unknown))}",
            hint=f"hay de {', '.join(sorted(PACKAGES))}",
        )
    core = {name: path.read_bytes() for name, path in core_files(folder).items()}
    wheels = {name: package_file(name, folder, progress).read_bytes() for name in packages}
    ours = build_wheel(source)
    starting: Mapping[str, bytes] = {}
    modules: Mapping[str, bytes] = {}
    if slimmed:
        progress("Compilando los módulos de Python para el navegador", 0, 0)
        starting = compile_starting(tuple(packages), folder)
        modules = compile_modules({name: data for name, data in ours.members.items() if name.endswith(".py")}, folder)
        core["python_stdlib.zip"] = write_zip(read_members(core["python_stdlib.zip"]) | _under(STDLIB, starting))
        for name in packages:
            members = slim(name, read_members(wheels[name]))
            compiled = {path: data for path, data in _under(SITE, starting).items() if path.startswith(f"{name}/")}
            wheels[name] = write_zip(with_record(members | compiled))
    packed = write_zip(with_record(dict(ours.members) | _under(SITE, modules)))

    lock = _lock(core.pop("pyodide-lock.json"), wheels)
    entry = lock_entry(ours.name, packed, lock["packages"])
    lock["packages"][entry["name"]] = entry
    files = core | {PACKAGES[name].name: data for name, data in wheels.items()} | {ours.name: packed}
    manifest = {
        "imports": sorted(packages),
        "lock": lock,
        "packages": sorted(lock["packages"]),
        "pyodide": PYODIDE_VERSION,
    }
    path, sizes = write_forms(output, files, manifest)
    return RuntimeBundle(path, sizes)


def _lock(original: bytes, wheels: Mapping[str, bytes]) -> dict[str, Any]:
    """Pyodide's lock, with no packages but ours and with the hashes of the wheels as we made them."""
    lock = json.loads(original)
    packages = {}
    for name, data in wheels.items():
        packages[name] = lock["packages"][name] | {"sha256": hashlib.sha256(data).hexdigest()}
    return {"info": lock["info"], "packages": packages}


def _under(place: str, compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path.removeprefix(place): data for path, data in compiled.items() if path.startswith(place)}
