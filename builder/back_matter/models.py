"""The keys of `bibliography.toml`, of `glossary.toml`, and of the `notation` of a lesson's front matter."""

from __future__ import annotations

from typing import Literal

import pydantic

from builder.toml_models import Strict

Role = Literal["query", "key", "value", "score", "weight", "context", "encoder", "decoder", "mask"]


class Work(Strict):
    """One entry of the bibliography; each author is «Family, Given», or the name of an institution."""

    key: str = pydantic.Field(pattern=r"^[a-z][a-z0-9-]*$")
    authors: list[str] = pydantic.Field(min_length=1)
    year: int = pydantic.Field(ge=1500, le=2100)
    title: str = pydantic.Field(min_length=1)
    venue: str = pydantic.Field(min_length=1)
    language: str = pydantic.Field(default="en", pattern=r"^[a-z]{2,3}$")
    arxiv: str = pydantic.Field(default="", pattern=r"^([0-9]{4}\.[0-9]{4,5}|[a-z-]+/[0-9]{7})?$")
    doi: str = pydantic.Field(default="", pattern=r"^(10\.[0-9]{4,}/\S+)?$")
    url: str = pydantic.Field(default="", pattern=r"^(https?://\S+)?$")
    note: str = ""


class Bibliography(Strict):
    works: list[Work] = []


class Term(Strict):
    """One entry of the glossary. `lesson` introduces it: by default, the first that names it."""

    term: str = pydantic.Field(min_length=1)
    variants: list[str] = []
    english: str = ""
    definition: str = pydantic.Field(min_length=1)
    lesson: str = ""


class Glossary(Strict):
    terms: list[Term] = []


class Symbol(Strict):
    """A symbol that a lesson introduces. `redefines`: it meant something else before, and the lesson says so."""

    symbol: str = pydantic.Field(min_length=1)
    said: str = ""
    meaning: str = pydantic.Field(min_length=1)
    shape: str = ""
    role: Role | None = None
    redefines: bool = False
