"""A result that is a picture goes to the page as markup, and leaves the output's text alone."""

import pytest

from cell_kernel import Kernel

CIRCLE = "class C:\n    def {method}(self): return {markup}\n    def __repr__(self): return 'un círculo'\nC()"


def shown(source):
    pieces = []
    result = Kernel().run(source, name="a", emit=lambda kind, text: pieces.append((kind, text)))
    return result, pieces


@pytest.mark.parametrize("method", ["_repr_svg_", "_repr_html_"])
def test_what_draws_itself(method):
    result, pieces = shown("print('antes')\n" + CIRCLE.format(method=method, markup="'<svg></svg>'"))
    assert pieces == [("stdout", "antes\n"), ("drawing", "<svg></svg>")]
    assert result.ok and result.output == "antes\n"


def test_svg_goes_before_html():
    source = "class C:\n    def _repr_html_(self): return 'h'\n    def _repr_svg_(self): return 's'\nC()"
    assert shown(source)[1] == [("drawing", "s")]


@pytest.mark.parametrize("markup", ["None", "' '", "3"])
def test_what_gives_no_markup_is_written(markup):
    result, pieces = shown(CIRCLE.format(method="_repr_html_", markup=markup))
    assert pieces == [("result", "un círculo\n")]
    assert result.output == "un círculo\n"


def test_a_class_is_no_picture():
    assert shown("class C:\n    def _repr_html_(self): return 'h'\nC")[1][0][0] == "result"


def test_what_fails_to_draw_is_an_error_of_the_cell():
    result, _ = shown(CIRCLE.format(method="_repr_svg_", markup="1 / 0"))
    assert (result.error.type, result.error.line) == ("ZeroDivisionError", 2)


def test_marks_and_scenes():
    source = "from explorables.marks import Text\n"
    mark = '<p class="mark text">uno</p>'
    (kind, markup), = shown(source + "Text('uno')")[1]
    assert kind == "drawing" and ">uno</p>" in markup and mark[:3] == markup[:3]
    (kind, both), = shown(source + "[Text('uno'), Text('dos')]")[1]
    assert kind == "drawing" and both.count("<p ") == 2
    # A list that isn't a scene is a list.
    assert shown(source + "[Text('uno'), 2]")[1][0][0] == "result"
    assert shown(source + "[]")[1] == [("result", "[]\n")]


def test_a_picture_beyond_the_limit_is_written_and_said():
    result, pieces = shown(CIRCLE.format(method="_repr_html_", markup="'x' * 1_000_001"))
    assert pieces == [("stderr", "[El dibujo pasa de 1000 kB; no se muestra.]\n"), ("result", "un círculo\n")]


def test_a_result_beyond_the_limit_is_cut_and_said():
    pieces = []
    result = Kernel(output_limit=10).run("'x' * 20", name="a", emit=lambda kind, text: pieces.append((kind, text)))
    assert result.output == "'xxxxxxxxx\n[El resultado pasa de 10 B; el resto no se muestra.]\n"


def test_a_figure_of_plotly_is_told_in_words_and_none_of_its_html_reaches_the_page():
    source = """
class Figure:
    def _repr_html_(self): return "<script>alert(1)</script>"
    def to_plotly_json(self):
        return {
            "data": [{"type": "bar", "name": "pesos", "y": [0.2, 0.8]}, {"y": [1]}, {"type": "heatmap", "z": [[1, 2, 3], [4, 5, 6]]}],
            "layout": {"title": {"text": "Quién mira a quién"}},
        }
Figure()
"""
    result, pieces = shown(source)
    assert result.ok and [kind for kind, _ in pieces] == ["result"]
    first, *traces = result.output.splitlines()
    assert first.startswith("Figura de Plotly «Quién mira a quién».")
    assert traces == ["  bar «pesos»: 2 valores", "  scatter: 1 valor", "  heatmap: 2 × 3 valores"]
