"""The builder and the page agree on what a word is, and its forms are found by each other."""

import re
import unicodedata
from pathlib import Path

import pytest
from search_engine import Engine

from builder.search.formula_names import formula_names
from builder.search.words import fold, stem, words_of

CONTENT = Path(__file__).resolve().parents[2] / "content"


@pytest.fixture(scope="module")
def vocabulary() -> list[str]:
    """Every word of the book's own sources, and forms that readers may type."""
    text = " ".join(path.read_text(encoding="utf-8") for path in sorted(CONTENT.rglob("*.md")))
    words = set(words_of(text))
    assert len(words) > 3000
    # As a keyboard without accents writes them, and in the plural.
    foreign = set("façade naïve ånd søster mañana cigüeña pão ﬁn Ǻ ά ё".lower().split())
    return sorted(words | foreign | {fold(word) for word in words} | {word + end for word in words for end in ("s", "es")})


def test_the_page_folds_and_stems_the_whole_vocabulary_as_the_builder_does(vocabulary):
    folded, stems = Engine().call([["fold", vocabulary], ["stem", vocabulary]])
    assert folded == [fold(word) for word in vocabulary]
    different = [(word, stem(word), theirs) for word, theirs in zip(vocabulary, stems) if stem(word) != theirs]
    assert different == []


@pytest.mark.parametrize(
    "text",
    [
        "¿Qué es la atención? «Mirar hacia atrás», 20\u202f000 veces: 0.9 % de x² — α_{ij}.",
        "encoder–decoder, d_k = 64; nn.Linear(3, 4)\nÑandú pingüino CAFÉ ½ 3.14.15",
        "",
    ],
)
def test_the_page_cuts_words_as_the_builder_does(text):
    [words] = Engine().call([["words", unicodedata.normalize("NFC", text)]])
    assert words == words_of(text)


def test_words_of_a_sentence():
    assert words_of("Ñandú: 20\u202f000 veces, 0.9; d_k") == ["ñandú", "20000", "veces", "0.9", "d", "k"]
    # However its accents are stored.
    assert words_of(unicodedata.normalize("NFD", "atención")) == ["atención"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("token", "tokens"), ("matriz", "matrices"), ("peso", "pesos"), ("atención", "atenciones"), ("red", "redes"),
        ("embedding", "embeddings"), ("normalización", "normalizacion"), ("puntuación", "puntuaciones"), ("logit", "logits"),
        ("capaz", "capaces"), ("entrenado", "entrenada"), ("reparte", "reparten"),
    ],
)  # fmt: skip
def test_forms_of_a_word_share_their_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("año", "ano"), ("peso", "pesca"), ("clave", "clase"), ("mapa", "masa")])
def test_other_words_do_not(one, other):
    assert stem(one) != stem(other)


def test_accents_fold_and_the_letter_ñ_stays():
    assert fold("atención") == "atencion"
    assert fold("pingüino") == "pinguino"
    assert fold("enseñó") == "enseño"


def test_a_formula_is_known_by_the_names_of_its_letters_and_functions():
    names = formula_names(r"\htmlClass{role-weight}{\alpha_{ij}} = \operatorname{softmax}\left(\frac{q \cdot k}{\sqrt{d_k}}\right)")
    assert names == ["alpha", "alfa", "softmax", "sqrt", "raíz"]
    assert not re.search("role|frac|left", " ".join(names))
