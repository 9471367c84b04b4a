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
from explorables.marks import (
    Area,
    Arrow,
    Axes,
    Cell,
    Columns,
    Curve,
    Dots,
    Edge,
    Graph,
    Handle,
    Histogram,
    Matrix,
    Rule,
    Table,
    Text,
)
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


@dataclass(frozen=True)
class Spoken:
    word: str = text(default="hola", label="Palabra", longest=12)
    far: bool = toggle(label="hasta trescientos")


class KeptWork(Explorable):
    """Long work whose picture also depends on a word that may change while it lasts."""

    title = "Trabajo que se queda"
    State = Spoken
    run_label = "Contar"
    run_keeps = ("word",)

    def scene(self, s):
        return [Text(f"{s.word}, sin contar")]

    def describe(self, s):
        return f"Dice {s.word}."

    def table(self, s):
        return Table("palabra", ["palabra"], [[s.word]])

    def run(self, s):
        total = 300 if s.far else 200
        for done in range(1, total + 1):
            yield lambda now, done=done: Frame([Text(f"{now.word} por {done}")], done, total, "cuenta", self.describe(now))


@dataclass(frozen=True)
class Arrows:
    q: tuple = point((-2, 2), (-1, 1), default=(1, 0.5), label="q")
    cut: bool = toggle(label="cortar")


class Drawings(Explorable):
    title = "Dibujos"
    State = Arrows

    def scene(self, s):
        return [
            Axes(
                (-2, 2),
                (-1, 1),
                [
                    Area([(-1, -0.5), (1, -0.5), (0, 0.8)], ink="encoder"),
                    Arrow((-1.5, 0.5), ink="key", label="k"),
                    Arrow(s.q, ink="query", label="q"),
                    Dots([(-1, -0.5), (0, 0.8)], ink="encoder", labels=["leí", "un"], shape="diamond"),
                    Handle(s.q, "q", "q", ink="query"),
                ],
                "Dos flechas",
                x_label="asiento",
                y_label="dinero",
                equal=True,
            ),
            Columns([
                Axes(
                    (1, 512),
                    (0, 1),
                    [
                        Curve([(2**n, 1 - n / 10) for n in range(10)], ink="weight", label="peso mayor"),
                        Curve([(2**n, n / 12) for n in range(10)], ink="score", dashed=True),
                        Rule(y=0.5, label="la mitad"),
                    ],
                    "Una curva",
                    x_label="d_k",
                    x_log=True,
                ),
                Axes(
                    (-3, 3),
                    (0, 10),
                    [
                        Histogram([-3, -2, -1, 0, 1, 2, 3], [1, 3, 9, 8, 4, 1], ink="score"),
                        Histogram([-3, -2, -1, 0, 1, 2, 3], [2, 4, 7, 7, 4, 2], ink="weight", ghost=True),
                    ],
                    "Un histograma",
                    x_label="q·k",
                    y_label="sorteos",
                ),
            ]),
            Graph(
                [
                    Cell("h̄", 180, 210, ink="encoder"),
                    Cell("e", 80, 130, "0.25", ink="score"),
                    Cell("α", 80, 40, "0.60", ink="weight", chosen=True),
                    Cell("c", 260, 40, "1.39", ink="context"),
                ],
                [
                    Edge("h̄", "e", ink="score", cut=s.cut, sets={"cut": not s.cut}, part="path"),
                    Edge("e", "α", ink="weight"),
                    Edge("α", "c", ink="weight", weight=0.9, label="61 %"),
                    Edge("h̄", "c", ink="value", weight=0.1),
                ],
                "Un grafo",
            ),
            Matrix("W", [[1, -0.5], [0, 2.25]], ["a", "b"], ["x", "y"], lit=[(0, 1)]),
        ]

    def describe(self, s):
        return f"q está en {s.q}."

    def table(self, s):
        return Table("q", ["x", "y"], [[str(s.q[0]), str(s.q[1])]])
