"""Lesson 5.10: no other weights give the contexts of the heads of lesson 5.9, since their sentences are shorter than their values."""

import json
from pathlib import Path

import numpy as np
import pytest

from attention_core import encoder_block, sub_parameters
from pretrained.encoder import first_rows
from pretrained.sentences import read_sentence

MAPS = Path(__file__).resolve().parents[2] / "content/5-transformer/9-mapas-reales/maps.json"
SENTENCES = {"Me senté en el banco de mi jardín": 15, "Fui al banco a sacar dinero": 12}


@pytest.mark.parametrize(("sentence", "pieces"), SENTENCES.items())
def test_no_head_has_a_direction_left(real_encoder, real_tokenizer, sentence, pieces):
    stored = [record for record in json.loads(MAPS.read_text("utf-8"))["sentences"] if record["sentence"] == sentence]
    reading = read_sentence(real_tokenizer, sentence)
    assert len(stored) == 1 and len(reading.ids) == pieces
    rows, heads = first_rows(real_encoder, reading.ids), 0
    for layer in range(12):
        params = sub_parameters(real_encoder.params, str(layer))
        values = rows @ params["attention.W_v"] + params["attention.b_v"]
        for own in np.split(values, 12, axis=1):
            assert own.shape == (pieces, 32)
            conditions = np.column_stack([own, np.ones(pieces)])
            smallest = np.linalg.svd(conditions, compute_uv=False)[-1]
            assert smallest > 1e-9  # so far from zero that rounding is not what makes them independent
            heads += 1
        rows = encoder_block(rows, params, real_encoder.config)
    assert heads == 144
