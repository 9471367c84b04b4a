"""What readers ask, and what they are answered."""

import pytest


def titles(engine, *queries, **options):
    return [answer["titles"] for answer in engine.ask(*queries, **options)]


def test_a_title_comes_before_a_mention(engine):
    [found] = titles(engine, "atención")
    assert found[0] == "La idea de atención"
    assert set(found) == {"La idea de atención", "Matrices y tokens", "transformer"}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("atencion", "La idea de atención"), ("PESOS", "Quién escribe los pesos"), ("peso", "Quién escribe los pesos"),
        ("tokens", "Matrices y tokens"), ("token", "Matrices y tokens"), ("matriz", "Matrices y tokens"),
        ("normalizaciones", "Matrices y tokens"), ("codificacion", "Matrices y tokens"), ("año", "Quién escribe los pesos"),
        ("softmax", "Ecuación 1"), ("alfa", "Ecuación 1"), ("alineación", "La idea de atención"), ("4.5", "Otras formas de puntuar"),
        ("máscara", "La máscara causal"), ("transf", "transformer"),
    ],
)  # fmt: skip
def test_forms_accents_formulas_keywords_and_beginnings_find(engine, typed, found):
    assert found in titles(engine, typed)[0]


def test_a_beginning_finds_only_while_it_is_being_typed(engine):
    typing, typed = engine.ask("transf", "transf ")
    assert typing["titles"] == ["transformer"]
    assert typed["titles"] == [] and typed["unknown"] == ["transf"]


def test_ñ_is_no_n_but_a_keyboard_without_it_finds_all_the_same(engine):
    year, without, teach = engine.ask("año ", "ano ", "ensenar ")
    assert year["titles"] == without["titles"] == ["Quién escribe los pesos"]
    assert teach["titles"] == ["sentencia"]


def test_a_phrase_in_quotes_stands_so_in_the_text(engine):
    assert titles(engine, '"mirar hacia atrás"', "«mirar hacia atras»", "mirar hacia atrás") == [
        ["La idea de atención"],
        ["La idea de atención"],
        ["La idea de atención", "Figura 1. El mapa"],
    ]


def test_what_is_in_quotes_has_no_other_forms(engine):
    assert titles(engine, '"peso"') == [["Otras formas de puntuar"]]


def test_all_words_must_be_there_and_the_page_counts_for_its_parts(engine):
    both, apart = engine.ask("atención pesos", "futuro vectores")
    assert both["whole"] and both["titles"][0] == "Quién escribe los pesos"
    assert not apart["whole"] and set(apart["titles"]) == {"La máscara causal", "Otras formas de puntuar"}


def test_the_number_of_an_equation_is_its_own(engine):
    [answer] = engine.ask("ecuación 3")
    assert answer["places"] == ["atencion/idea/index.html#eq-b"]
    [lesson] = engine.ask("lección 3")
    assert lesson["places"][0] == "atencion/idea/index.html#"


def test_what_is_on_the_page_being_read_comes_sooner(engine):
    elsewhere, here = engine.ask("reparto", here="glosario/index.html"), engine.ask("reparto", here="atencion/puntuar/index.html")
    assert set(elsewhere[0]["titles"]) == set(here[0]["titles"]) == {"Quién escribe los pesos", "Lo que cuesta"}
    # A short section that says it comes before a long one that ends with it.
    assert elsewhere[0]["titles"][0] == "Quién escribe los pesos"


def test_an_unknown_word_is_told_and_the_nearest_offered(engine):
    [answer] = engine.ask("atensión")
    assert answer["titles"] == [] and answer["unknown"] == ["atensión"] and not answer["whole"]
    assert engine.call([["near", "atensión"], ["near", "trasnformer"], ["near", "qqqqqqqq"]]) == ["atención", "transformer", None]


def test_a_query_of_signs_asks_nothing(engine):
    assert engine.call([["read", " ¿? — "]]) == [{"terms": [], "phrases": []}]
    assert titles(engine, "((") == [[]]


def test_an_excerpt_begins_near_the_words_and_marks_them(engine):
    text = "Una frase que no viene a cuento. " * 20 + "Al final, los pesos y el reparto se encuentran. " + "Y sigue. " * 20
    [pieces] = engine.call([["excerpt", text, ["pesos", "reparto"], []]])
    assert [piece["text"] for piece in pieces if piece["found"]] == ["pesos", "reparto"]
    whole = "".join(piece["text"] for piece in pieces)
    assert whole.startswith("… ") and whole.endswith(" …") and len(whole) < 200
    [beginning] = engine.call([["excerpt", text, ["nada"], []]])
    assert "".join(piece["text"] for piece in beginning).startswith("Una frase que no viene a cuento.")


def test_an_excerpt_of_a_phrase_shows_the_phrase(engine):
    text = "Los pesos. " * 30 + "Aquí los pesos suman uno. " + "Los pesos. " * 30
    [pieces] = engine.call([["excerpt", text, ["pesos", "suman", "uno"], [["pesos", "suman", "uno"]]]])
    assert "pesos suman uno" in "".join(piece["text"] for piece in pieces)
