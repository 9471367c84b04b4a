"""The measurements of this lesson: how many whole sentences survive a summary of fixed size.

Trains every model of the tables from pinned seeds and prints them as Markdown, ready to be compared with the lesson:

    PYTHONPATH=pyodide_src python content/4-atencion/2-el-cuello-de-botella/measure.py

About ten minutes on one core. All the sentences that are measured are held out of the training.
"""

import numpy as np

from attention_core.measures import exact_match, until_end
from attention_core.tasks import sentence_pairs, source_vocabulary, target_vocabulary
from attention_core.tasks.grammar import NOUNS
from attention_core.tokenizing import BOS, EOS, pad_batch
from attention_core.training import train_translator, translator_batch
from attention_core.translator import TranslatorConfig, translate, translator_forward

SEEDS = (0, 1, 2)
PHRASES = (1, 2, 3)
SPANISH, ENGLISH = source_vocabulary(), target_vocabulary()
BEGIN, END = (int(ENGLISH.encode([token])[0]) for token in (BOS, EOS))
ENGLISH_NOUNS = {noun[2] for noun in NOUNS}

# The fixed models get every help: gates, twice the steps, and the summary again at each step of the decoder.
FIXED = {"encoder": "forward", "cell": "gru", "wiring": "fixed_every_step"}
ATTENTION = {"encoder": "bidirectional", "cell": "tanh", "wiring": "bahdanau", "score": "additive"}
MODELS = (
    ("resumen fijo, $d_h = 16$", FIXED, 16, 600),
    ("resumen fijo, $d_h = 32$", FIXED, 32, 600),
    ("resumen fijo, $d_h = 64$", FIXED, 64, 600),
    ("atención, $d_h = 16$", ATTENTION, 16, 300),
    ("atención, $d_h = 32$", ATTENTION, 32, 300),
)


def held_out(training, phrases):
    return sentence_pairs(200, phrases=(phrases,), seed=10 + phrases, exclude=training)


def trained(config, pairs, seed, steps):
    """Parameters after `steps` updates on `pairs`."""
    *_, last = train_translator(config, translator_batch(pairs, SPANISH, ENGLISH), seed=seed, steps=steps)
    return last.params


def whole_sentences(params, config, pairs):
    """Share of `pairs` that come out right from the first token to <EOS>, written greedily."""
    source, lengths = pad_batch([SPANISH.encode(pair.source) for pair in pairs])
    written = until_end(translate(source, params, config, lengths, begin=BEGIN, end=END)[0], END)
    return exact_match(written, [ENGLISH.encode(pair.target) for pair in pairs])


def nouns_right(params, config, pairs):
    """Share of the right nouns, by order in the sentence, when the right previous words are given."""
    batch = translator_batch(pairs, SPANISH, ENGLISH)
    guesses = translator_forward(batch, params, config)[0].argmax(axis=-1)
    right = guesses == batch.target_outputs
    places = [[i for i, word in enumerate(pair.target) if word in ENGLISH_NOUNS] for pair in pairs]
    return np.mean([[right[n, place] for place in row] for n, row in enumerate(places)], axis=0)


def shown(values):
    """«0.66–0.71», or one number when all the seeds agree."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}–{high}"


def sentences_table(training):
    print("| modelo | números que aprende | 1 nombre | 2 nombres | 3 nombres |")
    print("|---|---:|---:|---:|---:|")
    nouns = []
    for name, choices, d_hidden, steps in MODELS:
        config = TranslatorConfig(len(SPANISH), len(ENGLISH), d_hidden=d_hidden, **choices)
        runs = [trained(config, training, seed, steps) for seed in SEEDS]
        size = sum(array.size for array in runs[0].values())
        tests = [held_out(training, phrases) for phrases in PHRASES]
        cells = [shown([whole_sentences(run, config, pairs) for run in runs]) for pairs in tests]
        print("|", " | ".join([name, f"{size:,}".replace(",", "\u202f"), *cells]), "|", flush=True)
        nouns.append((name, [nouns_right(run, config, tests[-1]) for run in runs]))
    return nouns


def nouns_table(nouns):
    print("| modelo | primer nombre | segundo | tercero |")
    print("|---|---:|---:|---:|")
    for name, runs in nouns:
        print("|", " | ".join([name, *(shown(place) for place in np.transpose(runs))]), "|")


def unseen_length():
    """Trained with one and two nouns, asked for three."""
    training = sentence_pairs(1500, phrases=(1, 2), seed=0)
    test = held_out(training, 3)
    for name, choices, d_hidden, steps in (MODELS[1], MODELS[4]):
        config = TranslatorConfig(len(SPANISH), len(ENGLISH), d_hidden=d_hidden, **choices)
        print(name, shown([whole_sentences(trained(config, training, seed, steps), config, test) for seed in SEEDS]))


def main():
    nouns = sentences_table(sentence_pairs(1500, phrases=PHRASES, seed=0))
    print()
    nouns_table(nouns)
    print()
    unseen_length()


if __name__ == "__main__":
    main()
