"""Opens pages in Firefox, uses their Python, and prints what came of it as JSON. A program of its own, since
two Playwrights do not start in one process: `python firefox_visit.py URL…`.
"""

import json
import sys

from playwright.sync_api import sync_playwright

# As in a reader's profile; Playwright's own would let a file read its neighbours.
READER = {"security.fileuri.strict_origin_policy": True, "privacy.file_unique_origin": True}
# Firefox's protocol lacks the commands that would set these.
UNSET = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}


def visit(context, url: str) -> dict:
    page = context.new_page()
    page.set_default_timeout(120_000)
    asked, raised = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: raised.append(str(error)))
    page.goto(url)
    first = page.evaluate("run('import numpy as np\\nx = 3\\nprint(np.eye(2) @ np.array([[1.0, 2.0], [3.0, 4.0]]))')")
    page.evaluate("() => { window.looping = run('while True: pass', { id: 'bucle' }) }")
    page.wait_for_function("python.status.phase === 'busy'")
    page.wait_for_timeout(300)
    page.evaluate("python.stop()")
    return {
        "first": first["text"],
        "looped": page.evaluate("looping")["status"],
        "after": page.evaluate("run('x')")["text"],
        "asked": asked,
        "raised": raised,
    }


def main(executable: str, urls: list[str]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=executable, firefox_user_prefs=READER
        )
        context = browser.new_context(**UNSET)
        print(json.dumps([visit(context, url) for url in urls]))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
