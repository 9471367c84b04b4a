"""«Lo que cuesta»: where the quadratic part of a transformer block is the larger one, in the plane of n and d.

The counts are of products (`attention_core.block_cost`). `run` measures the same products of matrices on whatever machine
runs it: what it finds is shown and never compared with anything but itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from attention_core import block_cost, layer_cost
from explorables.explorable import Explorable, Frame
from explorables.fields import slider
from explorables.marks import (
    Account,
    Area,
    Axes,
    Columns,
    Curve,
    Figures,
    Handle,
    Ledger,
    Mark,
    Named,
    Panel,
    Rule,
    Table,
    Text,
)
from explorables.numbers import fixed, percent

N_RANGE, D_RANGE = (16, 65536), (32, 8192)
# n/(n + 6d) is a tenth at n = 2d/3, a half at n = 6d, nine tenths at n = 54d.
LEVELS = ((2 / 3, "10\u202f%"), (6.0, "50\u202f%"), (54.0, "90\u202f%"))

MEASURED_D = 128
MEASURED_N = (32, 64, 128, 256, 512, 1024)
AT_LEAST = 0.02
PIECES = ("puntuar y mezclar", "proyecciones y red", "recurrencia, paso a paso")
PIECE_INKS = ("score", "plain", "decoder")
MILLISECONDS = (0.005, 2000.0)


@dataclass(frozen=True)
class State:
    """Tokens of the sentence and numbers of each vector."""

    n: int = slider(*N_RANGE, default=512, step=0.125, scale="octaves", label="n, tokens de la frase")
    d: int = slider(*D_RANGE, default=768, step=0.125, scale="octaves", label="d, números por token")


class Measured(NamedTuple):
    """Seconds of each of `PIECES` for the lengths measured so far."""

    lengths: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


class Costs(Explorable):
    title = "Lo que cuesta"
    State = State
    run_label = "Mídelo aquí"
    run_keeps = ("n", "d")

    def scene(self, s: State) -> Sequence[Mark]:
        return [Columns([self._plane(s), self._parts(s)], shares=(5, 4))]

    @staticmethod
    def _plane(s: State) -> Mark:
        (n_low, n_high), (d_low, d_high) = N_RANGE, D_RANGE
        layers: list = [
            Area([(6 * d_low, d_low), (n_high, d_low), (n_high, d_high), (6 * d_high, d_high)], ink="score", part="quadratic")
        ]
        for slope, name in LEVELS:
            ends = [(slope * d, d) for d in (max(d_low, n_low / slope), min(d_high, n_high / slope))]
            half = slope == 6.0
            layers.append(Curve(ends, ink="score", label=name, dashed=not half, part="half" if half else None))
        layers.append(
            Handle(
                (s.n, s.d), ("n", "d"), "Tamaño", label=f"n = {fixed(s.n, 0)}, d = {fixed(s.d, 0)}",
                text=f"{s.n} tokens de {s.d} números",
            )
        )  # fmt: skip
        return Panel(
            "A la derecha de la línea manda lo que crece como n²",
            [
                Axes(
                    N_RANGE, D_RANGE, layers, "Plano del largo de la frase y del ancho de los vectores",
                    x_label="n, tokens de la frase", y_label="d, números por token", x_log=True, y_log=True, height=320,
                )
            ],
        )  # fmt: skip

    @staticmethod
    def _parts(s: State) -> Mark:
        cost = block_cost(s.n, s.d)
        mixing, recurrence = (layer_cost(kind, s.n, s.d) for kind in ("self_attention", "recurrent"))
        products = (cost.projections, cost.scores_and_mixture, cost.feed_forward)
        shares = [part / cost.total for part in products]
        return Panel(
            "Productos de un bloque",
            [
                Ledger(
                    ["proyecciones, 4nd²", "puntuar y mezclar, 2n²d", "red por token, 8nd²"],
                    [Account("parte", shares, texts=[percent(share) for share in shares])],
                    "Parte de cada cosa en los productos de un bloque",
                    parts=["projections", "scores", "network"],
                ),
                Text(f"En total, {count_text(cost.total)}{' de' if cost.total >= 10**6 else ''} productos."),
                Figures([
                    Named("se lleva la parte cuadrática", percent(cost.attention_share), "score", "share"),
                    Named("veces el trabajo, al doblar la frase", fixed(growth(s), 1), "plain", "growth"),
                    Named("veces los productos de una recurrencia, n²d / nd²", ratio_text(mixing.products / recurrence.products), "plain", "ratio"),
                    Named("pasos en fila de la recurrencia; la atención, 1", fixed(recurrence.sequential, 0), "plain", "steps"),
                ]),
            ],
            part="parts",
        )

    def describe(self, s: State) -> str:
        cost = block_cost(s.n, s.d)
        return (
            f"Con {fixed(s.n, 0)} tokens de {fixed(s.d, 0)} números, puntuar y mezclar es el {percent(cost.attention_share)} de los "
            f"productos de un bloque; con el doble de tokens, el trabajo se multiplica por {fixed(growth(s), 1)}."
        )

    def table(self, s: State) -> Table:
        rows = []
        for n in dict.fromkeys((s.n, 128, 512, 1024, 4096, 32768)):
            cost = block_cost(n, s.d)
            rows.append([
                fixed(n, 0), *(count_text(part) for part in cost), percent(cost.attention_share),
                fixed(growth(replace(s, n=n)), 1),
            ])  # fmt: skip
        columns = ["Tokens", "Proyecciones", "Puntuar y mezclar", "Red por token", "Parte cuadrática", "Al doblar la frase, por"]
        return Table(f"Productos de un bloque con vectores de {fixed(s.d, 0)} números", columns, rows, chosen=0)

    def values(self, s: State) -> dict[str, str]:
        return {
            "n": fixed(s.n, 0),
            "d": fixed(s.d, 0),
            "share": percent(block_cost(s.n, s.d).attention_share),
            "growth": fixed(growth(s), 1),
            "half": fixed(6 * s.d, 0),
        }

    def states(self) -> Iterable[State]:
        first = State()
        return [first, *(replace(first, n=n, d=d) for n, d in ((512, 64), (1024, 768), (4608, 768), (3072, 512), (32768, 768)))]

    def run(self, s: State) -> Iterator[Callable[[State], Frame]]:
        """Seconds of each piece for longer and longer sentences, on this machine."""
        lengths: tuple[int, ...] = ()
        seconds: tuple[tuple[float, ...], ...] = ()
        for n in MEASURED_N:
            lengths, seconds = (*lengths, n), (*seconds, tuple(timed(work) for work in pieces(n)))
            yield self._frame(Measured(lengths, seconds))

    def _frame(self, measured: Measured) -> Callable[[State], Frame]:
        def at(s: State) -> Frame:
            return Frame(
                [*self.scene(s), _measurement(measured)],
                done=len(measured.lengths),
                total=len(MEASURED_N),
                label="Largos medidos",
                description=measured_sentence(measured),
                table=_measured_table(measured),
                values=self.values(s),
            )

        return at


def growth(s: State) -> float:
    """By how much the products of a block are multiplied when the sentence doubles."""
    return block_cost(2 * s.n, s.d).total / block_cost(s.n, s.d).total


def count_text(count: float) -> str:
    """A large number in words, as Spanish counts: a billón is a million millions."""
    for size, word in ((10**12, "billones"), (10**9, "mil millones"), (10**6, "millones"), (10**3, "mil")):
        if count >= size:
            return f"{fixed(count / size, 0 if count >= 100 * size else 1)} {word}"
    return fixed(count, 0)


def ratio_text(ratio: float) -> str:
    return fixed(ratio, 2 if ratio < 10 else 0)


def pieces(n: int, d: int = MEASURED_D) -> tuple[Callable[[], object], ...]:
    """What is timed for n tokens, in the order of `PIECES`: products of matrices and nothing else."""
    rng = np.random.default_rng(n)
    x = rng.standard_normal((n, d))
    # By columns: where NumPy has no BLAS, as in a browser, jumps in memory would cost more than the products.
    values, square, wide, back = (
        np.asfortranarray(rng.standard_normal(shape)) / np.sqrt(d) for shape in ((n, d), (d, d), (d, 4 * d), (4 * d, d))
    )

    def quadratic() -> object:
        return (x @ x.T) @ values

    def linear() -> object:
        for _ in range(4):
            x @ square
        return (x @ wide) @ back

    def recurrent() -> object:
        state = x[0]
        for row in x:
            # Each step waits for the one before.
            state = np.tanh(row + state @ square)
        return state

    return quadratic, linear, recurrent


def timed(work: Callable[[], object], at_least: float = AT_LEAST, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of one `work`: the best of three rounds of as many as fill `at_least` seconds.

    A browser's clock ticks coarsely, and whatever else the machine does only ever adds.
    """

    def round_of(times: int) -> float:
        start = clock()
        for _ in range(times):
            work()
        return clock() - start

    times = 1
    while (elapsed := round_of(times)) < at_least:
        times *= 2
    return min(elapsed, round_of(times), round_of(times)) / times


def crossing(measured: Measured) -> float | None:
    """The length at which the quadratic piece catches the linear one, between two that were measured; None if it doesn't."""
    differences = [np.log2(quadratic / linear) for quadratic, linear, _ in measured.seconds]
    for at in range(1, len(differences)):
        before, after = differences[at - 1], differences[at]
        if before < 0 <= after:
            share = before / (before - after)
            return float(2.0 ** (np.log2(measured.lengths[at - 1]) * (1 - share) + np.log2(measured.lengths[at]) * share))
    return None


def measured_sentence(measured: Measured) -> str:
    quadratic, linear, recurrent = (fixed(1000 * seconds, 2) for seconds in measured.seconds[-1])
    sentence = (
        f"En esta máquina, con {fixed(measured.lengths[-1], 0)} tokens de {MEASURED_D} números: {PIECES[0]}, {quadratic} ms; {PIECES[1]}, "
        f"{linear} ms; {PIECES[2]}, {recurrent} ms."
    )
    if len(measured.lengths) < len(MEASURED_N):
        return sentence
    found = crossing(measured)
    where = "no se cruzan en lo medido" if found is None else f"se cruzan cerca de n = {fixed(found, 0)}"
    return f"{sentence} Según la cuenta, las dos primeras se igualan en n = 6d = {6 * MEASURED_D}; aquí {where}."


def _measurement(measured: Measured) -> Mark:
    low, high = MILLISECONDS
    missing = len(MEASURED_N) - len(measured.lengths)
    series = [
        [(n, min(max(1000 * seconds[piece], low), high)) for n, seconds in zip(*measured, strict=True)]
        for piece in range(len(PIECES))
    ]
    layers: list = [Rule(x=6 * MEASURED_D, label="6d")]
    layers += [
        Curve(points, ink=ink, dashed=dashed)
        for points, ink, dashed in zip(series, PIECE_INKS, (False, False, True), strict=True)
    ]
    return Panel(
        f"Medido en esta máquina, con d = {MEASURED_D}",
        [
            Axes(
                (MEASURED_N[0], MEASURED_N[-1]), MILLISECONDS, layers, measured_sentence(measured), x_label="n, tokens de la frase",
                y_label="milisegundos", y_ticks=(0.01, 0.1, 1.0, 10.0, 100.0, 1000.0), x_log=True, y_log=True, height=280,
            ),
            Ledger(
                [fixed(n, 0) for n in MEASURED_N],
                [
                    Account(
                        f"{name}, ms", [*(number for _, number in points), *[None] * missing], ink=ink,
                        high=max(number for points in series for _, number in points),
                    )
                    for name, points, ink in zip(PIECES, series, PIECE_INKS, strict=True)
                ],
                "Milisegundos de cada cosa según el largo de la frase",
            ),
        ],
        part="measured",
    )  # fmt: skip


def _measured_table(measured: Measured) -> Table:
    rows = [
        [fixed(n, 0), *(f"{fixed(1000 * second, 3)} ms" for second in seconds)]
        for n, seconds in zip(*measured, strict=True)
    ]
    return Table(f"Medido en esta máquina, con vectores de {MEASURED_D} números", ["Tokens", *PIECES], rows)
