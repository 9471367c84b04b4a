"""«Un bloque por lugar»: the first layer of a perceptron that reads five words, and where in the sentence it knows «no»."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_core import softmax
from attention_core.classifiers import init_mlp, mlp, mlp_gradients, one_hot_rows
from attention_core.measures import accuracy
from attention_core.tasks import negation
from attention_core.tasks.sequences import NEGATION_WORDS
from attention_core.training import start_training, train
from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, stepper
from explorables.marks import Account, Columns, Figures, HeatMap, Ledger, Mark, Named, Panel, Table, Text, Tokens
from explorables.numbers import MINUS, fixed

PLACES = ("1.º", "2.º", "3.º", "4.º", "5.º")
SENTENCE = ("me", "gusta", "este", "libro", "hoy")
N_WORDS = len(NEGATION_WORDS)
SEED = 0
SETTINGS = [{"place": place} for place in range(1, len(PLACES) + 1)]
PLACE_PARTS = [f"place-{place}" for place in range(1, len(PLACES) + 1)]
SURGERIES = (("none", "ninguna"), ("copy", "copiar el 4 en el 5"), ("swap", "cambiar el 4 por el 5"))


@dataclass(frozen=True)
class State:
    """Where «no» stands (0: nowhere), where it stood in the training, and what is done to the blocks afterwards."""

    place: int = stepper(0, len(PLACES), default=5, label="Lugar del «no»", names=("ninguno", *PLACES), play=False)
    learned: str = choice(
        (("four", "en los cuatro primeros"), ("five", "en los cinco")), default="four", label="Se entrenó con «no»"
    )
    surgery: str = choice(SURGERIES, default="none", label="Cirugía de bloques")


class Reader(NamedTuple):
    """A trained network after its surgery: `votes` (10, 5) by word and place, accuracy by place of «no» (5,)."""

    params: dict
    votes: np.ndarray
    accuracies: tuple


@lru_cache(maxsize=2)
def trained(learned: str) -> dict:
    """The perceptron of the lesson's cell: 600 sentences, 16 hidden neurons, 150 steps, everything from seed 0."""
    tokens, labels = negation(600, positions=range(4 if learned == "four" else 5), seed=SEED)
    batch = one_hot_rows(tokens, N_WORDS), labels
    start = init_mlp(np.random.default_rng(SEED), len(PLACES) * N_WORDS, 16, 2)
    *_, last = train(start_training(start), lambda step: batch, lambda b, p: mlp_gradients(*b, p), steps=150, rate=0.02)
    return last.params


@lru_cache(maxsize=6)
def reader(learned: str, surgery: str) -> Reader:
    params = dict(trained(learned))
    blocks = params["W_1"].reshape(len(PLACES), N_WORDS, -1).copy()
    if surgery == "copy":
        blocks[4] = blocks[3]
    elif surgery == "swap":
        blocks[[3, 4]] = blocks[[4, 3]]
    params["W_1"] = blocks.reshape(params["W_1"].shape)
    # What a row of W_1 adds to «there is» minus «there is none», if the tanh did not bend it.
    votes = blocks @ (params["W_2"][:, 1] - params["W_2"][:, 0])
    return Reader(params, votes.T, tuple(_accuracy(params, place) for place in range(len(PLACES))))


def _accuracy(params: dict, place: int) -> float:
    tokens, labels = negation(1000, positions=(place,), seed=100 + place)
    return accuracy(mlp(one_hot_rows(tokens, N_WORDS), params), labels)


def words(s: State) -> list[str]:
    return ["no" if place == s.place else word for place, word in enumerate(SENTENCE, 1)]


def probability(s: State) -> float:
    """What the network itself, with its tanh, gives to «there is a no»."""
    ids = np.array([[NEGATION_WORDS.index(word) for word in words(s)]])
    return float(softmax(mlp(one_hot_rows(ids, N_WORDS), reader(s.learned, s.surgery).params))[0, 1])


def says_yes(s: State) -> bool:
    return probability(s) > 0.5


def is_right(s: State) -> bool:
    return says_yes(s) == (s.place > 0)


def word_votes(s: State) -> np.ndarray:
    """The vote of each word of the sentence in its place, (5,)."""
    votes = reader(s.learned, s.surgery).votes
    return np.array([votes[NEGATION_WORDS.index(word), place] for place, word in enumerate(words(s))])


def signed(vote: float) -> str:
    text = fixed(vote, 1)
    return text if text.startswith(MINUS) or not text.strip("0.") else "+" + text


def verdict(s: State) -> str:
    said = "hay un «no»" if says_yes(s) else "no hay ningún «no»"
    return f"La red dice que {said}: {'acierta' if is_right(s) else 'se equivoca'}."


class PositionBlocks(Explorable):
    title = "Un bloque por lugar"
    State = State
    prediction = Prediction(
        "El bloque 4 sabe reconocer un «no». Si lo copias entero encima del 5, ¿cuánto acertará la red?",
        [
            PredictionChoice("1.000 en los cinco lugares", "Sería así si cada bloque trabajara solo. Pero los cinco se ajustaron juntos, y el resto de la red cuenta con que el quinto haga otra cosa."),
            PredictionChoice("lo mismo que antes", "El quinto lugar no mejora, y además se estropean los otros cuatro."),
            PredictionChoice(
                "0.500 en los cinco",
                "En el quinto lugar, las palabras corrientes votaban a favor, y la red contaba con esos votos para llegar. Copiado el bloque 4, votan en contra y ya no llega nunca.",
                right=True,
            ),
        ],
        {"surgery": "copy"},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        return [
            Tokens(
                words(s),
                "La frase, con el voto de cada palabra en su lugar",
                notes=[signed(vote) for vote in word_votes(s)],
                chosen=s.place - 1 if s.place else None,
                sets=SETTINGS,
                parts=PLACE_PARTS,
            ),
            Text(verdict(s), "result" if is_right(s) else "warning"),
            Columns([self._votes(s), self._accuracies(s)], shares=(3, 2)),
        ]

    @staticmethod
    def _votes(s: State) -> Mark:
        votes = reader(s.learned, s.surgery).votes
        return Panel(
            "Votos de cada palabra, bloque por bloque",
            [
                HeatMap(
                    votes,
                    NEGATION_WORDS,
                    PLACES,
                    "Voto de cada palabra en cada lugar; el de «no»: " + ", ".join(signed(vote) for vote in votes[0]),
                    low=0.0,
                    high=float(votes.max()),
                    decimals=1,
                    ink="value",
                    chosen_column=s.place - 1 if s.place else None,
                ),
                Text("Con tinta, los votos a favor de «hay un no»; en blanco, los votos en contra."),
            ],
            part="votes",
        )

    @staticmethod
    def _accuracies(s: State) -> Mark:
        found = reader(s.learned, s.surgery).accuracies
        return Panel(
            "Aciertos con «no» en cada lugar",
            [
                Ledger(
                    PLACES,
                    [Account("aciertos", found, decimals=3)],
                    "Aciertos con «no» en cada lugar",
                    chosen=s.place - 1 if s.place else None,
                    sets=SETTINGS,
                    row_labels=[f"«no» en el {place} lugar: {fixed(share, 3)}" for place, share in zip(PLACES, found)],
                ),
                Figures([Named("de probabilidad a «hay un no» en esta frase", fixed(probability(s), 3), part="probability")]),
            ],
            part="accuracies",
        )

    def describe(self, s: State) -> str:
        where = f"«no» en el {PLACES[s.place - 1]} lugar" if s.place else "Una frase sin «no»"
        found = reader(s.learned, s.surgery).accuracies
        learned = "los cuatro primeros lugares" if s.learned == "four" else "los cinco lugares"
        done = "" if s.surgery == "none" else f" y después de {dict(SURGERIES)[s.surgery]}"
        shares = ", ".join(fixed(share, 3) for share in found)
        return f"{where}. Entrenada con «no» en {learned}{done}. {verdict(s)} Aciertos por lugar del «no»: {shares}."

    def table(self, s: State) -> Table:
        found = reader(s.learned, s.surgery)
        rows = [[word, *(signed(vote) for vote in votes)] for word, votes in zip(NEGATION_WORDS, found.votes)]
        rows.append(["aciertos", *(fixed(share, 3) for share in found.accuracies)])
        return Table("Voto de cada palabra en cada lugar, y aciertos con «no» en ese lugar", ["Palabra", *PLACES], rows)

    def values(self, s: State) -> dict[str, str]:
        found = reader(s.learned, s.surgery)
        return {
            "probability": fixed(probability(s), 3),
            "total": signed(float(word_votes(s).sum())),
            "fifth": fixed(found.accuracies[4], 3),
            "no_in_fifth": signed(float(found.votes[0, 4])),
        }

    def states(self) -> Iterable[State]:
        first = State()
        kinds = [("four", "none"), ("four", "copy"), ("four", "swap"), ("five", "none")]
        return [replace(first, place=place, learned=learned, surgery=surgery) for learned, surgery in kinds for place in range(6)]
