"""What the page shows for a field, and how a value is read: leniently from a hand, strictly from an author."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from explorables.errors import Unfit, nearest
from explorables.numbers import THIN_SPACE, coordinate, decimals_of, fixed, snapped

SEEDS = 10_000
SCALES = ("linear", "log2", "octaves")


def _number(value: Any) -> float:
    """A finite float from JSON. Raises Unfit."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unfit("number", given=value)
    if not math.isfinite(value):
        raise Unfit("finite")
    return float(value)


def _typed(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise Unfit("number", given=text) from None
    return _number(value)


@lru_cache(maxsize=4096)
def _onto_step(value: float, low: float, high: float, step: float) -> float:
    """`value` inside [low, high] and on a multiple of `step` counted from `low`."""
    value = min(max(value, low), high)
    moved = round(low + round((value - low) / step) * step, decimals_of(step) + decimals_of(low))
    return snapped(min(max(moved, low), high))


@dataclass(frozen=True)
class Control(ABC):
    """Base: a label and, when it helps, a line of explanation."""

    label: str
    help: str

    kind = ""

    @abstractmethod
    def settle(self, value: Any) -> Any:
        """The value as the state keeps it; raises Unfit when it has no meaning here."""

    def parse(self, text: str) -> Any:
        """The value an author wrote as an option; raises Unfit."""
        raise Unfit("no-option")

    def spec(self, name: str, value: Any) -> dict[str, Any]:
        """JSON for the page; `value` is the first one."""
        details = {**self._details(), **self._first(value)}
        return {"name": name, "kind": self.kind, "label": self.label, "help": self.help, **details}

    def _first(self, value: Any) -> dict[str, Any]:
        return {}

    def _details(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class Number(Control):
    """A slider, a stepper or a typed number."""

    shown: str
    low: float
    high: float
    step: float
    names: tuple[str, ...] = ()
    unit: str = ""
    ends: tuple[str, str] | None = None
    scale: str = "linear"
    releases: str | None = None
    play: bool = False
    narrated: bool = False

    def __post_init__(self) -> None:
        if not self.low < self.high or self.step <= 0:
            raise ValueError(f"{self.label}: needs low < high and step > 0")
        if self.names and len(self.names) != self._count():
            raise ValueError(f"{self.label}: {len(self.names)} names for {self._count()} values")
        if self.scale not in SCALES:
            raise ValueError(f"{self.label}: scale is one of {', '.join(SCALES)}, not {self.scale!r}")
        if self.logarithmic and self.low < 1:
            raise ValueError(f"{self.label}: a scale of powers of two starts at 1 or above")

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.shown

    @property
    def logarithmic(self) -> bool:
        return self.scale != "linear"

    def _count(self) -> int:
        return round((self.high - self.low) / self.step) + 1

    def _whole(self) -> bool:
        return self.logarithmic or float(self.step).is_integer() and float(self.low).is_integer()

    def settle(self, value: Any) -> float | int:
        value = _number(value)
        if self.scale == "log2":
            value = min(max(value, self.low), self.high)
            return int(min(max(2 ** round(math.log2(value)), self.low), self.high))
        if self.scale == "octaves":
            return int(min(max(math.floor(value + 0.5), self.low), self.high))
        value = _onto_step(value, self.low, self.high, self.step)
        return int(value) if self._whole() else value

    def parse(self, text: str) -> float | int:
        value = _typed(text)
        settled = self.settle(value)
        if not math.isclose(settled, value, abs_tol=1e-9):
            low, high, step = (coordinate(part, 9) for part in (self.low, self.high, self.step))
            raise Unfit("whole" if self._whole() else "stepped", low=low, high=high, step=step, given=text)
        return settled

    def _first(self, value: Any) -> dict[str, Any]:
        position = snapped(math.log2(value)) if self.logarithmic else value
        text = fixed(value, 0 if self._whole() else decimals_of(self.step))
        if self.names:
            text = self.names[round((value - self.low) / self.step)]
        return {"position": position, "text": f"{text}{THIN_SPACE}{self.unit}" if self.unit else text}

    def _details(self) -> dict[str, Any]:
        return {
            # What the input itself runs over: exponents when the scale is of powers of two.
            "min": snapped(math.log2(self.low)) if self.logarithmic else self.low,
            "max": snapped(math.log2(self.high)) if self.logarithmic else self.high,
            "step": 1 if self.scale == "log2" else self.step,
            "decimals": 0 if self._whole() else decimals_of(self.step),
            "scale": self.scale,
            "names": list(self.names),
            "unit": self.unit,
            "ends": list(self.ends or ()),
            "releases": self.releases,
            "play": self.play,
            "narrated": self.narrated,
        }


@dataclass(frozen=True)
class Toggle(Control):
    kind = "toggle"

    def settle(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Unfit("truth", given=value)
        return value

    def parse(self, text: str) -> bool:
        words = {"true": True, "false": False, "sí": True, "si": True, "no": False}
        if text.strip().lower() not in words:
            raise Unfit("truth", given=text)
        return words[text.strip().lower()]


@dataclass(frozen=True)
class Choice(Control):
    choices: tuple[tuple[str, str], ...]

    kind = "choice"

    def _values(self) -> list[str]:
        return [value for value, _ in self.choices]

    def settle(self, value: Any) -> str:
        if value not in self._values():
            raise Unfit("choice", known=", ".join(self._values()), given=value)
        return value

    def parse(self, text: str) -> str:
        text = text.strip()
        if text not in self._values():
            near = nearest(text, self._values())
            raise Unfit("choice-near" if near else "choice", known=", ".join(self._values()), given=text, near=near)
        return text

    def _details(self) -> dict[str, Any]:
        return {"choices": [{"value": value, "label": words} for value, words in self.choices]}


@dataclass(frozen=True)
class Point(Control):
    x: tuple[float, float]
    y: tuple[float, float]
    step: float

    kind = "point"

    def settle(self, value: Any) -> tuple[float, float]:
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise Unfit("pair", given=value)
        return tuple(  # type: ignore[return-value]
            _onto_step(_number(part), low, high, self.step) for part, (low, high) in zip(value, (self.x, self.y))
        )

    def parse(self, text: str) -> tuple[float, float]:
        return self.settle([_typed(part) for part in text.strip().strip("()").split(",")])

    def _details(self) -> dict[str, Any]:
        return {"x": list(self.x), "y": list(self.y), "step": self.step, "decimals": decimals_of(self.step)}


@dataclass(frozen=True)
class Matrix(Control):
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    low: float
    high: float
    step: float
    on_axes: bool = False

    kind = "matrix"

    def __post_init__(self) -> None:
        if self.on_axes and len(self.columns) != 2:
            raise ValueError(f"{self.label}: rows that are dragged on axes have two numbers")

    def settle(self, value: Any) -> tuple[tuple[float, ...], ...]:
        shape = (len(self.rows), len(self.columns))
        listed = isinstance(value, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in value)
        if not listed or len(value) != shape[0] or any(len(row) != shape[1] for row in value):
            raise Unfit("matrix", rows=shape[0], columns=shape[1])
        return tuple(
            tuple(_onto_step(_number(entry), self.low, self.high, self.step) for entry in row) for row in value
        )

    def _details(self) -> dict[str, Any]:
        return {
            "rows": list(self.rows),
            "columns": list(self.columns),
            "min": self.low,
            "max": self.high,
            "step": self.step,
            "decimals": decimals_of(self.step),
            "on_axes": self.on_axes,
        }


@dataclass(frozen=True)
class TokenList(Control):
    tokens: tuple[str, ...]

    kind = "token_list"

    def settle(self, value: Any) -> tuple[int, ...]:
        whole = isinstance(value, (list, tuple)) and all(
            isinstance(part, (int, float)) and not isinstance(part, bool) for part in value
        )
        if not whole or sorted(value) != list(range(len(self.tokens))):
            raise Unfit("order", last=len(self.tokens) - 1)
        return tuple(int(part) for part in value)

    def parse(self, text: str) -> tuple[int, ...]:
        return self.settle([int(_typed(part)) for part in text.split(",")])

    def _details(self) -> dict[str, Any]:
        return {"tokens": list(self.tokens)}


@dataclass(frozen=True)
class Text(Control):
    longest: int

    kind = "text"

    def settle(self, value: Any) -> str:
        if not isinstance(value, str):
            raise Unfit("text", given=value)
        return value[: self.longest]

    def parse(self, text: str) -> str:
        if len(text) > self.longest:
            raise Unfit("long", longest=self.longest, length=len(text))
        return text

    def _details(self) -> dict[str, Any]:
        return {"longest": self.longest}


@dataclass(frozen=True)
class Seed(Control):
    kind = "seed"

    def settle(self, value: Any) -> int:
        return int(_onto_step(_number(value), 0, SEEDS - 1, 1))

    def parse(self, text: str) -> int:
        value = _typed(text)
        if value != self.settle(value):
            raise Unfit("whole", low=0, high=SEEDS - 1, given=text)
        return int(value)

    def _details(self) -> dict[str, Any]:
        return {"max": SEEDS - 1}
