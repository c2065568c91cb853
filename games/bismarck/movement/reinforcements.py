"""British reinforcements (14)."""

from __future__ import annotations

from functools import partial

from navalcore.rules import places, rule
from navalcore_games.bismarck.cards import PLANES, SHIPS
from navalcore_games.bismarck.events import Reinforced
from navalcore_games.bismarck.ids import square_id
from navalcore_games.bismarck.sea_map import CLYDE, ENTRY_SQUARES, SCAPA
from navalcore_games.bismarck.state import Play, State
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, Side, Square

GROUPS = {
    name: tuple(card.number for card in SHIPS if card.group == name)
    for name in ("scapa", "clyde", "south", "dorsetshire")
}
SOUTH_DELAY = 9
"""Turns from Bismarck's discovery to the southern group (14.42)."""
DORSETSHIRE_TURN = 24


@rule("14.1", "14.22", "14.32", "14.42", "14.44")
def bring_reinforcements(play: Play) -> None:
    """At the beginning of a turn, bring into play the groups whose trigger allows it."""
    state = play.state
    if (state.bergen_turn is not None or state.located_turn is not None) and waiting(play, "scapa"):
        enter(play, "scapa", SCAPA, "14.22")
        enter(play, "clyde", CLYDE, "14.32")
    if state.located_turn is not None and state.turn >= state.located_turn + SOUTH_DELAY and waiting(play, "south"):
        enter(play, "south", entry_square(play, "14.42"), "14.42")
    if state.turn >= DORSETSHIRE_TURN and waiting(play, "dorsetshire"):
        enter(play, "dorsetshire", entry_square(play, "14.44"), "14.44")


def waiting(play: Play, group: str) -> bool:
    """Whether a group has not come into play yet."""
    return play.state.ships[GROUPS[group][0]].fate is Fate.WAITING


@rule("14.42", "14.44")
def entry_square(play: Play, section: str) -> Square:
    """A square of the southern entry, drawn at random; only the British learn it."""
    near = partial(places, at=[*map(square_id, ENTRY_SQUARES)])
    face = play.dice.roll(f"d{len(ENTRY_SQUARES)}", "entry square", section, to=(Side.BRITISH,), about=near)
    return ENTRY_SQUARES[face - 1]


@rule("14.21", "14.31", "14.41", "14.43")
def enter(play: Play, group: str, square: Square, section: str) -> None:
    """Put a group on the map in move mode, a carrier's planes on her deck (BIS-R33)."""
    state = play.state
    for number in GROUPS[group]:
        put_to_sea(state, number, square)
    play.tell(Reinforced, GROUPS[group], square, rule=section, to=(Side.BRITISH,))


def put_to_sea(state: State, number: ShipNumber, square: Square) -> None:
    """Put a ship on the map in move mode, a carrier with her planes on deck."""
    ship = state.ships[number]
    ship.fate, ship.square, ship.mode = Fate.ACTIVE, square, Mode.MOVE
    for plane, card in zip(state.planes, PLANES, strict=True):
        if card.carrier == number:
            plane.fate, plane.square = Fate.ACTIVE, square
