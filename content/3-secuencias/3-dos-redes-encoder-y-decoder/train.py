"""The networks of this lesson, from pinned seeds: its table, and the weights that its figure and cells show.

    PYTHONPATH=pyodide_src python content/3-secuencias/3-dos-redes-encoder-y-decoder/train.py

prints the table as it stands in the lesson; with `--weights`, it trains the two networks of the figure anew and writes
`pyodide_src/explorables/views/reversed_digits.npz`; with `--check`, it prints the table and says whether those weights come out
again. A few minutes on one core. The same machine and versions give the same bytes; elsewhere a few weights may differ in their
last half-precision digits.
"""

import io
import sys
import zipfile

import numpy as np

from attention_core.tasks import reversal
from attention_core.training import train_translator
from attention_core.translator import Batch
from explorables.views.reversed_digits import BEGIN, DIGITS, config, exact_matches, weights_path

SEEDS = (0, 1, 2)
LONGEST = (6, 9)
STEPS = 600
COUNT = 1000
WIRINGS = (("fixed", "sólo al arrancar"), ("fixed_every_step", "en cada paso"))


def lessons(longest):
    """1,000 sequences of each length up to `longest`, and the same backwards, as one Batch."""
    lengths = np.repeat(np.arange(1, longest + 1), COUNT)
    sources, targets = (np.zeros((len(lengths), longest), np.int64) for _ in range(2))
    for length in range(1, longest + 1):
        rows = lengths == length
        sources[rows, :length], targets[rows, :length] = reversal(COUNT, length, DIGITS, seed=100 + length)
    inputs = np.concatenate([np.full((len(targets), 1), BEGIN), targets[:, :-1]], axis=1)
    return Batch(sources, lengths, inputs, targets, lengths)


def trained(longest, seed=0, wiring="fixed"):
    """Parameters after STEPS updates on sequences of up to `longest` digits."""
    *_, last = train_translator(config(wiring), lessons(longest), seed=seed, steps=STEPS)
    return last.params


def shown(values):
    """«0.66–0.71», joined so that no line breaks inside; one number when all the seeds agree."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}\u2060–\u2060{high}"


def table():
    lengths = range(3, 10)
    print("| el resumen se entrega | aprendió hasta |", " | ".join(map(str, lengths)), "|")
    print("|---|---:|" + "---:|" * len(lengths))
    for wiring, words in WIRINGS:
        for longest in LONGEST:
            runs = [exact_matches(trained(longest, seed, wiring), config(wiring)) for seed in SEEDS]
            cells = [shown([run[length - 1] for run in runs]) for length in lengths]
            print("|", " | ".join([words, f"{longest} cifras", *cells]), "|", flush=True)


def write_weights():
    nets = {f"up_to_{longest}": trained(longest) for longest in LONGEST}
    with zipfile.ZipFile(weights_path(), "w", zipfile.ZIP_STORED) as archive:
        for name, params in nets.items():
            member = io.BytesIO()
            flat = np.concatenate([array.ravel() for array in params.values()]).astype(np.float16)
            np.lib.format.write_array(member, flat, version=(1, 0), allow_pickle=False)
            # A fixed date and system, so that the bytes tell nothing about when and where they were made.
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            archive.writestr(entry, member.getvalue())


def check_weights(which=LONGEST):
    with np.load(weights_path()) as shipped:
        for longest in which:
            made = np.concatenate([array.ravel() for array in trained(longest).values()])
            kept = shipped[f"up_to_{longest}"].astype(np.float64)
            if made.shape != kept.shape or not np.allclose(made, kept, rtol=4e-3, atol=2e-3):
                sys.exit(f"{weights_path().name}: up_to_{longest} no es lo que sale hoy")


if __name__ == "__main__":
    if sys.argv[1:] == ["--weights"]:
        write_weights()
    else:
        table()
        if sys.argv[1:] == ["--check"]:
            check_weights()
