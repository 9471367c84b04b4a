"""Links to other hosts, asked politely: a host of this machine answers, and remembers how it was asked."""

import threading
from collections import Counter, defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from builder.checking.external_links import AGENT, LinkChecker, Outcome

FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n\n'


class Host:
    """`answers[path]` are status, headers and seconds to keep silent, one a question, the last for all that follow."""

    def __init__(self):
        self.answers = defaultdict(lambda: [(404, {}, 0)])
        self.asked = []
        self.agents = set()
        self.now = self.most = 0
        lock, host = threading.Lock(), self
        seen = Counter()

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                with lock:
                    host.now += 1
                    host.most = max(host.most, host.now)
                    host.asked.append((self.command, self.path))
                    host.agents.add(self.headers["User-Agent"])
                    planned = host.answers[self.path]
                    status, headers, silence = planned[min(seen[self.path], len(planned) - 1)]
                    seen[self.path] += 1
                threading.Event().wait(silence or 0.02)
                with lock:
                    host.now -= 1
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_HEAD = answer

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def plans(self, path, *answers):
        self.answers[path] = [(answer if isinstance(answer, tuple) else (answer, {}, 0)) for answer in answers]
        return self.address + path


@pytest.fixture
def host():
    made = Host()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def waits():
    """How long the checker would have waited, in order."""
    return []


@pytest.fixture
def check(waits):
    def ask(*urls, timeout=20.0):
        return LinkChecker(pause=0.25, timeout=timeout, sleep=waits.append).check(urls)

    return ask


def test_an_address_that_answers_is_asked_for_its_head_alone(host, check):
    url = host.plans("/fine", 200)
    assert check(url) == {url: Outcome("fine")}
    assert host.asked == [("HEAD", "/fine")]
    assert host.agents == {AGENT}


def test_an_address_is_asked_once_whatever_its_fragments(host, check):
    url = host.plans("/fine", 200)
    assert check(url, url + "#one", url + "#two") == {url: Outcome("fine")}
    assert len(host.asked) == 1


@pytest.mark.parametrize("refusal", [400, 403, 404, 405, 501])
def test_a_host_that_refuses_heads_is_asked_for_the_whole(host, check, refusal):
    url = host.plans("/page", refusal, 200)
    assert check(url) == {url: Outcome("fine")}
    assert host.asked == [("HEAD", "/page"), ("GET", "/page")]


@pytest.mark.parametrize("gone", [404, 410])
def test_what_is_gone_is_dead(host, check, gone):
    url = host.plans("/gone", gone)
    assert check(url) == {url: Outcome("dead", str(gone))}


def test_what_moved_for_good_is_told_and_what_moved_for_now_is_not(host, check):
    there = host.plans("/there", 200)
    for_good = host.plans("/good", (301, {"Location": "/there"}, 0))
    for_now = host.plans("/now", (302, {"Location": "/there"}, 0))
    found = check(for_good, for_now)
    assert found == {for_good: Outcome("moved", there), for_now: Outcome("fine")}


def test_a_circle_of_addresses_is_dead(host, check):
    one = host.plans("/one", (302, {"Location": "/two"}, 0))
    host.plans("/two", (302, {"Location": "/one"}, 0))
    assert check(one)[one].kind == "dead"
    assert len(host.asked) == 6


def test_a_redirect_may_not_lead_to_a_file(host, check):
    url = host.plans("/file", (302, {"Location": "file:///etc/passwd"}, 0))
    assert check(url) == {url: Outcome("dead", "file:///etc/passwd")}


def test_too_many_questions_are_answered_by_waiting_as_long_as_asked(host, check, waits):
    url = host.plans("/busy", (429, {"Retry-After": "7"}, 0), 200)
    assert check(url) == {url: Outcome("fine")}
    # A pause after each question, and between them the time that the host asked for.
    assert waits == [0.25, 7.0, 0.25]
    assert host.asked == [("HEAD", "/busy"), ("HEAD", "/busy")]


def test_nobody_waits_for_an_hour(host, check, waits):
    url = host.plans("/busy", (429, {"Retry-After": "3600"}, 0))
    assert check(url) == {url: Outcome("unsure", "429")}
    assert [wait for wait in waits if wait > 1] == [60.0, 60.0]


def test_what_fails_is_tried_again_and_then_left_in_doubt(host, check, waits):
    url = host.plans("/ill", 500)
    well = host.plans("/better", 503, 200)
    assert check(url, well) == {url: Outcome("unsure", "500"), well: Outcome("fine")}
    assert [method for method, path in host.asked if path == "/ill"] == ["HEAD", "GET"] * 3
    assert 1.0 in waits and 2.0 in waits


def test_who_wants_no_programs_is_left_in_doubt(host, check):
    url = host.plans("/private", 403)
    assert check(url) == {url: Outcome("unsure", "403")}


def test_silence_is_doubt(host, check):
    url = host.plans("/slow", (200, {}, 2))
    assert check(url, timeout=0.2)[url].kind == "unsure"


def test_nobody_at_the_address_is_doubt_with_its_reason(check):
    assert check("http://127.0.0.1:9/x")["http://127.0.0.1:9/x"] == Outcome("unsure", "Connection refused")


def test_a_host_gets_one_question_at_a_time_with_a_pause_after_each(host, check, waits):
    urls = [host.plans(f"/{n}", 200) for n in range(12)]
    assert set(check(*urls).values()) == {Outcome("fine")}
    assert host.most == 1
    assert waits == [0.25] * 12


def test_hosts_are_asked_side_by_side(check):
    hosts = [Host() for _ in range(3)]
    meeting = threading.Barrier(3, timeout=20)
    urls = [one.plans("/fine", 200) for one in hosts]
    # Each question is held until the other two hosts have been asked as well.
    outcomes = LinkChecker(pause=0, sleep=lambda seconds: meeting.wait()).check(urls)
    for one in hosts:
        one.server.shutdown()
        one.server.server_close()
    assert set(outcomes.values()) == {Outcome("fine")}


def test_the_command_tells_each_place_that_names_an_address(libro, host, tmp_path):
    dead, moved = host.plans("/dead", 404), host.plans("/old", (301, {"Location": "/new"}, 0))
    fine = host.plans("/new", 200)
    folder = tmp_path / "libro/1-uno/1-una"
    folder.mkdir(parents=True)
    (tmp_path / "libro/book.toml").write_text('title = "L"\n', encoding="utf-8")
    body = f"[bien]({fine}), [mal]({dead}#x).\n\nY [movida]({moved}),\notra vez [mal]({dead}).\n"
    (folder / "lesson.md").write_text(FRONT + body, encoding="utf-8")
    ran = libro("check", "libro", "--external-links")
    place = "libro/1-uno/1-una/lesson.md"
    assert ran.code == 1
    assert f"{place}:6:{len(fine) + 11}: link-dead: nobody answers at {dead}#x: 404\n" in ran.err
    assert f"{place}:8:3: link-moved: {moved} has moved to {fine}\n" in ran.err
    assert f"{place}:9:10: link-dead: nobody answers at {dead}: 404\n" in ran.err
    assert ran.err.endswith("2 problems; nothing was written.\n")


def test_without_the_option_nobody_is_asked(libro, host, tmp_path):
    folder = tmp_path / "libro/1-uno/1-una"
    folder.mkdir(parents=True)
    (tmp_path / "libro/book.toml").write_text('title = "L"\n', encoding="utf-8")
    (folder / "lesson.md").write_text(f"{FRONT}[mal]({host.plans('/dead', 404)}).\n", encoding="utf-8")
    assert libro("check", "libro").code == 0
    assert host.asked == []
