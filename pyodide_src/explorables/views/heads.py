"""«Varias cabezas»: what «muerde» receives from its two neighbours with one head, with two, and with two that see a slice.

Words are vectors of four numbers, one a word. One head mixes whole vectors; each of two heads reads all four numbers and
writes two (a projection), or reads two of them and no more (a slice, which is a projection with zeros elsewhere).
Everything is written by hand; weights are set by the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import attention_parameters
from explorables.explorable import Explorable
from explorables.fields import choice, slider
from explorables.marks import Account, Bars, Columns, Figures, Joined, Ledger, Links, Mark, Matrix, Named, Panel, Table, Tokens
from explorables.numbers import fixed

WORDS = ("perro", "hombre", "cartero", "muerde")
HEADLINE = ("perro", "muerde", "hombre")
# What is changed in the headline, and what it says then.
CHANGES = {
    "order": ("los papeles", ("hombre", "muerde", "perro")),
    "next": ("quién va después", ("perro", "muerde", "cartero")),
    "previous": ("quién va antes", ("cartero", "muerde", "hombre")),
}
# Three nouns as far from one another in two numbers as they are in four: corners of a triangle of side √2.
CORNER = (1.0 - np.sqrt(3.0)) / 2.0
PROJECTION = np.array([[1.0, 0.0], [0.0, 1.0], [CORNER, CORNER], [0.0, 0.0]])
SLICES = (np.eye(4)[:, :2], np.eye(4)[:, 2:])


@dataclass(frozen=True)
class State:
    """One head or two, how one head shares its unit, how two read, and what is changed in the headline."""

    heads: str = choice([("1", "una"), ("2", "dos")], default="1", label="Cabezas")
    share: float = slider(
        0.0, 1.0, default=0.5, label="Parte para quien va antes, con una cabeza", ends=("después", "antes"), step=0.01
    )
    reading: str = choice([("project", "proyectar"), ("cut", "trocear")], default="project", label="Con dos cabezas, cada una")
    change: str = choice([(name, words) for name, (words, _) in CHANGES.items()], default="order", label="Se cambia")


class Layer(NamedTuple):
    """Each head's weights of «muerde» over the three words, and the matrix W^V by which it reads a word, (4, d_v)."""

    weights: tuple[np.ndarray, ...]
    readings: tuple[np.ndarray, ...]


@lru_cache(maxsize=8)
def layer(heads: str, share: float, reading: str) -> Layer:
    if heads == "1":
        return Layer((np.array([share, 0.0, 1.0 - share]),), (np.eye(4),))
    readings = SLICES if reading == "cut" else (PROJECTION, PROJECTION)
    return Layer((np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])), readings)


def layer_of(s: State) -> Layer:
    return layer(s.heads, s.share, s.reading)


def output(these: Layer, headline: Sequence[str]) -> np.ndarray:
    """What «muerde» receives: the heads' mixtures one beside the other, (4,)."""
    rows = np.eye(4)[[WORDS.index(word) for word in headline]]
    return np.concatenate([weights @ (rows @ reading) for weights, reading in zip(*these, strict=True)])


def distance(s: State, change: str) -> float:
    """How far the output moves when the headline changes so."""
    these = layer_of(s)
    return float(np.linalg.norm(output(these, HEADLINE) - output(these, CHANGES[change][1])))


def vector_text(vector: Sequence[float]) -> str:
    return "(" + ", ".join(fixed(entry) for entry in vector) + ")"


class Heads(Explorable):
    title = "Varias cabezas"
    State = State

    def scene(self, s: State) -> Sequence[Mark]:
        other = CHANGES[s.change][1]
        return [
            Columns([self._headline(s, HEADLINE), self._headline(s, other)]),
            Columns([self._distances(s), self._readings(s)]),
        ]

    @staticmethod
    def _headline(s: State, headline: Sequence[str]) -> Mark:
        these = layer_of(s)
        vector = output(these, headline)
        weights = sum(these.weights)
        return Panel(
            f"«{' '.join(headline)}»",
            [
                Joined([
                    Tokens(
                        headline,
                        "El titular, con el peso que «muerde» da a cada palabra",
                        ink="key",
                        notes=[_shares(these, place) for place in range(3)],
                    ),
                    Links(headline, ("muerde",), [weights], [0]),
                    Tokens(("muerde",), "Quien pregunta", ink="query", chosen=0),
                ]),
                Bars(
                    _coordinate_names(s),
                    vector,
                    f"Lo que recibe «muerde»: {vector_text(vector)}",
                    low=-1.0,
                    ink="context",
                ),
            ],
            part="output",
        )

    @staticmethod
    def _distances(s: State) -> Mark:
        moved = [distance(s, change) for change in CHANGES]
        both = [distance(replace(s, heads="2", reading="project"), change) for change in CHANGES]
        return Panel(
            "Cuánto cambia lo que recibe «muerde»",
            [
                Ledger(
                    [words for words, _ in CHANGES.values()],
                    [Account("distancia", moved, high=2.0, ink="context", ghosts=both)],
                    "Distancia entre lo que recibe con el primer titular y con el cambiado",
                    chosen=list(CHANGES).index(s.change),
                    sets=[{"change": change} for change in CHANGES],
                    row_labels=[
                        f"Cambiar {CHANGES[change][0]}: distancia {fixed(moved[place])}" for place, change in enumerate(CHANGES)
                    ],
                    part="distances",
                ),
                Figures([
                    Named("parámetros de la capa, 4d²", fixed(attention_parameters(4, h=int(s.heads)), 0), "plain", "parameters"),
                ]),
            ],
        )

    @staticmethod
    def _readings(s: State) -> Mark:
        matrices = [
            Matrix(
                f"W^V de la cabeza {place}" if s.heads == "2" else "W^V",
                reading,
                WORDS,
                [str(number) for number in range(1, reading.shape[1] + 1)],
                ink="value",
                lit=[(row, column) for row, column in zip(*np.nonzero(reading), strict=True)],
            )
            for place, reading in enumerate(layer_of(s).readings, 1)
        ]
        return Panel("Lo que cada cabeza lee de una palabra", [Columns(matrices)], part="readings")

    def describe(self, s: State) -> str:
        if s.heads == "1":
            how = f"Con una cabeza, {fixed(s.share)} para quien va antes y {fixed(1.0 - s.share)} para quien va después"
        else:
            how = "Con dos cabezas que " + ("trocean" if s.reading == "cut" else "proyectan el vector entero")
        words, other = CHANGES[s.change]
        return (
            f"{how}: al cambiar {words}, de «{' '.join(HEADLINE)}» a «{' '.join(other)}», lo que recibe «muerde» se mueve "
            f"{fixed(distance(s, s.change))}."
        )

    def table(self, s: State) -> Table:
        these = layer_of(s)
        headlines = [HEADLINE, *(other for _, other in CHANGES.values())]
        moved = ["", *(fixed(distance(s, change)) for change in CHANGES)]
        rows = [
            [" ".join(headline), *(fixed(number) for number in output(these, headline)), far]
            for headline, far in zip(headlines, moved, strict=True)
        ]
        return Table("Lo que recibe «muerde» en cada titular", ["Titular", *_coordinate_names(s), "Distancia al primero"], rows)

    def values(self, s: State) -> dict[str, str]:
        these = layer_of(s)
        return {
            **{change: fixed(distance(s, change)) for change in CHANGES},
            "distance": fixed(distance(s, s.change)),
            "first": vector_text(output(these, HEADLINE)),
            "second": vector_text(output(these, CHANGES[s.change][1])),
            "share": fixed(s.share),
            "parameters": fixed(attention_parameters(4, h=int(s.heads)), 0),
        }

    def states(self) -> Iterable[State]:
        first = State()
        ways = [
            *(replace(first, share=share) for share in (0.0, 0.5, 0.67, 0.9, 1.0)),
            *(replace(first, heads="2", reading=reading) for reading in ("project", "cut")),
            replace(first, reading="cut"),
        ]
        return [replace(way, change=change) for way in ways for change in CHANGES]


def _coordinate_names(s: State) -> list[str]:
    if s.heads == "1":
        return list(WORDS)
    return [f"cabeza {head}, {number}.º" for head in (1, 2) for number in (1, 2)]


def _shares(these: Layer, place: int) -> str:
    """The weights of a word, one for each head."""
    return " y ".join(fixed(weights[place]) for weights in these.weights)
