"""What a cell writes, sent on while it runs and kept as text."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

Emit = Callable[[str, str], None]

OUTPUT_LIMIT = 200_000
"""Characters of one cell's output that are shown; a page with more is of use to nobody."""

# A flood of short lines would drown the page in messages: this many may go out at once, and this many
# more a second; what comes faster travels together with what follows.
_BURST = 100
_PER_SECOND = 60


class Transcript:
    """Everything that one run emits, in order, cut at `limit` characters.

    `emit(kind, text)` is called as the text arrives; `text` is all of it. `limit` counts what the cell
    writes; its error, which the kernel adds at the end, always comes through, and its result has the same limit again.
    """

    def __init__(self, emit: Emit, limit: int = OUTPUT_LIMIT) -> None:
        self._emit = emit
        self._room = limit
        self._limit = limit
        self._parts: list[str] = []
        self._held: list[str] = []
        self._held_kind = "stdout"
        self._allowance = float(_BURST)
        self._last_sent = time.monotonic()

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def write(self, kind: str, text: str) -> None:
        """Take what the cell wrote on one of its streams."""
        if not text or self._room < 0:
            return
        if len(text) > self._room:
            self._hold(kind, text[: self._room])
            self._room = -1
            self.add("stderr", f"\n[La salida pasa de {self._size()}; el resto no se muestra.]\n")
            return
        self._room -= len(text)
        self._hold(kind, text)
        if "\n" in text and self._may_send():
            self.flush()

    def add(self, kind: str, text: str) -> None:
        """Add a piece of the kernel's own: sent at once, never cut."""
        self._hold(kind, text)
        self.flush()

    def aside(self, kind: str, text: str) -> None:
        """Send what belongs beside the output and is no part of its text: a picture, a gloss."""
        self.flush()
        self._emit(kind, text)

    def result(self, text: str) -> None:
        """Add the value of the last expression; what is beyond the limit is left out, and said."""
        if len(text) > self._limit:
            text = f"{text[: self._limit]}\n[El resultado pasa de {self._size()}; el resto no se muestra.]"
        self.add("result", text + "\n")

    def flush(self) -> None:
        if self._held:
            text = "".join(self._held)
            self._held.clear()
            self._emit(self._held_kind, text)

    def _size(self) -> str:
        return f"{self._limit // 1000} kB" if self._limit >= 1000 else f"{self._limit} B"

    def _hold(self, kind: str, text: str) -> None:
        if not text.isascii():
            # A lone surrogate is legal in a str and in no file or message.
            text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        if kind != self._held_kind:
            self.flush()
            self._held_kind = kind
        self._parts.append(text)
        self._held.append(text)

    def _may_send(self) -> bool:
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._last_sent) * _PER_SECOND)
        self._last_sent = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True


class CellStream(io.TextIOBase):
    """A `sys.stdout` or `sys.stderr` that writes into the transcript of the cell now running.

    It outlives the cell, because a logging handler made in one cell writes during the next.
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self.transcript: Transcript | None = None

    @property
    def encoding(self) -> str:
        return "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self.transcript is not None:
            self.transcript.write(self._kind, text)
        return len(text)

    def flush(self) -> None:
        if self.transcript is not None:
            self.transcript.flush()
