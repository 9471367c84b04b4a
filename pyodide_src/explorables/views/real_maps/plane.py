"""«El plano de las cabezas»: how spread a head's weights are against how far they go, 144 points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, ClassVar

import numpy as np

from explorables.explorable import Explorable
from explorables.fields import choice, stepper
from explorables.marks import Axes, Columns, Dots, Figures, Mark, Named, Panel, Table, Text
from explorables.marks.map_matrix import MapMatrix
from explorables.marks.point_choices import PointChoices
from explorables.numbers import fixed, percent
from explorables.views.real_maps.grid import HEADS, LAYERS, SENTENCES, UNITS
from explorables.views.real_maps.head_panel import row_sentence
from explorables.views.real_maps.sights import Sight, place, stored_sight
from pretrained.head_measures import mean_distance, mean_entropy


@dataclass(frozen=True)
class State:
    """A sentence, by words or pieces, and the head whose point is chosen."""

    sentence: str = choice(SENTENCES, default="es-1", label="Frase")
    unit: str = choice(UNITS, default="words", label="Por")
    layer: int = stepper(1, LAYERS, default=3, label="Capa", play=False)
    head: int = stepper(1, HEADS, default=7, label="Cabeza", play=False)


class HeadPlane(Explorable):
    """One point a head: entropy of its rows across, distance that its weight goes upwards; ink, how much goes to marks."""

    title = "El plano de las cabezas"
    State = State
    file: ClassVar[str] = "maps.json"

    def sight(self, s: Any) -> Sight:
        return stored_sight(self.file, s.sentence, s.unit)

    def scene(self, s: Any) -> Sequence[Mark]:
        sight = self.sight(s)
        layer, head = s.layer - 1, s.head - 1
        # The matrix stands below, as wide as the figure: beside the plane its last columns would be out of sight.
        return [Columns([self._plane(sight, s), self._chosen(sight, layer, head)], shares=(3, 2)), self._matrix(sight, layer, head)]

    def _plane(self, sight: Sight, s: Any) -> Mark:
        entropy, distance, marks = (sight.measure(name).ravel() for name in ("entropy", "distance", "marks"))
        even = np.full((len(sight.names),) * 2, 1 / len(sight.names))
        most = float(log2(len(sight.names)))
        even_distance = float(mean_distance(even, sight.words))
        return Axes(
            (0.0, ceil(most * 2) / 2),
            (0.0, float(ceil(max(distance.max(), even_distance) + 0.5))),
            [
                Dots([(float(mean_entropy(even, sight.words)), even_distance)], shape="diamond", ghost=True),
                PointChoices(
                    [(float(x), float(y)) for x, y in zip(entropy, distance)],
                    "Cabezas, en orden de capa; muévete con las flechas",
                    labels=[
                        f"{place(*divmod(i, HEADS)).capitalize()}: entropía {fixed(entropy[i])} bits, distancia {fixed(distance[i], 1)}"
                        for i in range(len(entropy))
                    ],
                    sets=[{"layer": i // HEADS + 1, "head": i % HEADS + 1} for i in range(len(entropy))],
                    chosen=(s.layer - 1) * HEADS + s.head - 1,
                    chosen_name=f"{s.layer}·{s.head}",
                    across=HEADS,
                    shares=[float(share) for share in marks],
                ),
            ],
            "Entropía y distancia de cada cabeza",
            x_label="entropía media de sus filas (bits): cuánto reparte",
            y_label="distancia media (lugares): cuán lejos mira",
            width=420,
            height=360,
        )

    def _chosen(self, sight: Sight, layer: int, head: int) -> Mark:
        return Panel(
            place(layer, head).capitalize(),
            [
                Figures([
                    Named("bits de entropía", fixed(sight.measure("entropy")[layer, head]), "plain", "entropy"),
                    Named("lugares de distancia", fixed(sight.measure("distance")[layer, head], 1), "plain", "distance"),
                    Named("en las marcas", percent(sight.measure("marks")[layer, head]), "weight", "on-marks"),
                ]),
                Text("La tinta de cada punto dice cuánto de su peso cae en las marcas. El rombo es repartir por igual."),
            ],
            part="chosen",
        )

    @staticmethod
    def _matrix(sight: Sight, layer: int, head: int) -> Mark:
        weights = sight.maps[layer, head]
        return MapMatrix(
            weights,
            sight.names,
            sight.names,
            label=f"Pesos de la {place(layer, head)}",
            row_labels=[row_sentence(sight, weights, index) for index in range(len(sight.names))],
            chosen=sight.word if sight.word is not None else sight.words[0],
        )

    def describe(self, s: Any) -> str:
        sight = self.sight(s)
        layer, head = s.layer - 1, s.head - 1
        entropy, distance = (sight.measure(name) for name in ("entropy", "distance"))
        below = int((np.round(entropy, 9) < round(float(entropy[layer, head]), 9)).sum())
        nearer = int((np.round(distance, 9) < round(float(distance[layer, head]), 9)).sum())
        return (
            f"{place(layer, head).capitalize()}: {fixed(entropy[layer, head])} bits de entropía, de {fixed(log2(len(sight.names)))} "
            f"posibles, y {fixed(distance[layer, head], 1)} lugares de distancia. Reparten menos que ella {below} de "
            f"{entropy.size} cabezas, y miran más cerca {nearer}."
        )

    def table(self, s: Any) -> Table:
        sight = self.sight(s)
        entropy, distance, marks = (sight.measure(name) for name in ("entropy", "distance", "marks"))
        rows = [
            [
                place(layer, head).capitalize(), fixed(entropy[layer, head]), fixed(distance[layer, head], 1),
                percent(marks[layer, head]),
            ]
            for layer in range(LAYERS)
            for head in range(HEADS)
        ]  # fmt: skip
        return Table(
            "Entropía, distancia y peso en las marcas de cada cabeza",
            ["Cabeza", "Entropía (bits)", "Distancia (lugares)", "En las marcas"],
            rows,
            chosen=(s.layer - 1) * HEADS + s.head - 1,
        )

    def values(self, s: Any) -> dict[str, str]:
        sight = self.sight(s)
        layer, head = s.layer - 1, s.head - 1
        return {
            "head": place(layer, head),
            "entropy": fixed(sight.measure("entropy")[layer, head]),
            "distance": fixed(sight.measure("distance")[layer, head], 1),
        }
