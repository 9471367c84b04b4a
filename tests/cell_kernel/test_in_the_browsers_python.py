"""The tests of this folder hold in the reader's Python too: both hosts print the same text."""

from pathlib import Path

from builder.runtime.node_python import run_in_pyodide

HERE = Path(__file__)

RUN = f"""
import sys, pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--ignore=/tests/{HERE.name}", "/tests"]))
"""


def test_the_kernel_under_pyodide():
    done = run_in_pyodide(
        RUN,
        mounts={"/tests": HERE.parent},
        host_packages=("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments"),
        packages=(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "skipped" not in done.stdout
