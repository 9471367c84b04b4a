"""Readers download the checkpoints that some lesson or view asks for, and no others."""

import re

from attention_core.checkpoints import recipes
from builder import PYODIDE_SRC, REPOSITORY
from builder.runtime.wheel import build_wheel

READ_IN_THE_PAGE = [
    *(REPOSITORY / "content").rglob("*.md"),
    *(REPOSITORY / "content").rglob("figures.py"),
    *(PYODIDE_SRC / "explorables").rglob("*.py"),
]


def test_what_is_named_is_in_the_wheel_and_the_rest_is_not():
    words = {word for file in READ_IN_THE_PAGE for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    folder = "attention_core/checkpoints/"
    members = build_wheel(PYODIDE_SRC).members
    shipped = {name for name in members if name.startswith(folder) and name.endswith(".npz")}
    assert shipped == {f"{folder}{name}.npz" for name in set(recipes()) & words}
