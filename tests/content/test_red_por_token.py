"""Lesson 5.7: its stack of blocks, worked out without a block of the core, and every number that its cells and its text tell."""

import importlib.util
import re
import sys
from math import sqrt

import explorables
import numpy as np
import pytest

from attention_core import TransformerConfig, init_encoder_block, init_encoder_stack, init_multi_head_attention
from builder import DEFAULT_BOOK

NAME = "explorables_red_por_token"
FOLDER = DEFAULT_BOOK / "5-transformer" / "7-red-por-token-residuales-y-normalizacion"
WORDS = ["me", "senté", "en", "el", "banco", "de", "mi", "jardín"]


@pytest.fixture(scope="module", autouse=True)
def view():
    assert explorables.define(NAME, (FOLDER / "explorables.py").read_text(encoding="utf-8")) == ["stacked-layers"]


@pytest.fixture(scope="module")
def outputs(run):
    return [cell.output for cell in run.cells]


@pytest.fixture(scope="module")
def text():
    return (FOLDER / "lesson.md").read_text(encoding="utf-8")


def attention(x, p, heads):
    """Head after head: the exponentials over their sum, and each head's own rows of W_o. `x` (..., n, d)."""
    wide = x.shape[-1] // heads
    total = 0
    for head in range(heads):
        own = slice(head * wide, (head + 1) * wide)
        q, k, v = (x @ p[name][..., own] for name in ("W_q", "W_k", "W_v"))
        scores = np.einsum("...id,...jd->...ij", q, k) / sqrt(wide)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))  # twelve blocks without a norm have scores of thousands
        total = total + (powers / powers.sum(axis=-1, keepdims=True)) @ v @ p["W_o"][own]
    return total


def network(x, p):
    hidden = x @ p["W_1"] + p["b_1"]
    return (hidden * (hidden > 0)) @ p["W_2"] + p["b_2"]


def normalised(x):
    """Mean 0 and deviation 1, since all gains are 1 and all shifts 0 before anything is trained."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


def piece_of(params, name):
    return {key.partition(".")[2]: array for key, array in params.items() if key.startswith(name + ".")}


def through(x, blocks, heads, shortcut, with_network, norm):
    for params in blocks:
        pieces = [lambda rows: attention(rows, piece_of(params, "attention"), heads)]
        if with_network:
            pieces.append(lambda rows: network(rows, piece_of(params, "feed_forward")))
        for piece in pieces:
            change = piece(normalised(x) if norm == "pre" else x)
            x = x + change if shortcut else change
            x = normalised(x) if norm == "post" else x
    return x


def likeness(x):
    """The mean cosine, pair by pair."""
    n = len(x)
    return np.mean([x[i] @ x[j] / sqrt((x[i] @ x[i]) * (x[j] @ x[j])) for i in range(n) for j in range(i)])


def drawn(seed):
    config = TransformerConfig(d_model=64, n_heads=8, d_ff=256, bias=False)
    rng = np.random.default_rng(seed)
    words = rng.standard_normal((8, 64))
    return words, [init_encoder_block(rng, config) for _ in range(12)]


def draw(layers=2, shortcut=False, network=False, norm="none", seed=1):
    state = {"layers": layers, "shortcut": shortcut, "network": network, "norm": norm, "draw": seed}
    return explorables.draw("stacked-layers", state)


def number(shown):
    return float(shown.replace("\u2212", "-").replace("&lt; ", "").replace("\u202f", ""))


def table_of(drawing):
    rows = re.findall(r"<tr\b.*?</tr>", drawing["table"], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows[1:]]


def map_of(drawing):
    cells = re.findall(r'<span class="cell"[^>]*>([^<]*)</span>', drawing["html"])
    return np.array([number(cell) for cell in cells]).reshape(8, 8)


@pytest.mark.parametrize("norm", ["none", "pre", "post"])
@pytest.mark.parametrize("with_network", [False, True])
@pytest.mark.parametrize("shortcut", [False, True])
@pytest.mark.parametrize(("layers", "seed"), [(1, 1), (2, 1), (3, 5), (12, 1)])
def test_the_stack_is_that_of_the_formulas(layers, seed, shortcut, with_network, norm):
    words, blocks = drawn(seed)
    rows = through(words, blocks[:layers], 8, shortcut, with_network, norm)
    drawing = draw(layers, shortcut, with_network, norm, seed)
    cosine = np.array([[a @ b / sqrt((a @ a) * (b @ b)) for b in rows] for a in rows])
    assert map_of(drawing) == pytest.approx(cosine, abs=0.0051)
    told = table_of(drawing)
    assert [row[0] for row in told] == WORDS
    for index, (_, alike, kept, size) in enumerate(told):
        assert number(alike) == pytest.approx((cosine[index].sum() - 1) / 7, abs=0.0051)
        assert number(kept) == pytest.approx(rows[index] @ words[index] / sqrt((rows[index] @ rows[index]) * (words[index] @ words[index])), abs=0.0051)
        assert number(size) == pytest.approx(sqrt(rows[index] @ rows[index]), rel=0.05, abs=0.0101)
    assert number(drawing["values"]["likeness"]) == pytest.approx(likeness(rows), abs=0.0051)


def test_two_layers_make_one_word_of_eight_unless_it_is_added():
    first = explorables.draw("stacked-layers", {})
    assert first["values"]["likeness"] == "0.999" and (map_of(first) >= 0.99).all()
    assert draw(shortcut=True)["values"]["likeness"] == "0.23"
    entrance = map_of(draw(layers=0))
    assert (np.diag(entrance) == 1).all() and np.abs(entrance - np.eye(8)).max() < 0.5
    assert draw(layers=0)["values"]["kept"] == "1.00"


def test_no_draw_is_an_exception():
    for seed in range(30):
        assert number(draw(seed=seed)["values"]["likeness"]) > 0.98
        assert number(draw(seed=seed, shortcut=True)["values"]["likeness"]) < 0.5


def test_neither_the_network_nor_a_norm_keeps_the_words_apart():
    for network, norm in [(True, "none"), (False, "pre"), (False, "post"), (True, "pre"), (True, "post")]:
        assert draw(layers=6, network=network, norm=norm)["values"]["likeness"] == "1.000"


def test_what_the_text_says_is_left_of_each_word(text):
    after, before = (draw(12, True, True, norm)["values"]["kept"] for norm in ("post", "pre"))
    assert f"al entrar: ${after}$ y ${before}$" in text
    # If each of 24 sums adds something as long as the word: halved in square 24 times, or one of 25.
    assert 0.5 ** (24 / 2) == 1 / 4096 and 1 / sqrt(25) == 0.2
    assert 0.2 <= number(before) < 0.35 and abs(number(after)) < 0.05


def test_the_states_that_the_text_sets_answer_without_python(text):
    spec = importlib.util.spec_from_file_location(NAME + "_plain", FOLDER / "explorables.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    ready = set(module.StackedLayers().nearby(module.State()))
    asked = re.findall(r"<pila#([^>]*=[^>]*)>", text)
    assert len(asked) >= 8
    for pairs in asked:
        state = dict(pair.split("=") for pair in pairs.split("&"))
        assert module.State(int(state["layers"]), state["shortcut"] == "true", state["network"] == "true", state["norm"]) in ready


def test_the_question_reveals_the_shortcut():
    prediction = explorables.spec("stacked-layers")["prediction"]
    assert prediction["reveals"] == {"shortcut": True}
    assert [choice["words"] for choice in prediction["choices"] if choice["right"]] == ["Bastante menos de la mitad"]


def layers_of(seed, n, count):
    rng = np.random.default_rng(seed)
    words = rng.standard_normal((n, 64))
    return words, [init_multi_head_attention(rng, 64, 8) for _ in range(count)]


def test_a_hundred_draws_give_0_999_without_the_shortcut_and_0_11_with_it(outputs):
    shown = {int(n): (without, added) for n, without, added in re.findall(r"^ *(\d+) palabras: +sin atajo ([\d.]+) +con atajo ([\d.]+)$", outputs[0], re.M)}
    assert shown[22] == ("0.999", "0.11")
    for n, told in shown.items():
        for shortcut, mean, within in ((False, told[0], 0.00051), (True, told[1], 0.0051)):
            found = []
            for seed in range(100):
                x, layers = layers_of(seed, n, 2)
                for matrices in layers:
                    mixed = attention(x, matrices, 8)
                    x = x + mixed if shortcut else mixed
                found.append(likeness(x))
            assert float(mean) == pytest.approx(np.mean(found), abs=within)


def test_each_layer_leaves_the_cube_of_what_tells_words_apart(outputs):
    lines = [line.split(maxsplit=1) for line in outputs[0].splitlines()[-5:]]
    x, layers = layers_of(0, 22, 4)
    for matrices, (_, told) in zip([None, *layers], lines):
        x = x if matrices is None else attention(x, matrices, 8)
        own = x - x.mean(axis=0)
        apart = np.sqrt((own**2).sum(axis=1)).mean() / np.linalg.norm(x.mean(axis=0))
        # What is nothing but rounding is not the same on every machine.
        assert told == "menos de 1e-12" if apart < 1e-14 else float(told) == pytest.approx(apart, rel=0.35)
    assert lines[4][1] == "menos de 1e-12"

    # The lesson's derivation, kept to its first term: row i leaves the others by ε³/n · Σ_h δ_i A_h (Σ_j δ_jᵀ δ_j) V_h O_h.
    rng = np.random.default_rng(0)
    common, own = rng.standard_normal(64), rng.standard_normal((22, 64))
    own -= own.mean(axis=0)
    p = layers_of(0, 22, 4)[1][0]
    leading = 0
    for head in range(8):
        part = slice(8 * head, 8 * head + 8)
        a = p["W_q"][:, part] @ p["W_k"][:, part].T / sqrt(8)
        leading = leading + own @ a @ (own.T @ own) @ p["W_v"][:, part] @ p["W_o"][part] / 22
    shared = np.linalg.norm(common @ p["W_v"] @ p["W_o"])
    told = re.findall(r"entran con ([\d.]+), salen con (\d+e-\d+)", outputs[1])
    assert [enters for enters, _ in told] == ["0.1", "0.01", "0.001"]
    for power, (_, leaves) in zip((1, 2, 3), told):
        expected = 10.0 ** (-3 * power) * np.linalg.norm(leading, axis=1).mean() / shared
        assert float(leaves) == pytest.approx(expected, rel=0.35)


def test_only_attention_carries_news_and_two_thirds_of_the_numbers_are_elsewhere(outputs):
    lines = {line[:16].strip(): line[16:].split() for line in outputs[2].splitlines()[1:]}
    d = 64
    assert lines["atención"] == ["x"] * 8 + [str(4 * d * d)]
    alone = ["."] * 4 + ["x"] + ["."] * 3
    assert lines["red por token"] == [*alone, str(8 * d * d + 4 * d + d)]
    assert lines["norma"] == [*alone, str(2 * d)]
    assert 8 / (8 + 4) == pytest.approx(2 / 3)


def by_differences(seed, block, shortcut, norm):
    """The size of the gradient of block `block`'s W_q, entry by entry, all entries at once along a leading axis."""
    config = TransformerConfig(n_layers=12, d_model=32, n_heads=4, d_ff=128)
    rng = np.random.default_rng(seed)
    params = init_encoder_stack(rng, config)
    x, arriving = rng.standard_normal((2, 8, 32))
    blocks = [piece_of(params, str(layer)) for layer in range(12)]
    x = through(x, blocks[:block], 4, shortcut, True, norm)
    step = 1e-5
    shifts = step * np.eye(32 * 32).reshape(-1, 32, 32)

    def reached(sign):
        moved = dict(blocks[block])
        moved["attention.W_q"] = moved["attention.W_q"] + sign * shifts
        rows = through(x, [moved, *blocks[block + 1 :]], 4, shortcut, True, norm)
        return ((normalised(rows) if norm == "pre" else rows) * arriving).sum(axis=(-1, -2))

    return np.linalg.norm((reached(1) - reached(-1)) / (2 * step))


def test_queries_without_a_shortcut_have_nothing_to_learn_from(outputs):
    lines = outputs[3].splitlines()
    told = {line[:29].strip(): [float(each) for each in line[29:].split()] for line in lines[:4]}
    assert told["gradiente de W^Q en el bloque"] == [1, 2, 3, 4, 6, 12]
    for name, shortcut, norm in (("sin atajo", False, "pre"), ("atajo, norma antes", True, "pre"), ("atajo, norma después", True, "post")):
        for column, block in [(5, 11)] if shortcut else [(2, 2), (5, 11)]:
            expected = np.mean([by_differences(seed, block, shortcut, norm) for seed in range(3)])
            assert told[name][column] == pytest.approx(expected, rel=1e-3, abs=6e-4)
    assert told["sin atajo"][4:] == [0.0, 0.0] and told["sin atajo"][0] > 10


def test_the_last_block_gets_as_much_however_many_there_are_unless_the_norm_comes_first(outputs):
    few_and_many = {name: (int(few), int(many)) for name, few, many in re.findall(r"^atajo, norma (\w+) +6 bloques +(\d+) +24 bloques +(\d+)$", outputs[3], re.M)}
    few, many = few_and_many["antes"]
    assert many / few == pytest.approx(sqrt(6 / 24), abs=0.15)  # a sum of four times as many pieces is twice as long
    few, many = few_and_many["después"]
    assert many / few == pytest.approx(1, abs=0.15)


def test_the_quiz_has_one_answer_each(text):
    assert text.count("- [x]") == 4 and text.count("- [ ]") == 12
