"""The runtime as files under `python/<hash>/`: as they are, for http, and as classic scripts, for `file://`.

A page opened by double click may load nothing but classic scripts, so `file/` has each file once more as
a script that hands over a string: base64 of zlib where that makes it smaller, of the bytes themselves
elsewhere. `manifest.json` and `file/manifest.js` say what there is and how long it is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = "python"

_SCRIPTS = "file/"

RECEIVER = "libroPython"
"""The function that the page defines before it loads a script of `file/`: `libroPython(name, content)`."""


def both_forms(name: str, data: bytes) -> dict[str, bytes]:
    """A file and its script, by their paths in the runtime's folder."""
    return {name: data, script_path(name): _script(name, _encode(data))}


def write_runtime(
    output: Path, contents: Mapping[str, bytes], manifest: Mapping[str, Any]
) -> tuple[str, dict[str, int]]:
    """Write `contents`, the files in both forms, and the manifest with a list of them.

    Gives the folder's path in `output` (with a slash at its end) and the sizes in it. The folder is named
    by the hash of what is in it.
    """
    names = sorted(name for name in contents if not name.startswith(_SCRIPTS))
    listed = [{"name": name, "bytes": len(contents[name]), "encoding": encoding(contents[name])} for name in names]
    full = {**manifest, "files": listed}
    contents = {**contents, "manifest.json": _json(full), script_path("manifest"): _script("manifest", full)}
    path = f"{FOLDER}/{_hash(contents)}/"
    for name, data in contents.items():
        _write(output / path / name, data)
    return path, {name: len(data) for name, data in sorted(contents.items())}


def script_path(name: str) -> str:
    """Where the script of a file is, in the runtime's folder."""
    return f"{_SCRIPTS}{name}.js"


def encoding(data: bytes) -> str:
    """How a file is written in its script: "plain" if it is compressed already, else "deflate"."""
    sample = data[: 1 << 16]
    return "deflate" if len(zlib.compress(sample, 1)) < 0.9 * len(sample) else "plain"


def _encode(data: bytes) -> str:
    packed = zlib.compress(data, 9) if encoding(data) == "deflate" else data
    return base64.b64encode(packed).decode("ascii")


def _script(name: str, content: Any) -> bytes:
    return f"{RECEIVER}({_json(name).decode()},{_json(content).decode()});\n".encode()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii")


def _hash(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name}\0{len(contents[name])}\0".encode() + contents[name])
    return digest.hexdigest()[:12]


def _write(path: Path, data: bytes) -> None:
    if path.exists() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".part")
    fresh.write_bytes(data)
    os.replace(fresh, path)
