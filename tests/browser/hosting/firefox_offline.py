"""Opens a book in Firefox until its worker has it, waits to be told that the host is gone, and opens its pages again.

`python firefox_offline.py FIREFOX URL…` prints "ready", reads a line, and prints as JSON what each page then shows.
"""

import json
import sys

from playwright.sync_api import sync_playwright

UNSET = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}


def main(executable: str, urls: list[str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=executable)
        page = browser.new_context(**UNSET).new_page()
        page.set_default_timeout(120_000)
        page.goto(urls[0])
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        print("ready", flush=True)
        sys.stdin.readline()
        found = {}
        for url in urls:
            page.goto(url)
            found[url] = [page.locator("h1").inner_text(), page.evaluate("() => document.styleSheets[0].cssRules.length")]
        print(json.dumps(found))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
