"""«De puntuaciones a reparto»: score, exponential and weight of each word, with a number added to all and a temperature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from attention_core import softmax

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import slider
from explorables.marks import Account, Figures, Ledger, Mark, Named, Table, Text
from explorables.numbers import MINUS, THIN_SPACE, fixed, percent

WORDS = ("me", "senté", "en", "el", "banco", "de", "mi", "jardín")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class State:
    """The four scores, what is added to all eight, and the temperature that then divides them."""

    garden: float = slider(-4.0, 4.0, default=1.8, step=0.1, label="Puntuación de «jardín»")
    seat: float = slider(-4.0, 4.0, default=0.7, step=0.1, label="Puntuación de «senté»")
    bench: float = slider(-4.0, 4.0, default=0.0, step=0.1, label="Puntuación de «banco»")
    rest: float = slider(-4.0, 4.0, default=-1.6, step=0.1, label="Puntuación de las otras cinco")
    added: float = slider(-10.0, 10.0, default=0.0, step=0.5, label="Lo que se suma a las ocho")
    temperature: float = slider(0.1, 10.0, default=1.0, step=0.1, label="Temperatura")


class Shares(NamedTuple):
    """For each of the eight words, (8,): the score with what was added, exp(score / T), and the weight."""

    scores: np.ndarray
    exponentials: np.ndarray
    weights: np.ndarray


@lru_cache(maxsize=64)
def shares(s: State) -> Shares:
    named = {"senté": s.seat, "banco": s.bench, "jardín": s.garden}
    scores = np.array([named.get(word, s.rest) for word in WORDS]) + s.added
    return Shares(scores, np.exp(scores / s.temperature), softmax(scores, temperature=s.temperature))


def lead(s: State) -> float:
    """By how much «jardín» is ahead of «senté»."""
    return s.garden - s.seat


def magnitude(number: float) -> str:
    """A positive number of any size: as it is where that is short, else in powers of ten, never a zero."""
    if 0.005 <= number < 1e5:
        return fixed(number)
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}{THIN_SPACE}·{THIN_SPACE}10{str(int(power)).translate(SUPERSCRIPTS)}"


def share(weight: float) -> str:
    """A weight as a percentage, with one decimal where it is a half or less than one, and never as zero."""
    if weight < 0.0005:
        return "< " + percent(0.001, 1)
    half = abs(100 * weight % 1 - 0.5) < 1e-6
    return percent(weight, 1 if half or weight < 0.005 else 0)


def signed(number: float) -> str:
    return ("+" if number > 0 else MINUS if number < 0 else "") + fixed(abs(number), 1)


class ScoreShares(Explorable):
    title = "De puntuaciones a reparto"
    State = State
    prediction = Prediction(
        "Si a las ocho puntuaciones les sumas 7, la de «jardín» sube a 8.8 y la de «senté», a 7.7. ¿Qué le pasa al reparto?",
        [
            PredictionChoice("Se empareja", "Es lo que pasaría al dividir entre la suma, donde 8.8 y 7.7 son casi lo mismo. Aquí la ventaja sigue siendo 1.1, y sólo cuenta la ventaja."),
            PredictionChoice("Se lo lleva casi todo «jardín»", "Su exponencial se multiplica por mil, sí, y también la de las demás: al dividir entre la suma, el mil se va."),
            PredictionChoice("Nada", "Las ocho exponenciales se multiplican por el mismo número, la suma también, y la división lo borra.", True),
        ],
        {"added": 7.0},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        found = shares(s)
        return [
            self._ledger(s, found),
            Figures([
                Named("suman las exponenciales", magnitude(found.exponentials.sum()), "score", "sum"),
                Named("suman los pesos", fixed(found.weights.sum()), "weight", "total"),
                Named("peso de «jardín» entre el de «senté»", magnitude(np.exp(lead(s) / s.temperature)), "weight", "ratio"),
            ]),
            Text(self._verdict(s), part="verdict", lines=2),
        ]

    @staticmethod
    def _ledger(s: State, found: Shares) -> Mark:
        plain = shares(replace(s, added=0.0, temperature=1.0))
        moved = s.added != 0 or s.temperature != 1
        return Ledger(
            WORDS,
            [
                Account(
                    "puntuación", found.scores.tolist(), low=min(-4.0, float(found.scores.min())), high=max(4.0, float(found.scores.max())),
                    decimals=1, ink="score", part="scores",
                ),
                Account(
                    "exponencial", found.exponentials.tolist(), high=float(found.exponentials.max()), ink="score",
                    texts=[magnitude(each) for each in found.exponentials], part="exponentials",
                ),
                Account(
                    "peso", found.weights.tolist(), ink="weight", texts=[share(each) for each in found.weights],
                    ghosts=plain.weights.tolist() if moved else None, part="weights",
                ),
            ],
            "De la puntuación de cada palabra a su peso",
            parts=[f"word-{place}" for place in range(1, len(WORDS) + 1)],
        )  # fmt: skip

    @staticmethod
    def _verdict(s: State) -> str:
        ratio = magnitude(np.exp(lead(s) / s.temperature))
        warmed = f"; entre {fixed(s.temperature, 1)}, {fixed(lead(s) / s.temperature)}" if s.temperature != 1 else ""
        return f"Ventaja de «jardín» sobre «senté»: {fixed(lead(s), 1)}{warmed}. Su exponencial, {ratio}, es la proporción entre los dos pesos."

    def describe(self, s: State) -> str:
        weights = dict(zip(WORDS, shares(s).weights))
        named = "; ".join(f"«{word}», {share(weights[word])}" for word in ("jardín", "senté", "banco"))
        added = f"Con {signed(s.added)} para todas y temperatura" if s.added else "Con temperatura"
        return f"{added} {fixed(s.temperature, 1)}, el reparto es: {named}; cada una de las otras cinco, {share(weights['me'])}."

    def table(self, s: State) -> Table:
        found = shares(s)
        rows = [
            [word, fixed(score, 1), magnitude(exponential), share(weight)]
            for word, score, exponential, weight in zip(WORDS, *found)
        ]
        rows.append(["suma", "", magnitude(found.exponentials.sum()), percent(found.weights.sum())])
        return Table("De la puntuación de cada palabra a su peso", ["Palabra", "Puntuación", "Exponencial", "Peso"], rows)

    def values(self, s: State) -> dict[str, str]:
        found = shares(s)
        weights = dict(zip(WORDS, found.weights))
        return {
            "garden": share(weights["jardín"]),
            "seat": share(weights["senté"]),
            "bench": share(weights["banco"]),
            "rest": share(weights["me"]),
            "sum": magnitude(found.exponentials.sum()),
            "ratio": magnitude(np.exp(lead(s) / s.temperature)),
        }

    def nearby(self, first: State) -> Iterable[State]:
        """A number added, warmer and colder, all eight tied; what the lesson's sentences ask for."""
        even = replace(first, garden=-3.0, seat=-3.0, bench=-3.0, rest=-3.0)
        added = [replace(first, added=number) for number in (-7.0, 0.0, 7.0, 10.0)]
        warm = [replace(first, temperature=number) for number in (0.1, 0.5, 1.4, 2.0, 5.0, 10.0)]
        tied = [replace(first, seat=1.8), replace(first, seat=1.8, temperature=0.1)]
        return [first, *added, *warm, *tied, even]
