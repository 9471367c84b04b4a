"""Warnings don't stop a build unless the book says so; old addresses of a lesson stay alive."""

FIRST = "1-uno/1-primera/lesson.md"


def edit(book, name, old, new):
    path = book / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_warning_is_told_and_the_book_is_built(libro, plain_book, tmp_path):
    edit(plain_book, FIRST, "Al margen.", 'Al "margen".')
    ran = libro("build", plain_book, "-o", tmp_path / "out")
    assert ran.code == 0
    assert ran.err.startswith(f"plain/{FIRST}:")
    assert ": typo-quotes: straight quotes: \"margen\n" in ran.err
    assert ran.err.endswith("2 warnings.\n")
    assert (tmp_path / "out/index.html").is_file()


def test_warnings_are_told_again_at_the_next_build(libro, plain_book, tmp_path):
    edit(plain_book, FIRST, "Al margen.", 'Al "margen".')
    first = libro("build", plain_book, "-o", tmp_path / "out").err
    assert libro("build", plain_book, "-o", tmp_path / "out").err == first


def test_a_book_may_take_a_warning_for_an_error(libro, plain_book, tmp_path):
    edit(plain_book, FIRST, "Al margen.", 'Al "margen".')
    edit(plain_book, "book.toml", "[[blocks]]\n", '[severity]\ntypo-quotes = "error"\n\n[[blocks]]\n')
    ran = libro("build", plain_book, "-o", tmp_path / "out")
    assert ran.code == 1
    assert ran.err.endswith("2 problems; nothing was written.\n")


def test_a_severity_for_a_rule_that_is_not_there(libro, plain_book):
    edit(plain_book, "book.toml", "[[blocks]]\n", '[severity]\ntypo-quote = "error"\n\n[[blocks]]\n')
    ran = libro("check", plain_book)
    assert ran.code == 1
    assert "book.toml:6: rule-unknown: there is no rule «typo-quote»\n    Did you mean «typo-quotes»?\n" in ran.err


def test_an_error_can_not_be_lowered(libro, plain_book):
    edit(plain_book, "book.toml", "[[blocks]]\n", '[severity]\nraw-html = "warning"\n\n[[blocks]]\n')
    assert "book.toml:6: key-value: «severity.raw-html»" in libro("check", plain_book).err


def test_an_old_address_leads_to_the_lesson(libro, plain_book, tmp_path):
    edit(plain_book, FIRST, "+++\ntitle", '+++\naliases = ["uno/de-antes", "primera"]\ntitle')
    assert libro("build", plain_book, "-o", tmp_path / "out").code == 0
    near = (tmp_path / "out/uno/de-antes/index.html").read_text(encoding="utf-8")
    far = (tmp_path / "out/primera/index.html").read_text(encoding="utf-8")
    assert 'content="0; url=../primera/index.html"' in near
    assert '<a href="../uno/primera/index.html">' in far


def test_an_alias_may_not_take_the_address_of_a_lesson_or_leave_the_book(libro, plain_book):
    edit(plain_book, FIRST, "+++\ntitle", '+++\naliases = ["uno/segunda", "../fuera"]\ntitle')
    said = libro("check", plain_book).err
    assert f"{FIRST}:2: alias-taken: the address «uno/segunda» is that of 1-uno/2-segunda\n" in said
    assert f"{FIRST}:2: alias-name: «../fuera» can't be an address\n" in said
