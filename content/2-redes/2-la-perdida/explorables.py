"""«El precio de un pronóstico»: what a probability costs once it is known whether it rained, on the curve of −log p."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import slider, toggle
from explorables.marks import Account, Arrow, Axes, Columns, Curve, Dots, Figures, Ledger, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed, percent

TOP = 5.0
CURVE = [(math.exp(-step / 20), step / 20) for step in range(int(20 * TOP), -1, -1)]
OUTCOMES = ("llueve", "no llueve")
ENDLESS = "∞"


@dataclass(frozen=True)
class State:
    """What was said in the morning and what happened."""

    rain: float = slider(0.0, 1.0, default=0.9, step=0.01, label="Probabilidad que le diste a la lluvia")
    rained: bool = toggle(label="llovió", default=True)


def given(s: State) -> tuple[float, float]:
    """What was given to each outcome, rain first."""
    return s.rain, round(1 - s.rain, 9)


def to_what_happened(s: State) -> float:
    return given(s)[0 if s.rained else 1]


def price(probability: float) -> float:
    """−log p in nats; endless for 0."""
    return -math.log(probability) + 0.0 if probability else math.inf


def text_of(number: float, decimals: int = 3) -> str:
    return fixed(number, decimals) if math.isfinite(number) else ENDLESS


class ForecastPrice(Explorable):
    title = "El precio de un pronóstico"
    State = State
    prediction = Prediction(
        "Dijiste 90 % y llovió: pagas 0.105. Si hubieras dicho lo mismo y no hubiera llovido, ¿cuánto pagarías?",
        [
            PredictionChoice("Nueve veces eso", "Es lo que cobraría la recta discontinua, 0.9 en vez de 0.1. El logaritmo cobra más caro: 2.303."),
            PredictionChoice("Unas veintidós veces eso", "A lo que pasó le diste 0.1, y eso cuesta 2.303, unas veintidós veces 0.105.", True),
            PredictionChoice("No habría precio que alcanzara", "Para eso habría que darle cero a lo que pasó, y le diste 0.1: cuesta 2.303."),
        ],
        {"rain": 0.9, "rained": False},
    )

    def scene(self, s: State) -> Sequence[Mark]:
        return [Columns([self._plane(s), self._account(s)], shares=(5, 4))]

    @staticmethod
    def _plane(s: State) -> Mark:
        happened = to_what_happened(s)
        return Axes(
            (0.0, 1.0),
            (0.0, TOP),
            [
                Curve([(0.0, 1.0), (1.0, 0.0)], dashed=True, part="straight"),
                Curve(CURVE, part="curve"),
                _place(round(1 - happened, 9), "not-happened", ghost=True),
                _place(happened, "happened"),
            ],
            f"El precio según la probabilidad que recibió lo que pasó: a {fixed(happened)} le toca {text_of(price(happened))}",
            x_label="probabilidad que le diste a lo que pasó",
            y_label="precio, en nats",
            x_ticks=[0, 0.25, 0.5, 0.75, 1],
            y_ticks=[0, 1, 2, 3, 4, 5],
        )

    @staticmethod
    def _account(s: State) -> Mark:
        paid = price(to_what_happened(s))
        prices = [price(each) for each in given(s)]
        return Panel(
            "Lo que dijiste y lo que cuesta",
            [
                Ledger(
                    OUTCOMES,
                    [
                        Account("le diste", list(given(s)), high=1.0, part="given"),
                        Account("si ocurre, pagas", [min(each, TOP) for each in prices], high=TOP, texts=[text_of(each) for each in prices], part="prices"),
                    ],
                    "La probabilidad de cada resultado y lo que se paga si ocurre",
                    parts=["rain", "dry"],
                ),
                Figures([
                    Named("pagas, en nats", text_of(paid), part="nats"),
                    Named("en bits", text_of(paid / math.log(2)), part="bits"),
                    Named("perplejidad", text_of(math.exp(paid), 2), part="perplexity"),
                ]),
                Text(verdict(s), part="verdict", lines=3),
            ],
        )  # fmt: skip

    def describe(self, s: State) -> str:
        what = "Llovió" if s.rained else "No llovió"
        paid = price(to_what_happened(s))
        cost = f"pagas {text_of(paid)} nats" if math.isfinite(paid) else "el precio no tiene límite"
        return f"{what}, y le habías dado {percent(to_what_happened(s))}: {cost}."

    def table(self, s: State) -> Table:
        rows = [
            [name, fixed(each), fixed(1 - each), text_of(price(each)), text_of(price(each) / math.log(2))]
            for name, each in zip(OUTCOMES, given(s))
        ]
        heads = ["Resultado", "Le diste", "Precio de la recta", "Precio, en nats", "Precio, en bits"]
        return Table("Lo que cuesta cada resultado", heads, rows, chosen=0 if s.rained else 1)

    def values(self, s: State) -> dict[str, str]:
        happened = to_what_happened(s)
        paid = price(happened)
        return {
            "given": fixed(happened),
            "price": text_of(paid),
            "bits": text_of(paid / math.log(2)),
            "perplexity": text_of(math.exp(paid), 2),
            "straight": fixed(1 - happened),
        }

    def nearby(self, first: State) -> Iterable[State]:
        """What the lesson's sentences ask for, with rain and without."""
        said = (first.rain, 0.0, 0.01, 0.1, 0.25, 0.5, 0.9, 0.98, 0.99, 1.0)
        return [replace(first, rain=rain, rained=rained) for rain, rained in product(dict.fromkeys(said), (True, False))]


def _place(probability: float, part: str, ghost: bool = False):
    if probability:
        return Dots([(probability, price(probability))], parts=[part], ghost=ghost)
    # The curve leaves the drawing: an arrow says that it goes on.
    return Arrow((0.0, TOP), start=(0.0, 0.8 * TOP), part=part, ghost=ghost)


def verdict(s: State) -> str:
    """What there is to see."""
    happened = to_what_happened(s)
    if happened == 0:
        return "Dijiste que esto era imposible, y pasó. No hay precio que alcance: la curva sube sin fin."
    if happened == 1:
        return "Lo dabas por seguro y acertaste: no pagas nada. Si hubieras fallado, no habría precio que alcanzara."
    if happened == 0.5:
        return "No te comprometiste con nada: pase lo que pase, pagas log 2."
    ratio = price(happened) / (1 - happened)
    side = "Le diste más de la mitad a lo que pasó, y sale barato" if happened > 0.5 else "Le diste menos de la mitad a lo que pasó, y sale caro"
    return f"{side}: {text_of(price(happened))}. La recta cobraría {fixed(1 - happened)}; el logaritmo, {fixed(ratio)} veces eso."
