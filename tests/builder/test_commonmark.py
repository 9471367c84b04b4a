"""The examples of the CommonMark specification: read as it says, all of them; shown as it says, but for what is listed.

They come from npm, pinned by `commonmark_spec/package-lock.json`; the differences are in `commonmark_spec/differences.toml`.
"""

import re
import tomllib
from pathlib import Path

import pytest
from markdown_it.renderer import RendererHTML
from markdown_it.utils import OptionsDict

from builder.markdown.parser import _parser
from builder.node import install_packages
from builder.problems import BuildError, Problems

HERE = Path(__file__).parent / "commonmark_spec"
DIFFERENCES = tomllib.loads((HERE / "differences.toml").read_text(encoding="utf-8"))
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)
WARNINGS = {"typo-quotes", "typo-question", "typo-percent", "typo-dash"}


@pytest.fixture(scope="module")
def examples() -> list[tuple[str, str]]:
    try:
        folder = install_packages(HERE)
    except BuildError as error:
        pytest.skip(f"the specification could not be had: {error.message.splitlines()[0]}")
    text = (folder / "commonmark-spec" / "spec.txt").read_text(encoding="utf-8").split("<!-- END TESTS -->")[0]
    found = [tuple(part.replace("→", "\t") for part in example) for example in EXAMPLE.findall(text)]
    assert len(found) == 652
    return found


def test_every_example_is_read_as_the_specification_says(examples):
    parser = _parser()
    options = OptionsDict({**parser.options, "xhtmlOut": True})
    for number, (source, expected) in enumerate(examples, 1):
        env = {"problems": Problems(), "path": Path("lesson.md"), "language": "en", "source": source}
        html = RendererHTML().render(parser.parse(source, env), options, env)
        # The one liberty of markdown-it: no line of its own in an empty quote.
        assert html.replace("<blockquote></blockquote>", "<blockquote>\n</blockquote>") == expected, (number, source)


def test_every_example_is_shown_so_or_refused_with_a_reason(draft, examples):
    used = set()
    shown = 0
    for number, (source, expected) in enumerate(examples, 1):
        made = draft(source)
        told = set(made.told) - WARNINGS
        used |= told
        assert told <= set(DIFFERENCES["refused"]), (number, source, made.told)
        if not told:
            shown += 1
            assert as_specified(made.html) == without_own_ways(expected), (number, source)
    assert used == set(DIFFERENCES["refused"]), "a reason that no example needs"
    assert shown > 400


def as_specified(html: str) -> str:
    """Our HTML without the ways of its own that `differences.toml` lists under `shown`."""
    html = re.sub(r'<a class="anchor"[^>]*></a>', "", html)
    html = re.sub(r'<(h\d) id="[^"]*">', r"<\1>", html)
    html = re.sub(r'<pre class="code"[^>]*>', "<pre>", html)
    html = re.sub(r"</?span[^>]*>", "", html)
    html = html.replace(' rel="noopener"', "")
    return _blank(_levels(html))


def without_own_ways(html: str) -> str:
    html = re.sub(r'<code class="language-[^"]*">', "<code>", html)
    html = re.sub(r"<!--(?:-?>|.*?-->)\n?", "", html, flags=re.DOTALL)
    return _blank(_levels(re.sub(r"<(hr|br) />", r"<\1>", html)))


def _levels(html: str) -> str:
    """Headings counted from the first level that there is."""
    levels = [int(level) for level in re.findall(r"<h(\d)>", html)]
    down = min(levels) - 1 if levels else 0
    return re.sub(r"<(/?)h(\d)>", lambda found: f"<{found[1]}h{int(found[2]) - down}>", html)


def _blank(html: str) -> str:
    html = html.replace("&quot;", '"').replace("&#34;", '"').replace("&#39;", "'")
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"(</?(?:blockquote|li|ul|ol)[^>]*>)", r"\n\1\n", html)).strip()
