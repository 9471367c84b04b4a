"""The PNGs that phones and other sites ask for: the book's icon in two sizes, and its cover as a picture for links to it."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from builder import SITE_TEMPLATES
from builder.assets import ICON
from builder.book import BookConfig
from builder.node import install_packages, run_node
from builder.problems import BuildError

SCRIPT = Path(__file__).parent.parent / "node_scripts" / "draw_pictures.mjs"
STYLES = SITE_TEMPLATES / "styles"
ORNAMENT = SITE_TEMPLATES / "templates" / "components" / "ornament.html.j2"
COVER_SIZE = (1200, 630)
DRAWN_FROM = (Path(__file__), SCRIPT, ICON, ORNAMENT, STYLES / "cover.css", STYLES / "tokens.css")
ICONS = {"icon-192.png": 192, "icon-512.png": 512}
MASKABLE = "icon-maskable-512.png"
COVER = "portada.png"
_SERIF = "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-{}.woff2"
_LINE = 15
"""Letters of the title in a line, as wide as fits beside the picture."""


def draw_pictures(config: BookConfig, cover: str, *, with_cover: bool) -> dict[str, bytes]:
    """Each picture by its name. `cover` is the SVG of the book's cover, "" for the ornament. Raises `BuildError`."""
    icon = ICON.read_text(encoding="utf-8")
    wanted = {name: (icon, size) for name, size in ICONS.items()} | {MASKABLE: (_padded(icon), 512)}
    fonts: list[bytes] = []
    packages = install_packages()
    if with_cover:
        wanted[COVER] = (cover_svg(config, cover), COVER_SIZE[0])
        fonts = [_true_type(packages / _SERIF.format(style)) for style in ("normal", "italic")]
    request = {
        "fonts": [base64.b64encode(font).decode("ascii") for font in fonts],
        "pictures": [{"svg": svg, "width": width} for svg, width in wanted.values()],
    }
    done = run_node([str(SCRIPT)], packages=packages, input=json.dumps(request))
    if done.returncode != 0:
        raise BuildError("resvg: " + done.stderr.strip())
    return {name: base64.b64decode(png) for name, png in zip(wanted, json.loads(done.stdout), strict=True)}


def _padded(icon: str) -> str:
    """The icon smaller, on paper up to the edges: systems cut such icons to a shape of their own."""
    paper = _light_colours()["paper"]
    inner = icon.replace("<svg ", '<svg x="4" y="4" width="24" height="24" ', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="{paper}"/>{inner}</svg>'


def cover_svg(config: BookConfig, cover: str) -> str:
    """The title beside the cover's picture, in the colours of the light page."""
    colours = _light_colours()
    art = cover or re.sub(r"\{#.*?#\}", "", ORNAMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    art = art.strip().replace("<svg ", '<svg x="610" y="105" width="540" height="415" ', 1)
    rules = "".join(_rules((STYLES / "cover.css").read_text(encoding="utf-8"), colours))
    lines = list(_wrap(config.title, _LINE))
    top = 315 - 45 * (len(lines) - 1)
    title = "".join(
        f'<text x="70" y="{top + 90 * number}" font-family="Source Serif 4" font-size="80" fill="{colours["ink"]}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    width, height = COVER_SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><style>{rules}</style>'
        f'<rect width="{width}" height="{height}" fill="{colours["paper"]}"/>{title}{art}</svg>'
    )


def _rules(sheet: str, colours: dict[str, str]) -> Iterator[str]:
    """What cover.css says of the picture, for a renderer that knows neither variables nor hovering."""
    for selectors, body in re.findall(r"^(\.threads[^{]*)\{([^}]*)\}", sheet, re.MULTILINE):
        kept = ",".join(one.strip() for one in selectors.split(",") if ":" not in one)
        if not kept:
            continue
        body = re.sub(r"transition:[^;]*;|pointer-events:[^;]*;", "", body)
        body = re.sub(r"font: italic (\d+px) var\(--serif\);", r"font-family:'Source Serif 4';font-style:italic;font-size:\1;", body)
        body = re.sub(r"var\(--([\w-]+)\)", lambda name: colours.get(name[1], "inherit"), body)
        yield f"{kept}{{{body}}}"


def _light_colours() -> dict[str, str]:
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    return {name: light for name, light in re.findall(r"--([\w-]+): light-dark\((#\w+)", tokens.split("@media", 1)[0])}


def _wrap(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _true_type(path: Path) -> bytes:
    from fontTools.ttLib import TTFont  # late: pictures are drawn once
    from fontTools.varLib import instancer

    font = instancer.instantiateVariableFont(TTFont(path, recalcTimestamp=False), {"wght": 400})
    font.flavor = None
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()
