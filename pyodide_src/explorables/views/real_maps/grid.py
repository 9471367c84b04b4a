"""«Ciento cuarenta y cuatro cabezas»: all maps of a sentence at once, filters that rank them, and one head in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from explorables.explorable import Explorable
from explorables.fields import choice, matrix, stepper
from explorables.marks import Columns, Figures, Mark, Named, Panel, Table, Text
from explorables.marks.choice_list import ChoiceList, Option
from explorables.marks.map_grid import MapGrid
from explorables.numbers import fixed, percent
from explorables.views.real_maps import head_panel
from explorables.views.real_maps.sights import Sight, place, ranked, stored_sentences, stored_sight

LAYERS = HEADS = 12
LISTED = 5
SENTENCES = (
    ("es-1", "Me senté en el banco de mi jardín"),
    ("es-2", "Fui al banco a sacar dinero"),
    ("en-1", "I sat on the bank of the river"),
    ("en-2", "I went to the bank to get money"),
)
OTHER_SENSE = {"es-1": "es-2", "es-2": "es-1", "en-1": "en-2", "en-2": "en-1"}
UNITS = (("words", "palabras"), ("pieces", "piezas"))
MARKS = (("shown", "a la vista"), ("dimmed", "atenuadas"))
MEASURES = (("weight", "peso, α"), ("norm", "aportación, ‖αv‖"))
FILTERS = (
    ("none", "ninguno"), ("previous", "anterior"), ("next", "siguiente"), ("marks", "marcas"),
    ("deciding", "la palabra que decide"),
)  # fmt: skip
FILTER_WORDS = {
    "previous": "Peso medio de las palabras en la anterior",
    "next": "Peso medio de las palabras en la siguiente",
    "marks": "Peso medio de las palabras en las marcas",
    "deciding": "Peso de «{word}» en «{deciding}»",
}
COMPARED = (("none", "nada"), ("sentence", "el otro sentido"), ("head", "la cabeza fijada"))
MOST_PIECES = 512.0


def head_field() -> Any:
    """A head that the scene sets: (layer, head), from 1."""
    return matrix(
        ["fijada"], ["capa", "cabeza"], default=[[1, 7]], label="Cabeza fijada", low=1, high=12, step=1, on_axes=True
    )


def focus_field() -> Any:
    """The word that asks, which the scene sets: (number of the sentence, piece). Of another sentence, it is not heeded."""
    return matrix(
        ["pregunta"], ["frase", "pieza"], default=[[MOST_PIECES, 0]], label="Quién pregunta",
        low=0, high=MOST_PIECES, step=1, on_axes=True,
    )  # fmt: skip


@dataclass(frozen=True)
class State:
    """What is looked at: a sentence by words or pieces, a head, a row of it; what the grid ranks; what is compared."""

    sentence: str = choice(SENTENCES, default="es-1", label="Frase")
    unit: str = choice(UNITS, default="words", label="Por")
    measure: str = choice(MEASURES, default="weight", label="Medida")
    marks: str = choice(MARKS, default="shown", label="Marcas")
    filter: str = choice(FILTERS, default="none", label="Filtro")
    layer: int = stepper(1, LAYERS, default=1, label="Capa", play=False)
    head: int = stepper(1, HEADS, default=7, label="Cabeza", play=False)
    compare: str = choice(COMPARED, default="none", label="Comparar con")
    focus: tuple = focus_field()
    pinned: tuple = head_field()


class HeadGrid(Explorable):
    """The grid over the sentences of `file`, which lies beside the lesson. A lesson subclasses it."""

    title = "Ciento cuarenta y cuatro cabezas"
    State = State
    file: ClassVar[str] = "maps.json"
    # Two grids on a page have each their own: the picture's name is made of it too.
    grid_label: ClassVar[str] = "Todas las cabezas, una fila por capa; muévete con las flechas"

    def sight(self, s: Any) -> Sight:
        return stored_sight(self.file, s.sentence, s.unit, s.measure == "norm")

    def scene(self, s: Any) -> Sequence[Mark]:
        sight = self.sight(s)
        marks: list[Mark] = [Columns([self._grid(sight, s), self._side(sight, s)], shares=(5, 3))]
        marks.append(self._head(sight, s.layer - 1, s.head - 1, s))
        if s.compare != "none":
            marks.append(self._compared(s))
        return marks

    # The grid and what ranks it.

    def _grid(self, sight: Sight, s: Any) -> Mark:
        return Panel("Todas las cabezas", [self._maps(sight, s)], part="grid")

    def _maps(self, sight: Sight, s: Any) -> Mark:
        measure = None if s.filter == "none" else sight.measure(s.filter)
        shown = sight.maps
        if s.marks == "dimmed":
            shown = sight.maps.copy()
            shown[..., list(sight.marks)] *= head_panel.FAINT_SHARE
        return MapGrid(
            shown,
            self.grid_label,
            labels=[self._cell_label(sight, measure, *divmod(index, HEADS)) for index in range(LAYERS * HEADS)],
            sets=[{"layer": index // HEADS + 1, "head": index % HEADS + 1} for index in range(LAYERS * HEADS)],
            chosen=(s.layer - 1, s.head - 1),
            pinned=self._pinned(s) if s.compare == "head" else None,
            strengths=None if measure is None else measure.ravel(),
        )

    @staticmethod
    def _cell_label(sight: Sight, measure: np.ndarray | None, layer: int, head: int) -> str:
        name = place(layer, head).capitalize()
        return name if measure is None else f"{name}: {percent(measure[layer, head])}"

    def _side(self, sight: Sight, s: Any) -> Mark:
        layer, head = s.layer - 1, s.head - 1
        figures = Figures([
            Named("en las marcas", percent(sight.measure("marks")[layer, head]), "weight", "on-marks"),
            Named("bits de entropía", fixed(sight.measure("entropy")[layer, head]), "plain", "entropy"),
            Named("lugares de distancia", fixed(sight.measure("distance")[layer, head], 1), "plain", "distance"),
        ])
        pin = ChoiceList("", [Option("Fijar esta cabeza para comparar", "", {"pinned": [[s.layer, s.head]], "compare": "head"})], inline=True)
        marks: list[Mark] = [figures]
        if s.filter != "none":
            marks.append(self._ranking(sight, s))
        marks.append(pin)
        return Panel(place(layer, head).capitalize(), marks, part="chosen")

    def _ranking(self, sight: Sight, s: Any) -> Mark:
        measure = sight.measure(s.filter)
        options = [
            Option(
                place(layer, head).capitalize(),
                percent(measure[layer, head]),
                {"layer": layer + 1, "head": head + 1},
                (layer + 1, head + 1) == (s.layer, s.head),
            )
            for layer, head in ranked(measure, LISTED)
        ]
        return ChoiceList(self._ranking_title(sight, s.filter, measure), options)

    def _ranking_title(self, sight: Sight, name: str, measure: np.ndarray) -> str:
        total = measure.size
        title = FILTER_WORDS[name].format(word=self._word(sight), deciding=self._deciding(sight))
        if name == "deciding":
            chosen = self._deciding_heads(sight)
            return f"{title}. Es su mayor peso en {int(chosen.sum())} de {total} cabezas. Las {LISTED} de mayor peso:"
        above = int((np.round(measure, 9) > 0.5).sum())
        return f"{title}: media de las {total}, {percent(measure.mean())}; pasan de la mitad {above} de {total}. Las {LISTED} mayores:"

    @staticmethod
    def _word(sight: Sight) -> str:
        return "" if sight.word is None else sight.names[sight.word]

    @staticmethod
    def _deciding(sight: Sight) -> str:
        return "".join(sight.names[index].lstrip("·") for index in sight.deciding)

    @staticmethod
    def _deciding_heads(sight: Sight) -> np.ndarray:
        """Heads in which the largest weight of the word, its pieces summed, falls on the deciding word."""
        weights = np.round(sight.maps[:, :, sight.word], 9)
        decided = weights[..., list(sight.deciding)].sum(axis=-1)
        rest = np.delete(weights, sight.deciding, axis=-1).max(axis=-1)
        return decided > rest

    # One head, and what it is compared with.

    def _head(self, sight: Sight, layer: int, head: int, s: Any, title: str = "") -> Mark:
        row, dimmed = self._row(sight, s), s.marks == "dimmed"

        def choose(piece: int) -> Mapping[str, Any]:
            return {"focus": [[self._number(s), piece]]}

        marks: list[Mark] = [
            head_panel.head_lines(sight, layer, head, row, dimmed, choose),
            Text("Abajo, quién pregunta; arriba, a quién mira. Toca una palabra de abajo o una fila para que pregunte ella."),
            head_panel.head_matrix(sight, layer, head, row, dimmed, choose),
        ]
        if sight.by_size:
            marks.append(
                Text("Aportación: el tamaño de α por el valor, ‖αv‖. Cada fila se reparte para que sume 1; no son pesos.", part="by-size")
            )
        if dimmed:
            marks.append(head_panel.dimmed_warning(sight, layer, head, row))
        return Panel(title or f"{place(layer, head).capitalize()}: «{sight.reading.sentence}»", marks, part="head")

    def _compared(self, s: Any) -> Mark:
        if s.compare == "head":
            layer, head = self._pinned(s)
            sight, row = self.sight(s), self._row(self.sight(s), s)
            difference = float(np.abs(sight.maps[s.layer - 1, s.head - 1, row] - sight.maps[layer, head, row]).sum() / 2)
            title = f"Cabeza fijada, {place(layer, head)}"
            note = (
                f"Entre las dos filas de «{sight.names[row]}» cambia de sitio {fixed(difference)} del peso "
                "(mitad de la suma de las diferencias)."
            )
        else:
            other = OTHER_SENSE[s.sentence]
            sight, layer, head = stored_sight(self.file, other, s.unit, s.measure == "norm"), s.layer - 1, s.head - 1
            row = sight.word or 0
            title = f"La misma cabeza en «{sight.reading.sentence}»"
            weight = percent(sight.measure("deciding")[layer, head])
            note = f"Aquí «{self._word(sight)}» pone {weight} en «{self._deciding(sight)}»."
        dimmed = s.marks == "dimmed"
        return Panel(
            title,
            [
                head_panel.head_lines(sight, layer, head, row, dimmed, None),
                head_panel.head_matrix(sight, layer, head, row, dimmed, None),
                Text(note, kind="result"),
                *([head_panel.dimmed_warning(sight, layer, head, row)] if dimmed else []),
            ],
            part="compared",
        )

    def _row(self, sight: Sight, s: Any) -> int:
        (number, piece), = s.focus
        if int(number) == self._number(s):
            return sight.position_of(int(piece))
        return sight.word if sight.word is not None else sight.words[0]

    @staticmethod
    def _number(s: Any) -> int:
        return [key for key, _ in SENTENCES].index(s.sentence)

    @staticmethod
    def _pinned(s: Any) -> tuple[int, int]:
        (layer, head), = s.pinned
        return int(layer) - 1, int(head) - 1

    # In words and numbers.

    def describe(self, s: Any) -> str:
        sight = self.sight(s)
        text = head_panel.head_sentence(sight, s.layer - 1, s.head - 1, self._row(sight, s))
        if s.filter != "none":
            measure = sight.measure(s.filter)
            (layer, head), = ranked(measure, 1)
            text += f" En el filtro gana la {place(layer, head)}, con {percent(measure[layer, head])}."
        return text

    def table(self, s: Any) -> Table:
        sight = self.sight(s)
        return head_panel.head_table(sight, s.layer - 1, s.head - 1, self._row(sight, s))

    def values(self, s: Any) -> dict[str, str]:
        sight = self.sight(s)
        layer, head = s.layer - 1, s.head - 1
        numbers = {
            "head": place(layer, head),
            "marks": percent(sight.measure("marks")[layer, head]),
            "entropy": fixed(sight.measure("entropy")[layer, head]),
            "distance": fixed(sight.measure("distance")[layer, head], 1),
            "of": str(LAYERS * HEADS),
        }
        if sight.word is not None:
            numbers |= {
                "weight": percent(sight.measure("deciding")[layer, head]),
                "deciding": str(int(self._deciding_heads(sight).sum())),
                "on-mark": str(int(np.isin(sight.maps[:, :, sight.word].argmax(axis=-1), sight.marks).sum())),
            }
        return numbers

    def known_sentences(self) -> Sequence[str]:
        """The keys of the file, for a lesson's own checks."""
        return [sentence.key for sentence in stored_sentences(self.file)]
