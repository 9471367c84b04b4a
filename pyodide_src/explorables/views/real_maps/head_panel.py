"""One head in full: the sentence above and below with its lines, and the matrix with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from explorables.marks import Joined, Links, Mark, Table, Text, Tokens
from explorables.marks.map_matrix import MapMatrix, Wide
from explorables.numbers import fixed, percent
from explorables.views.real_maps.sights import Sight, place

Chooser = Callable[[int], Mapping[str, Any]]
"""From a piece of the sentence to the state that asks about it."""

FAINT_SHARE = 0.2


def head_lines(sight: Sight, layer: int, head: int, row: int, dimmed: bool, choose: Chooser | None) -> Mark:
    """The sentence twice, the lower one asking: the lines of a row, as thick as its weights."""
    weights = sight.maps[layer, head]
    drawn = _faded(weights, sight.marks) if dimmed else weights
    sets = None if choose is None else [choose(first) for first in sight.first]
    return Wide(
        [
            Joined([
                Tokens(
                    sight.names,
                    "A quién mira",
                    ink="key",
                    notes=[fixed(weight) for weight in weights[row]],
                    note_above=True,
                    parts=[f"key-{index + 1}" for index in range(len(sight.names))],
                ),
                Links(sight.names, sight.names, drawn, [row]),
                Tokens(
                    sight.names,
                    "Quién pregunta",
                    ink="query",
                    chosen=row,
                    sets=sets,
                    parts=[f"query-{index + 1}" for index in range(len(sight.names))],
                ),
            ])
        ],
        f"Líneas de la {place(layer, head)}",
        len(sight.names),
    )


def head_matrix(sight: Sight, layer: int, head: int, row: int, dimmed: bool, choose: Chooser | None) -> Mark:
    """The whole map: rows ask, columns are looked at."""
    weights = sight.maps[layer, head]
    return MapMatrix(
        weights,
        sight.names,
        sight.names,
        label=f"Pesos de la {place(layer, head)}: cada fila pregunta, cada columna es mirada",
        row_labels=[row_sentence(sight, weights, index) for index in range(len(sight.names))],
        sets=None if choose is None else [choose(first) for first in sight.first],
        chosen=row,
        faint=sight.marks if dimmed else (),
        outlined=[(sight.word, column) for column in sight.deciding] if sight.word is not None else (),
        parts=[f"row-{index + 1}" for index in range(len(sight.names))],
    )


def dimmed_warning(sight: Sight, layer: int, head: int, row: int) -> Mark:
    """What must be said when part of every row is faint."""
    left = 1.0 - sight.maps[layer, head, row, list(sight.marks)].sum()
    return Text(
        f"Con las marcas atenuadas, lo que se ve bien de cada fila ya no suma 1: en la de «{sight.names[row]}» queda "
        f"{fixed(left)}. El resto está en las marcas; no se ha borrado.",
        kind="warning",
        part="dimmed",
    )


def row_sentence(sight: Sight, weights: np.ndarray, row: int) -> str:
    """A row in words: who asks, and its three largest weights."""
    return f"{sight.names[row]} {row_looks(sight, weights, row)}"


def row_looks(sight: Sight, weights: np.ndarray, row: int) -> str:
    order = np.argsort(-np.round(weights[row], 9), kind="stable")[:3]
    looks = ", ".join(f"«{sight.names[index]}» {fixed(weights[row][index])}" for index in order)
    return f"mira a {looks}"


def head_sentence(sight: Sight, layer: int, head: int, row: int) -> str:
    """What a head does with a row, and with marks, for who does not see it."""
    weights = sight.maps[layer, head]
    on_marks = float(sight.measure("marks")[layer, head])
    text = f"{place(layer, head).capitalize()}: «{sight.names[row]}» {row_looks(sight, weights, row)}."
    if sight.word == row and sight.deciding:
        words = "".join(sight.names[index].lstrip("·") for index in sight.deciding)
        text += f" En «{words}», que decide su sentido, pone {percent(sight.measure('deciding')[layer, head])}."
    start = "Por aportación, no por peso. " if sight.by_size else ""
    return f"{start}{text} Las palabras de la frase dejan en las marcas, de media, {percent(on_marks)}."


def head_table(sight: Sight, layer: int, head: int, row: int) -> Table:
    """The map as a table."""
    weights = sight.maps[layer, head]
    return Table(
        f"{'Aportación' if sight.by_size else 'Pesos'} de la {place(layer, head)}. Cada fila es quien pregunta y suma 1, salvo por el "
        "redondeo",
        ["Pregunta", *sight.names],
        [[name, *(fixed(weight, 3) for weight in weights[index])] for index, name in enumerate(sight.names)],
        chosen=row,
    )


def _faded(weights: np.ndarray, columns: Sequence[int]) -> np.ndarray:
    faded = weights.copy()
    faded[:, list(columns)] *= FAINT_SHARE
    return faded
