"""Words, vocabularies, padding and byte-pair encoding."""

import random

import pytest

from attention_core.tokenizing import Vocabulary, apply_bpe, join_pieces, pad_batch, split_words, train_bpe

# The corpus of the paper's own example: low ×5, lower ×2, newest ×6, widest ×3.
PAPER = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
TEXT = "me senté en el banco de mi jardín y saqué dinero del banco; el banco del jardín no presta dinero"


def test_words_keep_their_accents_and_signs():
    assert split_words("¿Leí 2 libros?") == ["¿", "leí", "2", "libros", "?"]
    assert split_words("Leí", lowercase=False) == ["Leí"]
    assert split_words("") == []


def test_an_accent_typed_apart_is_the_same_word():
    assert split_words("lei\u0301") == ["le\u00ed"]


def test_ids_there_and_back():
    vocabulary = Vocabulary(["<PAD>", *dict.fromkeys(split_words(TEXT))])
    words = split_words("el banco de mi jardín")
    assert vocabulary.decode(vocabulary.encode(words)) == words
    assert "banco" in vocabulary and "silla" not in vocabulary


def test_padding_fills_the_end():
    ids, lengths = pad_batch([[1], [2, 3, 4]], padding=9)
    assert ids.tolist() == [[1, 9, 9], [2, 3, 4]] and lengths.tolist() == [1, 3]


def test_merges_of_the_papers_example():
    """Sennrich et al. (2016), figure 1: e s, es t, est </w>, l o, lo w. Here </w> is part of the last letter, so t</w> from
    the start; «e s» and «s t</w>» both occur 9 times, and the alphabet decides."""
    assert train_bpe(PAPER, 4) == [("e", "s"), ("es", "t</w>"), ("l", "o"), ("e", "w")]


def test_the_most_frequent_pair_is_joined_first():
    assert train_bpe("aab aab aab cd cd", 1) == [("a", "a")]
    assert train_bpe("cd cd cd ab ab", 1) == [("c", "d</w>")]


def test_a_repeated_letter_is_joined_from_the_left():
    assert apply_bpe("aaaa", [("a", "a")]) == ["aa", "a", "a</w>"]


def test_order_of_the_text_does_not_matter():
    words = split_words(PAPER)
    random.Random(0).shuffle(words)
    assert train_bpe(" ".join(words), 8) == train_bpe(PAPER, 8)


@pytest.mark.parametrize("merges", [1, 5, 40])
def test_pieces_always_spell_the_word(merges):
    learned = train_bpe(TEXT, merges)
    for word in [*split_words(TEXT), "inaudito", "x"]:
        assert join_pieces(apply_bpe(word, learned)) == word
    pieces = [piece for word in split_words(TEXT) for piece in apply_bpe(word, learned)]
    assert join_pieces(pieces).split() == split_words(TEXT)


def test_frequent_words_become_one_piece_and_learning_stops():
    learned = train_bpe(TEXT, 1000)
    assert apply_bpe("banco", learned) == ["banco</w>"]
    assert len(apply_bpe("inaudito", learned)) > 2
    assert len(learned) < 60


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: Vocabulary([]), ["tokens", "none"]),
        (lambda: Vocabulary(["a", "b", "a"]), ["tokens", "'a'", "repeated"]),
        (lambda: Vocabulary(["a"]).encode(["b"]), ["tokens", "'b'"]),
        (lambda: Vocabulary(["a"]).decode([1]), ["ids", "0 to 0", "1"]),
        (lambda: pad_batch([]), ["sequences"]),
        (lambda: pad_batch([[1], []]), ["sequences", "empty"]),
        (lambda: train_bpe("…", 0), ["merges", "0"]),
        (lambda: train_bpe("  ", 3), ["text", "none"]),
        (lambda: apply_bpe("", []), ["word", "empty"]),
    ],
)
def test_bad_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call()
    for word in words:
        assert word in str(error.value)
