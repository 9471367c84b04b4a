"""What an output stands on, in a small book of cells: c after b after a, d after a figure and b, e after a name that is nowhere."""

BOOK = """(() => {
  const cells = Object.fromEntries([["a", []], ["b", ["a"]], ["c", ["b"]], ["d", ["mapa", "b"]], ["e", ["nada"]]].map(
    ([name, after]) => [name, { name, after, original: name, source: name }]));
  const figure = { id: "mapa", first: { x: 1, y: 2 }, state: { y: 2, x: 1 } };
  const book = { cell: (name) => cells[name], figure: (name) => (name === "mapa" ? figure : undefined) };
  const now = (one) => ("original" in one ? one.source : one.state);
  const built = (one) => ("original" in one ? one.original : one.first);
  const why = (name) => staleness(cells[name], basisOf(cells[name], book, built), book, now);
  %s
})()"""


def look(evaluate, body):
    return evaluate("cells/standing.js", BOOK % body)[0]


def test_nothing_is_stale_at_first_whatever_the_order_of_a_state(evaluate):
    assert look(evaluate, "return Object.keys(cells).map(why);") == [None] * 5


def test_what_comes_after_an_edited_cell_is_stale_and_names_it(evaluate):
    found = look(evaluate, "cells.a.source = 'otra'; return Object.keys(cells).map(why);")
    assert found == [
        {"why": "edited", "name": "a"}, {"why": "cell", "name": "a"}, {"why": "cell", "name": "a"}, {"why": "cell", "name": "a"}, None,
    ]  # fmt: skip


def test_a_figure_that_moved_is_named(evaluate):
    assert look(evaluate, "figure.state = { x: 1, y: 3 }; return ['c', 'd'].map(why);") == [None, {"why": "figure", "name": "mapa"}]


def test_undone_is_no_longer_stale(evaluate):
    assert look(evaluate, "cells.b.source = 'x'; cells.b.source = 'b'; return why('c');") is None


def test_the_way_to_a_cell_goes_through_each_once(evaluate):
    names = "return [chain(cells.c, book), chain(cells.d, book), chain(cells.e, book)].map((one) => one.map((cell) => cell.name));"
    assert look(evaluate, names) == [["a", "b", "c"], ["a", "b", "d"], ["e"]]


def test_a_circle_ends(evaluate):
    body = "cells.a.after = ['c']; return [chain(cells.c, book).map((cell) => cell.name).sort(), why('c')];"
    assert look(evaluate, body) == [["a", "b", "c"], None]
