"""The drawing of figures, piece by piece: scales, ticks, names beside curves, clipping, numbers, pictures from files."""

import struct
import zlib

import pytest

from builder.figures.chart import Axis, FigureFault
from builder.figures.clipping import Box, clipped
from builder.figures.draw import draw_figure
from builder.figures.frame import _ticks
from builder.figures.numbers import plain, shown
from builder.figures.pictures import read_picture
from builder.figures.texts import html, plain_text, svg


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        (0, "", "0"), (3.0, "", "3"), (-0.5, "", "−0.5"), (2 / 3, "", "0.6667"), (1234, "", "1234"), (20000, "", "20\u202f000"),
        (0.25, ".0%", "25\u202f%"), (1048576, ",d", "1\u202f048\u202f576"), (1e-12, "", "10⁻¹²"), (2.5e-7, "", "2.5·10⁻⁷"), (1e9, "", "10⁹"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_in_the_book(value, spec, text):
    assert shown(value, spec) == text


def test_numbers_of_the_data_have_six_digits():
    assert [plain(value) for value in (1 / 3, 2.0, 123456789.0, -1e-9 / 3)] == [0.333333, 2, 123457000, -3.33333e-10]


def ticks(kind, low, high, count=5, spec=""):
    return [tick.label for tick in _ticks(Axis("", kind, low, high, format=spec), count)]


def test_ticks_are_round_and_never_finer_than_they_are_written():
    assert ticks("linear", 0, 1) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert ticks("linear", 0, 1.04, spec=".1f") == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    assert ticks("linear", 0, 3, count=10, spec=".0f") == ["0", "1", "2", "3"]
    assert ticks("linear", -4, 4) == ["−4", "−2", "0", "2", "4"]


def test_ticks_of_a_logarithmic_axis_are_all_of_one_kind():
    assert ticks("log", 0, 3) == ["1", "10", "100", "1000"]
    assert ticks("log", -12, 0) == ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "10⁰"]
    assert ticks("log", 0, 1) == ["1", "2", "5", "10"]


def test_a_line_is_cut_where_it_leaves_its_box():
    box = Box(0, 0, 10, 10)
    assert clipped([(-5, 5), (5, 5), (15, 5)], box) == [[(0, 5), (5, 5), (10, 5)]]
    assert clipped([(5, 5), (5, 15), (8, 15), (8, 5)], box) == [[(5, 5), (5, 10)], [(8, 10), (8, 5)]]
    assert clipped([(-5, -5), (-5, 15)], box) == []


def test_marks_of_a_text_are_set_in_both_ways():
    assert html("√d<sub>k</sub> < 2") == "√d<sub>k</sub> &lt; 2"
    assert svg("d<sub>k</sub> = 4").count("<tspan") == 2  # what follows is raised again
    assert plain_text("<b>n</b><sup>2</sup>d") == "n2d"


def figure(data, **layout):
    return draw_figure({"data": data, "layout": {"xaxis": {"title": {"text": "x"}}, "yaxis": {"title": {"text": "y"}}} | layout})


def curves(*ends):
    return [{"type": "scatter", "x": [0, 1], "y": [0, end], "name": f"curva {i}", "mode": "lines"} for i, end in enumerate(ends)]


def test_names_stand_beside_their_curves_or_all_in_a_legend():
    apart, crowded = figure(curves(1, 0.5)), figure(curves(*(1 + 0.001 * i for i in range(8))))
    assert "curva 1" in apart.wide and not apart.wide_legend
    assert "curva 1" not in apart.narrow and "curva 1" in apart.legend
    assert "curva 1" not in crowded.wide and crowded.wide_legend


def test_bars_that_share_a_place_stand_side_by_side_and_from_zero():
    drawn = figure([{"type": "bar", "x": ["a", "b"], "y": [2, 4], "name": name} for name in ("una", "otra")])
    one, other = drawn.data["data"]
    assert one["offset"] + one["width"] == pytest.approx(other["offset"])
    assert -one["offset"] == pytest.approx(other["offset"] + other["width"])
    assert drawn.data["layouts"]["wide"]["yaxis"]["range"][0] == 0


def test_a_histogram_is_counted_at_build():
    drawn = figure([{"type": "histogram", "x": [0.1, 0.2, 0.7, 1.1], "xbins": {"start": 0, "end": 1.5, "size": 0.5}, "histnorm": "probability"}])
    assert drawn.data["data"][0]["y"] == [0.5, 0.25, 0.25]
    assert "0.1" not in drawn.csv and drawn.csv.splitlines()[1] == "0 – 0.5,0.5"


def test_the_ink_of_a_heat_map_is_its_share_of_the_most():
    drawn = figure([{"type": "heatmap", "z": [[0, 0.25], [0.5, 1.0]], "x": ["a", "b"], "y": ["c", "d"]}])
    assert [part.split('"')[0] for part in drawn.wide.split('fill-opacity="')[1:]] == ["0.25", "0.5", "1"]
    assert drawn.csv == "y \\ x,a,b\r\nc,0,0.25\r\nd,0.5,1\r\n"


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) + chunk(b"IEND", b"")


JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b080014002801011100ffd9")


def test_pictures_say_their_size_and_their_name_tells_their_content(tmp_path):
    (tmp_path / "a.png").write_bytes(png(40, 20))
    (tmp_path / "b.jpg").write_bytes(JPEG)
    one, other = read_picture(tmp_path, "a.png", "p"), read_picture(tmp_path, "b.jpg", "p")
    assert (one.width, one.height, other.width, other.height) == (40, 20, 40, 20)
    (tmp_path / "a.png").write_bytes(png(41, 20))
    assert read_picture(tmp_path, "a.png", "p").address != one.address


def test_a_drawing_stands_in_the_page_with_ids_of_its_own(tmp_path):
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><linearGradient id="g"/><rect fill="url(#g)"/><use href="#g"/></svg>'
    )
    drawn = read_picture(tmp_path, "a.svg", "fig")
    assert (drawn.width, drawn.height) == (30, 10)
    for part in ('id="fig-g"', 'fill="url(#fig-g)"', 'href="#fig-g"', 'viewBox="0 0 30 10"', 'aria-hidden="true"'):
        assert part in drawn.markup


def test_what_an_editor_notes_in_a_drawing_does_no_harm(tmp_path):
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://example.org/editor" viewBox="-1 .5 3e1 10.">'
        '<s:view s:zoom="2"/><filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"/></svg>'
    )
    drawn = read_picture(tmp_path, "a.svg", "fig")
    assert (drawn.width, drawn.height) == (30, 10)
    assert "<feGaussianBlur" in drawn.markup and 'url(#fig-f)' in drawn.markup


@pytest.mark.parametrize(
    ("name", "data", "rule"),
    [
        ("a.png", b"nothing", "picture-damaged"),
        ("a.jpg", JPEG[:8], "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><script/></svg>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1' onload='x()'/>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><use href='x.svg#a'/></svg>", "picture-unsafe"),
        ("a.svg", b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "picture-damaged"),
        ("a.svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>".encode("utf-16"), "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 . 1'/>", "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e400 1'/>", "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='1.2.3' height='1'/>", "picture-damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><SCRIPT>x()</SCRIPT></svg>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1' ONLOAD='x()'/>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><a HREF='javascript:x()'/></svg>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><desc><meta content='0;url=//x'/></desc></svg>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><img xmlns='' src='//x'/></svg>", "picture-unsafe"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><filter><feImage href='#a'/></filter></svg>", "picture-unsafe"),
        ("a.png", b"\0" * 2_000_001, "picture-large"),
    ],
)
def test_pictures_that_a_page_does_not_take(tmp_path, name, data, rule):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FigureFault) as raised:
        read_picture(tmp_path, name, "p")
    assert raised.value.rule == rule


def test_a_picture_may_not_lead_out_of_its_lesson(tmp_path):
    (tmp_path / "lesson").mkdir()
    (tmp_path / "out.png").write_bytes(png(4, 4))
    (tmp_path / "lesson" / "in.png").symlink_to(tmp_path / "out.png")
    for name in ("../out.png", "in.png"):
        with pytest.raises(FigureFault) as raised:
            read_picture(tmp_path / "lesson", name, "p")
        assert raised.value.rule == "picture-outside"
