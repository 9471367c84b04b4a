"""What every mark is: a value with an `html()`. And the attributes by which the page's script knows parts.

- `data-part`: names by which the prose points at a part;
- `data-set`: the state that a click or a touch sets;
- a *group* (`role="radiogroup"`) of parts with `data-set` is one tab stop, walked with arrows, Home and End.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from explorables.markup import Html

Setting = Mapping[str, Any]

INKS = ("query", "key", "value", "score", "weight", "context", "encoder", "decoder", "mask", "plain")


class Mark(ABC):
    """Something drawn. Inks are names of quantities with a colour in the page's styles (`INKS`)."""

    @abstractmethod
    def html(self) -> Html:
        """The mark as HTML or SVG. Pure: equal marks give equal bytes."""


def ink_class(ink: str) -> str:
    """The class that colours by quantity. Raises ValueError for an ink the styles do not know."""
    if ink not in INKS:
        raise ValueError(f"there is no ink {ink!r}; the inks are {', '.join(INKS)}")
    return f"ink-{ink}"


def same_length(what: str, items: Sequence[Any] | None, count: int) -> None:
    """Raise ValueError when an optional sequence does not have one item for each of `count`."""
    if items is not None and len(items) != count:
        raise ValueError(f"{what}: {len(items)} for {count}")


def at(items: Sequence[Any] | None, index: int) -> Any:
    """The item at `index` of an optional sequence."""
    return None if items is None else items[index]
