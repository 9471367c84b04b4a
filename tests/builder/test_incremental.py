"""An incremental build gives the bytes of a clean one, whatever was edited, added, renamed or deleted."""

import io
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
    "links": "Ve a [otra](../{n}-leccion/lesson.md) y a [](../{n}-leccion/lesson.md).\n",
    "anchor": "Ve a [su título](../{n}-leccion/lesson.md#titulo-{n}).\n",
    "cell": "```{{code-cell}} python\nx = {n}\nprint(x)\n```\n\nSon {{eval}}`x + 1`.\n",
    "data": '```{{code-cell}} python\nprint(open("data.txt").read())\n```\n',
    "quiz": ":::{{quiz}}\n¿{n}?\n\n- [x] Sí\n\n  Sí.\n- [ ] No\n\n  No.\n:::\n",
}

edits = st.one_of(
    st.tuples(st.just("write"), NUMBERS, st.lists(st.tuples(st.sampled_from(sorted(TEXTS)), NUMBERS), max_size=3)),
    st.tuples(st.just("title"), NUMBERS, NUMBERS),
    st.tuples(st.just("data"), NUMBERS, NUMBERS),
    st.tuples(st.just("delete"), NUMBERS),
    st.tuples(st.just("rename"), NUMBERS, NUMBERS),
    st.tuples(st.just("plan"), NUMBERS),
    st.tuples(st.just("book"), NUMBERS),
)


class Author:
    """Edits a small book."""

    def __init__(self, root: Path) -> None:
        self.block = root / "1-uno"
        self.toml = root / "book.toml"
        self.planned: set[int] = {4}
        self.title = 1
        self.write(1, [("plain", 1), ("links", 4)])
        self.book(1)

    def _folder(self, number: int) -> Path:
        return self.block / f"{number}-leccion"

    def write(self, number: int, pieces: list[tuple[str, int]]) -> None:
        folder = self._folder(number)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "data.txt").write_text("datos\n", encoding="utf-8")
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
                text += f'[[blocks.planned]]\nfolder = "{number}-leccion"\ntitle = "Plan {number}"\nsummary = "Vendrá."\n'
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


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(edits, min_size=1, max_size=5))
def test_incremental_is_clean(sequence):
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        author = Author(place / "book")
        outcome(place / "book", place / "kept", place / "store")
        for step, edit in enumerate(sequence):
            author.apply(edit)
            incremental = outcome(place / "book", place / "kept", place / "store")
            clean = outcome(place / "book", place / f"clean-{step}", place / f"store-{step}")
            assert incremental == clean
