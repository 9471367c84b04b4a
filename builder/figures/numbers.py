"""Numbers as this book writes them: decimal point, thin space in 20 000 and before %, a true minus."""

from __future__ import annotations

import math
import re

from builder.figures.chart import FigureFault

_THIN = "\u202f"
_SPEC = re.compile(r"^,?(\.\d+)?[fdgs%]?$")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def check_format(spec: str, where: str) -> str:
    if not _SPEC.match(spec):
        raise FigureFault("figure-unsupported", what=f"{where}={spec!r}")
    return spec


def shown(value: float, spec: str = "") -> str:
    """The number in words of the page; without a spec, with as many digits as tell it apart."""
    if spec:
        text = format(round(value) if spec.endswith("d") else value, spec)
    elif value == 0:
        text = "0"
    elif not 1e-3 <= abs(value) < 1e7:
        power = math.floor(math.log10(abs(value)))
        lead = f"{value / 10**power:.3g}"
        text = power_of_ten(power) if lead == "1" else f"{lead}·{power_of_ten(power)}"
    elif value == int(value):
        text = f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    else:
        text = f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return text.replace(",", _THIN).replace("-", "−").replace("%", f"{_THIN}%")


def finest_shown(spec: str) -> float:
    """The smallest difference that a spec writes; 0 if it writes what is needed."""
    digits = re.search(r"\.(\d+)[f%]$", spec)
    if digits is None:
        return 1.0 if spec.endswith("d") else 0.0
    return 10.0 ** -(int(digits[1]) + 2 * spec.endswith("%"))


def power_of_ten(power: int) -> str:
    return "10" + str(power).translate(_RAISED)


def plain(value: float) -> float | int:
    """The number to six digits, for data; whole ones without a point."""
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded == int(rounded) and abs(rounded) < 1e15 else rounded
