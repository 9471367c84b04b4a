"""The axis of the softmax by mouse, touch and keyboard, with no Python loaded."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    return open_page(figure("softmax-axis", "eje"))


def received(page):
    return page.locator("#eje [data-part=received] dd").inner_text()


def sums(page, name):
    return page.locator(f"#eje .{name}").all_inner_texts()


def python_asked(page):
    return page.evaluate("fakePython.requests.length") or page.evaluate("fakePython.status.phase") != "idle"


def test_the_axis_is_chosen_with_the_mouse(page):
    assert received(page) == "1.94"
    page.get_by_label("cada columna").check()
    assert (received(page), sums(page, "heat-foot-text")) == ("1.000", ["1.000"] * 6)
    assert sums(page, "heat-side")[1:9] == ["0.91", "0.56", "0.55", "0.91", "0.87", "0.67", "0.86", "0.68"]
    page.get_by_label("transponer la tabla").check()
    assert (received(page), page.locator("#eje .heat-row").count()) == ("1.94", 6)
    page.get_by_label("toda la tabla").check()
    assert page.locator("#eje .named").nth(2).locator("dd").inner_text() == "1.00"
    assert not python_asked(page)


def test_a_token_is_chosen_by_its_heading(page):
    page.locator("#eje .heat-column", has_text="bueno").click()
    assert received(page) == "1.64"
    assert page.locator("#eje .heat-column.chosen").inner_text() == "bueno"
    assert page.locator("#eje .in-column").all_inner_texts() == ["0.01", "0.01", "0.01", "0.01", "0.08", "0.78", "0.02", "0.72"]
    assert not python_asked(page)


def test_everything_is_within_reach_of_the_keyboard(page):
    page.get_by_label("cada fila").focus()
    page.keyboard.press("ArrowRight")
    assert received(page) == "1.000"
    page.keyboard.press("ArrowLeft")
    page.locator("#eje-token").focus()
    page.keyboard.press("Home")
    assert received(page) == "1.07"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert (received(page), page.locator("#eje-token").get_attribute("aria-valuetext")) == ("1.12", "5 de 6: muy")
    page.locator("#eje-transposed").focus()
    page.evaluate("fakePython.load()")
    page.keyboard.press("Space")
    rows = page.locator("#eje [role=radio]")
    rows.first.wait_for()
    rows.nth(4).focus()
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('#eje [data-part=received] dd').textContent === '1.000'")
    assert page.locator("#eje .heat-row.chosen .heat-label").inner_text() == "ayer"


def test_it_is_tapped_on_a_phone_and_fits(open_page, figure):
    page = open_page(figure("softmax-axis", "eje"), width=360, height=700, touch=True)
    page.get_by_text("cada columna", exact=True).tap()
    assert received(page) == "1.000"
    page.locator("#eje .heat-column", has_text="muy").tap()
    page.get_by_text("transponer la tabla").tap()
    page.wait_for_function("document.querySelectorAll('#eje .heat-row').length === 6")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # Eight headings stand, and none is over its neighbour.
    boxes = [heading.bounding_box() for heading in page.locator("#eje .heat-column").all()]
    assert all(one["x"] + one["width"] <= other["x"] + 0.5 for one, other in zip(boxes, boxes[1:]))


def test_the_guess_comes_before_the_columns(page):
    page.get_by_role("button", name="«i» y «read»").click()
    assert page.locator("#eje .prediction-answer").inner_text().startswith("Acertaste.")
    assert page.get_by_label("cada columna").is_checked()
    assert sums(page, "heat-side")[2:4] == ["0.56", "0.55"]


@pytest.mark.parametrize("width", [360, 900])
def test_the_axis_moves_nothing(open_page, figure, width):
    page = open_page(figure("softmax-axis", "eje"), width=width)
    for turned in ("false", "true"):
        heights = set()
        for axis in ("rows", "columns", "all"):
            page.evaluate(f"explorables.get('eje').set({{axis: '{axis}', transposed: {turned}}})")
            heights.add(page.evaluate("document.getElementById('eje').offsetHeight"))
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert len(heights) == 1


def test_the_table_follows(page):
    page.get_by_text("Ver como tabla").click()
    page.get_by_label("cada columna").check()
    last = page.locator("#eje .table-scroll tr").last.inner_text().split()
    assert last == ["Suma", *["1.000"] * 6, "6.000"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, figure, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(figure("softmax-axis", "eje"), color_scheme=scheme)
    for state in ("{}", "{axis: 'columns', transposed: true}"):
        page.evaluate(f"explorables.get('eje').set({state})")
        results = axe.run(page)
        assert results.violations_count == 0, results.generate_report()
