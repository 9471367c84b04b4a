"""The views of the block on the transformer: the reader's own Python draws what the build drew, byte for byte."""

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 60_000
FIRST_KEYS = explorables.spec("bank-scene")["state"]["keys"]
BETWEEN = {
    "bank-scene": [
        {"step": step, "sentence": sentence, "query": query}
        for step in (3, 5, 8)
        for sentence in ("jardin", "dinero")
        for query in ([-1, -1], [0.3, -1.7])
    ]
    + [{"keys": [[-1.3, 0.7], *FIRST_KEYS[1:]]}],
    "sqrt-dk": [
        {"d_k": d_k, "draws": draws, "division": division, "correlated": correlated, "draw": draw}
        for d_k, draws in ((2, "4"), (128, "20000"), (512, "2000"))
        for division in ("none", "scores", "query")
        for correlated, draw in ((False, 7), (True, 4321))
    ],
    "shuffle": [
        {"order": order, "mask": mask, "positions": positions}
        for order in ([4, 3, 2, 1, 0], [1, 0, 2, 4, 3])
        for mask in ("none", "causal", "after", "empty", "finite")
        for positions in (False, True)
    ],
    "heads": [{"share": share, "change": change} for share in (0.13, 0.75) for change in ("order", "next", "previous")],
    "costs": [{"n": n, "d": d} for n in (16, 613, 65536) for d in (32, 1000, 8192)],
}


def drawn_in_page(page, view, states):
    return page.evaluate(
        """async ([view, states]) => {
            const drawings = [];
            for (const state of states) drawings.push((await python.call({do: 'draw', view, state})).drawing);
            return drawings;
        }""",
        [view, states],
    )


@pytest.mark.parametrize("view", BETWEEN)
def test_states_have_the_same_bytes(live_page, view):
    live_page.evaluate("python.load()")
    states = [*explorables.spec(view)["states"], *BETWEEN[view]]
    drawings = drawn_in_page(live_page, view, states)
    for state, drawing in zip(states, drawings, strict=True):
        assert drawing == explorables.draw(view, state), state


def test_the_cost_is_measured_in_the_page(live_page):
    """Six lengths, each with the three pieces, in the order in which they grow; what the times are is nobody's business here."""
    told = live_page.evaluate(
        """async () => {
            await python.load();
            await python.call({do: "start_run", run: "prueba", view: "costs", state: {}});
            const seen = [];
            for (;;) {
                const answer = await python.call({do: "advance_run", run: "prueba", seconds: 0.01, state: {}});
                if (answer.drawing) seen.push(answer.drawing.progress.done);
                if (answer.done) break;
            }
            return seen;
        }"""
    )
    assert told[-1] == 6 and told == sorted(told)
