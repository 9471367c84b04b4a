"""Names for addresses: folder slugs and heading anchors, accents folded."""

from __future__ import annotations

import re
import unicodedata


def slugify(text: str) -> str:
    """An anchor for a heading: `¿Qué es la atención?` → `que-es-la-atencion`.

    NFC and NFD give the same anchor. A text without letters or digits gives one made of its
    code points, so that it is never empty and never moves.
    """
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()
    slug = re.sub(r"[^\w]+", "-", plain, flags=re.UNICODE).replace("_", "-").strip("-")
    if slug:
        return slug
    codes = "-".join(f"{ord(c):x}" for c in unicodedata.normalize("NFC", text) if not c.isspace())
    return f"seccion-{codes}" if codes else "seccion"
