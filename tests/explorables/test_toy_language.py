"""The toy language as it is typed: every sentence of the grammar has its translation, and what is none is told."""

import pytest

from attention_core.tasks import sentence_pairs
from explorables.views.translating.pictures import composing, probability_text, wrong_words
from explorables.views.translating.sentences import KNOWN, read, split, unknown


@pytest.mark.parametrize("phrases", [1, 2, 3])
def test_the_walk_translates_as_the_grammar_does(phrases):
    for pair in sentence_pairs(300, phrases=(phrases,), seed=7):
        found = read(pair.source)
        assert found.right == pair.target
        assert (found.fits, found.nouns) == (len(pair.source), phrases)


def test_every_beginning_of_a_sentence_may_be_followed_by_its_next_word():
    for pair in sentence_pairs(200, phrases=(2,), seed=3):
        for place, word in enumerate(pair.source):
            assert word in read(pair.source[:place]).follows


@pytest.mark.parametrize(
    "text, follows",
    [
        ("ayer vi mi", ["libro", "cuento", "mapa", "carta", "novela", "revista"]),
        ("ayer vi una", ["carta", "novela", "revista"]),
        ("vi un mapa muy", ["bueno", "nuevo", "largo", "corto", "raro", "famoso"]),
        ("vi la carta nueva", ["y"]),
        ("vi la carta", ["muy", "buena", "nueva", "larga", "corta", "rara", "famosa", "y"]),
        ("hoy", ["leí", "leíste", "leímos", "vi", "viste", "vimos", "compré", "compraste", "compramos"]),
        ("vi", ["un", "una", "el", "la", "mi"]),
    ],
)
def test_what_may_follow(text, follows):
    assert list(read(split(text)).follows) == follows


@pytest.mark.parametrize(
    "text, fits",
    [("vi una libro", 2), ("libro", 0), ("vi un libro buena", 3), ("vi un", 2), ("ayer hoy vi un libro", 1), ("", 0), ("vi un libro y", 4)],
)
def test_what_is_no_sentence_has_no_translation(text, fits):
    found = read(split(text))
    assert (found.right, found.fits) == (None, fits)


def test_words_are_taken_without_capitals_and_points():
    assert split("  Ayer leí, un «libro»  muy bueno. ") == ("ayer", "leí", "un", "libro", "muy", "bueno")
    assert split(" … , ") == ("…",)


def test_strangers_are_told_once_with_the_word_that_was_meant():
    assert unknown(split("ayer lei un perro perro bueno")) == [("lei", "leí"), ("perro", None)]
    assert unknown(split("compre la novelas")) == [("compre", "compré"), ("novelas", "novela")]
    assert unknown(KNOWN) == [] and len(KNOWN) == 36


@pytest.mark.parametrize(
    "written, right, wrong",
    [
        ("a b c", "a b c", ""),
        ("a x c", "a b c", "x"),
        ("b c d", "a b c d", ""),
        ("a b c d", "b c d", "a"),
        ("x y", "a b", "x y"),
    ],
)
def test_wrong_words_are_those_without_a_place(written, right, wrong):
    words = written.split()
    struck = wrong_words(words, right.split())
    assert " ".join(word for word, stray in zip(words, struck) if stray) == wrong


@pytest.mark.parametrize(
    "log_probability, text",
    [
        (0.0, "1.00"),
        (-0.0943, "0.91"),
        (-4.605170185988091, "0.01"),
        (-8.679712120000001, "1.7\u202f·\u202f10⁻⁴"),
        (-38.1505, "2.7\u202f·\u202f10⁻¹⁷"),
        (-6.9077552789, "1.0\u202f·\u202f10⁻³"),
        (-6.9087, "1.0\u202f·\u202f10⁻³"),
    ],
)
def test_probabilities_in_words_of_ten(log_probability, text):
    assert probability_text(log_probability) == text


def test_buttons_mend_the_first_word_that_does_not_fit():
    words = split("vi una libro bueno")
    html = composing(words, read(words)).html()
    assert "En lugar de «libro» puede ir" in html
    assert '{"sentence":"vi una carta bueno"}' in html
    assert '{"sentence":"vi una libro"}' in html
    assert "Puede empezar por" in composing((), read(())).html()
