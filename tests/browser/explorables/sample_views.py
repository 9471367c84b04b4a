"""Views that only tests use: one with every kind of control, one that fails, one with long work."""

from dataclasses import dataclass

from explorables import (
    Explorable,
    Frame,
    Prediction,
    PredictionChoice,
    choice,
    matrix,
    number,
    point,
    seed,
    slider,
    stepper,
    text,
    toggle,
    token_list,
)
from explorables.marks import Table, Text
from explorables.state import state_json


@dataclass(frozen=True)
class EveryState:
    step: int = stepper(1, 5, default=2, label="Paso", names=["uno", "dos", "tres", "cuatro", "cinco"])
    share: float = slider(0, 1, default=0.5, step=0.25, label="Parte", unit="kg", ends=("nada", "todo"), releases="fixed")
    width: int = slider(1, 512, default=64, scale="log2", label="Ancho")
    size: float = number(-2, 2, default=0.5, step=0.1, label="Tamaño", help="Entre dos y menos dos.")
    fixed: bool = toggle(label="Fijo", default=True)
    axis: str = choice([("rows", "filas"), ("columns", "columnas")], default="rows", label="Eje")
    q: tuple = point((-2, 2), (-1, 1), default=(1, 1), label="q")
    W: tuple = matrix(["a", "b"], ["x", "y"], default=[[1, 0], [0, 1]], label="W")
    order: tuple = token_list(["uno", "dos", "tres"], label="Orden")
    words: str = text(default="hola", label="Frase", longest=12)
    draw: int = seed()


class EveryControl(Explorable):
    title = "Todos los controles"
    State = EveryState

    def scene(self, s):
        return [Text(f"{name}={value}", part=f"line-{name}") for name, value in state_json(s).items()]

    def describe(self, s):
        return f"Paso {s.step}."

    def table(self, s):
        return Table("Estado", ["campo", "valor"], [[name, str(value)] for name, value in state_json(s).items()])

    def values(self, s):
        return {"step": str(s.step)}


@dataclass(frozen=True)
class Count:
    n: int = stepper(1, 6, default=1, label="n")


class Faulty(Explorable):
    title = "Falla en el tres"
    State = Count

    def scene(self, s):
        if s.n == 3:
            raise ValueError("el tres <b>no</b>")
        return [Text(f"vale {s.n}")]

    def describe(self, s):
        return f"Vale {s.n}."

    def table(self, s):
        return Table("n", ["n"], [[str(s.n)]])


class LongWork(Explorable):
    title = "Trabajo largo"
    State = Count
    run_label = "Contar hasta doscientos"
    prediction = Prediction(
        "¿Hasta cuánto llega?",
        [PredictionChoice("cien", "Llega al doble."), PredictionChoice("doscientos", "Dos veces cien.", True)],
        {"n": 2},
    )

    def scene(self, s):
        return [Text(f"parte de {s.n}")]

    def describe(self, s):
        return f"Parte de {s.n}."

    def table(self, s):
        return Table("n", ["n"], [[str(s.n)]])

    def states(self):
        return [Count(n) for n in range(1, 7)]

    def run(self, s):
        for done in range(1, 201):
            yield Frame([Text(f"va por {done}")], done, 200, "cuenta", description=f"Va por {done}.")
