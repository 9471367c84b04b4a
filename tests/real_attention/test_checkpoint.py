"""A checkpoint in Hugging Face's layout: a tiny random one, against the definition written out, and against transformers."""

import json
import math
import struct

import numpy as np
import pytest

from pretrained.checkpoint import load_checkpoint
from pretrained.e5_file import ModelFileError
from pretrained.encoder import attention_maps, run_layers, sentence_vector
from pretrained.safetensors import read_safetensors

D, LAYERS, HEADS, INNER, LONGEST = 12, 2, 3, 20, 16
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "me", "sen", "##té", "en", "el", "ban", "##co", "mi", "jardín", "."]
CONFIG = {
    "model_type": "bert", "hidden_size": D, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
    "intermediate_size": INNER, "max_position_embeddings": LONGEST, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
    "hidden_act": "gelu", "vocab_size": len(VOCABULARY),
}


def random_arrays():
    rng = np.random.default_rng(11)
    shapes = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), D),
        "embeddings.position_embeddings.weight": (LONGEST, D),
        "embeddings.token_type_embeddings.weight": (2, D),
        "embeddings.LayerNorm.weight": (D,), "embeddings.LayerNorm.bias": (D,),
    }
    for layer in range(LAYERS):
        start = f"encoder.layer.{layer}."
        for name, n_out, n_in in (
            ("attention.self.query", D, D), ("attention.self.key", D, D), ("attention.self.value", D, D),
            ("attention.output.dense", D, D), ("intermediate.dense", INNER, D), ("output.dense", D, INNER),
        ):
            shapes |= {f"{start}{name}.weight": (n_out, n_in), f"{start}{name}.bias": (n_out,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{start}{name}.weight": (D,), f"{start}{name}.bias": (D,)}
    return {name: rng.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


def safetensors_bytes(arrays, kind="F32"):
    head, body = {"__metadata__": {"format": "pt"}}, b""
    for name, array in arrays.items():
        data = array.astype({"F32": "<f4", "F16": "<f2"}[kind]).tobytes()
        head[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(head).encode()
    return struct.pack("<Q", len(text)) + text + body


def write_checkpoint(folder, arrays, config=CONFIG, prefix=""):
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n", encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": False}))
    (folder / "model.safetensors").write_bytes(safetensors_bytes({prefix + name: a for name, a in arrays.items()}))
    return folder


def by_definition(arrays, ids):
    """Maps and last rows by the formulas alone, one number after another."""

    def norm(row, name):
        mean = sum(row) / D
        variance = sum((x - mean) ** 2 for x in row) / D
        gain, shift = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        return [float(g) * (x - mean) / math.sqrt(variance + 1e-12) + float(b) for x, g, b in zip(row, gain, shift)]

    def dense(row, name):
        W, b = arrays[f"{name}.weight"].astype(float), arrays[f"{name}.bias"].astype(float)
        return [sum(w * x for w, x in zip(W[o], row)) + b[o] for o in range(len(b))]

    words, places, kinds = (
        arrays[f"embeddings.{name}_embeddings.weight"].astype(float) for name in ("word", "position", "token_type")
    )
    rows = [norm(list(words[i] + places[p] + kinds[0]), "embeddings.LayerNorm") for p, i in enumerate(ids)]
    maps, width = [], D // HEADS
    for layer in range(LAYERS):
        start = f"encoder.layer.{layer}."
        q, k, v = ([dense(row, f"{start}attention.self.{name}") for row in rows] for name in ("query", "key", "value"))
        mixed, layer_maps = [[0.0] * D for _ in rows], []
        for head in range(HEADS):
            part = range(head * width, (head + 1) * width)
            head_map = []
            for i in range(len(rows)):
                scores = [sum(q[i][c] * k[j][c] for c in part) / math.sqrt(width) for j in range(len(rows))]
                powers = [math.exp(score - max(scores)) for score in scores]
                weights = [power / sum(powers) for power in powers]
                for c in part:
                    mixed[i][c] = sum(weights[j] * v[j][c] for j in range(len(rows)))
                head_map.append(weights)
            layer_maps.append(head_map)
        maps.append(layer_maps)
        name = f"{start}attention.output"
        rows = [norm([x + y for x, y in zip(row, dense(mix, f"{name}.dense"))], f"{name}.LayerNorm")
                for row, mix in zip(rows, mixed)]
        hidden = [[0.5 * x * (1 + math.erf(x / math.sqrt(2))) for x in dense(row, f"{start}intermediate.dense")] for row in rows]
        rows = [norm([x + y for x, y in zip(row, dense(h, f"{start}output.dense"))], f"{start}output.LayerNorm")
                for row, h in zip(rows, hidden)]
    return np.array(maps), np.array(rows)


@pytest.mark.parametrize("prefix", ["", "bert."])
def test_maps_and_rows_are_those_of_the_definition(tmp_path, prefix):
    arrays = random_arrays()
    encoder, tokenizer = load_checkpoint(write_checkpoint(tmp_path, arrays, prefix=prefix), np.float64)
    reading = tokenizer.read("me senté en el banco.")
    assert reading.pieces == ("[CLS]", "me", "sen", "##té", "en", "el", "ban", "##co", ".", "[SEP]")
    maps, rows = by_definition(arrays, reading.ids)
    assert np.abs(attention_maps(encoder, reading.ids) - maps).max() < 1e-12
    assert np.abs(list(run_layers(encoder, reading.ids))[-1].rows - rows).max() < 1e-9


def test_a_head_switched_off_adds_nothing(tmp_path):
    arrays = random_arrays()
    encoder, tokenizer = load_checkpoint(write_checkpoint(tmp_path, arrays), np.float64)
    ids = tokenizer.read("me senté en mi jardín").ids
    # The same as a checkpoint whose head 2 of layer 1 has zeros in its columns of the output matrix.
    silenced = dict(arrays)
    name = "encoder.layer.1.attention.output.dense.weight"
    silenced[name] = arrays[name].copy()
    silenced[name][:, 2 * D // HEADS :] = 0
    _, rows = by_definition(silenced, ids)
    mean = rows.mean(axis=0)
    assert np.allclose(sentence_vector(encoder, ids, without=(1, 2)), mean / np.linalg.norm(mean), atol=1e-9)
    assert np.allclose(encoder.params["1.attention.W_o"].T, arrays[name])  # nothing was changed in place
    with pytest.raises(ValueError, match="head from 0 to 2"):
        sentence_vector(encoder, ids, without=(0, 3))


def test_norms_of_what_each_piece_offers(tmp_path):
    arrays = random_arrays()
    encoder, tokenizer = load_checkpoint(write_checkpoint(tmp_path, arrays), np.float64)
    ids = tokenizer.read("me senté").ids
    first = next(run_layers(encoder, ids, norms=True))
    words, places, kinds = (
        arrays[f"embeddings.{name}_embeddings.weight"].astype(float) for name in ("word", "position", "token_type")
    )
    x = words[list(ids)] + places[: len(ids)] + kinds[0]
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
    x = x * arrays["embeddings.LayerNorm.weight"] + arrays["embeddings.LayerNorm.bias"]
    start = "encoder.layer.0.attention."
    v = x @ arrays[f"{start}self.value.weight"].T.astype(float) + arrays[f"{start}self.value.bias"]
    W_o = arrays[f"{start}output.dense.weight"].T.astype(float)
    width = D // HEADS
    for head in range(HEADS):
        part = slice(head * width, (head + 1) * width)
        assert np.allclose(first.transformed_norms[head], np.linalg.norm(v[:, part] @ W_o[part], axis=-1))


def test_too_many_pieces_for_the_positions(tmp_path):
    encoder, tokenizer = load_checkpoint(write_checkpoint(tmp_path, random_arrays()))
    with pytest.raises(ValueError, match="16 rows"):
        attention_maps(encoder, [2] * 17)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model_type": "roberta"}, "kind 'roberta'"),
        ({"hidden_act": "silu"}, "'silu'"),
        ({"position_embedding_type": "relative_key"}, "not absolute"),
        ({"intermediate_size": 24}, "intermediate.dense.weight has shape"),
        ({"num_hidden_layers": 3}, "has no encoder.layer.2"),
    ],
)
def test_another_kind_of_model_is_told(tmp_path, change, words):
    with pytest.raises(ModelFileError, match=words):
        load_checkpoint(write_checkpoint(tmp_path, random_arrays(), CONFIG | change))


def test_missing_and_broken_files_are_told(tmp_path):
    with pytest.raises(ModelFileError, match="config.json"):
        load_checkpoint(tmp_path)
    write_checkpoint(tmp_path, random_arrays())
    whole = (tmp_path / "model.safetensors").read_bytes()
    for length in (3, 60, len(whole) - 4):
        (tmp_path / "model.safetensors").write_bytes(whole[:length])
        with pytest.raises(ModelFileError):
            load_checkpoint(tmp_path)


def test_kinds_of_numbers_in_safetensors():
    numbers = np.array([[1.5, -2.0], [0.0, 3.0]], np.float32)
    assert np.array_equal(read_safetensors(safetensors_bytes({"a": numbers}, "F16"))["a"], numbers)
    head = {"b": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}, "n": {"dtype": "I64", "shape": [0], "data_offsets": [4, 4]}}
    text = json.dumps(head).encode()
    # 1.0 and −2.0 in bfloat16 are 0x3F80 and 0xC000.
    data = struct.pack("<Q", len(text)) + text + struct.pack("<HH", 0x3F80, 0xC000)
    assert {name: array.tolist() for name, array in read_safetensors(data).items()} == {"b": [1.0, -2.0]}


@pytest.mark.torch
def test_the_same_as_transformers(tmp_path):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    sizes = {key: value for key, value in CONFIG.items() if key != "model_type"}
    config = transformers.BertConfig(**sizes, attn_implementation="eager")
    reference = transformers.BertModel(config).eval()
    reference.save_pretrained(tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n", encoding="utf-8")
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": False}))
    encoder, tokenizer = load_checkpoint(tmp_path, np.float64)
    theirs = transformers.BertTokenizer.from_pretrained(tmp_path)
    for sentence in ("me senté en el banco.", "mi jardín… ¡sen!", "en\tel\u00a0banco 語"):
        reading = tokenizer.read(sentence)
        assert list(reading.ids) == theirs(sentence)["input_ids"]
        with torch.no_grad():
            out = reference(torch.tensor([reading.ids]), output_attentions=True)
        maps = torch.cat(out.attentions).numpy()
        assert np.abs(attention_maps(encoder, reading.ids) - maps).max() < 1e-5
        rows = list(run_layers(encoder, reading.ids))[-1].rows
        assert np.abs(rows - out.last_hidden_state[0].numpy()).max() < 1e-4
