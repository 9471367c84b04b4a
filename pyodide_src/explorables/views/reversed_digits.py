"""«Al revés»: one network hears digits, another says them backwards, and one vector passes between the two.

`reversed_digits.npz` holds two trained pairs in half precision; the script that makes it is `train.py` of lesson 3.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from attention_core.tasks import reversal
from attention_core.translator import TranslatorConfig, decoder_step, read_source, translator_shapes
from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, text
from explorables.marks import Account, Axes, Histogram, Ledger, Mark, Panel, Table, Text, Tokens
from explorables.numbers import MINUS, fixed

DIGITS = 10
BEGIN = 10
LONGEST = 9
D_HIDDEN = 32
N_TEST = 300
EXAMPLES = ("4", "47", "471", "4719", "47190", "471902", "4719026", "47190265", "471902653")


def config(wiring: str = "fixed") -> TranslatorConfig:
    """Two plain recurrent networks: digits 0–9 in, digits 0–9 out, and a token to begin with."""
    return TranslatorConfig(DIGITS, DIGITS + 1, d_embedding=8, d_hidden=D_HIDDEN, encoder="forward", cell="tanh", wiring=wiring)


def weights_path() -> Path:
    return Path(__file__).with_name("reversed_digits.npz")


@lru_cache(maxsize=2)
def load(learned: int) -> dict[str, np.ndarray]:
    """The parameters of the pair that learned on sequences of up to `learned` digits (6 or 9)."""
    with np.load(weights_path()) as file:
        flat = file[f"up_to_{learned}"].astype(np.float64)
    params, start = {}, 0
    for name, shape in translator_shapes(config()).items():
        size = int(np.prod(shape))
        params[name] = flat[start : start + size].reshape(shape)
        start += size
    return params


class Said(NamedTuple):
    """`digits` (n, T) said, one step for each digit heard; `summary` c (n, d); `certainty` (n, T), the probability of each said digit."""

    digits: np.ndarray
    summary: np.ndarray
    certainty: np.ndarray


def say_backwards(sources: np.ndarray, params: dict, net: TranslatorConfig, previous: np.ndarray | None = None) -> Said:
    """Hear `sources` (n, T), then say T digits, always the likeliest, each step fed with what was said before.

    `previous` (n, T): the right answers, to be fed with instead (teacher forcing).
    """
    reading = read_source(sources, params, net)
    state, before = reading.initial_state, np.full(len(sources), BEGIN)
    said, sure = [], []
    for step in range(sources.shape[1]):
        found = decoder_step(before, state, reading, params, net)
        state = found.state
        chances = np.exp(found.logits - found.logits.max(axis=-1, keepdims=True))
        said.append(found.logits.argmax(axis=-1))
        sure.append(chances.max(axis=-1) / chances.sum(axis=-1))
        before = said[-1] if previous is None else previous[:, step]
    last = reading.memory.states[:, -1]
    return Said(np.stack(said, axis=1), last, np.stack(sure, axis=1))


def measured_digits(length: int) -> tuple[np.ndarray, np.ndarray]:
    """300 sequences for measuring, and the same backwards; none of their draws is that of the training."""
    return reversal(N_TEST, length, DIGITS, seed=9000 + length)


def exact_matches(params: dict, net: TranslatorConfig) -> list[float]:
    """Share of whole sequences said without one mistake, for each length from 1 to 9."""
    shares = []
    for length in range(1, LONGEST + 1):
        sources, targets = measured_digits(length)
        shares.append(float((say_backwards(sources, params, net).digits == targets).all(axis=1).mean()))
    return shares


@lru_cache(maxsize=2)
def exact_by_length(learned: int) -> tuple[float, ...]:
    return tuple(exact_matches(load(learned), config()))


@dataclass(frozen=True)
class State:
    """The digits that are dictated, and which of the two pairs listens."""

    digits: str = text(default=EXAMPLES[6], label="Dicta hasta nueve cifras", longest=LONGEST)
    learned: str = choice((("6", "hasta seis cifras"), ("9", "hasta nueve cifras")), default="6", label="Aprendió con secuencias de")


def heard(s: State) -> np.ndarray:
    """The digits of the text, (1, T); whatever else was typed is not heard."""
    digits = [int(sign) for sign in s.digits if sign in "0123456789"]
    return np.array([digits or [0]])


@lru_cache(maxsize=16)
def answer(s: State) -> Said:
    return say_backwards(heard(s), load(int(s.learned)), config())


def wrong_places(s: State) -> list[int]:
    """Steps, from 1, at which the said digit is not the right one."""
    wrong = answer(s).digits[0] != heard(s)[0, ::-1]
    return [int(place) + 1 for place in np.flatnonzero(wrong)]


def spelled(digits: Sequence[int]) -> str:
    return " ".join(str(int(digit)) for digit in digits)


class ReversedDigits(Explorable):
    title = "Al revés"
    State = State
    prediction = Prediction(
        "Esta pareja aprendió con secuencias de hasta seis cifras y se equivoca en la séptima que dice. Si le dictas nueve, ¿cuántas de las que diga estarán bien?",
        [
            PredictionChoice("ninguna", "El resumen no revienta: guarda bastante bien lo último que oyó, y lo dice."),
            PredictionChoice(
                "las seis primeras, más o menos",
                "Seis pasos sabe darlos, oiga lo que oiga. El séptimo no lo dio nunca en el entrenamiento.",
                right=True,
            ),
            PredictionChoice("casi todas", "Mira la última barra: con nueve cifras no le sale entera casi ninguna."),
        ],
        {"digits": EXAMPLES[8]},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        found, right = answer(s), heard(s)[0, ::-1]
        steps = [{"digits": EXAMPLES[length - 1]} for length in range(1, LONGEST + 1)]
        return [
            Panel("El encoder oye", [Tokens([str(digit) for digit in heard(s)[0]], "Cifras dictadas", ink="encoder")]),
            Panel("Pasa un vector, c", [self._summary(found.summary[0])], part="summary"),
            Panel("El decoder dice", [self._said(found, right), self._verdict(s)], part="said"),
            Panel(
                "Secuencias enteras sin un fallo, según su largo",
                [
                    Ledger(
                        [f"{length}" for length in range(1, LONGEST + 1)],
                        [
                            Account("aprendió hasta 6", exact_by_length(6), ink="plain", part="six"),
                            Account("aprendió hasta 9", exact_by_length(9), ink="plain", part="nine"),
                        ],
                        "Proporción de secuencias enteras bien dichas, por largo",
                        chosen=heard(s).shape[1] - 1,
                        sets=steps,
                        row_labels=[
                            f"{length} cifras: {fixed(six)} la que aprendió hasta seis, {fixed(nine)} la que aprendió hasta nueve"
                            for length, six, nine in zip(range(1, LONGEST + 1), exact_by_length(6), exact_by_length(9))
                        ],
                    )
                ],
                part="lengths",
            ),
        ]

    @staticmethod
    def _summary(summary: np.ndarray) -> Mark:
        bars = Histogram(range(D_HIDDEN + 1), summary, ink="context")
        return Axes(
            (0, D_HIDDEN), (-1, 1), [bars], f"Los {D_HIDDEN} números del resumen, entre {MINUS}1 y 1",
            x_label=f"los {D_HIDDEN} números de c", x_ticks=[], y_ticks=[-1, 0, 1], width=400, height=130,
        )

    @staticmethod
    def _said(found: Said, right: np.ndarray) -> Mark:
        wrong = found.digits[0] != right
        return Tokens(
            [str(digit) for digit in found.digits[0]],
            f"Cifras dichas: {spelled(found.digits[0])}; las buenas eran {spelled(right)}",
            ink="decoder",
            notes=[f"✗ era {digit}" if is_wrong else fixed(chance) for digit, is_wrong, chance in zip(right, wrong, found.certainty[0])],
            strengths=found.certainty[0],
        )

    @staticmethod
    def _verdict(s: State) -> Mark:
        wrong = wrong_places(s)
        if not wrong:
            return Text("Todas bien.", "result")
        if len(wrong) == 1:
            return Text(f"Falla la cifra {wrong[0]}.", "warning")
        return Text(f"Fallan las cifras {', '.join(map(str, wrong[:-1]))} y {wrong[-1]}.", "warning")

    def describe(self, s: State) -> str:
        found, wrong = answer(s), wrong_places(s)
        verdict = "todas bien" if not wrong else f"{len(wrong)} mal, en los pasos {', '.join(map(str, wrong))}" if len(wrong) > 1 else f"una mal, en el paso {wrong[0]}"
        return f"Oye {spelled(heard(s)[0])} y dice {spelled(found.digits[0])}: {verdict}. La pareja aprendió con secuencias de hasta {s.learned} cifras."

    def table(self, s: State) -> Table:
        rows = [
            [str(length), fixed(six), fixed(nine)]
            for length, six, nine in zip(range(1, LONGEST + 1), exact_by_length(6), exact_by_length(9))
        ]
        return Table(
            "Proporción de secuencias enteras sin un fallo, según su largo y lo que se aprendió",
            ["Cifras", "Aprendió hasta 6", "Aprendió hasta 9"],
            rows,
            chosen=heard(s).shape[1] - 1,
        )

    def values(self, s: State) -> dict[str, str]:
        length = heard(s).shape[1]
        return {
            "heard": spelled(heard(s)[0]),
            "said": spelled(answer(s).digits[0]),
            "wrong": str(len(wrong_places(s))),
            "exact": fixed(exact_by_length(int(s.learned))[length - 1]),
        }

    def nearby(self, first: State) -> Iterable[State]:
        return [replace(first, digits=digits, learned=learned) for learned in ("6", "9") for digits in EXAMPLES]
