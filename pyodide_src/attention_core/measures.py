"""How good a translator is: whole sentences right, and where it looked."""

import numpy as np

from .checks import as_float_array, check_shape


def exact_match(predictions, references):
    """Share of the sequences that are right from the first token to the last.

    `predictions` and `references`: equally many sequences of tokens (ids or words), of any lengths.
    Raises ValueError without sequences or with different numbers of them.

    >>> exact_match([[1, 2], [3, 4, 5]], [[1, 2], [3, 4]])
    0.5
    """
    predictions = [tuple(sequence) for sequence in predictions]
    references = [tuple(sequence) for sequence in references]
    if not references or len(predictions) != len(references):
        raise ValueError(
            f"predictions: expected as many sequences as references and at least one, "
            f"got {len(predictions)} and {len(references)}"
        )
    right = sum(prediction == reference for prediction, reference in zip(predictions, references, strict=True))
    return right / len(references)


def until_end(ids, end):
    """Rows of ids cut after their first `end`, which stays; a row without it stays whole.

    >>> until_end(np.array([[4, 2, 0], [4, 5, 6]]), end=2)
    [[4, 2], [4, 5, 6]]
    """
    rows = []
    for row in np.asarray(ids).tolist():
        rows.append(row[: row.index(end) + 1] if end in row else row)
    return rows


def alignment_agreement(weights, alignments):
    """Share of the target words whose largest weight falls on the source word that they translate.

    `weights`: (n, T_y, T_x) or a list of (T_y, T_x); `alignments`: for each sentence, the true source position of
    each target word, −1 for those that have none (<EOS>), which do not count; it may be shorter than the T_y rows.
    Raises ValueError for different numbers of sentences, positions outside the source, or no word to count.

    >>> weights = np.array([[[0.7, 0.3], [0.6, 0.4], [0.5, 0.5]]])
    >>> alignment_agreement(weights, [(0, 1, -1)])
    0.5
    """
    if len(weights) != len(alignments):
        raise ValueError(f"alignments: expected one for each of the {len(weights)} sentences, got {len(alignments)}")
    right = counted = 0
    for sentence, alignment in zip(weights, alignments, strict=True):
        sentence = as_float_array("weights", sentence)
        truth = np.asarray(alignment)
        if sentence.ndim != 2 or len(truth) > len(sentence) or truth.max() >= sentence.shape[1]:
            raise ValueError(
                f"alignments: expected up to {len(sentence)} positions below {sentence.shape[-1]}, got {alignment}"
            )
        counts = truth >= 0
        right += int((sentence[: len(truth)].argmax(axis=-1) == truth)[counts].sum())
        counted += int(counts.sum())
    if counted == 0:
        raise ValueError("alignments: expected at least one word with a true position, got none")
    return right / counted


def accuracy(logits, labels):
    """Share of the rows whose largest logit is that of the label.

    `logits` (..., n_classes), `labels` (...,) integers. Raises ValueError when the shapes do not fit.

    >>> accuracy(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1]))
    0.5
    """
    logits = as_float_array("logits", logits, min_ndim=1)
    labels = np.asarray(labels)
    check_shape("labels", labels, logits.shape[:-1])
    return float((logits.argmax(axis=-1) == labels).mean())
