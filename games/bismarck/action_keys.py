"""Every key that an option of Computer Bismarck may have."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore.rules import Option
from navalcore_games.bismarck import choices
from navalcore_games.bismarck.cards import SHIPS, UNIT_COUNT
from navalcore_games.bismarck.sea_map import AROUND, EXITS, SQUARES
from navalcore_games.bismarck.words import Mode, UnitNumber


def action_keys() -> Iterator[str]:
    """Units, modes, whole orders, every step from square to square, torpedoes at every ship."""
    return (option.key for option in _options())


def _options() -> Iterator[Option]:
    yield from (choices.DONE, choices.NOBODY, choices.FIGHT, choices.WITHDRAW, choices.YES, choices.NO)
    yield choices.stop(SQUARES[0])  # its key does not name the square
    yield from (choices.unit_in(UnitNumber(number), SQUARES[0]) for number in range(UNIT_COUNT))
    yield from (choices.MODES[mode] for mode in Mode)
    yield from (
        choices.OrderTo(mode, square)
        for mode in (Mode.MOVE, Mode.PATROL, Mode.LAUNCH, Mode.R, Mode.ATTACK)
        for square in SQUARES
    )
    yield from dict.fromkeys(choices.go(way, there) for ways in AROUND.values() for way, there in ways)
    yield from dict.fromkeys(
        choices.go(way, there) for exits in EXITS.values() for ways in exits.values() for way, there in ways
    )
    yield from map(choices.Mark, SQUARES)
    most = max(ship.torpedoes or 0 for ship in SHIPS)
    yield from (choices.Launch(factors, ship.number) for ship in SHIPS for factors in range(1, most + 1))
