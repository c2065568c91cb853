"""The colours that games share can be read, by the contrast of 4.5 that the web's accessibility rules ask of text."""

from itertools import product

import pytest

from navalcore.boards import Palette

ON_LIGHT = ("INK", "FAINT", "AXIS", "ALLIES", "ALERT", "GOOD", "DEEP")
LIGHT = ("PAPER", "CARD", "LAND")
DARK = ("AXIS", "ALLIES", "ALERT", "GOOD", "DEEP")


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """1 for the same colour, 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_the_highest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


@pytest.mark.parametrize(("ink", "ground"), [*product(ON_LIGHT, LIGHT), *product(("CARD",), DARK)])
def test_texts_can_be_read_on_their_grounds(ink: str, ground: str) -> None:
    assert contrast(getattr(Palette, ink), getattr(Palette, ground)) >= 4.5
