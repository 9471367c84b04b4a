"""«Elegir o mezclar»: a score moves; the choice answers with a staircase, the mixture with a curve, and both try to descend.

Three states of two numbers; the wanted context is the second one. The scores of the first and third stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from attention_core import hard_attention, softmax, softmax_backward

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import slider, stepper
from explorables.marks import Axes, Columns, Curve, Dots, Mark, Rule, Table
from explorables.numbers import fixed

STATES = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
WANTED = STATES[1]
E1, E3 = 1.0, 0.2
LOW, HIGH = 0.0, 4.0
STEPS = 20
LEARNING_RATE = 1.0


@dataclass(frozen=True)
class State:
    """Where e₂ starts, how many steps of gradient descent it has taken, and the temperature of the softmax."""

    e2: float = slider(0.0, 2.0, default=0.9, step=0.01, label="e₂, la puntuación de h₂")
    steps: int = stepper(0, STEPS, default=STEPS, label="Pasos de gradiente")
    temperature: float = slider(0.005, 1.0, default=1.0, step=0.005, label="Temperatura")


class Answer(NamedTuple):
    """What a way of answering does at one e₂: the context (2,), the error and its derivative (None where there is none)."""

    context: np.ndarray
    error: float
    slope: float | None


def mixed(e2: float, temperature: float) -> Answer:
    """c = Σ α_j h_j with α = softmax(e / T); the error is ½‖c − h₂‖² and its slope goes through the softmax."""
    weights = softmax(np.array([E1, e2, E3]), temperature=temperature)
    context = weights @ STATES
    slope = softmax_backward(STATES @ (context - WANTED), weights, temperature=temperature)[1]
    return Answer(context, _error(context), float(slope))


def chosen(e2: float) -> Answer:
    """c = h_j of the greatest score: its slope is zero, but at the jump, where there is none."""
    scores = np.array([[E1], [e2], [E3]])
    context = hard_attention(np.ones((1, 1)), scores, STATES, score="dot")[0]
    return Answer(context, _error(context), None if abs(e2 - E1) < 1e-9 else 0.0)


def _error(context: np.ndarray) -> float:
    return float(0.5 * ((context - WANTED) ** 2).sum())


@lru_cache(maxsize=64)
def descent(e2: float, temperature: float) -> tuple[float, ...]:
    """e₂ after 0, 1, … 20 steps e₂ ← e₂ − ∂error/∂e₂ of the mixture, kept inside the drawing."""
    reached = [e2]
    for _ in range(STEPS):
        reached.append(min(max(reached[-1] - LEARNING_RATE * mixed(reached[-1], temperature).slope, LOW), HIGH))
    return tuple(reached)


def pair(vector: Sequence[float]) -> str:
    return "(" + ", ".join(fixed(entry, 3) for entry in vector) + ")"


def slope_text(slope: float | None) -> str:
    """A slope as it is printed; one that is zero and not merely small says so."""
    if slope is None:
        return "no existe"
    return "0" if slope == 0 else fixed(slope, 3)


class ChooseOrMix(Explorable):
    title = "Elegir o mezclar"
    State = State
    prediction = Prediction(
        "La bola de la mezcla bajó y la de la elección no se ha movido. Si enfrías el softmax hasta que la mezcla sea casi una elección, ¿qué hará la suya?",
        [
            PredictionChoice("Bajará más deprisa", "A medio enfriar, sí: prueba 0.300. Pero la cuesta se va estrechando hacia e₁, y donde está la bola el suelo acaba siendo llano."),
            PredictionChoice("Bajará igual", "Su curva ya no es la misma: con temperatura 0.005 casi toda es llana."),
            PredictionChoice(
                "Se quedará atascada", "Al enfriarse, la curva se convierte en la escalera y hereda su derivada: cero. Mezclar enseña mientras mezcla.", True
            ),
        ],
        {"temperature": 0.005},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        return [
            self._descent(s),
            Columns([self._account(s, "Elegir, con arg máx", chosen(s.e2), chosen(s.e2), s.e2), self._mixed_account(s)]),
        ]

    def _descent(self, s: State) -> Mark:
        reached = descent(s.e2, s.temperature)[: s.steps + 1]
        trail = [(e2, mixed(e2, s.temperature).error) for e2 in reached]
        stuck = (s.e2, chosen(s.e2).error)
        return Axes(
            (LOW, HIGH),
            (0.0, 1.25),
            [
                Rule(x=E1, label="e₁"),
                Curve([(LOW, 1.0), (0.5, 1.0)], ink="plain", dashed=True, label="elegir", part="stairs"),
                Curve([(0.5, 1.0), (E1, 1.0)], ink="plain", dashed=True, part="stairs"),
                Curve([(E1, 0.0), (HIGH, 0.0)], ink="plain", dashed=True, part="stairs"),
                Curve(_curve(s.temperature), ink="weight", part="curve"),
                Dots(trail[:-1], ink="weight", sizes=[0.03] * (len(trail) - 1)),
                Dots([stuck], ink="plain", sizes=[0.5], shape="square", parts=["stuck"]),
                Dots([trail[-1]], ink="weight", labels=["mezclar"], sizes=[0.4], parts=["rolling"]),
            ],
            f"El error según e₂: con la elección, una escalera que salta en e₁; con la mezcla, una curva. Tras {s.steps} pasos, la bola de la elección sigue "
            f"en {fixed(s.e2)} y la de la mezcla está en {fixed(reached[-1])}",
            x_label="e₂, la puntuación de h₂",
            y_label="error: ½‖c − h₂‖²",
            y_ticks=[0.0, 0.25, 0.5, 0.75, 1.0],
        )

    def _mixed_account(self, s: State) -> Mark:
        reached = descent(s.e2, s.temperature)[s.steps]
        return self._account(s, "Mezclar, con softmax", mixed(s.e2, s.temperature), mixed(reached, s.temperature), reached)

    @staticmethod
    def _account(s: State, name: str, before: Answer, after: Answer, reached: float) -> Mark:
        return Table(
            name,
            ["", "al empezar", f"tras {s.steps} pasos"],
            [
                ["e₂", fixed(s.e2), fixed(reached)],
                ["contexto", pair(before.context), pair(after.context)],
                ["error", fixed(before.error, 3), fixed(after.error, 3)],
                ["derivada", slope_text(before.slope), slope_text(after.slope)],
            ],
        )

    def describe(self, s: State) -> str:
        reached = descent(s.e2, s.temperature)[s.steps]
        hard, soft = chosen(s.e2), mixed(s.e2, s.temperature)
        start = f"Con e₂ en {fixed(s.e2)} y temperatura {fixed(s.temperature, 3)}, elegir da {pair(hard.context)} y mezclar, {pair(soft.context)}"
        moved = "tampoco se mueve" if abs(reached - s.e2) < 0.005 else f"llega a {fixed(reached)}, con error {fixed(mixed(reached, s.temperature).error, 3)}"
        return f"{start}. Tras {s.steps} pasos de gradiente, la elección sigue donde estaba y la mezcla {moved}."

    def table(self, s: State) -> Table:
        hard = chosen(s.e2)
        rows = []
        for step, e2 in enumerate(descent(s.e2, s.temperature)):
            soft = mixed(e2, s.temperature)
            rows.append([str(step), fixed(e2, 3), pair(soft.context), fixed(soft.error, 3), slope_text(soft.slope)])
        return Table(
            f"Cada paso de la mezcla. Eligiendo, e₂ se queda en {fixed(s.e2)}, el contexto en {pair(hard.context)} y el error en {fixed(hard.error, 3)}",
            ["Paso", "e₂", "contexto", "error", "derivada"],
            rows,
            chosen=s.steps,
        )

    def values(self, s: State) -> dict[str, str]:
        reached = descent(s.e2, s.temperature)[s.steps]
        soft = mixed(s.e2, s.temperature)
        return {
            "e2": fixed(s.e2),
            "chosen": pair(chosen(s.e2).context),
            "mixed": pair(soft.context),
            "slope": slope_text(soft.slope),
            "reached": fixed(reached),
            "error": fixed(mixed(reached, s.temperature).error, 3),
        }

    def states(self) -> Iterable[State]:
        first = State()
        named = [replace(first, e2=0.95, steps=0), replace(first, e2=1.01, steps=0), replace(first, temperature=0.005)]
        return [replace(first, steps=steps) for steps in range(STEPS + 1)] + named


@lru_cache(maxsize=8)
def _curve(temperature: float) -> list[tuple[float, float]]:
    """The mixture's error over the drawing, with more points where a cold softmax turns."""
    far = np.linspace(LOW, HIGH, 51)
    near = E1 + temperature * np.linspace(-6.0, 6.0, 25)
    places = np.unique(np.round(np.concatenate([far, near[(near > LOW) & (near < HIGH)]]), 9))
    return [(float(e2), mixed(float(e2), temperature).error) for e2 in places]
