"""All of the runtime, in order: get, pack, make small, compile, enter in the lock, write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import messages
from builder.problems import failure
from builder.runtime.archives import read_members, with_record, write_zip
from builder.runtime.bytecode import SITE, STDLIB, compile_modules, compile_starting
from builder.runtime.forms import both_forms, write_runtime
from builder.runtime.kept import kept_members
from builder.runtime.node_python import PYODIDE_SRC
from builder.runtime.pins import PACKAGES, PYODIDE_VERSION
from builder.runtime.slimming import slim
from builder.runtime.supply import Progress, core_files, no_progress, package_file
from builder.runtime.wheel import build_wheel, lock_entry

_LOCK = "pyodide-lock.json"
_STDLIB = "python_stdlib.zip"


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
        raise failure("no-browser-package", names=", ".join(sorted(unknown)), known=", ".join(sorted(PACKAGES)))
    if folder is not None:
        # What the author put there is checked, even if the cache has all that is needed.
        core_files(folder)
        for name in packages:
            package_file(name, folder, progress)
    common = kept_members(
        "common",
        {"packages": repr(sorted(packages)).encode(), "slimmed": repr(slimmed).encode()},
        lambda: _common(packages, folder, slimmed, progress),
    )
    name, wheel = _our_wheel(source, folder, slimmed)

    lock = _lock(common[_LOCK], {package: common[PACKAGES[package].name] for package in packages})
    entry = lock_entry(name, wheel, lock["packages"])
    lock["packages"][entry["name"]] = entry
    manifest = {
        "imports": sorted(packages),
        "lock": lock,
        "packages": sorted(lock["packages"]),
        "pyodide": PYODIDE_VERSION,
    }
    files = {path: data for path, data in common.items() if path != _LOCK}
    path, sizes = write_runtime(output, files | both_forms(name, wheel), manifest)
    return RuntimeBundle(path, sizes)


def _common(
    packages: Sequence[str], folder: Path | None, slimmed: bool, progress: Progress
) -> dict[str, bytes]:
    """All but our wheel, in both forms, and Pyodide's own lock."""
    files = {name: path.read_bytes() for name, path in core_files(folder).items()}
    for name in packages:
        files[PACKAGES[name].name] = package_file(name, folder, progress).read_bytes()
    lock = files.pop(_LOCK)
    if slimmed:
        progress(messages.text("compiling"), 0, 0)
        compiled = compile_starting(tuple(packages), folder)
        files[_STDLIB] = write_zip(read_members(files[_STDLIB]) | _under(STDLIB, compiled))
        for name in packages:
            wheel = PACKAGES[name].name
            own = {path: data for path, data in _under(SITE, compiled).items() if path.startswith(f"{name}/")}
            files[wheel] = write_zip(with_record(slim(name, read_members(files[wheel])) | own))
    contents = {_LOCK: lock}
    for name, data in files.items():
        contents |= both_forms(name, data)
    return contents


def _our_wheel(source: Path, folder: Path | None, compiled: bool) -> tuple[str, bytes]:
    wheel = build_wheel(source)
    members = dict(wheel.members)
    if compiled:
        modules = {name: data for name, data in members.items() if name.endswith(".py")}
        members |= _under(SITE, kept_members("modules", modules, lambda: compile_modules(modules, folder)))
    return wheel.name, write_zip(with_record(members))


def _lock(original: bytes, wheels: Mapping[str, bytes]) -> dict[str, Any]:
    """Pyodide's lock, with no packages but ours and with the hashes of the wheels as we made them."""
    lock = json.loads(original)
    packages = {}
    for name, data in wheels.items():
        packages[name] = lock["packages"][name] | {"sha256": hashlib.sha256(data).hexdigest()}
    return {"info": lock["info"], "packages": packages}


def _under(place: str, compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path.removeprefix(place): data for path, data in compiled.items() if path.startswith(place)}
