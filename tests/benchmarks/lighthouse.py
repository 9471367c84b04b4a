"""Lighthouse over a few pages: `python tests/benchmarks/lighthouse.py [DIST] [PAGE…]`. It needs npm, and Debian's chromium.

Prints the four marks of each page on a phone and on a desk, with the audits that are not perfect and what they weigh.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from compressed_host import built, hosted, npm_tool

from builder.node import node_command

PACKAGE = "lighthouse@13"
PAGES = ("index.html", "atencion/la-idea-de-atencion/index.html", "atencion/el-cuello-de-botella/index.html")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def report(address: str, form: str) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "report.json"
        subprocess.run(
            [
                *node_command(), str(npm_tool(PACKAGE) / "cli" / "index.js"), address, "--output=json", f"--output-path={output}",
                "--quiet", f"--only-categories={','.join(CATEGORIES)}", *(["--preset=desktop"] if form == "desk" else []),
                "--chrome-flags=--headless=new --no-sandbox --disable-gpu --user-data-dir=" + folder + "/profile",
            ],
            env=os.environ | {"CHROME_PATH": shutil.which("chromium") or ""}, check=True, timeout=600,
        )  # fmt: skip
        return json.loads(output.read_text(encoding="utf-8"))


def main() -> int:
    given, *pages = sys.argv[1:] or [None]
    worst = 1.0
    with built(given) as dist, hosted(dist) as address:
        for url in pages or PAGES:
            for form in ("phone", "desk"):
                found = report(address + url.removesuffix("index.html"), form)
                marks = {name: found["categories"][name]["score"] for name in CATEGORIES}
                worst = min(worst, *marks.values())
                print(url, form, *(f"{name} {mark * 100:.0f}" for name, mark in marks.items()), flush=True)
                for name in CATEGORIES:
                    for part in found["categories"][name]["auditRefs"]:
                        audit = found["audits"][part["id"]]
                        if part["weight"] and audit["score"] is not None and audit["score"] < 1:
                            print(f"    {name}: {part['id']} {audit['score']:.2f} {audit.get('displayValue', '')}")
    return 0 if worst >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
