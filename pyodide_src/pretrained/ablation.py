"""What changes when a head is switched off: the distance that the sentence vector moves.

Source: Michel et al. (2019), «Are Sixteen Heads Really Better than One?», §3, who measure the change of a task's score.
"""

import numpy as np
from attention_core import encoder_block, sub_parameters

from .encoder import first_rows, without_head


def head_ablation(encoder, ids):
    """1 − cosine between the sentence vector and the one without each head, (layers, heads), heads one at a time.

    What a head would have added is 0; its layer's shortcut, its companions and all else stay. 0 means that this vector
    does not notice. A head of the last layer weighs more in this measure than another: nothing comes after it that
    could make up for it.
    """
    config = encoder.config
    blocks = [sub_parameters(encoder.params, str(layer)) for layer in range(config.n_layers)]
    entering = [first_rows(encoder, ids)]
    for block in blocks:
        entering.append(encoder_block(entering[-1], block, config))
    whole = _directions(entering[-1])
    changes = np.empty((config.n_layers, config.n_heads))
    for layer, block in enumerate(blocks):
        # The rows of all twelve silenced versions go on together, one batch axis more.
        rows = np.stack([
            encoder_block(entering[layer], without_head(block, config.n_heads, head), config)
            for head in range(config.n_heads)
        ])
        for later in blocks[layer + 1 :]:
            rows = encoder_block(rows, later, config)
        changes[layer] = 1 - _directions(rows) @ whole
    return changes


def _directions(rows):
    """Sentence vectors (..., d_model) of rows (..., n, d_model)."""
    means = rows.mean(axis=-2)
    return means / np.linalg.norm(means, axis=-1, keepdims=True)
