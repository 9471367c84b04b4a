"""The author's guide says all that there is to say: every directive, option, role, key and rule, with examples that hold."""

import io
import re
from pathlib import Path

import pytest

from builder import DEFAULT_BOOK, messages
from builder.book import BookConfig, FrontMatter, read_book
from builder.content import read_content
from builder.guide import GUIDE_OF_RULES, chapters, docs
from builder.markdown.registry import DIRECTIVES, ROLES
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal

GUIDE = DEFAULT_BOOK / "9-como-se-escribe"
FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n\n'


def problems_of(root: Path) -> dict[Path, set[str]]:
    """The rules that each file of a book breaks."""
    problems = Problems()
    quiet = Terminal(io.StringIO(), io.StringIO())
    read_content(root, Store(root.parent / "store"), quiet, problems)
    told: dict[Path, set[str]] = {}
    for problem in problems.all():
        told.setdefault(Path(problem.path).resolve(), set()).add(problem.rule)
    return told


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.resolve()


def test_every_directive_role_and_option_is_told_and_no_other():
    assert set(docs.directives()) == set(DIRECTIVES)
    assert set(docs.roles()) == set(ROLES)
    for name, directive in DIRECTIVES.items():
        told = docs.directives()[name]
        assert told.title and told.what and f"{{{name}}}" in told.example, name
        if directive.options is not None:
            assert set(told.options) == set(directive.options), name
    for name in ROLES:
        assert f"{{{name}}}`" in docs.roles()[name].example


def test_every_key_of_a_lesson_and_of_a_book_is_told():
    assert set(docs.front_keys()) == set(FrontMatter.model_fields)
    assert set(docs.book_keys()) == set(BookConfig.model_fields)


def test_every_rule_is_told_with_its_reason_and_an_example_and_no_other():
    missing = set(messages.rules()) - set(docs.rules())
    assert not missing, f"builder/guide/rules/*.toml says nothing of {sorted(missing)}"
    assert set(docs.rules()) <= set(messages.rules())
    for name, doc in docs.rules().items():
        assert doc.why.endswith((".", "?")) and doc.wrong, name
        assert doc.where in ("body", "lesson", "book", "glossary", "bibliography", "words"), name


def test_both_catalogues_have_the_same_rules_with_the_same_fields():
    english, spanish = messages.catalogue("en")["rules"], messages.catalogue("es")["rules"]
    assert set(english) == set(spanish)
    for rule, entry in english.items():
        for part in ("message", "hint"):
            fields = [set(re.findall(r"(?<!{){(\w+)}", one.get(part, ""))) for one in (entry, spanish[rule])]
            assert fields[0] == fields[1], (rule, part)


def of_lessons():
    return [name for name, doc in docs.rules().items() if doc.where in ("body", "lesson")]


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> dict[tuple[str, str], set[str]]:
    """The rules that each example breaks: one book in which every example is a lesson."""
    root = tmp_path_factory.mktemp("rules") / "book"
    write(root / "book.toml", 'title = "L"\ncell_seconds = 2\n')
    write(root / "1-uno/2-otra/lesson.md", FRONT + "Otra.\n")
    places = {}
    number = 2
    for name in of_lessons():
        doc = docs.rules()[name]
        for which in ("wrong", "right"):
            text = getattr(doc, which)
            if text:
                number += 1
                text = text + "\n" if doc.where == "lesson" else FRONT + text + "\n"
                places[name, which] = write(root / f"1-uno/{number}-{name}-{which}/lesson.md", text)
    found = problems_of(root)
    return {key: found.get(path, set()) for key, path in places.items()}


@pytest.mark.parametrize("rule", of_lessons())
def test_the_wrong_example_breaks_its_rule_and_the_right_one_none(told, rule):
    assert rule in told[rule, "wrong"]
    assert told.get((rule, "right"), set()) == set()


@pytest.mark.parametrize("rule", [name for name, doc in docs.rules().items() if doc.where == "book"])
def test_the_wrong_book_breaks_its_rule_and_the_right_one_none(tmp_path, rule):
    write(tmp_path / "book/1-uno/1-una/lesson.md", FRONT + "Una.\n")
    config = write(tmp_path / "book/book.toml", docs.rules()[rule].wrong + "\n")
    assert rule in problems_of(tmp_path / "book")[config]
    write(config, docs.rules()[rule].right + "\n")
    assert problems_of(tmp_path / "book") == {}


@pytest.mark.parametrize("rule", [name for name, doc in docs.rules().items() if doc.where in ("glossary", "bibliography")])
def test_the_wrong_glossary_or_bibliography_breaks_its_rule(tmp_path, rule):
    doc = docs.rules()[rule]
    write(tmp_path / "book/1-uno/1-una/lesson.md", FRONT + "Una.\n")
    write(tmp_path / "book/book.toml", 'title = "L"\n')
    path = write(tmp_path / f"book/{doc.where}.toml", doc.wrong + "\n")
    assert rule in problems_of(tmp_path / "book")[path]


def test_the_chapters_have_an_anchor_for_every_rule_and_directive():
    lessons = {lesson.slug: lesson for lesson in read_book(DEFAULT_BOOK, Problems()).written if lesson.block.letter}
    assert lessons["las-reglas"].url == GUIDE_OF_RULES
    rules, dialect = lessons["las-reglas"].text, lessons["todo-lo-que-se-escribe"].text
    assert rules is not None and dialect is not None
    assert re.findall(r"^### `([\w-]+)`$", rules, re.MULTILINE) == [n for group in docs.rule_groups() for n in group.rules]
    for name in DIRECTIVES:
        assert f"{{#directiva-{name}}}" in dialect
    for name in ROLES:
        assert f"{{#rol-{name}}}" in dialect


def test_what_an_example_needs_lies_beside_the_guide():
    folder = GUIDE / "2-todo-lo-que-se-escribe"
    for doc in (*docs.directives().values(), *docs.roles().values()):
        for name, text in doc.beside.items():
            assert (folder / name).read_text(encoding="utf-8") == text


def test_the_step_by_step_explorable_is_the_one_beside_it():
    folder = GUIDE / "3-un-explorable"
    source = (folder / "explorables.py").read_text(encoding="utf-8")
    steps = re.findall(r"^```python\n(.*?)^```$", (folder / "lesson.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(steps) == 6
    at = [source.index(step) for step in steps]
    assert at == sorted(at)
    # All of the class is shown, and nothing twice.
    assert sum(len(step) for step in steps) > 0.7 * len(source)


def test_a_lesson_that_asks_for_what_libro_does_not_generate(tmp_path):
    path = write(tmp_path / "book/1-uno/1-una/lesson.md", '+++\ntitle = "T"\nsummary = "S"\ngenerated = "rulez"\n+++\n')
    write(tmp_path / "book/book.toml", 'title = "L"\n')
    assert problems_of(tmp_path / "book") == {path: {"generated-unknown"}}


def test_code_is_quoted_whatever_marks_it_holds():
    assert chapters.quoted("a `b` c") == "`` a `b` c ``"
    assert chapters.fenced("```x\n```") == "````text\n```x\n```\n````"
    assert chapters.example("::::{note}\n::::") == ":::::{example}\n::::{note}\n::::\n:::::"
