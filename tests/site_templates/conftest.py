"""Reader scripts without a page: the modules that say they are pure, run by Node."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder import SITE_TEMPLATES
from builder.node import run_node


@pytest.fixture(scope="session")
def scripts(tmp_path_factory) -> Path:
    """A copy of the scripts that Node takes for modules."""
    folder = tmp_path_factory.mktemp("scripts")
    shutil.copytree(SITE_TEMPLATES / "scripts", folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def evaluate(scripts) -> Callable[..., list[Any]]:
    """`evaluate("review/schedule.js", "dueToday(…)", …)`: the value of each expression over what the module exports."""

    def run(module: str, *expressions: str) -> list[Any]:
        source = (
            f"import * as all from {json.dumps((scripts / module).as_uri())};\n"
            "const look = new Function(...Object.keys(all), 'source', 'return eval(source)');\n"
            f"const values = {json.dumps(expressions)}.map((one) => look(...Object.values(all), `(${{one}})`));\n"
            "console.log(JSON.stringify(values));\n"
        )
        path = scripts / "expressions.mjs"
        path.write_text(source, encoding="utf-8")
        done = run_node([str(path)])
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
