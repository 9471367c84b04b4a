"""The index that the builder writes is the one that the page reads."""

from collections import Counter

from search_pages import PAGES

from builder.search.index import IN_KEYWORDS, IN_TITLE, MOST_IN_TEXT, weigh
from builder.search.sections import Entry
from builder.search.words import fold, words_of


def test_every_word_is_found_in_every_entry_that_has_it(engine):
    [posts] = engine.call([["posts"]])
    expected: dict[str, set[int]] = {}
    number = 0
    for (_, label, more), entries in PAGES.items():
        for place, entry in enumerate(entries):
            text = f"{entry.title} {entry.text} {entry.keywords} {f'{label} {more}' if place == 0 else ''}"
            for word in words_of(text):
                expected.setdefault(fold(word), set()).add(number)
            number += 1
    for word in words_of("La máscara causal. Quien escribe no debe ver el futuro."):
        expected.setdefault(fold(word), set()).add(number)
    assert {word: {entry for entry, _ in found} for word, found in posts.items()} == expected


def test_a_title_weighs_more_than_keywords_and_these_more_than_text():
    weights = weigh(Entry("section", "x", "pesos", "pesos " * 20 + "reparto", "softmax"), more="clave").weights
    assert weights == {"pesos": MOST_IN_TEXT + IN_TITLE, "reparto": 1, "softmax": IN_KEYWORDS, "clave": IN_KEYWORDS}
    assert Counter(weights).most_common(1)[0][0] == "pesos"


def test_entries_come_back_with_their_page_their_place_and_their_section(engine):
    [entries] = engine.call([["entries"]])
    assert entries[:5] == [
        ["atencion/idea/index.html", "page", "", "La idea de atención", 0, None],
        ["atencion/idea/index.html", "section", "pesos", "Quién escribe los pesos", 1, None],
        ["atencion/idea/index.html", "equation", "eq-a", "Ecuación 1", 2, "pesos"],
        ["atencion/idea/index.html", "equation", "eq-b", "Ecuación 3", 3, "pesos"],
        ["atencion/idea/index.html", "figure", "mapa", "Figura 1. El mapa", 4, "pesos"],
    ]
    assert entries[-1] == ["mapa/index.html", "page", "leccion-x", "La máscara causal", 0, None]


def test_words_are_shown_with_their_accents_and_ordered_without_them(engine):
    [shown] = engine.call([["shown"]])
    assert {"atención", "año", "máscara"} <= set(shown)
    assert [fold(word) for word in shown] == sorted(fold(word) for word in shown)


def test_stems_come_back_whole_even_where_they_are_no_beginning_of_their_word(engine):
    [stems, shown] = engine.call([["stems"], ["shown"]])
    place = {word: number for number, word in enumerate(shown)}
    assert set(stems["matriz"]) == {place["matriz"], place["matrices"]}
    assert place["pesos"] in stems["pes"] and place["peso"] in stems["pes"]
