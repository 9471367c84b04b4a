"""Every file of the runtime is the pinned one, from the first source that has it, and nothing half-written is kept."""

import dataclasses
import hashlib
import http.server
import json
import threading
import zipfile

import pytest

from builder.cache import cache_folder
from builder.problems import BuildError
from builder.runtime import downloads, pins, supply
from builder.runtime.downloads import SourceFailure, from_carrier, from_distribution
from builder.runtime.pins import CORE, NUMPY, Carrier, Pin

CONTENT = b"a wheel, let us say"
PIN = Pin("paquete-1.0.whl", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(pins.PACKAGES, "paquete", PIN)
    return tmp_path / "cache"


def gives(content):
    def source(pin, path, progress):
        path.write_bytes(content)

    return source


def fails(reason):
    def source(pin, path, progress):
        path.write_bytes(b"half of")
        raise SourceFailure(reason)

    return source


def files(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_the_pin_of_numpy_is_the_one_of_pyodides_own_lock():
    core = supply.core_files()
    entry = json.loads(core["pyodide-lock.json"].read_text())["packages"]["numpy"]
    assert (entry["file_name"], entry["sha256"]) == (NUMPY.name, NUMPY.sha256)


def test_the_first_source_that_has_it_is_kept(empty_cache):
    asked = []

    def third(pin, path, progress):
        asked.append(pin)

    sources = [("uno", fails("cerrado")), ("dos", gives(CONTENT)), ("tres", third)]
    path = supply.package_file("paquete", sources=sources)
    assert path.read_bytes() == CONTENT
    assert path.is_relative_to(empty_cache)
    assert asked == []
    # The next time nobody is asked.
    assert supply.package_file("paquete", sources=[]) == path
    assert files(empty_cache) == [PIN.name]


@pytest.mark.parametrize(
    ("content", "fault"),
    [(CONTENT[:-1], "mide 18 bytes y debe medir 19"), (CONTENT[::-1], "su sha256 es"), (b"", "mide 0 bytes")],
)
def test_what_is_not_the_pinned_file_is_not_kept(empty_cache, content, fault):
    with pytest.raises(BuildError) as caught:
        supply.package_file("paquete", sources=[("uno", gives(content)), ("dos", fails("no hay red"))])
    assert fault in caught.value.message
    assert "· dos: no hay red" in caught.value.message
    assert "runtime_folder" in caught.value.hint
    assert files(empty_cache) == []


def test_a_bad_source_does_not_keep_the_next_from_being_asked():
    path = supply.package_file("paquete", sources=[("uno", gives(b"otra cosa")), ("dos", gives(CONTENT))])
    assert path.read_bytes() == CONTENT


def test_a_damaged_file_of_the_cache_is_fetched_anew():
    path = supply.package_file("paquete", sources=[("uno", gives(CONTENT))])
    path.write_bytes(CONTENT[::-1])
    with pytest.raises(BuildError, match="la caché: su sha256 es"):
        supply.package_file("paquete", sources=[])
    assert supply.package_file("paquete", sources=[("uno", gives(CONTENT))]).read_bytes() == CONTENT


def test_an_interruption_leaves_nothing_behind(empty_cache):
    def interrupted(pin, path, progress):
        path.write_bytes(b"half of")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        supply.package_file("paquete", sources=[("uno", interrupted)])
    assert files(empty_cache) == []


def test_the_authors_folder_comes_first_and_must_be_right(tmp_path, empty_cache):
    folder = tmp_path / "mis archivos"
    folder.mkdir()
    (folder / PIN.name).write_bytes(CONTENT)
    assert supply.package_file("paquete", folder, sources=[]) == folder / PIN.name
    assert not empty_cache.exists()
    (folder / PIN.name).write_bytes(b"viejo")
    with pytest.raises(BuildError, match="no es el archivo esperado: mide 5 bytes y debe medir 19"):
        supply.package_file("paquete", folder, sources=[("uno", gives(CONTENT))])
    (folder / PIN.name).unlink()
    assert supply.package_file("paquete", folder, sources=[("uno", gives(CONTENT))]).parent != folder


def test_a_cache_that_cannot_be_written_is_said(tmp_path, monkeypatch):
    (tmp_path / "archivo").write_text("no es una carpeta")
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path / "archivo"))
    with pytest.raises(BuildError, match="no se puede guardar paquete-1.0.whl en la caché") as caught:
        supply.package_file("paquete", sources=[("uno", gives(CONTENT))])
    assert "LIBRO_CACHE" in caught.value.hint


def test_pyodides_own_files_may_come_from_the_authors_folder(tmp_path):
    pin = CORE[0]
    (tmp_path / pin.name).write_bytes(b"x" * pin.size)
    with pytest.raises(BuildError, match=f"{pin.name} no es el archivo esperado: su sha256 es"):
        supply.core_files(tmp_path)


@pytest.fixture
def distribution():
    """A server that gives what `answer` says: (status, bytes, declared length)."""
    state = {"answer": (200, CONTENT, None), "paths": []}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, data, length = state["answer"]
            state["paths"].append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(data) if length is None else length))
            self.end_headers()
            self.wfile.write(data)
            state.get("then", lambda: None)()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    state["base"] = f"http://127.0.0.1:{server.server_port}/full/"
    yield state
    server.shutdown()
    server.server_close()


def test_from_the_distribution_with_progress(distribution, tmp_path):
    seen = []
    from_distribution(PIN, tmp_path / "x", lambda *step: seen.append(step), distribution["base"])
    assert (tmp_path / "x").read_bytes() == CONTENT
    assert distribution["paths"] == ["/full/paquete-1.0.whl"]
    assert seen[-1] == ("Descargando paquete de la distribución de Pyodide", 19, 19)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((404, b"", None), "responde 404 Not Found"),
        ((200, CONTENT * 2, None), "lo que llega pasa de 19 bytes"),
    ],
)
def test_a_distribution_that_does_not_have_it(distribution, tmp_path, answer, reason):
    distribution["answer"] = answer
    with pytest.raises(SourceFailure, match=reason):
        from_distribution(PIN, tmp_path / "x", supply.no_progress, distribution["base"])


def test_a_distribution_that_falls_silent(distribution, tmp_path, monkeypatch):
    release = threading.Event()
    distribution["answer"] = (200, CONTENT[:5], 19)
    distribution["then"] = lambda: release.wait(20)
    monkeypatch.setattr(downloads, "PATIENCE", 0.2)
    try:
        with pytest.raises(SourceFailure, match="la descarga se cortó"):
            from_distribution(PIN, tmp_path / "x", supply.no_progress, distribution["base"])
    finally:
        release.set()


def test_a_distribution_that_cannot_be_reached(tmp_path):
    with pytest.raises(SourceFailure, match="no responde"):
        from_distribution(PIN, tmp_path / "x", supply.no_progress, "http://127.0.0.1:9/")


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder where pip finds a small wheel that carries the package; gives its Carrier."""
    folder = tmp_path / "index"
    folder.mkdir()
    wheel = folder / "portadora-2.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("portadora/pyodide/paquete-1.0.whl", CONTENT)
        archive.writestr("portadora-2.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: portadora\nVersion: 2.0\n")
        archive.writestr("portadora-2.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("portadora-2.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.delenv("PIP_EXTRA_INDEX_URL", raising=False)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return Carrier("portadora==2.0", wheel.stat().st_size, digest, "portadora/pyodide/")


def test_from_the_wheel_that_carries_it(index, tmp_path):
    target = tmp_path / "fetched" / "paquete"
    target.parent.mkdir()
    from_carrier(PIN, target, supply.no_progress, index)
    assert target.read_bytes() == CONTENT
    assert files(target.parent) == ["paquete"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sha256": "0" * 64}, "lo que da el índice no es la rueda esperada"),
        ({"requirement": "portadora==3.0"}, "pip no pudo descargar portadora==3.0"),
        ({"folder": "otra/"}, "portadora==2.0 no trae paquete-1.0.whl"),
    ],
)
def test_a_carrier_that_is_not_the_right_one(index, tmp_path, change, reason):
    target = tmp_path / "fetched" / "paquete"
    target.parent.mkdir()
    with pytest.raises(SourceFailure, match=reason):
        from_carrier(PIN, target, supply.no_progress, dataclasses.replace(index, **change))
    assert not [name for name in files(target.parent) if name.endswith(".whl")]


def test_the_cache_lies_where_the_variable_says(empty_cache):
    assert cache_folder() == empty_cache
