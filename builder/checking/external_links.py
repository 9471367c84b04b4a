"""Links to other hosts, asked politely: one question at a time a host, HEAD before GET, pauses, patience with «too many»."""

from __future__ import annotations

import http.client
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal

from builder import __version__

AGENT = f"libro/{__version__} (link check)"
HOSTS_AT_ONCE = 8
PAUSE = 0.5
"""Seconds between two questions to one host."""
TIMEOUT = 20.0
TRIES = 3
LONGEST_WAIT = 60.0
MOST_HOPS = 5
_MOVED = (301, 308)
_REDIRECTS = (*_MOVED, 302, 303, 307)
_GONE = (404, 410)


@dataclass(frozen=True)
class Outcome:
    """What became of an address. `detail`: where it moved to, or why it can't be told."""

    kind: Literal["fine", "moved", "dead", "unsure"]
    detail: str = ""


class _Quiet(urllib.request.HTTPRedirectHandler):
    """Redirects come back to us, who must be polite to the next host too."""

    def redirect_request(self, *arguments: object) -> None:  # type: ignore[override]
        return None


class LinkChecker:
    """Asks each address once. `sleep` is how it waits, so that tests need not."""

    def __init__(
        self, *, pause: float = PAUSE, timeout: float = TIMEOUT, sleep: Callable[[float], None] = time.sleep,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> None:
        self._pause = pause
        self._timeout = timeout
        self._sleep = sleep
        self._progress = progress
        self._opener = urllib.request.build_opener(_Quiet)
        self._turns: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._guard = threading.Lock()

    def check(self, urls: Iterable[str]) -> dict[str, Outcome]:
        """The outcome of each address, without its fragment: servers never see one."""
        wanted = sorted({urllib.parse.urldefrag(url)[0] for url in urls})
        by_host: dict[str, list[str]] = defaultdict(list)
        for url in wanted:
            by_host[_host(url)].append(url)
        outcomes: dict[str, Outcome] = {}

        def ask_all(group: list[str]) -> None:
            for url in group:
                found = self._follow(url)
                with self._guard:
                    outcomes[url] = found
                    self._progress(len(outcomes), len(wanted))

        with ThreadPoolExecutor(HOSTS_AT_ONCE) as pool:
            list(pool.map(ask_all, by_host.values()))
        return outcomes

    def _follow(self, url: str) -> Outcome:
        """Ask, and go where the answer sends. Only a move for good is worth telling."""
        address, for_good = url, True
        for _ in range(MOST_HOPS + 1):
            status, detail = self._ask(address)
            if status in _REDIRECTS and detail:
                for_good = for_good and status in _MOVED
                address = urllib.parse.urljoin(address, detail)
                if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
                    return Outcome("dead", address)
                continue
            if status in _GONE:
                return Outcome("dead", str(status))
            if not 200 <= status < 300:
                return Outcome("unsure", detail or str(status))
            moved = for_good and address.rstrip("/") != url.rstrip("/")
            return Outcome("moved", address) if moved else Outcome("fine")
        return Outcome("dead", f"> {MOST_HOPS} ↪")

    def _ask(self, url: str) -> tuple[int, str]:
        """Status and, of a redirect, its place; status 0 with the reason when no answer came."""
        answer = (0, "")
        for attempt in range(TRIES):
            status, detail, wait = self._once(url, "HEAD")
            if status not in (429, 503) and 400 <= status < 600 or status == 0:
                # Some servers don't know HEAD, or forbid it.
                status, detail, wait = self._once(url, "GET")
            answer = (status, detail)
            if status not in (0, 429) and status < 500:
                return answer
            if attempt + 1 < TRIES:
                self._sleep(min(LONGEST_WAIT, wait if wait is not None else 2.0**attempt))
        return answer

    def _once(self, url: str, method: str) -> tuple[int, str, float | None]:
        request = urllib.request.Request(url, method=method, headers={"User-Agent": AGENT, "Accept": "*/*"})
        with self._guard:
            turn = self._turns[_host(url)]
        with turn:
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    return answer.status, "", None
            except urllib.error.HTTPError as error:
                with error:
                    place = error.headers.get("Location", "") if error.code in _REDIRECTS else ""
                    return error.code, place, _wait(error.headers.get("Retry-After"))
            except (OSError, http.client.HTTPException, ValueError) as error:
                reason = getattr(error, "reason", error)
                return 0, str(getattr(reason, "strerror", None) or reason) or type(error).__name__, None
            finally:
                self._sleep(self._pause)


def _host(url: str) -> str:
    return urllib.parse.urlsplit(url).netloc.lower()


def _wait(header: str | None) -> float | None:
    """Seconds that a `Retry-After` asks for: a number, or a date."""
    if header is None:
        return None
    if re.fullmatch(r"\d+", header.strip()):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
