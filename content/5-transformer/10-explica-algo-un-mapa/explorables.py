"""«Otro mapa, la misma salida»: weights that move along the null directions of six values, and a context that does not.

Weights and values are written by hand so that both directions are whole numbers: FIRST moves no coordinate but the fifth, SECOND
none of the first three. With values of n numbers those count that are there: three leave two directions, four one, five none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, slider, toggle
from explorables.marks import Account, Columns, Figures, Ledger, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed
from explorables.views.alignment_map import vector_text

WORDS = ("ayer", "leí", "un", "libro", "muy", "bueno")
WEIGHTS = np.array([0.1, 0.1, 0.1, 0.4, 0.1, 0.2])
VALUES = np.array([
    [-1, 0, 1, 2, 2],
    [-1, -1, 0, 0, 0],
    [0, -1, 1, -2, 1],
    [0, 0, 0, 1, -2],
    [1, 3, 0, -1, 1],
    [2, 2, 0, -1, 0],
], dtype=float)  # fmt: skip
FIRST = np.array([1, 2, -1, -3, -1, 2])
SECOND = np.array([-1, 0, 1, 0, 1, -1])
DIRECTIONS = {"3": 2, "4": 1, "5": 0}
CHANGED, OTHER = WORDS.index("bueno"), "malo"
NOTHING = 1e-9
LONGEST = 1.6


@dataclass(frozen=True)
class State:
    """How many numbers a value has, how far the weights are along each direction (1 and −1 where one of them gets to zero), and
    whether the last word is its contrary, whose value is the opposite."""

    width: str = choice([(width, width) for width in DIRECTIONS], default="4", label="Números de cada valor")
    first: float = slider(-1.0, 1.0, default=1.0, step=0.1, label="Primera dirección")
    second: float = slider(-1.0, 1.0, default=0.0, step=0.1, label="Segunda dirección, con tres números")
    swapped: bool = toggle(label=f"cambiar «{WORDS[CHANGED]}» por «{OTHER}»")


def moved(weights: np.ndarray, direction: np.ndarray, share: float) -> np.ndarray:
    """`share` of the way along ±`direction` to where a weight reaches zero, (6,)."""
    step = np.sign(share) * direction
    falling = step < 0
    if not falling.any():
        return weights
    reach = (weights[falling] / -step[falling]).min()
    return np.maximum(weights + abs(share) * reach * step, 0.0)


def other_weights(s: State) -> np.ndarray:
    return moved(moved(WEIGHTS, FIRST, s.first), SECOND, s.second)


def values_of(s: State) -> np.ndarray:
    """The values that are mixed, (6, width)."""
    values = VALUES[:, : int(s.width)].copy()
    if s.swapped:
        values[CHANGED] *= -1
    return values


def words_of(s: State) -> list[str]:
    return [OTHER if s.swapped and place == CHANGED else word for place, word in enumerate(WORDS)]


def variation(s: State) -> float:
    """The total variation between both sets of weights."""
    return float(np.abs(other_weights(s) - WEIGHTS).sum() / 2)


def gap(s: State) -> float:
    """The distance between both contexts; what is left of rounding is zero."""
    distance = float(np.linalg.norm((other_weights(s) - WEIGHTS) @ values_of(s)))
    return distance if distance > NOTHING else 0.0


def distance_text(distance: float) -> str:
    return fixed(distance) if distance else "0"


def whole_text(vector: Sequence[float]) -> str:
    return "(" + ", ".join(fixed(number, 0) for number in vector) + ")"


def brought(weights: np.ndarray, s: State) -> np.ndarray:
    """The size of what each word brings to the mixture, ‖α_j v_j‖, (6,)."""
    return weights * np.linalg.norm(values_of(s), axis=1)


def most(numbers: np.ndarray, s: State) -> str:
    """The words with the largest number, as they are read."""
    top = [f"«{word}»" for word, number in zip(words_of(s), numbers) if number > numbers.max() - NOTHING]
    return " y ".join([", ".join(top[:-1]), top[-1]] if len(top) > 1 else top)


class StillContext(Explorable):
    title = "Otro mapa, la misma salida"
    State = State
    prediction = Prediction(
        "Los dos mapas dan el mismo contexto, y sus valores tienen cuatro números. Si tuvieran cinco, ¿cuántas maneras quedarían de mover el mapa sin mover el contexto?",
        [
            PredictionChoice("Más: hay más números que combinar", "Los números del valor no son los que se mueven, sino los que no deben moverse. Cada uno pone una condición más."),
            PredictionChoice("Las mismas: los pesos siguen siendo seis", "Los pesos son seis, pero las condiciones pasan de cinco a seis: los cinco números, y que la suma sea uno."),
            PredictionChoice("Ninguna", "Seis pesos y seis condiciones: los cinco números del contexto, y que la suma sea uno.", True),
        ],
        {"width": "5", "first": 0.0, "second": 0.0},
    )  # fmt: skip

    def settle(self, s: State) -> State:
        """A direction that these values do not have cannot be taken."""
        free = DIRECTIONS[s.width]
        return replace(s, first=s.first if free > 0 else 0.0, second=s.second if free > 1 else 0.0)

    def scene(self, s: State) -> Sequence[Mark]:
        other, values = other_weights(s), values_of(s)
        names = [f"{place}.º" for place in range(1, int(s.width) + 1)]
        return [
            Columns([
                Panel("Los dos mapas, y lo que toma el otro", [
                    Ledger(
                        words_of(s),
                        [
                            Account("de partida", WEIGHTS.tolist(), high=0.6, ink="weight", part="start"),
                            Account("el otro", other.tolist(), high=0.6, ink="weight", part="weights"),
                            Account("aporta", brought(other, s).tolist(), high=LONGEST, ink="value", ghosts=brought(WEIGHTS, s).tolist(), part="brought"),
                        ],
                        "Peso de cada palabra en el mapa de partida y en el otro, y tamaño de lo que aporta con el otro",
                        parts=[f"word-{place}" for place in range(1, len(WORDS) + 1)],
                    ),
                ]),
                Panel("El contexto, número a número", [
                    Ledger(
                        names,
                        [
                            Account("de partida", (WEIGHTS @ values).tolist(), low=-1.0, high=1.0, ink="context", part="context"),
                            Account("con el otro", (other @ values).tolist(), low=-1.0, high=1.0, ink="context", part="other-context"),
                        ],
                        "Los números del contexto con un mapa y con el otro",
                        room=max(map(int, DIRECTIONS)),
                    ),
                ]),
            ], shares=[3, 2]),
            Figures([
                Named("variación total entre los mapas", fixed(variation(s)), "weight", "variation"),
                Named("distancia entre los contextos", distance_text(gap(s)), "context", "gap"),
            ]),
            Text(remark(s), part="remark", lines=3),
        ]  # fmt: skip

    def describe(self, s: State) -> str:
        other = other_weights(s)
        swapped = f" Se cambió «{WORDS[CHANGED]}» por «{OTHER}»." if s.swapped else ""
        return (
            f"Con valores de {s.width} números, el otro mapa está a {fixed(variation(s))} del de partida, y su contexto, a "
            f"{distance_text(gap(s))}. Lo que más pesa es {most(other, s)} y lo que más aporta, {most(brought(other, s), s)}.{swapped}"
        )

    def table(self, s: State) -> Table:
        other = other_weights(s)
        columns = zip(words_of(s), values_of(s), WEIGHTS, other, brought(WEIGHTS, s), brought(other, s))
        rows = [[word, whole_text(value), *(fixed(number) for number in numbers)] for word, value, *numbers in columns]
        contexts = (weights @ values_of(s) for weights in (WEIGHTS, other))
        rows.append(["contexto", "", *(vector_text(context) for context in contexts), "", ""])
        heads = ["Palabra", "Valor", "Peso de partida", "Otro peso", "Aporta con el de partida", "Aporta con el otro"]
        return Table("Los dos mapas y lo que dan", heads, rows, chosen=len(WORDS))

    def values(self, s: State) -> dict[str, str]:
        other = other_weights(s)
        return {
            "variation": fixed(variation(s)),
            "gap": distance_text(gap(s)),
            "heaviest": most(other, s),
            "largest": most(brought(other, s), s),
        }

    def shared(self, s: State) -> dict[str, np.ndarray]:
        """For cells: the weights of both maps, (6,), and the values, (6, width)."""
        return {"alpha": WEIGHTS.copy(), "other": other_weights(s), "values": values_of(s)}

    def nearby(self, first: State) -> Iterable[State]:
        """All that the first direction does to values of four numbers, and what the lesson's sentences ask for."""
        for tenth in range(-10, 11):
            yield replace(first, width="4", first=tenth / 10, second=0.0, swapped=False)
        for share in (-1.0, 0.0, 1.0):
            yield replace(first, width="4", first=share, second=0.0, swapped=True)
            for second in (-1.0, 0.0, 1.0):
                yield replace(first, width="3", first=share, second=second, swapped=False)
        for swapped in (False, True):
            yield replace(first, width="5", first=0.0, second=0.0, swapped=swapped)


def remark(s: State) -> str:
    """What there is to see."""
    other = other_weights(s)
    if not DIRECTIONS[s.width]:
        return "Seis pesos y seis condiciones: de este contexto sólo sale este mapa. Los dos mandos están trabados."
    if variation(s) < NOTHING:
        return "El otro mapa es todavía el de partida: mueve una dirección."
    if s.swapped:
        return f"Con «{OTHER}», cada mapa da un contexto distinto. Daban lo mismo con aquellos valores, no con cualesquiera."
    gone = [f"«{word}»" for word, weight in zip(WORDS, other) if weight < NOTHING]
    ends = f" Hasta aquí se llega en ese sentido: {' y '.join(gone)} {'ya no pesan' if len(gone) > 1 else 'ya no pesa'} nada." if gone else ""
    heaviest = most(other, s)
    who = "El mayor peso sigue siendo el de" if heaviest == most(WEIGHTS, s) else "El mayor peso ya no es el de «libro», sino el de"
    return f"{who} {heaviest}, y el contexto no se ha movido.{ends}"
