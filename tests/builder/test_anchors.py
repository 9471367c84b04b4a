"""Anchors of headings: accents folded, NFC and NFD alike, never empty."""

import unicodedata

import pytest

from builder.slugs import slugify


@pytest.mark.parametrize(("heading", "anchor"), [
    ("Atención", "atencion"),
    ("¿Qué hay aquí?", "que-hay-aqui"),
    ("El año", "el-ano"),
    ("El ano", "el-ano"),
    ("Straße", "strasse"),
    ("n²d frente a nd²", "n2d-frente-a-nd2"),
    ("«Mirar» — hacia_atrás", "mirar-hacia-atras"),
])
def test_anchor(heading, anchor):
    assert slugify(heading) == anchor


def test_composed_and_decomposed_accents_give_one_anchor():
    assert slugify(unicodedata.normalize("NFD", "Atención")) == slugify(unicodedata.normalize("NFC", "Atención"))


def test_a_heading_without_letters_has_a_stable_anchor_of_its_own():
    assert slugify("¿?") == "seccion-bf-3f"
    assert slugify("¡!") == "seccion-a1-21"
