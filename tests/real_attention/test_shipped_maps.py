"""The data that the lesson ships: rows that sum to one, close to the exact maps, the same bytes from the script."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pretrained.ablation import head_ablation
from pretrained.census import Case, look, pair_census
from pretrained.encoder import attention_maps, run_layers, sentence_vector
from pretrained.sentences import read_sentence
from pretrained.stored_maps import from_json, pack, round_rows, unpack

LESSON = Path(__file__).resolve().parents[2] / "content/5-transformer/9-mapas-reales"


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=20).filter(any), st.sampled_from([100, 1000]))
def test_rounded_rows_sum_to_the_total_and_no_share_is_off_by_one(numbers, total):
    weights = np.array(numbers) / sum(numbers)
    rounded = round_rows(weights, total)
    assert rounded.sum() == total
    assert rounded.min() >= 0
    assert np.abs(rounded - weights * total).max() < 1


def test_the_largest_remainders_go_up_and_ties_from_the_left():
    assert round_rows(np.array([0.0014, 0.0013, 0.9973]), 1000).tolist() == [2, 1, 997]
    assert round_rows(np.array([0.25, 0.25, 0.25, 0.25]), 2).tolist() == [1, 1, 0, 0]


@given(st.lists(st.integers(0, 36**3 - 1), max_size=12))
def test_packed_numbers_come_back(numbers):
    assert unpack(pack(np.array(numbers, int), 3), 3, (len(numbers),)).tolist() == numbers


def test_packed_text_by_hand():
    assert pack(np.array([[0, 1], [35, 36]]), 2) == "00010z10"
    with pytest.raises(ValueError, match="0 to 1295"):
        pack(np.array([1296]), 2)
    for spoilt in ("000", "00ZZ", "00é0"):
        with pytest.raises(ValueError):
            unpack(spoilt, 2, (2,))


@pytest.fixture(scope="module")
def stored():
    return [from_json(record) for record in json.loads((LESSON / "maps.json").read_bytes())["sentences"]]


def test_the_file_is_small_and_its_rows_sum_to_one(stored):
    assert (LESSON / "maps.json").stat().st_size < 400_000
    assert [one.key for one in stored] == ["es-1", "es-2", "en-1", "en-2"]
    for one in stored:
        assert one.maps.shape == (12, 12, len(one.reading.pieces), len(one.reading.pieces))
        assert np.abs(one.maps.sum(axis=-1) - 1).max() < 1e-12


def test_counts_on_the_shipped_maps_are_those_of_the_census(stored):
    census = json.loads((LESSON / "census.json").read_text(encoding="utf-8"))
    for one, other in (stored[:2], stored[2:]):
        told = census["languages"][one.language]["pairs"][0]
        looks = [look(s.maps, s.reading, Case(s.reading.sentence, s.word, s.deciding)) for s in (one, other)]
        counted = pair_census(*looks)
        assert [int(each.decides.sum()) for each in looks] == told["each"]
        assert int(counted.both.sum()) == told["both"]
        assert list(counted.marks) == told["marks"]


def test_shipped_maps_are_the_real_ones_to_a_thousandth(stored, real_tokenizer, real_encoder):
    for one in stored:
        reading = read_sentence(real_tokenizer, one.reading.sentence)
        assert reading == one.reading
        assert np.abs(attention_maps(real_encoder, reading.ids) - one.maps).max() < 1e-3
        norms = np.stack([layer.transformed_norms for layer in run_layers(real_encoder, reading.ids, norms=True)])
        assert np.abs(norms - one.norms).max() <= 0.005 + 1e-9


def test_ablation_is_the_change_of_the_sentence_vector(stored, real_encoder):
    one = stored[0]
    whole = sentence_vector(real_encoder, one.reading.ids)
    for layer, head in ((0, 4), (5, 9), (11, 0)):
        changed = 1 - whole @ sentence_vector(real_encoder, one.reading.ids, without=(layer, head))
        assert one.ablation[layer, head] == pytest.approx(changed, abs=6e-7)


def test_all_heads_off_one_at_a_time_is_what_one_at_a_time_gives(tiny_model_bytes):
    from pretrained.e5_file import read_model_file
    from pretrained.encoder import encoder_from_file

    encoder = encoder_from_file(read_model_file(tiny_model_bytes), dtype=np.float64)
    ids = [0, 6, 7, 5, 8, 9, 10, 2]
    whole = sentence_vector(encoder, ids)
    expected = [[1 - whole @ sentence_vector(encoder, ids, without=(l, h)) for h in range(4)] for l in range(2)]
    assert np.allclose(head_ablation(encoder, ids), expected, atol=1e-12)


def test_the_script_makes_the_same_bytes(model_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(LESSON))
    for name in ("sentences", "real_attention"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import real_attention

    assert real_attention.main(["--check"]) == 0
    printed = capsys.readouterr().out
    assert "1 de 144" in printed and "4 de 144" in printed and "6 de 144" in printed
    assert "maps.json y census.json son los de este programa" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--sentence", "   "], "vacía"), (["--sentence", "banco " * 600], "605 piezas"), (["--checkpoint", "/nowhere"], "config.json")],
)
def test_the_script_says_what_it_cannot_do(model_path, monkeypatch, capsys, arguments, words):
    monkeypatch.syspath_prepend(str(LESSON))
    for name in ("sentences", "real_attention"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import real_attention

    assert real_attention.main(arguments) == 1
    assert words in capsys.readouterr().err
