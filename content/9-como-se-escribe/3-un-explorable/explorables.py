"""The figure that this chapter writes step by step: two scores, and how softmax shares one between them."""

from dataclasses import dataclass

import numpy as np
from attention_core import softmax
from explorables import Explorable, slider
from explorables.marks import Bars, Table, Text
from explorables.numbers import fixed, percent

WORDS = ("libro", "camino")


@dataclass(frozen=True)
class State:
    lead: float = slider(
        -4, 4, default=1, step=0.5, label="ventaja de «libro»"
    )


def weights(state):
    return softmax(np.array([state.lead, 0.0]))


class TwoScores(Explorable):
    name, title, State = "two-scores", "Dos puntuaciones", State

    def scene(self, state):
        first, second = weights(state)
        return [
            Bars(WORDS, [first, second], "Los dos pesos", parts=WORDS),
            Text(f"«libro» pesa {fixed(first / second)} veces «camino»."),
        ]

    def describe(self, state):
        first, second = weights(state)
        return (
            f"Con {fixed(state.lead, 1)} de ventaja, «libro» pesa "
            f"{fixed(first)} y «camino», {fixed(second)}."
        )

    def table(self, state):
        pairs = zip(WORDS, weights(state))
        rows = [(word, fixed(weight)) for word, weight in pairs]
        return Table("Los dos pesos", ("palabra", "peso"), rows)

    def values(self, state):
        return {"peso": percent(weights(state)[0])}

    def shared(self, state):
        return {"alpha": weights(state)}

    def states(self):
        return [State(lead) for lead in np.arange(-4, 4.5, 0.5)]
