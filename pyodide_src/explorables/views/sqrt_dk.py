"""«Por qué √d_k»: how large the product of two random vectors is, and what eight of them do to a softmax.

One query and eight keys are drawn component by component; the first d_k components are used, so that they grow as the
reader lengthens them. Many more draws are had without drawing components: given a query, its products with independent
keys are normal with deviation ‖q‖, and ‖q‖² is χ² with d_k degrees of freedom. That is the same distribution, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import dot_scores, softmax, softmax_jacobian
from explorables.explorable import Explorable
from explorables.fields import choice, seed, slider, toggle
from explorables.marks import Account, Axes, Columns, Figures, Histogram, Ledger, Mark, Named, Panel, Rule, Table, Text
from explorables.numbers import fixed, percent

LONGEST = 512
KEYS = 8
# How much a word's own key resembles its query, where it does: the correlation of their components.
CORRELATION = 0.5
REACH, BIN = 32.0, 2.0
EDGES = np.arange(-REACH, REACH + BIN / 2, BIN)
# Enough for two decimals of an average, and few enough to follow a hand.
MOST_QUERIES = 2000


@dataclass(frozen=True)
class State:
    """Length of the vectors, how many pairs are drawn, where √d_k divides, and whether query and own key are alike."""

    d_k: int = slider(1, LONGEST, default=64, scale="log2", label="d_k, números por vector")
    draws: str = choice(
        [("4", "4"), ("20", "20"), ("200", "200"), ("2000", "2000"), ("20000", "20\u202f000")],
        default="20000",
        label="Sorteos del histograma",
    )
    division: str = choice(
        [("none", "no dividir"), ("scores", "dividir entre √d_k"), ("query", "absorber la división en W^Q")],
        default="none",
        label="División",
    )
    correlated: bool = toggle(label="correlacionados")
    # A draw like most: without the division one key has nearly all, with it 0.35.
    draw: int = seed(default=1081)


class Sample(NamedTuple):
    """One query and its eight keys: `scores`, `weights` (8,), `slope` = ‖J‖, `length` = ‖q‖ of the query that is multiplied."""

    scores: np.ndarray
    weights: np.ndarray
    slope: float
    length: float


class Average(NamedTuple):
    """Over many queries with eight keys each: the mean of the largest weight and of ‖J‖, and how many queries."""

    largest: float
    slope: float
    queries: int


@lru_cache(maxsize=4)
def components(draw: int) -> tuple[np.ndarray, np.ndarray]:
    """A query (512,) and eight keys (8, 512), independent standard normal."""
    rng = np.random.default_rng(draw)
    return rng.standard_normal(LONGEST), rng.standard_normal((KEYS, LONGEST))


@lru_cache(maxsize=16)
def sample(d_k: int, division: str, correlated: bool, draw: int) -> Sample:
    query, keys = (part[..., :d_k] for part in components(draw))
    if correlated:
        own = CORRELATION * query + np.sqrt(1.0 - CORRELATION**2) * keys[0]
        keys = np.vstack([own, keys[1:]])
    # Shorter queries are what a W^Q divided by √d_k would give.
    query = query / np.sqrt(d_k) if division == "query" else query
    scores = dot_scores(query[None], keys)[0]
    if division == "scores":
        scores = scores / np.sqrt(d_k)
    slope = np.linalg.norm(softmax_jacobian(scores))
    return Sample(scores, softmax(scores), float(slope), float(np.linalg.norm(query)))


@lru_cache(maxsize=8)
def lengths_and_normals(d_k: int, queries: int, keys: int, draw: int) -> tuple[np.ndarray, np.ndarray]:
    """‖q‖ of each query (queries,), and what its products with the keys are for a query of length one (queries, keys)."""
    rng = np.random.default_rng([draw, keys])
    normals = rng.standard_normal((queries, keys))
    return np.sqrt(rng.chisquare(d_k, queries)), normals


def scores_of(d_k: int, queries: int, keys: int, divided: bool, correlated: bool, draw: int) -> np.ndarray:
    """Scores (queries, keys); where `correlated`, the first key is the query's own."""
    lengths, normals = lengths_and_normals(d_k, queries, keys, draw)
    scores = lengths[:, None] * normals
    if correlated:
        scores[:, 0] = CORRELATION * lengths**2 + np.sqrt(1.0 - CORRELATION**2) * scores[:, 0]
    return scores / np.sqrt(d_k) if divided else scores


@lru_cache(maxsize=8)
def products(d_k: int, draws: int, divided: bool, correlated: bool, draw: int) -> np.ndarray:
    """The products of that many pairs, (draws,)."""
    return scores_of(d_k, draws, 1, divided, correlated, draw)[:, 0]


@lru_cache(maxsize=8)
def average(d_k: int, queries: int, divided: bool, correlated: bool, draw: int) -> Average:
    weights = softmax(scores_of(d_k, queries, KEYS, divided, correlated, draw))
    squares, cubes = (weights**2).sum(axis=1), (weights**3).sum(axis=1)
    # ‖J‖² = Σ_i α_i²(1−α_i)² + Σ_{i≠j} α_i²α_j², with J_ij = α_i(δ_ij − α_j).
    slopes = np.sqrt(np.maximum(squares - 2.0 * cubes + squares**2, 0.0))
    return Average(float(weights.max(axis=1).mean()), float(slopes.mean()), queries)


def sample_of(s: State) -> Sample:
    return sample(s.d_k, s.division, s.correlated, s.draw)


def products_of(s: State) -> np.ndarray:
    return products(s.d_k, int(s.draws), s.division != "none", s.correlated, s.draw)


def average_of(s: State) -> Average:
    return average(s.d_k, min(int(s.draws), MOST_QUERIES), s.division != "none", s.correlated, s.draw)


def absorbing_changes(s: State) -> float:
    """The largest difference in a weight between dividing the scores and dividing the query."""
    there, here = (sample(s.d_k, division, s.correlated, s.draw).weights for division in ("scores", "query"))
    return float(np.abs(there - here).max())


class SqrtDk(Explorable):
    title = "Por qué √d_k"
    State = State

    def scene(self, s: State) -> Sequence[Mark]:
        one, mean, drawn = sample_of(s), average_of(s), products_of(s)
        return [
            Columns([self._histogram(s, drawn), self._softmax(s, one)]),
            Figures([
                Named("desviación de los productos", fixed(drawn.std()), "score", "std"),
                Named("media de los productos", fixed(drawn.mean()), "score", "mean"),
                Named("peso mayor de este sorteo", fixed(one.weights.max()), "weight", "largest"),
                Named("norma de J, su pendiente", fixed(one.slope, 3), "plain", "jacobian"),
            ]),
            Text(
                f"Con {fixed(mean.queries, 0)} consultas y sus ocho claves, el peso mayor promedia {fixed(mean.largest)}, "
                f"y la norma de J, {fixed(mean.slope, 3)}.",
                part="average",
            ),
            Text(self._absorbed(s), part="absorbed"),
        ]

    @staticmethod
    def _histogram(s: State, drawn: np.ndarray) -> Mark:
        typical = 1.0 if s.division != "none" else float(np.sqrt(s.d_k))
        heights = _shares(drawn)
        layers: list = [Histogram(EDGES, heights, ink="score")]
        if s.correlated:
            alone = products(s.d_k, int(s.draws), s.division != "none", False, s.draw)
            layers.append(Histogram(EDGES, _shares(alone), ghost=True))
        name = "√d_k" if s.division == "none" else "1"
        layers += [Rule(x=typical, label=name), Rule(x=-typical)]
        outside = 1.0 - float(heights.sum())
        return Panel(
            f"{_count(s)} productos q·k" + (", clave propia" if s.correlated else ""),
            [
                Axes(
                    (-REACH, REACH),
                    (0.0, 0.5),
                    layers,
                    f"Histograma de los productos; desviación {fixed(drawn.std())}",
                    x_label="q·k" if s.division == "none" else "q·k, ya dividido",
                    y_label="parte de los sorteos",
                    height=280,
                ),
                Text(f"Fuera de la figura: {percent(outside)}."),
            ],
            part="histogram",
        )

    @staticmethod
    def _softmax(s: State, one: Sample) -> Mark:
        return Panel(
            "Un sorteo: una consulta y ocho claves",
            [
                Ledger(
                    _names(s),
                    [
                        Account("puntuación", one.scores, low=-REACH, high=REACH, decimals=1, ink="score"),
                        Account("peso", one.weights, ink="weight"),
                    ],
                    f"Puntuación y peso de cada clave; el mayor, {fixed(one.weights.max())}",
                )
            ],
            part="softmax",
        )

    @staticmethod
    def _absorbed(s: State) -> str:
        changes = fixed(absorbing_changes(s))
        return f"La consulta mide {fixed(sample_of(s).length)}. Dividirla a ella y no a las puntuaciones cambia los pesos en {changes}."

    def describe(self, s: State) -> str:
        one, drawn = sample_of(s), products_of(s)
        how = {"none": "sin dividir", "scores": "dividiendo entre √d_k", "query": "dividiendo la consulta"}
        alike = ", correlacionados" if s.correlated else ""
        return (
            f"Vectores de {s.d_k}, {how[s.division]}{alike}: desviación {fixed(drawn.std())}, media {fixed(drawn.mean())}; "
            f"de ocho claves, la mayor se lleva {fixed(one.weights.max())}, y la norma de J es {fixed(one.slope, 3)}."
        )

    def table(self, s: State) -> Table:
        one, drawn, mean = sample_of(s), products_of(s), average_of(s)
        rows = [
            [name, fixed(score), fixed(weight)]
            for name, score, weight in zip(_names(s), one.scores.tolist(), one.weights.tolist(), strict=True)
        ]
        rows.append([f"media de {_count(s)} productos", fixed(drawn.mean()), ""])
        rows.append([f"desviación de {_count(s)} productos", fixed(drawn.std()), ""])
        rows.append([f"peso mayor de {fixed(mean.queries, 0)} consultas, promedio", "", fixed(mean.largest)])
        return Table(f"Una consulta y ocho claves de {s.d_k} números", ["Clave", "Puntuación", "Peso"], rows)

    def values(self, s: State) -> dict[str, str]:
        one, drawn, mean = sample_of(s), products_of(s), average_of(s)
        return {
            "d_k": str(s.d_k),
            "std": fixed(drawn.std(), 1),
            "mean": fixed(drawn.mean(), 1),
            "largest": fixed(one.weights.max()),
            "jacobian": fixed(one.slope, 3),
            "average_largest": fixed(mean.largest),
            "average_jacobian": fixed(mean.slope, 3),
            "absorbed": fixed(absorbing_changes(s)),
        }

    def states(self) -> Iterable[State]:
        first = State()
        ways = [replace(first, d_k=2**power, division=division) for division in ("none", "scores") for power in range(10)]
        return [*ways, replace(first, division="query"), *(replace(first, correlated=True, division=way) for way in ("none", "scores"))]


def _count(s: State) -> str:
    return fixed(int(s.draws), 0)


def _names(s: State) -> list[str]:
    return [f"clave {number}" if number > 1 or not s.correlated else "la suya" for number in range(1, KEYS + 1)]


def _shares(products: np.ndarray) -> np.ndarray:
    """The share of the products in each bin of the figure; those outside are in none."""
    return np.histogram(products, EDGES)[0] / len(products)
