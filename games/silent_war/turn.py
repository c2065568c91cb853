"""The turn around the boats: Prep for Operations (11), Conclude Turn (16)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeAlias

from navalcore.rules import Flow, choose_if_several, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_options, rolled_for, rolled_for_pack
from navalcore_games.silent_war.bases.boxes import ALONGSIDE, UNFIT
from navalcore_games.silent_war.bases.leaving import decommission
from navalcore_games.silent_war.boats.damage import unspot
from navalcore_games.silent_war.boats.packs import (
    SMALLEST,
    leaders_of_packs,
    leave_pack,
    may_join,
    members,
    pack_is_free,
)
from navalcore_games.silent_war.choices import END, Decommission, FormPack, GoToOverhaul, LeavePack, Operate
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.cups.named_ships import leave_dock
from navalcore_games.silent_war.cups.war_mix import sort_again_every_two_months, sort_war_mix
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import WOLFPACK_MONTH, month_number, month_text
from navalcore_games.silent_war.events.war import UltraEnded, WeekBegan
from navalcore_games.silent_war.ids import BoatIndex, CardIndex, PackNumber, base_id, boat_id, numbered
from navalcore_games.silent_war.lookups import area_named, boat_name, charts_of
from navalcore_games.silent_war.operations.boat import operate
from navalcore_games.silent_war.state import Boat, Place, Play, Role, State
from navalcore_games.silent_war.strategic.storms import age_storms, form_storm, hide_boats, move_typhoons
from navalcore_games.silent_war.strategic.ultra import roll_ultra
from navalcore_games.silent_war.strategic.war_events import open_forward_bases
from navalcore_games.silent_war.strategic.war_progress import reaches_by_date, reaches_next_period
from navalcore_games.silent_war.wolfpacks.forming import form_pack
from navalcore_games.silent_war.wolfpacks.operations import operate_pack

NextToOperate: TypeAlias = Word | Operate | GoToOverhaul | FormPack | LeavePack | Decommission
"""The options of the Operations Segment: END, a boat or wolfpack, or something done in passing."""
HAS_A_SAY = frozenset({Place.OPERATING, Place.READY, Place.BROOM, Place.PIER_SIDE, *UNFIT})
"""The places of boats that may be told to do something in the Operations Segment."""


@rule("2.4", "11.0")
def prep_for_operations(play: Play) -> None:
    """A week begins: every boat at sea goes from Done to Operating."""
    state = play.state
    state.turn += 1
    state.experience_before = state.experience
    for boat in state.boats:
        if boat.place is Place.DONE:
            boat.place = Place.OPERATING


def patrol_operations(play: Play) -> Flow[None]:
    """The Operations Segment of a patrol scenario: its one boat."""
    yield from operate_boat(play, BoatIndex(0))


def operate_boat(play: Play, number: BoatIndex) -> Flow[None]:
    """One boat's segment."""
    play.state.acting = number
    yield from operate(play, play.state.boats[number])
    play.state.acting = None


@rule("15.22", "8.0-3", "18.14", "24.0")
def operations_options(state: State, south_west: bool | None = None) -> list[NextToOperate]:
    """Everything that may be done next in the Operations Segment: boats at sea must have their turn, those in port may.

    One ordered to overhaul must leave if it is in another base than Pearl Harbor (SW-R88).

    Args:
        south_west: of the boats of that command only, or of its opposite; None for all boats.
    """
    at_sea, ready, ordered_away, unfit = _who_has_a_say(state, south_west)
    packed = [each for each in at_sea if each[1].pack is not None]
    leaders = leaders_of_packs(state) if packed else set()
    options: list[NextToOperate] = [] if at_sea or ordered_away else [END]
    for n, boat in at_sea:
        if boat.pack is None:
            options.append(_of_boat(Operate, "{}", state.data_pack, boat.card, n))
        elif n in leaders:
            options.append(_of_boat(Operate, "wolfpack of {}", state.data_pack, boat.card, n))
    options += [_of_boat(Operate, "{}", state.data_pack, boat.card, n) for n, boat in ready]
    options += _packs_to_form(state, [boat for _, boat in ready], south_west)
    options += [
        _of_boat(GoToOverhaul, "{} leaves for overhaul", state.data_pack, boat.card, n)
        for n, boat in ordered_away
        if boat.place in (Place.BROOM, Place.PIER_SIDE)
    ]
    options += [_of_boat(Decommission, "decommission {}", state.data_pack, boat.card, n) for n, boat in unfit]
    options += [_of_boat(LeavePack, "{} leaves her wolfpack", state.data_pack, boat.card, n) for n, boat in packed]
    return options


def _packs_to_form(state: State, ready: list[Boat], south_west: bool | None) -> list[FormPack]:
    """Where a wolfpack can be formed of the boats Ready for Sea."""
    if state.month < WOLFPACK_MONTH or not pack_is_free(state):
        return []
    bases = charts_of(state).bases
    lying = Counter([boat.base for boat in ready])
    return [
        FormPack(base_id(bases[n].id), n, f"form a wolfpack at {bases[n].name}")
        for n, boats in sorted(lying.items())
        if boats >= SMALLEST and south_west in (None, bases[n].south_west) and may_join(state, n, ready)
    ]


OfBoat: TypeAlias = Operate | GoToOverhaul | LeavePack | Decommission


@lru_cache(maxsize=2048)
def _of_boat(kind: type[OfBoat], words: str, data_pack: str, card: CardIndex, number: BoatIndex) -> OfBoat:
    """An option for a boat; it is offered until it is taken, and made once."""
    boat = load_charts(data_pack).boats[card]
    return kind(boat_id(boat.id), number, words.format(boat.name))


Numbered: TypeAlias = list[tuple[BoatIndex, Boat]]


def _who_has_a_say(state: State, south_west: bool | None) -> tuple[Numbered, Numbered, Numbered, Numbered]:
    """The boats that have not moved: at sea, Ready for Sea, and alongside but ordered away; and all that are unfit."""
    at_sea: Numbered = []
    ready: Numbered = []
    ordered_away: Numbered = []
    unfit: Numbered = []
    having = [(n, boat) for n, boat in numbered(BoatIndex, state.boats) if boat.place in HAS_A_SAY]
    if south_west is not None:
        having = [each for each in having if each[1].south_west is south_west]
    for each in having:
        boat = each[1]
        place = boat.place
        if place in UNFIT:
            unfit.append(each)
        elif not boat.moved:
            if place is Place.OPERATING:
                at_sea.append(each)
            elif place is Place.READY:
                ready.append(each)
            if boat.ordered_home and place in ALONGSIDE:
                ordered_away.append(each)
    return at_sea, ready, ordered_away, unfit


@rule("4.0", "24.0")
def campaign_operations(play: Play) -> Flow[str | None]:
    """One boat or pack after another in the player's order (SW-R05)."""
    return (yield from operate_one(play, Role.COMSUBPAC, operations_options(play.state)))


@rule("26.0")
def pacific_operations(play: Play) -> Flow[str | None]:
    """Of two players the one at Pearl Harbor operates first."""
    return (yield from operate_one(play, Role.COMSUBPAC, operations_options(play.state, south_west=False)))


@rule("26.0")
def south_west_operations(play: Play) -> Flow[str | None]:
    """Then the one in Australia."""
    return (yield from operate_one(play, Role.COMSUBSOWESPAC, operations_options(play.state, south_west=True)))


def operate_one(play: Play, role: Role, options: list[NextToOperate]) -> Flow[str | None]:
    """The next boat or pack of a player's choice; the step comes round until the player ends it."""
    state = play.state
    about = about_options(state, options)
    choice = yield from choose_if_several(
        role, "Which boat operates next?", options, "4.0", kind="operate", about=about
    )
    match choice:
        case Word():
            return None
        case Decommission():
            state.acting = choice.index
            yield from decommission(play, state.boats[choice.index])
            state.acting = None
        case LeavePack():
            leave_pack(play, state.boats[choice.index])
        case FormPack():
            yield from form_pack(play, choice.index)
        case Operate() | GoToOverhaul():
            yield from operate_boat_or_pack(play, choice.index)
    return state.phase


def operate_boat_or_pack(play: Play, number: BoatIndex) -> Flow[None]:
    """A boat's segment, or that of the wolfpack it leads."""
    state = play.state
    pack = state.boats[number].pack
    if pack is None:
        yield from operate_boat(play, number)
        return
    state.acting = number
    yield from operate_pack(play, members(state, pack))
    state.acting = None


@rule("16.2-A")
@takes_modifiers("16.2")
def stays_spotted(play: Play, rating: int, whose: str, about: Rolled | None = None) -> bool:
    """d10 less the skipper's rating: 0-6 removes the marker."""
    why, against = f"{whose} Spotted, removed on 0-6", {"marker removed": 6}
    return play.dice.roll("d10z", why, "16.2", {"skipper": -rating}, needed=against, about=about) > 6


@rule("16.2-A", "24.6")
def remove_spotted(play: Play, boats: list[Boat]) -> None:
    """One roll for each Spotted boat at sea; one, without skipper, for a whole wolfpack (SW-R81)."""
    packs: dict[PackNumber, bool] = {}
    for boat in boats:
        if not boat.spotted or boat.place not in (Place.OPERATING, Place.DONE):
            continue
        if boat.pack is not None:
            if boat.pack not in packs:
                pack = rolled_for_pack(play.state, members(play.state, boat.pack))
                packs[boat.pack] = stays_spotted(play, 0, "wolfpack", pack)
            stays = packs[boat.pack]
        else:
            stays = stays_spotted(play, boat.rating, boat_name(play.state, boat), rolled_for(play.state, boat))
        if not stays:
            unspot(play, boat, "16.2")


def conclude_turn(play: Play) -> None:
    """The end of a patrol's turn: markers, then the date."""
    remove_markers(play)
    advance_date(play)


@rule("16.2-A", "16.2-B", "16.2-C", "7.12")
def remove_markers(play: Play) -> None:
    """Spotted rolls, ULTRA and missions off, storms off or stronger."""
    state = play.state
    remove_spotted(play, state.boats)
    if state.ultra:
        play.tell(UltraEnded, tuple(area_named(state.data_pack, area) for area in state.ultra), rule="16.2")
    state.ultra.clear()
    state.missions.clear()
    state.no_ultra = False
    for boat in state.boats:
        if boat.moved:
            boat.moved = False
        if boat.left is not None:
            boat.left = None
    age_storms(play)


@rule("16.3", "3.15")
def advance_date(play: Play) -> None:
    """A week on; after the fourth the next month, and in every second month the cups sorted again."""
    state = play.state
    if next_week(state):
        sort_again_every_two_months(play)
        leave_dock(state)
    play.tell(WeekBegan, month_text(state.month), state.week, rule="16.3")


@rule("16.3")
def next_week(state: State) -> bool:
    """A week on; after the fourth the next month. Whether a month begins."""
    state.week += 1
    begins = state.week > 4
    if begins:
        state.record.append((state.ships_sunk, state.tonnage, state.submarines_lost))
        state.week = 1
        state.month += 1
    return begins


def intelligence(play: Play) -> None:
    """The ULTRA roll, unless a war event forbids it."""
    if not play.state.no_ultra:
        roll_ultra(play)


def weather_phase(play: Play) -> Flow[None]:
    """Storms move, form, and hide boats."""
    yield from move_typhoons(play)
    form_storm(play)
    hide_boats(play)


@rule("3.15")
def war_progress_phase(play: Play) -> None:
    """Forward bases open; the War Period may advance, and the next one has a War Mix of its own."""
    open_forward_bases(play)
    if period_advances(play):
        sort_war_mix(play)


def period_advances(play: Play) -> bool:
    """Whether the next War Period begins, if the scenario lets it: by its date, or else as its months say."""
    row = None if play.scenario is None else play.scenario.row
    if row is not None and row.war_period_4_from is not None:
        return reaches_by_date(play, month_number(row.war_period_4_from))
    return (row is None or row.war_period_advances) and reaches_next_period(play)
