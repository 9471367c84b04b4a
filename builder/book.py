"""The book as its folders say: `book.toml`, one folder a block, one folder a lesson.

`content/4-atencion/3-la-idea-de-atencion/lesson.md` is «Bloque 4 · Lección 3». The numeric prefix
is the number and isn't part of the address; gaps are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pydantic
from pydantic_core import PydanticCustomError

from builder import toml_lines
from builder.back_matter.bibliography import Bibliography, read_bibliography
from builder.back_matter.glossary import Glossary, read_glossary
from builder.back_matter.models import Symbol
from builder.problems import BuildError, Problems, nearest
from builder import messages
from builder.slugs import slugify
from builder.source import read_text
from builder.book_folders import check_folders
from builder.toml_models import Strict, parse

FOLDER_NAME = re.compile(r"^(?P<number>[1-9]\d{0,3})-(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)$")
_ALIAS = re.compile(r"^[a-z0-9-]+(?:/[a-z0-9-]+)*$")
_FENCE = "+++"
_CLOSING = re.compile(r"\n\+\+\+[^\S\n]*(?=\n|\Z)")
# Hosts are told to keep what lies there for a year: a page would never be read anew.
_BUILDERS_OWN = frozenset({"assets", "model", "python"})


class PlannedConfig(Strict):
    folder: str
    title: str = pydantic.Field(min_length=1)
    summary: str = pydantic.Field(min_length=1)


class BlockConfig(Strict):
    folder: str
    title: str = pydantic.Field(min_length=1)
    summary: str = ""
    appendix: bool = False
    planned: list[PlannedConfig] = []


class BookConfig(Strict):
    """The keys of `book.toml`."""

    title: str = pydantic.Field(min_length=1)
    subtitle: str = ""
    id: str = pydantic.Field(default="", pattern=r"^[a-z0-9-]*$")
    language: str = pydantic.Field(default="es", pattern=r"^[a-z]{2,3}(-[A-Z]{2})?$")
    description: str = ""
    authors: list[str] = []
    base_url: str = pydantic.Field(default="", pattern=r"^(https?://[^\s?#]+)?$")
    offline: bool = True
    cell_seconds: float = pydantic.Field(default=60.0, gt=0, strict=False)
    cell_memory: int = pydantic.Field(default=2000, ge=50)
    runtime_folder: str = ""
    prefetch_python: bool = False
    whole_python: bool = False
    downloads: list[Literal["folder", "epub", "print", "notebooks"]] = []
    severity: dict[str, Literal["error"]] = {}
    blocks: list[BlockConfig] = []

    @pydantic.field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        """A pattern lets through what no address may have: a bracket that isn't closed, a port that is no number."""
        try:
            _ = urlsplit(value).port
        except ValueError as error:
            raise PydanticCustomError("not_an_address", "{why}", {"why": str(error)}) from error
        return value


class FrontMatter(Strict):
    """The keys between the `+++` lines of a lesson."""

    title: str = pydantic.Field(min_length=1)
    summary: str = pydantic.Field(min_length=1)
    prerequisites: list[str] = []
    keywords: list[str] = []
    aliases: list[str] = []
    files: list[str] = []
    scripts: list[str] = []
    draft: bool = False
    generated: str = ""
    notation: list[Symbol] = []


@dataclass(frozen=True)
class Block:
    """A part of the book; `letter` is that of an appendix, whose lessons stand outside the book's own count."""

    number: int
    slug: str
    folder: str
    title: str
    summary: str
    letter: str = ""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson that is written, or one that is only planned (`text` is None)."""

    block: Block
    number: int
    slug: str
    title: str
    summary: str
    path: Path
    front: FrontMatter | None = None
    text: str | None = None

    @property
    def planned(self) -> bool:
        return self.text is None

    @property
    def key(self) -> str:
        """How other lessons name it: `4-atencion/3-la-idea-de-atencion`."""
        return f"{self.block.folder}/{self.number}-{self.slug}"

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def url(self) -> str:
        """Address below the root of `dist/`, always with its file name: `file://` needs it."""
        return f"{self.block.slug}/{self.slug}/index.html"


@dataclass(frozen=True, eq=False)
class Book:
    root: Path
    config: BookConfig
    blocks: tuple[Block, ...]
    lessons: tuple[Lesson, ...]
    bibliography: Bibliography = field(default_factory=lambda: Bibliography(Path()))
    glossary: Glossary = field(default_factory=lambda: Glossary(Path()))

    @property
    def id(self) -> str:
        return self.config.id or slugify(self.config.title)

    @cached_property
    def written(self) -> tuple[Lesson, ...]:
        return tuple(lesson for lesson in self.lessons if not lesson.planned)

    @cached_property
    def written_in(self) -> dict[str, tuple[Lesson, ...]]:
        """The written lessons of each block, by its folder."""
        found: dict[str, list[Lesson]] = {}
        for lesson in self.written:
            found.setdefault(lesson.block.folder, []).append(lesson)
        return {folder: tuple(lessons) for folder, lessons in found.items()}

    @cached_property
    def has_notation(self) -> bool:
        """Whether some lesson declares symbols."""
        return any(lesson.front and lesson.front.notation for lesson in self.written)

    @cached_property
    def _by_path(self) -> dict[str, Lesson]:
        return {str(lesson.path): lesson for lesson in self.lessons}

    @cached_property
    def _by_key(self) -> dict[str, Lesson]:
        return {lesson.key: lesson for lesson in self.lessons}

    @cached_property
    def places(self) -> dict[Lesson, int]:
        """The position of each lesson in the book's order."""
        return {lesson: place for place, lesson in enumerate(self.lessons)}

    def by_path(self, path: str | Path) -> Lesson | None:
        """The lesson whose source is at this absolute path."""
        return self._by_path.get(str(path))

    def by_key(self, key: str) -> Lesson | None:
        return self._by_key.get(key)


def read_book(root: Path, problems: Problems) -> Book:
    """Read `root/book.toml` and every lesson below it.

    Raises `BuildError` when `root` is no book; all else goes to `problems`.
    """
    root = root.resolve()
    config_path = root / "book.toml"
    if not config_path.is_file():
        raise BuildError(messages.text("no_book", folder=str(root)), messages.text("no_book_hint"))
    config_text = read_text(config_path, problems)
    config = parse(config_text, BookConfig, config_path, problems) if config_text is not None else None
    if config is None:
        return Book(root, BookConfig(title="?"), (), ())
    _read_severity(config, config_path, config_text or "", problems)
    if not check_folders(root, problems):
        return Book(root, config, (), ())
    blocks: list[Block] = []
    lessons: list[Lesson] = []
    for block, planned in _blocks(root, config, config_path, config_text or "", problems):
        blocks.append(block)
        written = list(_lessons(root, block, problems))
        by_number = {lesson.number: lesson for lesson in written}
        for lesson in planned:
            twin = by_number.get(lesson.number)
            if twin is None:
                written.append(lesson)
                continue
            line = _planned_line(config, config_text or "", block.folder, lesson)
            if twin.slug == lesson.slug:
                problems.add("planned-is-written", config_path, line, lesson=lesson.key)
            else:
                problems.add("lesson-twice", config_path, line, other=twin.key)
        lessons.extend(sorted(written, key=lambda lesson: lesson.number))
    works, terms = read_bibliography(root, problems), read_glossary(root, problems)
    book = Book(root, config, tuple(blocks), tuple(lessons), works, terms)
    _check_addresses(book, problems)
    _check_prerequisites(book, problems)
    return book


def _read_severity(config: BookConfig, path: Path, text: str, problems: Problems) -> None:
    """Warnings that this book takes for errors."""
    known = messages.rules()
    for rule in config.severity:
        if rule not in known:
            line = toml_lines.line_of(text, ("severity", rule))
            problems.add("rule-unknown", path, line, name=rule, near=nearest(rule, known))
    problems.raised = frozenset(config.severity)


def _blocks(
    root: Path, config: BookConfig, path: Path, text: str, problems: Problems
) -> Iterator[tuple[Block, list[Lesson]]]:
    """Blocks by number: those of `book.toml`, and folders that it doesn't name."""
    found: list[tuple[Block, list[Lesson]]] = []
    for index, entry in enumerate(config.blocks):
        line = toml_lines.line_of(text, ("blocks", index, "folder"))
        match = FOLDER_NAME.match(entry.folder)
        if match is None:
            problems.add("folder-name", path, line, folder=entry.folder)
            continue
        letter = chr(ord("A") + sum(one.letter != "" for one, _ in found)) if entry.appendix else ""
        block = Block(int(match["number"]), match["slug"], entry.folder, entry.title, entry.summary, letter)
        planned = []
        for n, item in enumerate(entry.planned):
            name = FOLDER_NAME.match(item.folder)
            if name is None:
                line = toml_lines.line_of(text, ("blocks", index, "planned", n, "folder"))
                problems.add("folder-name", path, line, folder=item.folder)
                continue
            source = root / entry.folder / item.folder / "lesson.md"
            planned.append(Lesson(block, int(name["number"]), name["slug"], item.title, item.summary, source))
        found.append((block, planned))
    named = {block.folder for block, _ in found}
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        match = FOLDER_NAME.match(folder.name)
        if folder.name in named or not any(folder.glob("*/lesson.md")):
            continue
        if match is None:
            problems.add("folder-name", folder, folder=folder.name)
            continue
        title = match["slug"].replace("-", " ").capitalize()
        found.append((Block(int(match["number"]), match["slug"], folder.name, title, ""), []))
    # Appendices come last, whatever their number.
    return iter(sorted(found, key=lambda pair: (pair[0].letter, pair[0].number)))


def _lessons(root: Path, block: Block, problems: Problems) -> Iterator[Lesson]:
    folder = root / block.folder
    if not folder.is_dir():
        return
    for source in sorted(folder.glob("*/lesson.md")):
        match = FOLDER_NAME.match(source.parent.name)
        if match is None:
            problems.add("folder-name", source.parent, folder=source.parent.name)
            continue
        number, slug = int(match["number"]), match["slug"]
        text = read_text(source, problems)
        parsed = _front_matter(text, source, problems) if text is not None else None
        if parsed is None:
            # It stays in the book by name, so that links to it aren't called faults too.
            yield Lesson(block, number, slug, slug, "", source)
            continue
        front, body = parsed
        if front.draft:
            continue
        if front.generated:
            body += _generated(front.generated, source, problems)
        yield Lesson(block, number, slug, front.title, front.summary, source, front, body)


def _generated(name: str, path: Path, problems: Problems) -> str:
    """What the builder adds to the end of a chapter of the author's guide."""
    from builder.guide.chapters import CHAPTERS  # late: few lessons have any

    if name in CHAPTERS:
        return f"\n{CHAPTERS[name]()}\n"
    line = front_line(path, "generated")
    problems.add("generated-unknown", path, line, name=name, known=", ".join(CHAPTERS), near=nearest(name, CHAPTERS))
    return ""


def _front_matter(text: str, path: Path, problems: Problems) -> tuple[FrontMatter, str] | None:
    """Front matter, and the text with its lines blanked so that line numbers hold."""
    first = text.partition("\n")[0]
    if first.rstrip() != _FENCE:
        problems.add("front-matter-missing", path, 1)
        return None
    closing = _CLOSING.search(text, len(first))
    if closing is None:
        problems.add("front-matter-open", path, 1)
        return None
    # The opening fence becomes a comment so that TOML's own line numbers are the file's.
    front = parse("#" + text[len(first) : closing.start()], FrontMatter, path, problems)
    if front is None:
        return None
    return front, "\n" * text.count("\n", 0, closing.end()) + text[closing.end() :]


def _planned_line(config: BookConfig, text: str, folder: str, lesson: Lesson) -> int:
    block = next(n for n, entry in enumerate(config.blocks) if entry.folder == folder)
    wanted = f"{lesson.number}-{lesson.slug}"
    index = next(n for n, item in enumerate(config.blocks[block].planned) if item.folder == wanted)
    return toml_lines.line_of(text, ("blocks", block, "planned", index, "folder"))


def _check_addresses(book: Book, problems: Problems) -> None:
    """Two lessons can't share a number or an address, those that one had before included."""
    seen: dict[object, Lesson] = {}
    for lesson in book.lessons:
        for mark in ((lesson.block.folder, lesson.number), lesson.url):
            other = seen.setdefault(mark, lesson)
            if other is not lesson:
                problems.add("lesson-twice", lesson.path, 1, other=other.key)
    numbers: dict[int, Block] = {}
    for block in book.blocks:
        if block.slug in _BUILDERS_OWN:
            problems.add("block-reserved", book.root / block.folder, slug=block.slug)
        other_block = numbers.setdefault(block.number, block)
        if other_block is not block:
            problems.add("block-twice", book.root / "book.toml", 0, number=block.number, one=other_block.folder, other=block.folder)
    for lesson in book.written:
        assert lesson.front is not None
        for index, alias in enumerate(lesson.front.aliases):
            line = front_line(lesson.path, "aliases", index)
            if not _ALIAS.match(alias):
                problems.add("alias-name", lesson.path, line, alias=alias)
            elif (owner := alias.partition("/")[0]) in _BUILDERS_OWN:
                problems.add("alias-taken", lesson.path, line, alias=alias, other=f"{owner}/")
            elif (other := seen.setdefault(f"{alias}/index.html", lesson)) is not lesson or alias == lesson.url.removesuffix("/index.html"):
                problems.add("alias-taken", lesson.path, line, alias=alias, other=other.key)


def _check_prerequisites(book: Book, problems: Problems) -> None:
    for lesson in book.written:
        assert lesson.front is not None
        for index, key in enumerate(lesson.front.prerequisites):
            if book.by_key(key) is None:
                keys = [one.key for one in book.lessons]
                line = front_line(lesson.path, "prerequisites", index)
                problems.add("prerequisite-unknown", lesson.path, line, lesson=key, near=nearest(key, keys))


def front_line(path: Path, *place: str | int) -> int:
    """The line of a key of a lesson's front matter, or of one item of its list: `front_line(path, "aliases", 2)`."""
    rows = path.read_text(encoding="utf-8-sig").splitlines()
    end = next((n for n, row in enumerate(rows[1:], 1) if row.rstrip() == _FENCE), len(rows))
    return toml_lines.line_of("\n".join(["#", *rows[1:end]]), place)
