"""The book as a build reads it and runs it, once for all tests of its lessons."""

import io

import pytest

from builder import DEFAULT_BOOK
from builder.content import read_content
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal


@pytest.fixture(scope="session")
def content(tmp_path_factory):
    """The whole book, read and run; it has no problems."""
    problems = Problems()
    store = Store(tmp_path_factory.mktemp("store") / "results.sqlite")
    read = read_content(DEFAULT_BOOK, store, Terminal(io.StringIO(), io.StringIO()), problems)
    assert [str(problem) for problem in problems.all()] == []
    return read


@pytest.fixture(scope="module")
def lesson(request, content):
    """The lesson of the module, in its `FOLDER`."""
    folder = request.module.FOLDER
    return content.book.by_key(f"{folder.parent.name}/{folder.name}")


@pytest.fixture(scope="module")
def prepared(content, lesson):
    """What rendering the module's lesson takes."""
    return content.prepare([lesson])[lesson]


@pytest.fixture(scope="module")
def run(prepared):
    """What the cells of the module's lesson print and the numbers of its prose, as the build works them out."""
    return prepared.run
