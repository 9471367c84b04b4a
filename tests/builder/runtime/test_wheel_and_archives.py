"""Our wheel, NumPy's without what readers don't need, and the lock's entry: the same bytes each time."""

import base64
import hashlib
import json
import sys
import zipfile

import pytest

from builder.problems import BuildError
from builder.runtime.archives import read_members, with_record, write_zip
from builder.runtime.slimming import slim
from builder.runtime.wheel import build_wheel, lock_entry


@pytest.fixture
def project(tmp_path):
    """A small project like pyodide_src."""
    root = tmp_path / "proyecto"
    for name in ("uno", "dos/dentro"):
        (root / name).mkdir(parents=True)
        (root / name / "__init__.py").write_text("x = 1\n")
    (root / "dos" / "__init__.py").write_text("")
    (root / "uno" / "datos.npz").write_bytes(b"\0\1")
    (root / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "Libro.Python"\nversion = "0.3"\nrequires-python = ">=3.11"\ndependencies = ["NumPy>=2"]\n'
        '[tool.hatch.build.targets.wheel]\npackages = ["uno", "dos"]\n'
    )
    return root


def test_the_wheel_is_the_same_each_time(project):
    first, second = build_wheel(project), build_wheel(project)
    assert first == second
    assert first.name == "libro_python-0.3-py3-none-any.whl"
    assert {"uno/__init__.py", "uno/datos.npz", "dos/dentro/__init__.py"} <= set(first.members)
    assert write_zip(first.members) == write_zip(dict(reversed(first.members.items())))


def test_a_project_that_cannot_be_packed(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    with pytest.raises(BuildError, match="no se pudo empaquetar"):
        build_wheel(tmp_path)


def test_the_lock_entry(project):
    wheel = build_wheel(project)
    data = write_zip(with_record(wheel.members))
    assert lock_entry(wheel.name, data, {"numpy": {}}) == {
        "name": "libro-python",
        "version": "0.3",
        "file_name": "libro_python-0.3-py3-none-any.whl",
        "install_dir": "site",
        "sha256": hashlib.sha256(data).hexdigest(),
        "package_type": "package",
        "imports": ["dos", "uno"],
        "depends": ["numpy"],
        "unvendored_tests": False,
        "tool": {},
    }


@pytest.mark.parametrize("requirement", ["scipy", "numpy; python_version > '3'", "numpy[extra]"])
def test_requirements_that_the_lock_cannot_say(project, requirement):
    toml = project / "pyproject.toml"
    toml.write_text(toml.read_text().replace("NumPy>=2", requirement))
    wheel = build_wheel(project)
    with pytest.raises(ValueError):
        lock_entry(wheel.name, write_zip(wheel.members), {"numpy": {}})


@pytest.mark.skipif(sys.version_info < (3, 12), reason="pyodide-lock reads this lock from Python 3.12 on")
def test_the_lock_entry_is_the_one_of_pyodide_lock(project, tmp_path):
    pyodide_lock = pytest.importorskip("pyodide_lock")
    pytest.importorskip("pkginfo")
    from pyodide_lock.utils import add_wheels_to_spec

    from builder.runtime.supply import core_files

    wheel = build_wheel(project)
    path = tmp_path / wheel.name
    path.write_bytes(write_zip(with_record(wheel.members)))
    lock = core_files()["pyodide-lock.json"]
    theirs = add_wheels_to_spec(pyodide_lock.PyodideLockSpec.from_json(lock), [path]).to_dict()["packages"]
    ours = lock_entry(wheel.name, path.read_bytes(), json.loads(lock.read_text())["packages"])
    assert ours == theirs["libro-python"]


def test_the_record_fits_the_members(tmp_path):
    members = with_record({"a.py": b"x", "p-1.dist-info/RECORD": b"old", "p-1.dist-info/METADATA": b""})
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"x").digest()).rstrip(b"=").decode()
    lines = members["p-1.dist-info/RECORD"].decode().splitlines()
    assert lines[0] == f"a.py,sha256={digest},1"
    assert lines[-1] == "p-1.dist-info/RECORD,,"
    assert len(lines) == 3
    with pytest.raises(ValueError):
        with_record({"a.py": b"x"})


def test_a_zip_has_one_time_and_no_folders(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(write_zip({"b/c.txt": b"2", "a.txt": b"1"}))
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["a.txt", "b/c.txt"]
        assert {item.date_time for item in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert read_members(path.read_bytes()) == {"a.txt": b"1", "b/c.txt": b"2"}


def test_what_is_taken_out_of_numpy():
    kept = [
        "numpy/__init__.py", "numpy/testing/_private/utils.py", "numpy/linalg/_linalg.py", "numpy/ma/core.py",
        "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so", "numpy/typing/__init__.py",
        "numpy-2.4.3.dist-info/licenses/LICENSE.txt", "numpy-2.4.3.dist-info/METADATA",
        "numpy/random/LICENSE.md", "numpy/f2py/crackfortran.py",
    ]  # fmt: skip
    gone = [
        "numpy/linalg/tests/test_linalg.py", "numpy/tests/test_lazyloading.py", "numpy/f2py/src/fortranobject.c",
        "numpy/__init__.pyi", "numpy/_core/include/numpy/arrayobject.h", "numpy/_core/lib/libnpymath.a",
        "numpy/_core/_multiarray_tests.cpython-314-wasm32-emscripten.so", "numpy/__init__.pxd", "numpy/py.typed",
    ]  # fmt: skip
    assert sorted(slim("numpy", dict.fromkeys(kept + gone, b""))) == sorted(kept)
    assert sorted(slim("otro", dict.fromkeys(gone, b""))) == sorted(gone)
