"""Transit Events (19.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from navalcore.rules import Flow, choose, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.congregating import worst_crowding
from navalcore_games.silent_war.boats.damage import force_home, note, suffer
from navalcore_games.silent_war.boats.packs import disband_if_small
from navalcore_games.silent_war.choices import TurnBackAt
from navalcore_games.silent_war.events.boats import TransitEventMet, TurnedBack
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, area_id
from navalcore_games.silent_war.lookups import (
    boat_name,
    boat_named,
    charts_of,
    has_radar,
    in_typhoon,
    storm_at,
    where_named,
)
from navalcore_games.silent_war.movement.storm_damage import storm_check
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb, State, Storm
from navalcore_games.silent_war.words import Result

YELLOW_SEA, SEA_OF_JAPAN = "yellow_sea", "sea_of_japan"


class Journey(NamedTuple):
    """One move, as the Transit Event check sees it."""

    start: AreaIndex | None
    """The OpArea it began in; None for a base."""
    entered: tuple[AreaIndex, ...]
    """The OpAreas moved through and into, in order."""
    in_transit: bool = True
    """Transit side up (not Patrol Movement)."""
    cautious: bool = False
    """Cautious Transit."""
    zone: str = ""
    """"" for none, "mission" into an active Special Mission Zone, "assigned" into the OpArea before it, "base" into
    a forward base."""
    left_base: BaseIndex | None = None
    """The base it began in."""
    home: BaseIndex | None = None
    """The base that is returned to."""
    from_zone: bool = False
    """It began in a Special Mission Zone of the OpArea ``start``, or of the only one entered."""

    @property
    def touched(self) -> tuple[AreaIndex, ...]:
        """Every OpArea left, passed or entered."""
        return self.entered if self.start is None else (self.start, *self.entered)

    @property
    def crowded(self) -> Sequence[AreaIndex]:
        """The OpAreas whose Congregating Risk counts: not that of a boat's Special Mission (SW-R115)."""
        if self.zone == "mission":
            return ()
        return self.touched[:1] if self.zone == "assigned" else self.touched[self.from_zone :]


@rule("19.1-b")
def governing_areas(state: State, entered: Sequence[AreaIndex]) -> list[AreaIndex]:
    """The OpAreas entered whose red begins lowest (several in a tie); none if no chart has red."""
    areas, period = charts_of(state).areas, state.war_period
    reds = [areas[a].first_red[period] for a in entered]
    lowest = min(reds, default=99)
    if lowest == 99:
        return []
    return list(dict.fromkeys([a for a, red in zip(entered, reds, strict=True) if red == lowest]))


def shallow_drm(play: Play, boat: Boat, touched: Sequence[AreaIndex]) -> int:
    """1 if a Shallow OpArea is entered or left before the boat has radar."""
    areas = charts_of(play.state).areas
    return 1 if not has_radar(play, boat) and any(areas[a].shallow for a in touched) else 0


@rule("19.1-c", "7.11", "15.25", "20.3", "21.11", "20.2", "22.1", "23.0", "2.1-e", "24.4")
def transit_drm(play: Play, boat: Boat, journey: Journey) -> dict[str, int]:
    """The modifiers of the check; those of the OpAreas come from all areas touched (SW-R11, SW-R13, SW-R14)."""
    state = play.state
    areas = charts_of(state).areas
    touched = journey.touched
    drm: dict[str, int] = {}
    if journey.in_transit:
        drm["transit side"] = -1
    if journey.cautious:
        drm["cautious transit"] = -1
    if boat.pack is not None:
        drm["wolfpack"] = -1
    if boat.spotted and state.war_period <= 2:
        drm["spotted"] = 1
    seas = {areas[a].id: a for a in touched}
    if YELLOW_SEA in seas and not (play.options.transit_drm_per_bullet and "spotted" in drm):
        drm["Yellow Sea"] = areas[seas[YELLOW_SEA]].transit_drm
    if journey.zone == "mission":
        drm["special mission zone"] = 2
    if SEA_OF_JAPAN in seas and not (play.options.transit_drm_per_bullet and journey.zone == "mission"):
        sea = areas[seas[SEA_OF_JAPAN]]
        drm["Sea of Japan"] = sea.transit_drm_ultra if seas[SEA_OF_JAPAN] in state.ultra else sea.transit_drm
    if crowd := worst_crowding(state, boat, journey.crowded):
        drm["congregating"] = crowd
    if shallow := shallow_drm(play, boat, touched):
        drm["shallow"] = shallow
    return drm


@rule("19.1-a", "19.1-c", "7.21-S1", "7.21-Y1")
@takes_modifiers("19.1")
def event_happens(play: Play, boat: Boat, journey: Journey, governing: AreaIndex) -> bool:
    """Whether the check brings an event; a typhoon in the governing OpArea prevents it, a storm lets 0-3 through."""
    state = play.state
    if in_typhoon(state, governing):
        return False
    first_red = charts_of(state).areas[governing].first_red[state.war_period]
    drm = transit_drm(play, boat, journey)
    why = f"Transit Event, {first_red} or more"
    if play.dice.roll("d10z", why, "19.1", drm, about=rolled_for(state, boat)) < first_red:
        return False
    if storm_at(state, governing) is Storm.TROPICAL:
        return play.dice.d10z("Transit Event in a storm, only on 0-3", "7.21", rolled_for(state, boat)) <= 3
    return True


@rule("19.1-d")
@takes_modifiers("19.1")
def event_result(play: Play, shallow: int, about: Rolled | None = None) -> str:
    """Row and column of the Transit Event Table; only the Shallow modifier applies, to both rolls."""
    charts = charts_of(play.state)
    drm = {"shallow": shallow} if shallow else {}
    row = play.dice.roll("d10z", "Transit Event, row", "19.1", drm, about=about)
    why = f"Transit Event ({charts.transit_causes[row]}), column"
    column = play.dice.roll("d10z", why, "19.1", drm, about=about)
    return charts.transit[row][column]


@rule("19.1-a", "19.11", "24.4", "24.41")
def transit_event_check(play: Play, boat: Boat, journey: Journey) -> Flow[None]:
    """The check at the end of a move, with everything that follows from it.

    A boat that must return to base is put into the Done section of the governing OpArea (the player's choice in a tie),
    however far the move went (SW-R16). It makes its storm check there.
    """
    state = play.state
    governing = governing_areas(state, journey.entered)
    if not governing:
        return
    if not event_happens(play, boat, journey, governing[0]):
        return
    result = event_result(play, shallow_drm(play, boat, journey.touched), rolled_for(state, boat))
    note(play, TransitEventMet, boat, "19.1", Result(result))
    before, member, had = boat.rtb, boat.pack, boat.damage
    boat.rtb = Rtb.NONE
    suffer(play, boat, result, "19.1")
    if member is not None and boat.damage > had and boat.place is Place.OPERATING:
        force_home(play, boat, "24.41")
    if member is not None:
        disband_if_small(play, member)
    if boat.place is Place.LOST:
        return
    if boat.rtb is Rtb.NONE:
        boat.rtb = before
        return
    stop = governing[0]
    if len(governing) > 1:
        areas = charts_of(state).areas
        acting = boat_named(state, boat).id
        picks = [TurnBackAt(area_id(areas[a].id), a, areas[a].name, acting) for a in governing]
        prompt = f"In which OpArea does {boat_name(state, boat)} turn back?"
        picked = yield from choose(
            commander(play), prompt, picks, "19.11", kind="turned_back_at", about=about_boat(state, boat)
        )
        stop = picked.index
    if stop != boat.where:
        start = where_named(state, boat)
        boat.where = stop
        note(play, TurnedBack, boat, "19.11", start)
    boat.zone = None
    boat.moved = True
    passed = journey.touched[: journey.touched.index(stop) + 1] if stop in journey.touched else journey.touched
    storm_check(play, boat, passed)


def turned_back(boat: Boat) -> bool:
    """Whether a check has ended the boat's turn: lost, or put into Done with an RTB marker."""
    return boat.place in (Place.LOST, Place.DONE)
