"""«Caminos y tijeras»: one weight, four paths to the loss, scissors on each of the eight arrows, finite differences as referee."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import toggle
from explorables.marks import Cell, Columns, Edge, Figures, Graph, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed

# The network of the lesson's cells: h = tanh(a w), k = tanh(B h), L = ½ (v · k − t)².
W = 0.6
A = np.array([1.0, 0.6])
B = np.array([[1.3, -1.1], [-0.8, 1.0]])
V = np.array([0.9, 0.8])
T = -0.7

MOVE = 1e-5
# Above what rounding leaves to central differences, far below any path.
AGREES = 1e-6
STEP = 0.5


@dataclass(frozen=True)
class State:
    """Which arrows let the derivative back through; whether the referee holds still what a cut arrow carries."""

    w_h1: bool = toggle(label="w → h₁", default=True)
    w_h2: bool = toggle(label="w → h₂", default=True)
    h1_k1: bool = toggle(label="h₁ → k₁", default=False)
    h1_k2: bool = toggle(label="h₁ → k₂", default=True)
    h2_k1: bool = toggle(label="h₂ → k₁", default=True)
    h2_k2: bool = toggle(label="h₂ → k₂", default=True)
    k1_l: bool = toggle(label="k₁ → L", default=True)
    k2_l: bool = toggle(label="k₂ → L", default=True)
    held: bool = toggle(label="el árbitro congela lo cortado", default=False)


EDGES = tuple(field.name for field in fields(State) if field.name != "held")
ARROWS = {edge: tuple("L" if end == "l" else end[0] + "₀₁₂"[int(end[1:])] if end[1:] else end for end in edge.split("_")) for edge in EDGES}
# The four paths, each as the names of its three arrows.
PATHS = tuple((f"w_h{i}", f"h{i}_k{j}", f"k{j}_l") for i in (1, 2) for j in (1, 2))


class Pass(NamedTuple):
    """One way through: the hidden numbers h (2,) and k (2,), and the loss."""

    h: np.ndarray
    k: np.ndarray
    loss: float


def forward(w: float) -> Pass:
    h = np.tanh(A * w)
    k = np.tanh(B @ h)
    return Pass(h, k, float(0.5 * (V @ k - T) ** 2))


@lru_cache(maxsize=1)
def local_derivatives() -> dict[str, float]:
    """Of the end of each arrow with respect to its start, everything else still."""
    h, k, _ = forward(W)
    of_h = (1 - h * h) * A
    of_k = (1 - k * k)[:, None] * B
    of_loss = (V @ k - T) * V
    found = {f"w_h{i + 1}": of_h[i] for i in range(2)}
    found |= {f"h{i + 1}_k{j + 1}": of_k[j, i] for i in range(2) for j in range(2)}
    found |= {f"k{j + 1}_l": of_loss[j] for j in range(2)}
    return {edge: float(found[edge]) for edge in EDGES}


def carried(s: State) -> list[float]:
    """What each path brings back: the product of its three derivatives, 0 with a cut among them."""
    slopes = local_derivatives()
    return [float(np.prod([slopes[edge] * getattr(s, edge) for edge in path])) for path in PATHS]


def derivative(s: State) -> float:
    return sum(carried(s))


def measured_loss(s: State, w: float) -> float:
    """The loss with the weight at `w`, where a held arrow goes on carrying what it carried at W."""
    still = forward(W)

    def seen(edge: str, moving: float, stopped: float) -> float:
        return stopped if s.held and not getattr(s, edge) else moving

    h = [np.tanh(A[i] * seen(f"w_h{i + 1}", w, W)) for i in range(2)]
    k = [np.tanh(sum(B[j, i] * seen(f"h{i + 1}_k{j + 1}", h[i], still.h[i]) for i in range(2))) for j in range(2)]
    y = sum(V[j] * seen(f"k{j + 1}_l", k[j], still.k[j]) for j in range(2))
    return float(0.5 * (y - T) ** 2)


@lru_cache(maxsize=64)
def referee(s: State) -> float:
    """∂L/∂w by central differences."""
    return (measured_loss(s, W + MOVE) - measured_loss(s, W - MOVE)) / (2 * MOVE)


def agrees(s: State) -> bool:
    return abs(derivative(s) - referee(s)) < AGREES


def after_step(s: State) -> float:
    """The true loss after one step against the derivative that arrives."""
    return forward(W - STEP * derivative(s)).loss


def path_name(path: Sequence[str]) -> str:
    return " → ".join([ARROWS[path[0]][0], *(ARROWS[edge][1] for edge in path)])


def product_text(s: State, path: Sequence[str]) -> str:
    slopes = local_derivatives()
    return " × ".join(fixed(slopes[edge]) if getattr(s, edge) else "✂" for edge in path)


def moved_words(s: State) -> str:
    before, after = forward(W).loss, after_step(s)
    if abs(after - before) < 5e-4:
        return f"la pérdida se queda en {fixed(before, 3)}"
    return f"la pérdida {'baja' if after < before else 'sube'} de {fixed(before, 3)} a {fixed(after, 3)}"


class ScissorPaths(Explorable):
    title = "Caminos y tijeras"
    State = State
    prediction = Prediction(
        "Hay una flecha cortada y el árbitro dice que no. Si la abres, entra un camino más. ¿Qué hará la derivada?",
        [
            PredictionChoice("alejarse más de cero", "Sería lo propio si todos los caminos tiraran hacia el mismo lado. Éste tira hacia el contrario."),
            PredictionChoice("cambiar de signo", "El camino que faltaba es el más fuerte y va al revés que la suma de los otros tres: no le faltaba un pedazo, le faltaba el sentido.", right=True),
            PredictionChoice("quedarse igual", "El árbitro acaba de decir que le falta algo."),
        ],
        {"h1_k1": True},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        return [Columns([self._graph(s), self._verdict(s)], shares=(3, 2)), self._paths(s)]

    @staticmethod
    def _graph(s: State) -> Mark:
        now, slopes = forward(W), local_derivatives()
        # Off the straight, so that the middles of the two arrows that cross, where their scissors are, lie apart.
        places = {"w": (26, 140), "h₁": (96, 36), "h₂": (112, 226), "k₁": (286, 42), "k₂": (226, 296), "L": (336, 176)}
        numbers = {"w": W, "h₁": now.h[0], "h₂": now.h[1], "k₁": now.k[0], "k₂": now.k[1], "L": now.loss}
        cut = [f"{ARROWS[edge][0]} a {ARROWS[edge][1]}" for edge in EDGES if not getattr(s, edge)]
        return Graph(
            [Cell(name, x, y, fixed(numbers[name]), part=f"cell-{name}") for name, (x, y) in places.items()],
            [
                Edge(
                    *ARROWS[edge], fixed(slopes[edge]), weight=abs(slopes[edge]) / 3, cut=not getattr(s, edge), part=edge.replace("_", "-"),
                    sets={edge: not getattr(s, edge)},
                )
                for edge in sorted(EDGES, key="h1_k2".__eq__)
            ],
            "Del peso w salen flechas a h₁ y h₂; de cada una, a k₁ y k₂; de éstas, a la pérdida L. Junto a cada flecha, su derivada. "
            + (f"Cortadas: {', '.join(cut)}" if cut else "Ninguna está cortada"),
            height=330,
        )

    @staticmethod
    def _verdict(s: State) -> Mark:
        return Panel(
            "El árbitro: mover w y mirar",
            [
                Text("Dice que sí." if agrees(s) else "Dice que no.", "result" if agrees(s) else "warning"),
                Figures([
                    Named("suman los caminos abiertos", fixed(derivative(s), 3), part="total"),
                    Named("mide el árbitro", fixed(referee(s), 3), part="measured"),
                ]),
                Text(f"Con un paso de {fixed(STEP, 1)} cuesta abajo según esa suma, {moved_words(s)}.", part="step"),
            ],
            part="referee",
        )

    @staticmethod
    def _paths(s: State) -> Mark:
        rows = [[path_name(path), product_text(s, path), fixed(number, 3)] for path, number in zip(PATHS, carried(s))]
        rows.append(["todos", "se suman", fixed(derivative(s), 3)])
        return Table("Dentro de cada camino se multiplica; entre caminos se suma", ["camino", "derivadas", "trae"], rows, chosen=len(PATHS))

    def describe(self, s: State) -> str:
        cut = [f"{ARROWS[edge][0]} a {ARROWS[edge][1]}" for edge in EDGES if not getattr(s, edge)]
        opened = f"Flechas cortadas: {', '.join(cut)}" if cut else "Todas las flechas están abiertas"
        verdict = f"el árbitro mide {fixed(referee(s), 3)} y dice que {'sí' if agrees(s) else 'no'}"
        held = ", con lo cortado congelado" if s.held else ""
        return f"{opened}. Los caminos suman {fixed(derivative(s), 3)}; {verdict}{held}. Con un paso, {moved_words(s)}."

    def table(self, s: State) -> Table:
        slopes = local_derivatives()
        rows = [
            [f"{ARROWS[edge][0]} → {ARROWS[edge][1]}", fixed(slopes[edge], 3), "abierta" if getattr(s, edge) else "cortada"] for edge in EDGES
        ]
        rows += [[path_name(path), fixed(number, 3), "camino"] for path, number in zip(PATHS, carried(s))]
        rows.append(["suma de los caminos", fixed(derivative(s), 3), ""])
        rows.append(["árbitro", fixed(referee(s), 3), "sí" if agrees(s) else "no"])
        return Table("La derivada de cada flecha, lo que trae cada camino, y el árbitro", ["Flecha o camino", "Derivada", "Estado"], rows)

    def values(self, s: State) -> dict[str, str]:
        return {
            "total": fixed(derivative(s), 3),
            "measured": fixed(referee(s), 3),
            "verdict": "sí" if agrees(s) else "no",
            "after": fixed(after_step(s), 3),
        }

    def nearby(self, first: State) -> Iterable[State]:
        """All open, and each arrow cut alone; the referee both ways."""
        whole = State(**dict.fromkeys(EDGES, True))
        alone = [replace(whole, **{edge: False}) for edge in EDGES]
        return [replace(state, held=held) for held in (False, True) for state in (whole, *alone)]
