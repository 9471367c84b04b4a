"""Training steps a second of the toy translator, on this machine's Python and on the reader's (Pyodide under Node).

    python tests/benchmarks/translator_training.py [--steps N] [--goal] [--python-from FOLDER]

Both run the same code, one after the other, so that the ratio is of one machine in one mood. With `--goal` each also
trains until whole-sentence exact match is 0.98 on unseen sentences of one and of two phrases, and says how long it took.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

MEASURE = """
import json, sys, time
import numpy as np
from attention_core.toy_translation import evaluate, held_out_pairs, toy_batch, toy_config, training_pairs
from attention_core.training import train_translator

steps, goal = int(sys.argv[1]), sys.argv[2] == "goal"
batch = toy_batch(training_pairs())
rates = {}
for name, choices, options in [
    ("bi additive, batch 64, float64", {}, {}),
    ("bi additive, batch 64, float32", {}, {"dtype": np.float32}),
    ("bi additive, batch 32, float64", {}, {"batch_size": 32}),
    ("bi dot, batch 64, float64", {"score": "dot"}, {}),
    ("luong general, batch 64, float64", {"wiring": "luong", "score": "general"}, {}),
    ("fixed, batch 64, float64", {"encoder": "forward", "wiring": "fixed_every_step"}, {}),
]:
    run = train_translator(toy_config(**choices), batch, steps=steps + 2, **options)
    next(run), next(run)            # the first steps pay for imports and caches
    start = time.perf_counter()
    for state in run:
        pass
    rates[name] = steps / (time.perf_counter() - start)

reached = None
if goal:
    start, evaluating = time.perf_counter(), 0.0
    for state in train_translator(toy_config(), batch, steps=400):
        if state.step % 25 == 0:
            pause = time.perf_counter()
            found = [evaluate(state.params, toy_config(), held_out_pairs(phrases)) for phrases in (1, 2)]
            evaluating += time.perf_counter() - pause
            if min(result.exact_match for result in found) >= 0.98 and min(result.agreement for result in found) >= 0.8:
                reached = {
                    "step": state.step,
                    "training_seconds": time.perf_counter() - start - evaluating,
                    "evaluating_seconds": evaluating,
                    "exact_match": [result.exact_match for result in found],
                    "agreement": [round(result.agreement, 3) for result in found],
                }
                break
print(json.dumps({"rates": rates, "reached": reached}))
"""


def on_this_python(arguments: list[str]) -> dict:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *arguments],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT / "pyodide_src"), "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def on_the_readers_python(arguments: list[str], folder: Path | None) -> dict:
    from builder.runtime.node_python import run_in_pyodide

    done = run_in_pyodide(MEASURE, arguments=arguments, folder=folder, timeout=1800)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--goal", action="store_true", help="train until the goal is reached")
    parser.add_argument("--python-from", type=Path, default=None, help="folder with Pyodide's files")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    arguments = [str(options.steps), "goal" if options.goal else "no"]
    here = on_this_python(arguments)
    there = on_the_readers_python(arguments, options.python_from)
    print(f"{'steps a second':36} {'CPython':>9} {'Pyodide':>9} {'ratio':>7}")
    for name, rate in here["rates"].items():
        other = there["rates"][name]
        print(f"{name:36} {rate:9.1f} {other:9.1f} {rate / other:7.2f}")
    for title, result in (("CPython", here), ("Pyodide", there)):
        if result["reached"]:
            found = result["reached"]
            print(
                f"{title}: goal reached at step {found['step']} after {found['training_seconds']:.1f} s of training "
                f"(and {found['evaluating_seconds']:.1f} s of evaluation); exact match {found['exact_match']}, "
                f"agreement {found['agreement']}"
            )
        elif options.goal:
            print(f"{title}: goal not reached in 400 steps")


if __name__ == "__main__":
    main()
