"""A lesson is trusted code, but a built page is not a hole: what an author writes is text, wherever it goes."""

import hashlib
import json
import re
import zipfile
from html.parser import HTMLParser

import pytest

from builder.model.pins import Pin
from builder.model.supply import extract
from builder.problems import BuildError

EVIL = '"><x-evil onclick=alert(1)></script><!--\'&amp;'
"""It ends attributes of both kinds, elements, scripts; as an element it would be seen."""


def toml(text):
    return json.dumps(text, ensure_ascii=False)


BOOK = f"""title = {toml("Libro " + EVIL)}
subtitle = {toml(EVIL)}
description = {toml(EVIL)}
authors = [{toml(EVIL)}]
id = "libro"
base_url = "https://example.org/libro/"

[[blocks]]
folder = "1-uno"
title = {toml(EVIL)}
summary = {toml(EVIL)}

[[blocks.planned]]
folder = "9-luego"
title = {toml("Luego " + EVIL)}
summary = {toml(EVIL)}
"""

LESSON = f"""+++
title = {toml("Una " + EVIL)}
summary = {toml(EVIL)}
keywords = [{toml(EVIL)}]
aliases = ["de-antes"]
prerequisites = ["1-uno/2-otra", "1-uno/9-luego"]
files = ["datos.json"]
notation = [{{ symbol = "x", said = {toml("`" + EVIL + "`")}, meaning = {toml("`" + EVIL + "`")}, shape = {toml("`" + EVIL + "`")} }}]
+++

## Un título `{EVIL}`

Texto \\<x-evil onclick=alert(1)\\> y `{EVIL}` y &lt;x-evil&gt; y [un enlace `{EVIL}`](https://example.org/?a="><x-evil>&b='c').

[luego](../9-luego/lesson.md), [otra](../2-otra/lesson.md "un título \\"><x-evil>").

| a | `{EVIL}` |
|---|---|
| `{EVIL}` | $x$ |

$$
\\text{{<x-evil onclick=alert(1)>}}
$$ (eq-una)

En [](#eq-una), una nota[^n].

[^n]: Nota `{EVIL}`.

```"><x-evil
{EVIL}
```

```{{code-cell}} python
:name: "><x-evil>
:env: "><x-evil>

print({EVIL!r})
x = {EVIL!r}
x
```

Vale {{eval}}`x`.

:::{{definition}} Término \\"><x-evil\\> `{EVIL}`
Cuerpo.
:::

:::{{explorable}} malo
:id: malo

Pie `{EVIL}`.
:::

Mira {{part}}`"><x-evil> <malo#una>`, {{value}}`malo#v` y {{set}}`"><x-evil> <malo#x=1>`.

:::{{quiz}}
¿`{EVIL}`?

- [x] `{EVIL}`

  `{EVIL}`

- [ ] No

  No.
:::

:::{{example}}
`{EVIL}`
:::
"""

VIEW = f"""from dataclasses import dataclass

from explorables import Explorable, choice
from explorables.marks import Bars, Table, Text

EVIL = {EVIL!r}


@dataclass(frozen=True)
class State:
    x: str = choice([("1", EVIL), ("2", "dos")], default="1", label=EVIL)


class Malo(Explorable):
    name, title, State = "malo", EVIL, State

    def scene(self, s):
        return [Text(EVIL, part="una"), Bars([EVIL], [0.5], EVIL, texts=[EVIL], parts=[EVIL])]

    def describe(self, s):
        return EVIL

    def table(self, s):
        return Table(EVIL, (EVIL, "b"), [(EVIL, "1")])

    def values(self, s):
        return {{"v": EVIL}}
"""


class Page(HTMLParser):
    """What a browser would make of a page: its elements, attributes and addresses."""

    def __init__(self, text):
        super().__init__()
        self.found, self.addresses, self.handlers = set(), set(), set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.add(tag)
        for name, value in attributes:
            if name.startswith("on"):
                self.handlers.add((tag, name))
            if name in ("href", "src", "action", "formaction", "data", "xlink:href", "srcset", "poster"):
                self.addresses.add(value or "")


@pytest.fixture(scope="module")
def pages(tmp_path_factory, module_libro):
    root = tmp_path_factory.mktemp("evil") / "libro"
    folder = root / "1-uno" / "1-una"
    folder.mkdir(parents=True)
    (root / "1-uno/2-otra").mkdir()
    (root / "book.toml").write_text(BOOK, encoding="utf-8")
    (root / "glossary.toml").write_text(
        f"[[terms]]\nterm = {toml('término ' + EVIL)}\nenglish = {toml(EVIL)}\ndefinition = 'Algo.'\n", encoding="utf-8"
    )
    (root / "bibliography.toml").write_text(
        f"[[works]]\nkey = 'uno'\nauthors = [{toml('Evil, ' + EVIL)}]\nyear = 2000\ntitle = {toml(EVIL)}\nvenue = {toml(EVIL)}\n"
        f"url = 'https://example.org/\"><x-evil>'\n", encoding="utf-8",
    )
    (folder / "lesson.md").write_text(LESSON, encoding="utf-8")
    (folder / "explorables.py").write_text(VIEW, encoding="utf-8")
    (folder / "datos.json").write_text(json.dumps({"a": '"><x-evil onclick=alert(1)>'}), encoding="utf-8")
    (root / "1-uno/2-otra/lesson.md").write_text(
        '+++\ntitle = "Otra"\nsummary = "S"\n+++\n\nLo dijo {cite}`uno`.\n', encoding="utf-8"
    )
    output = root.parent / "out"
    ran = module_libro("build", root, "-o", output)
    assert ran.code == 0, ran.err
    return {str(path.relative_to(output)): path.read_text(encoding="utf-8") for path in output.rglob("*.html")}


def test_nothing_that_is_written_becomes_an_element_or_a_handler(pages):
    assert len(pages) >= 5
    for name, text in pages.items():
        page = Page(text)
        assert not {tag for tag in page.found if tag.startswith("x-")}, name
        assert page.handlers == set(), name


def test_every_address_leads_into_the_book_or_to_the_open_web(pages):
    for name, text in pages.items():
        for address in Page(text).addresses:
            scheme = re.match(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):", address)
            assert scheme is None or scheme[1] in ("https", "http", "mailto"), (name, address)
            # The page for what isn't found may be shown at any address: it names the book's own folder.
            assert not address.startswith(("/", "\\")) or name == "404.html" and address.startswith("/libro/"), (name, address)


def test_what_was_written_is_still_there_to_be_read(pages):
    lesson = next(text for name, text in pages.items() if name == "uno/una/index.html")
    texts = []
    parser = HTMLParser()
    parser.handle_data = texts.append
    parser.feed(lesson)
    assert EVIL.replace("&amp;", "&amp;") in "".join(texts)


@pytest.mark.parametrize(
    ("href", "rule"),
    [
        ("javascript:alert(1)", "link-scheme"),
        ("JaVaScRiPt:alert(1)", "link-scheme"),
        ("java&#115;cript:alert(1)", "link-scheme"),
        ("&#x6A;avascript:alert(1)", "link-scheme"),
        ("javascript&colon;alert(1)", "link-scheme"),
        ("%6aavascript:alert(1)", "link-scheme"),
        ("<  javascript:alert(1)>", "link-scheme"),
        ("<java\tscript:alert(1)>", "link-nowhere"),
        ("java\\script:alert(1)", "link-nowhere"),
        ("data:text/html;base64,PHNjcmlwdD4=", "link-scheme"),
        ("vbscript:msgbox(1)", "link-scheme"),
        ("file:///etc/passwd", "link-scheme"),
        ("blob:https://example.org/1", "link-scheme"),
        ("//evil.example/x", "link-nowhere"),
        ("\\\\\\\\evil.example/x", "link-nowhere"),
        ("https%3A//evil.example", "link-nowhere"),
        ("/etc/passwd", "link-nowhere"),
        ("../../../../../etc/passwd", "link-nowhere"),
        ("../../book.toml", "link-nowhere"),
        ("lesson.md%00.html", "link-nowhere"),
    ],
)
def test_a_link_that_is_no_address_of_the_book_or_the_web_is_refused(draft, href, rule):
    for text in (f"[clic]({href})", f"[clic][uno]\n\n[uno]: {href}\n"):
        assert draft(text).told == [rule], text


def test_an_autolink_is_a_link(draft):
    assert draft("<javascript:alert(1)>").told == ["link-scheme"]
    assert 'href="https://example.org/?a=%22"' in draft('<https://example.org/?a=">').html


@pytest.mark.parametrize(
    "html",
    ["<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<?php x ?>", "<!DOCTYPE x>", "<![CDATA[x]]>", "</p>"],
)
def test_html_is_refused_in_every_form(draft, html):
    made = draft(html)
    assert "raw-html" in made.told and not made.html


def test_what_is_no_tag_for_markdown_is_none_for_a_browser(draft):
    assert draft("<svg/onload=alert(1)>").html == "<p>&lt;svg/onload=alert(1)&gt;</p>\n"


def spoil(book, front="", body=""):
    lesson = book / "1-uno/2-segunda/lesson.md"
    lesson.write_text(f'+++\ntitle = "T"\nsummary = "S"\n{front}+++\n\n{body}\n', encoding="utf-8")


def test_a_formula_leads_nowhere_and_loads_nothing(libro, plain_book):
    commands = {r"\href": "{javascript:alert(1)}{x}", r"\url": "{javascript:x}", r"\includegraphics": "{x.png}", r"\htmlStyle": "{a:b}{x}", r"\htmlId": "{a}{x}"}
    spoil(plain_book, body="\n\n".join(f"Sea ${name}{rest}$." for name, rest in commands.items()))
    told = libro("check", plain_book).err
    for number, name in enumerate(commands):
        assert f"lesson.md:{6 + 2 * number}:5: formula-tex: {name} is not allowed" in told


OUTSIDE = ["../fuera.json", "/etc/hostname", "..", ".", "a/../../b", "sub/dato.json", "C:\\\\fuera"]


def test_a_page_carries_no_file_from_elsewhere(libro, plain_book):
    (plain_book / "1-uno/fuera.json").write_text("{}", encoding="utf-8")
    (plain_book / "1-uno/2-segunda/sub").mkdir()
    (plain_book / "1-uno/2-segunda/sub/dato.json").write_text("{}", encoding="utf-8")
    spoil(plain_book, "files = [\n" + "".join(f'  "{name}",\n' for name in OUTSIDE) + "]\n")
    told = libro("check", plain_book).err
    assert re.findall(r"lesson\.md:(\d+): lesson-file-missing", told) == [str(5 + n) for n in range(len(OUTSIDE))]


@pytest.mark.parametrize(("key", "rule"), [("aliases", "alias-name"), ("scripts", "script-missing"), ("prerequisites", "prerequisite-unknown")])
def test_no_key_of_a_lesson_leads_out_of_the_book(libro, plain_book, tmp_path, tree, key, rule):
    (plain_book / "1-uno/fuera.json").write_text("{}", encoding="utf-8")
    spoil(plain_book, f"{key} = [\n" + "".join(f'  "{name}",\n' for name in OUTSIDE[:5]) + "]\n")
    before = tree(tmp_path)
    ran = libro("build", plain_book, "-o", tmp_path / "out")
    assert ran.code == 1
    assert ran.err.count(f": {rule}: ") == 5
    assert tree(tmp_path) == before


def test_no_block_lies_outside_of_the_book(libro, plain_book):
    folders = ["../1-fuera", "/1-fuera", "1-uno/../../1-fuera", "1-Uno", "1-"]
    blocks = "".join(f'\n[[blocks]]\nfolder = "{folder}"\ntitle = "B"\n' for folder in folders)
    (plain_book / "book.toml").write_text(f'title = "L"\n{blocks}', encoding="utf-8")
    told = libro("check", plain_book).err
    assert re.findall(r"book\.toml:(\d+): folder-name", told) == [str(4 + 4 * n) for n in range(len(folders))]


def test_of_an_archive_only_the_named_members_are_taken_and_only_if_they_are_the_expected_ones(tmp_path):
    wheel = tmp_path / "evil.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("../../fuera.txt", "evil")
        archive.writestr("/fuera.txt", "evil")
        archive.writestr("datos/bueno.bin", b"good")
        archive.writestr("datos/malo.bin", b"evil")
    good = Pin("datos/bueno.bin", 4, hashlib.sha256(b"good").hexdigest())
    extract(wheel, tmp_path / "cache" / "uno", [good])
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert {path for path in written if "fuera" in path} == set()
    assert any(path.endswith("bueno.bin") for path in written) and not any(path.endswith("malo.bin") for path in written)
    with pytest.raises(BuildError):
        extract(wheel, tmp_path / "cache" / "dos", [Pin("datos/malo.bin", 4, good.sha256)])
    assert not any(path.is_file() for path in (tmp_path / "cache" / "dos").rglob("*.bin"))
