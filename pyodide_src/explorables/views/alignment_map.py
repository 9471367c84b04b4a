"""«Mapa de alineación»: eight output steps over six source tokens, and the fixed summary as a frozen row.

The alignment is written by hand for the lesson on the idea of attention; nothing here is learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from explorables.explorable import Explorable
from explorables.fields import slider, stepper, toggle
from explorables.marks import (
    Bars,
    Columns,
    Figures,
    HeatMap,
    Joined,
    Links,
    Mark,
    Named,
    Panel,
    SideColumn,
    Table,
    Text,
    Tokens,
)
from explorables.numbers import fixed

SOURCE = ("ayer", "leí", "un", "libro", "muy", "bueno")
OUTPUT = ("yesterday", "i", "read", "a", "very", "good", "book", "<EOS>")

# alpha[i, j]: weight of source position j in output step i; each row sums to one.
ALPHA = np.array([
    [0.92, 0.04, 0.01, 0.01, 0.01, 0.01],
    [0.05, 0.88, 0.03, 0.02, 0.01, 0.01],
    [0.03, 0.90, 0.03, 0.02, 0.01, 0.01],
    [0.01, 0.05, 0.86, 0.06, 0.01, 0.01],
    [0.01, 0.01, 0.03, 0.05, 0.82, 0.08],
    [0.01, 0.01, 0.02, 0.08, 0.10, 0.78],
    [0.01, 0.02, 0.06, 0.86, 0.03, 0.02],
    [0.03, 0.03, 0.03, 0.06, 0.13, 0.72],
])

# One encoder state a source token, d_h = 3.
ENCODER_STATES = np.array([
    [0.5, 0.6, -0.5],
    [0.7, 0.4, 0.5],
    [0.4, -0.1, 0.4],
    [0.1, 0.5, 0.8],
    [0.5, 0.4, -0.7],
    [0.1, -0.7, -0.1],
])

STEPS = [{"step": step} for step in range(1, len(OUTPUT) + 1)]
ROW_PARTS = [f"row-{step}" for step in range(1, len(OUTPUT) + 1)]
COLUMN_PARTS = [f"col-{position}" for position in range(1, len(SOURCE) + 1)]

FROZEN_ROW = np.eye(len(SOURCE))[-1]
FROZEN_CONTEXT = FROZEN_ROW @ ENCODER_STATES


@dataclass(frozen=True)
class State:
    """The output step that is looked at, and how much of its own row each step keeps (λ)."""

    step: int = stepper(1, len(OUTPUT), default=7, label="Paso de la salida", names=OUTPUT)
    frozen: bool = toggle(label="resumen fijo")
    own_share: float = slider(
        0.0,
        1.0,
        default=1.0,
        step=0.05,
        label="λ, cuánto se descongela",
        ends=("congelada", "propia"),
        releases="frozen",
    )


@lru_cache(maxsize=4)
def alignment(s: State) -> np.ndarray:
    """The weights in force, (8, 6): own_share · ALPHA + (1 − own_share) · frozen row."""
    own_share = 0.0 if s.frozen else s.own_share
    return own_share * ALPHA + (1.0 - own_share) * FROZEN_ROW


@lru_cache(maxsize=4)
def contexts(s: State) -> np.ndarray:
    """The eight contexts, (8, 3)."""
    return alignment(s) @ ENCODER_STATES


@lru_cache(maxsize=4)
def distances(s: State) -> np.ndarray:
    """Euclidean distance of each context to the frozen one, (8,)."""
    return np.linalg.norm(contexts(s) - FROZEN_CONTEXT, axis=1)


@lru_cache(maxsize=4)
def distinct_contexts(s: State) -> int:
    """How many different contexts the eight steps receive."""
    return len(np.unique(np.round(contexts(s), 9), axis=0))


def vector_text(vector: Sequence[float]) -> str:
    return "(" + ", ".join(fixed(entry) for entry in vector) + ")"


class AlignmentMap(Explorable):
    title = "Mapa de alineación"
    State = State

    def scene(self, s: State) -> Sequence[Mark]:
        weights, row = alignment(s), s.step - 1
        return [
            Joined([
                Tokens(
                    SOURCE,
                    "Tokens de la entrada, con el peso que reciben en este paso",
                    ink="encoder",
                    notes=[fixed(weight) for weight in weights[row]],
                    strengths=weights[row],
                    parts=COLUMN_PARTS,
                ),
                Links(SOURCE, OUTPUT, weights, [row]),
                Tokens(OUTPUT, "Tokens de la salida", ink="decoder", chosen=row, sets=STEPS, parts=ROW_PARTS),
            ]),
            Columns([self._map(s), self._context(s)], shares=(5, 3)),
        ]

    def _map(self, s: State) -> Mark:
        weights = alignment(s)
        return HeatMap(
            weights,
            OUTPUT,
            SOURCE,
            label="Pesos de cada paso de la salida sobre los tokens de la entrada",
            chosen=s.step - 1,
            sets=STEPS,
            parts=ROW_PARTS,
            column_parts=COLUMN_PARTS,
            row_labels=[self._row_label(step, weights[step]) for step in range(len(OUTPUT))],
            side=SideColumn("distancia", [fixed(distance) for distance in distances(s)], "context"),
        )

    def _context(self, s: State) -> Mark:
        row = s.step - 1
        context = contexts(s)[row]
        return Panel(
            f"Contexto del paso {s.step}, «{OUTPUT[row]}»",
            [
                Bars(
                    ["1.ª", "2.ª", "3.ª"],
                    context,
                    f"Coordenadas del contexto: {vector_text(context)}; del congelado: {vector_text(FROZEN_CONTEXT)}",
                    low=-1.0,
                    high=1.0,
                    ink="context",
                    ghosts=FROZEN_CONTEXT,
                ),
                Text("Con trazo discontinuo, el contexto congelado."),
                Figures([
                    Named("de distancia entre los dos", fixed(distances(s)[row]), "context", "distance"),
                    Named("contextos distintos en ocho pasos", str(distinct_contexts(s)), "plain", "distinct"),
                ]),
            ],
            part="context",
        )

    def describe(self, s: State) -> str:
        weights, row = alignment(s)[s.step - 1], s.step - 1
        strongest = int(np.argmax(weights))
        looks = f"Paso {s.step}, «{OUTPUT[row]}»: su mayor peso, {fixed(weights[strongest])}, está en «{SOURCE[strongest]}»"
        context = f"su contexto es {vector_text(contexts(s)[row])}, a {fixed(distances(s)[row])} del congelado"
        count = distinct_contexts(s)
        steps = "los ocho pasos reciben el mismo contexto" if count == 1 else f"hay {count} contextos distintos"
        return f"{looks}; {context}; {steps}."

    def table(self, s: State) -> Table:
        rows = [
            [f"{step + 1}. {OUTPUT[step]}", *(fixed(weight) for weight in weights), vector_text(context), fixed(distance)]
            for step, (weights, context, distance) in enumerate(zip(alignment(s), contexts(s), distances(s)))
        ]
        return Table(
            "Pesos, contexto y distancia al contexto congelado de cada paso de la salida",
            ["Paso", *SOURCE, "Contexto", "Distancia"],
            rows,
            chosen=s.step - 1,
        )

    def values(self, s: State) -> dict[str, str]:
        row = s.step - 1
        weights = alignment(s)[row]
        return {
            "step": str(s.step),
            "word": OUTPUT[row],
            "source": SOURCE[int(np.argmax(weights))],
            "weight": fixed(weights.max()),
            "context": vector_text(contexts(s)[row]),
            "distance": fixed(distances(s)[row]),
            "distinct": str(distinct_contexts(s)),
        }

    def states(self) -> Iterable[State]:
        first = State()
        return [
            replace(first, step=step, frozen=frozen) for frozen in (False, True) for step in range(1, len(OUTPUT) + 1)
        ]

    @staticmethod
    def _row_label(step: int, weights: Sequence[float]) -> str:
        order = np.argsort(-np.round(weights, 9), kind="stable")[:2]
        strongest = ", ".join(f"{SOURCE[position]} {fixed(weights[position])}" for position in order)
        return f"Paso {step + 1}, {OUTPUT[step]}: {strongest}"
