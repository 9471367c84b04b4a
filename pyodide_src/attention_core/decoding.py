"""Writing, token by token: greedy, beam search, and sampling with temperature, top-k and top-p.

All three ask the model through one function of the caller's: `step(tokens, state) -> (logits, state)`, where `tokens` (b,)
are the last ones written, `logits` (b, n_vocabulary) score the next, and `state` is anything made of arrays whose first
axis is b (a recurrent state, key–value caches, the tokens so far), inside tuples, lists and dicts; None where nothing is
kept. A transformer reads on like this:

    def step(tokens, past):
        logits, past = decoder_only_step(tokens[:, None], params, config, past)
        return logits[:, -1], past
"""

from typing import NamedTuple

import numpy as np

from .checks import as_array, as_float_array, check_count, check_positive
from .softmax import log_softmax, softmax


class Written(NamedTuple):
    """What was written, best or only candidate of each of b sequences.

    `tokens` (b, longest) without the start token; after a sequence's end they repeat the end token. `lengths` (b,) count up to
    and with the end token. `log_probabilities` (b,) are the model's own (temperature 1, nothing cut), summed over the tokens.
    """

    tokens: np.ndarray
    lengths: np.ndarray
    log_probabilities: np.ndarray


def greedy(step, state, start_tokens, end_token, max_length):
    """Always the likeliest next token (the first, if several tie), until `end_token` or `max_length` tokens.

    `start_tokens` (b,) integers → Written. It is not the likeliest sequence: a good first token may lead to poor ones.
    Raises ValueError for logits of another shape, NaN, or start tokens that are not a vector of integers.
    Source: Sutskever et al. (2014), §3.2, beam of one.

    >>> table = np.log([[0.6, 0.4, 1e-9], [0.5, 0.4, 0.1], [1 / 3] * 3])      # the next depends on the last token alone
    >>> greedy(lambda tokens, state: (table[tokens], None), None, [0], end_token=2, max_length=3).tokens
    array([[0, 0, 0]])
    """
    return _write(step, state, start_tokens, end_token, max_length, lambda logits: logits.argmax(axis=-1))


def sample(step, state, start_tokens, end_token, max_length, rng, *, temperature=1.0, top_k=None, top_p=None):
    """Each next token drawn from `sampling_probabilities`; the same seed in `rng` writes the same text.

    `start_tokens` (b,) integers, `rng` a NumPy Generator → Written. Raises ValueError as `greedy` and
    `sampling_probabilities`.

    >>> def step(tokens, state):
    ...     return np.zeros((len(tokens), 3)), None
    >>> a, b = [sample(step, None, [0, 0], 2, 5, np.random.default_rng(7)).tokens for _ in range(2)]
    >>> bool((a == b).all())
    True
    """
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng: expected a numpy Generator such as np.random.default_rng(0), got {type(rng).__name__}")

    def draw(logits):
        probabilities = sampling_probabilities(logits, temperature=temperature, top_k=top_k, top_p=top_p)
        cumulative = probabilities.cumsum(axis=-1)
        threshold = rng.random((len(logits), 1)) * cumulative[:, -1:]
        return (cumulative <= threshold).sum(axis=-1).clip(max=_last_positive(probabilities))

    return _write(step, state, start_tokens, end_token, max_length, draw)


def sampling_probabilities(logits, *, temperature=1.0, top_k=None, top_p=None):
    """softmax(logits / T), then only the k likeliest, then only the likeliest that together reach p; renormalised.

    `logits` (..., n_vocabulary) → the same shape, rows that sum to 1. Ties are kept in order of id, so that exactly k remain.
    Raises ValueError for T ≤ 0, k < 1, p outside (0, 1]. Source: top-k, Fan et al. (2018), §5.4; top-p, Holtzman et al.
    (2020), §3.1.

    >>> sampling_probabilities(np.log([0.5, 0.3, 0.15, 0.05]), top_p=0.7).round(3)
    array([0.625, 0.375, 0.   , 0.   ])
    """
    probabilities = softmax(logits, temperature=temperature)
    if top_k is None and top_p is None:
        return probabilities
    order = np.argsort(-probabilities, axis=-1, kind="stable")
    ranked = np.take_along_axis(probabilities, order, axis=-1)
    if top_k is not None:
        ranked[..., check_count("top_k", top_k) :] = 0
        ranked /= ranked.sum(axis=-1, keepdims=True)
    if top_p is not None:
        if check_positive("top_p", top_p) > 1:
            raise ValueError(f"top_p: expected a number above 0 and up to 1, got {top_p!r}")
        # A token stays if those before it have not reached p; a hair less, so that rounding adds no token.
        before = ranked.cumsum(axis=-1) - ranked
        ranked[before >= top_p - 1e-9] = 0
        ranked /= ranked.sum(axis=-1, keepdims=True)
    kept = np.zeros_like(probabilities)
    np.put_along_axis(kept, order, ranked, axis=-1)
    return kept


class Beams(NamedTuple):
    """The hypotheses at the end, best first. Shapes (k, longest), (k,), (k,), (k,); see `Written`. `scores` rank them."""

    tokens: np.ndarray
    lengths: np.ndarray
    log_probabilities: np.ndarray
    scores: np.ndarray


class BeamStep(NamedTuple):
    """One turn: for each hypothesis kept, the index of the one it continues, its new token, and its log-probability so far."""

    parents: np.ndarray
    tokens: np.ndarray
    log_probabilities: np.ndarray


def beam_search(step, state, start_token, end_token, max_length, beam_width, *, length_penalty=0.0, return_cache=False):
    """Keep the `beam_width` best prefixes at every step; hypotheses that have ended keep their place as they are.

    `start_token` is one integer and every array of `state` has a first axis of 1 → Beams; with `return_cache=True`,
    (Beams, tuple of BeamStep). Ranked by log p / ((5 + length) / 6)^α with α = `length_penalty`; 0 ranks by log p.
    With a width of 1 it is `greedy`; with a width of all sequences it finds the likeliest.
    Raises ValueError as `greedy`. Source: Graves (2012), alg. 1; length penalty, Wu et al. (2016), eq. 14.

    >>> def step(tokens, state):     # the likeliest first token, 0 (.6 against .4), leads to worse ones (.35 against .9)
    ...     return np.log(np.array([[0.35, 0.34, 0.31], [0.05, 0.05, 0.9], [0.6, 0.4, 1e-9]]))[tokens], None
    >>> beams = beam_search(step, None, start_token=2, end_token=2, max_length=2, beam_width=2)
    >>> beams.tokens[0], np.exp(beams.log_probabilities[:2]).round(2)
    (array([1, 2]), array([0.36, 0.21]))
    """
    beam_width, max_length = check_count("beam_width", beam_width), check_count("max_length", max_length)
    last = _as_start_tokens([start_token])
    tokens = np.zeros((1, 0), dtype=int)
    lengths, totals, ended = np.zeros(1, dtype=int), np.zeros(1), np.zeros(1, dtype=bool)
    steps = []
    while tokens.shape[1] < max_length and not ended.all():
        logits, state = step(last, state)
        log_probabilities = log_softmax(_as_logits(logits, len(last)))
        _check_end(end_token, log_probabilities)
        # An ended hypothesis has one way to go on: the end token again, for free.
        log_probabilities[ended] = -np.inf
        log_probabilities[ended, end_token] = 0
        candidates = totals[:, None] + log_probabilities
        candidate_lengths = np.where(ended, lengths, lengths + 1)[:, None]
        ranking = candidates / _length_divisor(candidate_lengths, length_penalty)
        best = np.argsort(-ranking, axis=None, kind="stable")[:beam_width]
        best = best[np.isfinite(ranking.reshape(-1)[best])]
        parents, last = np.unravel_index(best, ranking.shape)
        tokens = np.concatenate([tokens[parents], last[:, None]], axis=1)
        totals, lengths = candidates[parents, last], candidate_lengths[parents, 0]
        ended = last == end_token
        state = select_rows(state, parents)
        steps.append(BeamStep(parents, last, totals))
    scores = totals / _length_divisor(lengths, length_penalty)
    beams = Beams(tokens, lengths, totals, scores)
    return (beams, tuple(steps)) if return_cache else beams


def select_rows(state, indices):
    """The rows `indices` of every array in a nested state, so that hypotheses can be dropped and copied.

    >>> select_rows({"h": np.array([[1.0], [2.0]]), "past": None}, [1, 1])
    {'h': array([[2.],
           [2.]]), 'past': None}
    """
    if state is None:
        return None
    if isinstance(state, dict):
        return {name: select_rows(part, indices) for name, part in state.items()}
    if isinstance(state, tuple | list):
        parts = [select_rows(part, indices) for part in state]
        return type(state)(*parts) if hasattr(state, "_fields") else type(state)(parts)
    if isinstance(state, np.ndarray) and state.ndim:
        return state[indices]
    raise ValueError(f"state: expected arrays with one row for each sequence, in tuples, lists and dicts, got {state!r}")


def _write(step, state, start_tokens, end_token, max_length, choose):
    """The loop that greedy and sampling share; it ends early when every sequence has."""
    max_length = check_count("max_length", max_length)
    last = _as_start_tokens(start_tokens)
    rows = np.arange(len(last))
    totals, ended = np.zeros(len(last)), np.zeros(len(last), dtype=bool)
    lengths = np.zeros(len(last), dtype=int)
    columns = []
    while len(columns) < max_length and not ended.all():
        logits, state = step(last, state)
        logits = _as_logits(logits, len(last))
        _check_end(end_token, logits)
        last = np.where(ended, end_token, choose(logits))
        totals += np.where(ended, 0, log_softmax(logits)[rows, last])
        lengths += ~ended
        ended |= last == end_token
        columns.append(last)
    return Written(np.stack(columns, axis=1), lengths, totals)


def _as_start_tokens(start_tokens):
    tokens = as_array("start_tokens", start_tokens)
    if tokens.dtype.kind not in "iu" or tokens.ndim != 1 or tokens.size == 0:
        raise ValueError(f"start_tokens: expected a vector of integers, got {tokens.dtype} of shape {tokens.shape}")
    return tokens


def _as_logits(logits, n_sequences):
    logits = as_float_array("logits (what step returns)", logits, finite=False)
    if logits.ndim != 2 or logits.shape[0] != n_sequences:
        raise ValueError(f"logits (what step returns): expected shape ({n_sequences}, n_vocabulary), got {logits.shape}")
    return logits


def _check_end(end_token, logits):
    if isinstance(end_token, bool) or not isinstance(end_token, int | np.integer) or not 0 <= end_token < logits.shape[1]:
        raise ValueError(f"end_token: expected an id from 0 to {logits.shape[1] - 1}, got {end_token!r}")


def _last_positive(probabilities):
    n_vocabulary = probabilities.shape[-1]
    return n_vocabulary - 1 - (probabilities[:, ::-1] > 0).argmax(axis=-1)


def _length_divisor(lengths, length_penalty):
    return ((5 + lengths) / 6) ** length_penalty
