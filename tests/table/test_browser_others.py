"""The page in Firefox and WebKit: the main ways through it in every game, and a match to its end, by raw taps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest

from tests.table.measure import GAMES, READABLE
from tests.table.other_browsers import BROWSERS, SIZES, Browser, Seen, missing, through, to_the_end

CHOICES: Final = 5
"""Of a game at each size: 15 of each game altogether."""
BUTTON: Final = 23.9
"""Pixels of the smallest button, less what rounding takes."""


@pytest.fixture(scope="module")
def browser_of() -> Iterator[dict[str, Browser]]:
    """The browsers that have been started, by their names."""
    with ExitStack() as running:
        yield _Started(running)


class _Started(dict[str, Browser]):
    """Starts a browser when it is first asked for."""

    def __init__(self, running: ExitStack) -> None:
        super().__init__()
        self._running = running

    def __missing__(self, name: str) -> Browser:
        if lacks := missing(name):
            pytest.skip(f"{name} is not installed: there is no {lacks}")
        self[name] = self._running.enter_context(BROWSERS[name]())
        return self[name]


def _holds(found: Seen) -> None:
    assert found.seen == found.looks, "the newest event and the question are in sight"
    assert found.label >= READABLE
    assert found.target >= BUTTON
    assert all(share > 0.999 for share in found.shares), "what a tap opens is on the screen"


@pytest.mark.parametrize("name", BROWSERS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_the_main_ways_through_the_page_are_open_in_other_browsers(
    browser_of: dict[str, Browser], served: str, name: str, game: str, size: tuple[int, int]
) -> None:
    browser = browser_of[name]
    browser.size(*size)
    found = through(browser, served, game, "touch" if size[0] < 700 else "mouse", CHOICES)
    assert found.on_board, "something was chosen on the board"
    _holds(found)


@pytest.mark.parametrize("name", BROWSERS)
def test_a_match_is_played_to_its_end_in_other_browsers(browser_of: dict[str, Browser], served: str, name: str) -> None:
    browser = browser_of[name]
    browser.size(*SIZES[-1])
    found = to_the_end(browser, served, "silent_war", "touch")
    assert found.on_board > found.choices / 2, "most was chosen on the board"
    _holds(found)
