"""`pyodide_src` as a wheel, and the entry of a wheel in Pyodide's lock file."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from hatchling.builders.wheel import WheelBuilder

from builder.problems import failure
from builder.runtime.archives import read_members


@dataclass(frozen=True)
class Wheel:
    """A wheel's file name and its members."""

    name: str
    members: Mapping[str, bytes]


def build_wheel(source: Path) -> Wheel:
    """Build the project in `source`, in this process and without network. Raises BuildError."""
    with tempfile.TemporaryDirectory(prefix="libro-wheel-") as temporary:
        try:
            (built,) = WheelBuilder(str(source)).build(directory=temporary, versions=["standard"])
        except (OSError, ValueError, TypeError) as error:
            raise failure("wheel", source=source, error=error) from error
        path = Path(built)
        return Wheel(path.name, read_members(path.read_bytes()))


def lock_entry(file_name: str, data: bytes, available: Collection[str]) -> dict[str, Any]:
    """What `pyodide_lock.add_wheels_to_spec` writes for a pure wheel, on any Python.

    `data` are the wheel's bytes; `available` the packages of the lock it is entered in. Requirements
    with markers or extras are beyond it: raises ValueError, and for a requirement that is not available.
    """
    members = read_members(data)
    (metadata_name,) = (name for name in members if name.endswith(".dist-info/METADATA"))
    metadata = BytesParser().parsebytes(members[metadata_name])
    depends = [_requirement(line, available) for line in metadata.get_all("Requires-Dist", [])]
    return {
        "depends": depends,
        "file_name": file_name,
        "imports": _top_level(members),
        "install_dir": "site",
        "name": _canonical(metadata["Name"]),
        "package_type": "package",
        "sha256": hashlib.sha256(data).hexdigest(),
        "tool": {},
        "unvendored_tests": False,
        "version": metadata["Version"],
    }


def _requirement(line: str, available: Collection[str]) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", line)
    if name is None or ";" in line or "[" in line:
        raise ValueError(f"a requirement of the browser's wheel is a plain name, not {line!r}")
    if _canonical(name.group()) not in available:
        raise ValueError(f"{name.group()} is not among the browser's packages {sorted(available)}")
    return _canonical(name.group())


def _top_level(members: Mapping[str, bytes]) -> list[str]:
    """The names that the wheel lets one import, in the order of the archive."""
    names: dict[str, None] = {}
    for member in members:
        first, _, rest = member.partition("/")
        if member.endswith(".py") and not (rest and set(".- ") & set(first)):
            names[first if rest else first.removesuffix(".py")] = None
    return list(names)


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
