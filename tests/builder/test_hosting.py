"""What a book has for its host: the policy in each page, addresses where the book knows its own, the list that its worker keeps."""

import base64
import hashlib
import html
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from builder.hosting.offline import describe, what_is_kept

BOOKS = Path(__file__).parent.parent / "books"
ADDRESS = "https://ejemplo.org/cursos/libro"
LESSON = "uno/primera/index.html"


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory, module_libro) -> Path:
    """The small book, which doesn't know where it will be."""
    return built(module_libro, tmp_path_factory.mktemp("nowhere"))


@pytest.fixture(scope="module")
def somewhere(tmp_path_factory, module_libro) -> Path:
    """The same book at `ADDRESS`."""
    return built(module_libro, tmp_path_factory.mktemp("somewhere"), f'base_url = "{ADDRESS}"\n')


def built(libro, folder: Path, settings: str = "") -> Path:
    source = shutil.copytree(BOOKS / "plain", folder / "plain")
    toml = source / "book.toml"
    toml.write_text(settings + toml.read_text(encoding="utf-8"), encoding="utf-8")
    ran = libro("build", source, "-o", folder / "out")
    assert ran.code == 0, ran.err
    return folder / "out"


def pages(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}


def test_every_script_inside_a_page_is_one_that_its_policy_names(nowhere):
    for url, page in pages(nowhere).items():
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
        # Before anything that a policy may speak of.
        assert policy is not None and policy.start() < 700, url
        assert "default-src 'none'" in policy[1] and "'unsafe-eval'" not in policy[1].replace("'wasm-unsafe-eval'", "")
        assert re.findall(r"[\w-]+ [^;]*'unsafe-inline'", policy[1]) == ["style-src-attr 'unsafe-inline'"]
        for attributes, text in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
            if "src=" in attributes:
                assert text == "", url
            elif 'type="application/json"' not in attributes:
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in policy[1], url
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=", page), url
        assert "<style" not in page, url


def test_a_book_without_an_address_says_none(nowhere):
    assert not (nowhere / "sitemap.xml").exists() and not (nowhere / "robots.txt").exists()
    for page in pages(nowhere).values():
        assert "canonical" not in page and "og:" not in page


def test_each_page_names_its_own_address_and_its_card(somewhere):
    for url, page in pages(somewhere).items():
        if url == "404.html" or 'content="noindex"' in page:
            assert "canonical" not in page
            continue
        place = f"{ADDRESS}/" + url.removesuffix("index.html")
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', page) == [place]
        card = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))
        assert card["og:url"] == place
        assert card["og:title"] == re.search(r"<title>(.*?)</title>", page)[1]
        picture = somewhere / card["og:image"].removeprefix(f"{ADDRESS}/")
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert size(picture) == (1200, 630)
    card = pages(somewhere)[LESSON]
    assert '<meta property="og:description" content="Prueba lo que el texto puede llevar.">' in card


def size(picture: Path) -> tuple[int, int]:
    data = picture.read_bytes()
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_the_map_of_the_site_has_every_page_that_is_for_the_world(somewhere):
    found = [loc.text for loc in ElementTree.parse(somewhere / "sitemap.xml").iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert found == sorted(found) and len(found) == len(set(found))
    assert {f"{ADDRESS}/", f"{ADDRESS}/uno/primera/", f"{ADDRESS}/uno/segunda/"} <= set(found)
    assert not [one for one in found if one.endswith("404.html") or "index.html" in one]
    for one in found:
        assert (somewhere / one.removeprefix(f"{ADDRESS}/") / "index.html").is_file()
    assert f"Sitemap: {ADDRESS}/sitemap.xml" in (somewhere / "robots.txt").read_text()
    text = (somewhere / "sitemap.xml").read_text() + pages(somewhere)["index.html"]
    assert "lastmod" not in text and not re.search(r"20\d\d-\d\d-\d\d", text)


def test_the_page_for_addresses_that_do_not_exist_leads_home_from_any_depth(nowhere, somewhere):
    links = re.findall(r'(?:href|src)="([^"#]+)[#"]', pages(somewhere)["404.html"])
    assert links and all(link.startswith("/cursos/libro/") for link in links)
    for link in links:
        assert (somewhere / link.removeprefix("/cursos/libro/")).is_file(), link
    assert not re.findall(r'(?:href|src)="/', pages(nowhere)["404.html"])


@pytest.mark.parametrize(
    "address",
    ["ejemplo.org", "ftp://ejemplo.org/", "https://ejemplo.org/?a=1", "https://ejemplo.org/#a", "https://[::1/", "https://ejemplo.org:ochenta/"],
)
def test_an_address_that_is_none_is_a_problem_at_its_line(libro, plain_book, address):
    toml = plain_book / "book.toml"
    toml.write_text(f'base_url = "{address}"\n' + toml.read_text(encoding="utf-8"), encoding="utf-8")
    ran = libro("check", plain_book)
    assert ran.code == 1
    assert re.search(r"book\.toml:1: key-value: .*base_url", ran.err + ran.out)


def worker_list(folder: Path) -> dict:
    script = (folder / "sw.js").read_text(encoding="utf-8")
    return json.loads(re.search(r"^const BOOK = (.*);$", script, re.MULTILINE)[1])


def test_the_worker_keeps_every_page_and_all_that_pages_name(nowhere):
    kept = worker_list(nowhere)["now"]
    for name, digest in kept.items():
        assert hashlib.sha256((nowhere / name).read_bytes()).hexdigest()[:16] == digest
    for url, page in pages(nowhere).items():
        assert url in kept
        for link in re.findall(r'(?:href|src)="([^"#:]+)[#"]', page):
            named = (nowhere / url).parent.joinpath(html.unescape(link)).resolve().relative_to(nowhere.resolve()).as_posix()
            assert named in kept or re.search(r"\.(zip|epub|pdf|ipynb)$", named), (url, link)
    assert "sw.js" not in kept


def test_styles_and_scripts_that_pages_link_tell_their_content_by_name(nowhere):
    # So a page can never get a file of another version by the right name.
    for url, page in pages(nowhere).items():
        for link in re.findall(r'<(?:link rel="(?:stylesheet|icon)" href|script src)="([^"]+)"', page):
            assert re.search(r"\.[0-9a-f]{10}\.(css|js|svg)$", link), (url, link)


def test_the_version_changes_with_any_byte_and_with_nothing_else(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/a.0123456789.js").write_bytes(b"1")
    pages = {"index.html": describe(b"<p>uno"), "x/index.html": describe(b"<p>dos")}
    first = what_is_kept(pages, (tmp_path,)).version
    assert what_is_kept(dict(reversed(pages.items())), (tmp_path,)).version == first
    assert what_is_kept(pages | {"x/index.html": describe(b"<p>tres")}, (tmp_path,)).version != first
    (tmp_path / "assets/a.0123456789.js").write_bytes(b"2")
    assert what_is_kept(pages, (tmp_path,)).version != first


def test_large_files_wait_for_their_use_and_what_readers_take_along_stays_out(tmp_path):
    for name, data in {
        "python/0123456789ab/python_stdlib.zip": b"1", "python/0123456789ab/file/python_stdlib.zip.js": b"2",
        "model/0123456789ab/00.js": b"3", "assets/plotly.0123456789.js": bytes(400_000), "libro.zip": b"5",
        "big.bin": bytes(400_000), "assets/a.0123456789.css": b"7",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    kept = what_is_kept({"index.html": describe(bytes(500_000))}, (tmp_path,))
    assert set(kept.now) == {"index.html", "assets/a.0123456789.css"}
    assert kept.later == ("assets/plotly.0123456789.js", "python/0123456789ab/python_stdlib.zip")


def test_a_book_that_should_live_in_no_browser_has_a_worker_that_leaves(tmp_path, libro):
    output = built(libro, tmp_path, "offline = false\n")
    assert "registration.unregister()" in (output / "sw.js").read_text()
    assert not (output / "manifest.json").exists()
    assert all("data-worker" not in page for page in pages(output).values())


def test_the_book_is_installable_with_pictures_of_the_right_sizes(nowhere):
    manifest = json.loads((nowhere / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["start_url"] == "index.html" and manifest["scope"] == "./" and manifest["lang"] == "es"
    for icon in manifest["icons"]:
        assert f"{size(nowhere / icon['src'])[0]}x{size(nowhere / icon['src'])[1]}" == icon["sizes"]
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert [icon["purpose"] for icon in manifest["icons"] if "purpose" in icon] == ["maskable"]
