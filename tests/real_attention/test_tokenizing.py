"""The two tokenizers: the best cut is the best of all cuts, and odd texts come out whole."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pretrained.e5_file import read_model_file
from pretrained.sentences import SentenceError, read_sentence
from pretrained.unigram import UnigramTokenizer
from pretrained.wordpiece import WordPieceTokenizer


@pytest.fixture(scope="module")
def tiny(tiny_model_bytes):
    return UnigramTokenizer(read_model_file(tiny_model_bytes).tokenizer)


def all_cuts(text):
    """Every way to cut a text into pieces."""
    for bars in itertools.product((False, True), repeat=len(text) - 1):
        cut, start = [], 0
        for place, bar in enumerate(bars, start=1):
            if bar:
                cut.append(text[start:place])
                start = place
        yield [*cut, text[start:]]


def score_of(cut, tables):
    scores = dict(zip(tables.pieces, tables.scores.tolist(), strict=True))
    worst = min(scores.values()) - 10
    total = 0.0
    for piece in cut:
        if piece in scores and piece != "<unk>":
            total += scores[piece]
        elif len(piece) == 1:
            total += worst
        else:
            return -np.inf
    return total


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abní jqz", min_size=1, max_size=8))
def test_no_cut_is_better_than_the_one_found(tiny, text):
    pieces = [piece.text for piece in tiny.cut(text)]
    marked = "▁" + "▁".join(text.split()) if text.split() else ""
    assert "".join(pieces) == marked
    if marked:
        best = max(score_of(cut, tiny.tables) for cut in all_cuts(marked))
        assert score_of(pieces, tiny.tables) == pytest.approx(best, abs=1e-5)


def test_a_character_that_no_piece_has_is_unknown_and_stays_in_sight(tiny):
    pieces = tiny.cut("mi 語n")
    assert [(piece.text, piece.known) for piece in pieces] == [("▁mi", True), ("▁", True), ("語", False), ("n", True)]
    assert pieces[2].id == 3


def test_accents_typed_apart_are_composed(tiny):
    assert tiny.cut("jardi\u0301n") == tiny.cut("jardín")


def test_the_normaliser_and_spaces(tiny):
    assert tiny.normalize(" ｊa…\u0020\u0020b ") == "ja... b"
    assert tiny.cut("   ") == []
    assert tiny.encode("") == [0, 2]


def test_part_of_the_vocabulary_cuts_the_text_it_covers_as_the_whole_does(real_tokenizer):
    tables = real_tokenizer.tables
    letters = set("abcdefghijklmnopqrstuvwxyzáéíóúñ▁")
    kept = [i for i, piece in enumerate(tables.pieces) if i <= 3 or (piece and set(piece) <= letters)]
    part = UnigramTokenizer(
        tables._replace(pieces=[tables.pieces[i] for i in kept], scores=tables.scores[kept]),
        ids=kept,
        unknown_score=min(tables.scores.tolist()) - 10,
    )
    for text in ("me senté en el banco de mi jardín", "desoxirribonucleico", "the quick brown fox", "ñandú zzxqj"):
        assert part.cut(text) == real_tokenizer.cut(text)


def test_the_sentence_of_the_lesson(real_tokenizer):
    pieces = [piece.text for piece in real_tokenizer.cut("query: Me senté en el banco de mi jardín")]
    assert " ".join(pieces) == "▁que ry : ▁Me ▁sen té ▁en ▁el ▁banco ▁de ▁mi ▁jardí n"


def test_words_of_the_real_tokenizer(real_tokenizer):
    reading = read_sentence(real_tokenizer, "Hola… ¿qué tal, (jardín)?")
    assert [unit.text for unit in reading.units] == [
        "<s>", "query:", "Hola", "...", "¿", "qué", "tal", ",", "(", "jardín", ")", "?", "</s>",
    ]
    assert [reading.units[index].text for index in reading.words] == ["Hola", "qué", "tal", "jardín"]
    assert reading.units[1].last - reading.units[1].first == 3
    assert reading.units[-1].last == len(reading.pieces) == len(reading.ids)


@pytest.mark.parametrize(
    ("sentence", "reason"), [("", "empty"), ("  \n\t ", "empty"), (" ".join(["palabra"] * 600), "long")]
)
def test_sentences_that_cannot_be_run(real_tokenizer, sentence, reason):
    with pytest.raises(SentenceError) as raised:
        read_sentence(real_tokenizer, sentence)
    assert raised.value.reason == reason


def test_six_hundred_words_say_how_many_pieces(real_tokenizer):
    with pytest.raises(SentenceError) as raised:
        read_sentence(real_tokenizer, " ".join(["banco"] * 600))
    assert raised.value.detail == 600 + 3 + 2


VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "me", "sen", "##té", "##te", "jar", "##din", "jardín", ".", "¿", "##s", "en"]


def test_wordpiece_takes_the_longest_piece_from_the_left():
    cased = WordPieceTokenizer(VOCABULARY, lowercase=False)
    assert cased.cut("senté jardíns.") == ["sen", "##té", "jardín", "##s", "."]
    assert cased.cut("Me") == ["[UNK]"]
    assert cased.cut("jar" + "x" * 120) == ["[UNK]"]


def test_wordpiece_lowercase_takes_accents_away():
    uncased = WordPieceTokenizer(VOCABULARY, lowercase=True)
    assert uncased.cut("¿Senté JARDÍN") == ["¿", "sen", "##te", "jar", "##din"]
    assert WordPieceTokenizer(VOCABULARY, lowercase=True, strip_accents=False).cut("Senté") == ["sen", "##té"]


def test_wordpiece_readings():
    reading = WordPieceTokenizer(VOCABULARY, lowercase=True).read("Senté en. xyz")
    assert reading.pieces == ("[CLS]", "sen", "##te", "en", ".", "[UNK]", "[SEP]")
    assert reading.ids == (2, 5, 7, 14, 11, 1, 3)
    assert [(unit.text, unit.kind) for unit in reading.units] == [
        ("[CLS]", "start"), ("sente", "word"), ("en", "word"), (".", "punctuation"), ("[UNK]", "word"), ("[SEP]", "end"),
    ]
