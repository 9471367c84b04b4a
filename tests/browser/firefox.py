"""Programs that drive Debian's Firefox: of their own, since two Playwrights do not start in one process."""

from __future__ import annotations

import importlib.metadata
import os
import shutil

import pytest

PLAYWRIGHT = (1, 58)
"""The Playwright that drives Debian's Firefox over BiDi; newer ones send commands that it does not know."""


def firefox_or_skip() -> str:
    """The path of a Firefox that the Playwright that is installed can drive."""
    executable = os.environ.get("LIBRO_FIREFOX") or shutil.which("firefox-esr")
    if executable is None:
        pytest.skip("firefox-esr is not installed")
    version = importlib.metadata.version("playwright")
    if tuple(int(part) for part in version.split(".")[:2]) != PLAYWRIGHT:
        pytest.skip(f"Playwright {version} does not drive Debian's Firefox")
    return executable
