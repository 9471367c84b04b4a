"""A translation as marks: what came of the encoder, what was written and how surely, and how the network fares."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from typing import NamedTuple

from attention_core.toy_translation import vocabularies
from explorables.marks import (
    Axes,
    Columns,
    Curve,
    Dense,
    Figures,
    HeatMap,
    Histogram,
    Mark,
    Named,
    Panel,
    Shares,
    Table,
    Text,
    WordButtons,
    Words,
)
from explorables.numbers import THIN_SPACE, fixed, percent, snapped
from explorables.views.translating.networks import MODELS, Answer, Count, Network
from explorables.views.translating.sentences import Reading, unknown

PIECES = 4
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_LOSS = 3.5


class History(NamedTuple):
    """A training in the page so far: `losses` of its batches, and (step, exact with one noun, with two) now and then."""

    last_step: int
    losses: Sequence[float]
    counts: Sequence[tuple[int, float, float]]


def wrong_words(written: Sequence[str], right: Sequence[str]) -> list[bool]:
    """Which written words have no place in the right sentence, in the longest way to lay one over the other."""
    kept = difflib.SequenceMatcher(None, written, right, autojunk=False).get_matching_blocks()
    places = {block.a + offset for block in kept for offset in range(block.size)}
    return [place not in places for place in range(len(written))]


def probability_text(log_probability: float) -> str:
    """«0.91», or «2.7 · 10⁻¹⁷» when two decimals would not show it."""
    power = snapped(log_probability / math.log(10))
    if power >= -2:
        return fixed(10**power)
    exponent = math.floor(power)
    mantissa = fixed(10 ** (power - exponent), 1)
    if mantissa == "10.0":
        mantissa, exponent = "1.0", exponent + 1
    return f"{mantissa}{THIN_SPACE}·{THIN_SPACE}10{str(exponent).translate(SUPERSCRIPTS)}"


def composing(words: Sequence[str], reading: Reading) -> Mark:
    """Buttons for the words that may come next, or in place of the first one that may not; one takes the last word back."""
    before, after = list(words[: reading.fits]), list(words[reading.fits + 1 :])
    if reading.fits < len(words):
        name = f"En lugar de «{words[reading.fits]}» puede ir"
    else:
        name = "Puede seguir con" if words else "Puede empezar por"
    quiet = (f"quitar «{words[-1]}»", {"sentence": " ".join(words[:-1])}) if words else None
    return WordButtons(name, [(word, {"sentence": " ".join([*before, word, *after])}) for word in reading.follows], quiet)


def stranger(words: Sequence[str]) -> list[Mark]:
    """For a sentence that the network cannot read: which words it does not have."""
    found = unknown(tuple(words))
    if not found:
        return [Text("Escribe una frase, o hazla con los botones.", "warning", part="problem")]
    said = [f"«{word}»" + (f" (¿querías decir «{near}»?)" if near else "") for word, near in found]
    one = len(found) == 1
    strangers = {word for word, _ in found}
    return [
        Words("Entra", words, f"Frase: {' '.join(words)}", "encoder", [word in strangers for word in words], part="source"),
        Text(
            f"La red no tiene {'esta palabra' if one else 'estas palabras'}: {', '.join(said)}. "
            f"Su vocabulario de entrada es de {len(vocabularies()[0])} tokens y no hay más.",
            "warning",
            part="problem",
        ),
    ]


def translation(words: Sequence[str], given: Answer, reading: Reading, model: str, show: str) -> list[Mark]:
    """A sentence and what came of it."""
    source = Words(
        "Entra", words, f"Frase: {' '.join(words)}", "encoder", parts=[f"col-{place}" for place in range(1, len(words) + 1)],
        part="source",
    )  # fmt: skip
    written = Words(
        "Sale", given.words, said_answer(given, reading), "decoder",
        wrong_words(given.words, reading.right) if reading.right else None, part="answer",
    )  # fmt: skip
    result = [written, Text(verdict(given, reading), part="verdict")]
    if show == "steps":
        return [source, *result, _steps(given)]
    if model == "fixed":
        return [source, _summary(given), *result]
    return [source, *result, _map(words, given)]


def verdict(given: Answer, reading: Reading) -> str:
    """Whether it is right, and what would be."""
    if reading.right is None:
        return "La frase no sigue la gramática del juguete: no hay traducción correcta con que compararla."
    if given.words == reading.right:
        return "Es la traducción correcta, de la primera palabra a la última."
    return f"La correcta: {' '.join(reading.right)}"


def said_answer(given: Answer, reading: Reading) -> str:
    wrong = wrong_words(given.words, reading.right) if reading.right else [False] * len(given.words)
    strays = [word for word, stray in zip(given.words, wrong) if stray]
    ending = f"; equivocadas: {', '.join(strays)}" if strays else ""
    return f"Traducción: {' '.join(given.words)}{ending}"


def _map(words: Sequence[str], given: Answer) -> Mark:
    return Dense(
        HeatMap(
            given.weights,
            given.words,
            words,
            label="Pesos de cada palabra de la salida sobre los tokens de la entrada. " + "; ".join(
                f"{word}: {words[int(snapped_argmax(row))]} {fixed(row.max())}" for word, row in zip(given.words, given.weights)
            ),
            parts=[f"row-{place}" for place in range(1, len(given.words) + 1)],
            column_parts=[f"col-{place}" for place in range(1, len(words) + 1)],
        )
    )  # fmt: skip


def snapped_argmax(row: Sequence[float]) -> int:
    """The place of the greatest number; of equal ones, the first, on any machine."""
    return max(range(len(row)), key=lambda place: (snapped(row[place]), -place))


def _summary(given: Answer) -> Mark:
    count = len(given.summary)
    return Panel(
        f"Pasa: los {count} números de c, los mismos para todas las palabras",
        [
            Axes(
                (0, count),
                (-1, 1),
                [Histogram(range(count + 1), given.summary, ink="context")],
                f"Los {count} números del vector de contexto: " + ", ".join(fixed(number) for number in given.summary),
                x_ticks=[0.5, count - 0.5],
                x_names=["1", str(count)],
                y_ticks=[-1, 0, 1],
                width=400,
                height=130,
            )
        ],
        part="summary",
    )


def _steps(given: Answer) -> Mark:
    target = vocabularies()[1]
    pieces = []
    for row, word in zip(given.probabilities, given.words):
        order = sorted(range(len(row)), key=lambda place: (-snapped(row[place]), place))
        first = target.ids[word]
        others = [place for place in order if place != first][: PIECES - 1]
        pieces.append([(target.tokens[place], float(row[place])) for place in (first, *others)])
    last = len(given.words)
    return Shares(
        given.words,
        pieces,
        "Reparto sobre la palabra siguiente, paso a paso. "
        + "; ".join(f"{word} {fixed(share, 3)}" for word, share in zip(given.words, given.chosen)),
        heading=("reparto sobre la palabra siguiente", "elegida"),
        texts=[fixed(share, 3) for share in given.chosen],
        ink="decoder",
        parts=[f"step-{step} end" if step == last else f"step-{step}" for step in range(1, last + 1)],
    )


def figures(network: Network, one: Count, two: Count, given: Answer | None, show: str) -> Mark:
    """How the network fares, and how probable it finds what it wrote."""
    named = [Named("pasos de entrenamiento", str(network.step), part="step")]
    if network.loss is not None:
        named.append(Named("pérdida del último lote", fixed(network.loss), part="loss"))
    named += [
        Named("frases exactas, un nombre", percent(one.exact), "decoder", "exact-1"),
        Named("frases exactas, dos nombres", percent(two.exact), "decoder", "exact-2"),
    ]
    if network.model != "fixed" and show == "map":
        named.append(Named("mira al token que traduce", percent(two.agreement), "weight", "agreement"))
    if given is not None and show == "steps":
        named.append(Named("probabilidad de la frase", probability_text(given.log_probability), "decoder", "probability"))
    return Figures(named)


def curves(history: History) -> Mark:
    """The loss of each batch, and the sentences translated whole, as the training goes on."""
    steps = range(1, len(history.losses) + 1)
    loss = [(step, min(value, MOST_LOSS)) for step, value in zip(steps, history.losses)]
    width = (0, history.last_step)
    exact = [
        Curve([(step, 100 * counts[place]) for step, *counts in history.counts], "decoder", dashed=place == 1)
        for place in (0, 1)
        if history.counts
    ]
    said = "Pérdida: aún no hay"
    if history.losses:
        said = f"Pérdida: {fixed(history.losses[-1])} tras {len(history.losses)} pasos"
    return Columns([
        Panel(
            "Pérdida de cada lote",
            [Axes(width, (0, MOST_LOSS), [Curve(loss)] if loss else [], said, x_label="pasos", height=190)],
            part="loss-curve",
        ),
        Panel(
            "Frases exactas con un nombre y, a trazos, con dos",
            [
                Axes(
                    width, (0, 100), exact,
                    "Frases exactas: " + "; ".join(f"{step} pasos, {percent(a)} y {percent(b)}" for step, a, b in history.counts),
                    x_label="pasos", y_label="%", height=190,
                )
            ],
            part="exact-curve",
        ),
    ])  # fmt: skip


def data_table(words: Sequence[str], given: Answer, model: str, show: str) -> Table:
    """The numbers of the picture."""
    if show == "steps":
        target = vocabularies()[1]
        rows = []
        for step, (word, row, share) in enumerate(zip(given.words, given.probabilities, given.chosen), 1):
            order = sorted(range(len(row)), key=lambda place: (-snapped(row[place]), place))
            second = next(place for place in order if target.tokens[place] != word)
            rows.append([str(step), word, fixed(share, 3), target.tokens[second], fixed(row[second], 3)])
        return Table(
            "Probabilidad de cada palabra escrita, y de la siguiente mejor",
            ["Paso", "Palabra", "Probabilidad", "Si no", "Probabilidad de esa"],
            rows,
        )
    if model == "fixed":
        numbers = [[str(place), fixed(value)] for place, value in enumerate(given.summary, 1)]
        return Table("Los números del vector de contexto", ["Número", "Valor"], numbers)
    return Table(
        "Pesos de cada palabra de la salida sobre los tokens de la entrada",
        ["Palabra", *words],
        [
            [f"{step}. {word}", *(fixed(weight) for weight in row)]
            for step, (word, row) in enumerate(zip(given.words, given.weights), 1)
        ],
    )


def sentence(network: Network, given: Answer, words: Sequence[str], reading: Reading) -> str:
    """What happened, said."""
    name = MODELS[network.model].words
    when = "sin entrenar" if network.step == 0 else f"tras {network.step} pasos"
    said = f"{name[0].upper()}{name[1:]}, {when}, traduce «{' '.join(words)}» como «{' '.join(given.words)}»"
    if reading.right is None:
        return f"{said}. La frase no sigue la gramática del juguete."
    if given.words == reading.right:
        return f"{said}, y acierta."
    return f"{said}. La traducción correcta es «{' '.join(reading.right)}»."
