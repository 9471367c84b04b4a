"""The model in the reader's own Python: put together from the parts that the page fetched, each checked by its hash.

The page writes the parts and their list into the folder `FOLDER`; nothing here fetches anything.
"""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from .e5_file import ModelFileError, read_model_file
from .encoder import Encoder, encoder_from_file
from .reduced import uncovered
from .sentences import SentenceError, read_sentence
from .unigram import UnigramTokenizer

FOLDER = "model"
LIST = "manifest.json"
MOST_PIECES = 48


class ReaderModel(NamedTuple):
    """A tokenizer and an encoder; `read` turns a sentence into a Reading or says why it can't."""

    tokenizer: UnigramTokenizer
    encoder: Encoder

    def read(self, sentence):
        """The Reading of a sentence of at most `MOST_PIECES` pieces.

        Raises SentenceError: "empty"; "characters" that this copy does not cover (detail: which); "long" (detail: how
        many pieces).
        """
        strange = uncovered(self.tokenizer, sentence)
        if strange:
            raise SentenceError("characters", "".join(strange))
        return read_sentence(self.tokenizer, sentence, longest=MOST_PIECES)


_loaded = {}


def is_present(folder=FOLDER):
    """Whether the page has brought the model."""
    return (Path(folder) / LIST).exists()


def load(folder=FOLDER):
    """The ReaderModel of a folder, made once. Raises ModelFileError when a part is missing or is not what it should be."""
    key = (Path(folder) / LIST).resolve()
    listed = json.loads(key.read_text(encoding="utf-8"))
    name = (str(key), listed["sha256"])
    if name not in _loaded:
        model = read_model_file(_join(Path(folder), listed))
        _loaded.clear()
        _loaded[name] = ReaderModel(UnigramTokenizer(model.tokenizer), encoder_from_file(model))
    return _loaded[name]


def _join(folder, listed):
    """The whole file. Each part is checked, and then their sum, so that a fault names its place."""
    whole = bytearray()
    for part in listed["files"]:
        try:
            data = (folder / part["name"]).read_bytes()
        except OSError as error:
            raise ModelFileError(f"part {part['name']} is missing ({error.strerror})") from error
        if hashlib.sha256(data).hexdigest() != part["sha256"]:
            raise ModelFileError(f"part {part['name']} is damaged: its hash is not the published one")
        whole += data
    if hashlib.sha256(whole).hexdigest() != listed["sha256"]:
        raise ModelFileError("the parts are not those of this model")
    return whole
