"""Figures of the sizes that the benchmark of latency asks for: attention whose query a slider turns."""

from dataclasses import dataclass

import numpy as np

from explorables import Explorable, slider
from explorables.marks import HeatMap, Table
from explorables.marks.base import Mark
from explorables.marks.pixels import data_uri, grey_png
from explorables.markup import Html, element
from explorables.numbers import fixed


@dataclass(frozen=True)
class State:
    angle: float = slider(0, 3, default=0.0, step=0.01, label="ángulo")


def weights(size: int, angle: float) -> np.ndarray:
    places = np.arange(size * 4.0).reshape(size, 4)
    scores = np.sin(places + angle) @ np.cos(places).T
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class Picture(Mark):
    numbers: np.ndarray

    def html(self) -> Html:
        rows = [bytes(row) for row in np.round(255 * self.numbers / self.numbers.max()).astype(np.uint8)]
        return element("img", src=data_uri(grey_png(rows)), alt="pesos", width=256, height=256)


class Sized(Explorable):
    State = State
    size = 0

    def scene(self, s):
        words = [f"t{place}" for place in range(self.size)]
        return [HeatMap(weights(self.size, s.angle).tolist(), words, words, "pesos", sets=[{"angle": 0}] * self.size)]

    def describe(self, s):
        return f"Un ángulo de {fixed(s.angle)}."

    def table(self, s):
        return Table("Ángulo", ("ángulo",), [(fixed(s.angle),)])


class Eight(Sized):
    name, title, size = "eight", "8 × 8", 8


class Sixteen(Sized):
    name, title, size = "sixteen", "16 × 16", 16


class Buffer(Sized):
    name, title, size = "buffer", "64 × 64", 64

    def scene(self, s):
        return [Picture(weights(self.size, s.angle))]
