"""A book of three pages for the search, as the builder hands it over."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# Under names that no other room of the tests has.
sys.path.insert(0, str(Path(__file__).parent))

from search_engine import Engine  # noqa: E402
from search_pages import PAGES  # noqa: E402

from builder.search.index import Page, join, make_part, stems_of, weigh  # noqa: E402
from builder.search.sections import Entry  # noqa: E402

@pytest.fixture(scope="session")
def engine() -> Engine:
    pages, texts, stems = [], {}, {}
    for number, ((url, label, more), entries) in enumerate(PAGES.items()):
        weighed = [weigh(entry, more=f"{label} {more}" if place == 0 else "") for place, entry in enumerate(entries)]
        stems |= stems_of({word for one in weighed for word in one.weights})
        texts[f"{number}.js"] = [entry.text for entry in entries]
        pages.append(Page(url, label, entries[0].title, f"{number}.js", "", entries, weighed))
    planned = Entry("page", "leccion-x", "La máscara causal", "Quien escribe no debe ver el futuro.")
    weighed = weigh(planned)
    stems |= stems_of(weighed.weights)
    pages.append(Page("mapa/index.html", "Bloque 5 · Lección 6", planned.title, "", planned.text, [planned], [weighed]))
    return Engine(join([make_part(pages[:2], stems), make_part(pages[2:], stems)]), texts)
