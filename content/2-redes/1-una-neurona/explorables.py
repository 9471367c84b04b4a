"""«Una recta»: a neuron of two inputs as a line that is dragged and an arrow that turns it, against three tables of four cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import atan2

import numpy as np

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, point
from explorables.marks import Account, Area, Arrow, Axes, Columns, Curve, Dots, Figures, Handle, Ledger, Mark, Named, Panel, Table, Text
from explorables.numbers import coordinate, fixed

LOW, HIGH = -2.0, 2.0
RANGE = (LOW, HIGH)
CASES = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
WANTED = {"and": (0, 0, 0, 1), "or": (0, 1, 1, 1), "xor": (0, 1, 1, 0)}
NAMES = {"and": "microondas", "or": "timbre", "xor": "foco"}
DECIMALS = 9  # what is nearer to zero than this is on the line


@dataclass(frozen=True)
class State:
    """What the neuron has to do, its weights, and a point that its line goes through."""

    device: str = choice(
        [("and", "Microondas: los dos"), ("or", "Timbre: al menos uno"), ("xor", "Foco: uno solo")], default="and", label="Qué debe gobernar"
    )
    weights: tuple[float, float] = point(RANGE, RANGE, default=(2.0, 2.0), label="Pesos")
    through: tuple[float, float] = point(RANGE, RANGE, default=(0.5, 0.0), label="Un punto de la recta")


def bias(s: State) -> float:
    """The one with which the line goes through its point."""
    return round(-float(np.dot(s.weights, s.through)), DECIMALS) + 0.0


def scores(s: State) -> np.ndarray:
    """z of each case, (4,)."""
    return np.round(CASES @ np.array(s.weights) + bias(s), DECIMALS) + 0.0


def answers(s: State) -> np.ndarray:
    return (scores(s) > 0).astype(int)


def right(s: State) -> np.ndarray:
    return answers(s) == np.array(WANTED[s.device])


def border(weights: Sequence[float], level: float) -> list[tuple[float, float]]:
    """Where the line w·x = level meets the edge of the square: two points, or one at a corner."""
    met = set()
    for axis in (0, 1):
        across, along = weights[axis], weights[1 - axis]
        for end in RANGE:
            if along:
                other = (level - across * end) / along
                if LOW - 1e-9 <= other <= HIGH + 1e-9:
                    met.add(tuple(round(each, 6) + 0.0 for each in ((end, other) if axis == 0 else (other, end))))
    return sorted(met)


def firing(weights: Sequence[float], level: float) -> list[tuple[float, float]]:
    """The corners, in turn, of the piece of the square where w·x ≥ level."""
    corners = [(x, y) for x in RANGE for y in RANGE if weights[0] * x + weights[1] * y > level]
    piece = list({*corners, *border(weights, level)})
    centre = np.mean(piece, axis=0)
    return sorted(piece, key=lambda each: atan2(each[1] - centre[1], each[0] - centre[0]))


def short(number: float) -> str:
    return coordinate(number, 2).replace("-", "\u2212")


def pair(vector: Sequence[float]) -> str:
    return f"({short(vector[0])}, {short(vector[1])})"


def listed(names: Sequence[str]) -> str:
    return " y ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


class OneNeuron(Explorable):
    title = "Una recta"
    State = State
    prediction = Prediction(
        "El foco debe encenderse en (1, 0) y en (0, 1), y seguir apagado en (0, 0) y en (1, 1). ¿En cuántos de los cuatro casos puede acertar una recta, como mucho?",
        [
            PredictionChoice("En dos", "Con la recta del timbre ya son tres: sólo falla cuando los dos mandos están puestos."),
            PredictionChoice("En tres", "Hay varias rectas que lo logran, y ninguna que acierte también en el caso que falta.", True),
            PredictionChoice("En los cuatro, si se busca bien", "Busca: siempre quedará un caso del lado que no es. Más abajo está la prueba de que no hay tal recta."),
        ],
        {"device": "xor", "weights": [2.0, 2.0], "through": [0.5, 0.0]},
    )  # fmt: skip

    def scene(self, s: State) -> Sequence[Mark]:
        return [Columns([self._plane(s), self._account(s)])]

    @staticmethod
    def _plane(s: State) -> Mark:
        ground: list = []
        if any(s.weights):
            level = -bias(s)
            line, piece = border(s.weights, level), firing(s.weights, level)
            if len(piece) > 2:
                ground.append(Area(piece, ink="score", part="firing"))
            if len(line) > 1:
                ground.append(Curve(line, ink="score", part="border"))
        wanted, good = WANTED[s.device], right(s)
        dots = []
        for on in (1, 0):
            chosen = [i for i in range(4) if wanted[i] == on]
            dots.append(
                Dots(
                    [tuple(CASES[i]) for i in chosen],
                    labels=["" if good[i] else "falla" for i in chosen],
                    sizes=[0.25] * len(chosen),
                    shape="square",
                    ghost=not on,
                    parts=[f"case-{i}" for i in chosen],
                )
            )
        return Axes(
            RANGE,
            RANGE,
            [
                *ground,
                Arrow(s.weights, part="weights"),
                *dots,
                Handle(s.through, "through", "Un punto de la recta", ink="score", label="recta", text=pair(s.through)),
                Handle(s.weights, "weights", "Pesos", label="pesos", text=pair(s.weights)),
            ],
            f"Los cuatro casos en un plano y la recta de la neurona, que pasa por {pair(s.through)}; la flecha de los pesos llega a {pair(s.weights)}",
            x_label="primer mando",
            y_label="segundo mando",
            x_ticks=[-2, -1, 0, 1, 2],
            y_ticks=[-2, -1, 0, 1, 2],
            equal=True,
        )

    @staticmethod
    def _account(s: State) -> Mark:
        z = scores(s)
        reach = max(4.0, float(np.abs(z).max()))
        return Panel(
            "Caso por caso",
            [
                Ledger(
                    [pair(case) for case in CASES],
                    [
                        Account("z", z.tolist(), low=-reach, high=reach, ink="score", part="scores"),
                        Account("sale", answers(s).tolist(), decimals=0, part="answers"),
                        Account("debe", list(WANTED[s.device]), decimals=0, part="wanted"),
                    ],
                    "La puntuación de cada caso, lo que sale y lo que debe salir",
                    parts=[f"row-{i}" for i in range(4)],
                ),
                Figures([
                    Named("sesgo", fixed(bias(s)), "plain", "bias"),
                    Named("aciertos", f"{right(s).sum()} de 4", "plain", "hits"),
                    Named("exactitud", fixed(right(s).mean()), "plain", "accuracy"),
                ]),
                Text(verdict(s), part="verdict", lines=4),
            ],
        )  # fmt: skip

    def describe(self, s: State) -> str:
        return f"Pesos {pair(s.weights)} y sesgo {fixed(bias(s))}: para el {NAMES[s.device]}, la neurona acierta en {right(s).sum()} de los 4 casos."

    def table(self, s: State) -> Table:
        rows = [
            [pair(case), fixed(z), str(told), str(wanted)]
            for case, z, told, wanted in zip(CASES, scores(s), answers(s), WANTED[s.device])
        ]
        return Table(f"Una neurona y el {NAMES[s.device]}", ["Caso", "z", "Sale", "Debe salir"], rows)

    def values(self, s: State) -> dict[str, str]:
        return {
            "weights": pair(s.weights),
            "bias": fixed(bias(s)),
            "hits": str(right(s).sum()),
            "accuracy": fixed(right(s).mean()),
        }

    def shared(self, s: State) -> dict[str, object]:
        """For cells: the weights, (2,), and the bias."""
        return {"w": np.array(s.weights), "b": bias(s)}

    def nearby(self, first: State) -> Iterable[State]:
        """What the lesson's sentences ask for, and the same lines for each device."""
        lines = [
            (first.weights, first.through), ((2.0, 2.0), (1.0, 0.5)), ((2.0, 2.0), (0.0, 0.0)), ((0.5, 0.5), (1.0, 0.5)),
            ((-2.0, -2.0), (1.0, 0.5)), ((2.0, 2.0), (0.5, 0.0)), ((2.0, -2.0), (0.5, 0.0)),
        ]  # fmt: skip
        return [replace(first, device=device, weights=w, through=p) for device in WANTED for w, p in lines]


def verdict(s: State) -> str:
    """What there is to see."""
    if not any(s.weights):
        return "Con los dos pesos en cero no hay recta: la neurona responde lo mismo en los cuatro casos."
    wrong = [pair(case) for case, good in zip(CASES, right(s)) if not good]
    if not wrong:
        return f"Acierta en los cuatro casos: esta recta gobierna el {NAMES[s.device]}."
    where = f"Falla en {listed(wrong)}."
    if s.device == "xor" and len(wrong) == 1:
        return f"{where} ¿Puedes corregirlo sin estropear otro?"
    return f"{where} Los cuadrados llenos deben quedar en el lado sombreado; los huecos, fuera de él."
