"""«Puntuar de tres maneras»: dot, general and additive side by side on the same states, with what each one has to learn.

The states of the encoder are those of the lesson on the idea of attention; those of the decoder and the parameters are the
draw that the lesson's cell makes. The trained networks are the bidirectional checkpoints of `attention_core`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from attention_core import additive_scores, dot_scores, general_scores, score_parameter_count, softmax

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, slider, stepper
from explorables.marks import Figures, HeatMap, Mark, Named, Panel, SideColumn, Table, Text
from explorables.numbers import fixed
from explorables.views.alignment_map import ENCODER_STATES, OUTPUT, SOURCE

SCORERS = ("dot", "general", "additive")
NAMES = ("dot", "general", "aditiva")
NETWORKS = {"dot": "bi_dot_d32", "general": "bi_general_d32", "additive": "bi_additive_d32"}
TRAINED_STEPS = 300
WIDTH = ENCODER_STATES.shape[1]


@dataclass(frozen=True)
class State:
    """Where the decoder's states come from, the output step that looks, and the width d_h for the count of parameters."""

    start: str = choice(
        [("zero", "s₀ = 0, los demás al azar"), ("random", "todos al azar"), ("trained", "redes entrenadas")],
        default="zero",
        label="Estados del decoder",
    )
    step: int = stepper(1, len(OUTPUT), default=1, label="Paso de la salida", names=OUTPUT, play=False)
    width: int = slider(1, 512, default=32, scale="log2", label="Tamaño de los estados")


class Draw(NamedTuple):
    """Decoder states, (8, 3), and the parameters of the two scores that have any."""

    states: np.ndarray
    start: np.ndarray
    general: dict[str, np.ndarray]
    additive: dict[str, np.ndarray]


@lru_cache(maxsize=1)
def drawn() -> Draw:
    """The draw of the lesson's cell: seed 0, decoder states first, then W, W_a, U_a and v_a."""
    rng = np.random.default_rng(0)
    states = rng.normal(size=(len(OUTPUT), WIDTH))
    W = rng.normal(size=(WIDTH, WIDTH))
    W_a, U_a, v_a = rng.normal(size=(WIDTH, 4)), rng.normal(size=(WIDTH, 4)), rng.normal(size=4)
    start = states[0].copy()
    states[0] = 0.0
    return Draw(states, start, {"W_a": W}, {"W_a": W_a, "U_a": U_a, "v_a": v_a})


@lru_cache(maxsize=3)
def weights(start: str) -> np.ndarray:
    """The alignments of the three scores, (3, 8, 6), in the order of SCORERS."""
    if start == "trained":
        return np.stack([_trained(name) for name in SCORERS])
    draw = drawn()
    queries = draw.states.copy()
    if start == "random":
        queries[0] = draw.start
    scores = [
        dot_scores(queries, ENCODER_STATES),
        general_scores(queries, ENCODER_STATES, draw.general),
        additive_scores(queries, ENCODER_STATES, draw.additive),
    ]
    return softmax(np.stack(scores))


def _trained(name: str) -> np.ndarray:
    """The alignment, (8, 6), that a trained network makes as it translates the sentence."""
    from attention_core.checkpoints import load_checkpoint
    from attention_core.toy_translation import translate_words

    network = load_checkpoint(NETWORKS[name], TRAINED_STEPS)
    words, alignment = translate_words(list(SOURCE), network.params, network.config)
    if tuple(words) != OUTPUT:
        raise ValueError(f"{NETWORKS[name]} translates the sentence as {words}")
    return np.asarray(alignment, dtype=float)


def evenness(row: np.ndarray) -> bool:
    """Whether a row gives the same to all."""
    return bool(np.abs(row - 1 / row.size).max() < 1e-9)


class ThreeScores(Explorable):
    title = "Puntuar de tres maneras"
    State = State
    prediction = Prediction(
        "Entrena las tres redes trescientos pasos. En el primero, al escribir «yesterday», ¿adónde miran dot y general?",
        [
            PredictionChoice("A «ayer»: para eso se entrenan", "La aditiva sí. Las otras dos multiplican por s₀ = 0 todo lo que aprendan, y un cero no se deja enseñar."),
            PredictionChoice("A todas partes por igual", "Sus puntuaciones son cero antes y después: un sexto a cada token, digan lo que digan los parámetros.", True),
            PredictionChoice("Dot no, porque no tiene parámetros; general sí", "La matriz de general también se multiplica por s₀, y da cero igual."),
        ],
        {"start": "trained", "step": 1},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        rows = weights(s.start)[:, s.step - 1]
        return [
            HeatMap(
                rows,
                NAMES,
                SOURCE,
                label=f"Pesos del paso {s.step}, «{OUTPUT[s.step - 1]}», con cada puntuación",
                parts=NAMES,
                column_parts=[f"in-{position}" for position in range(1, len(SOURCE) + 1)],
                side=SideColumn("mira a", ["todos" if evenness(row) else SOURCE[int(np.argmax(row))] for row in rows], "decoder"),
            ),
            Text(self._remark(s, rows), part="remark", lines=2),
            Panel(
                f"Parámetros que hay que aprender para puntuar, con estados de {s.width} números",
                [Figures([Named(name, fixed(count, 0), "score", f"count-{name}") for name, count in zip(NAMES, counts(s.width))])],
                part="counts",
            ),
        ]

    @staticmethod
    def _remark(s: State, rows: np.ndarray) -> str:
        if s.start == "trained":
            begin, goes_on = f"Tres redes, tras {TRAINED_STEPS} pasos de entrenar", "siguen dando"
        else:
            begin, goes_on = "Mismos estados en las tres filas", "dan"
        even = [name for name, row in zip(NAMES, rows) if evenness(row)]
        if not even:
            return f"{begin}; ninguna es plana."
        return f"{begin}; con s₀ = 0, {' y '.join(even)} {goes_on} lo mismo a todos."

    def describe(self, s: State) -> str:
        rows = weights(s.start)[:, s.step - 1]
        looks = [
            f"{name}, igual a todos" if evenness(row) else f"{name}, {fixed(row.max())} a «{SOURCE[int(np.argmax(row))]}»"
            for name, row in zip(NAMES, rows)
        ]
        learned = " / ".join(fixed(count, 0) for count in counts(s.width))
        return f"Paso {s.step}, «{OUTPUT[s.step - 1]}»: {'; '.join(looks)}. Parámetros, con estados de {s.width} números: {learned}."

    def table(self, s: State) -> Table:
        rows = weights(s.start)[:, s.step - 1]
        return Table(
            f"Pesos del paso {s.step}, «{OUTPUT[s.step - 1]}», y parámetros con estados de {s.width} números",
            ["Puntuación", *SOURCE, "Parámetros"],
            [[name, *(fixed(weight, 3) for weight in row), fixed(count, 0)] for name, row, count in zip(NAMES, rows, counts(s.width))],
        )

    def values(self, s: State) -> dict[str, str]:
        rows = weights(s.start)[:, s.step - 1]
        found = {name: fixed(row.max()) for name, row in zip(NAMES, rows)}
        return found | {f"count-{name}": fixed(count, 0) for name, count in zip(NAMES, counts(s.width))}

    def states(self) -> Iterable[State]:
        first = State()
        return [replace(first, start=start, step=step) for start in ("zero", "random", "trained") for step in range(1, len(OUTPUT) + 1)]


def counts(width: int) -> list[int]:
    """Parameters of each scorer with states of `width` and, for the additive one, a layer of `width`: 0, d², 2d² + d."""
    return [score_parameter_count(name, width) for name in SCORERS]
