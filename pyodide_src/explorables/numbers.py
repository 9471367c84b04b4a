"""Numbers as text: the same bytes in CPython and in Pyodide.

Two builds of NumPy may differ in the last bit of a sum. Every number is first snapped to nine
decimals, so that such a bit never decides which way a tie rounds, and then printed with a fixed
number of decimals. Negative zero is written without its sign.
"""

from __future__ import annotations

import math
from functools import lru_cache

SNAP_DECIMALS = 9
THIN_SPACE = "\u202f"
MINUS = "\u2212"


def snapped(value: float) -> float:
    """`value` rounded to nine decimals, never -0.0. Raises ValueError unless it is finite."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"a mark was given {number}, which is not a finite number")
    return round(number, SNAP_DECIMALS) + 0.0


# While a control is dragged most numbers of a scene stay what they were.
_remembered = lru_cache(maxsize=8192)


@_remembered
def coordinate(value: float, decimals: int = 2) -> str:
    """A number for SVG or CSS: at most `decimals` decimals, no trailing zeros, ASCII minus."""
    text = f"{snapped(value):.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@_remembered
def fixed(value: float, decimals: int = 2) -> str:
    """A number for readers: exactly `decimals` decimals, thousands apart from 10 000, a real minus sign.

    >>> fixed(1.3868)
    '1.39'
    >>> fixed(-0.001)
    '0.00'
    """
    text = f"{snapped(value):.{decimals}f}"
    if text[0] != "-" and len(text) <= (decimals + 5 if decimals else 4):
        return text
    negative = text.startswith("-")
    digits = text.lstrip("-")
    if not digits.strip("0."):
        negative = False
    whole, point, rest = digits.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", THIN_SPACE)
    return (MINUS if negative else "") + whole + point + rest


def percent(value: float, decimals: int = 0) -> str:
    """A share of one as a percentage, with the thin space that Spanish asks for before the sign."""
    return fixed(100.0 * snapped(value), decimals) + THIN_SPACE + "%"


@_remembered
def decimals_of(step: float) -> int:
    """How many decimals the multiples of `step` need (at most nine)."""
    text = f"{snapped(step):.{SNAP_DECIMALS}f}".rstrip("0")
    return len(text.partition(".")[2])
