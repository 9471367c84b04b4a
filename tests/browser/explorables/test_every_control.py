"""Each kind of control: what a hand does becomes the state, and the state is what the control says."""

import json

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page, figure):
    page = open_page(figure("every-control", "todo"))
    page.evaluate("fakePython.load()")
    return page


def state(page, name):
    return page.evaluate(f"window.explorables.get('todo').state[{json.dumps(name)}]")


def in_scene(page, name, text):
    page.locator(f"#todo [data-part=line-{name}]", has_text=f"{name}={text}").wait_for()


def test_the_first_state_is_what_the_controls_say(page):
    assert page.locator("#todo-step").get_attribute("aria-valuetext") == "2 de 5: dos"
    assert page.locator("[data-control=share] output").inner_text() == "0.50\u202fkg"
    assert page.locator("[data-control=width] output").inner_text() == "64"
    assert page.locator("#todo-width").input_value() == "6"
    assert page.locator("#todo-size").get_attribute("aria-describedby") == "todo-size-help"


def test_slider_its_ends_and_the_toggle_it_releases(page):
    page.get_by_role("button", name="todo", exact=True).click()
    in_scene(page, "share", "1.0")
    in_scene(page, "fixed", "False")
    assert page.get_by_role("button", name="todo", exact=True).get_attribute("aria-pressed") == "true"
    page.locator("#todo-share").focus()
    page.keyboard.press("Home")
    in_scene(page, "share", "0.0")


def test_logarithmic_slider_goes_by_powers_of_two(page):
    page.locator("#todo-width").focus()
    page.keyboard.press("ArrowRight")
    in_scene(page, "width", "128")
    page.keyboard.press("End")
    in_scene(page, "width", "512")


def test_typed_number_counts_inside_its_bounds_and_is_mended_outside(page):
    field = page.locator("#todo-size")
    field.fill("1.7")
    in_scene(page, "size", "1.7")
    field.fill("9")
    assert state(page, "size") == 1.7
    page.keyboard.press("Tab")
    in_scene(page, "size", "2.0")
    assert field.input_value() == "2.0"


def test_an_empty_number_keeps_the_last_one(page):
    field = page.locator("#todo-size")
    field.fill("")
    page.keyboard.press("Tab")
    assert (field.input_value(), state(page, "size")) == ("0.5", 0.5)


def test_choice_by_arrow(page):
    page.locator("[data-control=axis] input").first.focus()
    page.keyboard.press("ArrowDown")
    in_scene(page, "axis", "columns")


def test_point_is_typed(page):
    page.get_by_label("q, segunda coordenada").fill("-0.5")
    in_scene(page, "q", "[1.0, -0.5]")


def test_matrix_is_one_tab_stop_walked_with_alt_and_arrows(page):
    entries = page.locator("[data-control=W] input")
    assert [entries.nth(i).get_attribute("tabindex") for i in range(4)] == ["0", "-1", "-1", "-1"]
    entries.nth(0).focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "W: fila b, columna y"
    page.keyboard.press("ArrowUp")
    in_scene(page, "W", "[[1.0, 0.0], [0.0, 1.1]]")


def test_tokens_are_reordered_by_keyboard_and_by_dragging(page):
    tokens = page.locator("[data-control=order] li")
    tokens.nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    in_scene(page, "order", "[0, 2, 1]")
    assert page.evaluate("document.activeElement.innerText") == "dos"
    assert tokens.all_inner_texts() == ["uno", "tres", "dos"]
    first, last = tokens.nth(0).bounding_box(), tokens.nth(2).bounding_box()
    page.mouse.move(first["x"] + 8, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 4, last["y"] + 20, steps=12)
    page.mouse.up()
    in_scene(page, "order", "[2, 1, 0]")


def test_text_and_draw(page):
    page.locator("#todo-words").fill("¿qué <b>?")
    in_scene(page, "words", "¿qué <b>?")
    page.get_by_role("button", name="Otro sorteo").click()
    in_scene(page, "draw", "1")
    assert page.locator("[data-control=draw] output").inner_text() == "sorteo 1"


def test_the_focus_stays_while_the_scene_is_drawn_again(page):
    page.locator("#todo-words").focus()
    page.keyboard.press("End")
    page.keyboard.type(" a todos")
    in_scene(page, "words", "hola a todos")
    assert page.evaluate("document.activeElement.id") == "todo-words"


def test_restoring_brings_every_control_back(page):
    page.locator("#todo-words").fill("otra")
    page.locator("#todo-size").fill("2")
    page.get_by_role("button", name="Restaurar").click()
    in_scene(page, "words", "hola")
    assert page.locator("#todo-words").input_value() == "hola"
    assert page.locator("#todo-size").input_value() == "0.5"


def test_every_kind_of_value_goes_through_the_address(open_page, figure):
    search = "?" + "&".join(
        f"todo.{name}={value}"
        for name, value in {
            "step": "5", "share": "0.25", "width": "8", "size": "-1.5", "fixed": "false", "axis": "columns",
            "q": "0.5,-1", "W": "2,0;0,3.5", "order": "1,2,0", "words": "adi%C3%B3s", "draw": "12",
        }.items()
    )  # fmt: skip
    page = open_page(figure("every-control", "todo"), search=search)
    assert page.evaluate("window.explorables.get('todo').state") == {
        "step": 5, "share": 0.25, "width": 8, "size": -1.5, "fixed": False, "axis": "columns", "q": [0.5, -1],
        "W": [[2, 0], [0, 3.5]], "order": [1, 2, 0], "words": "adiós", "draw": 12,
    }  # fmt: skip
    in_scene(page, "W", "[[2.0, 0.0], [0.0, 3.5]]")


@pytest.mark.parametrize("width", [360, 900])
def test_targets_are_large_and_nothing_overflows(open_page, figure, width):
    page = open_page(figure("every-control", "todo"), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll("#todo button, #todo label:has(input), #todo input:not([type=checkbox], "
            + "[type=radio]), #todo li, #todo summary")]
            .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5)
            .map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert [each for each in small if "<label class" not in each] == []


def test_axe_finds_nothing(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()
