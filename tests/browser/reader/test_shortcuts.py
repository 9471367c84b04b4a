"""Shortcuts: each does what the help says, none takes a key from a field, a control or a box, and they can be silenced."""

import pytest

pytestmark = pytest.mark.browser

FIRST, SECOND = "uno/primera/index.html", "uno/segunda/index.html"
SEARCH, HELP = "dialog.search[open]", "dialog.shortcuts[open]"
ALIVE = "document.querySelector('[data-opens=shortcuts]')?.hidden === false"


def alive(page):
    page.wait_for_function(f"() => {ALIVE}")
    return page


@pytest.fixture
def second(ways_book):
    return (ways_book / SECOND).as_uri()


def test_arrows_and_letters_leaf_through_the_lessons(visit, second):
    page = visit(second)
    for key, address in (("ArrowRight", "dos/tercera"), ("p", "uno/segunda"), ("ArrowLeft", "uno/primera"), ("n", "uno/segunda")):
        alive(page).keyboard.press(key)
        page.wait_for_url(f"**/{address}/index.html")


def test_before_the_first_lesson_there_is_nothing(visit, ways_book):
    page = alive(visit((ways_book / FIRST).as_uri()))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("p")
    page.keyboard.press("?")
    page.locator(HELP).wait_for()
    assert page.url.endswith(FIRST)


def test_the_help_lists_every_shortcut_and_escape_closes_it(visit, second):
    page = alive(visit(second))
    page.keyboard.press("?")
    page.locator(HELP).wait_for()
    keys = page.locator(f"{HELP} kbd").all_inner_texts()
    assert keys == ["/", "→", "n", "←", "p", "?", "Esc", "Ctrl", "Intro", "Esc", "Tab"]
    # An open dialog has its own keys.
    page.keyboard.press("n")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    page.locator(HELP).wait_for(state="hidden")
    assert page.url.endswith(SECOND) and page.locator(SEARCH).count() == 0
    page.get_by_role("button", name="Atajos de teclado").click()
    page.locator(HELP).get_by_role("button", name="Cerrar").click()
    page.locator(HELP).wait_for(state="hidden")


FIELDS = [
    "<textarea></textarea>", "<input type=text>", "<input type=search>", "<select><option>uno</select>", "<div contenteditable tabindex=0>x</div>",
    "<div role=listbox tabindex=0>x</div>",
]  # fmt: skip


INSERT = "(html) => document.querySelector('.prose').insertAdjacentHTML('afterbegin', html)"


def test_no_key_is_taken_from_where_one_writes(visit, second):
    page = alive(visit(second))
    for field in FIELDS:
        page.evaluate(INSERT, field)
        page.locator(".prose > :first-child").focus()
        for key in ("/", "?", "n", "p", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)
        still_there(page)


def still_there(page):
    """The next key outside does what the help says, so all those before have been heard, and did nothing."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.locator(HELP).wait_for()
    assert page.url.endswith(SECOND) and page.locator(SEARCH).count() == 0
    page.keyboard.press("Escape")
    page.locator(HELP).wait_for(state="hidden")


MOVED = [
    "<input type=range min=0 max=10 value=5>", "<input type=radio name=r checked><input type=radio name=r>", "<div role=slider tabindex=0 aria-valuenow=1>x</div>",
    "<div class=explorable><button>b</button></div>", "<div class=code-cell><button>b</button></div>",
    '<div tabindex=0 style="overflow-x:auto;width:60px;white-space:nowrap">una línea que no cabe en su caja</div>',
]  # fmt: skip


def test_arrows_stay_with_what_they_move(visit, second):
    page = alive(visit(second))
    for control in MOVED:
        page.evaluate(INSERT, control)
        target = page.locator(".prose > :first-child")
        (target.locator("button") if target.locator("button").count() else target).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        still_there(page)


def test_arrows_with_another_key_or_a_selection_are_the_browsers(visit, second):
    page = alive(visit(second))
    for key in ("Shift+ArrowRight", "Control+ArrowRight", "Shift+N"):
        page.keyboard.press(key)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    page.keyboard.press("ArrowRight")
    still_there(page)


def test_they_can_be_silenced_and_stay_so_on_the_next_page(visit, ways_book, host):
    address = host(ways_book).address
    page = alive(visit(address + SECOND))
    page.keyboard.press("?")
    box = page.locator(HELP).get_by_label("Usar los atajos de las páginas")
    assert box.is_checked()
    box.uncheck()
    page.keyboard.press("Escape")
    for key in ("/", "n", "ArrowRight", "?"):
        page.keyboard.press(key)
    # The notebook of what the device keeps tells of it.
    page.goto(address + "cuaderno/index.html")
    page.get_by_text("Los atajos de teclado, apagados.").wait_for()
    page.goto(address + FIRST)
    alive(page)
    page.keyboard.press("n")
    page.keyboard.press("?")
    # The button does what the key no longer does, and turns them on again.
    page.get_by_role("button", name="Atajos de teclado").click()
    assert page.url.endswith(FIRST)
    page.locator(HELP).get_by_label("Usar los atajos de las páginas").check()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_url("**/uno/segunda/index.html")
