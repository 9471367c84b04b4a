"""What an author writes: one class from state to marks."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from explorables.marks.base import Mark
from explorables.marks.table import Table


@dataclass(frozen=True)
class PredictionChoice:
    """One answer to a prediction: its words, the sentence that follows, and whether it is what happens."""

    words: str
    feedback: str
    right: bool = False


@dataclass(frozen=True)
class Prediction:
    """A question asked before the reveal. `reveals` is the state set once the reader has guessed."""

    question: str
    choices: Sequence[PredictionChoice]
    reveals: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Frame:
    """One moment of long work: the scene so far and how much is done (`total` 0 when nobody knows)."""

    scene: Sequence[Mark]
    done: int
    total: int
    label: str
    description: str = ""
    table: Table | None = None
    values: dict[str, str] = field(default_factory=dict)


class Explorable(ABC):
    """A view: state → scene. Subclasses set `title` and `State` and write `scene`, `describe` and `table`.

    Methods are pure: the same state gives the same marks, on the author's machine and in the page.
    `states` may list the few states there are; then all are drawn at build and answer without Python.
    `run`, where a view has one, is a generator of `Frame`s for long work. Changing the state ends the work, but for
    the fields in `run_keeps`: for those it yields functions from the state of the moment to a `Frame`, so that what
    the work has reached can be looked at in another way while it goes on, when it is stopped and when it is over.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    State: ClassVar[type]
    prediction: ClassVar[Prediction | None] = None
    run_label: ClassVar[str] = ""
    run_keeps: ClassVar[Sequence[str]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @abstractmethod
    def scene(self, s: Any) -> Sequence[Mark]:
        """The marks of a state, top to bottom."""

    @abstractmethod
    def describe(self, s: Any) -> str:
        """The sentence that says the state: what was set, and what follows from it."""

    @abstractmethod
    def table(self, s: Any) -> Table:
        """The numbers of the scene as a table."""

    def values(self, s: Any) -> dict[str, str]:
        """Numbers that the prose may show, by name."""
        return {}

    def shared(self, s: Any) -> dict[str, Any]:
        """What cells may use, by name: arrays and numbers, made anew each time, since a cell may change them."""
        return {}

    def settle(self, s: Any) -> Any:
        """Where a hand leads when it asks for what cannot be: the state that is drawn, and that the controls then show."""
        return s

    def states(self) -> Iterable[Any] | None:
        """Every state, when they are few; else None."""
        return None

    def nearby(self, first: Any) -> Iterable[Any]:
        """When the states are many: those, around an author's first one, that should answer without Python."""
        return ()

    def asks(self, first: Any) -> Prediction | None:
        """The question for a figure that starts in `first`; the view's own `prediction` unless a view says otherwise."""
        return self.prediction

    run: ClassVar[Any] = None
