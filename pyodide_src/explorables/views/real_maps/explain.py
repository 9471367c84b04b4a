"""«¿Explica?»: weights beside the size of what they bring, and what changes when each head is switched off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from explorables.explorable import Explorable
from explorables.fields import choice, stepper
from explorables.marks import Columns, Figures, Mark, Named, Panel, Table, Text
from explorables.marks.map_grid import MapGrid
from explorables.marks.map_matrix import MapMatrix
from explorables.numbers import fixed, percent
from explorables.views.real_maps.grid import HEADS, LAYERS, SENTENCES
from explorables.views.real_maps.head_panel import row_sentence
from explorables.views.real_maps.sights import Sight, place, ranked, stored_sentences, stored_sight

SOURCES = (
    "Pesar con la norma del valor: Kobayashi et al. (2020). Apagar cabezas: Michel et al. (2019) y Voita et al. (2019). Si los pesos "
    "explican: Jain y Wallace (2019) dicen que no, Wiegreffe y Pinter (2019) que depende de a qué se llame explicar; "
    "los dos, con redes recurrentes."
)


LEAST = 0.00005


def change_text(change: float) -> str:
    """A change of the vector in words: what would be printed as 0 is told apart from it."""
    return fixed(change, 4) if change >= LEAST else "< 0.0001"


@dataclass(frozen=True)
class State:
    """A sentence and a head; the pieces are the model's own, because norms of pieces can't be summed into words."""

    sentence: str = choice(SENTENCES, default="es-1", label="Frase")
    layer: int = stepper(1, LAYERS, default=6, label="Capa", play=False)
    head: int = stepper(1, HEADS, default=1, label="Cabeza", play=False)


class HeadWeighing(Explorable):
    """α beside ‖α v‖, both as shares of their rows; and a grid with the change that each absent head makes."""

    title = "¿Explica?"
    State = State
    file: ClassVar[str] = "maps.json"

    def sight(self, s: Any) -> Sight:
        return stored_sight(self.file, s.sentence, "pieces")

    def norms(self, s: Any) -> np.ndarray:
        """‖v_j W_o‖ of the head for each piece, (n,)."""
        return self._stored(s).norms[s.layer - 1, s.head - 1]

    def ablation(self, s: Any) -> np.ndarray:
        """1 − cosine of the sentence vector without each head, (layers, heads)."""
        return self._stored(s).ablation

    def _stored(self, s: Any) -> Any:
        return next(one for one in stored_sentences(self.file) if one.key == s.sentence)

    def weighed(self, s: Any) -> np.ndarray:
        """‖α_ij v_j W_o‖ as shares of its row, (n, n)."""
        sizes = self.sight(s).maps[s.layer - 1, s.head - 1] * self.norms(s)
        return sizes / sizes.sum(axis=-1, keepdims=True)

    def scene(self, s: Any) -> Sequence[Mark]:
        sight, layer, head = self.sight(s), s.layer - 1, s.head - 1
        row = sight.word or 0
        raw, weighed = sight.maps[layer, head], self.weighed(s)
        above, below = (
            Panel(
                title,
                [
                    MapMatrix(
                        numbers, sight.names, sight.names, label=f"{title}, {place(layer, head)}",
                        row_labels=[row_sentence(sight, numbers, index) for index in range(len(sight.names))],
                        chosen=row, ink=ink, parts=[f"{part}-{index + 1}" for index in range(len(sight.names))],
                    )
                ],
            )
            for title, numbers, ink, part in (
                ("El peso, α", raw, "weight", "raw"),
                ("Lo que aporta, ‖αv‖ (cada fila, repartida para que sume 1)", weighed, "value", "weighed"),
            )
        )  # fmt: skip
        chosen = Panel(place(layer, head).capitalize(), [self._figures(sight, s)])
        # One under the other: side by side, the pieces of a sentence would not fit.
        return [above, below, Columns([self._switched_off(s), chosen], shares=(5, 3)), Text(SOURCES)]

    def _shares_on_marks(self, sight: Sight, s: Any) -> tuple[float, float]:
        rows, columns = list(sight.words), list(sight.marks)
        raw, weighed = sight.maps[s.layer - 1, s.head - 1], self.weighed(s)
        return tuple(float(numbers[rows][:, columns].sum(axis=-1).mean()) for numbers in (raw, weighed))  # type: ignore[return-value]

    def _figures(self, sight: Sight, s: Any) -> Mark:
        raw, weighed = self._shares_on_marks(sight, s)
        return Figures([
            Named("del peso, en las marcas", percent(raw), "weight", "marks-raw"),
            Named("de lo que aporta, en las marcas", percent(weighed), "value", "marks-weighed"),
            Named("cambio del vector sin esta cabeza", change_text(self.ablation(s)[s.layer - 1, s.head - 1]), "context", "change"),
        ])

    def _switched_off(self, s: Any) -> Mark:
        changes = self.ablation(s)
        most = float(changes.max())
        (layer, head), = ranked(changes, 1)
        return Panel(
            "Si se apaga cada cabeza, cuánto se mueve el vector de la frase (1 − coseno)",
            [
                MapGrid(
                    [[[[float(changes[row, column] / most)]] for column in range(HEADS)] for row in range(LAYERS)],
                    "Cambio sin cada cabeza, una fila por capa; muévete con las flechas",
                    labels=[
                        f"{place(*divmod(index, HEADS)).capitalize()}: {change_text(change)}" for index, change in enumerate(changes.ravel())
                    ],
                    sets=[{"layer": index // HEADS + 1, "head": index % HEADS + 1} for index in range(changes.size)],
                    chosen=(s.layer - 1, s.head - 1),
                    ink="context",
                ),
                Text(
                    f"Tinta llena, {fixed(most, 4)}: {place(layer, head)}. La mitad de las {changes.size} no llega a "
                    f"{fixed(float(np.median(changes)), 5)}. Tras las últimas capas no queda nada que compense lo que falta."
                ),
            ],
            part="switched-off",
        )

    def describe(self, s: Any) -> str:
        sight = self.sight(s)
        raw, weighed = self._shares_on_marks(sight, s)
        changes = self.ablation(s)
        change = round(float(changes[s.layer - 1, s.head - 1]), 9)
        larger = int((np.round(changes, 9) > change).sum())
        return (
            f"{place(s.layer - 1, s.head - 1).capitalize()}: en las marcas pone {percent(raw)} del peso y {percent(weighed)} de lo que "
            f"aporta. Sin ella el vector de la frase cambia {change_text(change)}; apagar otras cambia más en {larger} de {changes.size - 1}."
        )

    def table(self, s: Any) -> Table:
        sight, norms = self.sight(s), self.norms(s)
        raw, weighed = sight.maps[s.layer - 1, s.head - 1], self.weighed(s)
        row = sight.word or 0
        return Table(
            f"La fila de «{sight.names[row]}» en la {place(s.layer - 1, s.head - 1)}",
            ["Pieza", "Peso α", "Norma ‖v‖", "‖αv‖", "Parte de la fila"],
            [
                [name, fixed(raw[row, j], 3), fixed(norms[j]), fixed(raw[row, j] * norms[j], 3), fixed(weighed[row, j], 3)]
                for j, name in enumerate(sight.names)
            ],
        )

    def values(self, s: Any) -> dict[str, str]:
        sight = self.sight(s)
        raw, weighed = self._shares_on_marks(sight, s)
        return {
            "marks-raw": percent(raw),
            "marks-weighed": percent(weighed),
            "change": change_text(self.ablation(s)[s.layer - 1, s.head - 1]),
        }
