"""The full-screen terminal (``navalcore play --screen``): board, question, log, odds and rules at once, with Textual.

It is a front end like any other: a :class:`navalcore.Session` sends it snapshots and takes its acts, and the board is
the same data that pages draw. Textual is loaded when a player asks for the screen, and nowhere else.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from navalcore._cli.common import need
from navalcore.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from navalcore import AnyMatch
    from navalcore._cli.output import Styled
    from navalcore._cli.seats import Seats


def check_screen(seats: Seats, plain: bool) -> None:
    """Raise BadData if there can be no full screen: no terminal, no Textual, or what the dialogue alone has."""
    need("--screen", "terminal", "textual")
    if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # Textual draws on the last
        raise BadData("--screen needs a terminal that it may draw on; leave it out for lines of text")
    if seats.programs:
        raise BadData("--screen seats no programs; leave it out, or give that role a bot")


def play_on_screen(
    match: AnyMatch, seats: Seats, greeting: Sequence[Styled], journal: Path | None, *, autopass: bool
) -> tuple[list[str], tuple[Path, int] | None]:
    """Play a match on the whole screen, until it is over or the person leaves. Returns the standing orders in force
    and, if the person has saved the match, its file and after how many choices.

    It covers the lines printed before. So the greeting is in its log, and a warning in it is read first.
    """
    from navalcore._cli.screen.app import MatchScreen

    setup = match.setup
    taken = seats.arranged(setup.scenario.id, setup.options)
    screen = MatchScreen(
        match,
        seats.people,
        watcher=seats.watcher,
        seats=taken,
        plugins=seats.plugins,
        autopass=autopass,
        greeting=[line if isinstance(line, str) else line[0] for line in greeting],
        notice="\n".join(line[0] for line in greeting if not isinstance(line, str) and line[1] != "good"),
        journal=journal,
    )
    screen.run()
    orders = [order for seat in screen.seats.values() if seat.role in seats.people for order in seat.orders]
    return orders, screen.saved
