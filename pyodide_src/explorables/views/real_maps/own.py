"""«Escribe tu frase»: the 144 maps of a sentence of the reader's, computed in her own browser, a layer at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorables.explorable import Frame
from explorables.fields import choice, stepper, text
from explorables.marks import Mark, Table, Text
from explorables.marks.map_grid import MapGrid
from explorables.marks.needs import Needs
from explorables.numbers import fixed
from explorables.views.real_maps.grid import HEADS, LAYERS, MARKS, UNITS, HeadGrid, focus_field, head_field
from explorables.views.real_maps.sights import Sight, place, sight_of, stored_sentences
from pretrained import reader_model
from pretrained.e5_file import ModelFileError
from pretrained.encoder import run_layers
from pretrained.sentences import Reading, SentenceError

FIRST = "Me senté en el banco de mi jardín"
LONGEST = 8000
FILTERS = (("none", "ninguno"), ("previous", "anterior"), ("next", "siguiente"), ("marks", "marcas"))
COMPARED = (("none", "nada"), ("head", "la cabeza fijada"))
KEPT = 4
"""How many computed sentences are remembered."""

_computed: dict[str, tuple[Reading, np.ndarray]] = {}


@dataclass(frozen=True)
class State:
    """The reader's sentence, and how its maps are looked at."""

    sentence: str = text(default=FIRST, longest=LONGEST, label="Tu frase, en español o en inglés")
    unit: str = choice(UNITS, default="words", label="Por")
    marks: str = choice(MARKS, default="shown", label="Marcas")
    filter: str = choice(FILTERS, default="none", label="Filtro")
    layer: int = stepper(1, LAYERS, default=3, label="Capa", play=False)
    head: int = stepper(1, HEADS, default=7, label="Cabeza", play=False)
    compare: str = choice(COMPARED, default="none", label="Comparar con")
    focus: tuple = focus_field()
    pinned: tuple = head_field()


class OwnSentence(HeadGrid):
    """The grid over any sentence. Those of `file` are there from the start; others need the model and a run."""

    title = "Escribe tu frase"
    grid_label = "Las cabezas en tu frase, una fila por capa; muévete con las flechas"
    State = State
    run_label = "Calcular las 144 cabezas"
    run_keeps = ("unit", "marks", "filter", "layer", "head", "compare", "focus", "pinned")

    def sight(self, s: Any) -> Sight:
        """The Sight of the sentence. Raises KeyError when it has not been computed."""
        found = self._found(s.sentence)
        if found is None:
            raise KeyError(s.sentence)
        return sight_of(*found, s.unit)

    def scene(self, s: Any) -> Sequence[Mark]:
        if self._found(s.sentence) is None:
            return [Needs("model"), *self._awaiting(s)]
        return [Needs("model"), *super().scene(s)]

    def run(self, s: Any) -> Iterator[Any]:
        """Open the model, read the sentence, run its twelve layers; each shows its row of the grid as it is done."""
        if not reader_model.is_present():
            yield self._fault(s, "El modelo todavía no está cargado; cárgalo arriba.")
            return
        yield self._frame(s, [Text("Abriendo el modelo y comprobando que llegó entero.")], 0, "capa")
        try:
            model = reader_model.load()
            reading = model.read(s.sentence)
        except ModelFileError as error:
            yield self._fault(s, f"El modelo no se puede usar ({error}). Bórralo del navegador y vuelve a traerlo.")
            return
        except SentenceError as error:
            yield self._fault(s, sentence_fault(error))
            return
        done: list[np.ndarray] = []
        for layer in run_layers(model.encoder, reading.ids):
            done.append(layer.weights)
            if len(done) < LAYERS:
                yield self._moment(reading, tuple(done))
        self._remember(s.sentence, reading, np.stack(done))
        yield self._finished

    # Moments of a run.

    def _moment(self, reading: Reading, done: tuple[np.ndarray, ...]) -> Callable[[Any], Frame]:
        def drawn(s: Any) -> Frame:
            sight = sight_of(reading, np.stack(done), s.unit)
            maps = [sight.maps[layer] if layer < len(done) else [None] * HEADS for layer in range(LAYERS)]
            grid = MapGrid(
                maps,
                "Cabezas calculadas hasta ahora, una fila por capa",
                labels=[place(*divmod(index, HEADS)).capitalize() for index in range(LAYERS * HEADS)],
                sets=[{"layer": index // HEADS + 1, "head": index % HEADS + 1} for index in range(LAYERS * HEADS)],
                chosen=(s.layer - 1, s.head - 1),
            )
            return self._frame(s, [self._pieces(reading), grid], len(done), "capa")

        return drawn

    def _finished(self, s: Any) -> Frame:
        marks = list(self.scene(s))
        difference = self._difference(s.sentence)
        if difference is not None:
            marks.append(
                Text(
                    f"Es una frase de la lección: lo más que se apartan tus pesos de los que trae el libro es {fixed(difference, 4)}.",
                    kind="result",
                )
            )
        return Frame(marks, LAYERS, LAYERS, "capa", self.describe(s), self.table(s), self.values(s))

    def _frame(self, s: Any, marks: Sequence[Mark], done: int, label: str, description: str = "") -> Frame:
        return Frame([Needs("model"), *marks], done, LAYERS, label, description)

    def _fault(self, s: Any, sentence: str) -> Frame:
        return self._frame(s, [Text(sentence, kind="warning", part="fault")], 0, "capa", sentence)

    # What is known of a sentence.

    def _found(self, sentence: str) -> tuple[Reading, np.ndarray] | None:
        if sentence in _computed:
            return _computed[sentence]
        stored = next((one for one in stored_sentences(self.file) if one.reading.sentence == sentence), None)
        return None if stored is None else (stored.reading, stored.maps)

    @staticmethod
    def _remember(sentence: str, reading: Reading, maps: np.ndarray) -> None:
        _computed.pop(sentence, None)
        _computed[sentence] = (reading, maps)
        while len(_computed) > KEPT:
            del _computed[next(iter(_computed))]

    def _difference(self, sentence: str) -> float | None:
        """The largest difference between what was computed here and what the lesson ships; None for another sentence."""
        stored = next((one for one in stored_sentences(self.file) if one.reading.sentence == sentence), None)
        if stored is None or sentence not in _computed:
            return None
        ours = _computed[sentence][1]
        return float(np.abs(ours - stored.maps).max()) if ours.shape == stored.maps.shape else None

    def _awaiting(self, s: Any) -> list[Mark]:
        if not s.sentence.strip():
            return [Text("Escribe una frase.", kind="result")]
        if not reader_model.is_present():
            return [Text("Esta frase no viene con la lección: para calcularla hace falta el modelo.", kind="result")]
        return [Text(f"Pulsa «{self.run_label}» para verla.", kind="result")]

    @staticmethod
    def _pieces(reading: Reading) -> Mark:
        return Text("Piezas: " + " · ".join(piece.replace("▁", "") or "▁" for piece in reading.pieces))

    # The grid's own questions, for a sentence without a word that decides.

    @staticmethod
    def _number(s: Any) -> int:
        return 0

    def describe(self, s: Any) -> str:
        if self._found(s.sentence) is None:
            return "Esta frase no está calculada todavía."
        return super().describe(s)

    def table(self, s: Any) -> Table:
        if self._found(s.sentence) is None:
            return Table("Esta frase no está calculada todavía", ["Pregunta"], [])
        return super().table(s)

    def values(self, s: Any) -> dict[str, str]:
        return {} if self._found(s.sentence) is None else super().values(s)


def sentence_fault(error: SentenceError) -> str:
    """What a reader is told of a sentence that can't be run."""
    if error.reason == "empty":
        return "La frase está vacía: escribe al menos una palabra."
    if error.reason == "characters":
        return (
            f"Esta copia del modelo no lleva las piezas de «{error.detail}»: cubre el español, el inglés y las demás lenguas "
            "de Europa occidental. Quita esos caracteres y vuelve a calcular."
        )
    return (
        f"La frase tiene {error.detail} piezas, contando las marcas y el prefijo; aquí caben {reader_model.MOST_PIECES}. "
        "Acórtala y vuelve a calcular."
    )
