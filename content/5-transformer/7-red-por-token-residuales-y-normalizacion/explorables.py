"""«Capas apiladas»: how alike eight words are after each block, with or without the shortcut, the per-token network and the norm.

Embeddings and matrices are drawn by the seed, and nothing is trained. The matrices are the same whatever pieces are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np

from attention_core import TransformerConfig, encoder_block, init_encoder_block
from explorables.explorable import Explorable, Prediction, PredictionChoice
from explorables.fields import choice, seed, slider, toggle
from explorables.marks import Axes, Columns, Curve, Dots, Figures, HeatMap, Mark, Named, Panel, Table, Text
from explorables.numbers import fixed

WORDS = ("me", "senté", "en", "el", "banco", "de", "mi", "jardín")
LAYERS = 12
WHOLE = TransformerConfig(d_model=64, n_heads=8, d_ff=256, bias=False)

NORMS = {"none": "sin ella", "pre": "antes de cada pieza", "post": "después de cada pieza"}


@dataclass(frozen=True)
class State:
    """How many blocks the words went through, of which pieces the blocks are made, and the draw."""

    layers: int = slider(0, LAYERS, default=2, step=1, label="Bloques atravesados")
    shortcut: bool = toggle(label="atajo")
    network: bool = toggle(label="red por token")
    norm: str = choice(list(NORMS.items()), default="none", label="Norma")
    draw: int = seed(default=1)


@lru_cache(maxsize=4)
def drawn(draw: int) -> tuple[np.ndarray, list[dict[str, np.ndarray]]]:
    """The words (8, 64), and the parameters of each of the twelve blocks with every piece."""
    rng = np.random.default_rng(draw)
    words = rng.standard_normal((len(WORDS), WHOLE.d_model))
    return words, [init_encoder_block(rng, WHOLE) for _ in range(LAYERS)]


@lru_cache(maxsize=32)
def climb(shortcut: bool, network: bool, norm: str, draw: int) -> list[np.ndarray]:
    """The words as they come in and as they leave each block, 13 × (8, 64)."""
    rows, blocks = drawn(draw)
    config = WHOLE._replace(
        residual=shortcut, feed_forward=network, norm="none" if norm == "none" else "layer", placement="post" if norm == "post" else "pre"
    )
    missing = (() if network else ("feed_forward.", "norm_2.")) + (() if config.norm == "layer" else ("norm_",))
    passed = [rows]
    for params in blocks:
        rows = encoder_block(rows, {name: array for name, array in params.items() if not name.startswith(missing)}, config)
        passed.append(rows)
    return passed


def reached(s: State) -> np.ndarray:
    """The words where the state has them, (8, 64)."""
    return climb(s.shortcut, s.network, s.norm, s.draw)[s.layers]


def cosines(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The cosine of each row of `a` with each of `b`."""
    a, b = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (a, b))
    return a @ b.T


def likeness(rows: np.ndarray) -> float:
    """The mean cosine of two different rows."""
    count = len(rows)
    return float((cosines(rows, rows).sum() - count) / (count * (count - 1)))


def kept(s: State) -> np.ndarray:
    """For each word, its cosine with what it was when it came in, (8,)."""
    return np.diag(cosines(reached(s), drawn(s.draw)[0]))


def sizes(s: State) -> np.ndarray:
    return np.linalg.norm(reached(s), axis=1)


def alike_text(cosine: float) -> str:
    """Three decimals where two would say that all is one."""
    return fixed(cosine, 3 if cosine > 0.99 else 2)


def size_text(size: float) -> str:
    return "< 0.01" if size < 0.01 else fixed(size, 0 if size >= 100 else 1 if size >= 1 else 2)


def by_block(s: State) -> list[tuple[int, float]]:
    """Blocks gone through, and the mean likeness after them."""
    return [(passed, likeness(rows)) for passed, rows in enumerate(climb(s.shortcut, s.network, s.norm, s.draw))]


class StackedLayers(Explorable):
    title = "Capas apiladas"
    State = State
    prediction = Prediction(
        "Dos capas de atención y las ocho palabras apuntan casi igual. Si a cada palabra se le suma la mezcla, en vez de cambiarla por ella, ¿cuánto se parecen tras las mismas dos capas?",
        [
            PredictionChoice("Lo mismo: la mezcla sigue ahí", "La mezcla sigue, y cambia poco de una palabra a otra; pero ahora viene encima de lo que cada una era, que no se parece a nada."),
            PredictionChoice("La mitad, por ahí de 0.5", "Sería lo justo si lo común y lo propio midieran lo mismo. La mezcla de ocho vectores que apuntan a lados distintos sale corta: se anulan en parte."),
            PredictionChoice("Bastante menos de la mitad", "La mezcla de vectores que apuntan a lados distintos es corta, y al lado de la palabra entera pesa poco.", True),
        ],
        {"shortcut": True},
    )  # fmt: skip

    def scene(self, s: State) -> Sequence[Mark]:
        rows = reached(s)
        return [
            Columns([
                Panel("Cuánto se parece cada palabra a cada una", [
                    HeatMap(cosines(rows, rows).tolist(), WORDS, WORDS, ink="plain",
                             label=f"Cosenos entre las ocho palabras; el parecido medio es {alike_text(likeness(rows))}"),
                ], part="map"),
                Panel("El parecido medio, bloque a bloque", [self._curves(s)]),
            ], shares=[3, 2]),
            Figures([
                Named("parecido medio", alike_text(likeness(rows)), "plain", "likeness"),
                Named("lo que queda de cada palabra", fixed(kept(s).mean()), "plain", "kept"),
                Named("tamaño medio", size_text(sizes(s).mean()), "plain", "size"),
            ]),
            Text(remark(s), part="remark", lines=2),
        ]  # fmt: skip

    @staticmethod
    def _curves(s: State) -> Mark:
        other = replace(s, shortcut=not s.shortcut)
        return Axes(
            (0.0, LAYERS),
            (-0.1, 1.15),
            [
                Curve(by_block(other), dashed=True, part="other"),
                Curve(by_block(s), part="own"),
                Dots([by_block(s)[s.layers]], parts=["here"]),
            ],
            f"Parecido medio según los bloques: {with_shortcut(s)}, línea entera; {with_shortcut(other)}, de trazos",
            x_label="bloques atravesados",
            y_label=f"entera, {with_shortcut(s)}; de trazos, {with_shortcut(other)}",
            x_ticks=[0, 2, 4, 6, 8, 10, 12],
            y_ticks=[0, 0.5, 1],
            height=260,
        )

    def describe(self, s: State) -> str:
        numbers = (
            f"el parecido medio es {alike_text(likeness(reached(s)))}; de cada palabra queda {fixed(kept(s).mean())}; "
            f"el tamaño medio es {size_text(sizes(s).mean())}."
        )
        if s.layers == 0:
            return f"Antes del primer bloque, {numbers}"
        norm = "sin norma" if s.norm == "none" else f"norma {NORMS[s.norm]}"
        pieces = "atención y red por token" if s.network else "atención sola"
        return f"Tras {s.layers} {'bloque' if s.layers == 1 else 'bloques'} de {pieces}, {with_shortcut(s)} y {norm}, {numbers}"

    def table(self, s: State) -> Table:
        rows = reached(s)
        others = (cosines(rows, rows).sum(axis=1) - 1) / (len(WORDS) - 1)
        lines = [
            [word, alike_text(other), fixed(own), size_text(size)] for word, other, own, size in zip(WORDS, others, kept(s), sizes(s))
        ]
        return Table(
            "Las ocho palabras tras los bloques",
            ["Palabra", "Parecido medio con las otras siete", "Parecido con lo que era al entrar", "Tamaño"],
            lines,
        )

    def values(self, s: State) -> dict[str, str]:
        return {
            "likeness": alike_text(likeness(reached(s))),
            "kept": fixed(kept(s).mean()),
            "size": size_text(sizes(s).mean()),
            "layers": str(s.layers),
        }

    def nearby(self, first: State) -> Iterable[State]:
        """Every depth of bare attention, with the shortcut and without; all that the shortcut makes of twelve blocks; and what
        the lesson's sentences ask for."""
        bare = replace(first, layers=2, shortcut=False, network=False, norm="none")
        for layers, shortcut in product(range(LAYERS + 1), (False, True)):
            yield replace(bare, layers=layers, shortcut=shortcut)
        for network, norm in product((False, True), NORMS):
            yield replace(bare, layers=LAYERS, shortcut=True, network=network, norm=norm)
        yield from (replace(bare, network=True), replace(bare, norm="pre"), replace(bare, layers=6, norm="pre"))


def with_shortcut(s: State) -> str:
    return "con atajo" if s.shortcut else "sin atajo"


def remark(s: State) -> str:
    """What there is to see."""
    alike = likeness(reached(s))
    if s.layers == 0:
        return "Ocho vectores sorteados, tal como entran: cada palabra sólo se parece a sí misma."
    if not s.shortcut:
        if alike > 0.9995:
            return "Las ocho filas son ya la misma. Lo que le hagan a una los bloques que faltan, se lo harán a todas."
        if alike > 0.9:
            return "Casi no queda con qué distinguirlas: son mezclas de lo mismo, con recetas que también se parecen."
        return "Cada palabra se cambió por una mezcla de todas. Se distinguen porque sus recetas son distintas."
    if alike < 0.6:
        return "La mezcla se suma a la palabra, no la sustituye: cada una sigue siendo, sobre todo, ella misma."
    if s.norm == "post":
        return "Después de cada suma, la norma encoge también la palabra: en cada piso queda menos de ella."
    if s.norm == "pre":
        return "Lo que comparten va creciendo, pero el atajo trae entera la palabra, y todavía se distingue."
    return "Sin norma, lo que comparten crece en cada piso más que lo que las distingue."
