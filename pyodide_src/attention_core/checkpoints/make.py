"""Train every checkpoint anew and write its file: `python -m attention_core.checkpoints.make [name …]`.

The same machine and versions give the same bytes; elsewhere sums may be added in another order, and a few weights
may differ in their last half-precision digit.
"""

import io
import sys
import zipfile

import numpy as np

from ..toy_translation import evaluate, held_out_pairs, toy_batch, training_pairs
from ..training import train_translator
from ..translator import init_translator
from . import checkpoint_path, load_checkpoint, recipes


def train_recipe(recipe, last_step=None):
    """{step: (params, loss)} for the steps that the recipe keeps, up to `last_step`."""
    last_step = recipe.steps[-1] if last_step is None else last_step
    kept = {0: (init_translator(recipe.config, recipe.seed), np.nan)}
    batch = toy_batch(training_pairs(recipe.phrases))
    for state in train_translator(recipe.config, batch, seed=recipe.seed, rate=recipe.rate, steps=last_step):
        if state.step in recipe.steps:
            kept[state.step] = (state.params, state.loss)
    return kept


def to_bytes(kept):
    """The file's bytes: an .npz of `weights` (steps, parameters) float16 and `losses` (steps,) float32."""
    flat = [np.concatenate([value.ravel() for value in params.values()]) for params, _ in kept.values()]
    arrays = {"weights": np.array(flat, np.float16), "losses": np.array([loss for _, loss in kept.values()], np.float32)}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, version=(1, 0), allow_pickle=False)
            # A fixed date and system, so that the bytes tell nothing about when and where they were made.
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            archive.writestr(entry, member.getvalue())
    return file.getvalue()


def main(names):
    for name in names or recipes():
        recipe = recipes()[name]
        checkpoint_path(name).write_bytes(to_bytes(train_recipe(recipe)))
        print(f"{name}: {checkpoint_path(name).stat().st_size} bytes")
        for step in recipe.steps:
            checkpoint = load_checkpoint(name, step)
            found = [evaluate(checkpoint.params, checkpoint.config, held_out_pairs(phrases)) for phrases in (1, 2, 3)]
            matches = " / ".join(f"{result.exact_match:.3f}" for result in found)
            agreements = " / ".join(f"{result.agreement:.3f}" for result in found)
            print(f"  step {step:4d}  loss {checkpoint.loss:.4f}  exact match {matches}  agreement {agreements}")


if __name__ == "__main__":
    main(sys.argv[1:])
