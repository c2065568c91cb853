"""The named ships of the IJN expansion: who takes a generic piece's place, and what becomes of them (3)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.ids import PieceIndex
from navalcore_games.silent_war.lookups import charts_of, ship_of
from navalcore_games.silent_war.state import Play, State, Unit

WARSHIPS = frozenset({"BB", "CV", "CA", "CL", "DD"})
AUXILIARIES = frozenset({"AO", "AP"})
MONTHS_IN_REPAIR = 2


@rule("3.IJN")
def pile_of(state: State, unit: Unit) -> str:
    """The type of named ship that takes the place of a piece just turned up, or "" if it stays as it is (SW-R85)."""
    ship = ship_of(state, unit)
    if unit.piece >= charts_of(state).first_ijn or ship.unique or ship.diligent:
        return ""
    return "AX" if ship.type in AUXILIARIES else ship.type if ship.type in WARSHIPS else ""


@rule("3.IJN")
def named_ship(play: Play, unit: Unit) -> None:
    """A random named ship of the type, if the option is on and one is left, replaces the generic piece.

    The generic piece goes back to its cup when the combat is over.
    """
    state = play.state
    wanted = pile_of(state, unit) if state.ijn else ""
    ships = charts_of(state).ships
    there = [piece for piece in state.ijn if ships[piece].type == wanted and ships[piece].entry <= state.month]
    if not there or state.combat is None:
        return
    piece = there[play.chance.pick([ships[p].name for p in there], f"which {wanted} of the IJN", "3.IJN")]
    state.ijn.remove(piece)
    state.combat.spent.append((unit.column, unit.piece))
    unit.piece = piece


@rule("3.IJN")
def back_to_its_pile(state: State, piece: PieceIndex, damaged: bool) -> None:
    """After the combat a named ship goes back to its pile, a damaged one into dock for two months (SW-R98)."""
    if damaged:
        state.ijn_in_dock[piece] = state.month + MONTHS_IN_REPAIR
    else:
        state.ijn.append(piece)


@rule("3.IJN")
def leave_dock(state: State) -> None:
    """As a month begins the ships whose repair is done go back to their piles."""
    for piece, month in list(state.ijn_in_dock.items()):
        if month <= state.month:
            del state.ijn_in_dock[piece]
            state.ijn.append(piece)
