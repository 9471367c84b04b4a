"""The measurements of this lesson: where a trained network looks, and what each gradient path is worth.

Trains every network of the tables from pinned seeds and prints them as Markdown, as they stand in the lesson:

    PYTHONPATH=pyodide_src python content/4-atencion/4-la-atencion-de-bahdanau/maps.py

About five minutes on one core. What is measured are 200 sentences with two nouns, held out of the training.
"""

import numpy as np

from attention_core.toy_translation import evaluate, held_out_pairs, toy_batch, toy_config, training_pairs
from attention_core.training import start_training, train_translator
from attention_core.translator import init_translator, translator_forward

STEPS = 300
TEST = held_out_pairs(2)


def training(config, seed, embeddings=1, **paths):
    """The states of STEPS updates from a start whose embeddings are `embeddings` times the usual ones."""
    start = init_translator(config, seed)
    for name in ("source_embedding", "target_embedding"):
        start[name] = start[name] * embeddings
    batch = toy_batch(training_pairs())
    return train_translator(config, batch, state=start_training(start), seed=seed, steps=STEPS, **paths)


def offsets(params, config):
    """How far each word's largest weight falls from the token that it translates; <EOS> does not count."""
    batch = toy_batch(TEST)
    weights = translator_forward(batch, params, config)[1].weights
    return np.array([
        weights[n, i, : batch.source_lengths[n]].argmax() - position
        for n, pair in enumerate(TEST)
        for i, position in enumerate(pair.alignment)
        if position >= 0
    ])


def shown(shares):
    """The smallest and the largest share, joined so that no line breaks inside."""
    low, high = f"{min(shares):.2f}", f"{max(shares):.2f}"
    return low if low == high else f"{low}\u2060–\u2060{high}"


def maps_table(seeds):
    print("| el encoder lee | frases exactas | mira al siguiente | mira al token que traduce, red por red |")
    print("|---|---:|---:|---:|")
    for encoder, embeddings, reads in (
        ("forward", 1, "hacia delante"),
        ("bidirectional", 1, "en los dos sentidos"),
        ("forward", 10, "hacia delante, embeddings × 10"),
    ):
        config = toy_config(encoder=encoder)
        exact, next_token, own_token = [], [], []
        for seed in seeds:
            *_, last = training(config, seed, embeddings)
            away = offsets(last.params, config)
            exact.append(evaluate(last.params, config, TEST).exact_match)
            next_token.append(np.mean(away == 1))
            own_token.append(np.mean(away == 0))
        each = ", ".join(f"{share:.2f}" for share in sorted(own_token))
        print(f"| {reads} | {shown(exact)} | {shown(next_token)} | {each} |", flush=True)


def paths_table(seeds, moments):
    print("| caminos abiertos hacia el encoder |", " | ".join(f"{step} pasos" for step in moments), "|")
    print("|---|" + "---:|" * len(moments))
    config = toy_config()
    for value, score, name in (
        (True, True, "los dos"),
        (True, False, "sólo el del contenido"),
        (False, True, "sólo el de la puntuación"),
    ):
        shares = {step: [] for step in moments}
        for seed in seeds:
            for state in training(config, seed, value_path=value, score_path=score):
                if state.step in moments:
                    shares[state.step].append(evaluate(state.params, config, TEST).exact_match)
        print(f"| {name} |", " | ".join(", ".join(f"{x:.2f}" for x in shares[step]) for step in moments), "|", flush=True)


def main():
    maps_table(range(6))
    print()
    paths_table(range(3), (150, 300))


if __name__ == "__main__":
    main()
