"""Damaged caches are made anew, a machine's refusals are told in one line, and hostile lessons name their line."""

import os

import pytest

from builder.lesson_code.limits import ENFORCED
from builder.trees import cached_tree

FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'


@pytest.fixture
def book(tmp_path):
    folder = tmp_path / "book" / "1-uno" / "1-una"
    folder.mkdir(parents=True)
    (tmp_path / "book" / "book.toml").write_text('title = "L"\ncell_seconds = 5\n', encoding="utf-8")

    def write(body):
        (folder / "lesson.md").write_text(FRONT + body, encoding="utf-8")
        return tmp_path / "book"

    return write


def make(folder):
    (folder / "one.txt").write_text("one")
    return {"made": True}


@pytest.mark.parametrize("damage", [
    lambda place: (place / "content/one.txt").write_text("two"),
    lambda place: (place / "content/one.txt").unlink(),
    lambda place: (place / "content/more.txt").write_text("more"),
    lambda place: (place / "value.pickle").write_bytes(b"\x80\x05K\x01."),
    lambda place: (place / "value.pickle").write_bytes(b"garbage"),
], ids=["a changed file", "a lost file", "a file too many", "another value", "garbage"])
def test_a_damaged_tree_of_the_cache_is_made_anew(tmp_path, monkeypatch, damage):
    from builder import trees

    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path))
    folder, value = cached_tree("kind", "key", make)
    assert value == {"made": True}
    damage(folder.parent)
    trees._verified.clear()
    made = []
    again, value = cached_tree("kind", "key", lambda new: made.append(new) or make(new))
    assert made and value == {"made": True}
    assert {path.name: path.read_text() for path in again.iterdir()} == {"one.txt": "one"}


def test_a_whole_tree_is_made_once(tmp_path, monkeypatch):
    monkeypatch.setenv("LIBRO_CACHE", str(tmp_path))
    cached_tree("kind", "key", make)
    cached_tree("kind", "key", lambda new: pytest.fail("it was there"))


@pytest.mark.parametrize("cache", ["/dev/null/x", "/proc/x"])
def test_a_cache_that_can_not_be_is_told_without_a_traceback(libro, plain_book, cache):
    ran = libro("build", plain_book, LIBRO_CACHE=cache)
    assert ran.code == 1
    assert ran.err.startswith("libro: ") and "Traceback" not in ran.err


def test_an_output_with_a_name_too_long_is_told_without_a_traceback(libro, plain_book):
    ran = libro("build", plain_book, "-o", "x" * 300)
    assert ran.code == 1
    assert ran.err.startswith("libro: ") and "Traceback" not in ran.err


def test_what_lies_too_deep_is_told_and_not_dropped(libro, book):
    deep = "".join("  " * n + "- uno\n" for n in range(60))
    ran = libro("check", book(deep))
    assert ran.code == 1
    assert ": nesting: lists, quotes and directives lie more than 37 levels deep" in ran.err


def test_twelve_levels_are_fine(libro, book):
    assert libro("check", book("".join("  " * n + "- uno\n" for n in range(12)))).code == 0


@pytest.mark.parametrize("text", [
    "a" * 1_000_000, "[a](b) " * 20_000, "$a " * 60_000, "*a " * 30_000, "[" * 50_000,
], ids=["one word", "links", "dollars", "stars", "brackets"])
def test_a_paragraph_without_end_is_refused_at_once(libro, book, text):
    ran = libro("check", book(text + "\n"))
    assert ran.code == 1
    assert f"lesson.md:5: paragraph-long: the paragraph has {len(text.strip())} characters; 20000 at most" in ran.err


@pytest.mark.parametrize("written", ["XXXX", "{}", '{"ok": true, "pieces": [], "output": "", "error": null}', "[1]"])
def test_a_cell_that_writes_where_answers_go_is_named(libro, book, written):
    body = (
        "```{code-cell} python\nimport os\nfor number in range(3, 20):\n    try:\n"
        f"        os.write(number, {written.encode() + bytes([10])!r})\n    except OSError:\n        continue\n```\n"
    )
    ran = libro("check", book(body))
    assert ran.code == 1
    assert "lesson.md:5: code-died: Python ended while it ran «celda-1»\n" in ran.err


# Twice, so that nobody is its parent, and in a session of its own.
HIDDEN = """import os, time
seen, told = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(told, str(os.getpid()).encode())
        time.sleep(60)
    os._exit(0)
child = int(os.read(seen, 20))
"""
FORKED = "import os, time\nchild = os.fork()\nif child == 0:\n    time.sleep(60)\n    os._exit(0)\n"


@pytest.mark.skipif(not ENFORCED, reason="this system tells nobody of the processes that others leave")
@pytest.mark.parametrize("ends", [False, True], ids=["the cell goes on", "the cell ends Python"])
@pytest.mark.parametrize("source", [FORKED, HIDDEN], ids=["a child", "a stray in a session of its own"])
def test_what_a_cell_forks_does_not_outlive_the_check(libro, book, tmp_path, source, ends):
    end = "os._exit(1)" if ends else "None"
    body = f"```{{code-cell}} python\n{source}with open({str(tmp_path / 'pid')!r}, 'w') as file:\n    print(child, file=file)\n{end}\n```\n"
    assert libro("check", book(body)).code == ends
    child = int((tmp_path / "pid").read_text())
    try:
        with open(f"/proc/{child}/stat") as stat:
            assert stat.read().split()[2] == "Z"
    except FileNotFoundError:
        assert not os.path.exists(f"/proc/{child}")


def test_titles_with_signs_stay_whole_in_the_head_of_the_page(libro, book, tmp_path):
    place = book("Texto.\n")
    lesson = place / "1-uno/1-una/lesson.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace('"T"', '"Si a<b y b<c"').replace('"S"', '"El signo <EOS> cierra"'))
    assert libro("build", place, "-o", tmp_path / "out").code == 0
    page = (tmp_path / "out/uno/una/index.html").read_text(encoding="utf-8")
    assert "<title>Si a&lt;b y b&lt;c · L</title>" in page
    assert 'content="El signo &lt;EOS&gt; cierra"' in page


def test_two_blocks_with_one_number(libro, book):
    place = book("Texto.\n")
    (place / "book.toml").write_text(
        'title = "L"\n[[blocks]]\nfolder = "1-uno"\ntitle = "A"\n[[blocks]]\nfolder = "1-dos"\ntitle = "B"\n', encoding="utf-8"
    )
    assert "book.toml: block-twice: blocks 1-uno and 1-dos have one number: 1\n" in libro("check", place).err


def test_no_block_and_no_old_address_lies_among_the_builder_s_own_files(libro, book):
    place = book("Texto.\n")
    (place / "1-uno").rename(place / "1-python")
    lesson = place / "1-python/1-una/lesson.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("+++\n", '+++\naliases = ["assets/una"]\n', 1), encoding="utf-8")
    said = libro("check", place).err
    assert "1-python: block-reserved: the builder's own files live at «python/»" in said
    assert "1-python/1-una/lesson.md:2: alias-taken: the address «assets/una» is that of assets/\n" in said


def test_a_planned_lesson_whose_number_is_taken_is_not_dropped_in_silence(libro, book):
    place = book("Texto.\n")
    planned = '[[blocks.planned]]\nfolder = "1-otra"\ntitle = "O"\nsummary = "S"\n'
    (place / "book.toml").write_text(f'title = "L"\n[[blocks]]\nfolder = "1-uno"\ntitle = "A"\n{planned}', encoding="utf-8")
    assert "book.toml:6: lesson-twice: this lesson has the number or the address of 1-uno/1-una\n" in libro("check", place).err


def test_a_language_is_a_code(libro, book):
    place = book("Texto.\n")
    (place / "book.toml").write_text('title = "L"\nlanguage = "../x"\n', encoding="utf-8")
    assert "book.toml:2: key-value: «language» must match" in libro("check", place).err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_no_lesson_and_stands_in_the_way_of_none(libro, book):
    root = book("```{code-cell} python\nimport os\nprint(os.listdir())\n```\n\n```{output}\n['data.txt']\n```\n")
    (root / "1-uno/1-una/data.txt").write_text("datos")
    os.mkfifo(root / "1-uno/1-una/pipe")
    ran = libro("check", root)
    assert ran.code == 0, ran.err
    (root / "1-uno/2-otra").mkdir()
    os.mkfifo(root / "1-uno/2-otra/lesson.md")
    ran = libro("check", root)
    assert ran.code == 1
    assert "2-otra/lesson.md: file-unreadable: the file can't be read: it is a special file, such as a named pipe" in ran.err
