"""Trained translators at several moments of their training, so that a page shows them without training first.

`make.py` trains them from pinned seeds and writes one file each; a file holds the weights of all its steps in half
precision, which moves no figure of the lessons and keeps it under 100 kB.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..checks import check_choice
from ..toy_translation import toy_config
from ..translator import TranslatorConfig, translator_shapes


class Recipe(NamedTuple):
    """How a checkpoint is made: its translator, the steps that are kept, and the sentences it learns from."""

    config: TranslatorConfig
    steps: tuple
    phrases: tuple = (1, 2)
    seed: int = 0
    rate: float = 0.01


class Checkpoint(NamedTuple):
    """`params` in float64 and their `config`; `loss` of the batch before that step (NaN at step 0)."""

    config: TranslatorConfig
    params: dict
    step: int
    loss: float


@cache
def recipes():
    """All checkpoints by name.

    >>> recipes()["bi_additive_d32"].steps
    (0, 50, 100, 200, 300)
    """
    usual, long = (0, 50, 100, 200, 300), (0, 50, 100, 200, 300, 600)
    return {
        "bi_additive_d32": Recipe(toy_config(), usual),
        "uni_additive_d32": Recipe(toy_config(encoder="forward"), usual),
        "bi_additive_d16": Recipe(toy_config(d_hidden=16), usual),
        "bi_dot_d32": Recipe(toy_config(score="dot"), usual),
        "bi_general_d32": Recipe(toy_config(score="general"), usual),
        "luong_general_d32": Recipe(toy_config(wiring="luong", score="general"), usual[:1] + usual[2:]),
        "fixed_d32": Recipe(toy_config(encoder="forward", wiring="fixed_every_step"), long),
        "fixed_d16": Recipe(toy_config(encoder="forward", wiring="fixed_every_step", d_hidden=16), long),
        # A context that only starts the decoder teaches slowly: a GRU, one phrase, larger and more steps. With seed 0 it
        # has not got there after 900.
        "start_gru_d32": Recipe(
            toy_config(encoder="forward", wiring="fixed", cell="gru"), (0, 300, 600, 900), phrases=(1,), seed=1, rate=0.02
        ),
    }


def load_checkpoint(name, step):
    """The translator `name` after `step` updates.

    Raises ValueError for a name or a step that is not kept.

    >>> checkpoint = load_checkpoint("bi_additive_d32", 300)
    >>> checkpoint.params["score.v_a"].shape
    (32,)
    """
    check_choice("name", name, recipes())
    recipe = recipes()[name]
    check_choice("step", step, recipe.steps)
    row = recipe.steps.index(step)
    with np.load(checkpoint_path(name)) as file:
        flat, loss = file["weights"][row].astype(np.float64), float(file["losses"][row])
    params, start = {}, 0
    for key, shape in translator_shapes(recipe.config).items():
        size = int(np.prod(shape))
        params[key] = flat[start : start + size].reshape(shape)
        start += size
    return Checkpoint(recipe.config, params, step, loss)


def checkpoint_path(name):
    """The file that holds the checkpoint `name`.

    >>> checkpoint_path("bi_additive_d32").name
    'bi_additive_d32.npz'
    """
    return Path(__file__).with_name(f"{name}.npz")
