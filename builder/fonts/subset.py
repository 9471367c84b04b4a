"""One font cut to some characters and to the weights that the style sheets use; kept, since cutting takes seconds."""

from __future__ import annotations

import io
import logging
import os
import tempfile
from contextlib import suppress
from functools import cache
from importlib import metadata

from builder.cache import cache_folder
from builder.store import digest

WEIGHTS = (400, 700)
"""The lightest and the heaviest that the style sheets ask for; `fonts.css` declares the same."""
# Ligatures of code are off in the style sheets, fractions and old figures are never asked for.
_FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "pnum", "tnum", "lnum", "rlig")


def cut_font(data: bytes, characters: str) -> bytes | None:
    """The font as woff2 with these characters alone; None if it has none of them."""
    key = digest("cut", _versions(), data, characters, WEIGHTS, _FEATURES)
    place = cache_folder("fonts", f"{key[:32]}.woff2")
    with suppress(OSError):
        return place.read_bytes() or None
    made = _cut(data, characters)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(made or b"")
        os.replace(fresh, place)
    return made


@cache
def _versions() -> tuple[str, str]:
    return metadata.version("fonttools"), metadata.version("brotli")


def _cut(data: bytes, characters: str) -> bytes | None:
    from fontTools import subset  # late: only a font that isn't kept needs it
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    known = font.getBestCmap()
    # A space alone is no reason to fetch a font.
    if not any(ord(one) in known and not one.isspace() for one in characters):
        return None
    options = subset.Options(layout_features=list(_FEATURES), hinting=False, notdef_outline=True, harfbuzz_repacker=False)
    # Author and licence stay in the file, as the licence asks.
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    with _quiet():
        cutter.subset(font)
        if "fvar" in font:
            font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


class _quiet:
    """fontTools tells of tables that it doesn't know; they are of no use in a browser."""

    def __enter__(self) -> None:
        self._log = logging.getLogger("fontTools")
        self._level = self._log.level
        self._log.setLevel(logging.ERROR)

    def __exit__(self, *error: object) -> None:
        self._log.setLevel(self._level)
