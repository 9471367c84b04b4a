"""«Dos caminos»: what one context teaches each encoder state, through what is mixed and through how much of it.

Scissors stop the gradient on an edge and change nothing of what is computed. The referee knows no derivatives: it moves
each number of each state a little and looks at the loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import additive_scores, softmax
from attention_core.translator import ContextPaths, context_paths
from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import seed, toggle
from explorables.marks import Bars, Cell, Columns, Edge, Figures, Graph, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed, percent
from explorables.views.alignment_map import ENCODER_STATES, SOURCE, vector_text

D_SCORE = 4
MOVE = 1e-5
# Above what rounding leaves to central differences, far below any path.
AGREES = 1e-6
FIRST_DRAW = 53


@dataclass(frozen=True)
class State:
    """Which of the two edges that leave an encoder state let the gradient back through."""

    value_path: bool = toggle(label="camino del contenido, h̄ → c", default=True)
    score_path: bool = toggle(label="camino de la puntuación, h̄ → e", default=False)
    draw: int = seed(default=FIRST_DRAW)


class Case(NamedTuple):
    """`query` s (3,), `towards` ∂L/∂c (3,), the additive score's parameters, and what follows from them.

    `referee` (6, 3): ∂L/∂h̄ by central differences.
    """

    query: np.ndarray
    towards: np.ndarray
    params: dict
    paths: ContextPaths
    referee: np.ndarray


@lru_cache(maxsize=8)
def case(draw: int) -> Case:
    """A decoder state, a gradient and a score drawn at random, over the six states of the book's sentence."""
    rng = np.random.default_rng(draw)
    width = ENCODER_STATES.shape[1]
    query, towards = rng.standard_normal(width), rng.standard_normal(width)
    shapes = {"W_a": (width, D_SCORE), "U_a": (width, D_SCORE), "v_a": (D_SCORE,)}
    params = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
    paths = context_paths(query, ENCODER_STATES, towards, "additive", params)
    return Case(query, towards, params, paths, _differences(query, towards, params))


def _differences(query: np.ndarray, towards: np.ndarray, params: dict) -> np.ndarray:
    """∂L/∂h̄ (6, 3) for L = c · towards, all the moved states at once."""
    steps = MOVE * np.eye(ENCODER_STATES.size).reshape(-1, *ENCODER_STATES.shape)

    def losses(states: np.ndarray) -> np.ndarray:
        weights = softmax(additive_scores(np.broadcast_to(query, (len(states), 1, len(query))), states, params))
        return (weights @ states)[:, 0] @ towards

    slopes = (losses(ENCODER_STATES + steps) - losses(ENCODER_STATES - steps)) / (2 * MOVE)
    return slopes.reshape(ENCODER_STATES.shape)


def arriving(s: State) -> np.ndarray:
    """What reaches the encoder states (6, 3) by the open paths together."""
    paths = case(s.draw).paths
    return s.value_path * paths.value + s.score_path * paths.score


def error(s: State) -> float:
    """‖arriving − referee‖ / ‖referee‖."""
    referee = case(s.draw).referee
    return float(np.linalg.norm(arriving(s) - referee) / np.linalg.norm(referee))


def agrees(s: State) -> bool:
    return error(s) < AGREES


def error_text(s: State) -> str:
    return "< 10⁻⁶" if agrees(s) else percent(error(s))


def lengths(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=-1)


class TwoPaths(Explorable):
    title = "Dos caminos"
    State = State
    prediction = Prediction(
        "El árbitro dice que no. ¿Qué hay que hacer para que diga que sí?",
        [
            PredictionChoice(
                "abrir los dos caminos",
                "Entre caminos se suma: al gradiente que trae el contenido le faltaba, entero, el de la puntuación.",
                right=True,
            ),
            PredictionChoice(
                "cambiar de camino",
                "La puntuación sola tampoco basta. Córtale el otro y mira: se equivoca aún más.",
            ),
            PredictionChoice(
                "alargar las barras del contenido",
                "No es cosa de tamaño. Lo que falta apunta en otra dirección, y ningún factor la endereza.",
            ),
        ],
        {"value_path": True, "score_path": True},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        paths = case(s.draw).paths
        longest = float(max(lengths(paths.value).max(), lengths(paths.score).max(), lengths(paths.value + paths.score).max()))
        return [
            Columns([self._graph(s), self._verdict(s)], shares=(3, 2)),
            Columns([
                self._bars("Por el contenido", lengths(paths.value) * s.value_path, longest, "value", "content", not s.value_path),
                self._bars("Por la puntuación", lengths(paths.score) * s.score_path, longest, "score", "score", not s.score_path),
                self._bars("Lo que llega, y el árbitro", lengths(arriving(s)), longest, "encoder", "sum", referee=s),
            ]),
            Text(
                "Cada barra es el largo de un vector. Los largos no se suman; los vectores, sí. "
                "Con trazo discontinuo, lo que mide el árbitro."
            ),
            self._scores(s),
        ]

    @staticmethod
    def _graph(s: State) -> Mark:
        paths = case(s.draw).paths
        by_value, by_score = float(np.linalg.norm(paths.value)), float(np.linalg.norm(paths.score))
        of_value, of_score = by_value / (by_value + by_score), by_score / (by_value + by_score)
        open_words = {True: "abierto", False: "cortado"}
        return Graph(
            [
                Cell("h̄", 40, 142, ink="encoder"),
                Cell("e", 150, 34, ink="score"),
                Cell("α", 244, 34, ink="weight"),
                Cell("c", 244, 142, ink="context"),
                Cell("L", 326, 142),
            ],
            [
                Edge(
                    "h̄", "c", "contenido", "value", of_value, cut=not s.value_path, part="value-path",
                    sets={"value_path": not s.value_path},
                ),
                Edge(
                    "h̄", "e", "puntuación", "score", of_score, cut=not s.score_path, part="score-path",
                    sets={"score_path": not s.score_path},
                ),
                Edge("e", "α", ink="score", weight=of_score),
                Edge("α", "c", ink="weight", weight=of_score),
                Edge("c", "L", ink="context", weight=0.6),
            ],
            f"De h̄ salen dos flechas: al contexto c, {open_words[s.value_path]}, y a la puntuación e, "
            f"{open_words[s.score_path]}, que por el peso α llega también a c; de c, a la pérdida L",
            height=178,
        )

    @staticmethod
    def _verdict(s: State) -> Mark:
        total = float(case(s.draw).paths.grad_scores.sum())
        return Panel(
            "El árbitro: mover cada número y mirar",
            [
                Text("Dice que sí." if agrees(s) else "Dice que no.", "result"),
                Figures([
                    Named("de error del gradiente", error_text(s), "encoder", "error"),
                    Named("suman los ∂L/∂e", fixed(total), "score", "zero"),
                ]),
            ],
            part="referee",
        )

    @staticmethod
    def _bars(
        title: str, numbers: Sequence[float], longest: float, ink: str, part: str, cut: bool = False, referee: State | None = None
    ) -> Mark:
        ghosts = None if referee is None else lengths(case(referee.draw).referee)
        said = ", ".join(f"{word} {fixed(number)}" for word, number in zip(SOURCE, numbers))
        bars = Bars(SOURCE, numbers, f"{title}: {said}", high=1.05 * longest, ink=ink, ghosts=ghosts, ghost_ink="plain")
        return Panel(title + (", cortado" if cut else ""), [bars], part=part)

    @staticmethod
    def _scores(s: State) -> Mark:
        at_scores = case(s.draw).paths.grad_scores
        reach = 1.05 * float(np.abs(at_scores).max())
        said = ", ".join(f"{word} {fixed(number)}" for word, number in zip(SOURCE, at_scores))
        return Panel(
            "∂L/∂e: lo que una puntuación gana, lo pierden las demás",
            [Bars(SOURCE, at_scores, f"Gradiente de cada puntuación: {said}", low=-reach, high=reach, ink="score")],
            part="score-gradients",
        )

    def describe(self, s: State) -> str:
        words = {True: "abierto", False: "cortado"}
        opened = f"Camino del contenido {words[s.value_path]}, camino de la puntuación {words[s.score_path]}"
        if agrees(s):
            return f"{opened}: el gradiente coincide con el que miden las diferencias finitas y el árbitro dice que sí."
        return (
            f"{opened}: el gradiente se aparta un {percent(error(s))} del que miden las diferencias finitas "
            "y el árbitro dice que no."
        )

    def table(self, s: State) -> Table:
        found = case(s.draw)
        columns = (found.paths.value * s.value_path, found.paths.score * s.score_path, arriving(s), found.referee)
        rows = [
            [word, fixed(found.paths.weights[j]), *(vector_text(column[j]) for column in columns), fixed(found.paths.grad_scores[j])]
            for j, word in enumerate(SOURCE)
        ]
        return Table(
            "El gradiente de la pérdida respecto de cada estado del encoder, camino por camino",
            ["Token", "α", "Contenido", "Puntuación", "Suma", "Árbitro", "∂L/∂e"],
            rows,
        )

    def values(self, s: State) -> dict[str, str]:
        return {
            "error": error_text(s),
            "verdict": "sí" if agrees(s) else "no",
            "scores_sum": fixed(float(case(s.draw).paths.grad_scores.sum())),
        }

    def nearby(self, first: State) -> Iterable[State]:
        return [replace(first, value_path=value, score_path=score) for value in (True, False) for score in (True, False)]
