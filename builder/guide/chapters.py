"""The parts of the guide that are made: the dialect from its registry, the rules from the catalogue of messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from string import Formatter

from builder import messages
from builder.guide import docs
from builder.guide.docs import EntryDoc, RuleDoc
from builder.markdown.registry import DIRECTIVES, ROLES

_GUIDE = "es"
"""The language of the guide, whatever that of the terminal."""

_SEVERITIES = {"error": "Error", "warning": "Aviso"}


def dialect() -> str:
    """Every directive and role of the registry: what it is for, its options, its source beside its result."""
    parts = ["## Las directivas"]
    parts += [_entry("directiva", name, docs.directives().get(name)) for name in DIRECTIVES]
    parts.append("## Los roles")
    parts += [_entry("rol", name, docs.roles().get(name)) for name in ROLES]
    return _joined(parts)


def settings() -> str:
    """The keys of a lesson's front matter and those of `book.toml`, as the models that check them have them."""
    from builder.book import BookConfig, FrontMatter  # late: the book itself asks for these chapters

    front = _keys(FrontMatter.model_fields, docs.front_keys())
    book = _keys(BookConfig.model_fields, docs.book_keys())
    return _joined(["## Las claves de la cabecera", front, "## Las claves de book.toml", book])


def rules() -> str:
    """Every rule of the catalogue: its message, its severity, what breaks it and what doesn't."""
    parts = []
    written = set()
    for group in docs.rule_groups():
        parts.append(f"## {group.title}")
        for name, doc in group.rules.items():
            parts.append(_rule(name, doc))
            written.add(name)
    rest = [name for name in messages.rules() if name not in written]
    if rest:
        parts.append("## Otras reglas")
        parts += [_rule(name, None) for name in rest]
    return _joined(parts)


CHAPTERS: dict[str, Callable[[], str]] = {"dialect": dialect, "settings": settings, "rules": rules}


def quoted(text: str) -> str:
    """Text as inline code, whatever backticks it holds."""
    marks = "`" * (_longest("`", text) + 1)
    space = " " if "`" in text else ""
    return f"{marks}{space}{text}{space}{marks}"


def fenced(text: str, language: str = "text") -> str:
    """Text as a code block, whatever fences it holds."""
    marks = "`" * max(3, _longest("`", text) + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def example(text: str) -> str:
    """Text shown as it is written and as it is seen."""
    marks = ":" * max(3, _longest(":", text) + 1)
    return f"{marks}{{example}}\n{text}\n{marks}"


def _entry(kind: str, name: str, doc: EntryDoc | None) -> str:
    head = f"### {quoted('{' + name + '}')}"
    if doc is None:
        return f"{head} {{#{kind}-{name}}}"
    options = "\n".join(_item(f":{option}:", meaning) for option, meaning in doc.options.items())
    beside = [f"Junto a la lección, {quoted(file)}:\n\n{fenced(text, 'python' if file.endswith('.py') else 'text')}" for file, text in doc.beside.items()]
    return _joined([f"{head}: {doc.title} {{#{kind}-{name}}}", doc.what, options, *beside, example(doc.example)])


def _rule(name: str, doc: RuleDoc | None) -> str:
    severity = _SEVERITIES[messages.severity(name)]
    message = messages.catalogue(_GUIDE)["rules"][name]["message"]
    said = _without_fields(message)
    # A message that is all somebody else's has no words to show.
    shown = quoted(said) if any(char.isalpha() for char in said) else "El mensaje dice qué le pasa."
    parts = [f"### {quoted(name)}", f"**{severity}.** {shown}"]
    if doc is not None:
        parts += [doc.why, *_shown("Así no:", doc.wrong, doc), *_shown("Así sí:", doc.right, doc)]
    return _joined(parts)


def _shown(words: str, text: str, doc: RuleDoc) -> list[str]:
    if not text:
        return []
    return [f"{words} {text}."] if doc.where == "words" else [words, fenced(text)]


def _without_fields(template: str) -> str:
    return "".join(literal + ("…" if name is not None else "") for literal, name, _, _ in Formatter().parse(template))


def _keys(fields: Iterable[str], meanings: Mapping[str, str]) -> str:
    return "\n".join(_item(key, meanings.get(key, "")) for key in fields)


def _item(name: str, meaning: str) -> str:
    end = "" if meaning.endswith("…") or not meaning else "."
    return f"- {quoted(name)} — {meaning}{end}" if meaning else f"- {quoted(name)}"


def _longest(mark: str, text: str) -> int:
    return max((len(run) for run in re.findall(re.escape(mark) + "+", text)), default=0)


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
