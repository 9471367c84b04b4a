"""The runtime as the reader gets it, run under Node: whole, compiled, and the same each time."""

import gzip
import hashlib
import json
import random
import tempfile

import pytest

from builder.node import install_packages
from builder.problems import BuildError
from builder.runtime.archives import read_members
from builder.runtime.bundle import prepare_runtime
from builder.runtime.forms import letters, pack, script_path, unpacked_files, write_runtime
from builder.runtime.node_python import run_in_pyodide
from builder.runtime.pins import CORE
from builder.runtime.snapshot import record_snapshot
from builder.runtime.supply import NPM_LOCK, check, core_files


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    output = tmp_path_factory.mktemp("dist")
    return output, prepare_runtime(output)


def test_the_same_bytes_each_time(bundle, tmp_path):
    output, first = bundle
    second = prepare_runtime(tmp_path)
    assert second == first
    for name in first.sizes:
        assert (tmp_path / first.path / name).read_bytes() == (output / first.path / name).read_bytes()


def manifest_of(bundle, form):
    output, runtime = bundle
    text = (output / runtime.path / {"http": "manifest.json", "file": "file/manifest.js"}[form]).read_text()
    return json.loads(text if form == "http" else text.removeprefix('libroPython("manifest",').removesuffix(");\n"))


def test_each_form_holds_the_files_of_its_manifest(bundle):
    output, runtime = bundle
    paths = {"manifest.json", "file/manifest.js"}
    for form in ("http", "file"):
        manifest = manifest_of(bundle, form)
        for entry in manifest["files"]:
            name = entry["name"]
            paths.add(name + ".packed" if form == "http" else script_path(name))
            if form == "http":
                data = (output / runtime.path / (name + ".packed")).read_bytes()
                assert (len(data), len(gzip.decompress(data))) == (entry["packed"], entry["bytes"])
            else:
                text = (output / runtime.path / script_path(name)).read_text(encoding="utf-16")
                assert text.startswith(f'libroPython("{name}","') and text.endswith('");\n')
                packed = read_letters(text.split('"')[3])[: entry["packed"]]
                assert len(gzip.decompress(packed)) == entry["bytes"]
        assert manifest["packages"] == ["libro-python", "numpy"]
        assert sorted(manifest["lock"]["packages"]) == ["libro-python", "numpy"]
    assert paths == set(runtime.sizes)
    assert runtime.http_bytes + runtime.file_bytes == sum(
        path.stat().st_size for path in (output / runtime.path).rglob("*") if path.is_file()
    )


def read_letters(text):
    """Fifteen bits a letter, one by one."""
    bits = "".join(f"{ord(letter) - 0x4000:015b}" for letter in text)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) // 8 * 8, 8))


def test_fifteen_bits_a_letter():
    for length in (0, 1, 14, 15, 16, 100):
        data = random.Random(length).randbytes(length)
        text = letters(data)
        assert read_letters(text)[:length] == data
        assert len(text) == -(-length // 15) * 8
        assert all(0x4000 <= ord(letter) < 0xC000 for letter in text)


def test_both_forms_together_are_small(bundle):
    _, runtime = bundle
    assert runtime.http_bytes + runtime.file_bytes <= 30_000_000


def test_the_lock_has_the_hashes_of_the_files(bundle):
    output, runtime = bundle
    files = unpacked_files(output / runtime.path)
    for entry in manifest_of(bundle, "http")["lock"]["packages"].values():
        assert entry["sha256"] == hashlib.sha256(files[entry["file_name"]]).hexdigest()


def test_numpy_keeps_its_licences(bundle):
    output, runtime = bundle
    ((_, wheel),) = [pair for pair in unpacked_files(output / runtime.path).items() if pair[0].startswith("numpy-")]
    members = read_members(wheel)
    assert any(name.endswith(".dist-info/licenses/LICENSE.txt") for name in members)
    assert not any("/tests/" in name for name in members)


def test_a_package_without_a_version_for_the_browser(tmp_path):
    with pytest.raises(BuildError, match="no hay versión para el navegador de scipy"):
        prepare_runtime(tmp_path, packages=("numpy", "scipy"))


# The modules that NumPy's reference lists for its users, and a sample of the standard library.
IMPORTS = """
import importlib, sys
PUBLIC = '''numpy numpy.char numpy.ctypeslib numpy.dtypes numpy.exceptions numpy.f2py numpy.fft numpy.lib
numpy.lib.array_utils numpy.lib.format numpy.lib.introspect numpy.lib.mixins numpy.lib.npyio numpy.lib.scimath
numpy.lib.stride_tricks numpy.linalg numpy.ma numpy.ma.extras numpy.matlib numpy.polynomial
numpy.polynomial.chebyshev numpy.polynomial.hermite numpy.polynomial.hermite_e numpy.polynomial.laguerre
numpy.polynomial.legendre numpy.polynomial.polynomial numpy.random numpy.rec numpy.strings numpy.testing
numpy.testing.overrides numpy.typing numpy.version'''.split()
STANDARD = '''argparse array asyncio bisect calendar cmath codecs collections contextlib copy csv datetime decimal
difflib doctest email enum fractions functools gzip hashlib heapq html http inspect io itertools json logging math
operator os pathlib pickle platform pprint queue random re shutil socket statistics string struct tempfile textwrap
threading time timeit tomllib typing unittest urllib.parse urllib.request uuid warnings weakref xml.etree.ElementTree
zipfile zlib'''.split()
OURS = ["attention_core", "explorables", "cell_kernel", "cell_kernel.page"]
failed = []
for name in PUBLIC + STANDARD + OURS:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
print("\\n".join(failed))
import numpy as np
np.testing.assert_allclose(np.random.default_rng(0).normal(size=3), [0.12573022, -0.13210486, 0.64042265], atol=1e-8)
np.testing.assert_allclose(np.linalg.inv(np.diag([2.0, 4.0])), np.diag([0.5, 0.25]))
exec("from numpy import *", {})
print(np.fft.fft([1, 0]).real.tolist())
"""


def test_all_that_numpy_and_the_library_offer_can_be_imported(bundle):
    output, runtime = bundle
    done = run_in_pyodide(IMPORTS, runtime=output / runtime.path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "\n[1.0, 1.0]\n"


def test_code_of_the_machine_runs_in_pyodide(tmp_path):
    (tmp_path / "datos.txt").write_text("ñandú", encoding="utf-8")
    done = run_in_pyodide(
        "import sys, attention_core, pluggy\n"
        "print(open('/mios/datos.txt', encoding='utf-8').read(), sys.argv[1:], sys.version_info[:2], __name__)\n"
        "print('mal', file=sys.stderr)\nsys.exit(3)",
        mounts={"/mios": tmp_path},
        arguments=["uno", "dos"],
        host_packages=("pluggy",),
    )
    assert done.stdout == "ñandú ['uno', 'dos'] (3, 14) __main__\n"
    assert (done.stderr, done.returncode) == ("mal\n", 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["datos.txt"]


def test_an_exception_in_pyodide_is_a_traceback_and_status_one():
    done = run_in_pyodide("def f():\n    return 1 / 0\nf()", filename="mio.py", packages=())
    assert done.returncode == 1
    assert 'File "mio.py", line 2, in f' in done.stderr
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_the_folder_of_the_runtime_is_named_by_its_content(tmp_path):
    def write(data):
        files = {"a.bin": pack(data)}
        return write_runtime(tmp_path, {"http": files, "file": files}, {"http": {}, "file": {}})

    first, again, other = write(b"\0" * 5000), write(b"\0" * 5000), write(b"\1" * 5000)
    assert first == again and first[0] != other[0]
    script = (tmp_path / first[0] / "file" / "a.bin.js").read_text(encoding="utf-16")
    assert script.startswith('libroPython("a.bin","')
    assert unpacked_files(tmp_path / first[0]) == {"a.bin": b"\0" * 5000}


def test_a_recorded_memory_is_the_same_each_time_and_where_it_is_recorded(bundle, monkeypatch, tmp_path):
    output, runtime = bundle
    files = unpacked_files(output / runtime.path)
    (numpy,) = [data for name, data in files.items() if name.startswith("numpy-")]
    core = core_files()

    def record(folder, zone):
        monkeypatch.setenv("TMPDIR", str(folder))
        monkeypatch.setenv("TZ", zone)
        tempfile.tempdir = None
        library = core["python_stdlib.zip"].read_bytes()
        return record_snapshot(
            core, {"numpy": numpy}, compiled_library=library, library=library, imports=["json", "numpy"]
        )

    places = [tmp_path / name for name in ("a", "otro sitio más largo")]
    for place in places:
        place.mkdir()
    try:
        one, other = map(record, places, ["UTC", "America/Mexico_City"])
    finally:
        monkeypatch.undo()
        tempfile.tempdir = None
    assert one.start == other.start
    assert one.memory == other.memory


def test_no_file_of_npm_is_changed(bundle):
    for pin in CORE:
        assert check(install_packages(NPM_LOCK) / "pyodide" / pin.name, pin) == ""


def test_numpy_whole_when_a_book_asks(tmp_path):
    runtime = prepare_runtime(tmp_path, slimmed=False)
    manifest = json.loads((tmp_path / runtime.path / "manifest.json").read_text())
    assert manifest["snapshot"] is None
    files = unpacked_files(tmp_path / runtime.path)
    ((_, wheel),) = [pair for pair in files.items() if pair[0].startswith("numpy-")]
    assert {"numpy/__init__.pyi", "numpy/_core/include/numpy/arrayobject.h"} <= set(read_members(wheel))
    assert not [name for name in read_members(files["python_stdlib.zip"]) if name.endswith(".pyc")]
