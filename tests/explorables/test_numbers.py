"""Numbers are written with the same bytes wherever a view is drawn."""

import math

import pytest

from explorables.numbers import coordinate, decimals_of, fixed, percent, snapped


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1.3868, 2, "1.39"),
        (0.0, 2, "0.00"),
        (-0.0, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (-0.7, 2, "\u22120.70"),
        (20000, 0, "20\u202f000"),
        (1234567.891, 1, "1\u202f234\u202f567.9"),
        (1024, 0, "1024"),
    ],
)
def test_readers_see_fixed_decimals_and_a_real_minus(value, decimals, text):
    assert fixed(value, decimals) == text


def test_the_last_bit_of_a_sum_never_decides_how_a_tie_is_rounded():
    exact = 0.125
    above, below = math.nextafter(exact, 1), math.nextafter(exact, 0)
    assert f"{above:.2f}" != f"{below:.2f}"  # the trap
    assert fixed(above, 2) == fixed(below, 2) == fixed(exact, 2)
    assert coordinate(above) == coordinate(below)


def test_coordinates_are_short_and_plain():
    assert [coordinate(value) for value in (1.0, -0.0, -0.001, 2.5, -3.14159)] == ["1", "0", "0", "2.5", "-3.14"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_a_finite_number_is_refused(value):
    with pytest.raises(ValueError, match="finite"):
        fixed(value)


def test_percentages_have_a_thin_space():
    assert percent(0.597) == "60\u202f%"


def test_decimals_that_a_step_needs():
    assert [decimals_of(step) for step in (1, 0.5, 0.05, 0.125)] == [0, 1, 2, 3]


def test_snapping_gives_no_negative_zero():
    assert math.copysign(1, snapped(-1e-12)) == 1
