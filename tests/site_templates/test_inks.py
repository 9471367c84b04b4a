"""A number over a hue is legible at every share of it: where it turns from one extreme to the other, both are."""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "site_templates" / "styles"
TOKENS = (STYLES / "tokens.css").read_text(encoding="utf-8").split("prefers-contrast")[0]
INKS = re.findall(r"\.ink-(\w+) \{ --hue: var\((--[\w-]+)\); --turn: ([\d.]+); --turn-dark: ([\d.]+); \}", (STYLES / "explorable" / "inks.css").read_text(encoding="utf-8"))


def colours(name: str) -> tuple[str, ...]:
    """A token in the light and in the dark."""
    found = re.search(rf"{name}: light-dark\((#\w+), (#\w+)\)", TOKENS)
    assert found, name
    return found.groups()


def channels(colour: str) -> list[int]:
    digits = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


def contrast(one: list[float], other: list[float]) -> float:
    """WCAG 2.2, «contrast ratio»."""

    def luminance(colour: list[float]) -> float:
        linear = [part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "hue", "light", "dark"), INKS, ids=[ink[0] for ink in INKS])
def test_where_a_number_turns_both_extremes_are_legible(name, hue, light, dark):
    for scheme, turn in enumerate((light, dark)):
        below, share = channels(colours("--paper-raised")[scheme]), float(turn)
        mixed = [round(share * over + (1 - share) * under) for over, under in zip(channels(colours(hue)[scheme]), below, strict=True)]
        for extreme in ([0, 0, 0], [255, 255, 255]):
            assert contrast(mixed, extreme) >= 4.5, (scheme, extreme, contrast(mixed, extreme))


def test_a_heat_map_stands_on_that_paper():
    rule = re.search(r"\.heat-map \.cell \{[^}]*\}", (STYLES / "explorable" / "marks.css").read_text(encoding="utf-8"))
    assert rule and "calc(var(--w) * 100%), var(--paper-raised))" in rule[0]


def test_every_ink_is_looked_at():
    assert len(INKS) == 10
