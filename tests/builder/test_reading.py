"""Bad files are refused with file, line and byte; odd but good ones are read; never a traceback."""

import tomllib

import pytest

from builder import messages
from builder.toml_lines import fault_of
from builder.toml_words import in_words

FIRST = "1-uno/1-primera/lesson.md"
FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'


@pytest.fixture
def told(libro, plain_book, tmp_path):
    """Write bytes as the first lesson, build, and give what standard error says, paths shortened."""

    def build(data: bytes, name: str = FIRST) -> str:
        (plain_book / name).write_bytes(data)
        ran = libro("build", plain_book, "-o", tmp_path / "out")
        assert ran.code == 1
        assert "Traceback" not in ran.err
        assert not (tmp_path / "out").exists()
        return ran.err.replace("plain/1-uno/1-primera/", "").replace("plain/", "")

    return build


def test_latin_1_is_refused_with_its_line_and_byte(told):
    # «ó» in Latin-1 is 0xf3; it is the 55th byte, on the sixth line.
    assert told((FRONT + "\nTraducci\u00f3n.\n").encode("latin-1")) == (
        "lesson.md:6: file-not-utf8: byte 44 (0xf3) is not UTF-8\n    Save the file as UTF-8.\n"
        "1 problem; nothing was written.\n"
    )


def test_a_control_character_is_refused_with_its_place(told):
    assert told(FRONT.encode() + b"Uno\ndos \x1b[31mrojo\n") == (
        "lesson.md:6:5: file-has-control: the control character U+001B can't stand in a text\n"
        "1 problem; nothing was written.\n"
    )


@pytest.mark.parametrize(("escape", "code"), [(r"\u0000", "U+0000"), (r"\b", "U+0008"), (r"\u009f", "U+009F")])
def test_a_control_character_written_by_its_number_is_refused_too(told, escape, code):
    front = FRONT.replace('"T"', f'"T{escape}"')
    assert told(front.encode()) == (
        f"lesson.md:2: key-value: «title» holds the control character {code}, which no page can show\n"
        "1 problem; nothing was written.\n"
    )
    assert f"book.toml:1: key-value: «title» holds the control character {code}" in told(
        f'title = "L{escape}"\n'.encode(), "book.toml"
    )


def test_a_lesson_that_is_a_link_out_of_the_book_is_refused_and_not_read(libro, plain_book, tmp_path):
    secret = tmp_path / "elsewhere"
    secret.mkdir()
    (secret / "lesson.md").write_text(FRONT + "Nadie lo lee: $\\frac$\n", encoding="utf-8")
    (plain_book / "1-uno" / "9-fuera").symlink_to(secret)
    ran = libro("build", plain_book, "-o", tmp_path / "out")
    assert ran.code == 1
    assert ran.err == (
        f"plain/1-uno/9-fuera: symlink: this link leads to {secret}; a book may link to its own files, and to no folder\n"
        "    Put the file itself there.\n1 problem; nothing was written.\n"
    )


def test_a_link_to_a_file_of_the_book_is_read(libro, plain_book, tmp_path):
    lesson = plain_book / "1-uno" / "2-segunda" / "lesson.md"
    lesson.rename(plain_book / "segunda.md")
    lesson.symlink_to("../../segunda.md")
    assert libro("build", plain_book, "-o", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "uno" / "segunda" / "index.html").is_file()


def test_an_empty_file_lacks_its_front_matter(told):
    assert told(b"").startswith("lesson.md:1: front-matter-missing: a lesson begins with its front matter\n")


def test_front_matter_without_end(told):
    assert told(b'+++\ntitle = "T"\n').startswith("lesson.md:1: front-matter-open: the front matter isn't closed\n")


def test_unknown_and_missing_keys_come_together_each_with_its_line(told):
    said = told('+++\nsumary = "S"\ntitle = "T"\nmood = 3\n+++\n'.encode())
    assert "lesson.md:1: key-missing: the key «summary» is missing\n" in said
    assert "lesson.md:2: key-unknown: unknown key «sumary»\n    Did you mean «summary»?\n" in said
    assert "lesson.md:4: key-unknown: unknown key «mood»\n" in said
    assert said.endswith("3 problems; nothing was written.\n")


def test_a_value_of_the_wrong_kind(told):
    said = told('+++\ntitle = "T"\nsummary = "S"\n\nkeywords = "uno"\n+++\n'.encode())
    assert said.startswith("lesson.md:5: key-value: «keywords» must be a list between brackets\n")


def test_broken_toml_names_line_and_column(told):
    assert told(b'+++\ntitle = "T"\nsummary = S\n+++\n').startswith("lesson.md:3:11: toml-syntax: this is no value: a text goes between quotes\n")


@pytest.mark.parametrize("value", ["[" * 5000, "9" * 5000])
def test_toml_beyond_what_its_reader_can_count_is_a_problem_of_its_file(told, value):
    assert told(f'title = "L"\nx = {value}\n'.encode(), "book.toml").startswith("book.toml:1: toml-syntax: ")


def test_broken_book_toml(told):
    assert told(b'title = "L\n', "book.toml").startswith("book.toml:1:11: toml-syntax: a text isn't closed: a quote is missing\n")


@pytest.mark.parametrize(("text", "kind"), [
    ('a = "b\nc = 1', "open-text"), ("a = 'b\n", "open-text"), ('a = """b', "open-text"), ("a = '''b", "open-text"), ('a = "b', "open-text"),
    ('a = "b\x07"', "character"), ("# \x07", "character"), ("a = b", "value"), ("a", "equals"), ("[a", "bracket"), ("[[a]", "bracket"), ("a = [1", "bracket"),
    ("a = {b = 1", "bracket"), ("a = 1 b = 2", "end"), ("!a = 1", "key"), ("a = 1\na = 2", "twice"), ("[a]\n[a]", "twice"), ("a = {b = 1}\n[a.c]", "twice"),
    ("a = {b = 1, b = 2}", "twice"), (r'a = "\alpha"', "backslash"), (r'a = "\uZZZZ"', "backslash"), (r'a = "\ud800"', "backslash"), ("a = 2024-02-31", "date"),
])
def test_what_is_wrong_with_toml_is_told_in_the_words_of_the_catalogue(monkeypatch, text, kind):
    for language, code in (("en_US.UTF-8", "en"), ("es_MX.UTF-8", "es")):
        monkeypatch.setenv("LC_ALL", language)
        with pytest.raises(tomllib.TOMLDecodeError) as caught:
            tomllib.loads(text)
        said = in_words(fault_of(caught.value, text).what)
        template = messages.catalogue(code)["toml"][kind]
        assert said == template.replace("{what}", repr("\x07"))


def test_both_catalogues_know_the_same_faults_of_toml():
    english, spanish = (messages.catalogue(code)["toml"] for code in ("en", "es"))
    assert set(english) == set(spanish)


def test_an_unknown_key_of_a_planned_lesson_has_its_own_line(told):
    text = '''title = "L"

[[blocks]]
folder = "1-uno"
title = "B"

[[blocks.planned]]
folder = "7-septima"
title = "S"
sumary = "x"
summary = "x"
'''
    assert told(text.encode(), "book.toml").startswith(
        "book.toml:10: key-unknown: unknown key «blocks.planned.sumary»\n    Did you mean «summary»?\n"
    )


def test_a_prerequisite_that_is_no_lesson(told):
    said = told(FRONT.replace("+++\n", '+++\nprerequisites = ["1-uno/2-segundo"]\n', 1).encode())
    assert said.startswith(
        "lesson.md:2: prerequisite-unknown: no lesson is called «1-uno/2-segundo»\n    Did you mean «1-uno/2-segunda»?\n"
    )


def test_a_lesson_that_is_also_planned(told):
    text = 'title = "L"\n[[blocks]]\nfolder = "1-uno"\ntitle = "B"\n[[blocks.planned]]\nfolder = "2-segunda"\ntitle = "S"\nsummary = "x"\n'
    said = told(text.encode(), "book.toml")
    assert "book.toml:6: planned-is-written: 1-uno/2-segunda is planned here, and is already written\n" in said


def test_messages_in_spanish_by_locale(libro, plain_book):
    (plain_book / FIRST).write_text(FRONT + "\n:::{note}\n", encoding="utf-8")
    ran = libro("build", plain_book, LC_ALL="es_MX.UTF-8")
    assert ":6: directive-open: «:::{note}» no está cerrada\n    Ciérrala con una línea :::\n" in ran.err
    assert ran.err.endswith("1 problema; no se escribió nada.\n")


@pytest.mark.parametrize("spoil", [
    lambda text: b"\xef\xbb\xbf" + text.encode(),
    lambda text: text.replace("\n", "\r\n").encode(),
], ids=["byte order mark", "Windows line ends"])
def test_odd_but_good_files_give_the_same_page(libro, plain_book, tmp_path, spoil):
    assert libro("build", plain_book, "-o", tmp_path / "plain-out").code == 0
    source = plain_book / FIRST
    source.write_bytes(spoil(source.read_text(encoding="utf-8")))
    assert libro("build", plain_book, "-o", tmp_path / "odd-out").code == 0
    page = "uno/primera/index.html"
    assert (tmp_path / "odd-out" / page).read_bytes() == (tmp_path / "plain-out" / page).read_bytes()


def test_a_folder_that_is_no_book(libro, tmp_path):
    ran = libro("build", tmp_path)
    assert ran.code == 1
    assert "has no book.toml" in ran.err


def test_an_unknown_command_is_a_usage_error(libro):
    assert libro("bild").code == 2
