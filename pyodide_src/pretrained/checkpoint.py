"""A BERT checkpoint in a folder, as Hugging Face lays it out: `config.json`, `model.safetensors`, `vocab.txt`.

For whoever has bert-base-multilingual-cased or another one at hand: the same maps, by the same functions.
"""

import json
from pathlib import Path

import numpy as np
from attention_core import prefixed

from .e5_file import ModelFileError
from .encoder import Encoder, bert_config
from .safetensors import read_safetensors
from .wordpiece import WordPieceTokenizer

ACTIVATIONS = {"gelu": "gelu", "relu": "relu", "gelu_new": "gelu_tanh", "gelu_pytorch_tanh": "gelu_tanh"}


def load_checkpoint(folder, dtype=np.float32):
    """(Encoder, WordPieceTokenizer) of a checkpoint of the kind "bert".

    Names with or without the "bert." in front, norms as weight/bias or gamma/beta. Raises ModelFileError when a file is
    missing, or is of another kind of model.
    """
    folder = Path(folder)
    config = _read_json(folder, "config.json")
    kind = config.get("model_type", "bert")
    if kind != "bert":
        raise ModelFileError(f"{folder}: a model of the kind {kind!r}; only 'bert' is known")
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise ModelFileError(f"{folder}: its positions are not absolute")
    if config["hidden_act"] not in ACTIVATIONS:
        raise ModelFileError(f"{folder}: its activation {config['hidden_act']!r} is not known")
    arrays = read_safetensors(_read(folder, "model.safetensors"), dtype)
    encoder = _encoder(folder, config, {name.removeprefix("bert."): array for name, array in arrays.items()})
    return encoder, _tokenizer(folder)


def _encoder(folder, config, arrays):
    def array(name, *sizes):
        for old, new in (("", ""), ("LayerNorm.weight", "LayerNorm.gamma"), ("LayerNorm.bias", "LayerNorm.beta")):
            found = arrays.get(name.replace(old, new) if old else name)
            if found is not None:
                if found.shape != sizes:
                    raise ModelFileError(f"{folder}: {name} has shape {found.shape}, expected {sizes}")
                return found
        raise ModelFileError(f"{folder}: model.safetensors has no {name}")

    d, d_ff = config["hidden_size"], config["intermediate_size"]
    table = array("embeddings.word_embeddings.weight", config["vocab_size"], d)
    params = {
        "positions": array("embeddings.position_embeddings.weight", config["max_position_embeddings"], d),
        "type": array("embeddings.token_type_embeddings.weight", config["type_vocab_size"], d)[0],
        "norm.gamma": array("embeddings.LayerNorm.weight", d),
        "norm.beta": array("embeddings.LayerNorm.bias", d),
    }
    for layer in range(config["num_hidden_layers"]):
        block = {}
        for ours, theirs, n_out, n_in in (
            ("attention.{}_q", "attention.self.query", d, d),
            ("attention.{}_k", "attention.self.key", d, d),
            ("attention.{}_v", "attention.self.value", d, d),
            ("attention.{}_o", "attention.output.dense", d, d),
            ("feed_forward.{}_1", "intermediate.dense", d_ff, d),
            ("feed_forward.{}_2", "output.dense", d, d_ff),
        ):
            block[ours.format("W")] = array(f"encoder.layer.{layer}.{theirs}.weight", n_out, n_in).T
            block[ours.format("b")] = array(f"encoder.layer.{layer}.{theirs}.bias", n_out)
        for ours, theirs in (("norm_1", "attention.output"), ("norm_2", "output")):
            block[f"{ours}.gamma"] = array(f"encoder.layer.{layer}.{theirs}.LayerNorm.weight", d)
            block[f"{ours}.beta"] = array(f"encoder.layer.{layer}.{theirs}.LayerNorm.bias", d)
        params |= prefixed(str(layer), block)
    shape = bert_config(
        config["num_hidden_layers"], d, config["num_attention_heads"], d_ff,
        config["max_position_embeddings"], config["layer_norm_eps"], ACTIVATIONS[config["hidden_act"]],
    )
    return Encoder(shape, params, lambda ids: table[ids])


def _tokenizer(folder):
    vocabulary = _read(folder, "vocab.txt").decode("utf-8").splitlines()
    options = _read_json(folder, "tokenizer_config.json") if (folder / "tokenizer_config.json").exists() else {}
    return WordPieceTokenizer(
        vocabulary, lowercase=options.get("do_lower_case", True), strip_accents=options.get("strip_accents")
    )


def _read_json(folder, name):
    try:
        return json.loads(_read(folder, name))
    except ValueError as error:
        raise ModelFileError(f"{folder / name} is not JSON ({error})") from error


def _read(folder, name):
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise ModelFileError(f"{folder / name} cannot be read ({error.strerror})") from error
