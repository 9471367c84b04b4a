"""The files of a site: what is promised is made when somebody asks, and once where it is made later."""

from builder.files import Files


def test_a_file_made_later_is_made_once_and_only_when_somebody_asks():
    made = []

    def make():
        made.append(1)
        return b"page"

    files = Files()
    files.later("a.html", make)
    whole = Files({"b.html": b"other"}, files)
    assert sorted(whole) == ["a.html", "b.html"] and made == []
    assert whole["a.html"] == b"page" == files["a.html"]
    assert whole.token("a.html") == Files({"a.html": b"page"}).token("a.html")
    assert made == [1]


def test_what_takes_the_place_of_a_file_has_a_token_of_its_own():
    later = Files()
    later.later("a.html", lambda: b"new")
    files = Files({"a.html": b"old"}, later)
    assert files["a.html"] == b"new"
    assert files.token("a.html") == Files({"a.html": b"new"}).token("a.html") != Files({"a.html": b"old"}).token("a.html")
