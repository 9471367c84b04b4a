"""Large files of a lesson's code go out of its page into scripts beside it: only Python reads them, and most readers read first."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re

LARGE = 50_000
RECEIVER = "libroFile"
"""What such a script calls, with the file's name and its text; late_files.js gives it to Python."""
_FILE = re.compile(r'<script type="application/json" data-file="([^"]+)">(.*?)</script>', re.DOTALL)


def large_files_apart(url: str, page: str) -> tuple[str, dict[str, bytes]]:
    """The page without the texts of its large files, and the scripts that hold them, by address."""
    scripts: dict[str, bytes] = {}

    def moved(found: re.Match[str]) -> str:
        name, text = found.groups()
        if len(text) < LARGE:
            return found[0]
        script = f"{RECEIVER}({json.dumps(name)},{json.dumps(text, ensure_ascii=False)});\n".encode()
        place = f"{name}.{hashlib.sha256(script).hexdigest()[:10]}.js"
        scripts[posixpath.join(posixpath.dirname(url), place)] = script
        return f'<script type="application/json" data-file="{name}" data-src="{place}"></script>'

    return _FILE.sub(moved, page), scripts
