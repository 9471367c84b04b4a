"""Runs in the reader's Python: one lesson's requests, each to a page's own kernel; every answer a line of a file at once.

Nothing here is of the builder: its text is what `reader_python.py` sends.
"""

import json
import sys
from pathlib import Path

from cell_kernel.page import handle


def answer(request):
    pieces = []

    def emit(kind, text):
        if pieces and pieces[-1]["kind"] == kind:
            pieces[-1]["text"] += text
        else:
            pieces.append({"kind": kind, "text": text})

    return json.loads(handle(json.dumps(request), emit)) | {"pieces": pieces}


def main(folder):
    job = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    for name, text in job["files"].items():
        Path(name).write_bytes(text.encode())
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as answers:
        for request in job["requests"]:
            answers.write(json.dumps(answer(request)) + "\n")
            answers.flush()


main(Path(sys.argv[1]))
