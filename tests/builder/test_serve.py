"""`libro serve`: pages of the last good book, news after each save, and no more than the book."""

import http.client
import io
import json
import re
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder import messages
from builder.serving.server import BookServer
from builder.serving.watch import watch_book
from builder.serving.workshop import Workshop
from builder.terminal import Terminal


@contextmanager
def serving(book: Path, open_to=frozenset()):
    workshop = Workshop(book, Terminal(io.StringIO(), io.StringIO()))
    workshop.rebuild()
    server = BookServer(("127.0.0.1", 0), workshop, open_to)
    threads = [
        threading.Thread(target=server.serve_forever, daemon=True),
        threading.Thread(target=watch_book, args=(workshop, server.closing), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def server(plain_book):
    with serving(plain_book) as one:
        yield one


def get(server, path, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{server.port}"})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data.decode("utf-8", "replace")


class News:
    """The stream that an open page listens to."""

    def __init__(self, server, page):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.request("GET", f"/__libro/news?page={page}", headers={"Host": "localhost"})
        self.stream = self.connection.getresponse()

    def next(self):
        while True:
            line = self.stream.fp.readline().decode()
            if line.startswith("data: "):
                return json.loads(line[6:])


PAGE = "uno/segunda/index.html"


def test_a_page_is_served_with_the_script_that_keeps_it_fresh_which_no_build_contains(server):
    status, page = get(server, f"/{PAGE}")
    assert status == 200
    assert "La segunda" in page
    assert "/__libro/serve.js" in page
    assert "__libro" not in server.workshop.site.pages[PAGE].decode()


def test_an_unknown_address_gives_the_books_own_page_for_it(server):
    status, page = get(server, "/nada/de/nada.html")
    assert status == 404
    assert "Esta página no existe" in page


@pytest.mark.parametrize("path", [
    "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
    "/assets/../../../../../../../../etc/passwd", "/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd",
])
def test_nothing_outside_the_book_is_served(server, path):
    status, text = get(server, path)
    assert status == 404
    assert "root:" not in text


@pytest.mark.parametrize(("path", "host", "status"), [("/%00", None, 404), ("/" + "a" * 5000, None, 404), ("/", "[::1", 403)])
def test_a_request_that_makes_no_sense_gets_an_answer_and_the_terminal_no_traceback(server, capfd, path, host, status):
    assert get(server, path, host=host)[0] == status
    assert capfd.readouterr().err == ""


def test_a_reader_who_goes_away_in_the_middle_of_an_answer_is_no_news(server, capfd):
    for error in (BrokenPipeError(), ConnectionResetError()):
        try:
            raise error
        except ConnectionError:
            server.handle_error(None, ("127.0.0.1", 1))
    assert capfd.readouterr().err == ""
    try:
        raise KeyError("fault")
    except KeyError:
        server.handle_error(None, ("127.0.0.1", 1))
    assert "KeyError: 'fault'" in capfd.readouterr().err


def test_a_page_elsewhere_that_points_its_name_here_gets_nothing(server):
    status, text = get(server, f"/{PAGE}", host="rebound.example")
    assert (status, text) == (403, "")


def test_a_server_opened_on_purpose_answers_to_its_addresses_but_not_to_strange_names(plain_book):
    with serving(plain_book, frozenset({"0.0.0.0"})) as server:
        assert get(server, f"/{PAGE}", host="192.0.2.7:8000")[0] == 200
        assert get(server, f"/{PAGE}", host="rebound.example")[0] == 403


def test_a_save_is_told_to_its_page_and_to_no_other(server, plain_book):
    news, other = News(server, PAGE), News(server, "uno/primera/index.html")
    before, other_before = news.next(), other.next()
    lesson = plain_book / "1-uno/2-segunda/lesson.md"
    # At the end, where no card of another page shows it.
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\nUn final nuevo.\n", encoding="utf-8")
    after = news.next()
    assert after["page"] != before["page"] and after["trouble"] == []
    assert other.next()["page"] == other_before["page"]
    assert "Un final nuevo." in get(server, f"/{PAGE}")[1]


def test_news_tell_other_code_from_other_text(server, plain_book):
    news = News(server, PAGE)
    lesson = plain_book / "1-uno/2-segunda/lesson.md"
    text = lesson.read_text(encoding="utf-8")
    told = [news.next()["code"]]
    for added in ("Otro final.", "Otro final: {eval}`6 * 7`.", "Un final más: {eval}`6 * 7`.", "Un final más: {eval}`6 * 8`."):
        lesson.write_text(f"{text}\n{added}\n", encoding="utf-8")
        told.append(news.next()["code"])
    assert [after != before for before, after in zip(told, told[1:])] == [False, True, False, True]


def test_what_tells_its_content_by_its_name_is_asked_for_once_and_pages_each_time(server):
    def kept(path):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", path)
        return connection.getresponse().headers["Cache-Control"]

    style = re.search(r'href="[./]*(assets/[^"]+\.css)"', get(server, f"/{PAGE}")[1])[1]
    assert "immutable" in kept(f"/{style}")
    assert kept(f"/{PAGE}") == kept("/__libro/serve.js") == "no-cache"


def test_after_an_edit_the_search_is_made_anew_when_nothing_else_is_to_be_done(plain_book, monkeypatch):
    from builder.serving import watch

    monkeypatch.setattr(watch, "_QUIET", 200)
    lesson = plain_book / "1-uno/2-segunda/lesson.md"
    settled = threading.Event()
    settle = Workshop.settle

    def told(workshop):
        settle(workshop)
        if any(b"zarzamora" in page for url, page in workshop.site.pages.items() if not url.endswith(".html")):
            settled.set()

    monkeypatch.setattr(Workshop, "settle", told)
    with serving(plain_book) as server:
        news = News(server, PAGE)
        news.next()
        lesson.write_text(lesson.read_text(encoding="utf-8") + "\nUna zarzamora.\n", encoding="utf-8")
        news.next()
        assert settled.wait(60)


def test_a_fault_keeps_the_last_good_page_and_is_told_until_it_is_mended(server, plain_book):
    news = News(server, PAGE)
    before = news.next()
    lesson = plain_book / "1-uno/2-segunda/lesson.md"
    good = lesson.read_text(encoding="utf-8")
    lesson.write_text(good.replace("Texto.", "Texto {nada}`x`."), encoding="utf-8")
    told = news.next()
    assert told["page"] == before["page"]
    assert [(one["rule"], one["place"].rsplit(":", 2)[1:]) for one in told["trouble"]] == [("role-unknown", ["9", "7"])]
    assert "Texto." in get(server, f"/{PAGE}")[1]
    lesson.write_text(good, encoding="utf-8")
    assert news.next() == before


@pytest.fixture
def command(plain_book, monkeypatch):
    """Run `libro serve` until it would begin to watch: what it said, and the addresses that it opened."""
    import argparse

    from builder.commands import serve
    from builder.serving import watch

    opened = []
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    monkeypatch.setattr(watch, "watch_book", lambda workshop, stop: None)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*arguments):
        parser = argparse.ArgumentParser()
        serve.arguments(parser)
        said = io.StringIO()
        serve.run(parser.parse_args([str(plain_book), *arguments]), Terminal(said, io.StringIO()))
        return said.getvalue(), opened

    return run


def test_a_port_that_is_taken_leads_to_the_next_and_one_that_was_asked_for_to_an_error(command, monkeypatch):
    from builder.commands import serve
    from builder.problems import BuildError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "FIRST_PORT", port)
        said, opened = command()
        found = int(re.search(r"http://127\.0\.0\.1:(\d+)/", said)[1])
        assert port < found < port + 50
        assert opened == []
        with pytest.raises(BuildError):
            command("--port", str(port))


def test_open_opens_the_address_that_it_says(command):
    said, opened = command("--open", "--port", "0")
    assert opened == re.findall(r"http://127\.0\.0\.1:\d+/", said)


def test_a_host_that_others_reach_is_explained_and_loopback_needs_no_word(command):
    warned = "0.0.0.0"
    assert messages.text("serving_open", host=warned) in command("--port", "0", "--host", warned)[0]
    assert messages.text("serving_open", host="127.0.0.1") not in command("--port", "0")[0]


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_the_other_loopback_address_serves_too(command):
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("nothing listens at ::1 here")
    said, opened = command("--open", "--port", "0", "--host", "::1")
    assert re.fullmatch(r"http://\[::1\]:\d+/", opened[0])
    assert messages.text("serving_open", host="::1") not in said
