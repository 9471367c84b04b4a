"""The one table that every file of the Python runtime must meet, wherever it comes from."""

from dataclasses import dataclass

PYODIDE_VERSION = "314.0.3"
"""Python 3.14, ABI 2026_0. The npm lock file of `site_templates` names the same version."""


@dataclass(frozen=True)
class Pin:
    """A file by name, with its size in bytes and its sha256."""

    name: str
    size: int
    sha256: str


CORE = (
    Pin("pyodide.mjs", 17_880, "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5"),
    Pin("pyodide.asm.mjs", 1_249_447, "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d"),
    Pin("pyodide.asm.wasm", 9_596_462, "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf"),
    Pin("python_stdlib.zip", 2_545_106, "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4"),
    Pin("pyodide-lock.json", 113_804, "c963d22858f6bcb8f41586a2142f03905ab370c88ea22a86a2736e95fac2a8f3"),
)
"""What Pyodide itself is made of; npm's package `pyodide` has these files."""

NUMPY = Pin(
    "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    2_916_023,
    "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
)
"""Equal to the entry `numpy` of `pyodide-lock.json` above."""

PACKAGES = {"numpy": NUMPY}
"""The compiled packages that a book may ask for."""

DISTRIBUTION = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
"""Where Pyodide publishes its packages."""


@dataclass(frozen=True)
class Carrier:
    """A wheel on PyPI that carries Pyodide's packages in one of its folders."""

    requirement: str
    size: int
    sha256: str
    folder: str


CARRIER = Carrier(
    "open-webui==0.12.4",
    106_366_595,
    "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6",
    "open_webui/frontend/pyodide/",
)
"""Only for the members of `PACKAGES`, each checked by its own hash; the rest of the wheel is dropped."""
