"""What the build draws is what the reader's own Python draws, byte for byte; opened from a folder, with no server."""

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 60_000
BETWEEN = [
    {"step": step, "own_share": share} for step in (1, 4, 7) for share in (0.0, 0.05, 0.35, 0.5, 0.65, 0.95)
]


def draw_in_page(page, view, state):
    return page.evaluate(
        "([view, state]) => python.call({do: 'draw', view, state}).then((answer) => answer.drawing)", [view, state]
    )


def test_a_state_that_is_not_drawn_brings_python_in(live_page):
    assert live_page.evaluate("python.status.phase") == "idle"
    live_page.locator("#mapa-own_share").fill("0.5")
    live_page.wait_for_function("document.getElementById('mapa').dataset.drawn === 'python'", timeout=LOADING)
    assert live_page.locator("#mapa [data-part=distance] dd").inner_text() == "0.69"


@pytest.mark.parametrize("state", [*explorables.spec("alignment-map")["states"], *BETWEEN], ids=str)
def test_a_state_has_the_same_bytes(live_page, state):
    assert draw_in_page(live_page, "alignment-map", state) == explorables.draw("alignment-map", state)


def test_the_spec_is_the_same_too(live_page):
    source = "import json, explorables\nprint(json.dumps(explorables.spec('alignment-map')))"
    text = live_page.evaluate(
        """async (source) => {
            let text = "";
            await python.runCell({ id: "spec", source, onOutput: (piece) => { text += piece.text; } });
            return JSON.parse(text);
        }""",
        source,
    )
    assert text == explorables.spec("alignment-map")
