"""Beside a real chart of Computer Bismarck: the search of a square (9)."""

import pytest

import navalcore as nc


def told(**values: int | bool) -> str:
    """What is told of a search with these values."""
    match = nc.load("bismarck:companion").new_match(seed=1, history=True)
    match.choose("ask_for/search")
    for name, value in values.items():
        match.choose(f"fill/{name}/{value if name != 'fog' else 'yes' if value else 'no'}")
    match.choose("begin")
    return " ".join(event.text for event in match.snapshot("table", since=0).events)


@pytest.mark.rule("bismarck", "9.2", "9.4", "9.5")
@pytest.mark.parametrize(
    ("british", "german", "visibility", "fog", "spotted"),
    [
        (4, 0, 4, False, True),
        (0, 4, 4, False, True),  # at night a sub group that is down to one submarine searches with 0
        (3, 3, 4, False, False),  # each side counts its own search factors alone
        (0, 0, 1, False, False),
        (9, 9, 1, True, False),
    ],
)
def test_spotting_is_mutual_as_soon_as_one_side_has_the_visibility_and_a_total_of_0_is_no_empty_square(
    british, german, visibility, fog, spotted
) -> None:
    said = told(british=british, german=german, visibility=visibility, fog=fog)
    assert ("Both sides spot each other" in said) is spotted
