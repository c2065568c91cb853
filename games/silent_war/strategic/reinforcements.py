"""The Submarine Reinforcements Phase (8): pieces and boats that come, boats that go for overhaul and come back."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.bases.boxes import takes
from navalcore_games.silent_war.bases.leaving import go_to_west_coast
from navalcore_games.silent_war.bases.tenders import tenders_out_of_play
from navalcore_games.silent_war.boats.commands import reports
from navalcore_games.silent_war.boats.damage import force_home, note
from navalcore_games.silent_war.boats.packs import disband_small_packs
from navalcore_games.silent_war.cups.war_mix import keep_yamato_in_her_cup
from navalcore_games.silent_war.data_pack.models_war import ReinforcementMonth
from navalcore_games.silent_war.data_pack.printed import PEARL_HARBOR, WEST_COAST, month_number
from navalcore_games.silent_war.events.boats import CameBack, Joined
from navalcore_games.silent_war.ids import BaseIndex, PieceIndex, TenderIndex, numbered
from navalcore_games.silent_war.lookups import base_named, charts_of
from navalcore_games.silent_war.movement.storm_damage import storm_check_here
from navalcore_games.silent_war.state import AT_SEA, Boat, Place, Play, Rtb, State

BRISBANE, FREMANTLE = "brisbane", "fremantle"
SURABAYA, TRINCOMALEE = "surabaya", "trincomalee"


def reinforcements(play: Play) -> None:
    """The month's list, in its first week."""
    state = play.state
    allied_arrivals(play)
    row = charts_of(state).months.get(state.month)
    if state.week != 1 or row is None:
        return
    war_mix_changes(play)
    arrivals(play, row)
    withdrawals(play, row)
    returns(play, row)
    new_tenders(state)


@rule("8.0-1", "3.13-a", "3.13-b")
def war_mix_changes(play: Play) -> None:
    """Pieces enter the cups of their War Mix row when their month comes, and leave the game when it is over. Musashi
    takes the place of Yamato, if she is sunk.
    """
    state = play.state
    charts = charts_of(state)
    for piece, ship in numbered(PieceIndex, charts.ships[: charts.first_ijn]):
        if ship.leaves == state.month and piece not in state.gone:
            for pile in (*state.cups, state.outside):
                if piece in pile:
                    pile.remove(piece)
                    state.gone.append(piece)
    entering = [p for p, ship in numbered(PieceIndex, charts.ships) if ship.entry == state.month and p in state.outside]
    for category in sorted({charts.ships[p].category for p in entering}):
        there = [p for p in entering if charts.ships[p].category == category]
        for cup, count in enumerate(charts.war_mix[state.war_period].get(category, (0, 0, 0, 0))):
            for _ in range(min(count, len(there))):
                piece = there.pop(play.chance.below(len(there), f"which {category} for cup {'ABCD'[cup]}", "8.0"))
                state.outside.remove(piece)
                state.cups[cup].append(piece)
    keep_yamato_in_her_cup(state)


@rule("8.0-2")
def arrival_base(state: State, listed: str) -> BaseIndex:
    """The listed base if it is active; else Pearl Harbor, or Fremantle for Brisbane boats if that is."""
    charts = charts_of(state)
    base = charts.base_index[listed]
    if state.active[base]:
        return base
    if listed == BRISBANE and state.active[charts.base_index[FREMANTLE]]:
        return charts.base_index[FREMANTLE]
    return charts.base_index[PEARL_HARBOR]


@rule("8.0-2")
def arrivals(play: Play, row: ReinforcementMonth) -> None:
    """New boats go to the Broom Box of their base of arrival, transit side up."""
    state = play.state
    charts = charts_of(state)
    due = {charts.boat_index[arrival.submarine]: arrival.base for arrival in row.arrivals}
    for boat in state.boats:
        if boat.place is Place.NOT_IN_PLAY and boat.card in due:
            boat.where = arrival_base(state, due[boat.card])
            boat.place = Place.BROOM
            reports(state, boat)
            note(play, Joined, boat, "8.0")


@rule("8.0-2", "2.3-C2", "21.22")
def allied_arrivals(play: Play) -> None:
    """British and Dutch boats of the match that are due; those of Surabaya wait until it opens, and until its tender
    has room for them (SW-D13).
    """
    state = play.state
    charts = charts_of(state)
    coming = [boat for boat in state.boats if boat.place is Place.NOT_IN_PLAY and charts.boats[boat.card].allied]
    if not coming:
        return
    due = {
        charts.boat_index[arrival.submarine]: arrival.base
        for month, row in charts.months.items()
        if month <= state.month
        for arrival in row.allied_arrivals
    }
    for boat in coming:
        base = allied_base(state, due[boat.card]) if boat.card in due else None
        if base is not None and takes(state, base):
            boat.where, boat.place = base, Place.BROOM
            reports(state, boat)
            note(play, Joined, boat, "8.0")


@rule("8.0-2", "21.0")
def allied_base(state: State, listed: str) -> BaseIndex | None:
    """The listed base; for Surabaya none until it opens, after its fall Fremantle or else Trincomalee."""
    charts = charts_of(state)
    if listed != SURABAYA or state.active[charts.base_index[SURABAYA]]:
        return arrival_base(state, listed)
    if "surabaya_falls" not in state.events_used:
        return None
    return next((charts.base_index[b] for b in (FREMANTLE, TRINCOMALEE) if state.active[charts.base_index[b]]), None)


def named(state: State, names: tuple[str, ...]) -> list[Boat]:
    """The boats of a list that are in the scenario, refitted ones too."""
    charts = charts_of(state)
    return [boat for boat in state.boats if charts.boats[boat.card].id in names]


@rule("8.0-3", "15.22", "7.21-S7")
def withdrawals(play: Play, row: ReinforcementMonth) -> None:
    """Boats ordered to overhaul: at Pearl Harbor they leave at once, elsewhere they make for it (SW-R88).

    One that is on its transit side is placed in Done by the order, so it checks for storm damage.
    """
    for boat in named(play.state, row.withdraw):
        if boat.place in (Place.LOST, Place.REMOVED, Place.NOT_IN_PLAY, Place.WEST_COAST):
            continue
        boat.ordered_home = True
        if boat.place in AT_SEA and not boat.on_patrol:
            boat.pack = None
            if boat.rtb is Rtb.NONE:
                force_home(play, boat, "8.0")
                boat.moved = True
                storm_check_here(play, boat)
        go_to_west_coast(play, boat)
    disband_small_packs(play)


@rule("8.0-4", "2.3-A2")
def returns(play: Play, row: ReinforcementMonth) -> None:
    """Overhauled boats come back to the Broom Box of Pearl Harbor; Early Gatos as normal Gatos.

    A boat that never got there skips its overhaul (SW-D12).
    """
    state = play.state
    charts = charts_of(state)
    west_coast = base_named(state.data_pack, charts.base_index[WEST_COAST])
    for boat in named(state, row.return_):
        if boat.place is Place.WEST_COAST:
            boat.place, boat.where = Place.BROOM, charts.base_index[PEARL_HARBOR]
            reports(state, boat)
            boat.card = charts.refits.get(boat.card, boat.card)
            note(play, CameBack, boat, "8.0", west_coast)
        boat.ordered_home = False


@rule("21.21")
def new_tenders(state: State) -> None:
    """Tenders join the pile at their date, unless a war event has taken them out of the game before."""
    charts = charts_of(state)
    gone = tenders_out_of_play(charts, state.events_used)
    for number, tender in numbered(TenderIndex, charts.tenders):
        known = number in gone or number in state.tender_pile or number in state.tenders.values()
        if month_number(tender.entry) == state.month and not known:
            state.tender_pile.append(number)
