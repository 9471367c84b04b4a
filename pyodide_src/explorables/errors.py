"""What can go wrong with an explorable, said in a way that names its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

# A reader meets these words in Spanish; an author, in the language of the terminal.
_WORDS = {
    "es": {
        "number": "debe ser un número, no {given!r}",
        "finite": "debe ser un número finito",
        "whole": "debe ser un número entero de {low} a {high}, no {given}",
        "stepped": "debe ser un número de {low} a {high} en pasos de {step}, no {given}",
        "truth": "debe ser true o false, no {given!r}",
        "choice": "debe ser uno de {known}, no {given!r}",
        "choice-near": "debe ser uno de {known}, no {given!r} (se parece a: {near})",
        "pair": "debe ser un par de números, no {given!r}",
        "matrix": "debe ser una matriz de {rows} × {columns} números",
        "order": "debe tener cada posición de 0 a {last} una sola vez",
        "text": "debe ser texto, no {given!r}",
        "long": "debe tener {longest} caracteres como máximo, no {length}",
        "no-option": "no se puede fijar con una opción",
        "unknown-option": "no hay una opción {given!r}",
        "unknown-field": "el estado no tiene {given!r}",
        "unknown-field-near": "el estado no tiene {given!r}; ¿quisiste decir {near!r}?",
        "not-shared": "no hay un {given!r} que compartir; comparte {known}",
        "nothing-shared": "no hay un {given!r} que compartir; no comparte nada",
    },
    "en": {
        "number": "must be a number, not {given!r}",
        "finite": "must be a finite number",
        "whole": "must be a whole number from {low} to {high}, not {given}",
        "stepped": "must be a number from {low} to {high} in steps of {step}, not {given}",
        "truth": "must be true or false, not {given!r}",
        "choice": "must be one of {known}, not {given!r}",
        "choice-near": "must be one of {known}, not {given!r} (near: {near})",
        "pair": "must be a pair of numbers, not {given!r}",
        "matrix": "must be a matrix of {rows} × {columns} numbers",
        "order": "must hold each position from 0 to {last} once",
        "text": "must be text, not {given!r}",
        "long": "must have at most {longest} characters, not {length}",
        "no-option": "can't be set by an option",
        "unknown-option": "there is no option {given!r}",
        "unknown-field": "the state has no {given!r}",
        "unknown-field-near": "the state has no {given!r}; did you mean {near!r}?",
        "not-shared": "there is no {given!r} to share; it shares {known}",
        "nothing-shared": "there is no {given!r} to share; it shares nothing",
    },
}


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None when nothing is."""
    matches = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.5)
    return matches[0] if matches else None


class Unfit(ValueError):
    """A value that has no meaning in its place. `key` says why, of those in `_WORDS`; its text is Spanish."""

    def __init__(self, key: str, name: str = "", **parts: Any):
        self.key = key
        self.name = name
        self.parts = parts
        super().__init__(self.said("es"))

    def of(self, name: str) -> Unfit:
        """The same, said of the field `name`."""
        return Unfit(self.key, name, **self.parts)

    def said(self, language: str) -> str:
        """Its words in "es" or "en"."""
        return f"{self.name} {_WORDS[language][self.key].format(**self.parts)}".lstrip()


class ExplorableError(Exception):
    """Base of this package's errors."""


class UnknownView(ExplorableError):
    """No view has this name. `name`, `nearest` (or None)."""

    def __init__(self, name: str, known: Iterable[str]):
        self.name = name
        self.nearest = nearest(name, known)
        super().__init__(f"there is no explorable called {name!r}")


class OptionError(ExplorableError):
    """A value that a view cannot take. `option`, `reason`, `nearest` (or None)."""

    def __init__(self, option: str, reason: Unfit, nearest: str | None = None):
        self.option = option
        self.reason = reason
        self.nearest = nearest
        super().__init__(str(reason))


class ViewFault(ExplorableError):
    """A view raised, or returned something that is not a drawing. `view`, `part` (its method), `message`."""

    def __init__(self, view: str, part: str, message: str):
        self.view = view
        self.part = part
        self.message = message
        super().__init__(f"{view}: {part}: {message}")
