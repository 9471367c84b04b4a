"""An incremental build gives the bytes of a clean one, whatever was edited, added, renamed or deleted."""

import io
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder import SITE_TEMPLATES
from builder.build import build
from builder.problems import ContentProblems
from builder.store import Store
from builder.terminal import Terminal

BOOKS = Path(__file__).parent.parent / "books"
NUMBERS = st.integers(1, 5)

TEXTS = {
    "plain": "Un párrafo con $x_{n}$ y **negrita**.\n",
    "equation": "$$\nx = {n}\n$$ (eq-{n})\n\nLa [](#eq-{n}).\n",
    "heading": "## Título {n}\n\nTexto.\n",
    "links": "Ve a [otra](../{n}-leccion-{n}/lesson.md) y a [](../{n}-leccion-{n}/lesson.md).\n",
    "anchor": "Ve a [su título](../{n}-leccion-{n}/lesson.md#titulo-{n}).\n",
    "cell": "```{{code-cell}} python\nx = {n}\nprint(x)\n```\n\nSon {{eval}}`x + 1`.\n",
    "data": '```{{code-cell}} python\nprint(open("data.txt").read())\n```\n',
    "explorable": ":::{{explorable}} doble\n:id: doble-{n}\n:x: {n}\n\nPie.\n:::\n",
    "figure": ":::{{figure}} curva\n:name: curva-{n}\n:alt: Una curva.\n\nPie {n}.\n:::\n",
    "picture": ":::{{figure}} dibujo.svg\n:name: dibujo-{n}\n:alt: Un dibujo.\n\nPie {n}.\n:::\n",
    "term": "Esto es una {{term}}`puntuación <puntuación>` y esto un {{term}}`peso`.\n",
    "table": "| a | b |\n|---|---|\n| {n} | 2 |\n",
    "quiz": ":::{{quiz}}\n¿{n}?\n\n- [x] Sí\n\n  Sí.\n- [ ] No\n\n  No.\n:::\n",
}

FIGURES = """
import plotly.graph_objects as go


def curva():
    fig = go.Figure(go.Scatter(x=[0, 1, 2], y=[0, @n@, 1]))
    fig.update_xaxes(title="equis")
    fig.update_yaxes(title="ye")
    return fig
"""
EXPLORABLES = """
from dataclasses import dataclass
from explorables import Explorable, slider
from explorables.marks import Table, Text


@dataclass(frozen=True)
class State:
    x: float = slider(0, 6, default=2, label="equis")


class Doble(Explorable):
    name, title, State = "doble", "El doble", State

    def scene(self, state):
        return [Text(f"{state.x:g} por @n@")]

    def describe(self, state):
        return f"Es {state.x:g}."

    def table(self, state):
        return Table("El doble", ("equis",), [(f"{state.x:g}",)])
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 @n@ 9"><path d="M0 0h@n@"/></svg>'
GLOSSARY = """
[[terms]]
term = "puntuación"
definition = "Un número {n}, antes de la {{term}}`softmax`."
[[terms]]
term = "softmax"
definition = "Reparte {n}."
[[terms]]
term = "peso"
variants = ["pesos"]
definition = "Una parte de {n}, como $w_{n}$."
"""

edits = st.one_of(
    st.tuples(st.just("write"), NUMBERS, st.lists(st.tuples(st.sampled_from(sorted(TEXTS)), NUMBERS), max_size=3)),
    st.tuples(st.just("title"), NUMBERS, NUMBERS),
    st.tuples(st.just("data"), NUMBERS, NUMBERS),
    st.tuples(st.just("beside"), NUMBERS, st.sampled_from(["figures.py", "explorables.py", "dibujo.svg"]), NUMBERS),
    st.tuples(st.just("glossary"), NUMBERS),
    st.tuples(st.just("delete"), NUMBERS),
    st.tuples(st.just("rename"), NUMBERS, NUMBERS),
    st.tuples(st.just("plan"), NUMBERS),
    st.tuples(st.just("book"), NUMBERS),
)


class Author:
    """Edits a small book."""

    def __init__(self, root: Path) -> None:
        self.block = root / "1-uno"
        self.block.mkdir(parents=True)
        self.toml = root / "book.toml"
        self.planned: set[int] = {4}
        self.title = 1
        self.glossary(1)
        self.write(1, [("plain", 1), ("links", 4)])
        self.book(1)

    def _folder(self, number: int) -> Path:
        return self.block / f"{number}-leccion-{number}"

    def write(self, number: int, pieces: list[tuple[str, int]]) -> None:
        folder = self._folder(number)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "data.txt").write_text("datos\n", encoding="utf-8")
        for name in ("figures.py", "explorables.py", "dibujo.svg"):
            self.beside(number, name, 1)
        body = "\n".join(TEXTS[kind].format(n=n) for kind, n in pieces)
        front = f'+++\ntitle = "Lección {number}"\nsummary = "Resumen {number}."\n+++\n\n'
        (folder / "lesson.md").write_text(front + body, encoding="utf-8")

    def replace(self, number: int, old: str, new: str) -> None:
        path = self._folder(number) / "lesson.md"
        if path.is_file():
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    def data(self, number: int, value: int) -> None:
        if self._folder(number).is_dir():
            (self._folder(number) / "data.txt").write_text(f"datos {value}\n", encoding="utf-8")

    def beside(self, number: int, name: str, value: int) -> None:
        """What stands beside a lesson and is drawn on its page."""
        text = {"figures.py": FIGURES, "explorables.py": EXPLORABLES, "dibujo.svg": PICTURE}[name]
        if self._folder(number).is_dir():
            (self._folder(number) / name).write_text(text.replace("@n@", str(value)), encoding="utf-8")

    def glossary(self, value: int) -> None:
        (self.block.parent / "glossary.toml").write_text(GLOSSARY.format(n=value), encoding="utf-8")

    def delete(self, number: int) -> None:
        shutil.rmtree(self._folder(number), ignore_errors=True)

    def rename(self, old: int, new: int) -> None:
        if self._folder(old).is_dir() and not self._folder(new).exists():
            self._folder(old).rename(self._folder(new))

    def book(self, title: int) -> None:
        self.title = title
        text = f'title = "Libro {title}"\ncell_seconds = 30\n[[blocks]]\nfolder = "1-uno"\ntitle = "Bloque"\n'
        for number in sorted(self.planned):
            if not self._folder(number).exists():
                text += f'[[blocks.planned]]\nfolder = "{number}-leccion-{number}"\ntitle = "Plan {number}"\nsummary = "Vendrá."\n'
        self.toml.write_text(text, encoding="utf-8")

    def apply(self, edit: tuple) -> None:
        name, *arguments = edit
        if name == "title":
            self.replace(arguments[0], "title = \"Lección", f"title = \"Lección {arguments[1]}")
        elif name == "plan":
            self.planned ^= {arguments[0]}
        else:
            getattr(self, name)(*arguments)
        self.book(self.title)


def outcome(root: Path, output: Path, store: Path) -> dict[str, bytes] | list[str]:
    """The files of a build, or the problems that it told."""
    try:
        build(root, output, Terminal(io.StringIO(), io.StringIO()), store=Store(store))
    except ContentProblems as found:
        return [str(problem) for problem in found.problems]
    return {
        str(path.relative_to(output)): path.read_bytes()
        for path in sorted(output.rglob("*")) if path.is_file() and "python" not in path.parts
    }


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(edits, min_size=1, max_size=5))
def test_incremental_is_clean(sequence):
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        author = Author(place / "book")
        assert isinstance(outcome(place / "book", place / "kept", place / "store"), dict)
        for step, edit in enumerate(sequence):
            author.apply(edit)
            incremental = outcome(place / "book", place / "kept", place / "store")
            clean = outcome(place / "book", place / f"clean-{step}", place / f"store-{step}")
            assert incremental == clean


@pytest.fixture
def templates(tmp_path, monkeypatch) -> Path:
    """A copy of `site_templates` that the builder takes for its own."""
    from builder import assets, fingerprints, templates

    copy = Path(shutil.copytree(SITE_TEMPLATES, tmp_path / "site_templates", ignore=shutil.ignore_patterns("node_modules")))
    for module in (assets, fingerprints, templates):
        monkeypatch.setattr(module, "SITE_TEMPLATES", copy)
    monkeypatch.setattr(assets.read_catalogue, "__defaults__", (copy / "strings" / "es.toml",))
    fingerprints.forget()
    templates.forget()
    yield copy
    monkeypatch.undo()
    fingerprints.forget()
    templates.forget()


@pytest.mark.parametrize(("name", "old", "new"), [
    ("templates/components/heading.html.j2", "<h", "<h data-new "),
    ("styles/quiz.css", "{", "{ --nueva: 1;"),
    ("strings/es.toml", 'table_region = "', 'table_region = "Nueva '),
], ids=["template", "style", "string"])
def test_a_change_of_the_templates_reaches_what_was_built_before(templates, tmp_path, name, old, new):
    from builder import fingerprints
    from builder import templates as jinja

    author = Author(tmp_path / "book")
    author.write(1, [("heading", 1), ("quiz", 1), ("table", 1)])
    before = outcome(tmp_path / "book", tmp_path / "kept", tmp_path / "store")
    path = templates / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    fingerprints.forget()
    jinja.forget()
    incremental = outcome(tmp_path / "book", tmp_path / "kept", tmp_path / "store")
    assert incremental != before
    assert incremental == outcome(tmp_path / "book", tmp_path / "clean", tmp_path / "other-store")
