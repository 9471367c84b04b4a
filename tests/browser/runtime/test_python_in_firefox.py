"""Python in the page in Firefox too: on http and by double click, run and stopped."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..firefox import firefox_or_skip

pytestmark = pytest.mark.browser


def test_run_and_stop_on_both_kinds_of_host(serve, site):
    executable = firefox_or_skip()
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
