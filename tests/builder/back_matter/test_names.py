"""How Spanish prose names works and orders words."""

import pytest

from builder.back_matter.bibliography import joined, read_bibliography
from builder.collation import initial, sort_key
from builder.problems import Problems

WORK = '[[works]]\nkey = "{key}"\nauthors = {authors}\nyear = {year}\ntitle = "{title}"\nvenue = "V"\n\n'


@pytest.fixture
def bibliography(tmp_path):
    """A bibliography of works given as (key, authors, year, title)."""

    def make(*works):
        text = "".join(WORK.format(key=k, authors=list(a), year=y, title=t).replace("'", '"') for k, a, y, t in works)
        (tmp_path / "bibliography.toml").write_text(text, encoding="utf-8")
        problems = Problems()
        found = read_bibliography(tmp_path, problems)
        assert problems.all() == []
        return found

    return make


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Turing"], "Turing"),
        (["Jain", "Wallace"], "Jain y Wallace"),
        (["Bahdanau", "Cho", "Bengio"], "Bahdanau, Cho y Bengio"),
        (["Sergey", "Ioffe"], "Sergey e Ioffe"),
        (["Cho", "Hinton"], "Cho e Hinton"),
        (["Cho", "Hierro"], "Cho y Hierro"),  # it sounds «yerro»
        (["Cho", "Yu"], "Cho y Yu"),
        (["Cho", "Ibáñez"], "Cho e Ibáñez"),
    ],
)
def test_names_are_joined_as_spanish_joins_them(names, text):
    assert joined(names) == text


def test_three_authors_are_named_and_four_are_not(bibliography):
    found = bibliography(
        ("tres", ["Luong, Minh-Thang", "Pham, Hieu", "Manning, Christopher"], 2015, "T"),
        ("cuatro", ["Devlin, Jacob", "Chang, Ming-Wei", "Lee, Kenton", "Toutanova, Kristina"], 2019, "T"),
        ("nadie", ["OpenAI"], 2020, "T"),
    )
    three, four, none = (found.by_key(key) for key in ("tres", "cuatro", "nadie"))
    assert found.label(three) == "Luong, Pham y Manning (2015)"
    assert found.in_text(three, "§5.4") == "Luong, Pham y Manning (2015, §5.4)"
    assert found.in_text(four, "") == "Devlin et al. (2019)"
    assert found.in_parentheses(four, "ec. 5") == "Devlin et al., 2019, ec.\u00a05"
    assert found.label(none) == "OpenAI (2020)"


def test_works_that_prose_can_not_tell_apart_get_letters_in_the_order_of_the_page(bibliography):
    many = ["Cho, K.", "A, A.", "B, B.", "C, C."]
    found = bibliography(
        ("propiedades", many, 2014, "On"), ("frases", many[:1] + ["D, D.", "E, E.", "F, F."], 2014, "Learning"),
        ("solo", ["Cho, K."], 2014, "Alone"), ("luego", many, 2015, "Later"),
    )  # fmt: skip
    assert [work.key for work in found.works] == ["solo", "frases", "propiedades", "luego"]
    assert [found.years[work.key] for work in found.works] == ["2014", "2014a", "2014b", "2015"]


def test_dictionary_order():
    words = ["ñu", "nudo", "Árbol", "oso", "nácar", "arar", "nzambi", "ñandú", "arbolito", "token de fin", "token"]
    assert sorted(words, key=sort_key) == [
        "arar", "Árbol", "arbolito", "nácar", "nudo", "nzambi", "ñandú", "ñu", "oso", "token", "token de fin",
    ]  # fmt: skip


@pytest.mark.parametrize(("word", "letter"), [("ñu", "Ñ"), ("Ñ", "Ñ"), ("n\u0303u", "Ñ"), ("Árbol", "A"), ("<EOS>", "E"), ("3D", "#")])
def test_the_letter_under_which_a_word_stands(word, letter):
    assert initial(word) == letter
