"""The whole translator: teacher forcing, its loss and gradients, and one step at a time."""

from typing import NamedTuple

import numpy as np

from ..checks import as_token_ids, check_parameters
from ..decoding import greedy
from ..embedding import embed, embed_backward
from ..linear import matrix_gradient
from ..parameters import prefixed, sub_parameters
from ..recurrent import as_lengths, real_rows
from ..softmax import cross_entropy, cross_entropy_backward
from .config import translator_shapes
from .decoder import Decoded, decode, decode_backward, start_state
from .encoder import encode, encode_backward
from .memory import Memory, remember, remember_backward


class Batch(NamedTuple):
    """Sentence pairs as padded ids.

    `source` (n, T_x); `source_lengths` (n,); `target_inputs` (n, T_y): the beginning token and the translation without
    its end; `target_outputs` (n, T_y): the translation with its end token; `target_lengths` (n,).
    """

    source: np.ndarray
    source_lengths: np.ndarray
    target_inputs: np.ndarray
    target_outputs: np.ndarray
    target_lengths: np.ndarray


class ForwardCache(NamedTuple):
    config: object
    params: dict
    encoder: object
    memory: Memory
    target_embedding: object
    previous_words: np.ndarray
    decoded: Decoded
    decoder: object


def translator_forward(batch, params, config, *, return_cache=False):
    """Logits (n, T_y, n_target) of each next word, and what the decoder did, when it is told the right previous words.

    Teacher forcing: at step i the decoder reads the true y_{i−1}, not its own (Williams & Zipser, 1989).
    Returns (logits, Decoded); with `return_cache=True`, (logits, Decoded, cache).
    Raises ValueError for parameters that are not those of `config` or ids outside the vocabularies.

    >>> from attention_core.toy_translation import toy_batch, toy_config, training_pairs
    >>> from attention_core.translator import init_translator
    >>> logits, decoded = translator_forward(toy_batch(training_pairs()[:4]), init_translator(toy_config()), toy_config())
    >>> logits.shape[::2], decoded.weights.shape
    ((4, 28), (4, 13, 11))
    """
    check_parameters(params, translator_shapes(config))
    memory, lengths, encoder_cache = _read(batch.source, batch.source_lengths, params, config)
    previous, embedding_cache = embed(batch.target_inputs, params["target_embedding"], return_cache=True)
    projected = previous @ params["decoder.W_x"] + params["decoder.b"]
    initial = start_state(memory, lengths, config)
    decoded, decoder_cache = decode(projected, memory, lengths, initial, params, config)
    logits = decoded.features @ params["output.W"] + params["output.b"]
    if not return_cache:
        return logits, decoded
    cache = ForwardCache(config, params, encoder_cache, memory, embedding_cache, previous, decoded, decoder_cache)
    return logits, decoded, cache


def translator_backward(grad_logits, cache, *, value_path=True, score_path=True):
    """Gradients of every parameter, a dict like `params`, from that of the logits (n, T_y, n_target).

    `value_path` and `score_path`: False stops the gradient on the edge h̄_j → c_i or h̄_j → e_ij; see `memory`.

    >>> from attention_core.toy_translation import toy_batch, toy_config, training_pairs
    >>> from attention_core.translator import init_translator
    >>> params = init_translator(toy_config())
    >>> logits, _, cache = translator_forward(toy_batch(training_pairs()[:4]), params, toy_config(), return_cache=True)
    >>> translator_backward(np.ones_like(logits), cache).keys() == params.keys()
    True
    """
    params = cache.params
    grads = {
        "output.W": matrix_gradient(cache.decoded.features, grad_logits),
        "output.b": grad_logits.sum(axis=(0, 1)),
    }
    at_decoder = decode_backward(grad_logits @ params["output.W"].T, cache.decoder)
    grads |= at_decoder.params
    grads["decoder.W_x"] = matrix_gradient(cache.previous_words, at_decoder.projected)
    grads["decoder.b"] = at_decoder.projected.sum(axis=(0, 1))
    grads["target_embedding"] = embed_backward(at_decoder.projected @ params["decoder.W_x"].T, cache.target_embedding)
    if cache.config.attends:
        grad_states, score_grads = remember_backward(
            at_decoder.look, cache.memory, value_path=value_path, score_path=score_path
        )
        grads |= prefixed("score", score_grads)
    else:
        grad_states = at_decoder.look.states if value_path else np.zeros_like(at_decoder.look.states)
    return grads | encode_backward(grad_states, cache.encoder)


def translator_loss(batch, params, config):
    """Mean of −ln p(right word) over all the words of the batch, in nats, under teacher forcing.

    >>> from attention_core.toy_translation import toy_batch, toy_config, training_pairs
    >>> from attention_core.translator import init_translator
    >>> loss = translator_loss(toy_batch(training_pairs()[:4]), init_translator(toy_config()), toy_config())
    >>> bool(abs(loss - np.log(28)) < 0.5)                # at the start, every word is as likely as any other
    True
    """
    logits, _ = translator_forward(batch, params, config)
    return cross_entropy(logits, batch.target_outputs, mask=_real_words(batch))


def translator_gradients(batch, params, config, *, value_path=True, score_path=True):
    """(loss, gradients like `params`) of `translator_loss`; the switches are those of `translator_backward`.

    >>> from attention_core.toy_translation import toy_batch, toy_config, training_pairs
    >>> from attention_core.translator import init_translator
    >>> batch, params = toy_batch(training_pairs()[:4]), init_translator(toy_config())
    >>> loss, grads = translator_gradients(batch, params, toy_config(), value_path=False, score_path=False)
    >>> grads["encoder.forward.W_x"].any(), grads["score.U_a"].any()
    (np.False_, np.True_)
    """
    logits, _, cache = translator_forward(batch, params, config, return_cache=True)
    loss, loss_cache = cross_entropy(logits, batch.target_outputs, mask=_real_words(batch), return_cache=True)
    grad_logits = cross_entropy_backward(1.0, loss_cache)
    return loss, translator_backward(grad_logits, cache, value_path=value_path, score_path=score_path)


class DecoderStep(NamedTuple):
    """One step of writing, with everything that was computed on the way; see `Decoded` for the shapes without T_y."""

    state: np.ndarray
    scores: np.ndarray | None
    weights: np.ndarray
    context: np.ndarray
    feature: np.ndarray
    logits: np.ndarray


class Reading(NamedTuple):
    """A source sentence read and ready: what `decoder_step` needs besides the word and the state."""

    memory: Memory
    lengths: np.ndarray
    initial_state: np.ndarray


def read_source(source, params, config, lengths=None):
    """Read source ids (n, T_x) before writing. Returns a Reading, with s_0 in `initial_state` (n, d).

    Raises ValueError for parameters that are not those of `config`, ids outside the vocabulary, lengths that do not fit.

    >>> from attention_core.translator import TranslatorConfig, init_translator
    >>> config = TranslatorConfig(37, 28)
    >>> read_source(np.array([[1, 3, 5]]), init_translator(config), config).initial_state.shape
    (1, 32)
    """
    check_parameters(params, translator_shapes(config))
    memory, lengths, _ = _read(source, lengths, params, config)
    return Reading(memory, lengths, start_state(memory, lengths, config))


def decoder_step(previous_ids, state, reading, params, config):
    """Read y_{i−1} (n,) and s_{i−1} (n, d), and give s_i, α_i, c_i and the logits (n, n_target) of y_i.

    >>> from attention_core.translator import TranslatorConfig, init_translator
    >>> config = TranslatorConfig(37, 28)
    >>> params = init_translator(config)
    >>> reading = read_source(np.array([[1, 3, 5]]), params, config)
    >>> step = decoder_step(np.array([1]), reading.initial_state, reading, params, config)
    >>> step.weights.shape, step.context.shape, step.logits.shape
    ((1, 3), (1, 32), (1, 28))
    """
    ids = as_token_ids("previous_ids", previous_ids, config.n_target)
    projected = params["target_embedding"][ids] @ params["decoder.W_x"] + params["decoder.b"]
    decoded, _ = decode(projected[:, None], reading.memory, reading.lengths, state, params, config)
    feature = decoded.features[:, 0]
    return DecoderStep(
        decoded.states[:, 0],
        None if decoded.scores is None else decoded.scores[:, 0],
        decoded.weights[:, 0],
        decoded.contexts[:, 0],
        feature,
        feature @ params["output.W"] + params["output.b"],
    )


def writing_step(reading, params, config):
    """The translator as `decoding` wants it: a function step(tokens, state) -> (logits, state).

    `reading`: of one sentence, which any number of hypotheses share, or of as many as there are sequences. The first
    state is `reading.initial_state`, one row for each sequence.

    >>> from attention_core.checkpoints import load_checkpoint
    >>> from attention_core.decoding import beam_search
    >>> params, config = load_checkpoint("bi_additive_d32", 300).params, load_checkpoint("bi_additive_d32", 300).config
    >>> reading = read_source(np.array([[3, 12]]), params, config)
    >>> beams = beam_search(writing_step(reading, params, config), reading.initial_state, 1, 2, 10, beam_width=3)
    >>> len(beams.tokens)
    3
    """

    def step(tokens, state):
        done = decoder_step(tokens, state, reading, params, config)
        return done.logits, done.state

    return step


class Translation(NamedTuple):
    """`ids` (n, steps): what was written, the end token repeated after the first; `weights` (n, steps, T_x)."""

    ids: np.ndarray
    weights: np.ndarray


def translate(source, params, config, lengths=None, *, begin, end, max_length=40):
    """Write the likeliest next word until the end token or `max_length` words: greedy decoding, with its alignment.

    `source` (n, T_x) ids with `lengths` (n,); `begin`, `end`: ids of the target vocabulary. All the sentences of the
    batch advance together. Returns a Translation. Raises ValueError as `read_source` and `decoding.greedy` do.

    >>> from attention_core.translator import TranslatorConfig, init_translator
    >>> config = TranslatorConfig(37, 28)
    >>> written = translate(np.array([[1, 3, 5]]), init_translator(config), config, begin=1, end=2, max_length=4)
    >>> written.weights.shape[2], written.ids.shape[1] <= 4
    (3, True)
    """
    reading = read_source(source, params, config, lengths)
    weights = []

    def step(tokens, state):
        done = decoder_step(tokens, state, reading, params, config)
        weights.append(done.weights)
        return done.logits, done.state

    start = np.full(len(reading.initial_state), begin, dtype=np.int64)
    written = greedy(step, reading.initial_state, start, end, max_length)
    return Translation(written.tokens, np.stack(weights, axis=1))


def _read(source, lengths, params, config):
    states, encoder_cache = encode(source, params, config, lengths, return_cache=True)
    lengths = as_lengths(lengths, states)
    real = real_rows(lengths, states.shape[1])
    score_params = sub_parameters(params, "score")
    # The fixed wirings make no keys: any score without parameters will do.
    memory = remember(states, real, config.score if config.attends else "dot", score_params)
    return memory, lengths, encoder_cache


def _real_words(batch):
    return real_rows(batch.target_lengths, batch.target_outputs.shape[1])
