"""The measurements of this lesson: how many whole sentences survive a summary of fixed size.

Trains every network of the tables from pinned seeds, prints them as Markdown, as they stand in the lesson, and writes
what the figure draws, the shares of the first table seed by seed, to measures.json:

    PYTHONPATH=pyodide_src python content/4-atencion/2-el-cuello-de-botella/measure.py

With `--check` it writes nothing, and says whether measures.json is what it would have written. About ten minutes on one core. All the sentences that are measured are held out of the training.
"""

import json
import sys
from pathlib import Path

import numpy as np

from attention_core.tasks import sentence_pairs
from attention_core.tasks.grammar import NOUNS
from attention_core.toy_translation import evaluate, toy_batch, toy_config
from attention_core.training import train_translator
from attention_core.translator import translator_forward

MEASURES = Path(__file__).with_name("measures.json")
SEEDS = (0, 1, 2)
PHRASES = (1, 2, 3)
ENGLISH_NOUNS = {noun[2] for noun in NOUNS}

# The fixed networks get every help: gates, twice the steps, and the summary again at each step of the decoder.
FIXED = {"encoder": "forward", "cell": "gru", "wiring": "fixed_every_step"}
ATTENTION = {"encoder": "bidirectional", "cell": "tanh", "wiring": "bahdanau", "score": "additive"}
NETWORKS = (
    # name, choices, updates, whether the source is read from its end
    ("resumen fijo, $d_h = 16$", toy_config(d_hidden=16, **FIXED), 600, False),
    ("resumen fijo, $d_h = 32$", toy_config(d_hidden=32, **FIXED), 600, False),
    ("resumen fijo, $d_h = 32$, leyendo al revés", toy_config(d_hidden=32, **FIXED), 600, True),
    ("resumen fijo, $d_h = 64$", toy_config(d_hidden=64, **FIXED), 600, False),
    ("atención, $d_h = 16$", toy_config(d_hidden=16, **ATTENTION), 300, False),
    ("atención, $d_h = 32$", toy_config(d_hidden=32, **ATTENTION), 300, False),
)


def held_out(training, phrases):
    return sentence_pairs(200, phrases=(phrases,), seed=100 + phrases, exclude=training)


def turned(pairs):
    """The same pairs with the source from its last word to its first (Sutskever et al., 2014)."""
    return [pair._replace(source=pair.source[::-1]) for pair in pairs]


def trained(config, pairs, seed, steps):
    """Parameters after `steps` updates on `pairs`."""
    *_, last = train_translator(config, toy_batch(pairs), seed=seed, steps=steps)
    return last.params


def nouns_right(params, config, pairs):
    """Share of the right nouns, by order in the sentence, when the right previous words are given."""
    batch = toy_batch(pairs)
    right = translator_forward(batch, params, config)[0].argmax(axis=-1) == batch.target_outputs
    places = [[i for i, word in enumerate(pair.target) if word in ENGLISH_NOUNS] for pair in pairs]
    return np.mean([[right[n, place] for place in row] for n, row in enumerate(places)], axis=0)


def shown(values):
    """«0.66–0.71», joined so that no line breaks inside; one number when all the seeds agree."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}\u2060–\u2060{high}"


def sentences_table(training):
    print("| red | parámetros | 1 nombre | 2 nombres | 3 nombres |")
    print("|---|---:|---:|---:|---:|")
    nouns, records = [], []
    for name, config, steps, from_the_end in NETWORKS:
        seen = turned if from_the_end else list
        runs = [trained(config, seen(training), seed, steps) for seed in SEEDS]
        size = sum(array.size for array in runs[0].values())
        tests = [seen(held_out(training, phrases)) for phrases in PHRASES]
        shares = [[evaluate(run, config, pairs).exact_match for run in runs] for pairs in tests]
        cells = [shown(each) for each in shares]
        records.append({"network": name.replace("$", ""), "shares": [sorted(round(share, 4) for share in each) for each in shares]})
        print("|", " | ".join([name, f"{size:,}".replace(",", "\u202f"), *cells]), "|", flush=True)
        nouns.append((name, [nouns_right(run, config, tests[-1]) for run in runs]))
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    return nouns, f"[\n{lines}\n]\n"


def nouns_table(nouns):
    print("| red | primer nombre | segundo | tercero |")
    print("|---|---:|---:|---:|")
    for name, runs in nouns:
        print("|", " | ".join([name, *(shown(place) for place in np.transpose(runs))]), "|", flush=True)


def simple_table():
    """Without gates, trained with one and two nouns: which of the two is right, by the direction of reading."""
    config = toy_config(encoder="forward", wiring="fixed_every_step")
    training = sentence_pairs(1500, phrases=(1, 2), seed=0)
    print("| la red sin compuertas lee | primer nombre | segundo |")
    print("|---|---:|---:|")
    for name, seen in (("del principio al final", list), ("del final al principio", turned)):
        test = seen(held_out(training, 2))
        runs = [nouns_right(trained(config, seen(training), seed, 600), config, test) for seed in SEEDS]
        print("|", " | ".join([name, *(shown(place) for place in np.transpose(runs))]), "|", flush=True)


def main(arguments):
    nouns, measures = sentences_table(sentence_pairs(1500, phrases=PHRASES, seed=0))
    print()
    nouns_table(nouns)
    print()
    simple_table()
    if arguments != ["--check"]:
        MEASURES.write_text(measures, encoding="utf-8")
    elif MEASURES.read_text(encoding="utf-8") != measures:
        sys.exit(f"{MEASURES.name}: distinto de lo que sale hoy")


if __name__ == "__main__":
    main(sys.argv[1:])
