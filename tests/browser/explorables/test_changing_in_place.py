"""A new drawing changes what differs, in place; where it has another shape, what stays still keeps its elements."""

import pytest

pytestmark = pytest.mark.browser

SHOWN = """(html) => {
    const one = window.explorables.get("mapa"), scene = document.querySelector("#mapa .explorable-scene");
    window.before = [...scene.querySelectorAll("*")];
    one.show({ html }, "python");
    const now = [...scene.querySelectorAll("*")];
    return { html: scene.innerHTML, kept: now.map((element) => before.indexOf(element)) };
}"""


@pytest.fixture
def shown(open_page, figure):
    page = open_page(figure("alignment-map", "mapa"))
    return lambda html: page.evaluate(SHOWN, html)


def test_texts_and_attributes_change_and_elements_stay(shown):
    shown('<p class="a" title="x">uno<b>dos</b></p><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>')
    found = shown('<p class="b" data-part="y">1<b>2</b></p><svg viewBox="0 0 2 2"><path d="M1 1"></path></svg>')
    assert found["html"] == (
        '<p class="b" data-part="y">1<b>2</b></p><svg viewBox="0 0 2 2"><path d="M1 1"></path></svg>'
    )
    assert found["kept"] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>uno</p>", "<p>uno</p><p>dos</p>"),
        ("<p>uno</p><p>dos</p>", "<p>uno</p>"),
        ("<p>uno</p>", "<div>uno</div>"),
        ("<p>uno</p>", "<p><b>uno</b></p>"),
        ("<p>uno</p>", "<p></p>"),
        ("<p></p>", "<p>uno</p>"),
        ("<p>a<!--b--></p>", "<p>a<!--c--></p>"),
        ("", "<p>uno</p>"),
    ],
)
def test_another_shape_is_shown_too(shown, before, after):
    shown(before)
    assert shown(after)["html"] == after


def test_elements_with_names_keep_them_when_they_move(shown):
    shown('<p id="uno">1</p><p id="dos">2</p>')
    found = shown('<p id="dos">2</p><p id="uno">1</p>')
    assert found["html"] == '<p id="dos">2</p><p id="uno">1</p>'
    assert found["kept"] == [1, 0]
