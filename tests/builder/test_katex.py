"""Formulas by a Node that ends with its batch, or stays for the next one: the same either way."""

import pytest

from builder import katex, messages
from builder.formula_words import in_words
from builder.node import install_packages

FORMULAS = [("x^2", False), ("\\frac{a}{b}", True), ("\\frac{a", False), ("a\u2028b", False), ("\\text{año}", False)]


@pytest.fixture
def packages():
    return install_packages()


@pytest.fixture
def started(monkeypatch):
    """The Nodes that were told to stay."""
    found = []
    start = katex.start_node
    monkeypatch.setattr(katex, "start_node", lambda *given, **named: found.append(start(*given, **named)) or found[-1])
    return found


def test_one_that_stays_gives_batch_after_batch_what_one_of_its_own_does(packages, started):
    alone = [katex.render_batch([one], packages)[0] for one in FORMULAS]
    assert [sorted(one) for one in alone] == [["html"], ["html"], ["error", "position"], ["error", "position"], ["html"]]
    assert started == []
    with katex.node_stays():
        assert [katex.render_batch([one], packages)[0] for one in FORMULAS] == alone
        assert katex.render_batch(FORMULAS, packages) == alone
    assert len(started) == 1
    assert started[0].poll() is not None


def test_one_that_died_is_begun_anew(packages, started):
    with katex.node_stays():
        before = katex.render_batch(FORMULAS, packages)
        started[0].kill()
        started[0].wait()
        assert katex.render_batch(FORMULAS, packages) == before
        assert katex.render_batch(FORMULAS, packages) == before
    assert len(started) == 2
    assert started[1].poll() is not None


@pytest.mark.parametrize(("tex", "english"), [
    (r"\begin{cases} a", "\\end{…} is missing, or «&» and «\\\\» between the cells"),
    ("x^", "something is missing after «^»"),
    (r"\big", r"the argument of \big is missing"),
    (r"\def\a{\a\a}\a", "a command stands for itself and never ends"),
    (r"\begin{align}a\end{align}", "the environment «align» stands only in a formula on lines of its own, between $$"),
    (r"x\tag{1}", r"\tag stands only in a formula on lines of its own, between $$"),
    (r"\hspace{1}", "«1» is no length: a number and its unit, such as 1em"),
    (r"\hspace{1xx}", "«xx» is no unit of length: em, ex, mu, pt, cm"),
    (r"\begin{array}{x}a\end{array}", "«x» aligns no column: c, l or r"),
    (r"\hline", r"\hline stands only in an array"),
    (r"x\limits", r"\limits comes after an operator such as \sum"),
    (r"a\over b\over c", r"two commands like \over in one group: each needs its own braces"),
    (r"\middle|", r"\middle stands only between \left and \right"),
    (r"\newcommand{\sum}{x}", r"\sum is already there: \renewcommand changes it"),
    ("50% de x", r"«%» begins a comment and hides the rest: write \%"),
    (r"\'e", r"\' is an accent of prose: it goes in \text{…}"),
])
def test_what_katex_says_is_told_in_the_words_of_the_catalogue(packages, monkeypatch, tex, english):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (answer,) = katex.render_batch([(tex, False)], packages)
    assert in_words(answer["error"]) == english
    monkeypatch.setenv("LC_ALL", "es_MX.UTF-8")
    assert in_words(answer["error"]) not in (english, answer["error"])


def test_both_catalogues_know_the_same_faults_of_formulas():
    assert set(messages.catalogue("en")["katex"]) == set(messages.catalogue("es")["katex"])
