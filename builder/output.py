"""Writing `dist/`: the new book is made beside the old one and takes its place in one step.

A build that fails or is killed leaves the last good book whole. What a killed build left beside it
is swept away by the next. Files that somebody put into the folder, which no build wrote, stay in it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from builder import messages
from builder.problems import BuildError
from builder.trees import files_below

MARKER = ".libro"
"""The file by which a later build knows that this folder is a book it may replace: the list of what was written."""
KEPT = ".gitkeep"
_EXCHANGE = 2  # RENAME_EXCHANGE
_HERE = -100  # AT_FDCWD
_TRIES = 10


@contextmanager
def replacing(output: Path) -> Iterator[Path]:
    """A fresh folder to write in, which becomes `output` when the block ends without an exception.

    Raises `BuildError` when `output` holds something that no build made, or can't be written.
    """
    output = output.resolve()
    check_output(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    _sweep(output)
    stage = Path(tempfile.mkdtemp(prefix=f"{_prefix(output)}{os.getpid()}-", dir=output.parent))
    try:
        stage.chmod(0o755)
        yield stage
        if not (stage / MARKER).exists():
            mark(stage, files_below(stage))
        _keep_others(output, stage)
        _swap(stage, output)
    finally:
        _remove(stage)


def mark(stage: Path, written: Iterable[str]) -> None:
    """Say that these files are a build's, all that there are: who knows them saves a walk through thousands."""
    (stage / MARKER).write_text("\n".join(sorted(written)) + "\n", encoding="utf-8")


def _remove(folder: Path) -> None:
    """Remove a folder of ours, as far as that goes: for a thousand pages in half of the time that `rmtree` takes."""
    with suppress(OSError):
        for place, folders, names in os.walk(folder, topdown=False):
            for name in (*names, *(one for one in folders if os.path.islink(os.path.join(place, one)))):
                os.unlink(os.path.join(place, name))
            os.rmdir(place)
    # What resisted.
    shutil.rmtree(folder, ignore_errors=True)


def _prefix(output: Path) -> str:
    return f".{output.name}-new-"


def check_output(output: Path, book: Path | None = None) -> None:
    """Raise `BuildError` if a book can't be put there, or if that would bury its own source."""
    output = output.resolve()
    if book is not None and book.resolve().is_relative_to(output):
        raise BuildError(messages.text("output_holds_book", path=str(output)), messages.text("output_hint"))
    if output.exists():
        if not output.is_dir():
            raise BuildError(messages.text("output_is_file", path=str(output)), messages.text("output_hint"))
        if os.path.ismount(output):
            raise BuildError(messages.text("output_is_mount", path=str(output)), messages.text("output_mount_hint", path=str(output / "libro")))
        names = {path.name for path in output.iterdir()} - {KEPT}
        if names and MARKER not in names:
            raise BuildError(messages.text("output_foreign", path=str(output)), messages.text("output_hint"))
    probe = output if output.exists() else output.parent
    while not probe.exists():
        probe = probe.parent
    # Root may write anywhere, but a folder without a write bit says that it wants to be left alone.
    if not os.access(probe, os.W_OK | os.X_OK) or not probe.stat().st_mode & 0o222:
        raise BuildError(messages.text("output_read_only", path=str(probe)), messages.text("output_hint"))


def _keep_others(output: Path, stage: Path) -> None:
    """Carry over what lies in the old folder and was written by no build: a CNAME, a `.git`, a `.gitkeep`."""
    if not output.is_dir():
        return
    marker = output / MARKER
    known = set(marker.read_text(encoding="utf-8").splitlines()) if marker.is_file() else set()
    for place in files_below(output):
        if place in known or place == MARKER:
            continue
        path, target = output / place, stage / place
        if not target.exists() and not target.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)


def _sweep(output: Path) -> None:
    """Remove what builds that were killed left behind; those still running keep theirs."""
    for leftover in output.parent.glob(f"{_prefix(output)}*"):
        pid = leftover.name.removeprefix(_prefix(output)).split("-")[0]
        if pid.isdigit() and not _alive(int(pid)):
            shutil.rmtree(leftover, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _swap(stage: Path, output: Path) -> None:
    """Put `stage` where `output` is; the old folder ends up where `stage` was, or goes.

    Another build may put its book there, or take it, between any two steps: then it is tried anew.
    """
    aside: list[Path] = []
    for attempt in range(_TRIES):
        try:
            if output.exists():
                if _exchange(stage, output):
                    return
                # Without an exchange there is an instant between two renames; the old book is beside it.
                old = stage.with_name(f"{stage.name}-old-{attempt}")
                os.rename(output, old)
                aside.append(old)
            os.rename(stage, output)
            break
        except OSError as error:
            if attempt + 1 == _TRIES or error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST):
                if aside and not output.exists():
                    os.rename(aside[-1], output)  # the last good book goes back to its place
                raise
    for old in aside:
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    if renameat2(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False
    raise OSError(code, os.strerror(code), str(other))
