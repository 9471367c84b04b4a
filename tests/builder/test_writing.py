"""What the last build wrote serves again as long as nobody touched it; whatever else is written anew."""

import os
from pathlib import Path

import pytest

from builder.output import replacing
from builder.store import Store
from builder.writing import Writer


@pytest.fixture
def build(tmp_path):
    """Writes these files, each with its token; the addresses of those that had to be made."""

    def write(files: dict[str, tuple[str, bytes]]) -> list[str]:
        made: list[str] = []

        def make(url: str) -> bytes:
            made.append(url)
            return files[url][1]

        with replacing(tmp_path / "dist") as stage, Writer(stage, tmp_path / "dist", Store(tmp_path / "store")) as writer:
            writer.begin(files)
            for url, (token, _) in files.items():
                writer.write(url, token, lambda url=url: make(url))
        writer.remember()
        assert writer.size == sum(len(data) for _, data in files.values())
        assert {url: (tmp_path / "dist" / url).read_bytes() for url in files} == {url: data for url, (_, data) in files.items()}
        return made

    return write


FILES = {"index.html": ("1", b"cover"), "a/index.html": ("2", b"page")}


def test_only_what_has_another_token_is_made(build, tmp_path):
    assert build(FILES) == ["index.html", "a/index.html"]
    assert build(FILES) == []
    assert build(FILES | {"a/index.html": ("3", b"page, edited"), "b/index.html": ("4", b"new")}) == ["a/index.html", "b/index.html"]
    assert build({"index.html": FILES["index.html"]}) == []
    assert not (tmp_path / "dist/a").exists()


@pytest.mark.parametrize("touch", [
    lambda path: path.write_bytes(b"PAGE"),
    lambda path: (path.unlink(), path.write_bytes(b"page")),
    lambda path: path.unlink(),
    lambda path: os.utime(path, (1, 1)),
], ids=["edited", "put there anew", "gone", "its time set"])  # fmt: skip
def test_what_somebody_touched_is_made_anew(build, tmp_path, touch):
    build(FILES)
    touch(tmp_path / "dist/a/index.html")
    assert build(FILES) == ["a/index.html"]


def test_where_nothing_can_be_linked_all_is_made(build, monkeypatch):
    build(FILES)

    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "link", refuse)
    assert build(FILES) == ["index.html", "a/index.html"]


MANY = {f"{number % 7}/{number}/index.html": (str(number), b"page %d" % number) for number in range(60)}
"""So many that a copy of the process links them ahead."""


def test_of_many_files_too_only_what_has_another_token_is_made(build, tmp_path):
    assert len(build(MANY)) == 60
    before = (tmp_path / "dist/1/1/index.html").read_bytes()
    linked = os.stat(tmp_path / "dist/2/2/index.html").st_ino
    with open(tmp_path / "dist/1/1/index.html", "rb") as reader:
        assert build(MANY | {"1/1/index.html": ("other", b"edited")}) == ["1/1/index.html"]
        # Who was reading the old page goes on with the old page.
        assert reader.read() == before
    assert os.stat(tmp_path / "dist/2/2/index.html").st_ino == linked


def test_of_many_files_those_that_are_gone_leave_no_folder_behind(build, tmp_path):
    build(MANY)
    some = {url: one for url, one in MANY.items() if not url.startswith("3/")}
    assert build(some | {"3": ("a file now", b"where a folder was")}) == ["3"]
    assert (tmp_path / "dist/3").read_bytes() == b"where a folder was"
    assert build(MANY) == sorted((url for url in MANY if url.startswith("3/")), key=list(MANY).index)


def test_a_failure_while_files_are_linked_leaves_the_book_and_nothing_else(build, tmp_path, tree):
    build(MANY)
    before = tree(tmp_path / "dist")
    with pytest.raises(RuntimeError), replacing(tmp_path / "dist") as stage, Writer(stage, tmp_path / "dist", Store(tmp_path / "store")):
        raise RuntimeError
    assert tree(tmp_path / "dist") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dist", "store"]


def test_a_file_made_of_the_others_is_made_when_one_of_them_changed(tmp_path):
    def write(token: str) -> list[Path]:
        made = []
        with replacing(tmp_path / "dist") as stage, Writer(stage, tmp_path / "dist", Store(tmp_path / "store")) as writer:
            writer.begin(["a", "all"])
            writer.write("a", token, lambda: token.encode())
            writer.make("all", lambda path: (made.append(path), path.write_bytes(b"all of " + token.encode())))
        writer.remember()
        assert (tmp_path / "dist/all").read_bytes() == b"all of " + token.encode()
        return made

    assert len(write("1")) == 1
    assert write("1") == []
    assert len(write("2")) == 1


def test_two_outputs_know_nothing_of_each_other(tmp_path):
    store = Store(tmp_path / "store")
    for name in ("one", "other"):
        with replacing(tmp_path / name) as stage, Writer(stage, tmp_path / name, store) as writer:
            writer.write("a", "1", lambda: b"a")
        writer.remember()
    assert os.stat(tmp_path / "one/a").st_ino != os.stat(tmp_path / "other/a").st_ino
