"""Rescue ships: 14.3."""

from __future__ import annotations

from navalcore.rules import About, Flow, choose, places, rule
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import RESCUE_SHIP
from navalcore_games.tonnage_war.combat_events import UnitMoved
from navalcore_games.tonnage_war.events import RescueShipNamed
from navalcore_games.tonnage_war.results import Goes
from navalcore_games.tonnage_war.state import Play, Rescue, Side, Unit, player_of
from navalcore_games.tonnage_war.values import SURFACE, UNITS


@rule("14.3")
def sink_rescue_ship(play: Play) -> Flow[None]:
    """A 1 against the convoy: the rescue ship is lost, and the escort side names another at once.

    The original is a ship of the convoy and worth 1; an escort that replaced it is an escort destroyed (TW-R36).
    """
    state = play.state
    if state.rescue is Rescue.ORIGINAL:
        state.tally.ships += 1
        state.tally.uboat_points += 1
    else:
        unit = state.rescue_escort
        assert unit is not None
        state.tally.escorts_destroyed += 1
        state.tally.uboat_points += UNITS[unit].points_sunk
        state.seats[Side.ESCORT].out.append(unit)
        play.tell(UnitMoved, Side.ESCORT, ids.unit_id(Side.ESCORT, unit), Goes.OUT, ids.RESCUE, rule="14.3")
        play.reveal()
    state.rescue, state.rescue_escort = Rescue.OWED, None
    yield from meet_rescue_duty(play)


@rule("14.3")
def meet_rescue_duty(play: Play) -> Flow[None]:
    """If the duty is open and a surface escort is in hand, the escort side names one; it is set aside from now on.

    Whether a surface escort is in hand comes out here, also where no question is asked: what led here is not taken
    back.
    """
    state = play.state
    if state.rescue is not Rescue.OWED:
        return
    play.reveal()
    hand = state.seats[Side.ESCORT].units
    fit = [unit for unit in dict.fromkeys(hand) if unit in SURFACE]
    if not fit:
        return
    player = player_of(state, Side.ESCORT)
    options = [RESCUE_SHIP[unit] for unit in fit]
    choice = yield from choose(
        player,
        "Which surface escort becomes the rescue ship?",
        options,
        "14.3",
        secret=True,
        kind="rescue_ship",
        about=About(places=places(at=ids.UNITS[Side.ESCORT])),
    )
    hand.remove(choice.unit)
    name_rescue_escort(play, choice.unit)


def name_rescue_escort(play: Play, unit: Unit) -> None:
    """The escort is face-down next to the convoy: it neither detects nor attacks any more."""
    state = play.state
    state.rescue, state.rescue_escort = Rescue.ESCORT, unit
    play.tell(RescueShipNamed, unit, rule="14.3", to=(player_of(state, Side.ESCORT),))
