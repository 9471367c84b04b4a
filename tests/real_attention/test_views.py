"""The explorables of real maps: what they say is what the maps say, counted here in another way."""

import json
import os
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import explorables
from explorables.marks.map_grid import MapGrid
from explorables.marks.paint_pad import PaintPad, drawn, packed
from explorables.marks.pixels import grey_png
from pretrained.sentences import word_maps
from pretrained.stored_maps import from_json

LESSON = Path(__file__).resolve().parents[2] / "content/5-transformer/9-mapas-reales"
MODULE = "lesson_of_real_maps"


@pytest.fixture(scope="module", autouse=True)
def lesson():
    before = os.getcwd()
    os.chdir(LESSON)
    explorables.define(MODULE, (LESSON / "explorables.py").read_text(encoding="utf-8"))
    yield
    explorables.define(MODULE, "")
    os.chdir(before)


@pytest.fixture(scope="module")
def stored():
    records = json.loads((LESSON / "maps.json").read_text(encoding="utf-8"))["sentences"]
    return {record["key"]: from_json(record) for record in records}


def draw(view, **patch):
    return explorables.draw(view, explorables.spec(view)["state"] | patch)


def cells(html, part):
    """Numbers of the matrix in a part, in order."""
    piece = html[html.index(f'data-part="{part}"') :]
    return [float(text) for text in re.findall(r'<span class="cell[^>]*>([\d.]+)</span>', piece)]


def decode(png):
    """Width, height and rows of a grey PNG, by the format's own description."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, size = 8, b"", None
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + content)
        if name == b"IHDR":
            size = struct.unpack(">2I", content[:8])
            assert content[8:] == bytes([8, 0, 0, 0, 0])
        elif name == b"IDAT":
            data += content
        at += 12 + length
    raw = zlib.decompress(data)
    width, height = size
    assert len(raw) == height * (width + 1)
    return [raw[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (300, 260)])
def test_a_picture_is_the_numbers_it_was_given(size):
    rng = np.random.default_rng(1)
    rows = [rng.bytes(size[0]) for _ in range(size[1])]
    assert decode(grey_png(rows)) == rows


def test_the_grid_draws_each_map_a_pixel_a_weight(stored):
    import base64

    html = draw("real-maps")["html"]
    png = base64.b64decode(re.search(r'href="data:image/png;base64,([^"]+)"', html).group(1))
    rows = decode(png)
    words = word_maps(stored["es-1"].maps, stored["es-1"].reading.units)
    n = words.shape[-1]
    assert (len(rows), len(rows[0])) == (12 * (n + 1), 12 * (n + 1))
    for layer, head in ((0, 6), (2, 6), (11, 3)):
        picture = np.array([list(row[head * (n + 1) : head * (n + 1) + n]) for row in rows[layer * (n + 1) : layer * (n + 1) + n]])
        assert np.abs(picture / 255 - words[layer, head]).max() <= 0.5 / 255 + 1e-9


def test_a_grid_refuses_rows_of_different_lengths():
    one = [[0.5]]
    with pytest.raises(ValueError, match="as many maps each"):
        MapGrid([[one], [one, one]], "x", ["a"] * 3, [{}] * 3).html()


def test_one_head_in_full(stored):
    drawing = draw("real-maps", layer=12, head=4, sentence="en-1")
    words = word_maps(stored["en-1"].maps, stored["en-1"].reading.units)[11, 3]
    assert np.abs(np.array(cells(drawing["html"], "head")) - words.ravel()).max() <= 0.005 + 1e-9
    # «bank» is the seventh unit (<s> query: I sat on the bank …) and «river» the tenth.
    assert drawing["values"]["weight"] == f"{words[6, 9]:.0%}".replace("%", "\u202f%")
    assert "«bank» mira a" in drawing["description"]


@pytest.mark.parametrize(("sentence", "decide", "marks"), [("es-1", 6, 128), ("es-2", 2, 129), ("en-1", 3, 130), ("en-2", 1, 131)])
def test_the_counts_are_those_of_the_census(sentence, decide, marks):
    values = draw("real-maps", sentence=sentence)["values"]
    assert (values["deciding"], values["on-mark"], values["of"]) == (str(decide), str(marks), "144")
    html = draw("real-maps", sentence=sentence, filter="deciding")["html"]
    assert f"Es su mayor peso en {decide} de 144 cabezas" in html


def test_by_what_each_piece_brings(stored):
    one = stored["es-1"]
    sizes = word_maps(one.maps * one.norms[:, :, None, :], one.reading.units)
    word, deciding = one.reading.unit_of("banco"), one.reading.unit_of("jardín")
    expected = int((sizes[:, :, word].argmax(axis=-1) == deciding).sum())
    drawing = draw("real-maps", measure="norm")
    assert drawing["values"]["deciding"] == str(expected) == "38"
    assert "no son pesos" in drawing["html"] and drawing["description"].startswith("Por aportación")
    numbers = np.array(cells(drawing["html"], "head")).reshape(11, 11)
    assert np.abs(numbers.sum(axis=1) - 1).max() < 0.06


def test_pieces_and_words_agree_on_sums(stored):
    pieces = np.array(cells(draw("real-maps", unit="pieces", layer=1, head=7)["html"], "head")).reshape(15, 15)
    words = np.array(cells(draw("real-maps", layer=1, head=7)["html"], "head")).reshape(11, 11)
    # «banco» is piece 9 and word 6; «jardín» pieces 12 and 13, word 9.
    assert abs(pieces[9, 12] + pieces[9, 13] - words[6, 9]) <= 0.015
    assert "·n" in draw("real-maps", unit="pieces")["html"]


def test_dimmed_marks_keep_their_numbers_and_say_so(stored):
    shown, dimmed = (draw("real-maps", marks=marks, layer=6, head=1)["html"] for marks in ("shown", "dimmed"))
    assert cells(shown, "head") == cells(dimmed, "head")
    words = word_maps(stored["es-1"].maps, stored["es-1"].reading.units)[5, 0]
    left = 1 - words[6, [0, 1, 10]].sum()
    assert f"en la de «banco» queda {left:.2f}" in dimmed and "suma 1" not in shown.split('class="mark text text-warning"')[0][-1:]
    assert "data-part=\"dimmed\"" not in shown


@pytest.mark.parametrize(("name", "first"), [("previous", "Capa 1, cabeza 3"), ("next", "Capa 3, cabeza 7"), ("marks", "Capa 6, cabeza 1")])
def test_filters_rank_first_the_heads_of_the_census(name, first):
    html = draw("real-maps", filter=name)["html"]
    ranking = html[html.index("choice-list-title") :]
    assert re.search(r'choice-list-button[^>]*>\s*<span>([^<]+)', ranking).group(1) == first


def test_comparing_with_the_pinned_head(stored):
    html = draw("real-maps", layer=1, head=7, compare="head", pinned=[[3, 7]])["html"]
    words = word_maps(stored["es-1"].maps, stored["es-1"].reading.units)
    moved = np.abs(words[0, 6, 6] - words[2, 6, 6]).sum() / 2
    assert f"cambia de sitio {moved:.2f} del peso" in html


def test_the_plane_has_a_point_a_head_where_its_numbers_are(stored):
    drawing = draw("head-plane", layer=3, head=7)
    assert drawing["html"].count('class="point-choice') == 144 + 1  # and their group
    words = word_maps(stored["es-1"].maps, stored["es-1"].reading.units)[2, 6, 2:10]
    entropy = -(words * np.log2(np.where(words > 0, words, 1))).sum(axis=1).mean()
    distance = (words * np.abs(np.arange(2, 10)[:, None] - np.arange(11))).sum(axis=1).mean()
    assert drawing["values"] == {"head": "capa 3, cabeza 7", "entropy": f"{entropy:.2f}", "distance": f"{distance:.1f}"}


def test_what_is_drawn_is_kept_in_the_numbers_of_the_field():
    squares = [[(row * 5 + column) % 3 == 0 for column in range(14)] for row in range(14)]
    assert drawn(packed(squares, 24), 14, 14) == squares
    with pytest.raises(ValueError, match="1 × 2"):
        PaintPad([[True]], ["a"], ["b", "c"], "drawing", "x").html()


def test_searching_with_a_map_of_its_own_finds_the_head():
    state = explorables.spec("head-search")["state"]
    # «La siguiente»: each row at the place after it.
    following = packed([[column == row + 1 for column in range(11)] for row in range(11)], 24)
    drawing = explorables.draw("head-search", state | {"drawing": following})
    assert drawing["values"]["best"] == "capa 3, cabeza 7"
    assert "nada dibujado" in explorables.draw("head-search", state | {"drawing": packed([], 24)})["description"]


def test_weights_beside_what_they_bring(stored):
    one = stored["es-1"]
    drawing = draw("head-weighing", layer=6, head=1)
    sizes = one.maps[5, 0] * one.norms[5, 0]
    shares = sizes / sizes.sum(axis=1, keepdims=True)
    words, marks = list(range(4, 14)), [0, 1, 2, 3, 14]
    for numbers, key in ((one.maps[5, 0], "marks-raw"), (shares, "marks-weighed")):
        assert drawing["values"][key] == f"{numbers[words][:, marks].sum(axis=1).mean():.0%}".replace("%", "\u202f%")
    most = np.unravel_index(one.ablation.argmax(), (12, 12))
    assert f"{one.ablation.max():.4f}: capa {most[0] + 1}, cabeza {most[1] + 1}" in drawing["html"]


def test_a_sentence_that_is_not_there_says_what_it_needs():
    drawing = draw("own-sentence", sentence="Una frase que no viene con la lección")
    assert "hace falta el modelo" in drawing["html"] and 'data-needs="model"' in drawing["html"]
    frames = list(explorables.run("own-sentence", explorables.spec("own-sentence")["state"]))
    assert [frame["description"] for frame in frames] == ["El modelo todavía no está cargado; cárgalo arriba."]
