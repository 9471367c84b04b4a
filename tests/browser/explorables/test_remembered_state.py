"""A state that the device remembers when the reader asks, over http and from a folder; and a device that refuses."""

import pytest

pytestmark = pytest.mark.browser

REMEMBER = "Recordar en este dispositivo"


@pytest.fixture(params=["file", "http"])
def page(request, open_page, figure, bundle, host):
    served = host(bundle, prefix="/a/b/").address if request.param == "http" else ""
    return open_page(figure("alignment-map", "mapa") + figure("softmax-axis", "eje"), served=served)


def button(page, figure="mapa"):
    return page.locator(f"#{figure} [data-action=remember]")


def again(page):
    page.reload()
    page.wait_for_function("window.explorables !== undefined")


def state(page, figure="mapa"):
    return page.evaluate(f"explorables.get('{figure}').state")


def kept(page):
    return page.evaluate("Object.keys(localStorage).filter((key) => key.includes('figura'))")


def test_nothing_is_kept_until_it_is_asked(page):
    page.locator("#mapa .heat-row").nth(2).click()
    assert kept(page) == []
    again(page)
    assert state(page)["step"] == 7
    assert button(page).get_attribute("aria-pressed") == "false"


def test_what_is_remembered_is_there_at_the_next_visit_and_goes_on(page):
    page.locator("#mapa .heat-row").nth(2).click()
    button(page).click()
    page.get_by_text("Recordado", exact=False).first.wait_for()
    again(page)
    assert (state(page)["step"], button(page).get_attribute("aria-pressed")) == (3, "true")
    assert page.locator("#mapa .heat-row.chosen .heat-label").inner_text() == "read"
    page.locator("#mapa .heat-row").nth(5).focus()
    page.keyboard.press("Home")
    again(page)
    assert state(page)["step"] == 1
    # The other figure was asked nothing.
    assert (state(page, "eje")["token"], button(page, "eje").get_attribute("aria-pressed")) == (2, "false")
    assert page.evaluate("fakePython.status.phase") == "idle"


def test_what_is_forgotten_is_gone_and_restoring_is_remembered(page):
    page.locator("#mapa .heat-row").nth(2).click()
    button(page).focus()
    page.keyboard.press("Enter")
    page.locator("#mapa").get_by_role("button", name="Restaurar").click()
    again(page)
    assert (state(page)["step"], button(page).get_attribute("aria-pressed")) == (7, "true")
    button(page).click()
    assert kept(page) == []
    page.locator("#mapa .heat-row").nth(4).click()
    again(page)
    assert state(page)["step"] == 7


def test_a_link_is_looked_at_and_what_was_remembered_stays(page):
    page.locator("#mapa .heat-row").nth(2).click()
    button(page).click()
    address = page.url
    page.goto(address + "?mapa.step=5")
    page.wait_for_function("window.explorables !== undefined")
    assert state(page)["step"] == 5
    page.goto(address)
    page.wait_for_function("window.explorables !== undefined")
    assert state(page)["step"] == 3


@pytest.mark.parametrize("written", ["[1]", "{", '{"step": "mucho", "otra": 1}'], ids=["list", "broken", "meaningless"])
def test_what_can_not_be_read_harms_nothing(page, written):
    button(page).click()
    (key,) = kept(page)
    page.evaluate("([key, written]) => localStorage.setItem(key, written)", [key, written])
    again(page)
    assert state(page)["step"] == 7


def test_a_device_that_refuses_says_so(open_page, figure):
    refuse = "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }"
    page = open_page(figure("alignment-map", "mapa"), script=refuse)
    button(page).click()
    assert page.locator("#mapa .explorable-status").inner_text() == "Este navegador no deja guardar nada"
    assert button(page).get_attribute("aria-pressed") == "false"
