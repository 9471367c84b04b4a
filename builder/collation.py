"""The order of Spanish dictionaries: accents and case don't count, ñ comes after n."""

from __future__ import annotations

import re
import unicodedata

_NO_LETTERS = re.compile(r"[^\w ~]+")


def sort_key(text: str) -> tuple[str, str]:
    """Texts sorted by this key are in dictionary order; those that it doesn't tell apart, in a fixed one."""
    # «~» comes after every letter: «ñ» as «n~» stands between any «n» and «o».
    plain = unicodedata.normalize("NFC", text).casefold().replace("~", "").replace("ñ", "n~")
    decomposed = unicodedata.normalize("NFD", plain)
    folded = "".join(c for c in decomposed if not unicodedata.combining(c))
    return _NO_LETTERS.sub("", folded).strip(), text


def initial(text: str) -> str:
    """The letter under which a dictionary has `text`; «#» for what begins with no letter."""
    first = sort_key(text)[0][:2]
    if first == "n~":
        return "Ñ"
    return first[:1].upper() if first[:1].isalpha() else "#"
