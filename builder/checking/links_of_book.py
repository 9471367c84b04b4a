"""Every address of another host that a book names, with the places that name it; and what is told of those that fail."""

from __future__ import annotations

import re
import urllib.parse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from builder.checking.external_links import LinkChecker
from builder.content import Content
from builder.problems import Problems

_HTTP = re.compile(r"^https?://", re.IGNORECASE)
_RULES = {"dead": "link-dead", "moved": "link-moved", "unsure": "link-unsure"}


def check_external_links(content: Content, problems: Problems, checker: LinkChecker | None = None) -> int:
    """Ask for every address once, and record what is wrong at each place that names it; how many there were."""
    places: dict[str, list[tuple[Path, int, int]]] = defaultdict(list)
    for url, place in _addresses(content):
        places[url].append(place)
    outcomes = (checker or LinkChecker()).check(places)
    for url, named in places.items():
        outcome = outcomes[urllib.parse.urldefrag(url)[0]]
        if outcome.kind in _RULES:
            for path, line, column in named:
                problems.add(_RULES[outcome.kind], path, line, column, url=url, detail=outcome.detail)
    return len(outcomes)


def _addresses(content: Content) -> Iterator[tuple[str, tuple[Path, int, int]]]:
    for lesson, facts in content.facts.items():
        for link in facts.links:
            if _HTTP.match(link.href):
                yield link.href, (lesson.path, link.line, link.column)
    works = content.book.bibliography
    for work in works.works:
        named = {
            "doi": f"https://doi.org/{work.doi}" if work.doi else "",
            "arxiv": f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else "",
            "url": work.url,
        }
        for field, url in named.items():
            if url:
                yield url, (works.path, works.line(work.key, field), 0)
