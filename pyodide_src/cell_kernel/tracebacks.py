"""Errors told from the reader's side: the lines that she wrote, and no others.

The text is made here, not by `traceback`, so that the build (any Python from 3.11) and the browser
print the same lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

from cell_kernel.glosses import gloss

# Before Python 3.12 these had a frame of their own.
_INLINED = {"<listcomp>", "<dictcomp>", "<setcomp>"}

# A runaway recursion has a thousand frames; the ends tell the story.
_SHOWN_AT_EACH_END = 8


@dataclass(frozen=True)
class CellError:
    """What went wrong in a cell.

    `type` and `message` are what Python says; `line` is the line of the cell (from 1) that was being
    run, or None when the error comes from none of its lines; `traceback` is the text for the reader, and `gloss` a
    sentence in Spanish about the error, where it is a common one.
    """

    type: str
    message: str
    line: int | None
    traceback: str
    gloss: str = ""


@dataclass(frozen=True)
class Source:
    """A piece of the reader's code: how it is called in a traceback, and its lines."""

    title: str
    lines: tuple[str, ...]

    @classmethod
    def of(cls, title: str, text: str) -> Source:
        return cls(title, tuple(line.rstrip("\r") for line in text.split("\n")))

    def line(self, number: int) -> str:
        return self.lines[number - 1].strip() if 1 <= number <= len(self.lines) else ""


@dataclass(frozen=True)
class Frame:
    filename: str
    line: int
    function: str


def describe(error: BaseException, sources: dict[str, Source], filename: str) -> CellError:
    """Describe `error`, raised while the code compiled under `filename` ran.

    `sources` maps the file names under which the reader's code was compiled to that code; frames of
    any other file are left out.
    """
    line = None
    for frame in _frames(error, sources):
        if frame.filename == filename:
            line = frame.line
    message = _message(error, sources)
    return CellError(
        type=_type_name(error),
        message=message,
        line=line,
        traceback="\n".join(_chain(error, sources, set())) + "\n",
        gloss=gloss(error, message),
    )


def _chain(error: BaseException, sources: dict[str, Source], seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    cause, context = error.__cause__, error.__context__
    if cause is not None and id(cause) not in seen:
        yield from _chain(cause, sources, seen)
        yield from ("", "De ese error viene este otro:", "")
    elif context is not None and not error.__suppress_context__ and id(context) not in seen:
        yield from _chain(context, sources, seen)
        yield from ("", "Mientras se atendía ese error, ocurrió este otro:", "")
    yield from _one(error, sources, seen)


def _one(error: BaseException, sources: dict[str, Source], seen: set[int]) -> Iterator[str]:
    frames = _frames(error, sources)
    if len(frames) > 1:
        yield "Camino del error (lo más reciente, al final):"
    shown = _SHOWN_AT_EACH_END
    for number, frame in enumerate(frames):
        if len(frames) > 2 * shown and shown <= number < len(frames) - shown:
            if number == shown:
                yield "  … (muchas llamadas más) …"
            continue
        source = sources[frame.filename]
        where = "" if frame.function == "<module>" else f", en {frame.function}"
        yield f"  {source.title}, línea {frame.line}{where}"
        if text := source.line(frame.line):
            yield f"    {text}"
    message = _message(error, sources)
    yield f"{_type_name(error)}: {message}" if message else _type_name(error)
    yield from (str(note) for note in getattr(error, "__notes__", ()))
    if isinstance(error, BaseExceptionGroup):
        for number, inner in enumerate(error.exceptions, 1):
            yield f"  {number}."
            yield from (f"    {line}" for line in _chain(inner, sources, seen))


def _frames(error: BaseException, sources: dict[str, Source]) -> list[Frame]:
    frames = []
    for frame in _walk(error.__traceback__):
        if frame.filename not in sources:
            continue
        if frame.function in _INLINED and frames:
            frame = Frame(frame.filename, frame.line, frames.pop().function)
        frames.append(frame)
    if isinstance(error, SyntaxError) and error.filename in sources:
        frames.append(Frame(error.filename, error.lineno or 1, "<module>"))
    return frames


def _walk(tb: TracebackType | None) -> Iterator[Frame]:
    while tb is not None:
        code = tb.tb_frame.f_code
        yield Frame(code.co_filename, tb.tb_lineno or 1, code.co_name)
        tb = tb.tb_next


def _type_name(error: BaseException) -> str:
    kind = type(error)
    if kind.__module__ in ("builtins", "__main__"):
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"


def _message(error: BaseException, sources: dict[str, Source]) -> str:
    if isinstance(error, SyntaxError) and error.filename in sources:
        # str() would add the file name, which means nothing to the reader.
        return error.msg or ""
    try:
        return str(error)
    except Exception as failure:  # a reader's own __str__ may raise anything
        return f"(su mensaje no se puede mostrar: {type(failure).__name__})"
