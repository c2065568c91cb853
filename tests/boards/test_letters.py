"""Words that are cut and broken to fit."""

from navalcore.boards._letters import cut, in_lines


def test_a_text_that_does_not_fit_is_cut_between_letters_or_left_out() -> None:
    name = "Prince of Wales"
    assert [cut(name, width, 11) for width in (200, 50, 9)] == [name, "Prince…", ""]


def test_a_text_is_broken_between_words() -> None:
    assert in_lines("Destroyer Sweep", 80, 13, 2) == ("Destroyer", "Sweep")
    assert in_lines("Destroyer Sweep", 200, 13, 2) == ("Destroyer Sweep",)
