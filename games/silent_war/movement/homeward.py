"""Return to Base (15.2): which base, by which way, and boats found out of range (15.26)."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.components import counted
from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import Here, about_boat, about_pack, here
from navalcore_games.silent_war.bases.boxes import takes
from navalcore_games.silent_war.boats.commands import commander, welcome
from navalcore_games.silent_war.boats.damage import damage, force_home, note_party
from navalcore_games.silent_war.choices import STOP, ReturnTo, StepTo
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.data_pack.printed import PEARL_HARBOR
from navalcore_games.silent_war.events.boats import HeadedHome
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, base_id, numbered
from navalcore_games.silent_war.lookups import area_named, boat_named, called, card_of, charts_of
from navalcore_games.silent_war.movement.routes import FAR, in_range, steps_to_base, to_area
from navalcore_games.silent_war.movement.storm_damage import storm_check
from navalcore_games.silent_war.movement.transit import entry_cost, is_cautious, move_together, step
from navalcore_games.silent_war.movement.transit_events import Journey
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb, State


@rule("15.2", "15.23-a", "15.25")
def return_to_base(
    play: Play,
    boat: Boat,
    left_base: BaseIndex | None = None,
    followers: Sequence[Boat] = (),
    *,
    from_zone: bool = False,
) -> Flow[None]:
    """RTB movement: name a base, go toward it by a shortest way, full speed unless Cautious Transit (SW-R09).

    Args:
        left_base: the base a withdrawn boat has just left into the OpArea it is in, if any.
        followers: the other members of its wolfpack.
        from_zone: it comes from its Special Mission.
    """
    state = play.state
    pack = (boat, *followers)
    homes, limit, speed = ways_home(state, pack)
    base = homes[0]
    if len(homes) > 1:
        base = yield from name_home(play, boat, homes)
    start: AreaIndex | None = boat.area
    left = speed
    entered: list[AreaIndex] = []
    if left_base is not None:
        start = None
        entered.append(boat.area)
        left -= 0 if charts_of(state).bases[left_base].forward else 1
    way = steps_to_base(state.data_pack, tuple(state.active), base, limit)
    left = yield from steps_home(play, pack, base, way, entered, left, may_stop=speed > 1)
    arrived = way[boat.area] == 0 and entry_cost(play, base) <= left
    if entered or arrived:
        left -= entry_cost(play, base) if arrived else 0
        cautious = is_cautious(play, len(entered), left, speed)
        journey = Journey(start, tuple(entered), cautious=cautious, left_base=left_base, home=base, from_zone=from_zone)
        yield from move_together(play, pack, journey, base if arrived else None)
    else:
        storm_check(play, boat, (boat.area,))
    for one in pack:
        if one.place is Place.OPERATING:
            one.place = Place.DONE


@rule("15.23-a", "15.23-c", "15.25")
def steps_home(
    play: Play,
    pack: Sequence[Boat],
    base: BaseIndex,
    way: Sequence[int],
    entered: list[AreaIndex],
    left: int,
    *,
    may_stop: bool,
) -> Flow[int]:
    """The steps by a shortest way, added to ``entered``, until the base is next or none is left; after one OpArea the
    boat ``may_stop``. Returns the steps left.
    """
    state, boat = play.state, pack[0]
    charts = charts_of(state)
    while left and way[boat.area]:
        who = Here(boat_named(state, boat).id, area_named(state.data_pack, boat.area).id)
        nearer = [a for a in charts.areas[boat.area].neighbours if way[a] == way[boat.area] - 1]
        options: list[Word | StepTo] = [to_area(state.data_pack, a, *who) for a in nearer]
        if len(entered) == 1 and may_stop:
            options.append(STOP.of(*who))
        choice = options[0]
        if len(options) > 1:
            journey_told = f"Return to {charts.bases[base].name}, {counted(left, 'step')} left"
            choice = yield from choose(
                commander(play),
                f"{journey_told}: where does {called(state, boat)} go?",
                options,
                "15.23",
                kind="homeward",
                about=about_pack(state, pack, base=base_id(charts.bases[base].id), left=left),
            )
        if not isinstance(choice, StepTo):
            break
        step(play, boat, choice.index)
        entered.append(choice.index)
        left -= 1
    return left


@rule("15.23-a", "26.0")
def name_home(play: Play, boat: Boat, homes: list[BaseIndex]) -> Flow[BaseIndex]:
    """The base to make for: the player's choice, with the host's consent if it is of the other command (26.0)."""
    charts = charts_of(play.state)
    while True:
        picks = [ReturnTo(base_id(charts.bases[b].id), b, charts.bases[b].name, *here(play.state, boat)) for b in homes]
        prompt = f"To which base does {called(play.state, boat)} return?"
        picked = yield from choose(
            commander(play), prompt, picks, "15.23", kind="home", about=about_boat(play.state, boat)
        )
        if (yield from welcome(play, picked.index)):
            return picked.index
        homes = [b for b in homes if b != picked.index]
        if len(homes) == 1:
            return homes[0]


@rule("15.26", "8.0-3", "24.2")
def ways_home(state: State, boats: Sequence[Boat]) -> tuple[list[BaseIndex], int, int]:
    """The bases that a boat (or a pack, as one) may head for, the range that limits it, and its speed.

    A withdrawn boat goes to Pearl Harbor at any distance; one out of range of every base to the nearest, a step slower.
    Where no base in reach has room the nearest that has is made for at any distance.
    """
    cards = [card_of(state, boat) for boat in boats]
    charts = charts_of(state)
    active = tuple(state.active)
    limit, speed = min(card.range for card in cards), min(card.speed for card in cards)
    boat = boats[0]
    if boat.ordered_home:
        return [charts.base_index[PEARL_HARBOR]], FAR - 1, speed
    fit = [b for b, _ in numbered(BaseIndex, charts.bases) if state.active[b] and takes(state, b, len(boats))]
    if not all(card.allied for card in cards):
        fit = [b for b in fit if not charts.bases[b].allied]
    if any(one.major_base_only for one in boats):
        fit = [b for b in fit if not charts.bases[b].forward]
    homes = [b for b in fit if steps_to_base(state.data_pack, active, b, limit)[boat.area] < FAR]
    if homes and not boat.stranded:
        return homes, limit, speed
    nearest = min(fit, key=lambda b: steps_to_base(state.data_pack, active, b, FAR - 1)[boat.area])
    return [nearest], FAR - 1, max(1, speed - 1) if boat.stranded else speed


@rule("8.0-3")
def leave_for_overhaul(play: Play, boat: Boat) -> Flow[None]:
    """A withdrawn boat in another base may make its transit move to Pearl Harbor at once."""
    state = play.state
    charts = charts_of(state)
    base = boat.base
    boat.rtb = Rtb.INVOLUNTARY
    way = steps_to_base(state.data_pack, tuple(state.active), charts.base_index[PEARL_HARBOR], FAR - 1)
    first = min(charts.bases[base].areas, key=lambda a: way[a])
    step(play, boat, first)
    yield from return_to_base(play, boat, left_base=base)


@rule("15.21")
def voluntary_return(play: Play, boat: Boat, *, from_zone: bool = False) -> Flow[None]:
    """Flip, mark, and make the transit move in this same turn."""
    boat.on_patrol = False
    boat.rtb = Rtb.VOLUNTARY
    note_party(play, HeadedHome, boat, "15.21")
    yield from return_to_base(play, boat, from_zone=from_zone)


@rule("15.26")
def out_of_range(play: Play, boat: Boat) -> None:
    """A boat found out of range of every base is damaged and must make for the nearest (SW-R17)."""
    if boat.stranded or boat.ordered_home or in_range(play.state, boat, boat.area):
        return
    boat.stranded = True
    damage(play, boat, "15.26")
    if boat.place is not Place.LOST:
        before = boat.place
        force_home(play, boat, "15.26")
        boat.place = before
