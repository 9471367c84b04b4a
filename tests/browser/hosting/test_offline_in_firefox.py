"""A book that was visited once in Firefox is there without its host, pages that were never opened too."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..firefox import firefox_or_skip

pytestmark = pytest.mark.browser


def test_the_whole_book_opens_without_its_host(shelf, first_edition):
    host = shelf(first_edition)
    urls = {host.address + name: title for name, title in (("uno/primera/index.html", "La primera"), ("uno/segunda/", "La segunda"))}
    script = Path(__file__).with_name("firefox_offline.py")
    visit = subprocess.Popen(
        [sys.executable, str(script), firefox_or_skip(), *urls],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        assert visit.stdout.readline() == "ready\n"
        host.silent = True
        answer, _ = visit.communicate("gone\n", timeout=400)
    finally:
        visit.kill()
    found = json.loads(answer)
    assert {url: title for url, (title, _rules) in found.items()} == urls
    assert all(rules > 50 for _title, rules in found.values())
