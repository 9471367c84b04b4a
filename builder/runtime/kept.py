"""Archives that take a while to make, kept in the cache by the hash of all that they are made of."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from builder.cache import cache_folder
from builder.runtime.archives import read_members
from builder.runtime.pins import PYODIDE_VERSION

Members = Mapping[str, bytes]


def kept_members(kind: str, ingredients: Members, make: Callable[[], Members]) -> Members:
    """What `make` gives, from the cache if it was made before of the same ingredients.

    The code of this folder is an ingredient always. A damaged file of the cache is made anew.
    """
    path = cache_folder("pyodide", PYODIDE_VERSION, f"{kind}-{_key(ingredients)}.zip")
    try:
        return read_members(path.read_bytes())
    except (FileNotFoundError, zipfile.BadZipFile):
        members = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making.", dir=path.parent) as temporary:
        fresh = Path(temporary) / path.name
        fresh.write_bytes(_stored(members))
        os.replace(fresh, path)
    return members


def _key(ingredients: Members) -> str:
    here = Path(__file__).parent
    code = {f"code/{path.name}": path.read_bytes() for path in here.iterdir() if path.suffix in (".py", ".mjs")}
    digest = hashlib.sha256()
    for name, data in sorted((code | dict(ingredients)).items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:24]


def _stored(members: Members) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(members.items()):
            archive.writestr(name, data)
    return buffer.getvalue()
