"""How long the reader's model takes, here and in the reader's Python: to open, and to run a sentence; and how much memory.

    python tests/benchmarks/real_attention.py

Prints CPython (one thread, float32), Pyodide under Node, and their ratio. The reader's promise is 48 pieces in under 3 s.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from builder.model.supply import model_file
from builder.runtime.node_python import run_in_pyodide
from pretrained.reduced import reduce_model

ROUNDS = 5
SOURCES = Path(__file__).resolve().parents[2] / "pyodide_src"
MEASURE = f"""
import json, sys, time
sys.path.insert(0, SOURCES)
start = time.perf_counter()
from pretrained.e5_file import read_model_file
from pretrained.encoder import encoder_from_file, run_layers
from pretrained.sentences import read_sentence
from pretrained.unigram import UnigramTokenizer
found = {{"import": time.perf_counter() - start}}

start = time.perf_counter()
model = read_model_file(open(MODEL, "rb").read())
tokenizer, encoder = UnigramTokenizer(model.tokenizer), encoder_from_file(model)
found["open"] = time.perf_counter() - start

words = "me senté en el banco de mi jardín a leer un libro muy bueno sobre la historia de las plantas".split()
for pieces in (15, 48):
    count = 1
    while len(read_sentence(tokenizer, " ".join((words * 3)[:count + 1])).ids) <= pieces:
        count += 1
    ids = read_sentence(tokenizer, " ".join((words * 3)[:count])).ids
    times = []
    for _ in range({ROUNDS}):
        start = time.perf_counter()
        for layer in run_layers(encoder, ids):
            pass
        times.append(time.perf_counter() - start)
    found[f"{{len(ids)}} pieces"] = sorted(times)[len(times) // 2]
if sys.platform == "emscripten":
    import pyodide_js
    found["memory"] = pyodide_js._module.HEAPU8.length
else:
    import resource
    found["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(found))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "model.bin"
        path.write_bytes(reduce_model(model_file().read_bytes()))
        here = subprocess.run(
            [sys.executable, "-c", f"MODEL, SOURCES = {str(path)!r}, {str(SOURCES)!r}\n" + MEASURE],
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        there = run_in_pyodide("MODEL, SOURCES = '/model/model.bin', '/pyodide_src'\n" + MEASURE, mounts={"/model": Path(temporary)})
    if there.returncode:
        sys.exit(there.stderr)
    ours, theirs = json.loads(here.stdout), json.loads(there.stdout)
    print(f"{'':<12}{'CPython':>12}{'Pyodide':>12}{'ratio':>8}")
    for name, number in ours.items():
        other = theirs.get(name, theirs[[key for key in theirs if key.split()[-1] == name.split()[-1]][0]])
        unit, scale = ("MB", 1e-6) if name == "memory" else ("s", 1)
        print(f"{name:<12}{number * scale:>10.2f} {unit:<2}{other * scale:>9.2f} {unit:<2}{other / number:>7.1f}")


if __name__ == "__main__":
    main()
