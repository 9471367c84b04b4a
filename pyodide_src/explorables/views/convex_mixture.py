"""«Mezcla convexa»: the context as a point in the hull of six states; it can be dragged, and the weights are found anew.

The plane is that of the second and third numbers of the lesson's states. A point has many mixtures: six weights, three
conditions. Of those that give it, the figure takes the one nearest in relative entropy to a row q (the row of step 7, or
an even one): the minimum of Σ α_j ln(α_j / q_j) with Σ α_j = 1 and Σ α_j h_j = c. Its solution is α_j ∝ q_j exp(λ·h_j), where λ
minimises the convex dual ln Σ q_j exp(λ·(h_j − c)), found by Newton's method. On the border of the hull λ grows
without end, and the mixture is that of the two states at the ends of the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from attention_core import entropy, softmax

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, point
from explorables.marks import Area, Axes, Columns, Dots, Figures, Handle, Mark, Named, Nudges, Panel, Table, Text
from explorables.numbers import fixed
from explorables.views.alignment_map import ALPHA, ENCODER_STATES, SOURCE, vector_text

POINTS = ENCODER_STATES[:, 1:]
ROW_7 = ALPHA[6]
EVEN = np.full(len(SOURCE), 1 / len(SOURCE))
NUDGE = 0.1
STEP = 0.01
# As near as this, a point of the grid is taken to the border: half the diagonal of a step is 0.0071.
BORDER = 0.0075
TOLERANCE = 1e-12
NAMES = ("2.ª", "3.ª")


@dataclass(frozen=True)
class State:
    """Where the context is wanted, and which of the mixtures that give it is taken."""

    context: tuple[float, float] = point((-0.9, 0.9), (-0.9, 1.0), default=(0.44, 0.69), step=STEP, label="contexto c")
    nearest: str = choice(
        [("row", "la más parecida a la fila de «book»"), ("even", "la más repartida")],
        default="row",
        label="De las mezclas que dan este punto",
    )


@lru_cache(maxsize=1)
def hull() -> tuple[int, ...]:
    """Indices of the states at the corners of the hull, counterclockwise (Andrew's monotone chain)."""
    order = sorted(range(len(POINTS)), key=lambda j: tuple(POINTS[j]))
    halves = []
    for indices in (order, order[::-1]):
        half: list[int] = []
        for j in indices:
            while len(half) > 1 and _turn(POINTS[half[-2]], POINTS[half[-1]], POINTS[j]) <= 0:
                half.pop()
            half.append(j)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


@dataclass(frozen=True)
class Place:
    """A point of the hull; `side` are the two states whose side it is on and the share of the second, None inside."""

    point: np.ndarray
    side: tuple[int, int, float] | None


def onto_hull(wanted: Sequence[float]) -> Place:
    """The point of the hull nearest to `wanted`."""
    wanted = np.asarray(wanted, dtype=float)
    corners = hull()
    best, inside = None, True
    for a, b in zip(corners, (*corners[1:], corners[0])):
        along = POINTS[b] - POINTS[a]
        share = float(np.clip((wanted - POINTS[a]) @ along / (along @ along), 0.0, 1.0))
        foot = POINTS[b] if share == 1.0 else POINTS[a] + share * along
        distance = float(np.linalg.norm(wanted - foot))
        inside = inside and _turn(POINTS[a], POINTS[b], wanted) > 0
        if best is None or distance < best[0] - TOLERANCE:
            best = (distance, Place(foot, (a, b, share)))
    return best[1] if not inside or best[0] < BORDER else Place(wanted, None)


@lru_cache(maxsize=64)
def mixture(context: tuple[float, float], nearest: str) -> np.ndarray:
    """The weights, (6,), of the point of the hull that is nearest to `context`."""
    place = onto_hull(context)
    if place.side is None:
        return _tilted(place.point, ROW_7 if nearest == "row" else EVEN)
    a, b, share = place.side
    weights = np.zeros(len(SOURCE))
    weights[a], weights[b] = 1.0 - share, share
    return weights


def _tilted(c: np.ndarray, q: np.ndarray) -> np.ndarray:
    """α_j ∝ q_j exp(λ·(h_j − c)) with mean c, by Newton's method on the dual; each step is halved until it descends."""
    offsets, log_q, tilt = POINTS - c, np.log(q), np.zeros(2)

    def dual(at: np.ndarray) -> float:
        scores = log_q + offsets @ at
        return float(scores.max() + np.log(np.exp(scores - scores.max()).sum()))

    for _ in range(200):
        weights = softmax(log_q + offsets @ tilt)
        slope = weights @ offsets
        if np.abs(slope).max() < TOLERANCE:
            break
        spread = (offsets * weights[:, None]).T @ offsets - np.outer(slope, slope)
        step = np.linalg.solve(spread, slope)
        length, here, gain = 1.0, dual(tilt), float(slope @ step)
        while dual(tilt - length * step) > here - 1e-4 * length * gain and length > 1e-10:
            length /= 2
        tilt = tilt - length * step
    return softmax(log_q + offsets @ tilt)


class ConvexMixture(Explorable):
    title = "Mezcla convexa"
    State = State
    prediction = Prediction(
        "Tira del contexto más allá de «libro», arriba y a la derecha, fuera de la zona sombreada. ¿Qué pesos lo llevan hasta allí?",
        [
            PredictionChoice("Un peso mayor que uno en «libro»", "Para eso otro tendría que ser negativo, y entonces ya no es una mezcla."),
            PredictionChoice("Muchos pesos pequeños", "Repartir acerca al centro de los estados; nunca saca fuera."),
            PredictionChoice("Ninguna mezcla", "Se queda pegado al borde: con todo el peso en «libro» ya es «libro», y más allá no hay mezcla que llegue.", True),
        ],
        {"context": [0.5, 0.8]},
    )

    def settle(self, s: State) -> State:
        """A context outside the hull sticks to its border, but for the width of a step."""
        stuck = onto_hull(s.context).point
        if np.linalg.norm(stuck - s.context) < STEP:
            return s
        return replace(s, context=on_step(stuck))

    def scene(self, s: State) -> Sequence[Mark]:
        weights, place = mixture(s.context, s.nearest), onto_hull(s.context)
        return [Columns([self._plane(s, weights, place), self._account(s, weights, place)], shares=(5, 4))]

    def _plane(self, s: State, weights: np.ndarray, place: Place) -> Mark:
        c = tuple(place.point)
        return Axes(
            (-0.9, 0.9),
            (-0.9, 1.0),
            [
                Area([tuple(POINTS[j]) for j in hull()], ink="encoder", part="hull"),
                Dots([tuple(each) for each in POINTS], ink="weight", sizes=weights),
                Dots([tuple(each) for each in POINTS], ink="encoder", labels=SOURCE, ghost=True, parts=[f"state-{j + 1}" for j in range(len(SOURCE))]),
                Handle(c, "context", "contexto c", ink="context"),
            ],
            f"Seis estados en un plano; el contexto está en {vector_text(c)}{', en el borde' if place.side else ''}",
            x_label="segunda coordenada",
            y_label="tercera coordenada",
            x_ticks=[-0.8, -0.4, 0.0, 0.4, 0.8],
            y_ticks=[-0.8, -0.4, 0.0, 0.4, 0.8],
            equal=True,
        )

    def _account(self, s: State, weights: np.ndarray, place: Place) -> Mark:
        lower, raised = zip(*(self._nudged(place.point, j, weights[j]) for j in range(len(SOURCE))))
        return Panel(
            "Los pesos que lo llevan ahí",
            [
                Nudges(SOURCE, weights, "Peso de cada token", "peso", lower, raised, ghosts=ROW_7, parts=[f"weight-{j + 1}" for j in range(len(SOURCE))]),
                Text("Con trazo discontinuo, la fila de «book». + acerca el contexto a ese estado y − lo aleja."),
                Figures([
                    Named("contexto", vector_text(place.point), "context", "context"),
                    Named("entropía (máx. 1.79)", fixed(entropy(weights)), "weight", "entropy"),
                ]),
                *(Text(self._bounds(place.point, axis), part=f"bounds-{axis + 1}") for axis in (0, 1)),
            ],
        )

    @staticmethod
    def _nudged(c: np.ndarray, j: int, weight: float) -> tuple[dict | None, dict | None]:
        """What less and more of state j set: the context, a tenth of the way from it or towards it."""
        towards = POINTS[j] - c
        settings = []
        for way in (-NUDGE, NUDGE):
            moved = onto_hull(c + way * towards).point
            # Within a step of the state, more of it is the state itself.
            if way > 0 and np.abs(towards).max() <= 0.02:
                moved = POINTS[j]
            spent = (way < 0 and weight < 5e-7) or np.abs(moved - c).max() < 0.005
            settings.append(None if spent else {"context": on_step(moved)})
        return settings[0], settings[1]

    @staticmethod
    def _bounds(c: np.ndarray, axis: int) -> str:
        low, high = int(np.argmin(POINTS[:, axis])), int(np.argmax(POINTS[:, axis]))
        return (
            f"{NAMES[axis]} coordenada: entre {fixed(POINTS[low, axis])} («{SOURCE[low]}») y {fixed(POINTS[high, axis])} («{SOURCE[high]}»); "
            f"aquí, {fixed(c[axis])}."
        )

    def describe(self, s: State) -> str:
        weights, place = mixture(s.context, s.nearest), onto_hull(s.context)
        most = int(np.argmax(np.round(weights, 9)))
        where = "pegado al borde de los estados" if place.side else "dentro de los estados"
        return (
            f"El contexto está en {vector_text(place.point)}, {where}. Su mayor peso, {fixed(weights[most])}, está en «{SOURCE[most]}»; "
            f"la entropía de la mezcla es {fixed(entropy(weights))}."
        )

    def table(self, s: State) -> Table:
        weights, place = mixture(s.context, s.nearest), onto_hull(s.context)
        rows = [
            [word, *(fixed(each) for each in POINTS[j]), fixed(weights[j], 3), fixed(ROW_7[j], 3)] for j, word in enumerate(SOURCE)
        ]
        rows.append(["contexto", *(fixed(each) for each in place.point), fixed(weights.sum(), 3), fixed(ROW_7.sum(), 3)])
        return Table("Estados, pesos y contexto", ["", "2.ª coordenada", "3.ª coordenada", "peso", "peso de «book»"], rows, chosen=len(SOURCE))

    def values(self, s: State) -> dict[str, str]:
        weights, place = mixture(s.context, s.nearest), onto_hull(s.context)
        most = int(np.argmax(np.round(weights, 9)))
        return {
            "context": vector_text(place.point),
            "source": SOURCE[most],
            "weight": fixed(weights[most]),
            "entropy": fixed(entropy(weights)),
            "where": "en el borde" if place.side else "dentro",
        }

    def shared(self, s: State) -> dict[str, np.ndarray]:
        """For cells: the weights α, (6,), the states in the plane, (6, 2), and the context, (2,)."""
        return {"alpha": mixture(s.context, s.nearest).copy(), "H": POINTS.copy(), "c": onto_hull(s.context).point.copy()}

    def nearby(self, first: State) -> Iterable[State]:
        """The first state, «libro» and the mean of the states, under both rules."""
        places = [first.context, tuple(POINTS[3]), on_step(POINTS.mean(axis=0))]
        return [State(place, nearest) for place in places for nearest in ("row", "even")]


def on_step(c: Sequence[float]) -> tuple[float, float]:
    """A point of the plane on the grid of the state's point."""
    return tuple(round(float(each), 2) + 0.0 for each in c)
