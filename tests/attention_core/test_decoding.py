"""Greedy, beam search and sampling, against enumeration of every sequence."""

import itertools
import math

import numpy as np
import pytest

from attention_core import (
    TransformerConfig,
    beam_search,
    decode_step,
    decoder_only,
    decoder_only_step,
    encode,
    greedy,
    init_decoder_only,
    init_encoder_decoder,
    sample,
    sampling_probabilities,
    select_rows,
    softmax,
    start_decoding,
)

END = 0


def prefix_model(rng, n_vocabulary=4, max_length=4):
    """A model that knows the whole prefix: its state is the tokens so far, its logits a table of random numbers."""
    table = 2 * rng.normal(size=(n_vocabulary,) * (max_length + 1) + (n_vocabulary,))

    def step(tokens, state):
        state = tokens[:, None] if state is None else np.concatenate([state, tokens[:, None]], axis=1)
        padded = np.pad(state, ((0, 0), (0, max_length + 1 - state.shape[1])))
        return table[tuple(padded.T)], state

    return step


def all_sequences(step, start, n_vocabulary, max_length):
    """{sequence: log-probability} of every sequence that ends with END or is max_length long."""
    found = {}
    for sequence in itertools.product(range(n_vocabulary), repeat=max_length):
        end = sequence.index(END) + 1 if END in sequence else max_length
        sequence = sequence[:end]
        state, last, total = None, start, 0.0
        for token in sequence:
            logits, state = step(np.array([last]), state)
            total += math.log(softmax(logits)[0, token])
            last = token
        found[sequence] = total
    return found


def written(tokens, length):
    return tuple(int(token) for token in tokens[:length])


def test_a_beam_wide_enough_finds_the_likeliest_sequence(rng):
    step = prefix_model(rng)
    truth = all_sequences(step, 1, 4, 4)
    beams = beam_search(step, None, 1, END, 4, beam_width=len(truth))
    assert len(beams.tokens) == len(truth)
    found = {written(t, n): p for t, n, p in zip(beams.tokens, beams.lengths, beams.log_probabilities, strict=True)}
    assert set(found) == set(truth)
    assert all(math.isclose(found[sequence], truth[sequence], rel_tol=1e-12) for sequence in truth)
    assert written(beams.tokens[0], beams.lengths[0]) == max(truth, key=truth.get)
    assert (np.diff(beams.scores) <= 0).all()


def test_a_beam_of_one_is_greedy(rng):
    step = prefix_model(rng)
    beams, by_greedy = beam_search(step, None, 1, END, 4, 1), greedy(step, None, [1], END, 4)
    assert beams.tokens.tolist() == by_greedy.tokens.tolist()
    assert np.allclose(beams.log_probabilities, by_greedy.log_probabilities, rtol=1e-13)


def test_a_wider_beam_kept_to_the_end_scores_what_the_model_says(rng):
    step = prefix_model(rng)
    truth = all_sequences(step, 1, 4, 4)
    for width in (2, 3, 5):
        beams = beam_search(step, None, 1, END, 4, width)
        for tokens, length, total in zip(beams.tokens, beams.lengths, beams.log_probabilities, strict=True):
            assert math.isclose(truth[written(tokens, length)], total, rel_tol=1e-12)
        assert len({written(t, n) for t, n in zip(beams.tokens, beams.lengths, strict=True)}) == width


def test_the_greedy_choice_may_lose_to_the_beam():
    # «a» .6 then .35 at best; «b» .4 then .9: 0.21 against 0.36.
    a, b, end, start = range(4)
    table = np.full((4, 4), 1e-12)
    table[start, [a, b]] = 0.6, 0.4
    table[a, [a, b, end]] = 0.35, 0.33, 0.32
    table[b, [a, end]] = 0.1, 0.9

    def step(tokens, state):
        return np.log(table[tokens]), None

    by_greedy = greedy(step, None, [start], end, 2)
    beams, steps = beam_search(step, None, start, end, 2, 2, return_cache=True)
    assert by_greedy.tokens.tolist() == [[a, a]] and math.isclose(math.exp(by_greedy.log_probabilities[0]), 0.21, rel_tol=1e-9)
    assert beams.tokens[0].tolist() == [b, end] and math.isclose(math.exp(beams.log_probabilities[0]), 0.36, rel_tol=1e-9)
    assert steps[0].parents.tolist() == [0, 0] and steps[0].tokens.tolist() == [a, b]
    assert steps[1].parents.tolist() == [1, 0]


def test_the_length_penalty_prefers_longer_sequences():
    # Ending at once has .5; going on and then ending .45: the penalty turns the order round.
    def step(tokens, state):
        rows = {1: [0.5, 1e-12, 0.5 - 1e-12], 2: [0.9, 0.05, 0.05]}
        return np.log(np.array([rows[max(int(token), 1)] for token in tokens])), None

    assert beam_search(step, None, 1, END, 3, 2).lengths[0] == 1
    penalised = beam_search(step, None, 1, END, 3, 2, length_penalty=2.0)
    assert penalised.lengths[0] == 2
    assert math.isclose(penalised.scores[0], math.log(0.45) / (7 / 6) ** 2, rel_tol=1e-9)


def test_sequences_of_a_batch_end_each_at_its_own_time():
    # 1 → 2 → 3 → END; the first sequence starts later in that chain than the second.
    def step(tokens, state):
        return np.where(np.arange(4) == np.array([0, 2, 3, 0])[tokens][:, None], 50.0, 0.0), None

    out = greedy(step, None, [2, 1], END, 10)
    assert out.tokens.tolist() == [[3, 0, 0], [2, 3, 0]] and out.lengths.tolist() == [2, 3]
    assert greedy(step, None, [1], END, 2).lengths.tolist() == [2]


def test_the_same_seed_writes_the_same_and_another_seed_does_not(rng):
    step = prefix_model(rng, max_length=4)
    starts = np.ones(30, dtype=int)
    one, two, three = (sample(step, None, starts, END, 4, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert one.tokens.tolist() == two.tokens.tolist() != three.tokens.tolist()


def test_samples_come_as_often_as_their_probability_says():
    probabilities = np.array([0.5, 0.3, 0.15, 0.05])

    def step(tokens, state):
        return np.log(np.tile(probabilities, (len(tokens), 1))), None

    draws = 40_000
    out = sample(step, None, np.zeros(draws, dtype=int), END, 1, np.random.default_rng(0))
    counts = np.bincount(out.tokens[:, 0], minlength=4)
    # Within five standard deviations of the binomial.
    assert (np.abs(counts - draws * probabilities) < 5 * np.sqrt(draws * probabilities * (1 - probabilities))).all()
    assert np.allclose(out.log_probabilities, np.log(probabilities)[out.tokens[:, 0]], rtol=1e-12)
    cut = sample(step, None, np.zeros(1000, dtype=int), END, 1, np.random.default_rng(0), top_k=2, temperature=0.5)
    assert set(cut.tokens[:, 0].tolist()) == {0, 1}
    # The log-probability stays the model's own, not that of the narrowed choice.
    assert np.allclose(cut.log_probabilities, np.log(probabilities)[cut.tokens[:, 0]], rtol=1e-12)


def test_what_temperature_top_k_and_top_p_keep():
    logits = np.log([[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]])
    assert np.allclose(sampling_probabilities(logits), np.exp(logits))
    assert np.allclose(sampling_probabilities(logits, top_k=2), [[4 / 7, 3 / 7, 0, 0], [0, 0, 3 / 7, 4 / 7]])
    assert np.allclose(sampling_probabilities(logits, top_p=0.7), [[4 / 7, 3 / 7, 0, 0], [0, 0, 3 / 7, 4 / 7]])
    assert np.allclose(sampling_probabilities(logits, top_p=0.71)[0], [4 / 9, 3 / 9, 2 / 9, 0])
    assert np.allclose(sampling_probabilities(logits, top_k=1, top_p=1.0)[0], [1, 0, 0, 0])
    assert np.allclose(sampling_probabilities(logits, top_k=99, top_p=1.0), np.exp(logits))
    assert np.allclose(sampling_probabilities(logits, top_p=1e-6)[1], [0, 0, 0, 1])
    squares = np.array([16, 9, 4, 1]) / 30
    assert np.allclose(sampling_probabilities(logits, temperature=0.5)[0], squares)
    assert sampling_probabilities(np.zeros(5), top_k=3).tolist() == [1 / 3, 1 / 3, 1 / 3, 0, 0]


def test_states_of_every_kind_follow_their_hypotheses():
    config = TransformerConfig(n_layers=2, d_model=4, n_heads=2, d_ff=4)
    params = init_decoder_only(np.random.default_rng(0), 5, config)
    _, past = decoder_only_step(np.array([[1], [2]]), params, config)
    picked = select_rows({"past": past, "list": [np.array([10, 20]), None]}, np.array([1, 1, 0]))
    assert type(picked["past"][0]) is type(past[0])
    assert (picked["past"][1].keys == past[1].keys[[1, 1, 0]]).all()
    assert picked["list"][0].tolist() == [20, 20, 10] and picked["list"][1] is None


@pytest.mark.parametrize("positions", ["sinusoidal", "rotary", "alibi"])
def test_a_transformer_writes_with_its_cache_what_it_would_write_without(rng, positions):
    config = TransformerConfig(n_layers=2, d_model=8, n_heads=2, d_ff=8, positions=positions)
    params = {name: 3 * array for name, array in init_decoder_only(rng, 6, config).items()}

    def cached(tokens, past):
        logits, past = decoder_only_step(tokens[:, None], params, config, past)
        return logits[:, -1], past

    def anew(tokens, prefix):
        prefix = tokens[:, None] if prefix is None else np.concatenate([prefix, tokens[:, None]], axis=1)
        return decoder_only(prefix, params, config)[:, -1], prefix

    fast, slow = greedy(cached, None, [1, 2], END, 7), greedy(anew, None, [1, 2], END, 7)
    assert fast.tokens.tolist() == slow.tokens.tolist()
    fast, slow = beam_search(cached, None, 1, END, 6, 3), beam_search(anew, None, 1, END, 6, 3)
    assert fast.tokens.tolist() == slow.tokens.tolist()
    assert np.allclose(fast.log_probabilities, slow.log_probabilities, rtol=1e-9)


def test_beams_over_an_encoder_decoder_keep_their_memory(rng):
    config = TransformerConfig(n_layers=1, d_model=8, n_heads=2, d_ff=8)
    params = init_encoder_decoder(rng, 6, 6, config)
    memory = encode(rng.integers(1, 6, (1, 4)), params, config)

    def step(tokens, state):
        logits, state = decode_step(tokens[:, None], params, config, state)
        return logits[:, -1], state

    state = start_decoding(memory, params, config)
    beams = beam_search(step, state, 1, END, 5, 4)
    assert beams.tokens.shape[0] == 4
    alone = greedy(step, state, [1], END, 5)
    assert beams.log_probabilities[0] >= alone.log_probabilities[0] - 1e-12
