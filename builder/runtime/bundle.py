"""All of the runtime, in order: get, pack, make small, compile, enter in the lock, write."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builder import messages
from builder.problems import failure
from builder.runtime.archives import read_members, with_record, write_zip
from builder.runtime.bytecode import SITE, STARTING, STDLIB, compile_modules, compile_starting
from builder.runtime.forms import FORMS, pack, write_runtime
from builder.runtime.kept import kept_members
from builder.runtime.node_python import PYODIDE_SRC
from builder.runtime.pins import PACKAGES, PYODIDE_VERSION
from builder.runtime.slimming import slim
from builder.runtime.snapshot import ENVIRONMENT, record_snapshot
from builder.runtime.supply import Progress, core_files, no_progress, package_file
from builder.runtime.wheel import build_wheel, lock_entry

_LOCK = "pyodide-lock.json"
_STDLIB = "python_stdlib.zip"
_SNAPSHOT = "memory.bin"
_DETAILS = "details.json"
_START = "start.json"

# What every page asks of our wheel, and where it is.
_ASKED = {"cell_kernel.page": "cell_kernel/page.py", "explorables": "explorables/__init__.py"}


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
    With `slimmed` false nothing is taken out, nothing compiled and no memory recorded. Raises BuildError.
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
    details = json.loads(common[_DETAILS])
    name, wheel = _our_wheel(source, folder, slimmed)
    recorded = {}
    if slimmed:
        ingredients = {"wheel": wheel, "packages": repr(sorted(packages)).encode()}
        recorded = kept_members("memory", ingredients, lambda: _record(common, packages, wheel, folder, progress))
    our_packed = pack(wheel)
    packed: dict[str, dict[str, bytes]] = {}
    manifests: dict[str, dict[str, Any]] = {}
    for form in FORMS:
        of_form = f"{form}/"
        packed[form] = {path.removeprefix(of_form): data for path, data in common.items() if path.startswith(of_form)}
        packed[form][name] = our_packed
        lock = details["locks"][form]
        entry = lock_entry(name, wheel, lock["packages"])
        lock["packages"][entry["name"]] = entry
        manifests[form] = {
            "environment": ENVIRONMENT,
            "imports": sorted(packages),
            "lock": lock,
            "packages": sorted(lock["packages"]),
            "pyodide": PYODIDE_VERSION,
            "snapshot": None,
        }
    if recorded:
        # For http alone: both forms together are as much as a book's folder should weigh.
        packed["http"][_SNAPSHOT] = recorded[_SNAPSHOT]
        manifests["http"]["snapshot"] = {"file": _SNAPSHOT, **json.loads(recorded[_START])}
    path, sizes = write_runtime(output, packed, manifests)
    return RuntimeBundle(path, sizes)


def _common(
    packages: Sequence[str], folder: Path | None, slimmed: bool, progress: Progress
) -> dict[str, bytes]:
    """All but our wheel, packed, under the form's name and a slash; and `_DETAILS`, what the manifests say of it."""
    core = core_files(folder)
    files = {name: path.read_bytes() for name, path in core.items()}
    lock = json.loads(files.pop(_LOCK))
    library = read_members(files[_STDLIB])
    wheels = {name: read_members(package_file(name, folder, progress).read_bytes()) for name in packages}
    if slimmed:
        progress(messages.text("compiling"), 0, 0)
        compiled = compile_starting(tuple(packages), folder)
        wheels = {name: with_record(slim(name, members)) for name, members in wheels.items()}
        fast_library = library | _under(STDLIB, compiled)
        fast_wheels = {name: _with_bytecode(name, members, compiled) for name, members in wheels.items()}
    else:
        fast_library, fast_wheels = library, wheels
    # What a snapshot has in memory needs no bytecode; a page that begins without one does.
    forms = {"http": (library, wheels), "file": (fast_library, fast_wheels)}
    # Most files are the same in both.
    packed = cache(pack)
    contents = {}
    locks = {}
    for form, (library_members, wheel_members) in forms.items():
        of_form = files | {_STDLIB: write_zip(library_members)}
        archives = {name: write_zip(members) for name, members in wheel_members.items()}
        of_form |= {PACKAGES[name].name: data for name, data in archives.items()}
        contents |= {f"{form}/{name}": packed(data) for name, data in of_form.items()}
        locks[form] = _lock(lock, archives)
    return {**contents, _DETAILS: json.dumps({"locks": locks}).encode()}


def _record(
    common: Mapping[str, bytes], packages: Sequence[str], wheel: bytes, folder: Path | None, progress: Progress
) -> dict[str, bytes]:
    """The memory of a Python that has started and imported `packages` and what pages ask of our wheel, packed."""
    progress(messages.text("recording"), 0, 0)
    ours = read_members(wheel)
    wheels = {name: gzip.decompress(common[f"file/{PACKAGES[name].name}"]) for name in packages}
    snapshot = record_snapshot(
        core_files(folder),
        {**wheels, "ours": wheel},
        compiled_library=gzip.decompress(common[f"file/{_STDLIB}"]),
        library=gzip.decompress(common[f"http/{_STDLIB}"]),
        imports=[*STARTING, *packages, *(name for name, path in _ASKED.items() if path in ours)],
    )
    return {_SNAPSHOT: pack(snapshot.memory), _START: json.dumps(snapshot.start).encode()}


def _with_bytecode(package: str, members: Mapping[str, bytes], compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    own = {path: data for path, data in _under(SITE, compiled).items() if path.startswith(f"{package}/")}
    return with_record({**members, **own})


def _our_wheel(source: Path, folder: Path | None, compiled: bool) -> tuple[str, bytes]:
    wheel = build_wheel(source)
    members = dict(wheel.members)
    if compiled:
        modules = {name: data for name, data in members.items() if name.endswith(".py")}
        members |= _under(SITE, kept_members("modules", modules, lambda: compile_modules(modules, folder)))
    return wheel.name, write_zip(with_record(members))


def _lock(lock: Mapping[str, Any], wheels: Mapping[str, bytes]) -> dict[str, Any]:
    """Pyodide's lock, with no packages but ours and with the hashes of the wheels as we made them."""
    packages = {}
    for name, data in wheels.items():
        packages[name] = lock["packages"][name] | {"sha256": hashlib.sha256(data).hexdigest()}
    return {"info": lock["info"], "packages": packages}


def _under(place: str, compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path.removeprefix(place): data for path, data in compiled.items() if path.startswith(place)}
