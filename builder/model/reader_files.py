"""The model as a reader's page fetches it: cut down to its alphabet, in parts that are classic scripts.

One form serves http and `file://` alike: a part is `libroModel(name, base64 of deflate)`. On http it is fetched as text, so that
its bytes can be counted and the wait ended; on `file://` it is a `<script>`. Twice the forms would be twice the folder.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.model.pins import ATTRIBUTION, MODEL
from builder.model.supply import Progress, model_file, no_progress

FOLDER = "model"
RECEIVER = "libroModel"
PART = 1 << 21
"""Bytes of the model in a part, before packing: what a cancelled download may lose."""


@dataclass(frozen=True)
class ModelFiles:
    """Where the model lies under the output folder (with a slash at its end), and the sizes of its files in bytes."""

    path: str
    sizes: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


def prepare_model(output: Path, progress: Progress = no_progress) -> ModelFiles:
    """Write the reader's model under `output/model/<hash>/`, the same bytes each time. Raises BuildError."""
    from pretrained.reduced import reduce_model  # late: only a build with the model needs NumPy for it

    whole = reduce_model(model_file(progress).read_bytes())
    return write_model(output, whole)


def write_model(output: Path, whole: bytes) -> ModelFiles:
    """Write a model file in parts, its list, and its licence."""
    digest = hashlib.sha256(whole).hexdigest()
    path = f"{FOLDER}/{digest[:12]}/"
    folder = output / path
    folder.mkdir(parents=True, exist_ok=True)
    files, sizes = [], {}
    for number, start in enumerate(range(0, len(whole), PART)):
        data = whole[start : start + PART]
        name = f"{number:02}"
        script = _script(name, base64.b64encode(zlib.compress(data, 9)).decode("ascii"))
        sizes[f"{name}.js"] = _write(folder / f"{name}.js", script)
        files.append({
            "name": name, "bytes": len(data), "packed": len(script), "sha256": hashlib.sha256(data).hexdigest(),
        })  # fmt: skip
    listed = {
        "model": "multilingual-e5-small",
        "source": MODEL.sha256,
        "sha256": digest,
        "bytes": len(whole),
        "packed": sum(one["packed"] for one in files),
        "files": files,
    }
    sizes["manifest.js"] = _write(folder / "manifest.js", _script("manifest", listed))
    sizes["licencia.txt"] = _write(folder / "licencia.txt", ATTRIBUTION.encode("utf-8"))
    return ModelFiles(path, sizes)


def _script(name: str, content: Any) -> bytes:
    written = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return f"{RECEIVER}({json.dumps(name)},{written});\n".encode("ascii")


def _write(path: Path, data: bytes) -> int:
    path.write_bytes(data)
    return len(data)
