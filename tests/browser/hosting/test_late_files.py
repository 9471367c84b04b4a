"""A large file of a lesson isn't in its page; Python finds it all the same, from a host and from a folder."""

import json
import shutil

import pytest

from .conftest import BOOKS

pytestmark = pytest.mark.browser

NUMBERS = list(range(20_000))
CELL = """```{code-cell} python
:name: grande

import json
from pathlib import Path
print(sum(json.loads(Path("grande.json").read_text(encoding="utf-8"))))
```

```{output}
199990000
```
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory, build_book):
    source = shutil.copytree(BOOKS / "python", tmp_path_factory.mktemp("late") / "late")
    lesson = source / "1-uno/1-celdas/lesson.md"
    text = lesson.read_text(encoding="utf-8").replace("+++\n", '+++\nfiles = ["grande.json"]\n', 1)
    lesson.write_text(f"{text}\n{CELL}", encoding="utf-8")
    lesson.with_name("grande.json").write_text(json.dumps(NUMBERS), encoding="utf-8")
    return build_book(source)


@pytest.mark.parametrize("on_a_host", [True, False])
def test_it_comes_when_python_starts(visit, host, book, on_a_host):
    found = host(book) if on_a_host else None
    page = visit((found.address if found else f"{book.as_uri()}/") + "uno/celdas/index.html", patience=180_000)
    assert "19997, 19998" not in page.content()
    scripts = list((book / "uno/celdas").glob("grande.json.*.js"))
    assert len(scripts) == 1
    if found:
        assert not [path for path in found.requested if "grande" in path]
    cell = page.locator(".code-cell").last
    cell.get_by_role("button", name="Ejecutar", exact=True).click()
    cell.get_by_text("Listo").first.wait_for()
    assert "199990000" in cell.locator(".cell-output").inner_text()
    if found:
        assert len([path for path in found.requested if "grande" in path]) == 1
