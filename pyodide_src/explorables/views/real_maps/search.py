"""«Busca con un dibujo»: draw roughly what you look for, and the heads are ranked by how alike their maps are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from explorables.explorable import Explorable
from explorables.fields import choice, matrix, stepper
from explorables.marks import Columns, Mark, Panel, Table, Text
from explorables.marks.choice_list import ChoiceList, Option
from explorables.marks.map_matrix import MapMatrix
from explorables.marks.paint_pad import PaintPad, drawn, packed
from explorables.numbers import fixed
from explorables.views.real_maps.grid import HEADS, LAYERS, SENTENCES
from explorables.views.real_maps.head_panel import row_sentence
from explorables.views.real_maps.sights import Sight, place, ranked, stored_sight
from pretrained.head_measures import similarity_to

ROWS = 24
LISTED = 6
MOST = 4095.0


def _diagonal(offset: int, size: int) -> list[list[bool]]:
    return [[column == row + offset for column in range(size)] for row in range(size)]


# The first drawing: each word at the one before it.
FIRST = packed(_diagonal(-1, 11), ROWS)


@dataclass(frozen=True)
class State:
    """The sentence, what is drawn on its squares, and the head that is looked at."""

    sentence: str = choice(SENTENCES, default="es-1", label="Frase")
    layer: int = stepper(1, LAYERS, default=1, label="Capa", play=False)
    head: int = stepper(1, HEADS, default=3, label="Cabeza", play=False)
    drawing: tuple = matrix(
        [f"fila {row}" for row in range(1, ROWS + 1)], ["columnas 1–12", "columnas 13–24"], default=FIRST,
        label="Dibujo", low=0, high=MOST, step=1, on_axes=True,
    )  # fmt: skip


class HeadSearch(Explorable):
    """Heads ranked by the cosine between their map and a drawing, over the rows where something is drawn."""

    title = "Busca con un dibujo"
    State = State
    file: ClassVar[str] = "maps.json"

    def sight(self, s: Any) -> Sight:
        return stored_sight(self.file, s.sentence, "words")

    def scene(self, s: Any) -> Sequence[Mark]:
        sight = self.sight(s)
        squares = drawn(s.drawing, len(sight.names), len(sight.names))
        layer, head = s.layer - 1, s.head - 1
        weights = sight.maps[layer, head]
        pad = Panel(
            "Lo que buscas",
            [
                PaintPad(squares, sight.names, sight.names, "drawing", "Dibujo: cada fila pregunta, cada columna es mirada"),
                ChoiceList("", self._presets(sight), inline=True),
            ],
        )
        found = Panel(
            f"Lo que hace la {place(layer, head)}",
            [
                MapMatrix(
                    weights, sight.names, sight.names, label=f"Pesos de la {place(layer, head)}",
                    row_labels=[row_sentence(sight, weights, row) for row in range(len(sight.names))],
                    outlined=[(row, column) for row, line in enumerate(squares) for column, on in enumerate(line) if on],
                )
            ],
        )  # fmt: skip
        ranking = Panel("Quién se parece", [self._ranking(sight, squares, s)])
        return [Columns([pad, ranking], shares=(1, 1)), found]

    @staticmethod
    def _presets(sight: Sight) -> list[Option]:
        size = len(sight.names)
        first = [[column == 0 for column in range(size)] for _ in range(size)]
        last = [[column == size - 1 for column in range(size)] for _ in range(size)]
        return [
            Option(words, "", {"drawing": packed(squares, ROWS)})
            for words, squares in (
                ("La anterior", _diagonal(-1, size)),
                ("La siguiente", _diagonal(1, size)),
                ("Todas a la primera marca", first),
                ("Todas a la última marca", last),
                ("Borrar", []),
            )
        ]

    def _ranking(self, sight: Sight, squares: list[list[bool]], s: Any) -> Mark:
        likeness = self._likeness(sight, squares)
        if likeness is None:
            return Text("No hay nada dibujado: pinta al menos un cuadro.", kind="result")
        options = [
            Option(
                place(layer, head).capitalize(),
                fixed(likeness[layer, head]),
                {"layer": layer + 1, "head": head + 1},
                (layer + 1, head + 1) == (s.layer, s.head),
            )
            for layer, head in ranked(likeness, LISTED)
        ]
        above = int((np.round(likeness, 9) > 0.5).sum())
        return ChoiceList(
            f"Las {LISTED} más parecidas, por el coseno en las filas dibujadas; {above} de {likeness.size} pasan de 0.50:", options
        )

    @staticmethod
    def _likeness(sight: Sight, squares: list[list[bool]]) -> np.ndarray | None:
        drawing = np.array(squares, float)
        return similarity_to(sight.maps, drawing) if drawing.any() else None

    def describe(self, s: Any) -> str:
        sight = self.sight(s)
        squares = drawn(s.drawing, len(sight.names), len(sight.names))
        likeness = self._likeness(sight, squares)
        if likeness is None:
            return "No hay nada dibujado."
        (layer, head), = ranked(likeness, 1)
        count = sum(map(sum, squares))
        return (
            f"Con {count} {'cuadro' if count == 1 else 'cuadros'} en el dibujo, la cabeza más parecida es la {place(layer, head)}: "
            f"{fixed(likeness[layer, head])}. La elegida, {place(s.layer - 1, s.head - 1)}: "
            f"{fixed(likeness[s.layer - 1, s.head - 1])}."
        )

    def table(self, s: Any) -> Table:
        sight = self.sight(s)
        likeness = self._likeness(sight, drawn(s.drawing, len(sight.names), len(sight.names)))
        rows = []
        if likeness is not None:
            rows = [
                [str(rank), place(layer, head).capitalize(), fixed(likeness[layer, head], 3)]
                for rank, (layer, head) in enumerate(ranked(likeness, likeness.size), start=1)
            ]
        return Table("Todas las cabezas, de la más parecida a la menos", ["Puesto", "Cabeza", "Parecido"], rows)

    def values(self, s: Any) -> dict[str, str]:
        sight = self.sight(s)
        likeness = self._likeness(sight, drawn(s.drawing, len(sight.names), len(sight.names)))
        if likeness is None:
            return {"best": "ninguna", "likeness": "0.00"}
        (layer, head), = ranked(likeness, 1)
        return {"best": place(layer, head), "likeness": fixed(likeness[layer, head])}
