"""Readers meet no misspelt word: hunspell's dictionaries, and a word list that is reviewed and never longer than it must be."""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("prose", Path(__file__).with_name("prose.py"))
prose = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(prose)

REVIEWED = Path(__file__).with_name("words.txt")
SPANISH, ENGLISH = "es_MX", "en_US"


def reviewed():
    lines = (line.split("#")[0].split() for line in REVIEWED.read_text(encoding="utf-8").splitlines())
    return [word for line in lines for word in line]


def unknown_to(dictionary, words):
    """Those of the words that a dictionary does not have."""
    run = subprocess.run(
        ["hunspell", "-d", dictionary, "-i", "utf-8", "-l"],
        input="\n".join(words), capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    return set(run.stdout.split()) & set(words)


@pytest.fixture(scope="module", autouse=True)
def hunspell():
    listed = shutil.which("hunspell") and subprocess.run(["hunspell", "-D"], input="", capture_output=True, text=True).stderr
    if not listed or any(f"/{name}" not in listed for name in (SPANISH, ENGLISH)):
        assert not os.environ.get("LIBRO_BROWSER_REQUIRED"), "hunspell with hunspell-es and hunspell-en-us is required here"
        pytest.skip("hunspell, hunspell-es and hunspell-en-us are not installed")


@pytest.fixture(scope="module")
def words():
    return prose.reader_words()


def test_the_dictionaries_know_right_from_wrong():
    assert unknown_to(SPANISH, ["atención", "atencion", "consulta", "aleatoreo"]) == {"atencion", "aleatoreo"}


def test_the_words_of_a_lesson_are_read(words):
    (path, line), foreign = words["Bahdanau"]
    assert path.endswith("lesson.md") and line > 1 and not foreign
    assert {"atención", "autoatención", "Copiar"} <= set(words)
    assert not any(re.search(r"[\\$_{}]", word) for word in words)


def test_every_word_is_in_a_dictionary_or_was_reviewed(words):
    odd = unknown_to(SPANISH, sorted(words))
    # What stands in italics, in quotes or in code may be English.
    english = {word for word in odd if words[word][1]}
    odd -= english - unknown_to(ENGLISH, sorted(english))
    faults = {word: words[word][0] for word in odd - set(reviewed())}
    assert [f"{path}:{line}: {word}" for word, (path, line) in sorted(faults.items(), key=lambda one: one[1])] == []


def test_the_reviewed_list_has_nothing_to_spare(words):
    listed = reviewed()
    assert len(listed) == len(set(listed))
    assert sorted(set(listed) - set(words)) == []
    assert sorted(set(listed) - unknown_to(SPANISH, listed)) == []
