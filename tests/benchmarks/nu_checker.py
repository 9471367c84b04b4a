"""The Nu checker over every page and style sheet: `python tests/benchmarks/nu_checker.py [DIST]`. It needs npm and Java 17.

Prints what it finds but for what it is known to be wrong about, each with its reason below; ends with 1 if anything is left.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from compressed_host import built, npm_tool

PACKAGE = "vnu-jar@26.9.27"
# Its parser of CSS is older than these, all of them in every browser that the book is for.
_NEW_CSS = "@container|container-type|line-clamp|paint-order|vector-effect|text-wrap|font-size|max-width|grid-template-columns|height|background|color"
NOT_FAULTS = {
    "it reads files, for which 'self' is nothing": r"violates Content Security Policy.*(stylesheet|script|image|manifest|icon)",
    "data is not run, whatever a policy says of scripts": r"Inline script violates Content Security Policy",
    "advice: a panel of a figure is a section named by aria": r"^Section lacks heading",
    "KaTeX draws some signs with letters of its own fonts": r"Private Use Area",
    "terms of a glossary may repeat in the whole book on one page": r"(Duplicate|first occurrence of) “dt” name|occurrence of “dt” name",
    "newer CSS than its own": rf"^CSS: (Unrecognized at-rule “@container”|“({_NEW_CSS})”: .*|Parse Error\.?)",
}


def findings(jar: Path, options: list[str], files: list[str]) -> list[dict]:
    done = subprocess.run(
        ["java", "-Xss8m", "-jar", str(jar), "--format", "json", "--stdout", *options, *files],
        capture_output=True, text=True, encoding="utf-8", timeout=1800, check=False,
    )  # fmt: skip
    return json.loads(done.stdout)["messages"]


def main() -> int:
    if shutil.which("java") is None:
        print("the Nu checker needs Java 17: apt-get install default-jre-headless")
        return 2
    jar = npm_tool(PACKAGE) / "build" / "dist" / "vnu.jar"
    left: list[dict] = []
    passed: Counter[str] = Counter()
    with built(sys.argv[1] if len(sys.argv) > 1 else None) as dist:
        sheets = [str(path) for path in sorted((dist / "assets").glob("*.css"))]
        found = findings(jar, ["--skip-non-html"], [str(dist)]) + findings(jar, ["--css"], sheets)
        for one in found:
            reason = next((reason for reason, pattern in NOT_FAULTS.items() if re.search(pattern, one["message"])), None)
            if reason is None:
                left.append(one)
            else:
                passed[reason] += 1
        for reason, count in passed.most_common():
            print(f"{count:5} set aside: {reason}")
        for one in left:
            place = one["url"].removeprefix(dist.as_uri() + "/")
            print(f"{place}:{one.get('lastLine', 0)}:{one.get('lastColumn', 0)}: {one['message']}  {one.get('extract', '')[:120]!r}")
        pages = len(list(dist.rglob("*.html")))
    print(f"{pages} pages and {len(sheets)} sheets: {len(left)} left")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
