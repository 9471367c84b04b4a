"""The figures of lesson 5.9: each number that its prose says of a head or of the 144, counted here from maps.json alone."""

import json
from math import log2

import explorables
import numpy as np
import pytest
from pretrained.sentences import word_maps
from pretrained.stored_maps import from_json

from builder import DEFAULT_BOOK

NAME = "explorables_mapas_reales"
FOLDER = DEFAULT_BOOK / "5-transformer" / "9-mapas-reales"
PHOTO = (0, 6)
"""«La de la foto»: layer 1, head 7, counted from 0."""


@pytest.fixture(scope="module", autouse=True)
def beside_the_lesson():
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(FOLDER)
        explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8"))
        yield
        explorables.define(NAME, "")


@pytest.fixture(scope="module")
def garden():
    return stored(0)


def stored(number):
    return from_json(json.loads((FOLDER / "maps.json").read_text("utf-8"))["sentences"][number])


def shown(view, name, **chosen):
    return explorables.draw(view, explorables.spec(view)["state"] | chosen)["values"][name]


def by_words(sentence):
    """Maps between words and marks, (12, 12, n, n), and the rows that are words of the sentence."""
    units = sentence.reading.units
    return word_maps(sentence.maps, units), [index for index, unit in enumerate(units) if unit.kind == "word"]


def bits(maps, rows):
    """Mean entropy of the rows, heads × heads, by its definition; 0 log 0 is 0."""
    weights = maps[:, :, rows]
    logs = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    return -(weights * logs).sum(axis=-1).mean(axis=-1)


def above_half(maps, drawing):
    """In how many heads the cosine with the drawing, over the rows where something is drawn, passes 0.50."""
    rows = drawing.any(axis=-1)
    flat, drawn = maps[:, :, rows].reshape(144, -1), drawing[rows].ravel()
    return int((flat @ drawn / np.linalg.norm(flat, axis=-1) / np.linalg.norm(drawn) > 0.5).sum())


def test_what_the_search_finds(garden):
    maps, _ = by_words(garden)
    size = maps.shape[-1]
    first = np.zeros((size, size))
    first[:, 0] = 1
    assert (above_half(maps, np.eye(size, k=-1)), above_half(maps, first)) == (3, 115)
    assert shown("head-search", "best") == "capa 1, cabeza 3"


def test_where_the_heads_of_the_text_lie_in_the_plane(garden):
    maps, rows = by_words(garden)
    entropy = bits(maps, rows)
    distances = np.abs(np.subtract.outer(rows, np.arange(maps.shape[-1])))
    distance = (maps[:, :, rows] * distances).sum(axis=-1).mean(axis=-1)
    assert round(log2(maps.shape[-1]), 2) == 3.46
    assert entropy.argmin() == distance.argmin() == 2 * 12 + 6
    assert round(entropy[PHOTO], 2) == 3.01 and (entropy > entropy[PHOTO]).sum() == 3
    assert shown("head-plane", "entropy", layer=1, head=7) == "3.01"
    assert shown("head-plane", "distance", layer=6, head=1) == f"{distance[5, 0]:.1f}"


def test_most_points_of_the_plane_are_full_of_ink(garden):
    maps, rows = by_words(garden)
    marks = [index for index in range(maps.shape[-1]) if index not in rows]
    assert len(marks) == 3
    assert (maps[:, :, rows][..., marks].sum(axis=-1).mean(axis=-1) > 0.5).sum() == 109


def test_what_happens_without_a_head(garden):
    assert garden.ablation.argmin() == 5 * 12
    for sentence, more in ((garden, 58), (stored(1), 108)):
        assert (sentence.ablation > sentence.ablation[PHOTO]).sum() == more
