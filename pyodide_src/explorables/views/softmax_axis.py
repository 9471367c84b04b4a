"""«El eje del softmax»: the same scores shared out by rows, by columns or over the whole table, and what then sums to one.

The scores are the logarithms of the alignment of the lesson, so that the softmax of each row is that alignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from attention_core import softmax

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, stepper, toggle
from explorables.marks import Figures, FootRow, HeatMap, Mark, Named, SideColumn, Table, Text
from explorables.numbers import fixed
from explorables.views.alignment_map import ALPHA, OUTPUT, SOURCE

SCORES = np.log(ALPHA)
AXES = {"rows": -1, "columns": 0}
OUTPUT_PARTS = [f"out-{step}" for step in range(1, len(OUTPUT) + 1)]
SOURCE_PARTS = [f"in-{position}" for position in range(1, len(SOURCE) + 1)]
TOKEN_SETS = [{"token": position} for position in range(1, len(SOURCE) + 1)]


@dataclass(frozen=True)
class State:
    """The axis that the softmax runs over, as the table is drawn; which way up it is; the source token that is looked at."""

    axis: str = choice(
        [("rows", "cada fila"), ("columns", "cada columna"), ("all", "toda la tabla")], default="rows", label="Se reparte una unidad en"
    )
    transposed: bool = toggle(label="transponer la tabla")
    token: int = stepper(1, len(SOURCE), default=2, label="Token de la entrada", names=SOURCE, play=False)


@lru_cache(maxsize=8)
def shares(axis: str, transposed: bool) -> np.ndarray:
    """The softmax of the scores as drawn: (8, 6), or (6, 8) when transposed. Sums to one along `axis`, or in all."""
    scores = SCORES.T if transposed else SCORES
    if axis == "all":
        return softmax(scores.ravel()).reshape(scores.shape)
    return softmax(scores, axis=AXES[axis])


def sums(s: State) -> tuple[np.ndarray, np.ndarray]:
    """What each output step shares out, (8,), and what each source token receives, (6,)."""
    weights = shares(s.axis, s.transposed)
    by_row, by_column = weights.sum(axis=1), weights.sum(axis=0)
    return (by_column, by_row) if s.transposed else (by_row, by_column)


class SoftmaxAxis(Explorable):
    title = "El eje del softmax"
    State = State
    prediction = Prediction(
        "Con una unidad por columna, cada token de la entrada repartiría lo suyo entre los pasos. ¿Qué pasos se quedarían más lejos de sumar uno?",
        [
            PredictionChoice("«very» y «good»", "«very» tiene casi todo «muy», y «good» comparte «bueno» con el final; hay dos más abajo."),
            PredictionChoice(
                "«i» y «read»",
                "Los dos viven de «leí» y ahora se lo reparten: 0.56 y 0.55. Lo que reciben ya no es una mezcla, sino media.",
                True,
            ),
            PredictionChoice("Todos por igual", "Depende de quién comparta token: «yesterday», que tiene el suyo para él solo, suma 0.91."),
        ],
        {"axis": "columns", "transposed": False},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        given, received = sums(s)
        token = SOURCE[s.token - 1]
        total = shares(s.axis, s.transposed).sum()
        return [
            self._table(s),
            Figures([
                Named(f"recibe «{token}»", self._sum(s, received[s.token - 1]), "encoder", "received"),
                Named("el paso que menos suma", self._sum(s, given.min()), "decoder", "least"),
                Named("toda la tabla", fixed(total), "weight", "total"),
            ]),
            Text(self._verdict(s), part="verdict", lines=2),
        ]

    def _table(self, s: State) -> Mark:
        weights, (given, received) = shares(s.axis, s.transposed), sums(s)
        steps, tokens = [self._sum(s, each) for each in given], [self._sum(s, each) for each in received]
        at = s.token - 1
        label = f"Pesos con el softmax {self._where(s)}"
        if s.transposed:
            return HeatMap(
                weights, SOURCE, OUTPUT, label, chosen=at, sets=TOKEN_SETS, parts=SOURCE_PARTS, column_parts=OUTPUT_PARTS,
                row_labels=[f"{word}: recibe {text} en total" for word, text in zip(SOURCE, tokens)],
                side=SideColumn("suma", tokens, "encoder"), foot=FootRow("suma", [text[:-1] if text == "1.000" else text for text in steps], "decoder"),
            )  # fmt: skip
        return HeatMap(
            weights, OUTPUT, SOURCE, label, parts=OUTPUT_PARTS, column_parts=SOURCE_PARTS, chosen_column=at, column_sets=TOKEN_SETS,
            side=SideColumn("suma", steps, "decoder"), foot=FootRow("suma", tokens, "encoder"),
        )  # fmt: skip

    @staticmethod
    def _sum(s: State, number: float) -> str:
        """A sum as it is printed; shares of the whole table need a third decimal."""
        return fixed(number, 3 if s.axis == "all" or abs(number - 1) < 1e-9 else 2)

    @staticmethod
    def _where(s: State) -> str:
        words = {"rows": "por filas", "columns": "por columnas", "all": "sobre toda la tabla"}[s.axis]
        return f"{words}, {'con los tokens de la entrada en las filas' if s.transposed else 'con los pasos de la salida en las filas'}"

    @staticmethod
    def _by_step(s: State) -> bool:
        """Whether each output step shares out one unit, which is what attention does."""
        return s.axis == ("columns" if s.transposed else "rows")

    def _verdict(self, s: State) -> str:
        if self._by_step(s):
            if s.transposed:
                return "Las mismas cifras, giradas: cuenta quién pregunta y reparte, no si está en una fila."
            return "Cada paso de la salida reparte una unidad: es la atención. Un token recibe más o menos."
        if s.axis == "all":
            return "Los ocho pasos se reparten una unidad entre todos: ninguno se lleva una mezcla entera."
        return "Cada token reparte una unidad entre los pasos; lo que llega a un paso ya no es una mezcla."

    def describe(self, s: State) -> str:
        given, received = sums(s)
        token, least = SOURCE[s.token - 1], int(np.argmin(np.round(given, 9)))
        one = "cada paso de la salida suma 1.000" if self._by_step(s) else f"el paso que menos suma es «{OUTPUT[least]}», con {self._sum(s, given[least])}"
        return f"Softmax {self._where(s)}: {one}; «{token}» recibe {self._sum(s, received[s.token - 1])} en total."

    def table(self, s: State) -> Table:
        weights = shares(s.axis, s.transposed).T if s.transposed else shares(s.axis, s.transposed)
        given, received = sums(s)
        rows = [
            [f"{step + 1}. {OUTPUT[step]}", *(fixed(weight, 3) for weight in weights[step]), fixed(given[step], 3)]
            for step in range(len(OUTPUT))
        ]
        rows.append(["Suma", *(fixed(each, 3) for each in received), fixed(weights.sum(), 3)])
        return Table(f"Pesos con el softmax {self._where(s)}, y sus sumas", ["Paso", *SOURCE, "Suma"], rows)

    def values(self, s: State) -> dict[str, str]:
        given, received = sums(s)
        return {
            "token": SOURCE[s.token - 1],
            "received": self._sum(s, received[s.token - 1]),
            "least": self._sum(s, given.min()),
            "total": fixed(given.sum()),
        }

    def states(self) -> Iterable[State]:
        first = State()
        turned = [replace(first, axis=axis, transposed=transposed) for transposed in (False, True) for axis in ("rows", "columns", "all")]
        return turned + [replace(first, token=token) for token in range(1, len(SOURCE) + 1) if token != first.token]
