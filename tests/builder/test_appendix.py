"""An appendix: lettered, last, outside the count of the book's lessons, and no next page of its last one."""

import re

FRONT = '+++\ntitle = "{title}"\nsummary = "S"\n+++\n\nTexto.\n'
CONFIG = """title = "L"

[[blocks]]
folder = "2-apuntes"
title = "Apuntes"
appendix = true

[[blocks]]
folder = "3-fin"
title = "Fin"

[[blocks]]
folder = "5-mas"
title = "Más"
appendix = true
"""


def test_an_appendix_is_lettered_and_last_and_is_not_leafed_into(libro, tmp_path):
    root = tmp_path / "libro"
    for place, title in (("2-apuntes/1-uno", "Uno"), ("3-fin/1-ultima", "Última"), ("5-mas/7-dos", "Dos")):
        (root / place).mkdir(parents=True)
        (root / place / "lesson.md").write_text(FRONT.format(title=title), encoding="utf-8")
    (root / "book.toml").write_text(CONFIG, encoding="utf-8")
    ran = libro("build", root, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    cover = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert re.findall(r'class="block-number">([^<]+)<', cover) == ["Bloque 3", "Apéndice A", "Apéndice B"]
    pages = {name: (tmp_path / f"out/{name}/index.html").read_text(encoding="utf-8") for name in ("fin/ultima", "apuntes/uno", "mas/dos")}
    labels = {name: re.search(r'class="lesson-label">([^<]+)<', page)[1] for name, page in pages.items()}
    assert labels == {"fin/ultima": "Bloque 3 · Lección 1", "apuntes/uno": "Apéndice A · Capítulo 1", "mas/dos": "Apéndice B · Capítulo 7"}
    for page in pages.values():
        assert 'rel="next"' not in page and 'rel="prev"' not in page
