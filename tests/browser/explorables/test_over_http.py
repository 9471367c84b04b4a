"""Explorables from a static host, under a prefix, with the reader's own Python and with a state in the address."""

import pytest

import explorables

pytestmark = pytest.mark.browser

LOADING = 120_000


@pytest.mark.parametrize("served", ["http"], indirect=True)
def test_a_link_to_a_state_opens_it(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"), search="?mapa.step=3&mapa.frozen=true")
    assert page.locator("#mapa .heat-row.chosen .heat-label").inner_text() == "read"


def test_the_readers_python_draws_the_same_bytes(visit, live_folder, host):
    page = visit(host(live_folder, prefix="/a/b/").address + "index.html", patience=LOADING)
    page.locator("#mapa-own_share").fill("0.5")
    page.wait_for_function("document.getElementById('mapa').dataset.drawn === 'python'", timeout=LOADING)
    drawn = page.evaluate("python.call({do: 'draw', view: 'convex-mixture', state: {context: [0.1, 0]}}).then((answer) => answer.drawing)")
    assert drawn == explorables.draw("convex-mixture", {"context": [0.1, 0]})
