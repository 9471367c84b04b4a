"""«Tres jarras»: what three weights make of three points of the plane, also when they are no mixture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import slider, toggle
from explorables.marks import Account, Area, Arrow, Axes, Columns, Curve, Dots, Figures, Ledger, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed
from explorables.views.alignment_map import vector_text

NAMES = ("dulce", "agria", "aguada")
JUGS = np.array([[8.0, 2.0], [3.0, 7.0], [1.0, 1.0]])
X, Y = (-4.0, 12.0), (-3.0, 10.0)
LOWEST = -0.3
NOTHING = 1e-9


@dataclass(frozen=True)
class State:
    """Litres of each jug, and whether they are divided by their sum."""

    sweet: float = slider(LOWEST, 1.0, default=0.5, step=0.05, label="Litros de «dulce»")
    sour: float = slider(LOWEST, 1.0, default=0.3, step=0.05, label="Litros de «agria»")
    watery: float = slider(LOWEST, 1.0, default=0.2, step=0.05, label="Litros de «aguada»")
    divided: bool = toggle(label="Dividir los pesos entre su suma")


def as_set(s: State) -> np.ndarray:
    return np.array([s.sweet, s.sour, s.watery])


def weights(s: State) -> np.ndarray:
    """The weights that count, (3,). A sum of zero divides nothing."""
    given = as_set(s)
    return given / given.sum() if s.divided and abs(given.sum()) > NOTHING else given


def recipe(drink: np.ndarray) -> np.ndarray:
    """The only three weights that sum to one and give the drink, (3,)."""
    return np.linalg.solve(np.vstack([JUGS.T, np.ones(3)]), np.append(drink, 1.0))


def where(drink: np.ndarray) -> str:
    needed = recipe(drink)
    if needed.min() < -NOTHING:
        return "fuera del triángulo"
    return ("dentro del triángulo", "en un lado del triángulo", "en una esquina del triángulo")[int((needed < NOTHING).sum())]


def named(indices: Sequence[int]) -> str:
    *first, last = (f"«{NAMES[j]}»" for j in indices)
    return f"{', '.join(first)} y {last}" if first else last


class ThreeJugs(Explorable):
    title = "Tres jarras"
    State = State
    prediction = Prediction(
        "Quieres 6 cucharadas y 6 limones por litro: menos azúcar que «dulce» y menos limón que «agria». ¿Se puede preparar con estas tres jarras?",
        [
            PredictionChoice("Sí: mitad de «dulce» y mitad de «agria»", "Eso da 5.5 cucharadas y 4.5 limones. Te faltan de las dos cosas."),
            PredictionChoice("Sí, con alguna otra receta", "La única que da esos números lleva −0.25 litros de «aguada», y eso no se puede servir."),
            PredictionChoice("No", "Haría falta un peso negativo: −0.25 litros de «aguada». Estar entre el menor y el mayor no basta.", True),
        ],
        {"sweet": 0.5, "sour": 0.75, "watery": -0.25, "divided": False},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        poured = weights(s)
        return [Columns([self._plane(s, poured), self._account(s, poured)], shares=(5, 4))]

    def _plane(self, s: State, poured: np.ndarray) -> Mark:
        drink, points = poured @ JUGS, [tuple(jug) for jug in JUGS]
        low, high = JUGS.min(axis=0), JUGS.max(axis=0)
        corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
        taken, owed = ([max(sign * weight, 0.0) for weight in poured] for sign in (1, -1))
        return Axes(
            X,
            Y,
            [
                Area(corners, part="box"),
                Area(points, ink="value", part="hull"),
                *self._ray(s, poured),
                Dots([(0.0, 0.0)], labels=["agua sola"], ghost=True, parts=["water"]),
                Dots(points, ink="weight", sizes=taken),
                Dots(points, ink="weight", sizes=owed, ghost=True),
                Dots(points, ink="value", labels=NAMES, ghost=True, parts=["jug-1", "jug-2", "jug-3"]),
                self._diamond(drink),
            ],
            f"Las tres jarras en un plano; la bebida está en {vector_text(drink)}, {where(drink)}",
            x_label="cucharadas de azúcar",
            y_label="limones",
            x_ticks=[0, 2, 4, 6, 8, 10],
            y_ticks=[0, 2, 4, 6, 8],
            equal=True,
        )

    @staticmethod
    def _ray(s: State, poured: np.ndarray) -> list:
        """Where dividing by the sum would lead, when it leads somewhere that can be drawn."""
        total = poured.sum()
        if abs(total - 1) < NOTHING or total < NOTHING or not _drawn(poured @ JUGS) or not _drawn(poured @ JUGS / total):
            return []
        one, all_of_it = tuple(poured @ JUGS / total), tuple(poured @ JUGS)
        farther = max(one, all_of_it, key=lambda point: np.hypot(*point))
        return [
            Curve([(0.0, 0.0), farther], ink="context", dashed=True),
            Dots([one], ink="context", shape="diamond", ghost=True, parts=["divided"]),
        ]

    @staticmethod
    def _diamond(drink: np.ndarray):
        if _drawn(drink):
            return Dots([tuple(drink)], ink="context", shape="diamond", parts=["drink"])
        # Too far to be drawn: an arrow at the edge says which way it lies.
        centre = JUGS.mean(axis=0)
        away = drink - centre
        room = [(edge - start) / step for start, step, ends in zip(centre, away, (X, Y)) for edge in ends if step and (edge - start) / step > 0]
        return Arrow(tuple(centre + min(room) * away), ink="context", start=tuple(centre + 0.8 * min(room) * away), part="drink")

    @staticmethod
    def _account(s: State, poured: np.ndarray) -> Mark:
        brought = poured[:, None] * JUGS
        rows = [f"«{name}»" for name in NAMES]
        return Panel(
            "Qué pone cada jarra",
            [
                Ledger(
                    rows,
                    [
                        Account("litros", poured.tolist(), low=LOWEST, high=1.0, ink="weight", part="weights"),
                        Account("azúcar", brought[:, 0].tolist(), low=-2.4, high=8.0, ink="value", part="sugar"),
                        Account("limón", brought[:, 1].tolist(), low=-2.4, high=8.0, ink="value", part="lemon"),
                    ],
                    "Litros, cucharadas y limones que pone cada jarra",
                    parts=["weight-1", "weight-2", "weight-3"],
                ),
                Figures([
                    Named("suman los pesos", fixed(poured.sum()), "weight", "total"),
                    Named("la bebida", vector_text(poured @ JUGS), "context", "sum"),
                ]),
                Text(ThreeJugs._verdict(s, poured), part="verdict", lines=4),
            ],
        )  # fmt: skip

    @staticmethod
    def _verdict(s: State, poured: np.ndarray) -> str:
        total, drink = poured.sum(), poured @ JUGS
        owed = [j for j in range(3) if poured[j] < -NOTHING]
        used = [j for j in range(3) if poured[j] > NOTHING]
        place = where(drink)
        if s.divided and abs(as_set(s).sum()) <= NOTHING:
            return "Los pesos suman cero: no hay entre qué dividir."
        if owed:
            rest = f"Los pesos suman {fixed(total)}, y" if abs(total - 1) > NOTHING else "Los pesos suman uno, pero"
            litres = fixed(poured[owed[0]]) if len(owed) == 1 else "litros negativos"
            return f"{rest} de {named(owed)} habría que servir {litres}. No es una mezcla; el punto queda {place}."
        if abs(total - 1) > NOTHING:
            if total < 1:
                return f"Faltan {fixed(1 - total)} para el litro: es como completarlo con agua sola. El punto se corre hacia el origen y queda {place}."
            return f"Sobran {fixed(total - 1)}: esto no es lo que lleva un litro. El punto se aleja del agua sola y queda {place}."
        if len(used) == 1:
            return f"Todo el peso en {named(used)}: la mezcla es esa jarra y ninguna otra."
        if len(used) == 2:
            return f"Sólo hay {named(used)}: la mezcla está en el lado que las une."
        return "Ningún peso es negativo y juntos suman uno: es una mezcla, y está dentro del triángulo."

    def describe(self, s: State) -> str:
        poured = weights(s)
        drink = poured @ JUGS
        first, second, third = (f"{fixed(weight)} de «{name}»" for weight, name in zip(poured, NAMES))
        return (
            f"Con {first}, {second} y {third}, que suman {fixed(poured.sum())}, salen {fixed(drink[0])} cucharadas y {fixed(drink[1])} limones: "
            f"el punto está {where(drink)}."
        )

    def table(self, s: State) -> Table:
        poured = weights(s)
        rows = [
            [name, *(fixed(each, 0) for each in jug), fixed(weight), *(fixed(each) for each in weight * jug)]
            for name, jug, weight in zip(NAMES, JUGS, poured)
        ]
        rows.append(["la bebida", "", "", fixed(poured.sum()), *(fixed(each) for each in poured @ JUGS)])
        heads = ["Jarra", "Cucharadas por litro", "Limones por litro", "Peso", "Pone de azúcar", "Pone de limón"]
        return Table("Qué pone cada jarra", heads, rows, chosen=len(NAMES))

    def values(self, s: State) -> dict[str, str]:
        poured = weights(s)
        drink = poured @ JUGS
        return {
            "drink": vector_text(drink),
            "sugar": fixed(drink[0]),
            "lemon": fixed(drink[1]),
            "total": fixed(poured.sum()),
            "where": where(drink),
        }

    def shared(self, s: State) -> dict[str, np.ndarray]:
        """For cells: the weights that count, (3,), the jugs, (3, 2), and the drink, (2,)."""
        return {"weights": weights(s), "jugs": JUGS.copy(), "drink": weights(s) @ JUGS}

    def nearby(self, first: State) -> Iterable[State]:
        """What the lesson's sentences ask for, undivided and divided."""
        poured = [
            as_set(first), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.5, 0.5, 0.0), (1.0, 1.0, 1.0), (0.5, 0.75, -0.25),
            (1.0, 0.6, 0.4), (0.1, 0.05, 0.05),
        ]  # fmt: skip
        return [replace(first, sweet=a, sour=b, watery=c, divided=d) for (a, b, c), d in product(poured, (False, True))]


def _drawn(point: np.ndarray) -> bool:
    return X[0] <= point[0] <= X[1] and Y[0] <= point[1] <= Y[1]
