"""What the build draws is what the reader's own Python draws, byte for byte; opened from a folder, with no server."""

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 60_000
# States that no page carries, besides those that it does.
BETWEEN = {
    "alignment-map": [{"step": step, "own_share": share} for step in (1, 4, 7) for share in (0.0, 0.05, 0.35, 0.5, 0.65, 0.95)],
    "softmax-axis": [{"axis": "all", "token": 6}, {"axis": "columns", "transposed": True, "token": 4}],
    "choose-or-mix": [
        {"e2": e2, "steps": steps, "temperature": temperature}
        for e2 in (0.0, 1.0, 2.0) for steps in (1, 13) for temperature in (0.02, 0.3, 0.77)
    ],
    "convex-mixture": [
        {"context": context, "nearest": nearest}
        for context in ([0, 0], [0.37, 0.41], [-0.6, -0.1], [0.9, -0.1], [-0.9, 1.0]) for nearest in ("row", "even")
    ],
    "three-scores": [{"start": start, "step": 4, "width": 256} for start in ("zero", "random", "trained")],
}  # fmt: skip
STATES = [(view, state) for view, between in BETWEEN.items() for state in [*explorables.spec(view)["states"], *between]]


def draw_in_page(page, view, state):
    return page.evaluate(
        "([view, state]) => python.call({do: 'draw', view, state}).then((answer) => answer.drawing)", [view, state]
    )


def test_a_state_that_is_not_drawn_brings_python_in(live_page):
    assert live_page.evaluate("python.status.phase") == "idle"
    live_page.locator("#mapa-own_share").fill("0.5")
    live_page.wait_for_function("document.getElementById('mapa').dataset.drawn === 'python'", timeout=LOADING)
    assert live_page.locator("#mapa [data-part=distance] dd").inner_text() == "0.69"


@pytest.mark.parametrize(("view", "state"), STATES, ids=str)
def test_a_state_has_the_same_bytes(live_page, view, state):
    assert draw_in_page(live_page, view, state) == explorables.draw(view, state)


@pytest.mark.parametrize("view", list(BETWEEN))
def test_the_spec_is_the_same_too(live_page, view):
    source = f"import json, explorables\nprint(json.dumps(explorables.spec('{view}')))"
    text = live_page.evaluate(
        """async (source) => {
            let text = "";
            await python.runCell({ id: "spec", source, onOutput: (piece) => { text += piece.text; } });
            return JSON.parse(text);
        }""",
        source,
    )
    assert text == explorables.spec(view)
