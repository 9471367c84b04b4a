"""Python in the page in Firefox too: on http and by double click, run and stopped."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

PLAYWRIGHT = (1, 58)
"""The Playwright that drives Debian's Firefox over BiDi; newer ones send commands that it does not know."""


def test_run_and_stop_on_both_kinds_of_host(serve, site):
    executable = os.environ.get("LIBRO_FIREFOX") or shutil.which("firefox-esr")
    if executable is None:
        pytest.skip("firefox-esr is not installed")
    version = importlib.metadata.version("playwright")
    if tuple(int(part) for part in version.split(".")[:2]) != PLAYWRIGHT:
        pytest.skip(f"Playwright {version} does not drive Debian's Firefox")
    server = serve()
    script = Path(__file__).with_name("firefox_visit.py")
    done = subprocess.run(
        [sys.executable, str(script), executable, server.url, (site / "index.html").as_uri()],
        capture_output=True, text=True, encoding="utf-8", timeout=400, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for found in json.loads(done.stdout):
        assert found["first"] == "[[1. 2.]\n [3. 4.]]\n"
        assert found["looped"] == "stopped"
        assert found["after"] == "3\n"
        assert found["raised"] == []
        assert [url for url in found["asked"] if not url.startswith((server.address, "file:", "data:", "blob:"))] == []
