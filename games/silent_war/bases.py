"""Bases: arriving (15.23), damage and repair (10, 18.1), tenders (21.2), Super Skippers without a boat (25.3)."""

from __future__ import annotations

from games.silent_war.charts import RADAR_MONTH
from games.silent_war.choices import HOLD, Pick, Word
from games.silent_war.commands import commander, commander_of_base, reports
from games.silent_war.damage import note
from games.silent_war.lookups import card_of, charts_of, in_typhoon
from games.silent_war.options import Table
from games.silent_war.state import Boat, Place, Rtb, State
from navalcore.engine.decision import Flow, choose
from navalcore.rulebook import rule

BOXES = {0: Place.BROOM, 1: Place.REPAIR_1, 2: Place.REPAIR_2, 3: Place.REPAIR_3}
REPAIR_BOXES = (Place.REPAIR_1, Place.REPAIR_2, Place.REPAIR_3)
ALONGSIDE = (Place.BROOM, Place.PIER_SIDE, Place.READY)


def boats_in(state: State, base: int, *boxes: Place) -> list[Boat]:
    """The boats in some boxes of a base."""
    return [boat for boat in state.boats if boat.where == base and boat.place in boxes]


@rule("15.23-a")
def arrive(play: Table, boat: Boat, base: int) -> Flow[None]:
    """A boat enters a base: Spotted off, Broom Box if sound, else its damage is rolled."""
    state = play.state
    table = charts_of(state)
    home_bound = boat.rtb is not Rtb.NONE
    boat.spotted = False
    boat.pack = -1
    note(play, "arrived", boat, f"arrives at {table.bases[base].name}.", "15.23")
    if boat.damage and table.bases[base].forward:
        damaged_at_tender(play, boat, base)
        return
    boat.rtb, boat.on_patrol, boat.zone = Rtb.NONE, False, -1
    boat.major_base_only = boat.stranded = False
    extent = 0
    if boat.damage:
        extent = extent_of_damage(play, boat)
    elif home_bound and table.bases[base].rolls_on_arrival:
        extent = dutch_harbor(play)
    if extent > 3:
        yield from write_off(play, boat)
        return
    boat.where = base
    boat.place = Place.BROOM
    reports(state, boat)
    if extent:
        boat.place = Place.HOLD
        yield from enter_repair(play, boat, BOXES[extent])


def damage_roll(play: Table) -> int:
    """One roll on the Submarine Damage Table: 0 superficial, 1 to 3 the Repair Box."""
    return charts_of(play.state).damage[play.dice.d10z("extent of the damage", "18.11")]


@rule("18.11", "18.12-b")
def extent_of_damage(play: Table, boat: Boat) -> int:
    """One roll for each marker, added up; the markers come off. More than 3 is a Constructive Total Loss."""
    extent = sum(damage_roll(play) for _ in range(boat.damage))
    boat.damage = 0
    return extent


@rule("18.12-b", "25.3")
def write_off(play: Table, boat: Boat) -> Flow[None]:
    """A Constructive Total Loss leaves play but does not count as sunk; its skipper may get another boat."""
    note(play, "total_loss", boat, "is a constructive total loss.", "18.12")
    yield from remove_from_play(play, boat)


def remove_from_play(play: Table, boat: Boat) -> Flow[None]:
    """A boat leaves the game without being lost."""
    skipper = boat.skipper
    boat.place, boat.where, boat.zone = Place.REMOVED, -1, -1
    boat.rtb, boat.spotted, boat.on_patrol, boat.damage = Rtb.NONE, False, False, 0
    boat.skipper, boat.rating, boat.pack = -1, 0, -1
    if skipper >= 0:
        yield from reassign_skipper(play, skipper)


@rule("25.3")
def reassign_skipper(play: Table, skipper: int) -> Flow[None]:
    """0-4 he leaves play; 5-9 he takes over, at +1, a boat in a Repair Box or one next due to arrive or return."""
    state = play.state
    table = charts_of(state)
    if play.dice.d10z("Super Skipper without a boat, reassigned on 5-9", "25.3") < 5:
        return
    waiting = [n for n, boat in enumerate(state.boats) if boat.place in REPAIR_BOXES and boat.skipper < 0]
    waiting += [n for n in next_in_line(state) if state.boats[n].skipper < 0]
    if not waiting:
        return
    picks = [Pick(n, table.boats[state.boats[n].card].name) for n in waiting]
    picked = yield from choose(commander(play), f"Which boat for {table.skippers[skipper].name}?", picks, "25.3")
    boat = state.boats[picked.index]
    boat.skipper, boat.rating = skipper, 1


@rule("25.3")
def next_in_line(state: State) -> list[int]:
    """The boats of the next month with arrivals or returns (SW-R76)."""
    table = charts_of(state)
    for month in sorted(m for m in table.months if m > state.month):
        row = table.months[month]
        arriving = {table.boat_index[arrival.submarine] for arrival in row.arrivals}
        returning = {table.boat_index[name] for name in row.return_}
        found = [
            n
            for n, boat in enumerate(state.boats)
            if (boat.place is Place.NOT_IN_PLAY and boat.card in arriving)
            or (boat.place is Place.WEST_COAST and boat.card in returning)
        ]
        if found:
            return found
    return []


@rule("15.24")
def dutch_harbor(play: Table) -> int:
    """Undamaged boats returning to Dutch Harbor roll for wear: Repair 2 and 3 count as Repair 1."""
    return min(damage_roll(play), 1)


@rule("21.23")
def damaged_at_tender(play: Table, boat: Boat, base: int) -> None:
    """All markers superficial: Broom Box of the tender; else back to Done, and only a major base will do."""
    rolls = [damage_roll(play) for _ in range(boat.damage)]
    if any(rolls):
        boat.place = Place.DONE
        boat.major_base_only = True
        boat.rtb = boat.rtb or Rtb.INVOLUNTARY
        return
    boat.damage = 0
    boat.place, boat.where = Place.BROOM, base
    reports(play.state, boat)
    boat.rtb, boat.on_patrol, boat.zone = Rtb.NONE, False, -1


@rule("21.2", "21.22")
def takes(state: State, base: int, boats: int = 1) -> bool:
    """Whether a base accepts so many boats: a tender up to its capacity, one above the printed, in its three boxes."""
    tender = state.tenders.get(base)
    if tender is None:
        return True
    return len(boats_in(state, base, *ALONGSIDE)) + boats <= charts_of(state).tenders[tender].capacity_printed + 1


def repair_room(state: State, base: int) -> int:
    """How many more boats the Repair Boxes may take."""
    return charts_of(state).bases[base].capacity - len(boats_in(state, base, *REPAIR_BOXES))


@rule("10.1", "10.2")
def enter_repair(play: Table, boat: Boat, box: Place) -> Flow[None]:
    """A damaged boat gets its box if there is room; else it waits in Hold, or the player shunts another boat there."""
    state = play.state
    base = boat.where
    if repair_room(state, base) > 0:
        boat.place = box
        return
    table = charts_of(state)
    others = boats_in(state, base, *REPAIR_BOXES)
    picks: list[Word | Pick] = [HOLD]
    picks += [Pick(state.boats.index(o), f"shunt {table.boats[o.card].name} to Hold") for o in others]
    prompt = f"{table.bases[base].name}: no Repair Box for {card_of(state, boat).name}. Who waits?"
    choice = yield from choose(commander_of_base(play, base), prompt, picks, "10.2")
    if isinstance(choice, Pick):
        state.boats[choice.index].place = Place.HOLD
        boat.place = box


@rule("9.0-a", "9.0-b")
def ready_boats(play: Table) -> None:
    """Pier Side goes to Ready for Sea; a boat that began in the Broom Box does on its Readiness or less."""
    state = play.state
    fit_radar(state)
    began = [boat for boat in state.boats if boat.place is Place.BROOM]
    for boat in state.boats:
        if boat.place is Place.PIER_SIDE:
            boat.place = Place.READY
            note(play, "ready", boat, "is ready for sea.", "9.0")
    for boat in began:
        readiness = charts_of(state).boats[boat.card].readiness
        ready = play.dice.d10z(f"readiness, {readiness} or less", "9.0") <= readiness
        boat.place = Place.READY if ready else Place.PIER_SIDE
        if ready:
            note(play, "ready", boat, "is ready for sea.", "9.0")


@rule("30.6")
def fit_radar(state: State) -> None:
    """From October 1943 boats are fitted with radar as they are made ready in a major base (SW-R32)."""
    if state.month >= RADAR_MONTH:
        bases = charts_of(state).bases
        for boat in state.boats:
            boat.radar |= boat.place in ALONGSIDE and not bases[boat.where].forward


@rule("10.0", "10.3", "21.3", "7.21-Y10")
def repair_boats(play: Table) -> Flow[None]:
    """One roll for each boat in the boxes 1, 2, 3 in this order, one box at most; none beside a typhoon; then Hold."""
    state = play.state
    for number, base in enumerate(charts_of(state).bases):
        if any(in_typhoon(state, area) for area in base.areas):
            continue
        for box, place in enumerate(REPAIR_BOXES, 1):
            for boat in boats_in(state, number, place):
                needed = base.repair_numbers[box]
                if play.dice.d10z(f"repair, {needed} or less", "10.0") <= needed:
                    boat.place = BOXES[box - 1]
                    if box == 1:
                        note(play, "repaired", boat, "is repaired.", "10.0")
        yield from out_of_hold(play, number)


@rule("10.21")
def out_of_hold(play: Table, base: int) -> Flow[None]:
    """While there is room boats may go from Hold into box 3; they roll from the next turn on."""
    state = play.state
    table = charts_of(state)
    while repair_room(state, base) > 0 and (waiting := boats_in(state, base, Place.HOLD)):
        picks: list[Word | Pick] = [Pick(state.boats.index(b), f"{table.boats[b.card].name} to box 3") for b in waiting]
        prompt = f"{table.bases[base].name}: which boat leaves Hold?"
        choice = yield from choose(commander_of_base(play, base), prompt, [*picks, HOLD], "10.21")
        if not isinstance(choice, Pick):
            return
        state.boats[choice.index].place = Place.REPAIR_3


@rule("18.14", "25.3")
def decommission(play: Table, boat: Boat) -> Flow[None]:
    """A boat in a Repair or Hold Box is given up: out of the game, not lost; its skipper may get another boat."""
    assert boat.place in (*REPAIR_BOXES, Place.HOLD)
    note(play, "decommissioned", boat, "is decommissioned.", "18.14")
    yield from remove_from_play(play, boat)


@rule("21.21")
def place_tender(play: Table, base: int) -> bool:
    """A random tender of the pile goes to a forward base; False if there is none."""
    state = play.state
    if not state.tender_pile:
        return False
    table = charts_of(state)
    names = [table.tenders[t].name for t in state.tender_pile]
    state.tenders[base] = state.tender_pile.pop(play.chance.pick(names, "which tender", "21.21"))
    return True


@rule("21.24")
def tender_leaves(state: State, base: int) -> None:
    """The tender of a base that falls may be drawn again."""
    if base in state.tenders:
        state.tender_pile.append(state.tenders.pop(base))
