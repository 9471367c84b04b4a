"""A model file cut down to one alphabet: exactly the whole model for every text in those letters.

A piece can only be part of a text if each of its characters is. So the pieces made of covered characters alone give the
same best cut as all pieces do, and the rows of the others are never asked for. What must be kept besides is the score of a
character without piece, ten below the least score of all: the worst piece of the whole vocabulary stays for its sake.
"""

import struct

import numpy as np

from .e5_file import MAGIC, ModelFileError, read_model_file
from .quantization import BLOCK, q4_bytes
from .unigram import SPACE

ALPHABET = frozenset(
    {chr(point) for point in range(0x20, 0x7F)}  # ASCII
    | {chr(point) for point in range(0xA1, 0x100)}  # the letters and signs of western Europe
    | set("–—…‘’“”«»€™•·′″−‐⁄")
    | {SPACE}
)
"""The characters that the reader's copy of the model covers, before and after its own replacements."""

SPECIAL = 4
TABLE = "emb.word"


def uncovered(tokenizer, text):
    """The characters of a text, as the model reads it, that are not in the alphabet: each once, in order.

    >>> from .unigram import tiny_tokenizer
    >>> uncovered(tiny_tokenizer(), "mi 語語 jardín")
    ['語']
    """
    return list(dict.fromkeys(character for character in tokenizer.normalize(text) if character not in ALPHABET))


def reduce_model(data):
    """The bytes of a model file of the same format with only the pieces of `ALPHABET`, the table of pieces last.

    Ids are numbered anew: a piece's id is its row. Raises ModelFileError as `read_model_file`.
    """
    model = read_model_file(data)
    tables = model.tokenizer
    worst = int(tables.scores.argmin())
    kept = [
        number
        for number, piece in enumerate(tables.pieces)
        if number < SPECIAL or number == worst or (piece and ALPHABET.issuperset(piece))
    ]
    if max(tables.bos, tables.eos, tables.pad, tables.unk) >= SPECIAL:
        raise ModelFileError("the special pieces are not the first four")
    shape = model.shape._replace(n_vocabulary=len(kept))
    row = q4_bytes(shape.d_model)
    table = np.frombuffer(model.tensors[TABLE].data, np.uint8).reshape(-1, row)
    tensors = {name: tensor for name, tensor in model.tensors.items() if name != TABLE}
    contents = {name: (tensor.kind, tensor.count, bytes(tensor.data)) for name, tensor in tensors.items()}
    contents[TABLE] = (model.tensors[TABLE].kind, len(kept) * shape.d_model, table[kept].tobytes())
    head = MAGIC + struct.pack("<I7ifi", 1, *shape, BLOCK) + _tokenizer_bytes(tables, kept)
    return head + _directory_bytes(len(head), contents) + b"".join(data for _, _, data in contents.values())


def _tokenizer_bytes(tables, kept):
    texts = [tables.pieces[number].encode("utf-8") for number in kept]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype("<u4")
    # A replacement made of characters that are not covered is of no use, and its text would be refused anyway.
    entries = [
        struct.pack("<IB", ord(one), len(many)) + struct.pack(f"<{len(many)}I", *map(ord, many))
        for one, many in sorted(tables.normalizer.items())
        if ALPHABET.issuperset(many)
    ]
    normalizer = b"".join(entries)
    return b"".join([
        struct.pack("<5iQ", len(kept), tables.bos, tables.eos, tables.pad, tables.unk, int(offsets[-1])),
        offsets.tobytes(),
        tables.scores[kept].astype("<f4").tobytes(),
        *texts,
        struct.pack("<iI", len(entries), len(normalizer)),
        normalizer,
    ])


def _directory_bytes(start, contents):
    names = [name.encode("ascii") for name in contents]
    at = start + 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name in names)
    directory = struct.pack("<i", len(contents))
    for name, (kind, count, data) in zip(names, contents.values(), strict=True):
        directory += struct.pack("<H", len(name)) + name + struct.pack("<BIQQ", kind, count, at, len(data))
        at += len(data)
    return directory
