"""Where the items of a list stand, and that nothing inside a long string is taken for a key."""

import tomllib

from builder.toml_lines import line_of

TEXT = '''\
title = "una [b"
prerequisites = [
  "a",  # ["no"]
  "b]",
]
notation = [
  { symbol = '\\alpha', meaning = "uno [1], dos" },

  { symbol = "q" }, { symbol = "r" },
]
words = """
title = 3
[table]
"""
after = 'x'

[table]
rows = [[1, 2], [3,
 4]]
'''


def test_each_item_has_its_line():
    tomllib.loads(TEXT)
    assert [line_of(TEXT, ("prerequisites", n)) for n in range(2)] == [3, 4]
    assert [line_of(TEXT, ("notation", n, "meaning")) for n in range(3)] == [7, 9, 9]
    assert [line_of(TEXT, ("table", "rows", n)) for n in range(2)] == [18, 18]


def test_an_item_that_is_not_there_has_the_line_of_its_list():
    assert line_of(TEXT, ("notation", 7)) == 6


def test_long_strings_hold_no_keys_and_no_tables():
    assert line_of(TEXT, ("title",)) == 1
    assert line_of(TEXT, ("after",)) == 15
    assert line_of(TEXT, ("table",)) == 17
