"""What a view lends: by name, made anew, put into a namespace by a line that runs as a cell does."""

import numpy as np
import pytest

import explorables
from cell_kernel import Kernel


def test_what_is_asked_for_and_nothing_else():
    values = explorables.shared("convex-mixture", {"context": [0.5, 0.8]}, ["alpha", "c"])
    assert list(values) == ["alpha", "c"]
    assert values["alpha"].tolist() == [0, 0, 0, 1, 0, 0] and values["c"].tolist() == [0.5, 0.8]


def test_a_cell_that_changes_them_changes_nothing_else():
    first = explorables.shared("convex-mixture", {}, ["alpha", "H"])
    first["alpha"][:] = 0
    first["H"][:] = 0
    again = explorables.shared("convex-mixture", {}, ["alpha", "H"])
    assert again["alpha"].sum() == pytest.approx(1)
    assert np.abs(again["H"]).sum() > 0
    assert explorables.draw("convex-mixture", {})["values"]["weight"] == "0.86"


def test_the_line_runs_as_a_cell_with_any_text_in_its_state():
    kernel, wrote = Kernel(), []
    line = explorables.sharing_cell("convex-mixture", {"context": [0.44, 0.69], "nearest": "row"}, ["c"])
    assert "\n" not in line
    ran = kernel.run(line, name="m", environment="e", emit=lambda kind, text: wrote.append(text))
    assert ran.ok and wrote == []
    assert kernel.evaluate("c.tolist()", environment="e") == "[0.44, 0.69]"


@pytest.mark.parametrize("name", ["alpah", "beta"])
def test_a_name_that_is_not_shared_is_refused_with_those_that_are(name):
    with pytest.raises(explorables.OptionError, match="; comparte alpha, H, c") as raised:
        explorables.shared("convex-mixture", {}, [name])
    assert raised.value.nearest == ("alpha" if name == "alpah" else None)


def test_a_view_shares_nothing_unless_it_says_so():
    assert explorables.shared("softmax-axis", {}, []) == {}
    with pytest.raises(explorables.OptionError, match="no comparte nada"):
        explorables.shared("softmax-axis", {}, ["alpha"])
