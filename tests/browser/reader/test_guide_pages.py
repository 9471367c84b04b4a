"""The author's guide in a browser: its step-by-step figure lives, and what is written stands beside what is seen."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

GUIDE = "como-se-escribe"


def test_the_figure_of_the_guide_answers_at_once(dist, host, visit):
    page = visit(host(dist).address + f"{GUIDE}/un-explorable/index.html")
    value = page.locator(".prose [data-value=peso]")
    expect(value).to_have_text("88\u202f%")
    page.locator(".prose button[data-set]", has_text="Empátalas").click()
    # Two equal scores: half and half, softmax of (0, 0).
    expect(value).to_have_text("50\u202f%")
    assert page.evaluate("document.documentElement.dataset.python") is not None
    expect(page.locator("#dos .bar-number").first).to_have_text("0.50")


@pytest.mark.parametrize("width", [1280, 360])
def test_what_is_written_stands_beside_what_is_seen_where_there_is_room(dist, host, visit, width):
    page = visit(host(dist).address + f"{GUIDE}/todo-lo-que-se-escribe/index.html", width=width)
    expect(page.locator("#directiva-quiz")).to_be_visible()
    example = page.locator(".example").first
    source, result = example.locator(".example-source").bounding_box(), example.locator(".example-result").bounding_box()
    if width > 1000:
        assert result["x"] >= source["x"] + source["width"] and result["y"] == pytest.approx(source["y"], abs=2)
    else:
        assert result["y"] >= source["y"] + source["height"] - 1 and result["x"] == pytest.approx(source["x"], abs=2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_address_of_a_rule_leads_to_it(dist, host, visit):
    page = visit(host(dist).address + f"{GUIDE}/las-reglas/index.html#formula-open")
    heading = page.locator("h3#formula-open")
    expect(heading).to_be_in_viewport()
    expect(heading.locator("code")).to_have_text("formula-open")
