"""The runtime as files under `python/<hash>/`: packed, for http, and as classic scripts, for `file://`.

Every file is packed by gzip, so that few bytes travel from whatever host. A page opened by double click may load nothing
but classic scripts, so `file/` has packed files as scripts that hand over a string, of fifteen bits a letter, in UTF-16.
`manifest.json` and `file/manifest.js` say what each form has, how long it is, and how long unpacked.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = "python"

FORMS = ("http", "file")

RECEIVER = "libroPython"
"""The function that the page defines before it loads a script of `file/`: `libroPython(name, content)`."""

_MANIFEST = "manifest.json"

_PACKED = ".packed"
"""A suffix that no host takes for something to treat in its own way."""

_FIRST_LETTER = 0x4000
"""The code of the letter of fifteen zeros; none from here on is a quote, an end of line or half a letter."""


def pack(data: bytes) -> bytes:
    """`data` by gzip: the same bytes on every machine."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(data) + deflate.flush()
    length, check = len(data).to_bytes(4, "little"), zlib.crc32(data).to_bytes(4, "little")
    return b"\x1f\x8b\x08\0\0\0\0\0\x02\xff" + packed + check + length


def write_runtime(
    output: Path, packed: Mapping[str, Mapping[str, bytes]], manifests: Mapping[str, Mapping[str, Any]]
) -> tuple[str, dict[str, int]]:
    """Write the files of each of FORMS, packed and by name, and its manifest with a list of them.

    Gives the folder's path in `output` (with a slash at its end) and the sizes in it. The folder is named by the hash of
    what is in it.
    """
    full = {form: {**manifests[form], "files": _listed(packed[form])} for form in FORMS}
    contents = {name + _PACKED: data for name, data in packed["http"].items()}
    contents |= {script_path(name): _script(name, letters(data)) for name, data in packed["file"].items()}
    contents |= {_MANIFEST: _json(full["http"]), script_path("manifest"): _manifest_script(full["file"])}
    path = f"{FOLDER}/{_hash(contents)}/"
    for name, data in contents.items():
        _write(output / path / name, data)
    return path, {name: len(data) for name, data in sorted(contents.items())}


def unpacked_files(folder: Path) -> dict[str, bytes]:
    """The files of a written runtime by name, from its form for http."""
    manifest = json.loads((folder / _MANIFEST).read_text(encoding="ascii"))
    names = [entry["name"] for entry in manifest["files"]]
    return {name: gzip.decompress((folder / (name + _PACKED)).read_bytes()) for name in names}


def script_path(name: str) -> str:
    """Where the script of a file is, in the runtime's folder."""
    return f"file/{name}.js"


def letters(data: bytes) -> str:
    """Bytes as text, fifteen bits a letter, the first bit the highest; zeros fill up the last of eight letters."""
    groups = np.frombuffer(data + bytes(-len(data) % 15), np.uint8).reshape(-1, 15).astype(np.uint32)
    groups = np.append(groups, np.zeros((len(groups), 1), np.uint32), axis=1)
    codes = np.empty((len(groups), 8), "<u2")
    for letter in range(8):
        byte, bit = divmod(15 * letter, 8)
        three = groups[:, byte] << 16 | groups[:, byte + 1] << 8 | groups[:, byte + 2]
        codes[:, letter] = (three >> (9 - bit) & 0x7FFF) + _FIRST_LETTER
    return codes.tobytes().decode("utf-16-le")


def _listed(packed: Mapping[str, bytes]) -> list[dict[str, Any]]:
    return [
        {"name": name, "packed": len(data), "bytes": int.from_bytes(data[-4:], "little")}
        for name, data in sorted(packed.items())
    ]


def _script(name: str, text: str) -> bytes:
    return f'\ufeff{RECEIVER}({json.dumps(name)},"{text}");\n'.encode("utf-16-le")


def _manifest_script(manifest: Mapping[str, Any]) -> bytes:
    return f'{RECEIVER}("manifest",{_json(manifest).decode()});\n'.encode()


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
