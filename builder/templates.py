"""The templates of `site_templates`, with the catalogue of interface strings at hand."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from builder import SITE_TEMPLATES
from builder.assets import read_catalogue
from builder.cache import cache_folder
from builder.hosting.policy import policy


@cache
def strings() -> dict[str, Any]:
    return read_catalogue()


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(SITE_TEMPLATES / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # `forget` is how a changed template is seen; a look at the file for each heading is dear.
        auto_reload=False,
        bytecode_cache=_bytecode(),
    )
    environment.globals["strings"] = strings()
    environment.globals["policy"] = policy
    environment.filters["script_json"] = script_json
    return environment


def _bytecode() -> jinja2.BytecodeCache | None:
    """Compiled templates, each kept with the hash of its source: to compile them takes longer than to fill them in."""
    folder = cache_folder("templates")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return _Kept(str(folder)) if os.access(folder, os.W_OK) else None


class _Kept(jinja2.FileSystemBytecodeCache):
    """On a full disk a template is compiled each time, and that is all."""

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def script_json(value: object) -> Markup:
    """Data for a `<script type="application/json">`, with nothing in it that could end the element.

    Jinja's own filter escapes every `<` and accent, which would double the size of a page full of drawings.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return Markup(text.replace("</", "<\\/").replace("<!--", "<\\u0021--"))


def render(template: str, /, **context: object) -> Markup:
    """The template filled in; a missing value is an error, never a hole in a page."""
    return Markup(_template(template).render(context))


@cache
def _template(name: str) -> jinja2.Template:
    return _environment().get_template(name)


def component(name: str, /, **context: object) -> Markup:
    """A piece of a page, such as a cell or a quiz."""
    return Markup(render(f"components/{name}.html.j2", **context).strip())


def forget() -> None:
    """Read the catalogue and the templates again the next time: they may have changed."""
    strings.cache_clear()
    _environment.cache_clear()
    _template.cache_clear()
