"""`libro new book|lesson FOLDER`: asks nothing, makes something that builds at once."""

from __future__ import annotations

import argparse
import re
import shlex
import tomllib
from pathlib import Path

from builder import messages
from builder.messages import starters
from builder.problems import BuildError
from builder.slugs import slugify
from builder.terminal import Terminal


def about() -> str:
    return messages.text("new_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("book", "lesson"), help=messages.text("new_what"))
    parser.add_argument("place", metavar="FOLDER", type=Path, help=messages.text("new_place"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    make = _book if chosen.what == "book" else _lesson
    made, root = make(chosen.place)
    terminal.line("new_made", path=str(made), next=f"libro serve {shlex.quote(str(root))} --open")


def _book(place: Path) -> tuple[Path, Path]:
    if place.exists() and any(place.iterdir()):
        raise BuildError(messages.text("new_exists", path=str(place)))
    title = place.name.replace("-", " ").replace("_", " ").strip().capitalize() or "Libro"
    place.mkdir(parents=True, exist_ok=True)
    (place / "book.toml").write_text(starters.BOOK.format(title=_quoted(title), id=_id(title)), encoding="utf-8")
    (place / "glossary.toml").write_text(starters.GLOSSARY, encoding="utf-8")
    (place / "bibliography.toml").write_text(starters.BIBLIOGRAPHY, encoding="utf-8")
    _write_lesson(place / "1-primer-bloque" / "1-primera-leccion", "Primera lección", place, starters.NOTATION)
    return place, place


def _lesson(place: Path) -> tuple[Path, Path]:
    from builder.book import FOLDER_NAME  # late: no other command needs it

    root = place.parent.parent
    if not (root / "book.toml").is_file():
        raise BuildError(messages.text("new_no_book", path=str(place)), messages.text("new_place"))
    for name in (place.name, place.parent.name):
        if not FOLDER_NAME.match(name):
            raise BuildError(messages.text("new_name", name=name))
    if (place / "lesson.md").exists():
        raise BuildError(messages.text("new_exists", path=str(place / "lesson.md")))
    slug = FOLDER_NAME.match(place.name)["slug"]
    _write_lesson(place, slug.replace("-", " ").capitalize(), root)
    return place / "lesson.md", root


def _write_lesson(folder: Path, title: str, root: Path, notation: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = starters.LESSON
    for mark, written in {"@title@": _quoted(title), "@notation@": notation, "@sources@": _sources(root)}.items():
        text = text.replace(mark, written)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    (folder / "figures.py").write_text(starters.FIGURES, encoding="utf-8")


def _sources(root: Path) -> str:
    """A sentence for the first term and one for the first work that the book in `root` has."""
    sentences = []
    for file, table, key, sentence in (("glossary.toml", "terms", "term", starters.TERM), ("bibliography.toml", "works", "key", starters.WORK)):
        try:
            entries = tomllib.loads((root / file).read_text(encoding="utf-8"))[table]
            sentences.append(sentence.replace("@name@", entries[0][key]))
        except (OSError, ValueError, KeyError, IndexError, TypeError):
            continue  # no such file, or one that a build will say more of
    return "".join(sentences)


def _id(title: str) -> str:
    """What an id may hold of the title's anchor, which keeps letters of any alphabet."""
    return re.sub(r"[^a-z0-9]+", "-", slugify(title)).strip("-") or "libro"


def _quoted(text: str) -> str:
    """Fit to stand inside a TOML string, whatever the name holds."""
    return re.sub(r'(["\\])', r"\\\1", text)
