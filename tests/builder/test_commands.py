"""The commands: what they make, what they refuse, their exit codes, and problems told to machines."""

import json
import re
import shlex

import pytest

from builder.node import packages_folder

BROKEN = '+++\ntitle = "T"\nsummary = "S"\n+++\n\n:::{notte}\n:::\n'


def spoil(book):
    (book / "1-uno/2-segunda/lesson.md").write_text(BROKEN, encoding="utf-8")


def test_check_says_what_a_build_would_and_writes_nothing(libro, plain_book, tmp_path, tree):
    before = tree(tmp_path)
    ran = libro("check", plain_book)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("No problems.\n")
    assert tree(tmp_path) == before


def test_problems_as_json(libro, plain_book):
    spoil(plain_book)
    ran = libro("check", plain_book, "--format", "json")
    assert ran.code == 1
    first = next(one for one in json.loads(ran.out) if one["rule"] == "directive-unknown")
    assert first == {
        "path": "plain/1-uno/2-segunda/lesson.md", "line": 6, "column": 0, "rule": "directive-unknown",
        "message": "there is no directive «notte»", "hint": "Did you mean «note»?", "severity": "error",
        "guide": "como-se-escribe/las-reglas/index.html#directive-unknown",
    }


def test_no_problems_as_json_is_an_empty_list(libro, plain_book, tmp_path):
    assert libro("check", plain_book, "--format", "json").out == "[]\n"
    assert libro("build", plain_book, "-o", tmp_path / "out", "--format", "json").out == "[]\n"
    assert libro("check", plain_book, "--format", "github").out == ""


def test_problems_as_annotations(libro, plain_book):
    spoil(plain_book)
    ran = libro("check", plain_book, "--format", "github")
    assert ran.code == 1
    assert (
        "::error file=plain/1-uno/2-segunda/lesson.md,line=6,title=directive-unknown::"
        "there is no directive «notte» (Did you mean «note»?)"
    ) in ran.out.splitlines()


def test_quiet_says_nothing_but_problems(libro, plain_book, tmp_path):
    assert libro("build", plain_book, "-o", tmp_path / "out", "-q").out == ""
    spoil(plain_book)
    ran = libro("build", plain_book, "-o", tmp_path / "out", "-q")
    assert ran.out == "" and "directive-unknown" in ran.err


def test_nothing_is_coloured_away_from_a_terminal(libro, plain_book):
    spoil(plain_book)
    assert "\033" not in libro("check", plain_book).err


def test_a_new_book_builds_at_once(libro, tmp_path):
    for name in ("mi-libro", 'Año «uno» "λ" {x}'):
        made = libro("new", "book", name)
        assert made.code == 0
        # What it says to type next is one word to a shell.
        assert shlex.split(made.out.partition("Now: ")[2]) == ["libro", "serve", name, "--open"]
        ran = libro("check", name)
        assert (ran.code, ran.err) == (0, "")


def test_a_new_lesson_has_an_example_of_every_directive_and_role(libro, tmp_path):
    from builder.markdown.registry import DIRECTIVES, ROLES

    libro("new", "book", "mi-libro")
    assert libro("new", "lesson", "mi-libro/1-primer-bloque/2-segunda").code == 0
    text = (tmp_path / "mi-libro/1-primer-bloque/2-segunda/lesson.md").read_text(encoding="utf-8")
    for name in DIRECTIVES:
        assert f"{{{name}}}" in text
    for name in ROLES:
        assert f"{{{name}}}`" in text
    assert libro("check", "mi-libro").code == 0


def test_new_overwrites_nothing(libro, tmp_path):
    libro("new", "book", "mi-libro")
    lesson = tmp_path / "mi-libro/1-primer-bloque/1-primera-leccion/lesson.md"
    lesson.write_text("mine", encoding="utf-8")
    assert libro("new", "book", "mi-libro").code == 1
    assert libro("new", "lesson", "mi-libro/1-primer-bloque/1-primera-leccion").code == 1
    assert lesson.read_text(encoding="utf-8") == "mine"


def test_new_refuses_a_name_without_number_and_a_place_outside_a_book(libro):
    libro("new", "book", "mi-libro")
    assert "must be a number" in libro("new", "lesson", "mi-libro/1-primer-bloque/segunda").err
    assert "does not lie in a book" in libro("new", "lesson", "otro/1-bloque/2-segunda").err


def test_clean_removes_a_built_book_and_refuses_any_other_folder(libro, plain_book, tmp_path, tree):
    libro("build", plain_book, "-o", tmp_path / "out")
    assert libro("clean", "-o", tmp_path / "out").code == 0
    assert tree(tmp_path / "out") == {}
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis/one.tex").write_text("years", encoding="utf-8")
    assert libro("clean", "-o", tmp_path / "thesis").code == 1
    assert tree(tmp_path / "thesis") == {"one.tex": b"years"}


def test_clean_cache_removes_the_cache_and_nothing_else(libro, tmp_path):
    cache = tmp_path / "cache"
    (cache / "pyodide").mkdir(parents=True)
    (cache / "pyodide/file").write_bytes(b"x")
    assert libro("clean", "-o", tmp_path / "none", "--cache", LIBRO_CACHE=str(cache)).code == 0
    assert not cache.exists()


def test_clean_cache_leaves_what_no_build_kept_there(libro, tmp_path):
    cache = tmp_path / "documents"
    for name in ("pyodide/one", "npm-0123456789abcdef/two", "thesis/three", "trees"):
        (cache / name).parent.mkdir(parents=True, exist_ok=True)
        (cache / name).write_bytes(b"x")
    ran = libro("clean", "-o", tmp_path / "none", "--cache", LIBRO_CACHE=str(cache))
    assert (ran.code, ran.out) == (0, f"Removed {cache} (0.0 kB)\n")
    # A file with the name of a folder of ours is none.
    assert sorted(path.name for path in cache.iterdir()) == ["thesis", "trees"]
    assert libro("clean", "-o", tmp_path / "none", "--cache", LIBRO_CACHE=str(cache)).out == "Nothing to remove.\n"


def test_clean_knows_every_folder_that_the_builder_keeps():
    from builder import REPOSITORY
    from builder.commands.clean import IN_CACHE, IN_CACHE_OF_NPM

    sources = [path.read_text(encoding="utf-8") for path in (REPOSITORY / "builder").rglob("*.py")]
    kept = {name for text in sources for name in re.findall(r'cache_folder\("([^"]+)"', text)}
    assert kept and kept <= IN_CACHE
    assert packages_folder().name.startswith(IN_CACHE_OF_NPM)


def test_doctor_names_what_it_found(libro):
    ran = libro("doctor")
    assert ran.code == 0
    assert "Python ≥ 3.11" in ran.out and "Node ≥ 20" in ran.out


def test_doctor_says_how_to_get_what_is_missing(libro, tmp_path):
    ran = libro("doctor", LIBRO_CACHE=str(tmp_path / "empty"))
    assert "missing  NumPy for the browser" in ran.out


def test_usage_errors_exit_with_two(libro):
    assert libro("build", "--nothing").code == 2
    assert libro("new", "chapter", "x").code == 2
    assert libro().code == 2


def test_version(libro):
    assert libro("--version").out == "libro 0.1.0\n"


def test_a_wrong_command_is_told_with_what_was_meant_in_the_language_of_the_terminal(libro):
    spanish = {"LC_ALL": "es_MX.UTF-8"}
    ran = libro("buid", **spanish)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "uso: libro [-h] [--version] COMMAND ...\nlibro: COMMAND no puede ser «buid»\n    ¿Quisiste decir «build»?\n"
    assert libro("check", "--extrenal-links").err.endswith("libro: nobody knows «--extrenal-links»\n    Did you mean «--external-links»?\n")
    assert libro("build", "-q", "-v", **spanish).err.endswith("libro build: -v/--verbose y -q/--quiet se excluyen\n")
    assert libro("serve", "-p", "x").err.endswith("libro serve: -p/--port can't be «x»\n")


def test_help_speaks_the_language_of_the_terminal_and_names_every_option(libro):
    ran = libro("check", "--help", LC_ALL="es_MX.UTF-8")
    assert ran.code == 0
    assert ran.out.startswith("uso: libro check ") and ran.out.count("opciones:") == 1
    for option in ("--browser", "--external-links", "--retrain", "--format", "-q, --quiet", "-h, --help"):
        assert option in ran.out
    assert "show this" not in ran.out and "optional" not in ran.out


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    import io

    from builder.problems import Problem
    from builder.terminal import Terminal

    class Screen(io.StringIO):
        def isatty(self):
            return True

    def told(**environment):
        for name in ("NO_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        screen = Screen()
        Terminal(Screen(), screen).problems([Problem("a.md", 1, 2, "raw-html", "no")])
        return screen.getvalue()

    assert "\033[31mraw-html" in told(TERM="xterm")
    assert "\033" not in told(TERM="xterm", NO_COLOR="1")
    assert "\033" not in told(TERM="dumb")
    assert told(NO_COLOR="1").startswith("a.md:1:2: raw-html: no\n")


def test_long_work_shows_how_much_is_left_and_only_to_who_watches(monkeypatch):
    import io

    from builder import terminal

    class Screen(io.StringIO):
        def isatty(self):
            return True

    def shown(out, patience=0.0, **how):
        monkeypatch.setattr(terminal, "PATIENCE", patience)
        one = terminal.Terminal(out, io.StringIO(), **how)
        with one.phase("hosting") as told:
            for done in range(3):
                one.count("running", done, 7)
            told["address"] = "x"
        return out.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    assert "Running the lessons' code" in shown(Screen()) and "2/7" in shown(Screen())
    assert "2/7" not in shown(Screen(), patience=3600.0)
    assert shown(Screen(), quiet=True) == shown(Screen(), problem_format="json") == ""
    assert shown(io.StringIO()).count("\n") == 1


@pytest.mark.parametrize(("requirement", "found"), [("numpy>=2.4", "1"), ("numpy>=99", ""), ("no-such-package", ""), ("no-such; extra == 'test'", "0")])
def test_doctor_looks_at_the_packages_of_python(monkeypatch, requirement, found):
    from importlib import metadata

    from builder.commands import doctor

    monkeypatch.setattr(metadata, "requires", lambda name: [requirement])
    assert doctor._python_packages() == found


def test_a_terminal_without_the_letters_gets_marks_and_no_traceback(libro, plain_book):
    spoil(plain_book)
    ran = libro("check", plain_book, PYTHONIOENCODING="ascii", LC_ALL="es_MX.UTF-8")
    assert ran.code == 1
    assert "directive-unknown: no existe la directiva ?notte?" in ran.err
