"""The tests of this folder that need no PyTorch, run again by pytest inside the reader's Python.

One seed of the three, because WebAssembly is slower. Hypothesis's newest wheels carry machine code, so an older
one, pure Python, is fetched for its file.
"""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
OPTIONS = (
    "-q",
    *("-p", "no:cacheprovider"),
    *("-p", "no:faulthandler"),
    *("-c", "/repository/pyproject.toml"),
    *("-m", "not torch and not training and not pyodide"),
    *("-k", "not seed1 and not seed2"),
)
PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
PURE_HYPOTHESIS = "hypothesis==6.150.0"

pytestmark = pytest.mark.pyodide


def run_tests(*arguments, mounts=None, path=(), host_packages=PYTEST):
    from builder.runtime.node_python import run_in_pyodide

    done = run_in_pyodide(
        "import pytest, sys; sys.exit(pytest.main(sys.argv[1:]))",
        arguments=[*OPTIONS, *arguments],
        mounts={"/repository": REPOSITORY, **(mounts or {})},
        path=path,
        host_packages=host_packages,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-3000:]
    return int(re.search(r"(\d+) passed", done.stdout)[1]), done.stdout


def test_the_core_passes_its_tests_in_the_readers_python():
    passed, output = run_tests("/repository/tests/attention_core")
    assert passed > 900
    assert set(re.findall(r"SKIPPED \[\d+\] \S*/(\w+)\.py", output)) <= {
        "test_attention_against_torch",
        "test_learning_against_torch",
        "test_properties",  # they have their turn below
    }


@pytest.fixture
def pure_hypothesis(tmp_path):
    """A folder with a hypothesis that is Python alone."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(tmp_path), PURE_HYPOTHESIS]
    done = subprocess.run([*command, "--only-binary", ":all:"], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{PURE_HYPOTHESIS} cannot be fetched: {done.stderr.strip().splitlines()[-1]}")
    (wheel,) = tmp_path.glob("*-none-any.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "packages")
    return tmp_path / "packages"


def test_the_properties_hold_in_the_readers_python(pure_hypothesis):
    passed, output = run_tests(
        "/repository/tests/attention_core/test_properties.py",
        mounts={"/hypothesis": pure_hypothesis},
        path=("/hypothesis",),
        host_packages=(*PYTEST, "sortedcontainers"),
    )
    assert passed >= 12 and "skipped" not in output
