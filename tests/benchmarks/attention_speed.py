"""How fast attention is, against a plain loop and against the best single expression with einsum, in one run.

    python tests/benchmarks/attention_speed.py              # in this Python
    python tests/benchmarks/attention_speed.py --pyodide    # in the reader's Python, under Node

Times are medians of interleaved rounds and depend on the machine; the ratios are what to compare. A ratio above 1
says that the core is faster.
"""

import argparse
import math
import random
import statistics
import sys
import time
from pathlib import Path

if sys.platform != "emscripten":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "pyodide_src"))

import numpy as np

from attention_core import attention, causal_mask

SIZES = [(8, 8), (16, 16), (64, 32), (128, 64), (512, 64), (2048, 64)]


def shares(scores):
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def loop(queries, keys, values):
    """One query of one head at a time: what one writes first."""
    n_heads, n_tokens, width = queries.shape
    context = np.empty_like(values)
    for head in range(n_heads):
        for i in range(n_tokens):
            weights = shares(keys[head] @ queries[head, i] / math.sqrt(width))
            context[head, i] = weights @ values[head]
    return context


def einsum_plain(queries, keys, values):
    scores = np.einsum("hqd,hkd->hqk", queries, keys) / math.sqrt(queries.shape[-1])
    return np.einsum("hqk,hkd->hqd", shares(scores), values)


def einsum_optimized(queries, keys, values):
    scores = np.einsum("hqd,hkd->hqk", queries, keys, optimize=True) / math.sqrt(queries.shape[-1])
    return np.einsum("hqk,hkd->hqd", shares(scores), values, optimize=True)


def core(queries, keys, values):
    return attention(queries, keys, values)


def core_causal(queries, keys, values):
    return attention(queries, keys, values, mask=causal_mask(queries.shape[-2]))


def core_with_intermediates(queries, keys, values):
    return attention(queries, keys, values, return_cache=True)


CONTESTANTS = (core, core_causal, core_with_intermediates, einsum_plain, einsum_optimized, loop)


def medians(arrays, seconds):
    """{contestant: median seconds}; rounds of all in turn, as many as fit, so that they share the machine's moods."""
    for contestant in CONTESTANTS:
        contestant(*arrays)
    times = {contestant: [] for contestant in CONTESTANTS}
    order, end = random.Random(0), time.perf_counter() + seconds
    while len(times[core]) < 6 or time.perf_counter() < end and len(times[core]) < 2000:
        # In an order of chance, for who follows the loop finds a cold cache.
        for contestant in order.sample(CONTESTANTS, len(CONTESTANTS)):
            start = time.perf_counter()
            contestant(*arrays)
            times[contestant].append(time.perf_counter() - start)
    return {contestant: statistics.median(found) for contestant, found in times.items()}


def run(largest, seconds):
    print(f"NumPy {np.__version__}, Python {sys.version.split()[0]}, {sys.platform}")
    print("   n   d  heads |  core ms  causal  cache |  einsum ms  ratio |   loop ms   ratio")
    rng = np.random.default_rng(0)
    for n, d in SIZES:
        if n > largest:
            continue
        for n_heads in (1, 12):
            arrays = [rng.standard_normal((n_heads, n, d)) for _ in range(3)]
            assert np.allclose(core(*arrays), loop(*arrays)) and np.allclose(core(*arrays), einsum_plain(*arrays))
            found = {contestant: 1000 * median for contestant, median in medians(arrays, seconds).items()}
            best = min(found[einsum_plain], found[einsum_optimized])
            print(
                f"{n:4} {d:3} {n_heads:6} | {found[core]:8.3f} {found[core_causal]:7.3f} {found[core_with_intermediates]:6.3f}"
                f" | {best:10.3f} {best / found[core]:6.2f} | {found[loop]:9.2f} {found[loop] / found[core]:7.1f}",
                flush=True,
            )


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=int, default=2048, help="leave out sizes with more tokens than this")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to measure each size")
    parser.add_argument("--pyodide", action="store_true", help="measure in the reader's Python")
    options = parser.parse_args(arguments)
    if not options.pyodide:
        return run(options.largest, options.seconds)
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from builder.runtime.node_python import run_in_pyodide

    done = run_in_pyodide(
        Path(__file__).read_text(encoding="utf-8"),
        arguments=["--largest", str(options.largest), "--seconds", str(options.seconds)],
        filename="attention_speed.py",
        timeout=1800,
    )
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
