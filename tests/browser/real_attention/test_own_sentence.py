"""«Escribe tu frase»: the model is offered with its size, fetched or not, kept or not; and the maps are the real ones."""

import hashlib
import json

import numpy as np
import pytest

from pretrained.encoder import attention_maps, encoder_from_file
from pretrained.e5_file import read_model_file
from pretrained.reduced import reduce_model
from pretrained.sentences import read_sentence, word_maps
from pretrained.unigram import UnigramTokenizer

pytestmark = pytest.mark.browser

LOADING = 180_000
SENTENCE = "El gato de mi vecina duerme en la silla"
GATE = "#tuya .model-gate"


def load_and_run(page, sentence):
    page.locator(f"{GATE} button", has_text="modelo").click()
    page.wait_for_selector(f"{GATE}[data-model=ready]", timeout=LOADING)
    calculate(page, sentence)


def calculate(page, sentence):
    page.locator("#tuya-sentence").fill(sentence)
    page.locator("#tuya [data-action=run]").click()
    page.wait_for_function(
        "/(12|0) de 12/.test(document.querySelector('#tuya .run-progress').textContent)"
        " && document.querySelector('#tuya [data-action=stop-run]').hidden",
        timeout=LOADING,
    )


def shown_numbers(page):
    cells = page.locator("#tuya [data-part=head] .map-matrix .cell").all_inner_texts()
    return np.array([float(text) for text in cells])


def expected_numbers(model_path, sentence, layer, head):
    model = read_model_file(model_path.read_bytes())
    tokenizer = UnigramTokenizer(model.tokenizer)
    reading = read_sentence(tokenizer, sentence)
    maps = word_maps(attention_maps(encoder_from_file(model), reading.ids), reading.units)
    return maps[layer, head].ravel()


@pytest.fixture(scope="module")
def model_path():
    from builder.model.supply import model_file

    return model_file()


def test_from_a_folder_the_maps_are_those_of_the_whole_model(maps_site, visit, model_path):
    page = visit((maps_site / "index.html").as_uri(), patience=LOADING)
    page.wait_for_function("document.querySelector('#tuya .model-gate-words')?.textContent.includes('carpeta')")
    load_and_run(page, SENTENCE)
    # Layer 3, head 7 is where the figure starts; two decimals are printed.
    assert np.abs(shown_numbers(page) - expected_numbers(model_path, SENTENCE, 2, 6)).max() <= 0.0051
    # Another head of the same run, without running again.
    page.locator("#tuya [data-part=map-12-4]").click()
    page.wait_for_function("document.querySelector('#tuya [data-part=head] .panel-title').textContent.startsWith('Capa 12, cabeza 4')")
    assert np.abs(shown_numbers(page) - expected_numbers(model_path, SENTENCE, 11, 3)).max() <= 0.0051
    # A sentence of the lesson says how near it is to what the book ships.
    calculate(page, "Fui al banco a sacar dinero")
    assert "de los que trae el libro es 0.00" in page.locator("#tuya .explorable-scene").inner_text()
    for sentence, words in (
        ("   ", "La frase está vacía"),
        ("me gusta 語", "Esta copia del modelo no lleva las piezas de «語»"),
        (" ".join(["banco"] * 600), "La frase tiene 605 piezas"),
    ):
        calculate(page, sentence)
        assert words in page.locator("#tuya .explorable-scene").inner_text()


def test_over_http_nothing_is_fetched_before_it_is_asked_for(maps_site, visit, host):
    site = host(maps_site, "/a/b/")
    page = visit(site.address + "index.html", patience=LOADING)
    words = page.locator(f"{GATE} .model-gate-words")
    page.wait_for_function("document.querySelector('#tuya .model-gate-words')?.textContent.includes('44 MB')")
    assert "Nada de lo que escribas sale" in words.inner_text()
    parts = [path for path in site.requested if "/model/" in path]
    assert [path.rsplit("/", 1)[1] for path in parts] == ["manifest.js"]


def test_a_download_can_be_cancelled_kept_used_offline_and_forgotten(maps_site, visit, host, browser):
    site = host(maps_site)
    context = browser.new_context()
    page = visit(site.address + "index.html", again=context, patience=LOADING)
    page.locator(f"{GATE} button", has_text="Descargar").click()
    page.locator(f"{GATE} button", has_text="Cancelar").click()
    page.wait_for_function("document.querySelector('#tuya .model-gate-words').textContent.startsWith('Cancelado')")
    page.locator(f"{GATE} button", has_text="Descargar").click()
    page.wait_for_selector(f"{GATE}[data-model=ready]", timeout=LOADING)
    page.close()

    before = len([path for path in site.requested if path.endswith(".js") and "/model/" in path])
    page = visit(site.address + "index.html", again=context, patience=LOADING)
    page.wait_for_function("document.querySelector('#tuya .model-gate-words')?.textContent.includes('guardado')")
    page.locator(f"{GATE} button", has_text="Cargar").click()
    page.wait_for_selector(f"{GATE}[data-model=ready]", timeout=LOADING)
    asked = [path.rsplit("/", 1)[1] for path in site.requested if path.endswith(".js") and "/model/" in path][before:]
    assert asked == ["manifest.js"]
    page.locator(f"{GATE} button", has_text="Borrar").click()
    page.wait_for_function("document.querySelector('#tuya .model-gate-words').textContent.includes('ya no está guardado')")
    assert page.evaluate("caches.has('libro-modelo')") is False
    context.close()


def test_a_damaged_part_is_told_and_not_kept(maps_site, visit, host):
    site = host(maps_site)
    page = visit(None, patience=LOADING)

    def spoil(route):
        body = route.fetch().text()
        # One letter of the middle, changed for another.
        middle = len(body) // 2
        other = "A" if body[middle] != "A" else "B"
        route.fulfill(body=body[:middle] + other + body[middle + 1 :], content_type="text/javascript")

    page.route("**/model/*/03.js", spoil)
    page.goto(site.address + "index.html")
    page.locator(f"{GATE} button", has_text="Descargar").click()
    page.wait_for_function("document.querySelector('#tuya .model-gate-words').textContent.includes('llegó dañada')", timeout=LOADING)
    page.unroute("**/model/*/03.js")
    page.locator(f"{GATE} button", has_text="Reintentar").click()
    page.wait_for_selector(f"{GATE}[data-model=ready]", timeout=LOADING)
    asked = [path.rsplit("/", 1)[1] for path in site.requested if "/model/" in path]
    assert asked.count("02.js") == 1 and asked.count("03.js") == 2


def test_a_book_without_the_model_says_so(maps_site, visit):
    page = visit((maps_site / "without.html").as_uri())
    page.wait_for_function("document.querySelector('#tuya .model-gate-words')?.textContent.includes('--with-model')")
    assert page.locator(f"{GATE} button:visible").count() == 0
    assert page.locator("#tuya .map-cell").count() == 144


def test_the_published_parts_are_the_reduced_model(maps_site, model_path):
    whole = reduce_model(model_path.read_bytes())
    (manifest,) = maps_site.glob("model/*/manifest.js")
    text = manifest.read_text(encoding="ascii")
    listed = json.loads(text[text.index(",") + 1 : text.rindex(")")])
    assert listed["sha256"] == hashlib.sha256(whole).hexdigest()
    assert listed["bytes"] == len(whole) == sum(part["bytes"] for part in listed["files"])
