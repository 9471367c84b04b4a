"""What an explorable lends to cells: the values of its present state, under names of the author's choice.

A cell that names a figure in `:after:` gets them before it runs, in its own environment. They get there by a line of Python
that runs as a cell does, at build and in the page, so that a restarted Python finds them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from explorables.drawing import open_view, read_view_state
from explorables.errors import OptionError, Unfit, ViewFault, nearest


def shared(name: str, state: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The values called `names` that a view shares in a state (see `Explorable.shared`).

    Raises UnknownView; OptionError for a name that it does not share or a state that it does not have; ViewFault when the
    view raises.
    """
    view = open_view(name)
    settled = read_view_state(view, state)
    try:
        values = dict(view.shared(settled))
    except Exception as error:
        raise ViewFault(name, "shared()", f"{type(error).__name__}: {error}") from error
    for each in names:
        if each not in values:
            reason = Unfit("not-shared" if values else "nothing-shared", given=each, known=", ".join(values))
            raise OptionError("shares", reason, nearest(each, values))
    return {each: values[each] for each in names}


def share_into(namespace: dict[str, Any], name: str, state: str, names: str) -> None:
    """Put what a view shares into a namespace. `state` is JSON, `names` are apart by spaces. Raises as `shared` does."""
    namespace.update(shared(name, json.loads(state), names.split()))


def sharing_cell(name: str, state: Mapping[str, Any], names: Sequence[str]) -> str:
    """The cell that does it; scripts/sharing.js writes the same line."""
    arguments = ", ".join(json.dumps(each) for each in (name, json.dumps(state), " ".join(names)))
    return f'__import__("explorables").share_into(globals(), {arguments})'
