"""What the reader does not download: the one list of what is taken out of NumPy's wheel.

NumPy stays whole in what it lets one import. Out go its tests, the files for compiling C and Fortran
against it, the type stubs for editors, and what serves packagers.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping

DROPPED = {
    "numpy": (
        "numpy/tests/*",
        "numpy/*/tests/*",
        "numpy/conftest.py",
        # Extension modules that only the tests load.
        "numpy/_core/_multiarray_tests.*",
        "numpy/_core/_operand_flag_tests.*",
        "numpy/_core/_rational_tests.*",
        "numpy/_core/_struct_ufunc_tests.*",
        "numpy/_core/_umath_tests.*",
        "numpy/_core/_simd.*",
        # Headers, static libraries, Cython declarations and other means of compiling.
        "numpy/_core/include/*",
        "numpy/_core/lib/*",
        "numpy/_configtool.py",
        # Not f2py itself: `from numpy import *` imports it.
        "numpy/f2py/src/*",
        "numpy/random/_examples/*",
        "numpy/random/lib/*",
        "numpy/random/c_distributions.pxd",
        "*.pxd",
        "*.pyx",
        "*.h",
        "*.a",
        # For editors and type checkers.
        "*.pyi",
        "*/py.typed",
        # For those who freeze programs.
        "numpy/_pyinstaller/*",
    ),
}

KEPT = ("*.dist-info/*",)
"""A package's own description and licences always stay."""


def slim(package: str, members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members of a package's wheel without those of DROPPED."""
    patterns = DROPPED.get(package, ())
    return {name: data for name, data in members.items() if _matches(name, KEPT) or not _matches(name, patterns)}


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
