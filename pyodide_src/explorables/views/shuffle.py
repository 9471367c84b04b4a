"""«Baraja»: attention over a sentence and over the same words in another order; then with a mask, then with positions.

The outputs follow their words (equivariance) until something tells one place from another. The museum of masks has the
right one and three mistakes. Embeddings and matrices are drawn once, and nothing is trained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import attention, causal_mask, scaled_dot_scores, sinusoidal_positions, softmax
from explorables.explorable import Explorable
from explorables.fields import choice, toggle, token_list
from explorables.marks import Account, Columns, Figures, HeatMap, Ledger, Mark, Named, Panel, SideColumn, Table, Text
from explorables.numbers import fixed

WORDS = ("el", "perro", "muerde", "al", "hombre")
WIDTH = 4
# The other story that the same words tell.
SWAPPED = (0, 4, 2, 3, 1)
REACH = 2.0

_rng = np.random.default_rng(5)
EMBEDDINGS = _rng.standard_normal((len(WORDS), WIDTH))
W_Q, W_K, W_V = _rng.standard_normal((3, WIDTH, WIDTH)) / np.sqrt(WIDTH)

MASKS = {
    "none": "sin máscara",
    "causal": "causal",
    "after": "después del softmax",
    "empty": "fila vacía, con −∞",
    "finite": "fila vacía, con −10⁹",
}


@dataclass(frozen=True)
class State:
    """The order of the words, the mask, and whether each place adds its own mark."""

    order: tuple[int, ...] = token_list(WORDS, default=SWAPPED, label="La frase barajada")
    mask: str = choice(list(MASKS.items()), default="none", label="Máscara, y tres maneras de ponerla mal")
    positions: bool = toggle(label="posiciones")


class Read(NamedTuple):
    """`outputs` (n, 4) and `weights` (n, n) of one sentence, row by row in its own order."""

    outputs: np.ndarray
    weights: np.ndarray


@lru_cache(maxsize=16)
def read(order: tuple[int, ...], mask: str, positions: bool) -> Read:
    """The words in that order through one layer of attention. What a wrong mask makes is left as it comes, NaN included."""
    x = EMBEDDINGS[list(order)]
    if positions:
        x = x + sinusoidal_positions(len(order), WIDTH)
    queries, keys, values = x @ W_Q, x @ W_K, x @ W_V
    if mask in ("none", "causal"):
        allowed = causal_mask(len(order)) if mask == "causal" else None
        outputs, cache = attention(queries, keys, values, mask=allowed, return_cache=True)
        return Read(outputs, cache.weights)
    scores = scaled_dot_scores(queries, keys)
    if mask == "after":
        weights = softmax(scores) * causal_mask(len(order))
    else:
        # Not even itself: the first word is left with nobody.
        allowed = np.tri(len(order), k=-1, dtype=bool)
        weights = bare_softmax(np.where(allowed, scores, -np.inf if mask == "empty" else -1e9))
    return Read(weights @ values, weights)


def bare_softmax(scores: np.ndarray) -> np.ndarray:
    """The formula and nothing else: a row with nothing but −∞ comes out as NaN."""
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return exponentials / exponentials.sum(axis=-1, keepdims=True)


def changes(s: State) -> np.ndarray:
    """For each word of the shuffled sentence, the largest change in its output against the sentence in order, (n,)."""
    straight = read(tuple(range(len(WORDS))), s.mask, s.positions).outputs
    return np.abs(read(s.order, s.mask, s.positions).outputs - straight[list(s.order)]).max(axis=1)


def number_text(number: float, decimals: int = 2) -> str:
    return fixed(number, decimals) if np.isfinite(number) else "NaN"


def _told(numbers: np.ndarray) -> list[float | None]:
    return [number if np.isfinite(number) else None for number in numbers.tolist()]


class Shuffle(Explorable):
    title = "Baraja"
    State = State

    def scene(self, s: State) -> Sequence[Mark]:
        straight = tuple(range(len(WORDS)))
        return [
            Columns([
                Panel("La frase en su orden", [self._outputs(s, straight)]),
                Panel("La frase barajada", [self._outputs(s, s.order, changes(s))]),
            ]),
            Figures([
                Named("lo que más cambia la salida de una palabra al barajar", number_text(_largest(s)), "context", "difference"),
            ]),
            Panel("A quién mira cada palabra de la frase barajada", [self._weights(s), Text(remark(s), part="remark", lines=4)]),
        ]

    @staticmethod
    def _outputs(s: State, order: tuple[int, ...], changed: np.ndarray | None = None) -> Mark:
        outputs = read(order, s.mask, s.positions).outputs
        accounts = [
            Account(
                f"{place + 1}.º", _told(column), low=-REACH, high=REACH, ink="context",
                texts=[number_text(number) for number in column],
            )
            for place, column in enumerate(outputs.T)
        ]  # fmt: skip
        if changed is not None:
            accounts.append(
                Account("cambio", _told(changed), high=REACH, ink="mask", texts=[number_text(number) for number in changed])
            )
        words = [WORDS[token] for token in order]
        return Ledger(
            words, accounts, f"Salida de la atención para «{' '.join(words)}»",
            parts=[f"word-{token + 1}" for token in order], part="outputs",
        )  # fmt: skip

    @staticmethod
    def _weights(s: State) -> Mark:
        weights = read(s.order, s.mask, s.positions).weights
        words = [WORDS[token] for token in s.order]
        return HeatMap(
            [_told(row) for row in weights],
            words,
            words,
            "Pesos de la frase barajada: en las filas, quien mira",
            side=SideColumn("suma", [number_text(total) for total in weights.sum(axis=1)]),
            missing="NaN",
        )

    def describe(self, s: State) -> str:
        words = " ".join(WORDS[token] for token in s.order)
        mask = {
            "none": "sin máscara", "causal": "con máscara causal", "after": "con la máscara después del softmax",
            "empty": "con una fila vacía de −∞", "finite": "con una fila vacía de −10⁹",
        }[s.mask]  # fmt: skip
        positions = "con posiciones" if s.positions else "sin posiciones"
        sums = read(s.order, s.mask, s.positions).weights.sum(axis=1)
        return (
            f"Barajada como «{words}», {mask} y {positions}: lo que más cambia la salida de una palabra es {number_text(_largest(s))}. "
            f"La primera fila de pesos suma {number_text(sums[0])}."
        )

    def table(self, s: State) -> Table:
        outputs, weights = read(s.order, s.mask, s.positions)
        changed = changes(s)
        rows = [
            [
                WORDS[token], *(number_text(number) for number in outputs[place]), number_text(changed[place]),
                number_text(weights[place].sum()),
            ]
            for place, token in enumerate(s.order)
        ]  # fmt: skip
        numbers = [f"{place + 1}.º número" for place in range(WIDTH)]
        return Table("Salida de cada palabra de la frase barajada", ["Palabra", *numbers, "Cambio", "Suma de sus pesos"], rows)

    def values(self, s: State) -> dict[str, str]:
        return {
            "difference": number_text(_largest(s)),
            "sentence": " ".join(WORDS[token] for token in s.order),
            "sum": number_text(read(s.order, s.mask, s.positions).weights.sum(axis=1)[0]),
        }

    def states(self) -> Iterable[State]:
        return [State(mask=mask, positions=positions) for mask in MASKS for positions in (False, True)]


def _largest(s: State) -> float:
    return float(changes(s).max())


def remark(s: State) -> str:
    """What there is to see in the weights."""
    weights = read(s.order, s.mask, s.positions).weights
    first = WORDS[s.order[0]]
    if s.mask == "none":
        return "Cada fila reparte una unidad entre todas las palabras, también entre las que aún no se habrían escrito."
    if s.mask == "causal":
        return "El futuro se borra antes del softmax: cada palabra mira hacia atrás y a sí misma, y las filas siguen sumando uno."
    if s.mask == "after":
        return (
            "El futuro se borra después del softmax: los ceros están en su sitio, pero nadie volvió a repartir. La fila de "
            f"«{first}» suma {fixed(weights[0].sum())}."
        )
    if s.mask == "empty":
        return (
            f"Se prohibió también mirarse a sí misma, y a «{first}» no le queda nadie: toda su fila es −∞, y −∞ menos −∞ no es "
            "un número. Por lo menos se nota."
        )
    return (
        f"El mismo error con −10⁹ en lugar de −∞: la fila de «{first}» sale uniforme, {fixed(weights[0, 0])} para cada palabra, futuro "
        "incluido. Suma uno y nada avisa."
    )
