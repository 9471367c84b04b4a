"""`dist/` is replaced in one step: what fails, is killed or isn't ours leaves it as it was."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from builder import messages
from builder.output import KEPT, MARKER, check_output, replacing
from builder.problems import BuildError


@pytest.fixture
def good(tmp_path) -> Path:
    output = tmp_path / "dist"
    output.mkdir()
    (output / KEPT).touch()
    with replacing(output) as stage:
        (stage / "index.html").write_text("first")
    return output


def test_the_new_book_takes_the_place_of_the_old_and_keeps_the_folder_in_git(good, tree):
    with replacing(good) as stage:
        (stage / "other.html").write_text("second")
    assert set(tree(good)) == {KEPT, MARKER, "other.html"}
    assert (good / MARKER).read_text() == "other.html\n"
    assert [path.name for path in good.parent.iterdir()] == ["dist"]


@pytest.mark.skipif(not os.path.ismount("/proc"), reason="this system has no /proc")
def test_a_mount_point_is_refused_before_anything_is_made():
    with pytest.raises(BuildError) as refused:
        check_output(Path("/proc"))
    assert refused.value.message == messages.text("output_is_mount", path="/proc")
    assert refused.value.hint == messages.text("output_mount_hint", path="/proc/libro")


def test_a_failure_in_the_middle_leaves_the_old_book(good, tree):
    before = tree(good)
    with pytest.raises(RuntimeError), replacing(good) as stage:
        (stage / "index.html").write_text("half")
        raise RuntimeError
    assert tree(good) == before
    assert [path.name for path in good.parent.iterdir()] == ["dist"]


def test_files_that_no_build_made_are_never_replaced(tmp_path, tree):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(BuildError), replacing(tmp_path):
        raise AssertionError("never gets here")
    assert tree(tmp_path) == {"thesis.tex": b"years of work"}


def test_a_folder_without_write_permission_is_left_alone(good, tree):
    before = tree(good)
    good.chmod(0o555)
    try:
        with pytest.raises(BuildError), replacing(good):
            raise AssertionError("never gets here")
    finally:
        good.chmod(0o755)
    assert tree(good) == before


def test_the_output_may_not_be_a_file(tmp_path):
    (tmp_path / "dist").write_text("a file")
    with pytest.raises(BuildError), replacing(tmp_path / "dist"):
        raise AssertionError("never gets here")


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT], ids=["kill", "Ctrl-C"])
def test_a_build_that_is_killed_leaves_the_old_book_and_its_leftovers_are_swept(good, kind, tree):
    before = tree(good)
    script = (
        "import sys, time; from pathlib import Path; from builder.output import replacing\n"
        "with replacing(Path(sys.argv[1])) as stage:\n"
        "    (stage / 'index.html').write_text('half'); print('writing', flush=True); time.sleep(60)\n"
    )
    repository = Path(__file__).parent.parent.parent
    build = subprocess.Popen(
        [sys.executable, "-c", script, str(good)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(repository)},
    )
    assert build.stdout is not None and build.stdout.readline() == b"writing\n"
    build.send_signal(kind)
    build.wait(30)
    build.stdout.close()
    assert tree(good) == before
    with replacing(good) as stage:
        (stage / "index.html").write_text("next")
    assert [path.name for path in good.parent.iterdir()] == ["dist"]


def test_two_builds_at_once_do_not_harm_each_other(good):
    with replacing(good) as one:
        with replacing(good) as other:
            (one / "index.html").write_text("one")
            (other / "index.html").write_text("other")
        assert (good / "index.html").read_text() == "other"
    assert (good / "index.html").read_text() == "one"


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "renames"])
@pytest.mark.parametrize("before", [True, False], ids=["old-book", "no-book"])
def test_a_book_that_another_build_puts_there_at_the_last_moment_is_replaced(tmp_path, monkeypatch, tree, before, exchange):
    output = tmp_path / "dist"
    rename, others = os.rename, iter(["other"])

    def late(source, target):
        if Path(target) == output and next(others, None):
            output.mkdir()
            (output / MARKER).write_text("other.html\n")
            (output / "other.html").write_text("other")
        rename(source, target)

    if before:
        with replacing(output) as stage:
            (stage / "index.html").write_text("old")
    if not exchange:
        monkeypatch.setattr("builder.output._exchange", lambda *_: False)
    monkeypatch.setattr(os, "rename", late)
    with replacing(output) as stage:
        (stage / "index.html").write_text("ours")
    assert tree(output) == {MARKER: b"index.html\n", "index.html": b"ours"}
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_a_swap_that_fails_between_two_renames_puts_the_old_book_back(good, monkeypatch, tree):
    before = tree(good)
    rename = os.rename

    def refused(source, target):
        # The new book can't take its place; the old one may come and go.
        if Path(target) == good and "-old-" not in Path(source).name:
            raise PermissionError(errno.EACCES, "refused", str(target))
        rename(source, target)

    monkeypatch.setattr("builder.output._exchange", lambda *_: False)
    monkeypatch.setattr(os, "rename", refused)
    with pytest.raises(PermissionError), replacing(good) as stage:
        (stage / "index.html").write_text("second")
    assert tree(good) == before
    assert [path.name for path in good.parent.iterdir()] == ["dist"]


def test_what_somebody_put_into_the_folder_stays_in_it(good):
    (good / "CNAME").write_text("book.example")
    (good / ".git").mkdir()
    (good / ".git" / "HEAD").write_text("ref")
    with replacing(good) as stage:
        (stage / "other.html").write_text("second")
    assert (good / "CNAME").read_text() == "book.example"
    assert (good / ".git" / "HEAD").read_text() == "ref"
    assert not (good / "index.html").exists()


def test_a_link_to_a_folder_stays_a_link(good):
    link = good.parent / "link"
    link.symlink_to(good)
    with replacing(link) as stage:
        (stage / "other.html").write_text("second")
    assert link.is_symlink()
    assert (good / "other.html").read_text() == "second"


def test_a_book_inside_the_output_is_never_buried(good):
    book = good / "book"
    book.mkdir()
    with pytest.raises(BuildError):
        check_output(good, book)
    check_output(good, good.parent / "elsewhere")
