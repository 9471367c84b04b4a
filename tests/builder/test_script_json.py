"""Data in a page's script element: read back as it was, and never able to end the element."""

import json
import re

import pytest

from builder.templates import script_json


@pytest.mark.parametrize("value", [
    {"a": "</script><script>alert(1)</script>"},
    {"a": "<!-- <script>"},
    {"a": "\u2028 \u2029 á ñ « » \\ \" ' & < >"},
    {"</script>": [1, None, True, "<\\/"]},
])
def test_it_is_read_back_and_cannot_end_the_element(value):
    text = str(script_json(value))
    assert json.loads(text) == value
    assert not re.search(r"</script|<!--", text, re.IGNORECASE)
