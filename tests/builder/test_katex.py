"""Formulas by a Node that ends with its batch, or stays for the next one: the same either way."""

import pytest

from builder import katex
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
