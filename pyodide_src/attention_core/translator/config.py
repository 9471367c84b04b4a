"""What a translator is made of: its choices, the shapes of its parameters, and a seeded start."""

import math
from typing import NamedTuple

import numpy as np

from ..cells import cell_shapes
from ..checks import check_choice, check_count
from ..scores import SCORES

ENCODERS = ("bidirectional", "forward", "embeddings")
WIRINGS = ("bahdanau", "luong", "fixed_every_step", "fixed")


class TranslatorConfig(NamedTuple):
    """The choices that fix a translator's shape.

    `encoder`: "bidirectional" (each direction has d_hidden / 2 numbers), "forward", or "embeddings" (each state
    knows only its own token: no recurrence).
    `cell`: "tanh" or "gru", in encoder and decoder.
    `wiring`, where the context comes in:
      "fixed"             s_0 = h̄_{T_x}, and nothing else of the source (Sutskever et al., 2014)
      "fixed_every_step"  c_i = h̄_{T_x} at every step: an alignment frozen on the last token (Cho et al., 2014)
      "bahdanau"          s_{i−1} → α_i → c_i → s_i, s_0 = 0 (Bahdanau et al., 2015)
      "luong"             s_i → α_i → c_i → s̃_i = tanh(c_i W_c + s_i W_s), s_0 = 0 (Luong et al., 2015, eq. 5; no input feeding)
    `score`: a name of `SCORES`; the fixed wirings have none to compute.
    """

    n_source: int
    n_target: int
    d_embedding: int = 16
    d_hidden: int = 32
    encoder: str = "bidirectional"
    cell: str = "tanh"
    wiring: str = "bahdanau"
    score: str = "additive"

    @property
    def attends(self):
        return self.wiring in ("bahdanau", "luong")


def check_config(config):
    """Raise ValueError naming the first choice that does not exist or size that does not fit."""
    for name in ("n_source", "n_target", "d_embedding", "d_hidden"):
        check_count(name, getattr(config, name))
    check_choice("encoder", config.encoder, ENCODERS)
    check_choice("wiring", config.wiring, WIRINGS)
    check_choice("score", config.score, SCORES)
    if config.encoder == "bidirectional" and config.d_hidden % 2:
        raise ValueError(f"d_hidden: expected an even number, half for each direction, got {config.d_hidden}")
    cell_shapes(config.cell, config.d_embedding, config.d_hidden)


def translator_shapes(config):
    """Shapes of all the parameters by name, in a fixed order. Raises ValueError as `check_config` does.

    >>> translator_shapes(TranslatorConfig(37, 28))["score.U_a"]
    (32, 32)
    """
    check_config(config)
    d_embedding, d = config.d_embedding, config.d_hidden
    shapes = {
        "source_embedding": (config.n_source, d_embedding),
        "target_embedding": (config.n_target, d_embedding),
    }
    if config.encoder == "bidirectional":
        half = cell_shapes(config.cell, d_embedding, d // 2)
        for direction in ("forward", "backward"):
            shapes |= {f"encoder.{direction}.{name}": shape for name, shape in half.items()}
    elif config.encoder == "forward":
        shapes |= {f"encoder.{name}": shape for name, shape in cell_shapes(config.cell, d_embedding, d).items()}
    else:
        shapes |= {"encoder.W": (d_embedding, d), "encoder.b": (d,)}
    decoder = cell_shapes(config.cell, d_embedding, d)
    shapes |= {f"decoder.{name}": shape for name, shape in decoder.items()}
    if config.wiring in ("bahdanau", "fixed_every_step"):
        shapes["decoder.W_c"] = (d, decoder["W_x"][1])
    if config.wiring == "luong":
        shapes |= {"readout.W_c": (d, d), "readout.W_s": (d, d)}
    if config.attends:
        shapes |= {f"score.{name}": shape for name, shape in _score_shapes(config.score, d).items()}
    return shapes | {"output.W": (d, config.n_target), "output.b": (config.n_target,)}


def _score_shapes(score, d):
    if score == "general":
        return {"W_a": (d, d)}
    if score == "additive":
        return {"W_a": (d, d), "U_a": (d, d), "v_a": (d,)}
    if score == "concat":
        return {"W_a": (2 * d, d), "v_a": (d,)}
    return {}


def init_translator(config, seed=0, dtype=np.float64):
    """Parameters to start from, a pure function of `config` and `seed`; `parameter_count` counts them.

    Recurrent matrices W_h are orthogonal, one for each gate, so that a state neither dies nor explodes at the start;
    embeddings are normal with deviation 0.1, other matrices normal with variance 1 / d_in, biases 0. The order of
    magnitude follows Bahdanau et al. (2015), §B.1. float32 parameters are the float64 ones rounded.

    >>> from attention_core.parameters import parameter_count
    >>> params = init_translator(TranslatorConfig(37, 28), seed=0)
    >>> W_h = params["encoder.backward.W_h"]
    >>> W_h.shape, bool(np.allclose(W_h @ W_h.T, np.eye(16)))
    ((16, 16), True)
    >>> [parameter_count(init_translator(TranslatorConfig(37, 28, score=name))) for name in ("dot", "general", "additive")]
    [5612, 6636, 7692]
    """
    rng = np.random.default_rng(seed)
    params = {}
    for name, shape in translator_shapes(config).items():
        kind = name.rpartition(".")[2]
        if kind in ("b", "b_h"):
            values = np.zeros(shape)
        elif kind == "W_h":
            d = shape[0]
            values = np.concatenate([_orthogonal(rng, d) for _ in range(shape[1] // d)], axis=1)
        else:
            deviation = 0.1 if kind.endswith("embedding") else 1 / math.sqrt(shape[0])
            values = deviation * rng.standard_normal(shape)
        params[name] = values.astype(dtype)
    return params


def _orthogonal(rng, d):
    """A random rotation or reflection, all equally likely. Source: Saxe, McClelland & Ganguli (2014)."""
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.sign(np.diag(r))
