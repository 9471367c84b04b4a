"""Reading the model's file: what it says, and what is told when part of it is missing."""

import struct

import numpy as np
import pytest

from pretrained.e5_file import ModelFileError, read_model_file
from pretrained.encoder import encoder_from_file
from pretrained.quantization import dequantize_q4, dequantize_rows


def test_a_block_of_four_bits_by_hand():
    # Byte j: low half is weight j, high half weight j + 16; each stands for scale · (half − 8).
    halves = bytes([0x3F] + [0x88] * 14 + [0x10])
    weights = dequantize_q4(struct.pack("<e", 0.25) + halves, (1, 32))[0]
    assert weights[0] == 0.25 * 7  # 0xF − 8
    assert weights[16] == 0.25 * -5  # 0x3 − 8
    assert weights[15] == 0.25 * -8 and weights[31] == 0.25 * -7
    assert not weights[1:15].any() and not weights[17:31].any()


def test_rows_of_a_table_are_those_of_the_whole():
    rng = np.random.default_rng(0)
    rows = b"".join(
        struct.pack("<e", scale) + rng.bytes(16) for scale in rng.uniform(0.01, 1, 12)
    )
    whole = dequantize_q4(rows, (6, 64))
    assert np.array_equal(dequantize_rows(rows, [4, 0, 4], 64), whole[[4, 0, 4]])
    with pytest.raises(ValueError, match="rows from 0 to 5"):
        dequantize_rows(rows, [6], 64)


def test_float32_and_float64_give_the_same_weights(tiny_model_bytes):
    model = read_model_file(tiny_model_bytes)
    for tensor in model.tensors.values():
        shape = (tensor.count // 32, 32)
        assert np.array_equal(tensor.array(shape, np.float32), tensor.array(shape, np.float64))


def test_the_head_of_the_file(tiny_model_bytes):
    model = read_model_file(tiny_model_bytes)
    assert model.shape[:7] == (32, 2, 4, 64, 16, 20, 1)
    assert model.shape.eps == pytest.approx(1e-12, rel=1e-6)
    assert model.tokenizer.pieces[9] == "▁jardí"
    assert model.tokenizer.normalizer == {"ｊ": "j", "…": "..."}
    assert len(model.tensors) == 5 + 2 * (6 * 2 + 4)


def test_a_matrix_is_turned_so_that_rows_multiply_from_the_left(tiny_model_bytes):
    model = read_model_file(tiny_model_bytes)
    encoder = encoder_from_file(model)
    stored = model.tensors["l1.fi.w"].array((64, 32))
    assert encoder.params["1.feed_forward.W_1"].shape == (32, 64)
    assert encoder.params["1.feed_forward.W_1"][3, 40] == stored[40, 3]


def test_a_file_cut_anywhere_is_told(tiny_model_bytes):
    for length in [*range(0, 600, 7), len(tiny_model_bytes) - 1, len(tiny_model_bytes) // 2]:
        with pytest.raises(ModelFileError):
            read_model_file(tiny_model_bytes[:length])


@pytest.mark.parametrize(
    ("at", "replacement", "words"),
    [
        (0, b"GGUF", "does not begin with E5S1"),
        (40, struct.pack("<i", 64), "blocks of 64"),
    ],
)
def test_another_format_is_told(tiny_model_bytes, at, replacement, words):
    spoilt = tiny_model_bytes[:at] + replacement + tiny_model_bytes[at + len(replacement) :]
    with pytest.raises(ModelFileError, match=words):
        read_model_file(spoilt)


def test_a_missing_tensor_is_named(tiny_model_bytes):
    model = read_model_file(tiny_model_bytes)
    del model.tensors["l1.q.w"]
    with pytest.raises(ModelFileError, match=r"l1\.q\.w"):
        encoder_from_file(model)


def test_the_real_file(real_model):
    assert real_model.shape[:7] == (384, 12, 12, 1536, 250_037, 512, 2)
    assert len(real_model.tensors) == 197
    assert real_model.tokenizer.pieces[:4] == ["<s>", "<pad>", "</s>", "<unk>"]
    assert (real_model.tokenizer.bos, real_model.tokenizer.eos, real_model.tokenizer.unk) == (0, 2, 3)
