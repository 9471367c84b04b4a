"""«La escena del banco»: one query, the keys and values of a sentence, and the mixture that «banco» takes with it.

Queries, keys and values are written by hand for the lesson on self-attention; nothing here is learned. A word has one
key and one value, whatever the sentence it stands in: that is what an embedding is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import dot_scores, softmax
from explorables.explorable import Explorable
from explorables.fields import choice, matrix, point, stepper
from explorables.marks import (
    Account,
    Arrow,
    Axes,
    Columns,
    Dots,
    Handle,
    Joined,
    Ledger,
    Links,
    Mark,
    Narration,
    Panel,
    Table,
    Tokens,
)
from explorables.numbers import coordinate, fixed, percent

SENTENCES = {
    "jardin": ("me", "senté", "en", "el", "banco", "de", "mi", "jardín"),
    "dinero": ("fui", "al", "banco", "a", "sacar", "dinero"),
}
ASKING = "banco"

SMALL = (-0.8, -0.8)
KEYS = {
    "me": (-1.6, 0.0), "senté": (-0.3, 1.0), "en": SMALL, "el": SMALL, "banco": (0.5, -0.5), "de": SMALL,
    "mi": SMALL, "jardín": (1.0, 0.8), "fui": (-1.6, 0.0), "al": SMALL, "a": SMALL, "sacar": (-0.3, 1.0),
    "dinero": (1.0, 0.8),
}  # fmt: skip
WORDS = tuple(KEYS)
# What a word contributes: how much of a seat, how much of money.
CONTENT = {"senté": (0.5, 0.0), "banco": (0.5, 0.5), "jardín": (1.0, 0.0), "sacar": (0.0, 0.5), "dinero": (0.0, 1.0)}
VALUES = {word: CONTENT.get(word, (0.0, 0.0)) for word in WORDS}

NAMES = (
    "la consulta", "las claves", "las puntuaciones", "las exponenciales", "los pesos", "los valores", "la mezcla",
    "la división",
)  # fmt: skip
QUERY, KEY, SCORE, EXPONENTIAL, WEIGHT, VALUE, MIXTURE, DIVISION = range(1, len(NAMES) + 1)
KEY_RANGE, VALUE_RANGE = (-2.0, 2.0), (-0.6, 1.4)


@dataclass(frozen=True)
class State:
    """The step that is told, the sentence, the query of «banco», and a key and a value for each word of `WORDS`."""

    step: int = stepper(1, len(NAMES), default=MIXTURE, label="Escena", names=NAMES, narrated=True)
    sentence: str = choice(
        [("jardin", "«Me senté en el banco de mi jardín»"), ("dinero", "«Fui al banco a sacar dinero»")],
        default="jardin",
        label="Frase",
    )
    query: tuple[float, float] = point(KEY_RANGE, KEY_RANGE, default=(1.0, 1.0), label="Consulta de «banco»")
    keys: tuple[tuple[float, float], ...] = matrix(
        WORDS, ("1.ª", "2.ª"), default=[KEYS[word] for word in WORDS], label="Claves",
        low=KEY_RANGE[0], high=KEY_RANGE[1], on_axes=True,
    )  # fmt: skip
    values: tuple[tuple[float, float], ...] = matrix(
        WORDS, ("asiento", "dinero"), default=[VALUES[word] for word in WORDS], label="Valores",
        low=VALUE_RANGE[0], high=VALUE_RANGE[1], on_axes=True,
    )  # fmt: skip


class Attention(NamedTuple):
    """What follows from a state: `keys` and `values` (n, 2) of the sentence; the rest (n,), and the mixture (2,)."""

    words: tuple[str, ...]
    keys: np.ndarray
    values: np.ndarray
    scores: np.ndarray
    exponentials: np.ndarray
    weights: np.ndarray
    mixture: np.ndarray


@lru_cache(maxsize=8)
def attend(sentence: str, query: tuple, keys: tuple, values: tuple, divided: bool) -> Attention:
    """The query of «banco» against the keys of a sentence. `divided` divides the scores by √2 (eq. 1, Vaswani 2017)."""
    words = SENTENCES[sentence]
    rows = [WORDS.index(word) for word in words]
    own_keys, own_values = np.array(keys, dtype=float)[rows], np.array(values, dtype=float)[rows]
    scores = dot_scores(np.array([query], dtype=float), own_keys)[0] / (np.sqrt(2.0) if divided else 1.0)
    weights = softmax(scores)
    return Attention(words, own_keys, own_values, scores, np.exp(scores), weights, weights @ own_values)


def attention_of(s: State, divided: bool | None = None) -> Attention:
    return attend(s.sentence, s.query, s.keys, s.values, s.step == DIVISION if divided is None else divided)


def pair(vector: Sequence[float], decimals: int = 2) -> str:
    return f"({fixed(vector[0], decimals)}, {fixed(vector[1], decimals)})"


def short(number: float) -> str:
    """A number that was set by hand, with no more decimals than it needs."""
    return coordinate(number, 2).replace("-", "\u2212")


def short_pair(vector: Sequence[float]) -> str:
    return f"({short(vector[0])}, {short(vector[1])})"


class BankScene(Explorable):
    title = "La escena del banco"
    State = State

    def scene(self, s: State) -> Sequence[Mark]:
        a = attention_of(s)
        text = narrate(s)
        return [
            Narration(text, aloud(text)),
            self._sentence(s, a),
            Columns([self._asking(s, a), self._giving(s, a)]),
            self._ledger(s, a),
        ]

    @staticmethod
    def _sentence(s: State, a: Attention) -> Mark:
        told = s.step >= WEIGHT
        mixed = s.step >= MIXTURE
        none = np.zeros(len(a.words))
        return Joined([
            Tokens(
                a.words,
                "La frase, con el peso que recibe cada palabra",
                ink="key",
                notes=[percent(weight) if told else "\u00a0" for weight in a.weights],
                strengths=a.weights if told else none,
                parts=[f"word-{place}" for place in range(1, len(a.words) + 1)],
            ),
            Links(a.words, (ASKING,), [a.weights if told else none], [0]),
            Tokens(
                (ASKING,),
                "Quien pregunta",
                ink="query",
                notes=[pair(a.mixture) if mixed else "\u00a0"],
                chosen=0,
                parts=["mixture" if mixed else "asking"],
            ),
        ])

    @staticmethod
    def _asking(s: State, a: Attention) -> Mark:
        named = _names_of_places(a.words, a.keys) if s.step >= KEY else [""] * len(a.words)
        keys = [
            Arrow(tuple(key), ink="key", ghost=s.step < KEY, part=f"key-{place + 1}")
            for place, key in enumerate(a.keys)
        ]
        handles = [
            Handle(tuple(key), "keys", f"Clave de «{word}»", ink="key", row=WORDS.index(word), label=name)
            for word, key, name in zip(a.words, a.keys, named, strict=True)
        ]
        return Panel(
            "Quién casa con quién",
            [
                Axes(
                    KEY_RANGE,
                    KEY_RANGE,
                    [
                        *keys,
                        *handles,
                        Arrow(s.query, ink="query", part="query"),
                        Handle(s.query, "query", "Consulta de «banco»", ink="query", label="consulta"),
                    ],
                    "Plano de la consulta y de las claves",
                    x_label="primer número",
                    y_label="segundo número",
                    equal=True,
                )
            ],
        )

    @staticmethod
    def _giving(s: State, a: Attention) -> Mark:
        named = _names_of_places(a.words, a.values) if s.step >= VALUE else [""] * len(a.words)
        values = [
            Arrow(tuple(value), ink="value", ghost=s.step < VALUE, part=f"value-{place + 1}")
            for place, value in enumerate(a.values)
        ]
        handles = [
            Handle(tuple(value), "values", f"Valor de «{word}»", ink="value", row=WORDS.index(word), label=name)
            for word, value, name in zip(a.words, a.values, named, strict=True)
        ]
        mixture: list = []
        if s.step == DIVISION:
            before = attention_of(s, divided=False).mixture
            mixture = [Dots([tuple(before)], ink="context", shape="diamond", ghost=True)]
        if s.step >= MIXTURE:
            mixture.append(
                Dots([tuple(a.mixture)], ink="context", labels=["mezcla"], parts=["mixture"], sizes=[0.4], shape="diamond")
            )
        return Panel(
            "Qué entrega cada una",
            [
                Axes(
                    VALUE_RANGE,
                    VALUE_RANGE,
                    [*values, *handles, *mixture],
                    "Plano de los valores y de la mezcla",
                    x_label="asiento",
                    y_label="dinero",
                    equal=True,
                )
            ],
        )

    @staticmethod
    def _ledger(s: State, a: Attention) -> Mark:
        def told(numbers: np.ndarray, step: int) -> list[float | None]:
            return [number if s.step >= step else None for number in numbers.tolist()]

        before = attention_of(s, divided=False)
        divided = s.step == DIVISION
        widest = float(max(np.abs(before.scores).max(), 1.0))
        return Ledger(
            a.words,
            [
                Account(
                    "entre √2" if divided else "puntuación", told(a.scores, SCORE), low=-widest, high=widest,
                    ink="score", ghosts=before.scores if divided else None, part="scores",
                ),
                Account(
                    "exponencial", told(a.exponentials, EXPONENTIAL), high=float(before.exponentials.max()),
                    ink="score", ghosts=before.exponentials if divided else None, part="exponentials",
                ),
                Account(
                    "peso", told(a.weights, WEIGHT), ink="weight",
                    texts=[percent(weight) if s.step >= WEIGHT else "\u00a0" for weight in a.weights],
                    ghosts=before.weights if divided else None, part="weights",
                ),
            ],
            "De la puntuación de cada palabra a su peso",
            room=max(len(words) for words in SENTENCES.values()),
        )  # fmt: skip

    def describe(self, s: State) -> str:
        a = attention_of(s)
        order = _strongest(a.weights)
        first, second = (f"«{a.words[place]}», {percent(a.weights[place])}" for place in order[:2])
        return (
            f"Escena {s.step} de {len(NAMES)}, {NAMES[s.step - 1]}: con la consulta {short_pair(s.query)}, los mayores pesos "
            f"son los de {first}, y {second}; la mezcla es {pair(a.mixture)}."
        )

    def table(self, s: State) -> Table:
        a = attention_of(s)
        rows = [
            [
                word, pair(a.keys[place]), fixed(a.scores[place]), fixed(a.exponentials[place]),
                percent(a.weights[place], 1), pair(a.values[place]),
            ]
            for place, word in enumerate(a.words)
        ]  # fmt: skip
        rows.append(["mezcla", "", "", fixed(a.exponentials.sum()), percent(1.0, 1), pair(a.mixture)])
        columns = ["Palabra", "Clave", "Puntuación", "Exponencial", "Peso", "Valor"]
        return Table(f"De la consulta {pair(s.query)} de «banco» a su mezcla", columns, rows)

    def values(self, s: State) -> dict[str, str]:
        a = attention_of(s)
        strongest = _strongest(a.weights)[0]
        return {
            "mixture": pair(a.mixture),
            "query": short_pair(s.query),
            "strongest": a.words[strongest],
            "weight": percent(a.weights[strongest]),
            "sum": fixed(a.exponentials.sum()),
        }

    def states(self) -> Iterable[State]:
        first = State()
        return [
            replace(first, step=step, sentence=sentence)
            for sentence in SENTENCES
            for step in range(1, len(NAMES) + 1)
        ]


def narrate(s: State) -> str:
    """What the step tells, with the numbers of the state."""
    a, last = attention_of(s), len(SENTENCES[s.sentence]) - 1
    word, key = a.words[last], a.keys[last]
    highest, lowest = _strongest(a.scores)[0], _strongest(-a.scores)[0]
    if s.step == QUERY:
        return (
            "«banco» llega con el mismo vector a esta frase y a cualquier otra. Para saber en cuál está, pregunta: "
            f"su consulta es {short_pair(s.query)}."
        )
    if s.step == KEY:
        return (
            f"Cada palabra se anuncia con una clave, también «banco». La de «{word}» es {short_pair(key)}. "
            "Falta ver con cuáles casa la consulta."
        )
    if s.step == SCORE:
        products = " + ".join(
            f"{_factor(asked)} · {_factor(told)}" for asked, told in zip(s.query, key.tolist(), strict=True)
        )
        return (
            f"Consulta por clave, número a número, y se suma. Con «{word}»: {products} = {short(a.scores[last])}. "
            f"La puntuación mayor es la de «{a.words[highest]}», y la menor, {short(a.scores[lowest])}, {_shared(a, lowest)}."
        )
    if s.step == EXPONENTIAL:
        return (
            f"A cada puntuación, su exponencial: la de «{a.words[highest]}» es {fixed(a.exponentials[highest])}; la de "
            f"«{a.words[lowest]}», {fixed(a.exponentials[lowest])}. Ninguna es negativa. Juntas suman {fixed(a.exponentials.sum(), 1)}."
        )
    if s.step == WEIGHT:
        first, second = _strongest(a.weights)[:2]
        return (
            f"Cada exponencial, entre la suma. A «{a.words[first]}» le toca el {percent(a.weights[first])}; a «{a.words[second]}», "
            f"el {percent(a.weights[second])}. Los pesos suman uno, y ninguno llega a cero."
        )
    if s.step == VALUE:
        return (
            "Lo que se mezcla no son las claves. Cada palabra entrega un valor: primero cuánto trae de asiento, después "
            f"cuánto de dinero. El de «{word}» es {short_pair(a.values[last])}."
        )
    if s.step == MIXTURE:
        return (
            f"Cada valor por su peso, y se suman. El vector nuevo de «banco» es {pair(a.mixture)}: {_side(a.mixture)}. "
            "Lo que tiene lo tomó de la frase."
        )
    before = attention_of(s, divided=False)
    return (
        "Falta una pieza. Como cada clave tiene dos números, las puntuaciones se dividen entre √2. El peso de "
        f"«{a.words[highest]}» pasa del {percent(before.weights[highest])} al {percent(a.weights[highest])}, y la mezcla, "
        f"de {pair(before.mixture)} a {pair(a.mixture)}."
    )


def aloud(text: str) -> str:
    """The narration as a voice reads it right."""
    spoken = {"\u2212": "menos ", " · ": " por ", " + ": " más ", " = ": ", igual a ", "√2": "raíz de dos", "\u202f%": " por ciento"}
    for sign, words in spoken.items():
        text = text.replace(sign, words)
    return text


def _shared(a: Attention, place: int) -> str:
    """Whose score that at `place` is."""
    count = int((np.round(a.scores, 9) == round(float(a.scores[place]), 9)).sum())
    together = ("", "", "la comparten dos", "la comparten tres", "la comparten cuatro", "la comparten cinco")
    if count == 1:
        return f"la de «{a.words[place]}»"
    return together[count] if count < len(together) else "la comparten casi todas"


def _factor(number: float) -> str:
    return f"({short(number)})" if number < 0 else short(number)


def _side(mixture: np.ndarray) -> str:
    seat, money = (round(float(part), 2) for part in mixture)
    if seat == money:
        return "tanto de asiento como de dinero"
    return "más asiento que dinero" if seat > money else "más dinero que asiento"


def _strongest(numbers: np.ndarray) -> list[int]:
    """Places from the largest number to the smallest; of two equal ones, the first."""
    return np.argsort(-np.round(numbers, 9), kind="stable").tolist()


def _names_of_places(words: Sequence[str], points: np.ndarray) -> list[str]:
    """A label for each point: those in one place share theirs, which the first of them carries."""
    places: dict[tuple, list[int]] = {}
    for index, place in enumerate(map(tuple, points.tolist())):
        places.setdefault(place, []).append(index)
    labels = [""] * len(words)
    for together in places.values():
        first, more = words[together[0]], len(together) - 1
        labels[together[0]] = f"{first} y {more} más" if more > 1 else " y ".join(words[index] for index in together)
    return labels
