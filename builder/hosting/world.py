"""What a book says to the world when it knows its address: canonical links, cards for links to it, a map for search engines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from urllib.parse import quote, urlsplit

from builder.book import BookConfig

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')
NOT_FOUND = "404.html"


def address(config: BookConfig, url: str) -> str:
    """The whole address of a page: that of its folder, without the file's name."""
    return config.base_url.rstrip("/") + "/" + quote(re.sub(r"(^|/)index\.html$", r"\1", url))


def root_path(config: BookConfig) -> str:
    """Where the book's root is on its host, for the one page that may be shown at any address; "" where nobody said."""
    return urlsplit(config.base_url).path.rstrip("/") + "/" if config.base_url else ""


def head(config: BookConfig, url: str, page: str, picture: str) -> str:
    """What goes into the head of a page; `picture` is the address of the cover's picture."""
    place = escape(address(config, url))
    title = _TITLE.search(page)
    description = _DESCRIPTION.search(page)
    cards = {
        "og:type": "book" if url == "index.html" else "article",
        "og:site_name": config.title,
        "og:title": unescape(title[1]) if title else config.title,
        "og:description": unescape(description[1]) if description else config.description,
        "og:url": address(config, url),
        "og:image": address(config, picture),
        "og:image:alt": config.title,
        "og:locale": config.language.replace("-", "_"),
    }
    lines = [f'<link rel="canonical" href="{place}">']
    lines += [f'<meta property="{name}" content="{escape(value)}">' for name, value in cards.items() if value]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines) + "\n"


def is_for_the_world(url: str, page: str) -> bool:
    """Whether search engines should know this page: not one that says that it moved, nor one that only its reader fills."""
    return url.endswith(".html") and url != NOT_FOUND and '<meta name="robots" content="noindex">' not in page[:4000]


def sitemap(config: BookConfig, urls: Iterable[str]) -> bytes:
    """`sitemap.xml`; without dates, which would differ from one build to the next."""
    places = "".join(f"<url><loc>{escape(place)}</loc></url>\n" for place in sorted(address(config, url) for url in urls))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'.encode()


def robots(config: BookConfig) -> bytes:
    return f"User-agent: *\nAllow: /\nSitemap: {address(config, 'sitemap.xml')}\n".encode()
