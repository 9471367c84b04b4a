"""«Dos flechas»: a query and a key that are dragged; their dot product, number by number and as two sizes and a cosine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from attention_core import dot_scores

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import point
from explorables.marks import Account, Area, Arrow, Axes, Columns, Curve, Dots, Figures, Handle, Ledger, Mark, Named, Panel, Table, Text
from explorables.numbers import coordinate, fixed

LOW, HIGH = -2.0, 2.0
RANGE = (LOW, HIGH)
CORNERS = ((LOW, LOW), (HIGH, LOW), (HIGH, HIGH), (LOW, HIGH))
NUMBERS = ("1.er número", "2.º número")


@dataclass(frozen=True)
class State:
    """The two arrows."""

    query: tuple[float, float] = point(RANGE, RANGE, default=(1.0, 1.0), label="Consulta")
    key: tuple[float, float] = point(RANGE, RANGE, default=(1.0, 0.8), label="Clave")


class Comparison(NamedTuple):
    """What two arrows have together. `cosine` and `angle`, in degrees, are None where one of them has no size."""

    products: np.ndarray
    total: float
    query_size: float
    key_size: float
    cosine: float | None
    angle: float | None


@lru_cache(maxsize=64)
def compare(s: State) -> Comparison:
    query, key = np.array(s.query), np.array(s.key)
    total = float(dot_scores(query[None], key[None])[0, 0])
    sizes = float(np.hypot(*query)), float(np.hypot(*key))
    if not all(sizes):
        return Comparison(query * key, total, *sizes, None, None)
    cosine = min(max(total / (sizes[0] * sizes[1]), -1.0), 1.0)
    return Comparison(query * key, total, *sizes, cosine, float(np.degrees(np.arccos(cosine))))


def cut(query: Sequence[float], level: float) -> tuple[list, list]:
    """Where in the square q·x = level, and the corners of the piece where q·x ≥ level."""
    line: list[tuple[float, float]] = []
    beyond: list[tuple[float, float]] = []
    for start, end in zip(CORNERS, (*CORNERS[1:], CORNERS[0])):
        here, there = (round(query[0] * x + query[1] * y - level, 9) for x, y in (start, end))
        if here >= 0:
            beyond.append(start)
        if here == 0:
            line.append(start)
        if here * there < 0:
            share = here / (here - there)
            crossing = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            line.append(crossing)
            beyond.append(crossing)
    return line, beyond


def short(number: float) -> str:
    """A number that was set by hand, with no more decimals than it needs."""
    return coordinate(number, 1).replace("-", "\u2212")


def pair(vector: Sequence[float]) -> str:
    return f"({short(vector[0])}, {short(vector[1])})"


def cosine_text(cosine: float | None) -> str:
    return "no hay" if cosine is None else fixed(cosine, 3)


def angle_text(angle: float | None) -> str:
    return "no hay" if angle is None else fixed(angle, 1) + "°"


class TwoArrows(Explorable):
    title = "Dos flechas"
    State = State
    prediction = Prediction(
        "Muerdes un habanero, (0, 2): ni dulce ni amargo, pero pica el doble de lo que pedías. Al mango con chile, el antojo (1, 1) le daba 1.8. ¿Y al habanero?",
        [
            PredictionChoice("Menos: sólo cumple con la mitad", "Sería lo justo si sólo contara hacia dónde apunta. Pero 1 · 0 + 1 · 2 = 2: lo que le falta de dirección lo paga con tamaño."),
            PredictionChoice("Cero: no es dulce", "El cero sólo borra el producto de lo dulce. Queda el de lo picante, 1 · 2 = 2."),
            PredictionChoice("Más que al mango", "1 · 0 + 1 · 2 = 2. Apunta peor, y gana porque es más largo.", True),
        ],
        {"query": [1.0, 1.0], "key": [0.0, 2.0]},
    )  # fmt: skip

    def scene(self, s: State) -> Sequence[Mark]:
        found = compare(s)
        return [Columns([self._plane(s, found), self._account(s, found)])]

    @staticmethod
    def _plane(s: State, found: Comparison) -> Mark:
        ground: list = []
        if found.query_size:
            nothing, positive = cut(s.query, 0.0)
            same, _ = cut(s.query, found.total)
            shadow = tuple(found.total / found.query_size**2 * each for each in s.query)
            ground = [
                Area(positive, ink="score", part="positive"),
                Curve(nothing, ink="score", part="zero"),
                Curve(same, ink="score", dashed=True, part="level"),
            ]
            if max(abs(each) for each in shadow) <= HIGH:
                ground.append(Dots([shadow], ink="score", sizes=[0.1], shape="diamond", parts=["shadow"]))
        return Axes(
            RANGE,
            RANGE,
            [
                *ground,
                Arrow(s.query, ink="query", part="query"),
                Arrow(s.key, ink="key", part="key"),
                Handle(s.key, "key", "Clave", ink="key", label="clave", text=pair(s.key)),
                Handle(s.query, "query", "Consulta", ink="query", label="consulta", text=pair(s.query)),
            ],
            f"Dos flechas que salen del cero: la consulta, hasta {pair(s.query)}, y la clave, hasta {pair(s.key)}",
            x_label="1.er número (dulce)",
            y_label="2.º número (picante)",
            x_ticks=[-2, -1, 0, 1, 2],
            y_ticks=[-2, -1, 0, 1, 2],
            equal=True,
        )

    @staticmethod
    def _account(s: State, found: Comparison) -> Mark:
        reach = max(4.0, abs(found.total))
        return Panel(
            "Número por número, y se suma",
            [
                Ledger(
                    [*NUMBERS, "suma"],
                    [
                        Account("consulta", [*s.query, None], low=LOW, high=HIGH, decimals=1, ink="query"),
                        Account("clave", [*s.key, None], low=LOW, high=HIGH, decimals=1, ink="key"),
                        Account("producto", [*found.products.tolist(), found.total], low=-reach, high=reach, ink="score", part="products"),
                    ],
                    "Los números de la consulta por los de la clave, y la suma de los productos",
                    parts=["first", "second", "sum"],
                ),
                Figures([
                    Named("producto punto", fixed(found.total), "score", "product"),
                    Named("coseno", cosine_text(found.cosine), "plain", "cosine"),
                    Named("ángulo", angle_text(found.angle), "plain", "angle"),
                ]),
                # Apart, so that a longer cosine wraps nothing.
                Figures([
                    Named("tamaño de la consulta", fixed(found.query_size, 3), "query", "query-size"),
                    Named("tamaño de la clave", fixed(found.key_size, 3), "key", "key-size"),
                ]),
                Text(factors(found), part="factors", lines=2),
                Text(verdict(found), part="verdict", lines=3),
            ],
        )  # fmt: skip

    def describe(self, s: State) -> str:
        found = compare(s)
        apart = "no hay ángulo" if found.angle is None else f"forman {fixed(found.angle, 1)} grados, con coseno {cosine_text(found.cosine)}"
        return f"Consulta {pair(s.query)} y clave {pair(s.key)}: el producto punto es {fixed(found.total)}; {apart}."

    def table(self, s: State) -> Table:
        found = compare(s)
        rows = [
            [name, short(asked), short(told), fixed(product)]
            for name, asked, told, product in zip(NUMBERS, s.query, s.key, found.products)
        ]
        rows.append(["suma: producto punto", "", "", fixed(found.total)])
        rows.append(["tamaño", fixed(found.query_size, 3), fixed(found.key_size, 3), fixed(found.query_size * found.key_size, 3)])
        rows.append(["coseno", "", "", cosine_text(found.cosine)])
        return Table("Dos flechas y su producto punto", ["", "Consulta", "Clave", "Producto"], rows)

    def values(self, s: State) -> dict[str, str]:
        found = compare(s)
        return {
            "query": pair(s.query),
            "key": pair(s.key),
            "product": fixed(found.total),
            "query_size": fixed(found.query_size, 3),
            "key_size": fixed(found.key_size, 3),
            "cosine": cosine_text(found.cosine),
            "angle": angle_text(found.angle),
        }

    def shared(self, s: State) -> dict[str, np.ndarray]:
        """For cells: the query q and the key k, (2,)."""
        return {"q": np.array(s.query), "k": np.array(s.key)}

    def nearby(self, first: State) -> Iterable[State]:
        """What the lesson's sentences ask for: the menu, the habanero, a longer mango, and a key turned around."""
        keys = [(0.0, 2.0), (2.0, 1.6), (-0.3, 1.0), (0.5, -0.5), (-0.8, -0.8), (-1.6, 0.0), (-1.0, -0.8)]
        return [first, *(replace(first, key=key) for key in keys)]


def factors(found: Comparison) -> str:
    """The same number as two sizes and a cosine."""
    if found.cosine is None:
        return "Una flecha de tamaño cero no apunta a ningún lado: no hay coseno."
    product = f"{fixed(found.query_size, 3)} · {fixed(found.key_size, 3)} · {_factor(found.cosine)}"
    return f"Tamaño por tamaño por coseno: {product} = {fixed(found.total)}"


def verdict(found: Comparison) -> str:
    """What there is to see."""
    if found.cosine is None:
        return "El producto punto es cero, apunte la otra flecha adonde apunte."
    if round(found.total, 9) == 0:
        return "Un ángulo recto: lo que un número sume, el otro lo resta. Por mucho que alargues las flechas, quedará en cero."
    angle, side, sign = ("Menos", "en el", "positivo") if found.total > 0 else ("Más", "fuera del", "negativo")
    return f"{angle} que un ángulo recto: la clave cae {side} lado sombreado y el producto es {sign}. En la línea discontinua, todas sacan {fixed(found.total)}."


def _factor(number: float) -> str:
    text = fixed(number, 3)
    return text if number >= 0 else f"({text})"
