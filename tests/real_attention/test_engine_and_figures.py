"""The real model: agreement with the package's own engine, and figures that were known before this code was written."""

import ctypes
import platform
import sys

import numpy as np
import pytest

from pretrained.encoder import attention_maps, run_layers, sentence_vector
from pretrained.head_measures import mean_weight_at
from pretrained.sentences import read_sentence

TEN_SENTENCES = (
    "Me senté en el banco de mi jardín",
    "Fui al banco a sacar dinero",
    "¿Qué hora es?",
    "El cura bautizó a la niña.",
    "La sierra está nevada; llevamos la vela — 25 kg",
    "I sat on the bank of the river",
    "He went to the bank to deposit money",
    "The quick brown fox jumps over the lazy dog.",
    "A letter written in capital letters, 1984!",
    "hello",
)


class Engine:
    """The compiled engine of the package, called as its own Python does."""

    def __init__(self, library, model):
        self._library = ctypes.CDLL(str(library))
        self._library.e5_load.restype = ctypes.c_void_p
        self._library.e5_load.argtypes = [ctypes.c_char_p]
        self._library.e5_embed.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float),
        ]
        self._library.e5_token_count.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        self._model = self._library.e5_load(str(model).encode())

    def vector(self, sentence):
        out = np.empty(384, np.float32)
        self._library.e5_embed(self._model, sentence.encode(), 1, out.ctypes.data_as(ctypes.POINTER(ctypes.c_float)))
        return out

    def count(self, sentence):
        return self._library.e5_token_count(self._model, sentence.encode(), 1)


@pytest.fixture(scope="module")
def engine(engine_path, model_path):
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("the package's engine is compiled for Linux on x86-64")
    return Engine(engine_path, model_path)


@pytest.fixture(scope="module")
def read(real_tokenizer):
    return lambda sentence: read_sentence(real_tokenizer, sentence)


@pytest.mark.parametrize("sentence", TEN_SENTENCES)
def test_sentence_vectors_agree_with_the_engine(engine, real_encoder, read, sentence):
    assert engine.vector(sentence) @ sentence_vector(real_encoder, read(sentence).ids) > 0.999


def test_other_sentences_are_farther_than_the_engine_is(engine, real_encoder, read):
    """Vectors of this family are all alike, so 0.999 must be shown to mean something."""
    ours = np.array([sentence_vector(real_encoder, read(sentence).ids) for sentence in TEN_SENTENCES])
    between = ours @ ours.T - np.eye(len(ours))
    assert 0.75 < between.max() < 0.96


@pytest.mark.parametrize(
    "sentence", [*TEN_SENTENCES, "Hola… ¿qué tal, (jardín)? «sí»", "😀😀 語 ok", "ＡＢＣ ½ ﬁn", "a  b   c", "x" * 90]
)
def test_as_many_pieces_as_the_engine_counts(engine, read, sentence):
    assert len(read(sentence).ids) == engine.count(sentence)


def weight_on(maps, layer, head, reading, word, other):
    """From the first piece of a word to the first piece of another; heads count from 1 here, as for readers."""
    units = reading.units
    return maps[layer - 1, head - 1, units[reading.unit_of(word)].first, units[reading.unit_of(other)].first]


def test_known_weights_of_the_bank(real_encoder, read):
    garden, river = read("Me senté en el banco de mi jardín"), read("I sat on the bank of the river")
    maps = attention_maps(real_encoder, garden.ids)
    known = [weight_on(maps, 12, head, garden, "banco", "jardín") for head in (9, 4, 5)]
    assert np.round(known, 2).tolist() == [0.21, 0.40, 0.32]
    maps = attention_maps(real_encoder, river.ids)
    known = [weight_on(maps, 12, head, river, "bank", "river") for head in (9, 4, 5)]
    assert np.round(known, 2).tolist() == [0.43, 0.47, 0.51]


def test_known_kinds_of_heads(real_encoder, read):
    maps = attention_maps(real_encoder, read("Me senté en el banco de mi jardín").ids)
    following, previous = mean_weight_at(maps, 1), mean_weight_at(maps, -1)
    assert np.unravel_index(following.argmax(), following.shape) == (2, 6)
    assert following[2, 6] > 0.9 and following[1, 7] > 0.85
    assert np.unravel_index(previous.argmax(), previous.shape) == (0, 2)
    assert 0.5 < previous[0, 2] < 0.65
    assert 0.35 < maps[..., 0].mean() < 0.5 and 0.18 < maps[..., -1].mean() < 0.28


def test_every_row_sums_to_one(real_encoder, read):
    for layer in run_layers(real_encoder, read("Fui al banco a sacar dinero").ids):
        assert np.abs(layer.weights.sum(axis=-1) - 1).max() < 1e-12
        assert layer.weights.min() > 0
