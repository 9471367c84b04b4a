"""Figures: what a function of figures.py becomes in a page, and what its author is told when it can't be drawn."""

import io
import json
import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

from builder import messages
from builder.content import read_content
from builder.figures.chart import FigureFault
from builder.figures.draw import draw_figure
from builder.lesson_code.figure_functions import make, plain as as_json
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal
from cell_kernel import Kernel

FRONT = '+++\ntitle = "T"\nsummary = "S"\n+++\n'
HEAD = "import numpy as np\nimport plotly.graph_objects as go\n\n"
USE = ":::{figure} caida\n:alt: Una curva que baja.\n\nEl pie.\n:::\n"
GOOD = HEAD + (
    "def caida():\n"
    "    fig = go.Figure(go.Scatter(x=np.arange(3.0), y=np.array([1, 0.5, 0.25]), mode='lines'))\n"
    "    fig.update_xaxes(title='pasos', range=[0, 2])\n"
    "    fig.update_yaxes(title='lo que queda', range=[0, 1])\n"
    "    return fig\n"
)


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def read(tmp_path):
    """`read(figures, body)`: the content of a book of one lesson, and its problems."""

    def work(figures: str, body: str = USE, **config):
        folder = tmp_path / "book" / "1-uno" / "1-una"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lesson.md").write_text(FRONT + body, encoding="utf-8")
        (folder / "figures.py").write_text(figures, encoding="utf-8")
        settings = "".join(f"{key} = {value}\n" for key, value in config.items())
        (tmp_path / "book" / "book.toml").write_text(f'title = "L"\n{settings}', encoding="utf-8")
        problems = Problems()
        store = Store(tmp_path / "store")
        content = read_content(tmp_path / "book", store, Terminal(io.StringIO(), io.StringIO()), problems)
        return content, problems.all()

    return work


def read_again(place: Path):
    """The problems of the book as it lies there now."""
    problems = Problems()
    read_content(place / "book", Store(place / "store"), Terminal(io.StringIO(), io.StringIO()), problems)
    return problems.all()


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The good figure, drawn once for the tests that only look at it."""
    path = tmp_path_factory.mktemp("good") / "figures.py"
    path.write_text(GOOD, encoding="utf-8")
    return draw_figure(make(str(path), "caida")["plotly"])


def drawn(read, figures: str):
    content, problems = read(figures)
    assert problems == []
    (prepared,) = content.prepare(content.book.written).values()
    return prepared.run.figures[0]


def test_the_picture_has_no_colour_id_or_script_of_its_own(good):
    for picture in (good.wide, good.narrow):
        assert picture.startswith('<svg viewBox="0 0 ')
        assert not re.search(r'\bid=|#[0-9a-f]{3}|rgb\(|style=|<script|on\w+=', picture)
        assert 'class="line hue-ink"' in picture


def test_points_stand_where_their_numbers_say(good):
    """Half of the height is half of the way between the marks of 0 and 1, in both pictures."""
    for picture in (good.wide, good.narrow):
        grid = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)H", re.search(r'class="grid" d="([^"]+)"', picture)[1])]
        bottom, top = max(grid), min(grid)
        path = re.search(r'class="line[^"]*" d="M([^"]+)"', picture)[1]
        points = [tuple(map(float, point.split())) for point in path.split("L")]
        assert [round(y - bottom, 0) for _, y in points] == [round(share * (top - bottom), 0) for share in (1, 0.5, 0.25)]
        assert points[1][0] - points[0][0] == pytest.approx(points[2][0] - points[1][0], abs=0.11)


def test_the_live_figure_has_the_same_numbers_margins_and_ticks(good):
    data = good.data
    assert data["data"][0]["y"] == [1, 0.5, 0.25]
    assert data["data"][0]["line"]["color"] == "var(--ink)"
    wide, narrow = data["layouts"]["wide"], data["layouts"]["narrow"]
    assert (wide["width"], narrow["width"]) == (640, 324)
    assert wide["xaxis"]["range"] == [0, 2] and wide["yaxis"]["ticktext"][-1] == "1"
    assert wide["xaxis"]["fixedrange"] and wide["yaxis"]["fixedrange"]


def test_the_table_and_the_file_hold_every_number(good):
    assert good.csv == "pasos,lo que queda\r\n0,1\r\n1,0.5\r\n2,0.25\r\n"
    assert re.findall(r'<td data-at="(\d,\d)">([^<]+)</td>', good.table) == [("0,0", "1"), ("0,1", "0.5"), ("0,2", "0.25")]


def test_the_same_source_gives_the_same_bytes(read, good):
    assert drawn(read, GOOD) == good


def test_a_figure_is_drawn_again_when_what_it_reads_has_changed(tmp_path, read):
    source = GOOD.replace("[1, 0.5, 0.25]", "eval(open('data.txt').read())")
    data = tmp_path / "book" / "1-uno" / "1-una" / "data.txt"
    data.parent.mkdir(parents=True)
    data.write_text("[1, 0.5, 0.25]")
    before = drawn(read, source)
    data.write_text("[1, 0.5, 0.125]")
    assert "0.125" in drawn(read, source).table and "0.125" not in before.table


def test_figures_and_explorables_are_counted_together_and_links_say_the_number(read):
    body = ":::{explorable} alignment-map\n:id: mapa\n:::\n\n" + USE.replace("alt:", "name: la-caida\n:alt:", 1)
    content, problems = read(GOOD, body + "\nMira la [](#la-caida) y la [](#mapa).\n")
    assert problems == []
    (facts,) = content.facts.values()
    numbers = {name: label.number for name, label in facts.labels.items() if label.kind == "figure"}
    assert numbers == {"mapa": 1, "la-caida": 2}
    assert "figures" in facts.features


ONE = go.Scatter(x=[1], y=[1])
FAULTS = [
    ([go.Pie(values=[1, 2])], {}, "figure-trace", "a trace of the kind «pie», which isn't drawn here; there are scatter, bar, histogram, heatmap"),
    ([go.Scatter(x=[1], y=[1], stackgroup="a")], {}, "figure-unsupported", "data[0].stackgroup, which"),
    ([ONE], {"title": "T"}, "figure-unsupported", "layout.title, which"),
    ([ONE], {"xaxis2": {"title": "z"}}, "figure-unsupported", "layout.xaxis2, which"),
    ([go.Scatter(x=[1], y=[1], name="a <u>b</u>")], {}, "figure-unsupported", "data[0].name: <u>, which"),
    ([go.Scatter(x=[1], y=[1], line={"color": "red"})], {}, "figure-colour", "data[0].line.color=red"),
    ([go.Scatter(x=[1], y=[1], line={"color": "var(--role-weigth)"})], {}, "figure-colour", "data[0].line.color=var(--role-weigth)"),
    ([go.Scatter(x=[1, 2], y=[1, float("nan")])], {}, "figure-not-finite", "in data[0].y[1] something that is no finite number: NaN"),
    ([go.Scatter(x=[0, 1], y=[1, 2])], {"xaxis": {"type": "log", "title": "x"}}, "figure-log", "has 0 in data[0].x[0], and its axis"),
    ([go.Scatter(x=[1, 2], y=[1])], {}, "figure-lengths", "data[0]: x, y"),
    ([go.Heatmap(z=[[1], [1, 2]])], {}, "figure-lengths", "data[0].z[1]"),
    ([go.Bar(x=[1], y=[1], name="a"), go.Bar(x=[1], y=[1])], {}, "figure-name", "several traces"),
    ([go.Heatmap(z=[[0, 2]], zmax=1)], {}, "figure-heat-range", "outside of zmin=0.0, zmax=1.0"),
    ([go.Scatter(x=[], y=[])], {}, "figure-empty", "no data"),
    ([], {}, "figure-empty", "no data"),
    ([ONE], {"xaxis": {"title": None}}, "figure-axis-title", "what its axis x measures"),
]  # fmt: skip


@pytest.mark.parametrize(("traces", "layout", "rule", "part"), FAULTS)
def test_what_cannot_be_drawn_is_told_and_never_left_out(traces, layout, rule, part):
    plotly = go.Figure(traces, {"xaxis": {"title": "x"}, "yaxis": {"title": "y"}} | layout).to_plotly_json()
    with pytest.raises(FigureFault) as raised:
        draw_figure(as_json(plotly))
    message, hint = messages.for_rule(raised.value.rule, {"figure": "caida", **raised.value.fields})
    assert raised.value.rule == rule
    assert message.startswith("the figure «caida» ") and part in message
    if rule == "figure-colour":
        assert hint == "A colour has one meaning in the whole book; write it as var(--role-weight)."


def test_a_fault_of_the_drawing_is_told_at_the_directive_and_in_the_authors_language(read, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_MX.UTF-8")
    _, problems = read(GOOD.replace("mode='lines'", "line={'color': 'red'}"))
    told = [(Path(p.path).name, p.line, p.rule, p.message) for p in problems]
    assert told == [("lesson.md", 5, "figure-colour", "la figura «caida» tiene un color propio: data[0].line.color=red")]


def test_a_function_that_is_not_there_is_told_with_the_nearest(read):
    _, problems = read(GOOD.replace("caida", "caidas"))
    assert [(p.line, p.rule, p.hint) for p in problems] == [(5, "figure-unknown", "Did you mean «caidas»?")]


@pytest.mark.parametrize(
    ("figures", "line", "rule", "ending"),
    [
        (GOOD.replace("np.arange(3.0)", "1 / np.int64(0) + nada"), 5, "figure-raises", "raises NameError: name 'nada' is not defined"),
        (GOOD + "    ]\n", 9, "figure-raises", "raises SyntaxError: unmatched ']'"),
        (GOOD.replace("caida()", "caida(n)"), 4, "figure-arguments", "is called without arguments and needs n"),
        (GOOD.replace("return fig", "fig.data"), 4, "figure-returns", "returns NoneType and not a Plotly figure"),
    ],
)  # fmt: skip
def test_a_fault_of_the_function_names_its_own_line_and_that_of_the_directive(read, figures, line, rule, ending):
    _, problems = read(figures)
    (problem,) = problems
    assert (Path(problem.path).name, problem.line, problem.rule) == ("figures.py", line, rule)
    assert problem.message.startswith("the figure «caida», which ") and "lesson.md:5 shows, " in problem.message
    assert problem.message.endswith(ending)


def test_a_file_that_is_no_utf8_is_told_with_its_line(tmp_path, read):
    read(GOOD)
    path = tmp_path / "book/1-uno/1-una/figures.py"
    path.write_bytes((GOOD + "    # una razón\n").encode("latin-1"))
    [problem] = read_again(tmp_path)
    assert (Path(problem.path).name, problem.line, problem.rule) == ("figures.py", GOOD.count("\n") + 1, "file-not-utf8")


def test_more_points_than_a_page_bears_are_told_and_not_drawn(read):
    many = GOOD.replace("np.arange(3.0)", "np.arange(400_000.0)").replace("np.array([1, 0.5, 0.25])", "np.zeros(400_000)")
    [problem] = read(many)[1]
    assert (problem.rule, problem.line) == ("figure-points", 5)
    assert "400000" in problem.message
    cells = {"data": [{"type": "heatmap", "z": [[0.0] * 200] * 101}]}
    with pytest.raises(FigureFault) as raised:
        draw_figure(cells)
    assert raised.value.rule == "figure-points"


def test_a_figure_that_never_ends_is_stopped(read):
    _, problems = read(HEAD + "def caida():\n    while True:\n        pass\n", cell_seconds=1)
    assert [(problem.line, problem.rule) for problem in problems] == [(5, "code-too-slow")]


def test_a_files_own_modules_and_the_books_packages_are_both_at_hand(tmp_path, read):
    """A lesson's explorables.py must not hide the package of that name."""
    folder = tmp_path / "book" / "1-uno" / "1-una"
    folder.mkdir(parents=True)
    (folder / "explorables.py").write_text("raise RuntimeError\n")
    (folder / "measured.py").write_text("VALUES = [1, 0.5, 0.25]\n")
    source = GOOD.replace("[1, 0.5, 0.25]", "VALUES").replace("import numpy", "from explorables import Explorable\nfrom measured import VALUES\nimport numpy")
    assert json.dumps(drawn(read, source).data["data"][0]["y"]) == "[1, 0.5, 0.25]"


def test_a_figure_that_a_cell_returns_is_told_in_words():
    # In the reader's Python there is no Plotly; the kernel tells of whatever calls itself one of its figures.
    pieces: list[tuple[str, str]] = []
    code = "import plotly.graph_objects as go\ngo.Figure(go.Scatter(y=[1, 2, 3], name='pérdida'))"
    Kernel().run(code, name="a", emit=lambda kind, text: pieces.append((kind, text)))
    assert [kind for kind, _ in pieces] == ["result"]
    assert pieces[0][1].endswith("  scatter «pérdida»: 3 valores\n")
