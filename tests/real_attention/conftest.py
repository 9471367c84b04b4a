"""The real model, fetched once and verified; and a tiny one of the same format, written here byte by byte."""

import struct

import numpy as np
import pytest

from builder.model.pins import ENGINE, MODEL
from builder.model.supply import member_file
from builder.problems import BuildError

TINY_PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", ":", "▁que", "ry", "▁mi", "▁jardí", "n", "a", "b", "▁a", "ab", "í"]
TINY_SCORES = [0, 0, 0, 0, -3, -4, -5, -6, -6, -9, -3, -4, -4.5, -5, -7, -8]


def to_half_bytes(weights):
    """Q4_0 by its own description: rows of 32 weights, each a half-precision scale and sixteen bytes of two halves."""
    packed = b""
    for block in np.asarray(weights, np.float64).reshape(-1, 32):
        scale = np.float16(max(abs(block).max() / 7, 1e-4))
        levels = [int(min(max(round(weight / float(scale)) + 8, 0), 15)) for weight in block]
        packed += scale.tobytes() + bytes(levels[j] | levels[j + 16] << 4 for j in range(16))
    return packed


@pytest.fixture(scope="session")
def tiny_model_bytes():
    """A file of the format E5S1: width 32, 2 layers of 4 heads, inner width 64, 20 positions."""
    rng = np.random.default_rng(5)
    width, layers, heads, inner, longest = 32, 2, 4, 64, 20
    names = [("emb.word", 1, len(TINY_PIECES) * width), ("emb.pos", 0, longest * width), ("emb.type", 0, width)]
    names += [("emb.ln.w", 0, width), ("emb.ln.b", 0, width)]
    for layer in range(layers):
        for part, n_out, n_in in (
            ("q", width, width), ("k", width, width), ("v", width, width), ("ao", width, width),
            ("fi", inner, width), ("fo", width, inner),
        ):
            names += [(f"l{layer}.{part}.w", 1, n_out * n_in), (f"l{layer}.{part}.b", 0, n_out)]
        for part in ("aln", "oln"):
            names += [(f"l{layer}.{part}.w", 0, width), (f"l{layer}.{part}.b", 0, width)]
    head = b"E5S1" + struct.pack("<I7ifi", 1, width, layers, heads, inner, len(TINY_PIECES), longest, 1, 1e-12, 32)
    texts = [piece.encode() for piece in TINY_PIECES]
    offsets = np.cumsum([0, *map(len, texts)]).astype("<u4")
    head += struct.pack("<5iQ", len(texts), 0, 2, 1, 3, offsets[-1])
    head += offsets.tobytes() + np.array(TINY_SCORES, "<f4").tobytes() + b"".join(texts)
    normalizer = struct.pack("<IBI", ord("ｊ"), 1, ord("j")) + struct.pack("<IB3I", ord("…"), 3, *map(ord, "..."))
    head += struct.pack("<iI", 2, len(normalizer)) + normalizer
    tensors = []
    for name, kind, count in names:
        numbers = rng.normal(0, 0.3, count) + (1.0 if name.endswith("ln.w") else 0.0)
        tensors.append((name, kind, count, to_half_bytes(numbers) if kind else numbers.astype("<f4").tobytes()))
    directory_bytes = 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, *_ in tensors)
    at = len(head) + directory_bytes
    directory = struct.pack("<i", len(tensors))
    for name, kind, count, data in tensors:
        directory += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", kind, count, at, len(data))
        at += len(data)
    return head + directory + b"".join(data for *_, data in tensors)


def _member(pin):
    try:
        return member_file(pin)
    except BuildError as error:
        pytest.skip(f"the model cannot be had here: {error.message}")


@pytest.fixture(scope="session")
def model_path():
    """The real model's file."""
    return _member(MODEL)


@pytest.fixture(scope="session")
def engine_path():
    """The package's own compiled engine."""
    return [_member(pin) for pin in ENGINE][0]


@pytest.fixture(scope="session")
def real_model(model_path):
    from pretrained.e5_file import read_model_file

    return read_model_file(model_path.read_bytes())


@pytest.fixture(scope="session")
def real_tokenizer(real_model):
    from pretrained.unigram import UnigramTokenizer

    return UnigramTokenizer(real_model.tokenizer)


@pytest.fixture(scope="session")
def real_encoder(real_model):
    from pretrained.encoder import encoder_from_file

    return encoder_from_file(real_model, dtype=np.float64)
