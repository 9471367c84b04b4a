"""«Museo de máscaras»: one word of a sentence is changed, and who notices, under the right mask, under none and under four wrong ones.

Embeddings and matrices are drawn once, and nothing is trained; of several draws this one was kept because every leak in it can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attention_core import causal_mask, scaled_dot_scores
from explorables.explorable import Explorable
from explorables.fields import choice
from explorables.marks import Account, Columns, Figures, HeatMap, Ledger, Mark, Named, Panel, SideColumn, Table, Text
from explorables.numbers import fixed

WORDS = ("ayer", "leí", "un", "libro", "bueno")
OTHERS = ("hoy", "vi", "tu", "mapa", "malo")
WIDTH = 4
REACH = 1.2

_rng = np.random.default_rng(296)
EMBEDDINGS, OTHER_EMBEDDINGS = _rng.standard_normal((2, len(WORDS), WIDTH))
W_Q, W_K, W_V = _rng.standard_normal((3, WIDTH, WIDTH)) / np.sqrt(WIDTH)

MASKS = {
    "none": "sin máscara",
    "zero": "cero en lugar de −∞",
    "after": "después del softmax",
    "empty": "ni a sí misma, con −∞",
    "finite": "ni a sí misma, con −10⁹",
    "causal": "la buena",
}


@dataclass(frozen=True)
class State:
    """Which word is changed for another, counted from 1, and the mask."""

    word: str = choice(
        [(str(place), f"{WORDS[place - 1]} → {OTHERS[place - 1]}") for place in range(2, len(WORDS) + 1)],
        default="5", label="Palabra que se cambia",
    )  # fmt: skip
    mask: str = choice(list(MASKS.items()), default="after", label="Máscara")


def bare_softmax(scores: np.ndarray) -> np.ndarray:
    """The formula and nothing else: a row with nothing but −∞ comes out as NaN."""
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return exponentials / exponentials.sum(axis=-1, keepdims=True)


@lru_cache(maxsize=64)
def read(mask: str, changed: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Weights (5, 5) and outputs (5, 4) of the sentence; word number `changed` (from 0) is its other."""
    x = EMBEDDINGS.copy()
    if changed is not None:
        x[changed] = OTHER_EMBEDDINGS[changed]
    scores, past = scaled_dot_scores(x @ W_Q, x @ W_K), causal_mask(len(x))
    if mask == "zero":
        scores = np.where(past, scores, 0.0)
    elif mask == "causal":
        scores = np.where(past, scores, -np.inf)
    elif mask in ("empty", "finite"):
        scores = np.where(np.tri(len(x), k=-1, dtype=bool), scores, -np.inf if mask == "empty" else -1e9)
    weights = bare_softmax(scores)
    if mask == "after":
        weights = weights * past
    return weights, weights @ (x @ W_V)


def sentence(changed: int) -> list[str]:
    return [OTHERS[place] if place == changed else word for place, word in enumerate(WORDS)]


def changes(s: State) -> np.ndarray:
    """How much the output of each word moves, at most, when the word of the state is changed, (5,)."""
    return np.abs(read(s.mask, int(s.word) - 1)[1] - read(s.mask)[1]).max(axis=1)


def leak(s: State) -> float:
    """The most that a word before the changed one moves. Not a number if one of them is none."""
    return float(changes(s)[: int(s.word) - 1].max())


def number_text(number: float) -> str:
    """Two decimals; «0» is a zero to the last bit."""
    if not np.isfinite(number):
        return "NaN"
    return fixed(number) if number else "0"


def _told(numbers: np.ndarray) -> list[float | None]:
    return [number if np.isfinite(number) else None for number in numbers.tolist()]


class MaskMuseum(Explorable):
    name, title, State = "mask-museum", "Museo de máscaras", State

    def scene(self, s: State) -> Sequence[Mark]:
        place = int(s.word) - 1
        moved = changes(s)
        weights = read(s.mask, place)[0]
        words = sentence(place)
        account = Account(
            "cambio de su salida", _told(moved), high=REACH, ink="context", texts=[number_text(number) for number in moved]
        )
        return [
            Columns([
                Panel(f"Quién se entera del cambio, {WORDS[place]} → {OTHERS[place]}", [
                    Ledger(words, [account], "Cuánto cambia la salida de cada palabra", chosen=place, part="changes"),
                ]),
                Panel("A quién mira cada palabra", [
                    HeatMap(
                        [_told(row) for row in weights], words, words, "Pesos: en las filas, quien mira",
                        side=SideColumn("suma", [fixed(total) if np.isfinite(total) else "NaN" for total in weights.sum(axis=1)]),
                        missing="NaN",
                    ),
                ]),
            ]),
            Figures([Named("lo que más se entera una palabra anterior", number_text(leak(s)), "mask", "leak")]),
            Text(remark(s), part="remark", lines=3),
        ]  # fmt: skip

    def describe(self, s: State) -> str:
        place = int(s.word) - 1
        sums = read(s.mask, place)[0].sum(axis=1)
        mask = MASKS[s.mask] if s.mask == "none" else f"máscara: {MASKS[s.mask]}"
        return (
            f"Se cambia «{WORDS[place]}» por «{OTHERS[place]}»; {mask}. Lo que más cambia la salida de una "
            f"palabra anterior es {number_text(leak(s))}. La primera fila de pesos suma {number_text(sums[0])}."
        )

    def table(self, s: State) -> Table:
        place = int(s.word) - 1
        sums, moved = read(s.mask, place)[0].sum(axis=1), changes(s)
        rows = [[word, number_text(moved[at]), number_text(sums[at])] for at, word in enumerate(sentence(place))]
        return Table("Quién se entera del cambio", ["Palabra", "Cambio de su salida", "Suma de sus pesos"], rows)

    def values(self, s: State) -> dict[str, str]:
        return {"leak": number_text(leak(s)), "sum": number_text(read(s.mask, int(s.word) - 1)[0].sum(axis=1)[0])}

    def states(self) -> Iterable[State]:
        return [State(word=str(place), mask=mask) for place in range(2, len(WORDS) + 1) for mask in MASKS]


def remark(s: State) -> str:
    """What there is to see."""
    if s.mask == "none":
        return "Cada palabra mira a todas, y todas se enteran, también las que se escribieron antes."
    if s.mask == "zero":
        return "Cero es una puntuación como otra cualquiera: su exponencial vale uno, y el futuro conserva su parte del reparto."
    if s.mask == "after":
        return (
            "Los pesos hacia el futuro son cero, pero el futuro ya estaba en la suma que divide: las filas se quedan cortas, y "
            "cuánto les falta depende de lo que viene."
        )
    if s.mask == "empty":
        return "A la primera palabra no le queda nadie: su fila entera es −∞, y −∞ menos −∞ no es un número. Por lo menos se nota."
    if s.mask == "finite":
        return (
            "La primera fila tiene cinco puntuaciones iguales, y el softmax reparte por igual: un quinto para cada palabra, futuro "
            "incluido. Suma uno y nada avisa."
        )
    return "El futuro sale del reparto antes de repartir: las filas suman uno, y a las palabras anteriores no les cambia ni un bit."
