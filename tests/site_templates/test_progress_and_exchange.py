"""What has been read, as runs of blocks; a notebook as a file and back; keys that the book writes and no others."""

import json

PROGRESS, ENTRIES, EXCHANGE = "memory/progress.js", "notebook/entries.js", "notebook/exchange.js"


def test_blocks_join_into_runs_in_whatever_order_they_are_seen(evaluate):
    seen = "[3, 0, 1, 5, 2].reduce((progress, index) => saw(progress, index), soundProgress(null, 8))"
    progress, part = evaluate(PROGRESS, seen, f"share({seen})")
    assert progress == {"of": 8, "seen": [[0, 3], [5, 5]], "read": False}
    assert part == 5 / 8


def test_nineteen_of_twenty_is_read_and_stays_so(evaluate):
    eighteen, nineteen, later = evaluate(
        PROGRESS,
        "saw({ of: 20, seen: [[0, 16]], read: false }, 17)",
        "saw({ of: 20, seen: [[0, 17]], read: false }, 18)",
        # The text has changed since: it begins anew, and was read all the same.
        "soundProgress({ of: 20, seen: [[0, 18]], read: true }, 25)",
    )
    assert (eighteen["read"], nineteen["read"]) == (False, True)
    assert later == {"of": 25, "seen": [], "read": True}


def test_rubbish_is_no_progress(evaluate):
    rubbish = ["null", "3", "'no'", "{ of: 4 }", "{ of: 4, seen: 7 }", "{ of: 4, seen: [[0, 9], [2, 1], [-1, 0], ['0', 1], [0], 3] }"]
    assert evaluate(PROGRESS, *(f"soundProgress({one}, 4)" for one in rubbish)) == [{"of": 4, "seen": [], "read": False}] * 6
    assert evaluate(PROGRESS, "standing(null)", "standing({ seen: [] })", "standing({ seen: [[0, 0]] })", "standing({ read: true })") == [
        "unread", "unread", "begun", "read",
    ]  # fmt: skip


def test_keys_are_known_by_their_form(evaluate):
    known = {
        "aspecto": ("aspecto", None, None),
        "lugar:uno/primera": ("lugar", "uno/primera", None),
        "celda:uno/primera:pesos": ("celda", "uno/primera", "pesos"),
        "figura:uno/primera:a:b": ("figura", "uno/primera", "a:b"),
    }
    found = evaluate(ENTRIES, *(f"readKey({json.dumps(key)})" for key in known))
    assert [(one["kind"], one["lesson"], one["name"]) for one in found] == list(known.values())
    others = ["otra", "lugar:", "lugar:uno:dos", "celda:uno", "__proto__", "aspecto:x", ""]
    assert evaluate(ENTRIES, *(f"readKey({json.dumps(key)})" for key in others)) == [None] * len(others)


def test_a_notebook_comes_back_as_it_went(evaluate):
    entries = '[["aspecto", { colours: "dark" }], ["celda:uno/dos:c", { source: "x = 1\\n«é»" }]]'
    write = f"writeNotebook({{ book: 'b', version: 1, entries: new Map({entries}) }})"
    back = f"[...readNotebook({write}, {{ book: 'b', version: 1 }}).entries]"
    text, found = evaluate(EXCHANGE, write, back)
    assert json.loads(text)["entries"]["celda:uno/dos:c"] == {"source": "x = 1\n«é»"}
    assert found == [["aspecto", {"colours": "dark"}], ["celda:uno/dos:c", {"source": "x = 1\n«é»"}]]


def test_what_is_no_notebook_of_this_book_is_told_apart(evaluate):
    def file(**changes):
        return json.dumps(json.dumps({"kind": "cuaderno de un libro explorable", "version": 1, "book": "b", "entries": {}} | changes))

    files = {
        '"{"': "import_unreadable",
        '"null"': "import_unreadable",
        '"[]"': "import_unreadable",
        file(kind="otra cosa"): "import_unreadable",
        file(entries=[1]): "import_unreadable",
        file(version="1"): "import_unreadable",
        file(book="otro"): "import_other_book",
        file(version=2): "import_newer",
    }
    found = evaluate(EXCHANGE, *(f"readNotebook({one}, {{ book: 'b', version: 1 }}).fault" for one in files))
    assert found == list(files.values())
    strange = file(entries={"aspecto": {}, "otra": 1, "repaso": None})
    assert evaluate(EXCHANGE, f"[...readNotebook({strange}, {{ book: 'b', version: 1 }}).entries.keys()]") == [["aspecto"]]
