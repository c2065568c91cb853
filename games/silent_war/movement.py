"""Patrol Movement (12) and Transit Movement (15): steps, range, routes home."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.silent_war.bases import arrive, takes
from games.silent_war.charts import Charts, charts
from games.silent_war.choices import IN_TRANSIT, ON_PATROL, REMAIN, STAY, STOP, Pick, Word
from games.silent_war.commands import commander, welcome
from games.silent_war.damage import damage, force_home
from games.silent_war.lookups import card_of, charts_of
from games.silent_war.options import Table
from games.silent_war.reinforcements import go_to_west_coast
from games.silent_war.state import Boat, Place, Rtb, State
from games.silent_war.transit_events import Journey, transit_event_check, turned_back
from games.silent_war.weather import storm_check
from navalcore.engine.decision import Flow, Refusal, choose
from navalcore.rulebook import rule

FAR = 99


@rule("15.11", "12.0")
@lru_cache(maxsize=256)
def distances(data_pack: str, active: tuple[bool, ...]) -> tuple[int, ...]:
    """For each OpArea the movement steps from the nearest active base: a permanent base's own area is 1, a forward
    base's 0 (SW-R08).
    """
    table = charts(data_pack)
    best = [FAR] * len(table.areas)
    edge: list[int] = []
    for number, base in enumerate(table.bases):
        if active[number]:
            for area in base.areas:
                best[area] = min(best[area], 0 if base.forward else 1)
                edge.append(area)
    while edge:
        following = []
        for area in edge:
            for other in table.areas[area].neighbours:
                if best[other] > best[area] + 1:
                    best[other] = best[area] + 1
                    following.append(other)
        edge = following
    return tuple(best)


@lru_cache(maxsize=4096)
def steps_to_base(data_pack: str, active: tuple[bool, ...], base: int, limit: int) -> tuple[int, ...]:
    """For each OpArea the steps to one next to ``base``, by OpAreas no farther than ``limit`` from an active base."""
    table = charts(data_pack)
    near = distances(data_pack, active)
    best = [FAR] * len(table.areas)
    edge = list(table.bases[base].areas)
    for area in edge:
        best[area] = 0
    while edge:
        following = []
        for area in edge:
            for other in table.areas[area].neighbours:
                if best[other] > best[area] + 1 and near[other] <= limit:
                    best[other] = best[area] + 1
                    following.append(other)
        edge = following
    return tuple(best)


def in_range(state: State, boat: Boat, area: int) -> bool:
    """Whether an OpArea is within the boat's Range of an active base."""
    return distances(state.data_pack, tuple(state.active))[area] <= card_of(state, boat).range


def within_range(state: State, boats: Sequence[Boat], areas: Sequence[int]) -> list[int]:
    """Those OpAreas that are within every boat's Range."""
    return [area for area in areas if all(in_range(state, boat, area) for boat in boats)]


@rule("12.0", "12.1")
def patrol_movement(play: Table, boat: Boat) -> Flow[None]:
    """A step to an adjacent OpArea if wanted, and then an active Special Mission Zone if one is linked."""
    yield from patrol_step(play, boat)
    if boat.place is Place.OPERATING:
        yield from enter_zone(play, boat)


@rule("12.1", "20.1", "20.3", "5.2-a")
def enter_zone(play: Table, boat: Boat) -> Flow[None]:
    """An active zone linked to the OpArea may be entered at no cost, with a check of its own on the OpArea's chart."""
    state = play.state
    table = charts_of(state)
    open_zones = [z for z in table.areas[boat.where].zones if z in state.missions and lacks(state, z) > 0]
    if not open_zones:
        return
    options: list[Word | Pick] = [STAY, *(Pick(z, f"into the {table.zones[z].name} zone") for z in open_zones)]
    choice = yield from choose(commander(play), "Enter a Special Mission Zone?", options, "12.1")
    if not isinstance(choice, Pick):
        return
    boat.zone = choice.index
    state.missions[choice.index].entered += 1
    yield from transit_event_check(play, boat, Journey(-1, (boat.where,), in_transit=False, zone="mission"))


def lacks(state: State, zone: int) -> int:
    """How many boats a mission still wants."""
    return state.missions[zone].boats - state.missions[zone].entered


@rule("12.0", "12.2", "7.14")
def patrol_step(play: Table, boat: Boat) -> Flow[None]:
    """Stay, or step to an adjacent OpArea within Range, with a Transit Event check there; never into a base."""
    state = play.state
    table = charts_of(state)
    here = boat.where
    near = [a for a in table.areas[here].neighbours if in_range(state, boat, a)]
    if not near:
        return
    options: list[Word | Pick] = [STAY, *(_to_area(table, a) for a in near)]
    choice = yield from choose(
        commander(play), "Patrol Movement?", options, "12.0", reasons=lambda: _too_far(table, here, near, "12.0")
    )
    if not isinstance(choice, Pick):
        return
    boat.left, boat.where = here, choice.index
    yield from transit_event_check(play, boat, Journey(here, (choice.index,), in_transit=False))


def _to_area(table: Charts, area: int) -> Pick:
    return Pick(area, f"to {table.areas[area].name}")


def _too_far(table: Charts, here: int, near: list[int], section: str) -> list[Refusal]:
    """Why neighbouring areas and bases are left out."""
    left_out = [
        Refusal(f"to {table.areas[a].name}", section, "beyond the boat's Range from every active base")
        for a in table.areas[here].neighbours
        if a not in near
    ]
    if section == "12.0":
        for base in table.areas[here].bases:
            name = table.bases[base].name
            left_out.append(Refusal(f"into {name}", "12.2", "Patrol Movement never enters or leaves a base"))
    return left_out


def entry_cost(play: Table, base: int) -> int:
    """Steps to enter a base from its OpArea (SW-R07)."""
    return 0 if charts_of(play.state).bases[base].forward or play.options.free_base_entry else 1


@rule("15.0", "15.1-a", "15.1-b", "15.1-c", "15.11", "15.25")
def deployment(play: Table, boat: Boat, followers: Sequence[Boat] = ()) -> Flow[None]:
    """A boat from Ready for Sea or on its transit side moves 0 to Speed steps, to an OpArea or another base.

    ``followers`` are the other members of its wolfpack: one move for all (24.2), never from base to base.
    """
    state = play.state
    table = charts_of(state)
    pack = (boat, *followers)
    speed = min(card_of(state, one).speed for one in pack)
    home = boat.where if boat.place is Place.READY else -1
    start = -1 if home >= 0 else boat.where
    here = start
    left = speed
    entered: list[int] = []
    base = -1
    cautious = False
    closed = {home}
    while True:
        options: list[Word | Pick] = []
        if here < 0:
            options.append(REMAIN)
            left_after = left if table.bases[home].forward else left - 1
            options += [
                _to_area(table, a) for a in table.bases[home].areas if all(in_range(state, one, a) for one in pack)
            ]
        else:
            options.append(STAY if not entered else STOP)
            left_after = left - 1
            if left:
                options += [
                    _to_area(table, a)
                    for a in table.areas[here].neighbours
                    if all(in_range(state, one, a) for one in pack)
                ]
            options += [
                Pick(-1 - b, f"into {table.bases[b].name}")
                for b in bases_from(state, here, card_of(state, boat).allied)
                if not followers and b not in closed and entry_cost(play, b) <= left and takes(state, b)
            ]
        choice = options[0]
        if len(options) > 1:
            prompt = f"Transit Movement, {left} of {speed} left"
            choice = yield from choose(commander(play), prompt, options, "15.1")
        if not isinstance(choice, Pick):
            cautious = len(entered) == 1 and (
                (speed > 1 and left > 0) or (speed == 1 and play.options.cautious_for_slow_boats)
            )
            break
        if choice.index < 0:
            if (yield from welcome(play, -1 - choice.index)):
                base = -1 - choice.index
                break
            closed.add(-1 - choice.index)
            continue
        here = boat.where = choice.index
        boat.place = Place.OPERATING
        entered.append(here)
        left = left_after
    if here < 0:
        return
    journey = Journey(start, tuple(entered), cautious=cautious)
    yield from _move_all(play, pack, journey, base)
    left_at_sea = [one for one in pack if base < 0 and one.place is Place.OPERATING]
    if left_at_sea:
        yield from _choose_side(play, left_at_sea)


@rule("24.2", "24.4")
def _move_all(play: Table, pack: Sequence[Boat], journey: Journey, base: int) -> Flow[None]:
    """A move ends for each boat that made it: place, Transit Event, storm, base; one check each."""
    goal = pack[0].where
    for one in pack:
        one.where, one.place = goal, Place.OPERATING
    for one in pack:
        yield from _finish_transit(play, one, journey, base)


@rule("21.0")
def bases_from(state: State, area: int, allied: bool) -> list[int]:
    """Active bases that can be entered from an OpArea: those next to it and forward bases in its zones.

    Trincomalee takes British and Dutch boats only.
    """
    return [
        n
        for n, base in enumerate(charts_of(state).bases)
        if state.active[n] and area in base.areas and (allied or not base.allied)
    ]


@rule("15.1-c")
def _choose_side(play: Table, boats: Sequence[Boat]) -> Flow[None]:
    """In Done: patrol side up to patrol from the next turn on, or transit side to go on."""
    side = yield from choose(commander(play), "Which side up?", [ON_PATROL, IN_TRANSIT], "15.1")
    for boat in boats:
        boat.on_patrol = side is ON_PATROL
        boat.place = Place.DONE


@rule("15.1-b", "15.23-b", "21.11")
def _finish_transit(play: Table, boat: Boat, journey: Journey, base: int) -> Flow[None]:
    """Transit Event check, storm check, and the base's boxes if one was entered."""
    yield from transit_event_check(play, boat, journey)
    if turned_back(boat):
        return
    forward = base >= 0 and charts_of(play.state).bases[base].forward
    if forward and not play.options.no_check_into_forward_base:
        into_zone = Journey(journey.start, (boat.where,), zone="base")
        yield from transit_event_check(play, boat, into_zone)
        if turned_back(boat):
            return
    storm_check(play, boat, journey.touched)
    if base >= 0 and boat.place is not Place.LOST:
        yield from arrive(play, boat, base)
        go_to_west_coast(play, boat)


@rule("15.2", "15.23-a", "15.23-c", "15.25")
def return_to_base(play: Table, boat: Boat, left_base: int = -1, followers: Sequence[Boat] = ()) -> Flow[None]:
    """RTB movement: name a base, go toward it by a shortest way, full speed unless Cautious Transit (SW-R09).

    Args:
        left_base: the base a withdrawn boat has just left into the OpArea it stands in, or -1.
        followers: the other members of its wolfpack.
    """
    state = play.state
    table = charts_of(state)
    active = tuple(state.active)
    homes, limit, speed = ways_home(state, (boat, *followers))
    base = homes[0]
    if len(homes) > 1:
        base = yield from name_home(play, homes)
    way = steps_to_base(state.data_pack, active, base, limit)
    start = here = boat.where
    left = speed
    entered: list[int] = []
    if left_base >= 0:
        start = -1
        entered.append(here)
        left -= 0 if table.bases[left_base].forward else 1
    arrived = cautious = False
    while True:
        if way[here] == 0:
            arrived = entry_cost(play, base) <= left
            break
        if not left:
            break
        nearer = [a for a in table.areas[here].neighbours if way[a] == way[here] - 1]
        options: list[Word | Pick] = [_to_area(table, a) for a in nearer]
        if len(entered) == 1 and speed > 1:
            options.append(STOP)
        choice = options[0]
        if len(options) > 1:
            choice = yield from choose(
                commander(play), f"On to {table.bases[base].name}, {left} left", options, "15.23"
            )
        if not isinstance(choice, Pick):
            cautious = True
            break
        here = boat.where = choice.index
        entered.append(here)
        left -= 1
    if len(entered) == 1 and speed == 1 and play.options.cautious_for_slow_boats:
        cautious = True
    if entered or arrived:
        journey = Journey(start, tuple(entered), cautious=cautious)
        yield from _move_all(play, (boat, *followers), journey, base if arrived else -1)
    else:
        storm_check(play, boat, (here,))
    for one in (boat, *followers):
        if one.place is Place.OPERATING:
            one.place = Place.DONE


@rule("15.23-a", "26.0")
def name_home(play: Table, homes: list[int]) -> Flow[int]:
    """The base to make for: the player's choice, with the host's consent if it is of the other command (26.0)."""
    table = charts_of(play.state)
    while True:
        picks = [Pick(b, table.bases[b].name) for b in homes]
        picked = yield from choose(commander(play), "Return to which base?", picks, "15.23")
        if (yield from welcome(play, picked.index)):
            return picked.index
        homes = [b for b in homes if b != picked.index]
        if len(homes) == 1:
            return homes[0]


@rule("15.26", "8.0-3", "24.2")
def ways_home(state: State, boats: Sequence[Boat]) -> tuple[list[int], int, int]:
    """The bases a boat, or a pack as one, may make for, the range that binds it, and its speed.

    A withdrawn boat goes to Pearl Harbor at any distance; one out of range of every base to the nearest, a step slower.
    Where no base in reach has room the nearest that has is made for at any distance.
    """
    cards = [card_of(state, boat) for boat in boats]
    table = charts_of(state)
    active = tuple(state.active)
    limit, speed = min(card.range for card in cards), min(card.speed for card in cards)
    boat = boats[0]
    if boat.ordered_home:
        return [table.base_index["pearl_harbor"]], FAR - 1, speed
    fit = [b for b in range(len(table.bases)) if state.active[b] and takes(state, b, len(boats))]
    if not all(card.allied for card in cards):
        fit = [b for b in fit if not table.bases[b].allied]
    if any(one.major_base_only for one in boats):
        fit = [b for b in fit if not table.bases[b].forward]
    homes = [b for b in fit if steps_to_base(state.data_pack, active, b, limit)[boat.where] < FAR]
    if homes and not boat.stranded:
        return homes, limit, speed
    nearest = min(fit, key=lambda b: steps_to_base(state.data_pack, active, b, FAR - 1)[boat.where])
    return [nearest], FAR - 1, max(1, speed - 1) if boat.stranded else speed


@rule("8.0-3")
def leave_for_overhaul(play: Table, boat: Boat) -> Flow[None]:
    """A withdrawn boat in another base may make its transit move to Pearl Harbor at once."""
    state = play.state
    table = charts_of(state)
    base = boat.where
    boat.rtb = Rtb.INVOLUNTARY
    way = steps_to_base(state.data_pack, tuple(state.active), table.base_index["pearl_harbor"], FAR - 1)
    first = min(table.bases[base].areas, key=lambda a: way[a])
    boat.where, boat.place = first, Place.OPERATING
    yield from return_to_base(play, boat, left_base=base)


@rule("15.21")
def voluntary_return(play: Table, boat: Boat) -> Flow[None]:
    """Flip, mark, and make the transit move in this same turn."""
    boat.on_patrol = False
    boat.rtb = Rtb.VOLUNTARY
    yield from return_to_base(play, boat)


@rule("15.26")
def out_of_range(play: Table, boat: Boat) -> None:
    """A boat found out of range of every base is damaged and must make for the nearest (SW-R17)."""
    if boat.stranded or boat.ordered_home or in_range(play.state, boat, boat.where):
        return
    boat.stranded = True
    damage(play, boat, "15.26")
    if boat.place is not Place.LOST:
        before = boat.place
        force_home(play, boat, "15.26")
        boat.place = before


@lru_cache(maxsize=256)
def steps_to_area(data_pack: str, target: int) -> tuple[int, ...]:
    """For each OpArea the steps to ``target`` along the routes."""
    table = charts(data_pack)
    best = [FAR] * len(table.areas)
    best[target] = 0
    edge = [target]
    while edge:
        following = []
        for area in edge:
            for other in table.areas[area].neighbours:
                if best[other] > best[area] + 1:
                    best[other] = best[area] + 1
                    following.append(other)
        edge = following
    return tuple(best)
