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

RECEIVER = "libroPython"
"""The function that the page defines before it loads a script of `file/`: `libroPython(name, content)`."""


def write_forms(output: Path, files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> tuple[str, dict[str, int]]:
    """Write both forms; give the folder's path in `output` (with a slash at its end) and the sizes in it.

    The folder is named by the hash of what is in it, so it is either there or it is not.
    """
    encoded = {name: _encode(data) for name, data in files.items()}
    listed = [
        {"name": name, "bytes": len(files[name]), "script_bytes": len(encoded[name][1]), "encoding": encoded[name][0]}
        for name in sorted(files)
    ]
    full = {**manifest, "files": listed}
    contents = dict(files)
    contents["manifest.json"] = _json(full)
    contents["file/manifest.js"] = _script("manifest", full)
    for name, (_, text) in encoded.items():
        contents[f"file/{name}.js"] = _script(name, text)
    path = f"{FOLDER}/{_hash(contents)}/"
    for name, data in contents.items():
        _write(output / path / name, data)
    return path, {name: len(data) for name, data in sorted(contents.items())}


def _encode(data: bytes) -> tuple[str, str]:
    packed = zlib.compress(data, 9)
    if len(packed) < 0.9 * len(data):
        return "deflate", base64.b64encode(packed).decode("ascii")
    return "plain", base64.b64encode(data).decode("ascii")


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
