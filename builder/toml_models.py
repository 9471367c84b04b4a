"""TOML texts as validated values: every fault at once, each at its own line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

# Before its first model pydantic looks for plugins in all that is installed; we use none.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

import pydantic

from builder import messages, toml_lines
from builder.problems import Problems, nearest
from builder.source import CONTROL
from builder.toml_words import in_words


class Strict(pydantic.BaseModel):
    """No key that isn't known, no value of another kind, no spaces around a text."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)


_Model = TypeVar("_Model", bound=pydantic.BaseModel)
_loads = lru_cache(maxsize=256)(tomllib.loads)
"""Under `serve` nearly all texts are those of the last time. What it gives is only read."""


def parse(text: str, model: type[_Model], path: Path, problems: Problems) -> _Model | None:
    """The values of a TOML text; None, with problems recorded, when they aren't what `model` says."""
    try:
        values = _loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = toml_lines.fault_of(error, text)
        problems.add("toml-syntax", path, fault.line, fault.column, what=in_words(fault.what))
        return None
    except (RecursionError, ValueError) as error:
        # Brackets without end, a number of thousands of digits: tomllib doesn't say where.
        problems.add("toml-syntax", path, 1, what=str(error))
        return None
    # TOML refuses these characters themselves, and lets them in by number.
    hidden = list(_control_characters(values)) if "\\" in text else []
    for place, code in hidden:
        key = ".".join(str(part) for part in place if not isinstance(part, int))
        what = messages.catalogue(messages.language())["values"]["control_character"].format(code=code)
        problems.add("key-value", path, toml_lines.line_of(text, place), key=key, what=what)
    if hidden:
        return None
    try:
        return model.model_validate(values)
    except pydantic.ValidationError as errors:
        for error in errors.errors():
            _report(error, text, model, path, problems)
        return None


def _control_characters(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The places of texts that hold a character which no page can show, and its number."""
    if isinstance(value, str):
        if found := CONTROL.search(value):
            yield place, f"U+{ord(found[0]):04X}"
    elif isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _control_characters(inner, (*place, key))


def _report(error: dict, text: str, model: type[pydantic.BaseModel], path: Path, problems: Problems) -> None:
    place = error["loc"]
    line = toml_lines.line_of(text, place)
    key = ".".join(str(part) for part in place if not isinstance(part, int))
    if error["type"] == "extra_forbidden":
        known = _fields_at(model, place)
        problems.add("key-unknown", path, line, key=key, near=nearest(str(place[-1]), known))
    elif error["type"] == "missing":
        problems.add("key-missing", path, line, key=key)
    else:
        chosen = _choices(error)
        problems.add("key-value", path, line, key=key, what=_plain(error), near=nearest(str(error["input"]), chosen) if chosen else "")


def _plain(error: dict) -> str:
    """pydantic's words, but for the kinds that authors meet, which are in the catalogue."""
    known = messages.catalogue(messages.language())["values"]
    context = error.get("ctx", {}) | {"expected": ", ".join(_choices(error))}
    return known[error["type"]].format(**context) if error["type"] in known else error["msg"]


def _choices(error: dict) -> list[str]:
    """What a value may be, where it is one of a few: pydantic has them as a sentence."""
    return re.findall(r"'([^']*)'", error["ctx"]["expected"]) if error["type"] == "literal_error" else []


def _fields_at(model: type[pydantic.BaseModel], place: Sequence[str | int]) -> list[str]:
    for part in place[:-1]:
        if isinstance(part, str) and part in model.model_fields:
            arguments = getattr(model.model_fields[part].annotation, "__args__", ())
            inner = [a for a in arguments if isinstance(a, type) and issubclass(a, pydantic.BaseModel)]
            if inner:
                model = inner[0]
    return list(model.model_fields)
