"""The generator: Markdown lessons in, an explorable book out. Runs on the author's machine."""

from pathlib import Path

__version__ = "0.1.0"

REPOSITORY = Path(__file__).resolve().parent.parent
SITE_TEMPLATES = REPOSITORY / "site_templates"
PYODIDE_SRC = REPOSITORY / "pyodide_src"
DEFAULT_BOOK = REPOSITORY / "content"
