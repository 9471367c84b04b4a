"""«Relojes»: the marks of two positions as the hands of 32 clocks, and the products of eight positions in a row.

With sines and cosines both hands of a clock turn together, and what they say to each other depends on the distance alone.
With a table drawn by lot, as a learned one is before it learns, nothing turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from attention_core import sinusoidal_positions

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, slider
from explorables.marks import Columns, Figures, HeatMap, Mark, Named, Panel, Table, Text
from explorables.markup import Html, element, join
from explorables.numbers import coordinate, fixed

WIDTH = 64
CLOCKS, ACROSS = WIDTH // 2, 8
LAST, WINDOW = 1000, 8
# Positions that each clock needs for a whole turn.
TURNS = 2 * np.pi * 10000 ** (np.arange(CLOCKS) / CLOCKS)

TABLES = {
    "sines": sinusoidal_positions(LAST + WINDOW, WIDTH),
    # As large as the sines, on average.
    "drawn": np.random.default_rng(0).standard_normal((LAST + WINDOW, WIDTH)) * np.sqrt(1 / 2),
}


@dataclass(frozen=True)
class State:
    """A position, how far after it the other one stands, and where their marks come from."""

    position: int = slider(0, LAST, default=3, step=1, label="posición")
    distance: int = slider(0, WINDOW - 1, default=5, step=1, label="distancia a la otra")
    marks: str = choice([("sines", "senos y cosenos"), ("drawn", "tabla sorteada")], default="sines", label="Huellas")


@lru_cache(maxsize=64)
def hands(marks: str, position: int) -> np.ndarray:
    """The 32 pairs of a position: (across, up) of each hand's tip, (32, 2). Zero is at noon, and time goes clockwise."""
    return TABLES[marks][int(position)].reshape(CLOCKS, 2)


def products(s: State) -> np.ndarray:
    """What each clock adds to the dot product of the two marks, (32,)."""
    return (hands(s.marks, s.position) * hands(s.marks, s.position + s.distance)).sum(axis=1)


def window(s: State) -> np.ndarray:
    """Dot products of the position and the seven after it with each other, (8, 8)."""
    rows = TABLES[s.marks][int(s.position) : int(s.position) + WINDOW]
    return rows @ rows.T


def period(clock: int) -> str:
    turn = TURNS[clock]
    return fixed(turn, 1 if turn < 10 else 0)


@dataclass(frozen=True)
class Clocks(Mark):
    """Rows of eight dials with two hands each, the second dashed; `heads` and `sums` stand over each row."""

    solid: np.ndarray
    dashed: np.ndarray
    unit: float
    heads: Sequence[str]
    sums: Sequence[str]
    label: str

    STEP, HEAD, DIAL = 44, 20, 38

    def html(self) -> Html:
        rows = len(self.heads)
        width, height = self.STEP * ACROSS, (self.HEAD + self.DIAL) * rows + 2
        return element(
            "svg",
            join(self._row(row, width) for row in range(rows)),
            class_="mark axes",
            viewBox=f"0 0 {width} {height}",
            role="img",
            aria_label=self.label,
        )

    def _row(self, row: int, width: int) -> Html:
        clocks = range(row * ACROSS, (row + 1) * ACROSS)
        top = row * (self.HEAD + self.DIAL)
        return element(
            "g",
            element("text", self.heads[row], class_="tick-text", x="2", y=str(top + 14)),
            element("text", self.sums[row], class_="mark-label ink-score", x=str(width - 2), y=str(top + 14), text_anchor="end"),
            element("path", class_="axis", d=" ".join(self._dial(clock) for clock in clocks)),
            self._hands(clocks, self.dashed, "arrow ghost ink-plain"),
            self._hands(clocks, self.solid, "arrow ink-plain"),
            data_part=f"row-{row + 1}",
        )

    def _centre(self, clock: int) -> tuple[float, float]:
        row, column = divmod(clock, ACROSS)
        return self.STEP * (column + 0.5), row * (self.HEAD + self.DIAL) + self.HEAD + self.DIAL / 2

    def _dial(self, clock: int) -> str:
        (x, y), r = self._centre(clock), coordinate(self.unit)
        return f"M{coordinate(x)} {coordinate(y - self.unit)}a{r} {r} 0 1 1 -0.01 0z"

    def _hands(self, clocks: Iterable[int], tips: np.ndarray, names: str) -> Html:
        lines = []
        for clock in clocks:
            x, y = self._centre(clock)
            across, up = self.unit * tips[clock]
            lines.append(f"M{coordinate(x)} {coordinate(y)}l{coordinate(across)} {coordinate(-up)}")
        return element("g", element("path", class_="shaft", d="".join(lines)), class_=names)


class PositionClocks(Explorable):
    title = "Relojes"
    State = State
    prediction = Prediction(
        "Las huellas de las posiciones 3 y 8 tienen un producto de 23.50. Llévate las dos al fondo, a la 903 y la 908. ¿Cuánto da ahora?",
        [
            PredictionChoice("Más: son posiciones más grandes", "La huella no crece con la posición: cada manecilla mide uno, vaya por donde vaya."),
            PredictionChoice("Menos: ya han dado muchas vueltas", "Han dado muchas, y las dos las mismas. El ángulo entre las dos manecillas de un reloj no cambió."),
            PredictionChoice("Lo mismo, 23.50", "En cada reloj las dos manecillas avanzan igual, así que el ángulo que las separa no se entera de la mudanza.", True),
        ],
        {"position": 903},
    )  # fmt: skip

    def scene(self, s: State) -> Sequence[Mark]:
        sines = s.marks == "sines"
        by_clock = products(s)
        rows = CLOCKS // ACROSS
        if sines:
            heads = [f"una vuelta cada {period(r * ACROSS)} a {period(r * ACROSS + ACROSS - 1)} posiciones" for r in range(rows)]
        else:
            heads = [f"números {2 * ACROSS * r + 1} a {2 * ACROSS * (r + 1)} de la huella" for r in range(rows)]
        places = [str(int(s.position) + step) for step in range(WINDOW)]
        return [
            Columns([
                Panel(f"Posición {int(s.position)} y, en trazos, posición {int(s.position + s.distance)}", [
                    Clocks(
                        hands(s.marks, s.position), hands(s.marks, s.position + s.distance), 16 if sines else 9, heads,
                        [f"suman {fixed(total)}" for total in by_clock.reshape(rows, ACROSS).sum(axis=1)],
                        f"32 relojes con dos manecillas, la de la posición {int(s.position)} y la de la {int(s.position + s.distance)}",
                    ),
                ], part="clocks"),
                Panel("Producto punto de cada huella con las demás", [
                    HeatMap(
                        window(s).tolist(), places, places, f"Productos de las huellas {places[0]} a {places[-1]}",
                        high=CLOCKS, decimals=1, ink="score",
                        outlined=[(row, column) for row in range(WINDOW) for column in range(WINDOW) if abs(row - column) == s.distance],
                    ),
                ], part="matrix"),
            ]),
            Figures([
                Named(f"producto de las huellas {int(s.position)} y {int(s.position + s.distance)}", fixed(by_clock.sum()), "score", "product"),
            ]),
            Text(remark(s), part="remark", lines=4),
        ]  # fmt: skip

    def describe(self, s: State) -> str:
        source = "de senos y cosenos" if s.marks == "sines" else "de una tabla sorteada"
        diagonal = np.diagonal(window(s), int(s.distance))
        same = np.ptp(diagonal) < 1e-9
        others = "el mismo" if same else f"de {fixed(diagonal.min())} a {fixed(diagonal.max())}"
        return (
            f"Huellas {source}, posiciones {int(s.position)} y {int(s.position + s.distance)}: su producto es {fixed(products(s).sum())}. "
            f"A distancia {int(s.distance)}, en las ocho posiciones que se ven, es {others}."
        )

    def table(self, s: State) -> Table:
        first, second = hands(s.marks, s.position), hands(s.marks, s.position + s.distance)
        rows = [
            [
                str(clock + 1), period(clock) if s.marks == "sines" else "no gira",
                f"({fixed(one[0])}, {fixed(one[1])})", f"({fixed(other[0])}, {fixed(other[1])})", fixed(product),
            ]
            for clock, (one, other, product) in enumerate(zip(first, second, products(s)))
        ]  # fmt: skip
        rows.append(["suma", "", "", "", fixed(products(s).sum())])
        ends = (f"Posición {int(s.position)}", f"Posición {int(s.position + s.distance)}")
        return Table("Los 32 relojes", ["Reloj", "Posiciones por vuelta", *ends, "Producto"], rows)

    def values(self, s: State) -> dict[str, str]:
        return {
            "product": fixed(products(s).sum()),
            "positions": f"{int(s.position)} y {int(s.position + s.distance)}",
            "fast": fixed(products(s)[:ACROSS].sum()),
            "rest": fixed(products(s)[ACROSS:].sum()),
        }

    def nearby(self, first: State) -> Iterable[State]:
        """What the lesson's sentences ask for."""
        yield from (replace(first, distance=distance) for distance in range(WINDOW))
        yield from (replace(first, position=position) for position in (4, 5, 63, 903))
        yield from (replace(first, position=position, marks="drawn") for position in (3, 4, 903))


def remark(s: State) -> str:
    """What there is to see."""
    if s.marks == "drawn":
        return (
            "Números sorteados: de un lugar al siguiente las manecillas no giran, son otras. En los recuadros, cada par da lo suyo; si la "
            "distancia importa, habrá que aprenderla."
        )
    if not s.distance:
        return "Una huella consigo misma: en cada reloj, dos manecillas de tamaño uno que apuntan igual. El producto es 32 en cualquier lugar de la frase."
    return (
        f"En los recuadros están los pares a distancia {int(s.distance)}, y todos dan lo mismo. Mueve la posición: las dos manecillas de "
        "cada reloj giran a la vez, y los números se quedan donde están."
    )
