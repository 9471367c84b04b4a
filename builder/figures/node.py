"""A piece of Plotly's JSON that knows what was asked of it: what nobody takes is a fault, never lost."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from typing import Any

from builder.figures.chart import HUES, FigureFault
from builder.figures.texts import check_text
from builder.problems import nearest

_VARIABLE = re.compile(r"^var\(--([a-z-]+)\)$")


class Node:
    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, dict):
            raise FigureFault("figure-unsupported", what=f"{path}={value!r}")
        self.value: dict[str, Any] = dict(value)
        self.path = path

    def take(self, key: str, default: Any = None) -> Any:
        found = self.value.pop(key, None)
        return default if found is None else found

    def child(self, key: str) -> Node:
        return Node(self.take(key, {}), self.where(key))

    def where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def done(self) -> None:
        for key in sorted(self.value):
            raise FigureFault("figure-unsupported", what=self.where(key))

    def one_of(self, key: str, known: Collection[Any], default: Any) -> Any:
        value = self.take(key, default)
        if value not in known:
            raise FigureFault("figure-unsupported", what=f"{self.where(key)}={value!r}")
        return value

    def text(self, key: str, default: str = "") -> str:
        return check_text(str(self.take(key, default)), self.where(key))

    def number(self, key: str, default: float | None = None) -> float | None:
        value = self.take(key, default)
        if value is None:
            return None
        if not is_number(value):
            raise FigureFault("figure-not-finite", what=self.where(key), value=value)
        return float(value)

    def hue(self, key: str, default: str) -> str:
        value = self.take(key)
        return default if value is None else hue_of(value, self.where(key))

    def list(self, key: str) -> list[Any]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise FigureFault("figure-unsupported", what=f"{self.where(key)}={value!r}")
        return value


def hue_of(value: object, where: str) -> str:
    """The name of a colour of the book: `var(--role-weight)` → `role-weight`."""
    found = _VARIABLE.match(str(value))
    if found is None or found[1] not in HUES:
        name = found[1] if found else str(value)
        raise FigureFault("figure-colour", what=where, value=value, near=nearest(name, HUES) or "role-weight")
    return found[1]


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
